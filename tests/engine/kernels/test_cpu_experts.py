"""Routing and experts on the CPU against the reference; rows stand alone."""

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.cpu import CpuKernels
from engine.kernels.dense import DenseActivations, DenseMatrix
from engine.kernels.interface import Kernels
from engine.kernels.operands import Experts, Norm, Router, Routes
from engine.kernels.reference import ReferenceKernels
from tests.support.expert_case import CASES, ExpertCase, step, with_nan_rows

MAX_WIDTH = 40


def arena() -> Arena:
    return Arena(torch.device("cpu"))


def make_experts(case: ExpertCase) -> Experts:
    sizes, d = case.sizes, case.hidden_size
    stacked = sizes.num_experts * sizes.intermediate_size

    def matrix(num_rows: int, num_cols: int) -> DenseMatrix:
        return DenseMatrix(torch.randn(num_rows, num_cols) / num_cols**0.5)

    shared = {}
    if sizes.shared_size:
        shared = {
            "shared_gate_up": matrix(2 * sizes.shared_size, d),
            "shared_down": matrix(d, sizes.shared_size),
        }
    down = matrix(sizes.num_experts * d, sizes.intermediate_size)
    return Experts(
        sizes.num_experts, matrix(stacked, d), matrix(stacked, d), down, case.activation,
        **case.biases(), **shared,
    )  # fmt: skip


def run(
    kernels: Kernels, x: Tensor, norm: Norm, router: Router, experts: Experts, case: ExpertCase
) -> tuple[Routes, Tensor]:
    """x [n, d]: routes and mixture of a step that has three rows more, none of them real."""
    n = len(x)
    rows = torch.cat([x, torch.full((3, x.shape[1]), torch.nan)])
    inputs, routes, out = step(n, n + 3), case.no_routes(n + 3), torch.full_like(rows, torch.nan)
    kernels.route(rows, norm, router, routes, inputs)
    assert routes.weights[n:].isnan().all()
    kernels.mix_experts(DenseActivations(rows), experts, routes, None, out, inputs)
    assert out[n:].isnan().all()
    return routes.rows(n), out[:n]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_experts_match_the_reference_and_rows_stand_alone(case: ExpertCase) -> None:
    torch.manual_seed(7)
    x, norm = torch.randn(MAX_WIDTH - 3, case.hidden_size), case.norm()
    router = case.router(gated=case.sizes.shared_size == 64)
    experts = make_experts(case)
    kernels = CpuKernels(arena(), case.step_sizes, MAX_WIDTH)
    expected_routes, expected = run(
        ReferenceKernels(arena(), MAX_WIDTH), x, norm, router, experts, case
    )
    routes, out = run(kernels, x, norm, router, experts, case)
    assert torch.equal(routes.experts, expected_routes.experts)
    torch.testing.assert_close(routes.weights, expected_routes.weights, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(routes.shared, expected_routes.shared, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-5)
    for first, count in ((0, 1), (5, 1), (2, 6)):
        rows = x[first : first + count]
        few_routes, few = run(kernels, rows, norm, router, experts, case)
        assert torch.equal(few, out[first : first + count])
        assert torch.equal(few_routes.weights, routes.weights[first : first + count])


@pytest.mark.parametrize("is_reference", [False, True], ids=["cpu", "reference"])
def test_at_a_tie_the_expert_with_the_lower_number_is_used(is_reference: bool) -> None:
    torch.manual_seed(7)
    case = CASES["softmax"]
    kernels: Kernels = (
        ReferenceKernels(arena(), MAX_WIDTH)
        if is_reference
        else CpuKernels(arena(), case.step_sizes, MAX_WIDTH)
    )
    router = case.router()
    router.weight[:] = router.weight[1]
    routes = case.no_routes(2)
    x = torch.randn(2, case.hidden_size)
    kernels.route(x, case.norm(), router, routes, step(2, 2))
    assert routes.experts.tolist() == [[0, 1, 2]] * 2


def test_experts_that_no_row_uses_are_not_read() -> None:
    torch.manual_seed(7)
    case = CASES["softmax"]
    experts, kernels = make_experts(case), CpuKernels(arena(), case.step_sizes, MAX_WIDTH)
    x = DenseActivations(with_nan_rows(torch.randn(4, case.hidden_size), 2))
    routes = case.no_routes(4)
    routes.experts[:2] = torch.tensor([[1, 4, 6], [6, 0, 1]])
    routes.weights[:2] = 0.5
    for matrix in (experts.gate, experts.up, experts.down):
        assert isinstance(matrix, DenseMatrix)
        matrix.values.view(8, -1)[[2, 3, 5, 7]] = torch.nan
    out = torch.full((4, case.hidden_size), torch.nan)
    kernels.mix_experts(x, experts, routes, None, out, step(2, 4))
    assert out[:2].isfinite().all()
