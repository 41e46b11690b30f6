"""A gated MLP in the launches of the experts beside it."""

import random
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.dense_activations import DenseActivations, values_of
from engine.kernels.interface import Kernels, WeightStore
from engine.kernels.operands import (
    Activations,
    Experts,
    GateUp,
    Linear,
    Norm,
    ParallelBranches,
    Residual,
    Routes,
    StepInputs,
)
from engine.kernels.reference import experts as reference
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.reference.weights import DenseWeights
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import MatrixPart, StackPart
from tests.support.expert_case import GELU, ExpertCase, assert_near, on_device, step
from tests.support.padded_rows import padded_rows
from tests.support.random_rows import random_rows

# Rows that are not real are NaN, of which numpy warns in the interpreter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

T = GGMLType
QUANTIZED = (T.Q8_0, T.Q4_0, T.Q5_1, T.IQ4_NL)  # in blocks of 32 columns
WIDTH = 16


class Case:
    """Sizes and types at random; `kinds`: of gate, up and down of the MLP, then of the experts."""

    def __init__(self, kinds: list[GGMLType], num_experts: int = 6) -> None:
        self.kinds = kinds
        inner, dense = random.sample([32, 64, 96], 2)
        sizes = ExpertSizes(num_experts, random.randint(1, 4), inner, parallel_size=dense)
        hidden_size = random.choice([64, 96])
        self.case: ExpertCase = replace(GELU, sizes=sizes, hidden_size=hidden_size)
        self.norms = [self.case.norm() for _ in range(3)]
        self.router = self.case.router()
        for norm in self.norms:
            norm.weight.mul_(0.01)  # random blocks have large values: moderate gates
        self.router.weight.mul_(hidden_size**0.5 / self.norms[1].weight.norm())

    @property
    def dense_size(self) -> int:
        return self.case.sizes.parallel_size

    def branches(self, store: WeightStore, device: str) -> ParallelBranches:
        d, f, dense = self.case.hidden_size, self.case.sizes.intermediate_size, self.dense_size
        e = self.case.sizes.num_experts
        shapes = [(dense, d), (dense, d), (d, dense), (e * f, d), (e * f, d), (e * d, f)]
        parts = [
            MatrixPart(random_rows(kind, *shape, seed), kind, *shape)
            for seed, (kind, shape) in enumerate(zip(self.kinds, shapes, strict=True))
        ]
        stacks = (
            store.expert_stack(
                StackPart(part.data.reshape(e, part.num_rows // e, -1), part.type, part.num_cols)
            )
            for part in parts[3:]
        )
        return ParallelBranches(
            GateUp(store.matrix(parts[:2]), self.case.activation),
            Linear(store.matrix(parts[2:3])),
            on_device(self.router, device),
            Norm(self.norms[1].weight.to(device), 1e-5),
            Experts(*stacks, self.case.activation),
        )

    def run(
        self, kernels: Kernels, branches: ParallelBranches, rows: Tensor, x: Activations,
        activated: Activations, num_rows: int,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        """Both outputs of the first num_rows of rows [W, d]; the others stay NaN."""
        width, device = len(rows), str(rows.device)
        norm, experts_norm = (
            Norm(self.norms[i].weight.to(device), self.norms[i].eps) for i in (0, 2)
        )
        inputs, routes = step(num_rows, width, device), self.case.no_routes(width, device)
        out = (torch.full_like(rows, torch.nan), torch.full_like(rows, torch.nan))
        out = (padded_rows(out[0]), padded_rows(out[1]))
        kernels.add_branch(None, Residual(rows, norm, x), inputs)
        stream = Residual(rows, experts_norm, x)
        kernels.compute_branches(branches, x.after(norm), stream, activated, routes, out, inputs)
        assert all(each[num_rows:].isnan().all() for each in out)
        return out[0][:num_rows].cpu(), out[1][:num_rows].cpu()


class OnDevice:
    """The same weights and kernels for all widths."""

    def __init__(self, case: Case, device: str) -> None:
        self.case, self.device, on = case, device, torch.device(device)
        weights = CudaWeights(Arena(on), host=CpuWeights())
        self.branches = case.branches(weights, device)
        sizes = replace(case.case.step_sizes, intermediate_sizes=(case.dense_size,))
        self.kernels = CudaKernels(Arena(on), sizes, WIDTH + 4, weights)
        self.x = self.kernels.allocate_activations(case.case.hidden_size)
        self.activated = self.kernels.allocate_activations(case.dense_size)

    def run(self, hidden: Tensor, width: int) -> tuple[Tensor, Tensor]:
        rows = torch.full((width, hidden.shape[1]), torch.nan)
        rows[: len(hidden)] = hidden
        rows = padded_rows(rows.to(self.device))
        return self.case.run(
            self.kernels, self.branches, rows, self.x.rows(width), self.activated.rows(width),
            len(hidden),
        )  # fmt: skip


class RoundedKernels(ReferenceKernels):
    """The reference, with activations in 8 bits where quantized weights of `case` read them.

    All matrices of the MLP are quantized, or none is; those of the experts likewise.
    """

    def __init__(self, case: Case, num_rows: int) -> None:
        super().__init__(Arena(torch.device("cpu")), num_rows)
        self.kinds = case.kinds

    def project(self, x: Activations, linear: Linear, out: Tensor, inputs: StepInputs) -> None:
        super().project(rounded(x, self.kinds[0]), linear, out, inputs)

    def mix_experts(
        self, x: Activations, experts: Experts, routes: Routes, out: Tensor, inputs: StepInputs
    ) -> None:
        exact = reference.activated

        def activated(*args: Any) -> Tensor:
            return rounded(DenseActivations(exact(*args)), self.kinds[3]).values

        with patch.object(reference, "activated", activated):
            super().mix_experts(rounded(x, self.kinds[3]), experts, routes, out, inputs)


def rounded(x: Activations, kind: GGMLType) -> DenseActivations:
    """What is left of x in codes of 8 bits, 32 of a scale; all if weights of `kind` are floats."""
    values = values_of(x)
    if kind not in QUANTIZED:
        return DenseActivations(values)
    groups = values.unflatten(-1, (-1, 32))
    scales = groups.abs().amax(-1, keepdim=True) / 127
    codes = torch.round(groups / torch.where(scales == 0, 1, scales))
    return DenseActivations((codes * scales).flatten(-2))


def expected(case: Case, hidden: Tensor) -> tuple[Tensor, Tensor]:
    """By the reference, in float32."""
    return _computed(case, ReferenceKernels(Arena(torch.device("cpu")), len(hidden)), hidden)


def expected_of_codes(case: Case, hidden: Tensor) -> tuple[Tensor, Tensor]:
    """By the reference, from activations in 8 bits: some are rounded to another code at most."""
    return _computed(case, RoundedKernels(case, len(hidden)), hidden)


def _computed(case: Case, kernels: Kernels, hidden: Tensor) -> tuple[Tensor, Tensor]:
    x = DenseActivations(torch.empty_like(hidden))
    activated = DenseActivations(torch.empty(len(hidden), case.dense_size))
    branches = case.branches(DenseWeights(), "cpu")
    return case.run(kernels, branches, hidden.clone(), x, activated, len(hidden))


def check(outputs: tuple[Tensor, Tensor], wanted: tuple[Tensor, Tensor], bound: float) -> None:
    for out, right in zip(outputs, wanted, strict=True):
        assert_near(out, right, bound)


def drawn(num_experts: int = 6) -> Case:
    gate = random.choice(QUANTIZED)
    kinds = [gate, gate, *(random.choice(QUANTIZED) for _ in range(4))]
    return Case(kinds, num_experts)


# Of few rows and experts every program chooses its own; of more an expert is read once for all.
@pytest.mark.parametrize(("num_experts", "width"), [(6, 3), (6, 9), (140, 2), (140, 5)])
def test_rows_have_the_same_bits_in_any_step(device: str, num_experts: int, width: int) -> None:
    case = drawn(num_experts)
    some = OnDevice(case, device)
    hidden = torch.randn(width, case.case.hidden_size) * 3
    outputs = some.run(hidden, width)
    check(outputs, expected_of_codes(case, hidden), 0.01)
    row = random.randrange(width)
    for wide in (1, random.randint(2, WIDTH)):
        alone = some.run(hidden[row : row + 1], wide)
        for each, out in zip(alone, outputs, strict=True):
            assert torch.equal(each[0], out[row])


def test_a_step_of_fewer_launches(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a launch of its own")

    some = OnDevice(drawn(), device)
    for name in ("project_gated", "project", "mix_experts", "route"):
        monkeypatch.setattr(some.kernels, name, refused)
    assert some.run(torch.randn(2, some.case.case.hidden_size), 2)[0].isfinite().all()


@pytest.mark.parametrize("floats", [range(3), range(3, 6), range(6)])
def test_weights_that_are_not_quantized(device: str, floats: range) -> None:
    case = drawn()
    case.kinds = [T.F32 if i in floats else kind for i, kind in enumerate(case.kinds)]
    hidden = torch.randn(3, case.case.hidden_size) * 3
    outputs = OnDevice(case, device).run(hidden, 4)
    check(outputs, expected_of_codes(case, hidden), 0.01)


def test_a_prompt_step(device: str) -> None:
    case = drawn()
    hidden = torch.randn(WIDTH + 2, case.case.hidden_size) * 3
    outputs = OnDevice(case, device).run(hidden, WIDTH + 4)
    check(outputs, expected(case, hidden), 0.03)
