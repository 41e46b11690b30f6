"""Routing and experts on the device against the reference; a row's bits at any width."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.cuda.expert_memory import CudaStack, ExpertMemory, ExpertPlacement
from engine.kernels.cuda.experts import decode_launches
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.launching.capability import has_clusters
from engine.kernels.cuda.products.launch_shapes import Shape
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.interface import WeightStore
from engine.kernels.operands import Branch, Experts, Norm, Residual, Router, Routes
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.reference.weights import DenseWeights
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import MatrixPart, StackPart
from engine.runtime.host_experts import HostExperts
from tests.support.expert_case import (
    CLAMPED,
    GELU,
    SHARED,
    SIGMOID,
    SILU,
    ExpertCase,
    assert_near,
    on_device,
    step,
    with_nan_rows,
)
from tests.support.padded_rows import padded_rows
from tests.support.random_rows import random_rows

# Rows that are not real are NaN, of which numpy warns in the interpreter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

T = GGMLType
MAX_WIDTH = 48
MATRICES = ("gate", "up", "down", "shared_gate", "shared_up", "shared_down")


def rows_of(kind: GGMLType, num_rows: int, num_cols: int, seed: int) -> MatrixPart:
    data = random_rows(kind, num_rows, num_cols, seed)
    if kind is T.F32:
        data.view(np.float32)[:] *= 0.1
    elif kind is T.MXFP4:  # exponents whose sums stay finite
        data[:, ::17] = data[:, ::17] % 8 + 120
    return MatrixPart(data, kind, num_rows, num_cols)


@dataclass(frozen=True, eq=False)
class Model:
    """A case with weights of some kinds: one for all matrices, or one for each of MATRICES.

    Where the experts lie says `placement`; those of the processor are computed by `hosts`.
    """

    case: ExpertCase
    kinds: Sequence[GGMLType]
    device: str
    placement: ExpertPlacement | None = None
    hosts: list[HostExperts] = field(default_factory=list)
    memories: list[ExpertMemory] = field(default_factory=list)  # what kernels read by address

    def experts(self, weights: WeightStore) -> Experts:
        """The same for every store."""
        sizes, d = self.case.sizes, self.case.hidden_size
        e, f, shared = sizes.num_experts, sizes.intermediate_size, sizes.shared_size
        shapes = [(e * f, d), (e * f, d), (e * d, f), (shared, d), (shared, d), (d, shared)]
        kinds = list(self.kinds) * (6 // len(self.kinds))
        parts = {
            name: rows_of(kind, *shape, seed)
            for seed, (name, kind, shape) in enumerate(zip(MATRICES, kinds, shapes, strict=True))
            if 0 not in shape
        }
        stacks = (
            weights.expert_stack(
                StackPart(part.data.reshape(e, part.num_rows // e, -1), part.type, part.num_cols)
            )
            for part in (parts["gate"], parts["up"], parts["down"])
        )
        mixture = Experts(*stacks, self.case.activation)
        if shared:
            both = weights.matrix([parts["shared_gate"], parts["shared_up"]])
            down = weights.matrix([parts["shared_down"]])
            mixture = replace(mixture, shared_gate_up=both, shared_down=down)
        torch.manual_seed(3)
        biases = {name: weights.place(bias) for name, bias in self.case.biases().items()}
        return replace(mixture, **biases)

    def kernels(self) -> tuple[CudaKernels, Experts]:
        on, sizes = torch.device(self.device), self.case.step_sizes
        placed = None if self.placement is None else ExpertMemory(Arena(on), {0: self.placement})
        weights = CudaWeights(Arena(on), placed, host=CpuWeights())
        experts = self.experts(weights)
        if placed is not None and placed.helped is not None:
            self.memories.append(placed)
            self.hosts.append(HostExperts(placed.helped, sizes, MAX_WIDTH, on, 2))
        return CudaKernels(Arena(on), sizes, MAX_WIDTH, weights), experts

    def expect(self) -> None:
        """A mixture follows."""
        for host in self.hosts:
            host.expect_step()

    def close(self) -> None:
        for host in self.hosts:
            host.close()

    def expected(self, hidden: Tensor, norm: Norm, router: Router) -> tuple[Routes, Tensor]:
        """Of hidden [n, d], by the reference."""
        n = len(hidden)
        kernels = ReferenceKernels(Arena(torch.device("cpu")), n)
        x, routes = DenseActivations(torch.empty_like(hidden)), self.case.no_routes(n)
        out, inputs = torch.empty_like(hidden), step(n, n)
        kernels.add_branch(None, Residual(hidden.clone(), norm, x), inputs)
        kernels.route(hidden, norm, router, routes, inputs)
        kernels.mix_experts(x, self.experts(DenseWeights()), routes, out, inputs)
        return routes, out


def run(
    model: Model, hidden: Tensor, norm: Norm, router: Router, width: int,
    kernels: CudaKernels, experts: Experts,
) -> tuple[Routes, Tensor]:  # fmt: skip
    """A step of `width` rows whose first are hidden [n, d], the others NaN."""
    n, device = len(hidden), model.device
    rows = torch.full((width, hidden.shape[1]), torch.nan)
    rows[:n] = hidden
    rows, inputs = padded_rows(rows.to(device)), step(n, width, device)
    norm = Norm(norm.weight.to(device), norm.eps)
    router, routes = on_device(router, device), model.case.no_routes(width, device)
    x = kernels.allocate_activations(hidden.shape[1]).rows(width)
    out = padded_rows(torch.full_like(rows, torch.nan))
    kernels.add_branch(None, Residual(rows, norm, x), inputs)
    chosen = kernels.route(rows, norm, router, routes, inputs)
    assert routes.weights[n:].isnan().all()
    model.expect()
    kernels.mix_experts(x.after(norm), experts, chosen, out, inputs)
    assert out[n:].isnan().all()
    return Routes(*(part[:n].cpu() for part in vars(routes).values())), out[:n].cpu()


def check(routes: Routes, out: Tensor, wanted_routes: Routes, wanted: Tensor, bound: float) -> None:
    assert torch.equal(routes.experts, wanted_routes.experts)
    torch.testing.assert_close(routes.weights, wanted_routes.weights, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(routes.shared, wanted_routes.shared, rtol=1e-5, atol=1e-6)
    assert_near(out, wanted, bound)


# What a model is made of, its kinds of weights, how far from exact: activations' codes are rounded.
WIDE = 256  # columns of K-quants
MODELS = {
    "floats": (replace(SHARED, has_bias=False), [T.F32], 1e-5),
    "k-quants": (
        replace(SILU, sizes=ExpertSizes(4, 2, 32), hidden_size=WIDE),
        [T.Q4_K, T.Q6_K, T.Q8_0] * 2,
        0.03,
    ),
    "grids": (
        replace(SILU, sizes=ExpertSizes(4, 2, 64), hidden_size=WIDE),
        [T.IQ2_XS, T.IQ1_M, T.NVFP4] * 2,
        0.03,
    ),
    "shared": (SIGMOID, [T.Q8_0, T.Q8_0, T.Q5_1, T.Q4_0, T.Q4_0, T.Q8_0], 0.03),
    "gpt-oss": (
        replace(CLAMPED, sizes=ExpertSizes(6, 2, 32)),
        [T.Q8_0, T.Q4_0, T.MXFP4] * 2,
        0.03,
    ),
    # Experts whose rows and columns end within a program's 32, gate and up of unlike kinds.
    "odd": (
        replace(SILU, sizes=ExpertSizes(4, 2, 45, shared_size=21)),
        [T.Q5_0, T.F32, T.F32, T.F32, T.Q8_0, T.F16],
        0.03,
    ),
    "odd floats": (
        replace(CLAMPED, sizes=ExpertSizes(5, 2, 37, shared_size=11), hidden_size=50),
        [T.F32],
        1e-5,
    ),
    "mixed": (GELU, [T.Q4_0, T.Q4_0, T.F32] * 2, 0.03),
}


@pytest.fixture(params=MODELS.values(), ids=MODELS.keys())
def model_and_bound(request: pytest.FixtureRequest, device: str) -> tuple[Model, float]:
    case, kinds, bound = request.param
    return Model(case, kinds, device), bound


def inputs_of(model: Model, num_rows: int) -> tuple[Tensor, Norm, Router]:
    torch.manual_seed(11)
    norm = model.case.norm()
    if model.kinds[0] is not T.F32:
        norm.weight.mul_(0.003)  # random blocks have large values: moderate gates
    router = model.case.router(gated=model.case is not SIGMOID and model.case.sizes.shared_size > 0)
    router.weight.mul_(router.weight.shape[1] ** 0.5 / norm.weight.norm())
    return torch.randn(num_rows, model.case.hidden_size) * 3, norm, router


def half_on_the_processor(model: Model) -> Model:
    """The same, but every other expert is the processor's; the others are in two memories."""
    count = model.case.sizes.num_experts
    chosen = random.sample(range(count), count)
    parts = [tuple(sorted(chosen[first:end])) for first, end in ((2, count), (1, 2), (0, 1))]
    few, over_bus, host = parts
    host, few = (*host, *few[::2]), few[1::2]
    return replace(model, placement=ExpertPlacement(count, few, over_bus, tuple(sorted(host))))


