"""Branches, norms, gates and layer inputs on the CUDA kernels, against the reference on the CPU."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.interface import Kernels, WeightStore
from engine.kernels.operands import (
    Activation,
    Activations,
    Branch,
    GateUp,
    Linear,
    Norm,
    Residual,
    StepInputs,
)
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.reference.weights import DenseWeights
from engine.kernels.weight_parts import MatrixPart
from engine.quants.tiles import TILE_FORMATS
from tests.support.shapes import plain_sizes

HIDDEN, VOCAB, CAPACITY, MAX_WIDTH = 192, 40, 50, 40
SIZES = replace(
    plain_sizes(HIDDEN, HIDDEN, 4, 2, HIDDEN, HIDDEN, VOCAB, CAPACITY),
    layer_inputs_size=HIDDEN,
    layer_input_size=12,
)


def norm(device: str, size: int = HIDDEN) -> Norm:
    return Norm(torch.linspace(0.5, 2.0, size, device=device), 1e-5)


class Case:
    """A random weight [2 * HIDDEN, HIDDEN], and rows [MAX_WIDTH, 3 * HIDDEN] of a step.

    `ends` are columns of the rows that an operation may change, `out` the activations it makes.
    """

    def __init__(self, kernels: Kernels, store: WeightStore, kind: GGMLType, device: str) -> None:
        generator = torch.Generator().manual_seed(42)
        values = torch.randn(2 * HIDDEN, HIDDEN, generator=generator)
        data = values.view(torch.uint8)
        if kind is GGMLType.Q8_0:
            codes = (values * 30).round().clamp(-127, 127).to(torch.int8).view(2 * HIDDEN, -1, 32)
            scale = torch.tensor([1 / 30], dtype=torch.float16).view(torch.int8)
            data = torch.cat([scale.expand(*codes.shape[:2], 2), codes], 2).view(torch.uint8)
        part = MatrixPart(data.reshape(2 * HIDDEN, -1).numpy(), kind, 2 * HIDDEN, HIDDEN)
        self.kernels, self.device = kernels, device
        self.weight = store.matrix([part])
        self.square, self.small = (
            store.matrix([replace(part, data=part.data[:n], num_rows=n)]) for n in (HIDDEN, 64)
        )
        rows = torch.randn(MAX_WIDTH, 3 * HIDDEN, generator=generator)
        self.rows = (rows * torch.logspace(-1, 1, 3 * HIDDEN)).to(device)
        self.history = torch.zeros((1, CAPACITY), dtype=torch.int32, device=device)
        self.everything = norm(device)

    def of(self, first: int, width: int, num_real: int) -> None:
        """The step: rows from `first` on, of which those that are not real are NaN."""
        ids = torch.arange(first, first + width, dtype=torch.int32, device=self.device)
        count = torch.tensor([num_real], dtype=torch.int32, device=self.device)
        self.inputs = StepInputs(ids * 7 % VOCAB, ids, ids, torch.zeros_like(ids), count)
        self.x = self.rows[first : first + width].clone()
        self.x[num_real:] = torch.nan
        self.ends = self.x[:, 2 * HIDDEN :]
        self.hidden = self.x[:, HIDDEN : 2 * HIDDEN].clone()
        self.branch = self.x[:, :HIDDEN]
        self.out = self.kernels.allocate_activations(HIDDEN).rows(width)

    def to(self, norm: Norm | None) -> Residual:
        return Residual(self.hidden, norm, self.out)

    def embedded(self, out: Activations) -> None:
        """Activations for a projection: of rows of the weight, without a norm."""
        to = Residual(self.hidden, None, out)
        self.kernels.embed(self.inputs, self.weight, self.history, to)


Run = Callable[[Case], None]


def embed(c: Case) -> None:
    c.kernels.embed(c.inputs, c.weight, c.history, c.to(None), 11.5)


def read_rows(c: Case) -> None:
    c.kernels.read_rows(c.inputs, c.weight, c.ends)


def project_add(c: Case) -> None:
    c.embedded(c.out)
    after = c.kernels.allocate_activations(HIDDEN).rows(len(c.x))
    c.kernels.project_add(c.out, Linear(c.square), Residual(c.hidden, None, after), c.inputs)
    c.out = after


def project_add_normed(c: Case) -> None:
    c.embedded(c.out)
    after = c.kernels.allocate_activations(HIDDEN).rows(len(c.x))
    to = Residual(c.hidden, None, after)
    c.kernels.project_add_normed(c.out, Linear(c.square), c.everything, to, c.inputs, 0.7)
    c.out = after


def project(c: Case) -> None:
    c.embedded(c.out)
    bias = c.everything.weight[:64]
    c.kernels.project(c.out, Linear(c.small, bias), c.ends[:, :64], c.inputs)


def add_branch(c: Case) -> None:
    c.kernels.add_branch(Branch(c.branch, c.everything), c.to(c.everything), c.inputs)


def add_plain_branch(c: Case) -> None:
    c.kernels.add_branch(Branch(c.branch), c.to(None), c.inputs, 0.7)


def add_branches(c: Case) -> None:
    first, second = Branch(c.branch.clone(), norm(c.device)), Branch(c.ends, c.everything)
    c.kernels.add_branches(first, second, norm(c.device), c.to(c.everything), c.inputs, 0.7)


def add_nothing(c: Case) -> None:
    c.kernels.add_branch(None, c.to(None), c.inputs, 0.7)


def normalize(c: Case) -> None:
    c.kernels.normalize(c.ends, c.everything, c.inputs)


def normalize_onto(c: Case) -> None:
    c.kernels.normalize(c.branch, c.everything, c.inputs, c.ends)


def softcap(c: Case) -> None:
    c.kernels.softcap(c.ends, 30.0, c.inputs)


def keep_and_join(c: Case) -> None:
    half = HIDDEN // 2
    ring = torch.zeros((1, CAPACITY + 1, half), device=c.device)
    following = replace(c.inputs, positions=c.inputs.positions + 1)
    c.kernels.keep_rows(c.branch[:, :half], norm(c.device, half), ring, c.inputs)
    c.kernels.join_rows(c.hidden[:, :half], ring, c.ends, following)


def join_nothing(c: Case) -> None:
    ring = torch.full((1, CAPACITY, HIDDEN // 2), torch.nan, device=c.device)
    at_0 = replace(c.inputs, positions=torch.zeros_like(c.inputs.positions))
    c.kernels.join_rows(c.hidden[:, : HIDDEN // 2], ring, c.ends, at_0)


def keep_and_take(c: Case) -> None:
    half = HIDDEN // 2
    ring = torch.zeros((1, CAPACITY + 1, HIDDEN), device=c.device)
    c.kernels.keep_rows(c.branch[:, :half], None, ring[..., half:], c.inputs)
    c.kernels.keep_rows(c.hidden[:, :half], norm(c.device, half), ring[..., :half], c.inputs)
    c.kernels.take_rows(ring, c.ends, c.inputs)


def keep_ahead(c: Case) -> None:
    half = HIDDEN // 2
    ring = torch.zeros((1, CAPACITY + 1, half), device=c.device)
    c.kernels.keep_rows(c.branch[:, :half], None, ring, c.inputs, offset=1)
    behind = replace(c.inputs, positions=c.inputs.positions + 1)
    c.kernels.join_rows(c.hidden[:, :half], ring, c.ends, behind, offset=0)


def spread(c: Case) -> None:
    columns = torch.arange(HIDDEN, dtype=torch.int32, device=c.device).flip(0) // 2 - 3
    c.kernels.spread(c.branch[:, : HIDDEN // 2], columns.clamp(min=-1), c.ends, c.inputs)


def gate_gelu(c: Case) -> None:
    c.kernels.gate(c.branch, c.ends, c.out, c.inputs, Activation.GELU)


def gate_clamped(c: Case) -> None:
    c.kernels.gate(c.branch, c.ends, c.out, c.inputs, Activation.CLAMPED)


def gated(activation: Activation) -> Run:
    def run(c: Case) -> None:
        c.embedded(c.out)
        after = c.kernels.allocate_activations(32).rows(len(c.x))
        c.kernels.project_gated(c.out, GateUp(c.small, activation), after, c.inputs)
        c.out = after

    return run


def project_gate(c: Case) -> None:
    c.embedded(c.out)
    after = c.kernels.allocate_activations(64).rows(len(c.x))
    up, linear = c.ends[:, :64], Linear(c.small)
    c.kernels.project_gate(c.out, linear, up, after, c.inputs, Activation.GELU)
    c.out = after


def layer_inputs(size: int) -> Run:
    def mix_layer_inputs(c: Case) -> None:
        c.kernels.mix_layer_inputs(c.inputs, c.weight, 8.0, norm(c.device, size), c.hidden)

    return mix_layer_inputs


def read(out: Activations, device: str) -> Tensor:
    """Activations [W, K] as they are read."""
    if isinstance(out, DenseActivations):
        return out.values.clone()
    assert isinstance(out, CudaActivations)
    if out.width > 16:
        return out.dense_rows.float()
    if out.values is not None:
        return out.values[: out.width].clone()
    assert out.codes is not None
    assert out.scales is not None
    column = torch.arange(out.num_cols, device=device)
    place = column // 64 * 64 + column % 16 // 4 * 16 + column % 64 // 32 * 8
    place += column % 32 // 16 * 4 + column % 4
    scales = out.scales[: out.num_cols // 32, : out.width, 0].T.repeat_interleave(32, 1)
    return out.codes[: out.width, place] * scales


def result(run: Run, c: Case, first: int, width: int, num_real: int) -> tuple[Tensor, Tensor]:
    """What changed, and the activations, of the real rows; asserts that others are as they were."""
    c.of(first, width, num_real)
    run(c)
    changed = torch.cat([c.hidden, c.x], 1)
    assert changed[num_real:].isnan().all()
    return changed[:num_real], read(c.out, c.device)[:num_real]


WITH_A_NORM = {add_branch, add_branches}


BOTH = [
    embed, read_rows, project_add, project_add_normed, project, add_branch, add_plain_branch,
    add_branches, gate_gelu, project_gate,
    layer_inputs(12), layer_inputs(32), layer_inputs(64),
]  # fmt: skip
FLOATS = [
    add_nothing, normalize, normalize_onto, keep_and_join, join_nothing, keep_and_take, keep_ahead,
    spread, softcap, gate_clamped,
    gated(Activation.CLAMPED),
]  # fmt: skip


@pytest.mark.parametrize(
    ("run", "kind"),
    [
        *((run, GGMLType.Q8_0) for run in [*BOTH, gated(Activation.GELU)]),
        *((run, GGMLType.F32) for run in [*BOTH, *FLOATS]),
    ],
)
def test_real_rows_match_the_reference_and_do_not_depend_on_the_step(
    run: Run, kind: GGMLType, device: str
) -> None:
    place = torch.device(device)
    store, plain = CudaWeights(Arena(place)), DenseWeights()
    exact = Case(ReferenceKernels(Arena(torch.device("cpu")), MAX_WIDTH), plain, kind, "cpu")
    ours = Case(CudaKernels(Arena(place), SIZES, MAX_WIDTH, store), store, kind, device)
    ours.kernels = CudaKernels(Arena(place), SIZES, MAX_WIDTH, store)  # knows the weights' kinds
    is_tiled = kind in TILE_FORMATS
    alone = {row: result(run, ours, row, 1, 1) for row in (0, 4)}
    for width, num_real in ((5, 5), (16, 6), (40, 20)):
        expected, read_expected = result(run, exact, 0, width, num_real)
        changed, read_rows = result(run, ours, 0, width, num_real)
        loose = 3e-2 if is_tiled else 1e-5  # of int8 codes, and of bfloat16
        size = float(expected.abs().max())
        torch.testing.assert_close(changed.cpu(), expected, rtol=loose, atol=loose * size)
        if width > 16 or run not in WITH_A_NORM:
            size = float(read_expected.nan_to_num().abs().max())
            torch.testing.assert_close(
                read_rows.cpu(), read_expected, rtol=loose, atol=loose * size, equal_nan=True
            )
        if width <= 16:
            for row, (changed_alone, read_alone) in alone.items():
                assert torch.equal(changed[row], changed_alone[0]), f"row {row} of {width}"
                assert torch.equal(read_rows[row].nan_to_num(), read_alone[0].nan_to_num())


@pytest.mark.parametrize("seed", range(8))
def test_a_normed_branch_of_any_size_is_that_of_a_product_and_a_launch(
    seed: int, device: str
) -> None:
    random, generator = Random(seed), torch.Generator().manual_seed(seed)
    place = torch.device(device)
    num_cols = 32 * random.randint(1, 9)
    size = random.choice((32, 64, 4 * random.randint(8, 90), 1024 + 8 * random.randint(0, 9)))
    width = random.randint(1, 16)

    def rows(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator).to(device)

    codes = torch.randint(-127, 128, (size, num_cols // 32, 32), generator=generator)
    scale = torch.tensor([0.01], dtype=torch.float16).view(torch.int8)
    data = torch.cat([scale.expand(*codes.shape[:2], 2), codes.to(torch.int8)], 2)
    part = MatrixPart(
        data.view(torch.uint8).reshape(size, -1).numpy(), GGMLType.Q8_0, size, num_cols
    )
    store = CudaWeights(Arena(place))
    linear = Linear(store.matrix([part]), random.choice((None, rows(size))))
    sizes = plain_sizes(size, size, 1, 1, num_cols, num_cols, VOCAB, CAPACITY)
    kernels = CudaKernels(Arena(place), sizes, MAX_WIDTH, store)
    ids = torch.arange(width, dtype=torch.int32, device=device)
    count = torch.tensor([random.randint(1, width)], dtype=torch.int32, device=device)
    inputs = StepInputs(ids, ids, ids, torch.zeros_like(ids), count)
    x, stream = (kernels.allocate_activations(n).rows(width) for n in (num_cols, size))
    kernels.add_branch(None, Residual(rows(width, num_cols), None, x), inputs)
    before, results = rows(width, size), []
    for operation in (CudaKernels.project_add_normed, Kernels.project_add_normed):
        hidden = kernels.allocate_rows(size)[:width].copy_(before)
        to = Residual(hidden, norm(device, size), stream)
        operation(kernels, x, linear, norm(device, size), to, inputs, 0.7)
        assert torch.equal(hidden[int(count) :], before[int(count) :])
        results.append(torch.cat([hidden, stream.sum_squares[:width]], 1)[: int(count)])
    torch.testing.assert_close(*results, rtol=1e-5, atol=1e-5)
