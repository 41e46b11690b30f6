"""Routing and experts on the CPU against the reference; rows stand alone."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.weights import CpuStack, CpuWeights
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.interface import Kernels, WeightStore
from engine.kernels.operands import Experts, Norm, Router, Routes
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.reference.weights import DenseWeights
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import MatrixPart, StackPart
from tests.support.expert_case import CASES, SHARED, SILU, ExpertCase, step, with_nan_rows
from tests.support.random_experts import MANY_ROWS, draw_case, draw_slots
from tests.support.random_rows import random_rows

MAX_WIDTH = 40
F32, F16, BF16, Q8_0 = GGMLType.F32, GGMLType.F16, GGMLType.BF16, GGMLType.Q8_0
Kinds = tuple[GGMLType, ...]  # of gate, up and down

# Sizes that fill neither panels nor tasks, types that differ.
ODD = {
    "floats": (replace(SHARED, sizes=ExpertSizes(5, 2, 23, 9), hidden_size=37), (F32, F16, BF16)),
    "odd inner": (replace(SILU, sizes=ExpertSizes(5, 2, 23), hidden_size=96), (Q8_0, Q8_0, F32)),
    "odd outputs": (replace(SILU, sizes=ExpertSizes(5, 2, 32), hidden_size=40), (F32, F32, Q8_0)),
    "mixed": (
        replace(SILU, sizes=ExpertSizes(5, 2, 64), hidden_size=160),
        (F16, GGMLType.Q4_0, GGMLType.Q5_1),
    ),
}


def arena() -> Arena:
    return Arena(torch.device("cpu"))


def make_experts(
    case: ExpertCase, store: WeightStore, kinds: Kinds = (F32, F32, F32), *, fused: bool = False
) -> Experts:
    """The same for every store. `fused`: gate and up are the halves of one tensor, gate's type."""
    sizes, d = case.sizes, case.hidden_size
    e, f, shared = sizes.num_experts, sizes.intermediate_size, sizes.shared_size

    def matrix(num_rows: int, num_cols: int) -> MatrixPart:
        return MatrixPart(random_rows(F32, num_rows, num_cols, 4), F32, num_rows, num_cols)

    def stacked(kind: GGMLType, num_rows: int, num_cols: int, seed: int) -> StackPart:
        rows = random_rows(kind, e * num_rows, num_cols, seed)
        return StackPart(rows.reshape(e, num_rows, -1), kind, num_cols)

    parts = [stacked(kind, f, d, seed) for seed, kind in enumerate(kinds[:2])]
    if fused:
        both = stacked(kinds[0], 2 * f, d, seed=0)
        parts = [replace(both, data=both.data[:, half * f :][:, :f]) for half in (0, 1)]
    gate, up, down = (
        store.expert_stack(part) for part in (*parts, stacked(kinds[2], d, f, seed=2))
    )
    torch.manual_seed(3)
    experts = Experts(gate, up, down, case.activation, **case.biases())
    if shared:
        both_shared, down_shared = matrix(2 * shared, d), matrix(d, shared)
        experts = replace(
            experts,
            shared_gate_up=store.matrix([both_shared]),
            shared_down=store.matrix([down_shared]),
        )
    return experts


