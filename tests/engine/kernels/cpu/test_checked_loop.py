"""Loops are checked against what they touch before a step of theirs may run."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
import torch
from numba import njit
from torch import Tensor

from engine.kernels.cpu import products, row_loops
from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.launcher import CpuLauncher
from engine.kernels.operands import StepInputs
from engine.kernels.step_bounds import OperandError
from tests.support.float_matrix import panels_of

ROWS, COLS, POSITIONS, IDS = 3, 5, 20, 7


def inputs(rows: int = ROWS) -> StepInputs:
    places = torch.arange(rows, dtype=torch.int32)
    return StepInputs(
        places, places, places, torch.zeros_like(places), torch.tensor([rows], dtype=torch.int32)
    )


def recorded(*launch: Any) -> None:
    """Check a loop with operands. What it is given is not touched."""
    launcher = CpuLauncher(POSITIONS, IDS)
    with launcher.recording() as tape:
        launcher(*launch)
    assert len(tape) == 1


def rows(num_rows: int = ROWS, num_cols: int = COLS) -> Tensor:
    return torch.zeros(num_rows, num_cols)


def no_ids(num_positions: int) -> Tensor:
    """A history of two sequences."""
    return torch.zeros(2, num_positions, dtype=torch.int32)


def test_what_a_loop_stays_within_is_listed() -> None:
    recorded(row_loops.rms_norm, rows(), torch.ones(COLS), rows(), 1e-5, inputs(), None)
    recorded(row_loops.add, rows(9, 8)[:, 2:7], rows(), inputs(), None)
    recorded(row_loops.scale, rows(), torch.ones(POSITIONS), inputs().positions, inputs())


@pytest.mark.parametrize(
    ("make", "operand"),
    [
        (lambda: (row_loops.add, rows(), rows(ROWS - 1), inputs(), None), "y"),
        (lambda: (row_loops.add, rows(), rows(ROWS, COLS - 1), inputs(), None), "y"),
        (lambda: (row_loops.add, rows(ROWS - 1), rows(), inputs(), None), "x"),
        (lambda: (row_loops.add, rows(), rows(COLS, ROWS + 2).T, inputs(), None), "y"),
        (lambda: (row_loops.add, rows(), rows().double(), inputs(), None), "y"),
        (lambda: (row_loops.add, rows(), rows().flatten(), inputs(), None), "y"),
        (lambda: (row_loops.note_ids, *[inputs().positions] * 3, no_ids(POSITIONS - 1), inputs()), "history"),
        (lambda: (row_loops.normalize_rows, rows(), torch.ones(COLS + 1), 1e-5, inputs()), "x"),
    ],
    ids=["rows", "columns", "own rows", "gaps", "type", "dimensions", "positions", "norm"],
)  # fmt: skip
def test_a_loop_that_would_leave_an_operand_is_named_and_not_listed(
    make: Callable[[], tuple[Any, ...]], operand: str
) -> None:
    loop, *operands = make()
    with pytest.raises(OperandError, match=f"The loop {loop.name} touches .* of {operand},"):
        recorded(loop, *operands)


@pytest.mark.parametrize("shape", [(4, COLS + 1), (4, COLS - 1)], ids=["wider", "narrower"])
def test_a_weight_must_have_the_very_columns_of_what_it_meets(shape: tuple[int, int]) -> None:
    weight, scratch = panels_of(torch.zeros(shape)), torch.zeros(0, dtype=torch.int8)
    with pytest.raises(OperandError, match="of weight, which is a weight"):
        recorded(products.multiply, rows(), scratch, torch.zeros(0), weight, rows(), inputs(), None)


def test_an_operand_that_a_loop_does_not_declare_is_refused() -> None:
    @touches(lambda o: {"x": (o.step.rows, o.x.shape[1])})
    @njit
    def forgetful(x, y, num_rows):
        x[0, 0] = y[num_rows[0]]

    with pytest.raises(OperandError, match="forgetful touches None of y"):
        recorded(forgetful, rows(), torch.zeros(9), inputs())


@pytest.mark.parametrize("is_recording", [True, False])
def test_a_loop_without_a_check_cannot_be_launched(is_recording: bool) -> None:
    @njit
    def bare(x):
        x[0] = 1.0

    launcher, x = CpuLauncher(POSITIONS, IDS), torch.zeros(1)
    with launcher.recording() if is_recording else nullcontext(), pytest.raises(AttributeError):
        launcher(bare, x)
    assert x[0] == 0


def test_a_dtype_is_known_of_every_operand_that_is_not_float32() -> None:
    ids = inputs().token_ids
    with pytest.raises(OperandError, match="of positions, which is float32"):
        recorded(row_loops.note_ids, ids, torch.zeros(ROWS), ids, no_ids(POSITIONS), inputs())
    assert ids.numpy().dtype == np.int32
