"""Keys and values of every type on the CPU: what is written, what attention makes of it, and for whom."""

import copy
from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.operands import QKV, GateFunction, Heads, StepInputs
from tests.support.attention_case import AttentionCase, Shape
from tests.support.kv_types import FLOATS, KV_TYPES, cache_of, packed, poison, transformed, unpacked
from tests.support.shapes import plain_sizes

MAX_WIDTH = 130
PLAIN = Shape(num_heads=6, num_kv_heads=2, head_dim=64, dtype=torch.float32)
WINDOWED = replace(
    PLAIN,
    head_dim=96,
    window=300,
    capacity=900,
    normed=True,
    has_sinks=True,
    gate_function=GateFunction.SIGMOID,
)
CASES = {
    "all positions": (PLAIN, range(250, 266)),
    "ring wraps in a verify block": (WINDOWED, range(1791, 1807)),
    "ring wraps in a chunk": (replace(WINDOWED, norms_values=True), range(850, 980)),
    "another layer's cache": (replace(WINDOWED, appends=False), range(890, 905)),
    "head size 512": (replace(PLAIN, head_dim=512, num_heads=2, num_kv_heads=1), range(3)),
}
ALL_TYPES = pytest.mark.parametrize("kv_type", KV_TYPES)


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(42)


def make_kernels(shape: Shape) -> CpuKernels:
    size = shape.num_heads * shape.head_dim
    sizes = plain_sizes(8, size, shape.num_heads, shape.num_kv_heads, size, 8, 8, shape.capacity)
    return CpuKernels(Arena(torch.device("cpu")), sizes, MAX_WIDTH)


class Runner:
    """Runs rows of a case with caches of `kv_type`, which are kept from run to run."""

    def __init__(self, case: AttentionCase, kv_type: str) -> None:
        self.case, self.kernels = case, make_kernels(case.shape)
        keys, values = (torch.stack([each * torch.nan, each]) for each in (case.keys, case.values))
        self.kv = cache_of(kv_type, keys, values)
        self.keys, self.values = self.kv.tensors

    def __call__(self, rows: slice = slice(None), span: int | None = None) -> Tensor:
        case = self.case
        positions = case.int32(*case.positions[rows])
        count, size = len(positions), case.shape.num_heads * case.shape.head_dim
        out = DenseActivations(torch.full((count, size), torch.nan))
        inputs = StepInputs(
            positions, positions, positions, torch.ones_like(positions), case.int32(count)
        )
        gate = None if case.gate is None else case.gate[rows]
        self.kernels.attend(
            QKV(case.qkv[rows].clone(), gate),
            self.kv,
            case.heads,
            out,
            span or max(case.positions) + 1,
            inputs,
        )
        return out.values


@ALL_TYPES
@pytest.mark.parametrize(("shape", "positions"), CASES.values(), ids=CASES)
def test_it_is_what_float64_gives_over_what_the_cache_keeps(
    shape: Shape, positions: Sequence[int], kv_type: str
) -> None:
    case = AttentionCase(shape, list(positions), "cpu")
    runner = Runner(case, kv_type)
    out = runner()
    kept = copy.copy(case)
    kept.shape = replace(shape, appends=False)
    kept.qkv = case.qkv[:, : shape.num_heads * shape.head_dim]
    kept.keys, kept.values = (unpacked(kv_type, each[1]) for each in (runner.keys, runner.values))
    expected, _, _ = kept.expected()
    torch.testing.assert_close(out.double(), expected.flatten(1), atol=5e-6, rtol=5e-6)


@ALL_TYPES
def test_rows_are_the_same_at_every_width_and_span(kv_type: str) -> None:
    case = AttentionCase(WINDOWED, list(range(1791, 1807)), "cpu")
    together = Runner(case, kv_type)
    out = together(span=2048)
    for width in (1, 3, 4, 15):
        apart = Runner(case, kv_type)
        for row in range(0, 16, width):
            assert torch.equal(apart(slice(row, row + width)), out[row : row + width])
        for left, right in ((apart.keys, together.keys), (apart.values, together.values)):
            assert torch.equal(left.view(torch.uint8), right.view(torch.uint8))


@ALL_TYPES
def test_rows_beyond_a_position_are_never_read(kv_type: str) -> None:
    case = AttentionCase(PLAIN, [300], "cpu")
    runner = Runner(case, kv_type)
    expected = runner(span=301)
    for cache in (runner.keys, runner.values):
        cache[1, :, 301:] = 0
    assert torch.equal(runner(span=640), expected)
    for cache in (runner.keys, runner.values):
        poison(cache[1, :, 301:])
    assert torch.equal(runner(span=640), expected)


