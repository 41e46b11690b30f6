"""Decode and verify attention: against float64, and bit for bit against itself."""

import dataclasses
from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from engine.kernels.cuda.activations import StoredRows
from engine.kernels.cuda.attention.decode import attend
from engine.kernels.cuda.attention.parts import quantize_rows
from engine.kernels.cuda.attention.splits import attention_scratch_size
from engine.kernels.operands import QKV, GateFunction, KVState, StepInputs
from engine.kernels.sizes import AttentionSizes
from tests.support.attention_case import AttentionCase, Shape

SMALL = Shape(num_heads=3, num_kv_heads=1, head_dim=32)
# Windows of less and of more than a split, in rings whose rows blocks do and do not divide.
SHORT = dataclasses.replace(
    SMALL,
    window=40,
    capacity=560,
    has_sinks=True,
    gate_function=GateFunction.SOFTPLUS,
    gates_heads=True,
)
LONG = dataclasses.replace(
    SMALL,
    window=300,
    capacity=1024,
    has_sinks=True,
    gate_function=GateFunction.SIGMOID,
    norms_values=True,
)


@dataclass(eq=False)
class Output:
    """A step's activations: values NaN, codes 0 and scales NaN where nothing was written."""

    values: Tensor
    codes: Tensor
    scales: Tensor


