"""Attention on the CPU and in plain torch, against float64: windows, rings, sinks, gates, shared caches."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.interface import Kernels
from engine.kernels.operands import QKV, GateFunction, KVState, StepInputs
from engine.kernels.reference.kernels import ReferenceKernels
from tests.support.attention_case import AttentionCase, Shape
from tests.support.shapes import plain_sizes

MAX_WIDTH = 130
PLAIN = Shape(num_heads=6, num_kv_heads=2, head_dim=16, dtype=torch.float32)
GATED = replace(PLAIN, has_sinks=True, gate_function=GateFunction.SIGMOID, normed=True)
WINDOWED = replace(GATED, window=300, capacity=900, norms_values=True)
BY_HEAD = replace(GATED, gate_function=GateFunction.SOFTPLUS, gates_heads=True)


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(42)


def make_kernels(shape: Shape, *, fast: bool) -> Kernels:
    arena = Arena(torch.device("cpu"))
    if not fast:
        return ReferenceKernels(arena, MAX_WIDTH)
    size = shape.num_heads * shape.head_dim
    sizes = plain_sizes(8, size, shape.num_heads, shape.num_kv_heads, size, 8, 8, shape.capacity)
    return CpuKernels(arena, sizes, MAX_WIDTH)


class Runner:
    """Runs rows of a case, one row more that is not real; the caches are kept from run to run."""

    def __init__(self, case: AttentionCase, *, fast: bool = True) -> None:
        self.case, self.kernels = case, make_kernels(case.shape, fast=fast)
        self.keys, self.values = beside_others(case.keys), beside_others(case.values)

    def __call__(self, rows: slice = slice(None)) -> Tensor:
        case = self.case
        positions = case.int32(*case.positions[rows], 0)
        count = len(positions) - 1
        out = DenseActivations(
            torch.full((count + 1, case.shape.num_heads * case.shape.head_dim), torch.nan)
        )
        gate = None if case.gate is None else with_one_more(case.gate[rows])
        self.kernels.attend(
            QKV(with_one_more(case.qkv[rows]), gate),
            KVState(self.keys, self.values),
            case.heads,
            out,
            max(case.positions) + 100,
            StepInputs(
                positions, positions, positions, torch.full_like(positions, 2), case.int32(count)
            ),
        )
        assert out.values[count].isnan().all()
        assert self.keys[:2].isnan().all()
        assert self.values[:2].isnan().all()
        return out.values[:count]


def beside_others(cache: Tensor) -> Tensor:
    """A cache of three sequences, of which only the last holds numbers: those of `cache`."""
    return torch.stack([torch.full_like(cache, torch.nan)] * 2 + [cache])


def with_one_more(rows: Tensor) -> Tensor:
    """`rows` and one that is not a number, as some columns of a wider tensor."""
    wide = torch.full((len(rows) + 1, rows.shape[1] + 3), torch.nan)
    wide[:-1, 3:] = rows
    return wide[:, 3:]


CASES = {
    "sinks, gates": (GATED, range(250, 260)),
    "a gate for each head": (BY_HEAD, range(3)),
    "window, beginning": (WINDOWED, range(16)),
    "ring wraps in a verify block": (WINDOWED, range(1791, 1807)),
    "ring wraps in a chunk": (WINDOWED, range(850, 980)),
    "short window": (replace(BY_HEAD, window=3, capacity=515), range(1024, 1040)),
    "another layer's cache": (replace(WINDOWED, appends=False), range(890, 905)),
    "a block": (replace(GATED, is_causal=False), range(250, 266)),
    "a block in a window": (replace(WINDOWED, is_causal=False), range(1791, 1807)),
    "float16": (replace(WINDOWED, dtype=torch.float16), range(890, 905)),
    "head size 512": (Shape(2, 1, 512, dtype=torch.float32, norms_values=True), range(3)),
}


@pytest.mark.parametrize("fast", [True, False], ids=["cpu", "reference"])
@pytest.mark.parametrize(("shape", "positions"), CASES.values(), ids=CASES)
def test_is_what_float64_gives(shape: Shape, positions: Sequence[int], fast: bool) -> None:
    case = AttentionCase(shape, list(positions), "cpu")
    expected, keys, values = case.expected()
    runner = Runner(case, fast=fast)
    tolerance = 2e-3 if shape.dtype == torch.float16 else 5e-6
    torch.testing.assert_close(
        runner().double(), expected.flatten(1), atol=tolerance, rtol=tolerance
    )
    for actual, left in ((runner.keys[2], keys), (runner.values[2], values)):
        torch.testing.assert_close(actual, left, atol=tolerance, rtol=tolerance, equal_nan=True)


def test_a_window_sees_the_same_in_a_ring_at_any_width() -> None:
    case = AttentionCase(WINDOWED, list(range(1791, 1807)), "cpu")
    full_case = replace(case, shape=replace(WINDOWED, capacity=1807))
    for name in ("qkv", "cos", "sin", "q_norm", "k_norm", "sinks", "gate"):
        setattr(full_case, name, getattr(case, name))
    past = torch.arange(full_case.first_seen(1791), 1791)
    full_case.keys[:, past] = case.keys[:, past % 900]
    full_case.values[:, past] = case.values[:, past % 900]
    together, by_four, one_by_one = Runner(case), Runner(case), Runner(case)
    out = together()
    assert torch.equal(out, Runner(full_case)())
    for row in range(0, 16, 4):
        assert torch.equal(by_four(slice(row, row + 4)), out[row : row + 4])
    for row in range(16):
        assert torch.equal(one_by_one(slice(row, row + 1))[0], out[row])


@pytest.mark.parametrize("fast", [True, False], ids=["cpu", "reference"])
@pytest.mark.parametrize(("shape", "positions"), CASES.values(), ids=CASES)
def test_rows_without_queries_are_appended_as_rows_with_them(
    shape: Shape, positions: Sequence[int], fast: bool
) -> None:
    if not shape.appends:
        return
    case = AttentionCase(shape, list(positions), "cpu")
    whole, alone = Runner(case, fast=fast), Runner(case, fast=fast)
    whole()
    rows = with_one_more(case.qkv[:, shape.num_heads * shape.head_dim :])
    at, others = case.int32(*positions, 0), case.int32(*[2] * (len(positions) + 1))
    inputs = StepInputs(at, at, at, others, case.int32(len(positions)))
    alone.kernels.append(rows, KVState(alone.keys, alone.values), case.heads, inputs)
    assert torch.equal(alone.keys.nan_to_num(9), whole.keys.nan_to_num(9))
    assert torch.equal(alone.values.nan_to_num(9), whole.values.nan_to_num(9))
