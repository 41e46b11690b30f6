"""Prefill attention against float64; padding rows and unwritten cache rows are NaN."""

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.kernels.cuda.activations import StoredRows
from engine.kernels.cuda.attention import prefill
from engine.kernels.cuda.attention.decode import attend
from engine.kernels.cuda.attention.prefill import append_rotated, prefill_attend
from engine.kernels.cuda.attention.splits import attention_scratch_size
from engine.kernels.operands import QKV, GateFunction, KVState, StepInputs
from engine.kernels.sizes import AttentionSizes
from tests.support.attention_case import AttentionCase, Shape

SMALL = Shape(num_heads=3, num_kv_heads=1, head_dim=16)
WINDOWED = replace(
    SMALL,
    window=70,
    capacity=600,
    has_sinks=True,
    gate_function=GateFunction.SIGMOID,
    norms_values=True,
)


class Prefill:
    """Runs `num_rows` rows of a case; other rows of qkv, and all that is written to, are NaN."""

    def __init__(self, case: AttentionCase, num_rows: int, dtype: torch.dtype) -> None:
        shape, width = case.shape, len(case.positions)
        case.qkv[num_rows:] = torch.nan
        nothing = torch.full_like(case.keys, torch.nan)
        # That of the step's sequence is one of three.
        self.caches = [torch.stack([nothing, x, nothing]) for x in (case.keys, case.values)]
        self.keys, self.values = (cache[1] for cache in self.caches)
        self.queries = torch.full(
            (width, shape.num_heads, shape.head_dim),
            torch.nan,
            dtype=shape.dtype,
            device=case.device,
        )
        self.out = torch.full_like(self.queries, torch.nan, dtype=dtype).flatten(1)
        positions, count = case.int32(*case.positions), case.int32(num_rows)
        inputs = StepInputs(positions, positions, positions, torch.ones_like(positions), count)
        kv = KVState(*self.caches)
        append_rotated(case.qkv, self.queries, kv, case.heads, inputs)
        prefill_attend(self.queries, kv, case.heads, case.gate, self.out, inputs)
        for cache in self.caches:
            assert cache[::2].isnan().all()


def assert_close(actual: Tensor, expected: Tensor) -> None:
    tolerance = {torch.float16: 4e-3, torch.bfloat16: 1.5e-2, torch.float32: 2e-5}[actual.dtype]
    torch.testing.assert_close(actual.double(), expected, atol=tolerance, rtol=tolerance)


def check(shape: Shape, first: int, width: int, num_rows: int, device: str) -> None:
    """Rows at `first` on, `num_rows` of `width` real, are what float64 gives; others stay."""
    positions = list(range(first, first + width))
    case = AttentionCase(shape, positions, device)
    out_dtype = torch.bfloat16 if shape.dtype == torch.float16 else torch.float32
    prefill = Prefill(case, num_rows, out_dtype)
    expected = AttentionCase(shape, positions[:num_rows], device)
    for name in ("cos", "sin", "q_norm", "k_norm", "sinks", "keys", "values"):
        setattr(expected, name, getattr(case, name))
    expected.gate = None if case.gate is None else case.gate[:num_rows]
    expected.qkv = case.qkv[:num_rows]
    out, keys, values = expected.expected()
    assert_close(prefill.queries[:num_rows], expected.turned()[0])
    assert_close(prefill.keys.nan_to_num(9), keys.nan_to_num(9).double())
    rounding = 1e-3 if shape.norms_values else 0.0
    torch.testing.assert_close(prefill.values, values, atol=rounding, rtol=rounding, equal_nan=True)
    assert_close(prefill.out[:num_rows], out.flatten(1))
    assert prefill.out[num_rows:].isnan().all()


CASES = {
    "from the start": (SMALL, 0, 96, 75),
    "after others": (SMALL, 70, 96, 96),
    "one row": (SMALL, 63, 64, 1),
    "float32": (Shape(2, 1, 32, dtype=torch.float32, normed=True), 40, 48, 37),
    "interleaved, partly": (Shape(4, 2, 32, rot=16, interleaved=True, normed=True), 3, 64, 50),
    "head size 80": (Shape(2, 2, 80), 100, 64, 64),
    "head size 256": (Shape(1, 1, 256), 20, 64, 33),
    "head size 512": (Shape(1, 1, 512, norms_values=True), 0, 64, 33),
    "window in a ring": (WINDOWED, 550, 130, 120),
    "another layer's cache": (replace(WINDOWED, appends=False, gates_heads=True), 20, 70, 66),
}


@pytest.mark.parametrize(("shape", "first", "width", "num_rows"), CASES.values(), ids=CASES)
def test_is_what_float64_gives(
    shape: Shape, first: int, width: int, num_rows: int, device: str
) -> None:
    check(shape, first, width, num_rows, device)