@ALL_TYPES
@pytest.mark.parametrize(
    ("part", "number"), [("keys", torch.nan), ("values", torch.nan), ("values", torch.inf)]
)
def test_what_is_not_finite_stays_visible(kv_type: str, part: str, number: float) -> None:
    case = AttentionCase(PLAIN, [20, 21], "cpu")
    first = PLAIN.num_heads * PLAIN.head_dim + (part == "values") * 2 * PLAIN.head_dim
    case.qkv[0, first + 5] = number
    out = Runner(case, kv_type)()
    of_group = out.view(2, 2, 3, 64)[:, 0]  # the heads that share the first key
    is_block = part == "keys" or kv_type not in FLOATS
    assert not of_group[..., :32][..., slice(None) if is_block else 5].isfinite().any()
    assert out.view(2, 2, 3, 64)[:, 1].isfinite().all()


def appended(kv_type: str, values: Tensor) -> Tensor:
    """What a cache [1, 1, 8, …] keeps of rows [n, 64]."""
    kv = cache_of(kv_type, torch.zeros(1, 1, 8, 64), torch.zeros(1, 1, 8, 64))
    heads = Heads(
        num_heads=1,
        num_kv_heads=1,
        head_dim=64,
        scale=1.0,
        interleaved=False,
        cos=torch.ones(8, 32),
        sin=torch.zeros(8, 32),
        eps=1e-5,
    )
    count = len(values)
    positions = torch.arange(count, dtype=torch.int32)
    make_kernels(replace(PLAIN, num_heads=1, num_kv_heads=1)).attend(
        QKV(torch.cat([torch.zeros(count, 128), values], dim=1)),
        kv,
        heads,
        DenseActivations(torch.empty(count, 64)),
        8,
        StepInputs(
            positions,
            positions,
            positions,
            torch.zeros_like(positions),
            torch.tensor([count], dtype=torch.int32),
        ),
    )
    return kv.values[0, 0, :count]


@ALL_TYPES
def test_values_are_rounded_as_elsewhere(kv_type: str) -> None:
    halfway = torch.arange(64) / 2 - 15.75
    halfway[0] = halfway[40] = 127.0  # a scale of one: codes are rounded values
    rows = torch.stack(
        [torch.randn(64), 1e4 * torch.randn(64), 1e-5 * torch.randn(64), torch.zeros(64), halfway]
    )
    if kv_type not in FLOATS:
        rows = transformed(rows)  # so that blocks are of these; 64 halves add up exactly
    kept, expected = appended(kv_type, rows), packed(kv_type, rows)
    if kv_type == "tq3_0":
        agree = (kept == expected).flatten(-2).float().mean(-1)
        assert agree.min() > 0.9  # a value between two centroids may have either
        return
    if kv_type == "q4_0":
        steps = transformed(unpacked(kv_type, expected)).view(-1, 32).abs().amax(-1) / 8
        off = transformed(unpacked(kv_type, kept) - rows).view(-1, 32).abs()
        assert (off <= 1.01 * steps[:, None]).all()  # of a code beyond 7, which is 7
        assert (unpacked(kv_type, kept) != unpacked(kv_type, expected)).float().mean() < 0.02
        return
    if kv_type != "q8_0":
        assert torch.equal(kept, expected)
        return
    ours, theirs = (each.view(-1, 34) for each in (kept, expected))
    assert torch.equal(ours[:, :2], theirs[:, :2])
    codes = [each[:, 2:].contiguous().view(torch.int8).short() for each in (ours, theirs)]
    assert (codes[0] - codes[1]).abs().max() <= 1
    assert torch.equal(codes[0][-2:], codes[1][-2:])  # halves go away from zero
    assert (unpacked(kv_type, kept) - rows).abs().max() < 1e4 * 8 / 127


def test_a_bfloat16_that_is_not_a_number_stays_so() -> None:
    bits = torch.tensor([0x7F800001, 0x7FFFFFFF, 0x7FC00000, 0x7F800000], dtype=torch.int32)
    row = torch.zeros(1, 64)
    row[0, :4] = bits.view(torch.float32)
    row[0, 4:8] = -row[0, :4]
    kept = appended("bf16", row)[0].float()
    assert kept[[0, 1, 2, 4, 5, 6]].isnan().all()
    assert kept[[3, 7]].tolist() == [torch.inf, -torch.inf]


@pytest.mark.parametrize("kv_type", ["q8_0", "q4_0", "tq3_0"])
def test_a_block_beyond_its_scale_is_not_a_number_and_one_below_it_is_zero(kv_type: str) -> None:
    rows = torch.ones(4, 64)
    rows[0, 3], rows[1, 3], rows[2, 3] = 1e30, -torch.inf, torch.nan
    rows[3] = 1e-40
    kept = unpacked(kv_type, appended(kv_type, rows))
    assert kept[:3].isnan().all()
    assert (kept[3] == 0).all()