class Runner:
    """Runs rows of a case; caches and scratch are kept from run to run, scratch is NaN at first."""

    def __init__(self, case: AttentionCase, num_programs: int = 132) -> None:
        self.case = case
        self.num_programs = num_programs
        shape = case.shape
        self.num_cols = shape.num_heads * shape.head_dim
        self.keys, self.values = case.keys[None].clone(), case.values[None].clone()
        size = attention_scratch_size(
            AttentionSizes(
                shape.num_heads, shape.num_kv_heads, shape.head_dim, shape.capacity, shape.window
            )
        )
        self.partials = torch.full((size,), torch.nan, device=case.device)

    def __call__(
        self, rows: slice = slice(None), span: int | None = None, num_rows: int | None = None
    ) -> Output:
        case, shape = self.case, self.case.shape
        positions = case.int32(*case.positions[rows])
        padded = -(-self.num_cols // 64) * 64
        out = Output(
            torch.full((16, self.num_cols), torch.nan, device=case.device),
            torch.zeros((16, padded), dtype=torch.int8, device=case.device),
            torch.full((padded // 32, 16, 2), torch.nan, device=case.device),
        )
        has_codes = shape.head_dim % 32 == 0
        count = case.int32(len(positions) if num_rows is None else num_rows)
        stored = StoredRows(
            num_cols=self.num_cols,
            codes=out.codes if has_codes else None,
            scales=out.scales if has_codes else None,
            values=out.values,
        )
        attend(
            QKV(case.qkv[rows], None if case.gate is None else case.gate[rows]),
            KVState(self.keys, self.values), case.heads, stored, self.partials,
            StepInputs(positions, positions, positions, torch.zeros_like(positions), count),
            span=span or max(case.positions[rows]) + 1, num_programs=self.num_programs,
        )  # fmt: skip
        return out


def assert_same_row(out: Output, row: int, alone: Output) -> None:
    """Row `row` of `out` is, bit for bit, the first row of `alone`."""
    assert torch.equal(out.values[row], alone.values[0])
    assert torch.equal(out.codes[row], alone.codes[0])
    assert torch.equal(out.scales[:, row].nan_to_num(9), alone.scales[:, 0].nan_to_num(9))


def decoded(codes: Tensor, scales: Tensor, num_cols: int) -> Tensor:
    """Activations in the order of the matrix instruction's B operand → float32 [16, num_cols]."""
    column = torch.arange(num_cols, device=codes.device)
    group, half = column % 64 // 32, column % 32 // 16
    quad, byte = column % 16 // 4, column % 4
    at = column // 64 * 64 + quad * 16 + group * 8 + half * 4 + byte
    return codes[:, at].float() * scales[column // 32, :, 0].T


def assert_close(actual: Tensor, expected: Tensor, dtype: torch.dtype) -> None:
    tolerance = 4e-3 if dtype == torch.float16 else 2e-5
    torch.testing.assert_close(actual.double(), expected, atol=tolerance, rtol=tolerance)


ACCURACY = {
    "first position": (SMALL, [0]),
    "rows across two splits": (SMALL, [254, 255, 256, 257]),
    "last of a split": (SMALL, [511]),
    "five splits": (dataclasses.replace(SMALL, num_heads=1, capacity=1100), [1090]),
    "float32": (dataclasses.replace(SMALL, dtype=torch.float32), [62, 63, 64]),
    "float32, normed, across": (
        dataclasses.replace(SMALL, dtype=torch.float32, normed=True),
        [255, 256],
    ),
    "normed": (Shape(4, 2, 64, normed=True), [30, 31]),
    "interleaved": (Shape(4, 2, 64, interleaved=True), [300]),
    "interleaved, normed, partly": (
        Shape(2, 1, 64, rot=32, interleaved=True, normed=True),
        [70, 71],
    ),
    "partly rotated": (Shape(7, 1, 16, rot=8), [5, 6, 7]),
    "many heads a group": (Shape(32, 1, 16), [65, 66]),
    "head size 80": (Shape(2, 1, 80, rot=32), [100]),
    "head size 96": (Shape(3, 1, 96, normed=True), [64]),
    "head size 128": (Shape(4, 1, 128, normed=True), [100, 101]),
    "head size 256": (Shape(1, 1, 256), [257]),
    "head size 512": (Shape(2, 1, 512, normed=True, norms_values=True), [40]),
    "sinks, gates": (dataclasses.replace(LONG, window=None), [255, 256]),
    "short window": (SHORT, [1117, 1118, 1119, 1120]),
    "short window, beginning": (SHORT, [0, 1, 2]),
    "long window": (LONG, [1022, 1023, 1024, 1025]),
    "long window, beginning": (LONG, [255, 256]),
    "a block": (dataclasses.replace(SMALL, is_causal=False), [250, 251, 252, 253, 254, 255, 256]),
    "a block in a short window": (
        dataclasses.replace(SHORT, is_causal=False),
        [1117, 1118, 1119, 1120],
    ),
    "a block in a long window": (
        dataclasses.replace(LONG, num_heads=8, is_causal=False),
        [1020, 1021, 1022, 1023, 1024, 1025],
    ),
    "from fine splits to half a page": (Shape(32, 16, 16), [382, 383, 384, 385]),
    "from half a page to a page": (Shape(32, 32, 16), [510, 511, 512]),
    "fine splits in a long window": (dataclasses.replace(LONG, num_heads=4), [700]),
    "another layer's cache": (dataclasses.replace(LONG, appends=False), [1023, 1024]),
}


@pytest.mark.parametrize(("shape", "positions"), ACCURACY.values(), ids=ACCURACY)
def test_is_what_float64_gives(shape: Shape, positions: list[int], device: str) -> None:
    case = AttentionCase(shape, positions, device)
    n = len(positions)
    expected, keys, values = case.expected()
    runner = Runner(case)
    out = runner()
    assert_close(out.values[:n], expected.flatten(1), shape.dtype)
    assert_close(runner.keys[0].nan_to_num(9), keys.nan_to_num(9).double(), shape.dtype)
    rounding = 1e-3 if shape.norms_values else 0.0
    torch.testing.assert_close(
        runner.values[0], values, atol=rounding, rtol=rounding, equal_nan=True
    )
    assert out.values[n:].isnan().all()


@pytest.mark.parametrize("shape", [Shape(3, 1, 32), Shape(2, 1, 96)], ids=["32", "96"])
def test_codes_stand_for_the_values(shape: Shape, device: str) -> None:
    case = AttentionCase(shape, [20, 21, 22], device)
    runner = Runner(case)
    out = runner()
    used = runner.num_cols // 32
    scales = out.scales[:used, :3].transpose(0, 1)  # [rows, groups, 2]
    groups = out.values[:3].view(3, used, 32)
    meant = decoded(out.codes, out.scales, runner.num_cols)[:3].view(3, used, 32)
    torch.testing.assert_close(scales[..., 0], groups.abs().amax(-1) / 127)
    assert ((meant - groups).abs() <= 0.501 * scales[..., :1]).all()
    torch.testing.assert_close(scales[..., 1], meant.sum(-1), atol=1e-4, rtol=1e-4)
    assert out.scales[:, 3:].isnan().all()
    assert not out.codes[3:].any()


@pytest.mark.parametrize("width", [2, 3, 4, 8, 16])
def test_a_row_has_the_bits_it_has_alone(width: int, device: str) -> None:
    shape = dataclasses.replace(SMALL, num_heads=3)
    case = AttentionCase(shape, list(range(250, 250 + width)), device)
    together, one_by_one = Runner(case), Runner(case)
    out = together(span=640)
    for row in range(width):
        assert_same_row(out, row, one_by_one(slice(row, row + 1)))
    assert torch.equal(together.keys.nan_to_num(9), one_by_one.keys.nan_to_num(9))


@pytest.mark.parametrize(("num_kv_heads", "first"), [(12, 254), (16, 382), (32, 510)])
def test_rows_with_splits_of_different_sizes_have_the_bits_they_have_alone(
    num_kv_heads: int, first: int, device: str
) -> None:
    shape = Shape(3 * num_kv_heads, num_kv_heads, 16)
    case = AttentionCase(shape, list(range(first, first + 4)), device)
    together, one_by_one = Runner(case, num_programs=40), Runner(case)
    out = together(span=640)
    for row in range(4):
        alone = one_by_one(slice(row, row + 1))
        assert torch.equal(out.values[row], alone.values[0])


@pytest.mark.parametrize(
    ("shape", "positions"),
    [(SHORT, range(1113, 1129)), (LONG, range(1022, 1026))],
    ids=["short", "long"],
)
def test_a_window_sees_the_same_in_a_ring_at_any_width(
    shape: Shape, positions: range, device: str
) -> None:
    shape = dataclasses.replace(shape, num_heads=16)
    case = AttentionCase(shape, list(positions), device)
    all_rows = dataclasses.replace(shape, capacity=positions.stop)
    full_case = dataclasses.replace(case, shape=all_rows)
    for name in ("qkv", "cos", "sin", "sinks", "gate"):
        setattr(full_case, name, getattr(case, name))
    past = torch.arange(full_case.first_seen(positions.start), positions.start, device=device)
    full_case.keys[:, past] = case.keys[:, past % shape.capacity]
    full_case.values[:, past] = case.values[:, past % shape.capacity]
    expected = Runner(full_case)()
    together, one_by_one = Runner(case), Runner(case, num_programs=3)
    out = together(span=1300)
    for row in range(len(positions)):
        assert_same_row(out, row, one_by_one(slice(row, row + 1), span=1200))
    assert torch.equal(out.values.nan_to_num(9), expected.values.nan_to_num(9))


@pytest.mark.parametrize("num_heads", [1, 3, 7, 16])
def test_rows_that_share_a_tile_give_what_they_give_alone(num_heads: int, device: str) -> None:
    shape = dataclasses.replace(SMALL, num_heads=num_heads)
    case = AttentionCase(shape, [254, 255, 256, 257, 258], device)
    together, one_by_one = Runner(case), Runner(case)
    out = together()
    for row in range(5):
        alone = one_by_one(slice(row, row + 1))
        if device == "cuda":
            assert_same_row(out, row, alone)
        else:  # a row of numpy's matrix product depends on where in the tile it lies
            assert_close(out.values[row], alone.values[0].double(), shape.dtype)


@pytest.mark.parametrize("position", [3, 255, 256, 300])
def test_the_span_changes_no_bit(position: int, device: str) -> None:
    runner = Runner(AttentionCase(SMALL, [position], device))
    exact = runner()
    assert_same_row(runner(span=512), 0, exact)
    assert_same_row(runner(span=640), 0, exact)


@pytest.mark.parametrize("num_programs", [1, 2, 3])
def test_how_many_splits_a_program_takes_changes_no_bit(num_programs: int, device: str) -> None:
    shape = dataclasses.replace(SMALL, num_heads=16, capacity=1300)
    case = AttentionCase(shape, [1023, 1024], device)
    one_each, several = Runner(case, num_programs=132), Runner(case, num_programs)
    expected, out = one_each(span=1300), several(span=1300)
    for row in range(2):
        assert torch.equal(out.values[row], expected.values[row])
    assert torch.equal(several.keys.nan_to_num(9), one_each.keys.nan_to_num(9))


def test_rows_that_are_not_real_neither_count_nor_write(device: str) -> None:
    case = AttentionCase(SMALL, [254, 255, 256, 257], device)
    narrow, wide = Runner(case), Runner(case)
    expected = narrow(slice(0, 2))
    case.qkv[2:] = torch.nan
    out = wide(num_rows=2)
    assert torch.equal(out.values.nan_to_num(9), expected.values.nan_to_num(9))
    assert torch.equal(out.codes, expected.codes)
    assert torch.equal(wide.keys.nan_to_num(9), narrow.keys.nan_to_num(9))
    assert torch.equal(wide.values.nan_to_num(9), narrow.values.nan_to_num(9))


def test_a_step_without_real_rows_writes_nothing(device: str) -> None:
    case = AttentionCase(SMALL, [254, 255], device)
    runner = Runner(case)
    assert runner(num_rows=0).values.isnan().all()
    assert torch.equal(runner.keys[0].nan_to_num(9), case.keys.nan_to_num(9))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, in the interpreter
@pytest.mark.parametrize("value", [torch.nan, torch.inf, 1e6])
def test_what_a_later_row_holds_is_not_seen_before(value: float, device: str) -> None:
    case = AttentionCase(SMALL, [10, 11], device)
    alone = Runner(case)(slice(0, 1))
    case.qkv[1] = value
    assert_same_row(Runner(case)(), 0, alone)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, in the interpreter
def test_a_row_that_is_not_a_number_shows(device: str) -> None:
    case = AttentionCase(SMALL, [10], device)
    case.qkv[0] = torch.nan
    assert Runner(case)().values[0].isnan().all()


@pytest.mark.parametrize("num_cols", [64, 240])
def test_rows_are_quantized_as_heads_are(num_cols: int, device: str) -> None:
    values = torch.randn(16, num_cols, device=device)
    values[1, :32] = 0
    padded = -(-num_cols // 64) * 64
    codes = torch.zeros((16, padded), dtype=torch.int8, device=device)
    scales = torch.full((padded // 32, 16, 2), torch.nan, device=device)
    stored = StoredRows(num_cols=num_cols, codes=None, scales=None, values=values)
    out = StoredRows(num_cols=num_cols, codes=codes, scales=scales, values=None)
    quantize_rows(stored, out, torch.tensor([3], dtype=torch.int32, device=device))
    meant = decoded(codes, scales, num_cols)[:3]
    step = scales[torch.arange(num_cols, device=device) // 32, :3, 0].T
    assert ((meant - values[:3]).abs() <= 0.501 * step).all()
    assert not codes[3:].any()
    assert scales[:, 3:].isnan().all()


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_full_size_at_depth(dtype: torch.dtype, device: str) -> None:
    if device == "cpu":
        pytest.skip("full-size shapes take a CUDA device")
    shape = Shape(32, 8, 128, dtype=dtype, normed=True, capacity=8448)
    case = AttentionCase(shape, list(range(8185, 8201)), device)
    together, one_by_one = Runner(case), Runner(case)
    out = together(span=8448)
    assert_close(out.values, case.expected()[0].flatten(1), dtype)
    for row in range(16):
        assert_same_row(out, row, one_by_one(slice(row, row + 1)))
    for _ in range(200):
        assert torch.equal(together(span=8448).values, out.values)
