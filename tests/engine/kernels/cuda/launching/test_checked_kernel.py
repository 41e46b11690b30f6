"""Kernels are checked against what they say they touch, and what they say against what they do."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
import triton
import triton.language as tl
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.launching.checked_kernel import checked_launches, touches
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.residual.branch import normalize, scale
from engine.kernels.cuda.residual.embed import embed
from engine.kernels.cuda.residual.prefill import add_norm
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Norm, Residual, StepInputs
from engine.kernels.step_bounds import OperandError, StepBounds
from tests.support.watched_kernels import LeftOperandError, only_interpreted, watching

ROWS, COLS, POSITIONS, IDS = 3, 45, 20, 7
BOUNDS = StepBounds(ROWS, POSITIONS, IDS)


def rows(num_rows: int = ROWS, num_cols: int = COLS) -> Tensor:
    """As `allocate_rows` has them, 64 columns apart."""
    return torch.ones(num_rows, 64)[:, :num_cols]


def ints(*values: int) -> Tensor:
    return torch.tensor(values, dtype=torch.int32)


NUM_ROWS, PLACES = ints(ROWS), ints(0, 1, 2)


def normed(x: Tensor, weight: Tensor | None = None, onto: Tensor | None = None) -> None:
    weight = torch.ones(COLS) if weight is None else weight
    normalize(x, Norm(weight, 1e-5), onto, NUM_ROWS, pdl=False)


def scaled(x: Tensor, factors: Tensor, positions: Tensor = PLACES) -> None:
    scale(x, factors, positions, NUM_ROWS, pdl=False)


def embedded(history: Tensor, table: Tensor, kind: GGMLType = GGMLType.F32) -> None:
    hidden, squares = rows(), torch.zeros(16, 2)
    out = CudaActivations(
        num_cols=COLS,
        codes=None,
        scales=None,
        values=None,
        width=ROWS,
        sum_squares=squares,
        dense=hidden,
    )
    inputs = StepInputs(PLACES, PLACES, PLACES, torch.zeros_like(PLACES), NUM_ROWS)
    part = CudaPart(kind, IDS, COLS, table)
    embed(inputs, part, history[None], Residual(hidden, None, out), 1.0)


@only_interpreted
def test_what_a_kernel_stays_within_is_launched_or_only_checked() -> None:
    for runs in (False, True):
        x = 2 * rows()
        with checked_launches(BOUNDS, runs=runs):
            normed(x)
            scaled(rows(), torch.ones(POSITIONS))
            embedded(torch.zeros(POSITIONS, dtype=torch.int32), torch.ones(IDS, 64))
            add_norm(None, None, rows(), None, rows().bfloat16(), NUM_ROWS)
        assert bool((x == 2).all()) is not runs


@pytest.mark.parametrize(
    ("launch", "operand"),
    [
        (lambda: normed(rows(), torch.ones(COLS - 1)), "weight_ptr"),
        (lambda: normed(rows(), onto=rows(ROWS - 1)), "onto_ptr"),
        (lambda: normed(rows(), onto=rows(ROWS, 32)), "onto_ptr"),
        (lambda: normed(torch.ones(COLS, 7)[:, :ROWS].T), "x_ptr"),
        (lambda: normed(rows().double()), "x_ptr"),
        (lambda: normed(rows().flatten()[None]), "weight_ptr"),
        (lambda: scaled(rows(), torch.ones(POSITIONS - 1)), "factors_ptr"),
        (lambda: scaled(rows(), torch.ones(2 * POSITIONS)[::2]), "factors_ptr"),
        (lambda: scaled(rows(), torch.ones(POSITIONS), ints(0, 1)), "positions_ptr"),
        (lambda: embedded(ints(*range(POSITIONS - 1)), torch.ones(IDS, 64)), "history_ptr"),
        (lambda: embedded(ints(*range(POSITIONS)), torch.ones(IDS - 1, 64)), "table_ptr"),
        (lambda: add_norm(None, None, rows(), None, rows().half(), NUM_ROWS), "out_ptr"),
    ],
    ids=[
        *("vector", "rows", "columns", "gaps", "type", "one row", "positions", "apart"),
        *("rows' positions", "history", "ids", "type of rows"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("runs", [True, False], ids=["launched", "checked"])
def test_what_would_not_fit_is_refused_by_name_and_not_launched(
    launch: Callable[[], None], operand: str, runs: bool
) -> None:
    with (
        checked_launches(BOUNDS, runs=runs),
        pytest.raises(OperandError, match=rf"_kernel touches .* of {operand}, which is "),
    ):
        launch()


def test_padding_belongs_to_rows_only_while_there_is_memory() -> None:
    memory = torch.ones(2 * 64 + COLS)  # the last row ends where its columns do
    short = memory.as_strided((ROWS, COLS), (64, 1))
    assert Extent.rows(ROWS, COLS, 64).fits(short)
    assert not Extent.rows(ROWS, 64, 64).fits(short)
    assert Extent.rows(ROWS, 64, 64).fits(rows())
    assert not Extent.rows(ROWS, 64, 70).fits(torch.ones(ROWS, 70)[:, :COLS])


def copying(touched: Callable[[Any], Any], shift: int = 0) -> Callable[[Tensor, Tensor], None]:
    """A launcher of a kernel that copies 8 numbers, `shift` further on, and says that it touches `touched`."""
    kernel = touches(touched)(copy_kernel)
    return lambda x, y: kernel[(2,)](x, y, shift, N=8)


@triton.jit
def copy_kernel(x, y, shift, N: tl.constexpr):  # noqa: N803
    index = tl.program_id(0) * 4 + tl.arange(0, 4)
    wide = x.to(tl.pointer_type(tl.int32)) + shift
    value = tl.load(wide + index, mask=index < N, other=0).to(tl.float32, bitcast=True)
    tl.store(y + index * 2, value)
    tl.atomic_add(y + index * 2, value)


def honest(o: Any) -> dict[str, Extent | int]:
    return {"x": o.N, "y": Extent.rows(o.N, 1, 2)}


@only_interpreted
def test_what_is_true_is_seen_to_be_exact() -> None:
    x, y = torch.arange(8.0), torch.zeros(8, 2)[:, :1]
    with watching() as watch:
        copying(honest)(x, y)
    assert y.flatten().tolist() == [2.0 * i for i in range(8)]
    assert watch.exact == {("copy_kernel", "x"), ("copy_kernel", "y")}


@only_interpreted
@pytest.mark.parametrize(
    ("touched", "shift", "named"),
    [
        (lambda o: honest(o) | {"x": 7}, 0, "loads bytes 16 to 32 of x"),
        (honest, 1, "loads bytes 20 to 36 of x"),
        (honest, -1, "loads bytes -4 to 12 of x"),
        (lambda o: honest(o) | {"y": Extent.rows(7, 1, 2)}, 0, "stores bytes 32 to 60 of y"),
        (lambda o: honest(o) | {"y": 0}, 0, "of y"),
    ],
    ids=["less", "beyond", "before", "rows", "nothing"],
)
def test_what_is_not_true_is_seen_before_the_access(
    touched: Callable[[Any], Any], shift: int, named: str
) -> None:
    memory = torch.zeros(32)
    with watching(), pytest.raises(LeftOperandError, match=f"copy_kernel at .*{named}"):
        copying(touched, shift)(torch.arange(24.0)[8:16], memory[8:24].view(8, 2)[:, :1])
    assert (memory[24:] == 0).all()


def test_an_operand_that_is_not_spoken_of_is_refused() -> None:
    launch = copying(lambda o: {"x": o.N})
    with checked_launches(BOUNDS), pytest.raises(OperandError, match=r"does not say .* of y"):
        launch(torch.zeros(8), torch.zeros(16))


def test_a_refused_kernel_has_written_nothing() -> None:
    x = 2 * rows()
    with checked_launches(BOUNDS), pytest.raises(OperandError):
        normed(x, torch.ones(COLS - 1))
    assert (x == 2).all()