@pytest.mark.parametrize("has_codes", [False, True], ids=["floats", "codes"])
def test_rows_of_which_the_processor_computes_experts(device: str, *, has_codes: bool) -> None:
    some = [made for made in MODELS.values() if (made[1] != [T.F32]) == has_codes]
    case, kinds, bound = random.choice(some)
    model = half_on_the_processor(Model(case, kinds, device))
    hidden, norm, router = inputs_of(model, 3)
    kernels, experts = model.kernels()
    routes, out = run(model, hidden, norm, router, 16, kernels, experts)
    wanted_routes, wanted = model.expected(hidden, norm, router)
    assert torch.equal(routes.experts, wanted_routes.experts)
    assert model.placement is not None
    is_host = torch.isin(routes.experts, torch.tensor(model.placement.host))
    weights = torch.where(is_host, 0.0, wanted_routes.weights)  # the processor has the others
    check(
        replace(wanted_routes, weights=routes.weights),
        out,
        replace(wanted_routes, weights=weights),
        wanted,
        bound,
    )
    for first, count, width in ((0, 1, 1), (1, 2, 5)):
        few = hidden[first : first + count]
        _, few_out = run(model, few, norm, router, width, kernels, experts)
        assert torch.equal(few_out, out[first : first + count])
    model.close()


