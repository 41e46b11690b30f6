"""Branches, norms, activations and layer inputs on the CPU, against the reference."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activation, Branch, GateUp, Linear, Norm, Residual, StepInputs
from engine.kernels.reference.kernels import ReferenceKernels
from tests.support.float_matrix import float_matrix
from tests.support.shapes import plain_sizes

HIDDEN, LAYERS, REAL, MAX_WIDTH, CAPACITY, VOCAB = 132, 3, 3, 5, 600, 11
SIZES = replace(
    plain_sizes(HIDDEN, HIDDEN, 6, 2, HIDDEN, HIDDEN, VOCAB, CAPACITY), layer_inputs_size=HIDDEN
)
LAYER_SIZE = HIDDEN // LAYERS

# Kernels, a wide table [VOCAB, HIDDEN], a wide tensor to change, inputs → what they computed.
Run = Callable[[Kernels, Tensor, Tensor, StepInputs], tuple[Tensor, ...]]


def norm(size: int = HIDDEN) -> Norm:
    return Norm(torch.linspace(0.5, 2.0, size), 1e-5)


def nan(cols: int = HIDDEN) -> DenseActivations:
    return DenseActivations(torch.full((MAX_WIDTH, cols), torch.nan))


def embed(scale: float, after: Norm | None) -> Run:
    def run(kernels: Kernels, table: Tensor, x: Tensor, inputs: StepInputs) -> tuple[Tensor, ...]:
        hidden, out = torch.full((MAX_WIDTH, HIDDEN), torch.nan), nan()
        history = torch.zeros(1, CAPACITY, dtype=torch.int32)
        to = Residual(hidden, after, out)
        kernels.embed(inputs, float_matrix(table, kernels), history, to, scale)
        return hidden, out.values

    return run


def project_add(kernels: Kernels, table: Tensor, x: Tensor, i: StepInputs) -> tuple[Tensor, ...]:
    hidden, out = x[:, :HIDDEN].clone(), nan()
    weight = float_matrix(table[:1].repeat(HIDDEN, 1), kernels)
    to = Residual(hidden, None, out)
    kernels.project_add(DenseActivations(hidden.clone()), Linear(weight), to, i)
    return hidden, out.values


def add_branch(has_branch: bool, before: Norm | None, after: Norm | None, scale: float) -> Run:
    def run(kernels: Kernels, table: Tensor, x: Tensor, inputs: StepInputs) -> tuple[Tensor, ...]:
        hidden, out = x[:, :HIDDEN].clone(), nan()
        branch = x[:, HIDDEN : 2 * HIDDEN].clone() if has_branch else None
        added = None if branch is None else Branch(branch, before)
        kernels.add_branch(added, Residual(hidden, after, out), inputs, scale)
        return hidden, out.values

    return run


def normalize(onto: bool) -> Run:
    def run(kernels: Kernels, table: Tensor, x: Tensor, inputs: StepInputs) -> tuple[Tensor, ...]:
        other = x[:, 2 * HIDDEN :].clone() if onto else None
        kernels.normalize(x[:, 1 : 1 + HIDDEN], norm(), inputs, other)
        return (x,) if other is None else (x, other)

    return run


def keep_and_join(kernels: Kernels, table: Tensor, x: Tensor, i: StepInputs) -> tuple[Tensor, ...]:
    ring, out = torch.ones(1, 4, HIDDEN), torch.full((MAX_WIDTH, 2 * HIDDEN), torch.nan)
    kernels.keep_rows(x[:, 1 : 1 + HIDDEN], norm(), ring, i)
    kernels.join_rows(x[:, 2 : 2 + HIDDEN], ring, out, i)
    return (out,)


def keep_and_take(kernels: Kernels, table: Tensor, x: Tensor, i: StepInputs) -> tuple[Tensor, ...]:
    ring, out = torch.ones(1, 4, 2 * HIDDEN), torch.full((MAX_WIDTH, 3 * HIDDEN), torch.nan)
    kernels.keep_rows(x[:, 1 : 1 + HIDDEN], None, ring[..., :HIDDEN], i)
    kernels.keep_rows(x[:, 2 : 2 + HIDDEN], norm(), ring[..., HIDDEN:], i)
    kernels.take_rows(ring, out[:, 5 : 5 + 2 * HIDDEN], i)
    return (out[:, 5 : 5 + 2 * HIDDEN],)


def keep_ahead(kernels: Kernels, table: Tensor, x: Tensor, i: StepInputs) -> tuple[Tensor, ...]:
    ring, out = torch.ones(1, 7, HIDDEN), torch.full((MAX_WIDTH, 2 * HIDDEN), torch.nan)
    kernels.keep_rows(x[:, 1 : 1 + HIDDEN], None, ring, i, offset=1)
    kernels.join_rows(x[:, 2 : 2 + HIDDEN], ring, out, i, offset=0)
    return (out,)


def spread(kernels: Kernels, table: Tensor, x: Tensor, i: StepInputs) -> tuple[Tensor, ...]:
    out = torch.full((MAX_WIDTH, VOCAB), torch.nan)
    columns = torch.tensor([-1, 0, 7, -1, 3, *[5] * (VOCAB - 5)], dtype=torch.int32)
    kernels.spread(x[:, 2:10], columns, out, i)
    return (out,)


def softcap(kernels: Kernels, table: Tensor, x: Tensor, i: StepInputs) -> tuple[Tensor, ...]:
    logits = x[:, :HIDDEN] * torch.logspace(-3, 3, HIDDEN)
    kernels.softcap(logits, 30.0, i)
    return (logits,)


def gate(activation: Activation) -> Run:
    def run(kernels: Kernels, table: Tensor, x: Tensor, inputs: StepInputs) -> tuple[Tensor, ...]:
        out = nan()
        x *= torch.logspace(-1, 1.5, x.shape[1])
        kernels.gate(x[:, 2 * HIDDEN :], x[:, :HIDDEN], out, inputs, activation)
        return (out.values,)

    return run


def project_gated(activation: Activation) -> Run:
    def run(kernels: Kernels, table: Tensor, x: Tensor, inputs: StepInputs) -> tuple[Tensor, ...]:
        out = nan(VOCAB - 1 >> 1)
        rows = DenseActivations(x[:, :HIDDEN].clone())
        gate_up = GateUp(float_matrix(table[:-1], kernels), activation)
        kernels.project_gated(rows, gate_up, out, inputs)
        return (out.values,)

    return run


def mix_layer_inputs(
    kernels: Kernels, table: Tensor, x: Tensor, i: StepInputs
) -> tuple[Tensor, ...]:
    mixed = x[:, :HIDDEN].clone()
    kernels.mix_layer_inputs(i, float_matrix(table, kernels), 8.0, norm(LAYER_SIZE), mixed)
    return (mixed,)


@pytest.mark.parametrize(
    "run",
    [
        embed(11.5, norm()),
        embed(1.0, None),
        project_add,
        add_branch(True, norm(), norm(), 1.0),
        add_branch(True, None, None, 0.7),
        add_branch(False, None, norm(), 0.7),
        normalize(onto=False),
        normalize(onto=True),
        softcap,
        keep_and_join,
        keep_and_take,
        keep_ahead,
        spread,
        *(gate(activation) for activation in Activation),
        *(project_gated(activation) for activation in Activation),
        mix_layer_inputs,
    ],
)
def test_real_rows_match_the_reference_and_others_do_not_matter(run: Run) -> None:
    torch.manual_seed(42)
    table, wide = torch.randn(VOCAB, HIDDEN), torch.randn(MAX_WIDTH, 3 * HIDDEN)
    wide[REAL:] = torch.nan
    inputs = StepInputs(
        token_ids=torch.tensor([3, 10, 0, 7, 7], dtype=torch.int32),
        positions=torch.arange(MAX_WIDTH, dtype=torch.int32),
        kv_rows=torch.arange(MAX_WIDTH, dtype=torch.int32),
        sequences=torch.zeros(MAX_WIDTH, dtype=torch.int32),
        num_rows=torch.tensor([REAL], dtype=torch.int32),
    )
    memory = Arena(torch.device("cpu"))
    fast = run(CpuKernels(memory, SIZES, MAX_WIDTH), table, wide.clone(), inputs)
    slow = run(ReferenceKernels(memory, MAX_WIDTH), table, wide.clone(), inputs)
    for ours, expected in zip(fast, slow, strict=True):
        torch.testing.assert_close(ours[:REAL], expected[:REAL], rtol=1e-5, atol=2e-5)
        assert ours[REAL:].isnan().all()