def run(
    kernels: Kernels, x: Tensor, norm: Norm, router: Router, experts: Experts, case: ExpertCase
) -> tuple[Routes, Tensor]:
    """x [n, d]: routes and mixture of a step that has three rows more, none of them real."""
    n = len(x)
    rows = torch.cat([x, torch.full((3, x.shape[1]), torch.nan)])
    inputs, routes, out = step(n, n + 3), case.no_routes(n + 3), torch.full_like(rows, torch.nan)
    kernels.route(rows, norm, router, routes, inputs)
    assert routes.weights[n:].isnan().all()
    kernels.mix_experts(DenseActivations(rows), experts, routes, out, inputs)
    assert out[n:].isnan().all()
    return routes.rows(n), out[:n]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_experts_match_the_reference_and_rows_stand_alone(case: ExpertCase) -> None:
    torch.manual_seed(7)
    x, norm = torch.randn(MAX_WIDTH - 3, case.hidden_size), case.norm()
    router = case.router(gated=case.sizes.shared_size == 64)
    experts = make_experts(case, CpuWeights())
    kernels = CpuKernels(arena(), case.step_sizes, MAX_WIDTH)
    reference, dense = ReferenceKernels(arena(), MAX_WIDTH), make_experts(case, DenseWeights())
    expected_routes, expected = run(reference, x, norm, router, dense, case)
    routes, out = run(kernels, x, norm, router, experts, case)
    assert torch.equal(routes.experts, expected_routes.experts)
    torch.testing.assert_close(routes.weights, expected_routes.weights, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(routes.shared, expected_routes.shared, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-5 * float(expected.std()))
    for first, count in ((0, 1), (5, 1), (2, 6)):
        rows = x[first : first + count]
        few_routes, few = run(kernels, rows, norm, router, experts, case)
        assert torch.equal(few, out[first : first + count])
        assert torch.equal(few_routes.weights, routes.weights[first : first + count])


@pytest.mark.parametrize("fused", [False, True], ids=["apart", "fused"])
@pytest.mark.parametrize(("case", "kinds"), ODD.values(), ids=ODD.keys())
def test_experts_may_have_any_sizes_and_types(case: ExpertCase, kinds: Kinds, fused: bool) -> None:
    torch.manual_seed(7)
    x, norm, router = torch.randn(9, case.hidden_size), case.norm(), case.router()
    kernels, reference = CpuKernels(arena(), case.step_sizes, 12), ReferenceKernels(arena(), 12)
    results = [
        run(each, x, norm, router, make_experts(case, store, kinds, fused=fused), case)
        for each, store in ((kernels, CpuWeights()), (reference, DenseWeights()))
    ]
    (routes, out), (expected_routes, expected) = results
    assert torch.equal(routes.experts, expected_routes.experts)
    error = (out - expected).norm(dim=1) / expected.norm(dim=1)
    assert float(error.max()) < 4e-4  # codes of activations have 15 bits


@pytest.mark.parametrize("seed", range(12))
def test_rows_stand_alone_however_many_share_an_expert(seed: int) -> None:
    random = np.random.default_rng(seed)
    torch.manual_seed(seed)
    case, (kinds, *_) = draw_case(random)
    experts, dense = (make_experts(case, each(), kinds) for each in (CpuWeights, DenseWeights))
    kernels = CpuKernels(arena(), case.step_sizes, MANY_ROWS)
    reference = ReferenceKernels(arena(), MANY_ROWS)
    x, slots = torch.randn(MANY_ROWS, case.hidden_size), draw_slots(case, random, MANY_ROWS)
    weights = torch.rand(slots.shape)

    def mix(kernels: Kernels, experts: Experts, rows: slice) -> Tensor:
        some = x[rows]
        routes = Routes(slots[rows], weights[rows], torch.ones(len(some)))
        out = torch.full_like(some, torch.nan)
        inputs = step(len(some), len(some))
        kernels.mix_experts(DenseActivations(some), experts, routes, out, inputs)
        return out

    out, expected = (
        mix(each, of, slice(None)) for each, of in ((kernels, experts), (reference, dense))
    )
    # Activations magnify what codes of 15 bits lose; a wrong slot costs ten times as much.
    assert float((out - expected).norm() / expected.norm()) < 4e-3
    for first in random.integers(0, MANY_ROWS, 6):
        rows = slice(int(first), int(random.integers(first, MANY_ROWS)) + 1)
        assert torch.equal(mix(kernels, experts, rows), out[rows])


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
    case, store = CASES["softmax"], CpuWeights()
    experts, kernels = make_experts(case, store), CpuKernels(arena(), case.step_sizes, MAX_WIDTH)
    x = DenseActivations(with_nan_rows(torch.randn(4, case.hidden_size), 2))
    routes = case.no_routes(4)
    routes.experts[:2] = torch.tensor([[1, 4, 6], [6, 0, 1]])
    routes.weights[:2] = 0.5
    for stack in (experts.gate, experts.up, experts.down):
        assert isinstance(stack, CpuStack)
        panels = stack.panels.view("f4").reshape(stack.num_experts, -1)
        panels[[2, 3, 5, 7]] = torch.nan
    out = torch.full((4, case.hidden_size), torch.nan)
    kernels.mix_experts(x, experts, routes, out, step(2, 4))
    assert out[:2].isfinite().all()
