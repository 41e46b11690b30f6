"""Recurrent layers on the CUDA kernels: against float64, and bit for bit against themselves."""

import secrets
from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
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

# Values in less than a group of 32; values in several programs, which is what models have.
SMALL, SPLIT, CONV = DeltaShape(1, 2, 16, 4), DeltaShape(1, 1, 64, 4), ConvShape(64, 3)
CASES: dict[str, Callable[[str], Case]] = {
    "delta": lambda device: DeltaCase(SMALL, device),
    "conv": lambda device: ConvCase(CONV, device),
    "long delta": lambda device: DeltaCase(DeltaShape(1, 1, 16, 20), device),
    "long conv": lambda device: ConvCase(ConvShape(32, 38), device),
}


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(42)


@pytest.fixture(params=CASES.values(), ids=CASES)
def case(request: pytest.FixtureRequest, device: str) -> Case:
    make: Callable[[str], Case] = request.param
    return make(device)


def cuda(case: Case) -> Runner:
    if isinstance(case, DeltaCase):
        sizes, place = recurrent_sizes(delta=case.shape), torch.device(case.device)
    else:
        assert isinstance(case, ConvCase)
        sizes, place = recurrent_sizes(conv=case.shape), torch.device(case.device)
    weights = CudaWeights(Arena(place))
    weights.has_tiles = weights.has_floats = True
    return Runner(case, CudaKernels(Arena(place), sizes, MAX_WIDTH, weights))


def assert_codes_stand_for(x: CudaActivations, values: Tensor) -> None:
    """Codes and scales are those of `values` [W, K]; see engine/kernels/cuda/residual/epilogue.py."""
    assert x.codes is not None
    assert x.scales is not None
    column = torch.arange(x.num_cols, device=values.device)
    group, half, quad = column % 64 // 32, column % 32 // 16, column % 16 // 4
    at = column // 64 * 64 + quad * 16 + group * 8 + half * 4 + column % 4
    step = x.scales[column // 32, : len(values), 0].T
    meant = x.codes[: len(values), at].float() * step
    assert ((meant - values).abs() <= 0.501 * step).all()


SHAPES: dict[str, Callable[[str], Case]] = {
    "tiled heads": lambda device: DeltaCase(DeltaShape(2, 4, 16, 4), device),
    "grouped heads": lambda device: DeltaCase(DeltaShape(2, 4, 16, 2), device, grouped=True),
    "split heads": lambda device: DeltaCase(SPLIT, device),
    "delta of one tap": lambda device: DeltaCase(DeltaShape(1, 1, 16, 1), device),
    "long delta": lambda device: DeltaCase(DeltaShape(1, 1, 16, 66), device),
    "conv": lambda device: ConvCase(CONV, device),
    "conv of one tap": lambda device: ConvCase(ConvShape(32, 1), device),
    "long conv": lambda device: ConvCase(ConvShape(32, 70), device),
}


@pytest.mark.parametrize("make", SHAPES.values(), ids=SHAPES.keys())
def test_is_what_float64_gives(make: Callable[[str], Case], device: str) -> None:
    check.is_what_float64_gives(make(device), cuda)


@pytest.mark.parametrize("size", [7, 24, 48])
def test_heads_of_any_size_are_what_float64_gives(size: int, device: str) -> None:
    check.is_what_float64_gives(DeltaCase(DeltaShape(1, 2, size, 4), device), cuda)


@pytest.mark.parametrize("learned", [-8.0, 8.0], ids=["nothing learned", "all learned"])
@pytest.mark.parametrize("decay", [-20.0, 30.0], ids=["nothing forgotten", "all forgotten"])
@pytest.mark.parametrize("is_alike", [True, False], ids=["alike", "different"])
def test_extreme_rows_are_what_float64_gives(
    *, learned: float, decay: float, is_alike: bool, device: str
) -> None:
    """Rows of one key couple most; what is forgotten at once leaves no quotient to divide by."""
    case = DeltaCase(DeltaShape(1, 2, 32, 4), device)
    if is_alike:
        case.rows[:] = case.rows[:, :1]
    heads = case.shape.num_value_heads
    case.rows[..., -2 * heads : -heads] = learned
    case.rows[..., -heads:] = decay
    check.is_what_float64_gives(case, cuda)


def test_a_row_has_the_same_bits_at_every_width(case: Case) -> None:
    check.has_the_same_bits_at_every_width(case, cuda, 4, 16)


def test_rows_that_were_not_accepted_leave_no_trace(case: Case) -> None:
    check.forgets_rows_that_were_not_accepted(case, cuda)


def test_a_step_may_begin_behind_rows_that_were_not_accepted(case: Case) -> None:
    check.goes_back_behind_rows_that_were_not_accepted(case, cuda)


def test_a_step_without_real_rows_changes_nothing(case: Case) -> None:
    check.changes_nothing_without_real_rows(case, cuda)


@pytest.mark.parametrize(
    "case", [CASES["delta"], CASES["conv"]], ids=["delta", "conv"], indirect=True
)
def test_each_sequence_of_a_step_is_computed_as_if_alone(case: Case) -> None:
    check.computes_each_sequence_as_if_alone(case, cuda, seed=secrets.randbits(32))


@pytest.mark.parametrize("shape", [SMALL, SPLIT], ids=["small", "split"])
def test_codes_stand_for_the_values(shape: DeltaShape, device: str) -> None:
    run = cuda(DeltaCase(shape, device))
    values = run(0, 3, 4)
    assert isinstance(run.out, CudaActivations)
    assert_codes_stand_for(run.out, values)


def test_codes_of_a_convolution_stand_for_its_values(device: str) -> None:
    run = cuda(ConvCase(CONV, device))
    values = run(0, 3, 4)
    assert isinstance(run.out, CudaActivations)
    assert_codes_stand_for(run.out, values)


FULL = {
    "0.8B": DeltaShape(16, 16, 128, 4),
    "27B": DeltaShape(16, 48, 128, 4),
}


@pytest.mark.gpu
@pytest.mark.parametrize("shape", FULL.values(), ids=FULL)
def test_full_size(shape: DeltaShape, device: str) -> None:
    if device == "cpu":
        pytest.skip("full-size shapes take a CUDA device")
    case = DeltaCase(shape, device)
    check.is_what_float64_gives(case, cuda, tolerance=1e-4)
    check.has_the_same_bits_at_every_width(case, cuda, 2, 5, 16)
    check.forgets_rows_that_were_not_accepted(case, cuda)