def test_few_rows(model_and_bound: tuple[Model, float]) -> None:
    model, bound = model_and_bound
    hidden, norm, router = inputs_of(model, 2)
    kernels, experts = model.kernels()
    routes, out = run(model, hidden, norm, router, 16, kernels, experts)
    check(routes, out, *model.expected(hidden, norm, router), bound)
    for first, count, width in ((0, 1, 1), (1, 1, 5)):
        few = hidden[first : first + count]
        few_routes, few_out = run(model, few, norm, router, width, kernels, experts)
        assert torch.equal(few_out, out[first : first + count])
        assert torch.equal(few_routes.weights, routes.weights[first : first + count])


def test_experts_do_not_depend_on_who_adds_them(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many warps as sums or half as many, in one block or two, in steps of one row and more."""
    sums = random.choice([2, 4, 8])
    case = replace(SILU, sizes=ExpertSizes(4, 2, 32), hidden_size=512)
    kinds = [*random.choices([T.Q4_K, T.Q6_K, T.Q8_0, T.IQ4_XS], k=2), T.Q8_0] * 2
    model = Model(case, kinds, device)
    hidden, norm, router = inputs_of(model, 5)
    _, wanted = model.expected(hidden, norm, router)
    shapes = [(width, sets, 1) for width in (1, 5) for sets in (1, 2)]
    if has_clusters():
        shapes += [(1, sets, 2) for sets in (1, 2) if sums // sets > 1]
    found = []
    for width, sets, cluster in shapes:
        shape = Shape(sums // sets, 2, sets, apart=False, cluster=cluster)
        monkeypatch.setattr(decode_launches, "gate_shape", lambda *_, shape=shape, **__: shape)
        kernels, experts = model.kernels()
        _, out = run(model, hidden[:width], norm, router, width, kernels, experts)
        found.append(out[:1])
    assert_near(found[0], wanted[:1], 0.03)
    for shape, out in zip(shapes, found, strict=True):
        assert torch.equal(out, found[0]), shape


@pytest.mark.parametrize("shared_size", [0, 64])
@pytest.mark.parametrize("num_used", [2, 7, 8])
def test_slots_have_the_same_sum_in_a_cluster(
    num_used: int, shared_size: int, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_clusters():
        pytest.skip("The device has no clusters.")
    sizes = ExpertSizes(9, num_used, 96, shared_size)
    case = replace(SHARED if shared_size else SILU, sizes=sizes, hidden_size=512)
    model = Model(case, [T.Q4_K, T.Q4_K, T.Q8_0] * 2, device)
    hidden, norm, router = inputs_of(model, 3)
    _, wanted = model.expected(hidden, norm, router)
    for width in (1, 2, 3):
        kernels, experts = model.kernels()
        _, out = run(model, hidden[:width], norm, router, width, kernels, experts)
        assert_near(out, wanted[:width], 0.03)
        with monkeypatch.context() as patch:
            patch.setattr(decode_launches, "mix_cluster", lambda *_, **__: 1)
            kernels, experts = model.kernels()
            _, through_memory = run(model, hidden[:width], norm, router, width, kernels, experts)
        assert torch.equal(out, through_memory)


@pytest.mark.parametrize("name", ["floats", "shared", "odd", "odd floats"])
def test_a_prompt_step(name: str, device: str) -> None:
    case, kinds, bound = MODELS[name]
    sizes = replace(case.sizes, num_experts=4, num_used=2)
    model = Model(replace(case, sizes=sizes), kinds, device)
    hidden, norm, router = inputs_of(model, 18)
    kernels, experts = model.kernels()
    routes, out = run(model, hidden, norm, router, 20, kernels, experts)
    check(routes, out, *model.expected(hidden, norm, router), bound)
    hidden[:17] = torch.randn(17, model.case.hidden_size)
    _, again = run(model, hidden, norm, router, 20, kernels, experts)
    # Where there is no device, products of floats are numpy's, whose sums depend on a row's place.
    torch.testing.assert_close(again[17], out[17], rtol=1e-6, atol=1e-6 if T.F32 in kinds else 0)


def test_a_prompt_step_with_experts_of_the_processor(device: str) -> None:
    name = random.choice(["shared", "odd", "odd floats"])
    case, kinds, bound = MODELS[name]
    sizes = replace(case.sizes, num_experts=4, num_used=2)
    model = half_on_the_processor(Model(replace(case, sizes=sizes), kinds, device))
    hidden, norm, router = inputs_of(model, 18)
    kernels, experts = model.kernels()
    _, out = run(model, hidden, norm, router, 20, kernels, experts)
    wanted_routes, wanted = model.expected(hidden, norm, router)
    check(wanted_routes, out, wanted_routes, wanted, bound)
    model.close()


@pytest.mark.parametrize("width", [2, 17])
def test_what_no_row_uses_is_not_read(width: int, device: str) -> None:
    model = Model(SILU, [T.F32], device)
    kernels, experts = model.kernels()
    inputs, routes = step(2, width, device), SILU.no_routes(width, device)
    routes.experts[:2] = torch.tensor([[1, 4, 6], [6, 0, 1]])
    routes.weights[:2] = 0.5
    for stack in (experts.gate, experts.up, experts.down):
        assert isinstance(stack, CudaStack)
        stack.data.view(8, -1)[[2, 3, 5, 7]] = torch.nan
    torch.manual_seed(5)
    hidden = with_nan_rows(torch.randn(width, SILU.hidden_size), 2).to(device)
    x, out = kernels.allocate_activations(SILU.hidden_size).rows(width), hidden.clone()
    norm = SILU.norm()
    moved = Norm(norm.weight.to(device), norm.eps)
    kernels.add_branch(None, Residual(hidden, moved, x), inputs)
    kernels.mix_experts(x.after(norm), experts, routes, out, inputs)
    assert out[:2].isfinite().all()
    assert out[2:].isnan().all()


@pytest.mark.parametrize("is_helped", [False, True])
def test_a_mixture_joins_the_stream_as_a_branch_does(device: str, *, is_helped: bool) -> None:
    case, kinds, _ = MODELS["mixed"]
    model = Model(case, kinds, device)
    if is_helped:
        model = half_on_the_processor(model)
    kernels, experts = model.kernels()
    hidden, norm, router = inputs_of(model, 2)
    norm, router = Norm(norm.weight.to(device), norm.eps), on_device(router, device)
    results = []
    for is_fused in (True, False):
        stream = torch.cat([hidden, torch.full_like(hidden, torch.nan)]).to(device)
        inputs, routes = step(2, 4, device), case.no_routes(4, device)
        x = kernels.allocate_activations(case.hidden_size).rows(4)
        to = Residual(stream, norm, x)
        kernels.add_branch(None, to, inputs)
        routes = kernels.route(stream, norm, router, routes, inputs)
        model.expect()
        if is_fused:
            kernels.add_experts(x.after(norm), experts, routes, to, inputs)
        else:
            branch = torch.empty_like(stream)
            kernels.mix_experts(x.after(norm), experts, routes, branch, inputs)
            kernels.add_branch(Branch(branch), to, inputs)
        assert x.codes is not None
        assert x.values is not None
        assert stream[2:].isnan().all()
        results.append((stream[:2], x.codes[:2], x.values[:2], x.sum_squares[:2]))
    model.close()
    for fused, plain in zip(*results, strict=True):
        if is_helped:  # the processor's part is added before the others, or after them
            torch.testing.assert_close(fused.float(), plain.float(), rtol=1e-5, atol=1.5)
        else:
            assert torch.equal(fused, plain)
