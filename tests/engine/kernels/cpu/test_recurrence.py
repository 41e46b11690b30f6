"""Recurrent layers on the CPU and in the reference: against float64, and bit for bit against themselves."""

from collections.abc import Callable

import pytest
import torch

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.sizes import ConvShape, DeltaShape
from tests.support import recurrence_checks as check
from tests.support.recurrence_case import (
    MAX_WIDTH,
    Case,
    ConvCase,
    DeltaCase,
    Runner,
    recurrent_sizes,
)

DELTA, CONV = DeltaShape(2, 4, 16, 4), ConvShape(24, 3)
CASES: dict[str, Callable[[], Case]] = {
    "delta": lambda: DeltaCase(DELTA),
    "grouped delta": lambda: DeltaCase(DELTA, grouped=True),
    "one head": lambda: DeltaCase(DeltaShape(1, 1, 8, 2)),
    "conv": lambda: ConvCase(CONV),
    "one tap": lambda: DeltaCase(DeltaShape(1, 2, 8, 1)),
    "long delta": lambda: DeltaCase(DeltaShape(1, 2, 8, 47)),
    "long conv": lambda: ConvCase(ConvShape(5, 70)),
}


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(42)


@pytest.fixture(params=CASES.values(), ids=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    make: Callable[[], Case] = request.param
    return make()


def sizes_of(case: Case) -> tuple[DeltaShape | None, ConvShape | None]:
    if isinstance(case, DeltaCase):
        return case.shape, None
    assert isinstance(case, ConvCase)
    return None, case.shape


def cpu(case: Case) -> Runner:
    sizes = recurrent_sizes(*sizes_of(case))
    return Runner(case, CpuKernels(Arena(torch.device("cpu")), sizes, MAX_WIDTH))


def reference(case: Case) -> Runner:
    return Runner(case, ReferenceKernels(Arena(torch.device("cpu")), MAX_WIDTH))


@pytest.mark.parametrize("new", [cpu, reference])
def test_is_what_float64_gives(case: Case, new: check.NewRunner) -> None:
    check.is_what_float64_gives(case, new)


def test_a_row_has_the_same_bits_at_every_width(case: Case) -> None:
    check.has_the_same_bits_at_every_width(case, cpu, 4, 16)


def test_rows_that_were_not_accepted_leave_no_trace(case: Case) -> None:
    check.forgets_rows_that_were_not_accepted(case, cpu)
    check.forgets_rows_that_were_not_accepted(case, reference, tolerance=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_sequences_of_one_step_are_computed_as_if_alone(case: Case, seed: int) -> None:
    check.computes_each_sequence_as_if_alone(case, cpu, seed)


def test_the_reference_computes_sequences_as_if_alone(case: Case) -> None:
    check.computes_each_sequence_as_if_alone(case, reference, seed=4)


def test_a_step_may_begin_behind_rows_that_were_not_accepted(case: Case) -> None:
    check.goes_back_behind_rows_that_were_not_accepted(case, cpu)


@pytest.mark.parametrize("new", [cpu, reference])
def test_a_step_without_real_rows_changes_nothing(case: Case, new: check.NewRunner) -> None:
    check.changes_nothing_without_real_rows(case, new)