@pytest.mark.parametrize("head_dim", [80, 256, 512])
@pytest.mark.parametrize("window", [None, 70])
def test_tiles_of_warpgroups_give_the_same(
    head_dim: int, window: int | None, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if device == "cpu":  # elsewhere the device decides
        monkeypatch.setattr(prefill, "has_warpgroup_products", lambda: True)
    shape = Shape(2, 1, head_dim, window=window, capacity=600)
    check(shape, 50, 150, 139, device)


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
@pytest.mark.parametrize("num_rows", [512, 300])
@pytest.mark.parametrize("head_dim", [64, 128, 256, 512])
def test_full_size_at_depth(head_dim: int, num_rows: int, dtype: torch.dtype, device: str) -> None:
    if device == "cpu":
        pytest.skip("full-size shapes take a CUDA device")
    shape = Shape(16, 4, head_dim, dtype=dtype, normed=True, capacity=4096)
    check(shape, 3000, 512, num_rows, device)


def test_a_step_of_more_rows_than_the_ring_has_room_for_comes_in_blocks(device: str) -> None:
    """As several steps would: each block attends before the next one overwrites what it sees."""
    shape = Shape(2, 1, 16, window=70, capacity=600, gate_function=GateFunction.SIGMOID)
    case = AttentionCase(shape, list(range(40, 1240)), device)
    kv = [
        KVState(*(torch.stack([each] * 3) for each in (case.keys, case.values))) for _ in range(2)
    ]
    out = torch.full((2, 1200, 32), torch.nan, device=device)
    queries = torch.empty(1200, 2, 16, dtype=shape.dtype, device=device)
    positions = case.int32(*case.positions)
    count, one = case.int32(1190), torch.ones_like(positions)
    inputs = StepInputs(positions, positions, positions, one, count)
    qkv = QKV(case.qkv, case.gate)
    prefill.attend_prompt(qkv, queries, kv[0], case.heads, out[0], inputs)
    for first in range(0, 1200, 400):
        rows = slice(first, first + 400)
        own = StepInputs(*[positions[rows]] * 3, one[rows], case.int32(min(400, 1190 - first)))
        assert case.gate is not None
        part = QKV(case.qkv[rows], case.gate[rows])
        prefill.attend_prompt(part, queries[rows], kv[1], case.heads, out[1][rows], own)
    if device == "cuda":
        assert torch.equal(out[0][:1190], out[1][:1190])
    else:  # on some processors a row of numpy's matrix product depends on where in the tile it lies
        assert_close(out[0][:1190].half(), out[1][:1190].double())
    assert out[:, 1190:].isnan().all()
    for left, right in zip(kv[0].tensors, kv[1].tensors, strict=True):
        assert torch.equal(left.nan_to_num(9), right.nan_to_num(9))
    assert_close(out[0][1100:1190].half(), expected_after(case, 1100, 1190))


def expected_after(case: AttentionCase, first: int, end: int) -> Tensor:
    """The rows `first` to `end` in float64, after a cache that earlier rows have filled."""
    alone = AttentionCase(case.shape, case.positions[first:end], case.device)
    _, keys, values = case.turned()
    for name in ("cos", "sin", "q_norm", "k_norm", "sinks"):
        setattr(alone, name, getattr(case, name))
    alone.qkv = case.qkv[first:end]
    alone.gate = None if case.gate is None else case.gate[first:end]
    for position in range(case.positions[first] - 69, case.positions[first]):
        row, at = position % case.shape.capacity, position - case.positions[0]
        alone.keys[:, row] = keys[at].to(case.shape.dtype)
        alone.values[:, row] = values[at].to(case.shape.dtype)
    return alone.expected()[0].flatten(1)


@pytest.mark.parametrize("rot", [32, 20, 6])
def test_interleaved_pairs_turn_as_in_a_short_step(rot: int, device: str) -> None:
    """Keys have the same bits, whichever step appended them."""
    shape = Shape(2, 1, 32, rot=rot, interleaved=True)
    case = AttentionCase(shape, list(range(9, 25)), device)
    caches = [torch.stack([each, each, each]) for each in (case.keys, case.values)]
    kv = KVState(*(each.clone() for each in caches))
    prompt = Prefill(case, 16, torch.float32)
    out = StoredRows(
        num_cols=64, codes=None, scales=None, values=torch.empty(16, 64, device=device)
    )
    positions, count = case.int32(*case.positions), case.int32(16)
    inputs = StepInputs(positions, positions, positions, torch.ones_like(positions), count)
    sizes = AttentionSizes(2, 1, 32, shape.capacity, None)
    scratch = torch.empty(attention_scratch_size(sizes), device=device)
    attend(QKV(case.qkv), kv, case.heads, out, scratch, inputs, span=25, num_programs=5)
    assert torch.equal(prompt.keys[:, 9:25], kv.keys[1][:, 9:25])
    assert torch.equal(prompt.values[:, 9:25], kv.values[1][:, 9:25])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, in the interpreter
def test_what_a_later_row_holds_is_not_seen_before(device: str) -> None:
    case = AttentionCase(SMALL, list(range(10, 20)), device)
    expected = Prefill(case, 10, torch.float32)
    case.qkv[9] = torch.nan
    out = Prefill(case, 10, torch.float32)
    assert torch.equal(out.out[:9], expected.out[:9])
    assert out.out[9].isnan().all()
