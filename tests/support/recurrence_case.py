"""Sequences for recurrent layers, run in steps of any width, and what should come out, in float64."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from engine.kernels.dense_activations import DenseActivations
from engine.kernels.interface import Kernels
from engine.kernels.operands import (
    Activations,
    ConvState,
    DeltaRule,
    DeltaState,
    Norm,
    ShortConv,
    StepInputs,
)
from engine.kernels.sizes import STATE_ROWS, ConvShape, DeltaShape, StepSizes, conv_rows
from tests.support.runs import Run, inputs_of

MAX_WIDTH = 96


def recurrent_sizes(delta: DeltaShape | None = None, conv: ConvShape | None = None) -> StepSizes:
    """Of a model that has such layers alone."""
    return StepSizes(
        hidden_size=32,
        projected_size=64,
        attention=(),
        mixed_sizes=(32,),
        intermediate_sizes=(32,),
        vocab_size=40,
        capacity=256,
        delta=delta,
        conv=conv,
    )


class Case(Protocol):
    """What a layer computes, of all rows of S sequences; `rows` [S, T, …] is what it is given."""

    rows: Tensor

    @property
    def num_cols(self) -> int:
        """Of what it puts out."""

    def expected(self) -> Tensor:
        """All it puts out of the last sequence, float64 [T, num_cols]."""

    def fresh_state(self) -> DeltaState | ConvState:
        """A state that holds nothing but NaN."""

    def launch(
        self,
        kernels: Kernels,
        projected: Tensor,
        state: DeltaState | ConvState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        """Compute a step."""


def _unit(x: Tensor, eps: float) -> Tensor:
    return x / (x.pow(2).sum(-1, keepdim=True) + eps).sqrt()


def _convolved(x: Tensor, weight: Tensor) -> Tensor:
    """x float64 [T, channels] after zeros."""
    taps = weight.shape[1]
    padded = torch.cat([x.new_zeros(taps - 1, x.shape[1]), x])
    return sum(
        (padded[tap : tap + len(x)] * weight[:, tap].double() for tap in range(taps)),
        start=torch.zeros_like(x),
    )


@dataclass(eq=False)
class DeltaCase:
    """A gated delta rule layer of `shape` over `length` random rows of each sequence."""

    shape: DeltaShape
    device: str = "cpu"
    grouped: bool = False
    length: int = 96
    num_sequences: int = 3

    def __post_init__(self) -> None:
        shape, place = self.shape, self.device
        heads, size = shape.num_value_heads, shape.head_dim
        self.rule = DeltaRule(
            num_key_heads=shape.num_key_heads,
            num_value_heads=heads,
            head_dim=size,
            conv=torch.randn(shape.num_channels, shape.conv_len, device=place) * 0.6,
            decay=-torch.exp(torch.empty(heads, device=place).uniform_(-0.7, 2.0)),
            decay_bias=torch.randn(heads, device=place) - 3,
            norm=Norm(1 + torch.randn(size, device=place) / 4, 1e-6),
            grouped=self.grouped,
        )
        num_cols = shape.num_channels + heads * (size + 2)
        self.rows = torch.randn(self.num_sequences, self.length, num_cols, device=place)

    @property
    def num_cols(self) -> int:
        return self.shape.num_value_heads * self.shape.head_dim

    def expected(self) -> Tensor:
        rule, size, heads = self.rule, self.shape.head_dim, self.shape.num_value_heads
        sizes = [self.shape.num_channels, heads * size, heads, heads]
        u, z, b, a = self.rows[-1].double().split(sizes, dim=1)
        mixed = _convolved(u, rule.conv)
        mixed = (mixed * mixed.sigmoid()).view(self.length, -1, size)
        q, k, v = mixed.split([rule.num_key_heads, rule.num_key_heads, heads], dim=1)
        group = heads // rule.num_key_heads
        keys = [j // group if rule.grouped else j % rule.num_key_heads for j in range(heads)]
        q, k = _unit(q, rule.norm.eps)[:, keys], _unit(k, rule.norm.eps)[:, keys]
        kept = ((a + rule.decay_bias).exp().log1p() * rule.decay).exp()
        memory = q.new_zeros(heads, size, size)
        out = torch.empty_like(v)
        for row in range(self.length):
            memory = memory * kept[row, :, None, None]
            recalled = (k[row, :, :, None] * memory).sum(1)
            error = b[row, :, None].sigmoid() * (v[row] - recalled)
            memory = memory + k[row, :, :, None] * error[:, None]
            out[row] = (q[row, :, :, None] * memory).sum(1) / math.sqrt(size)
        out = out / (out.pow(2).mean(-1, keepdim=True) + rule.norm.eps).sqrt() * rule.norm.weight
        return out.flatten(1) * z * z.sigmoid()

    def fresh_state(self) -> DeltaState:
        shape, num = self.shape, self.num_sequences
        nan = torch.full((num, STATE_ROWS, 1), torch.nan, device=self.device)
        inputs = (num, conv_rows(shape.conv_len), shape.num_channels)
        columns = shape.num_value_heads * shape.head_dim
        heads = (num, shape.num_value_heads, shape.head_dim)
        return DeltaState(
            inputs=torch.full(inputs, torch.nan, device=self.device),
            keys=nan.repeat(1, 1, shape.num_key_heads * shape.head_dim),
            errors=nan.repeat(1, 1, columns),
            decays=nan.repeat(1, 1, shape.num_value_heads),
            memory=torch.full((*heads, shape.head_dim), torch.nan, device=self.device),
            base=torch.full(heads, -(2**31), dtype=torch.int32, device=self.device),
        )

    def launch(
        self,
        kernels: Kernels,
        projected: Tensor,
        state: DeltaState | ConvState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        assert isinstance(state, DeltaState)
        kernels.mix_delta(projected, self.rule, state, out, inputs)


@dataclass(eq=False)
class ConvCase:
    """A short convolution of `shape` over `length` random rows of each sequence."""

    shape: ConvShape
    device: str = "cpu"
    length: int = 96
    num_sequences: int = 3

    def __post_init__(self) -> None:
        size = self.shape.num_channels
        self.conv = ShortConv(torch.randn(size, self.shape.conv_len, device=self.device))
        self.rows = torch.randn(self.num_sequences, self.length, 3 * size, device=self.device)

    @property
    def num_cols(self) -> int:
        return self.shape.num_channels

    def expected(self) -> Tensor:
        b, c, u = self.rows[-1].double().chunk(3, dim=1)
        return c * _convolved(b * u, self.conv.weight)

    def fresh_state(self) -> ConvState:
        shape = (self.num_sequences, conv_rows(self.shape.conv_len), self.shape.num_channels)
        return ConvState(torch.full(shape, torch.nan, device=self.device))

    def launch(
        self,
        kernels: Kernels,
        projected: Tensor,
        state: DeltaState | ConvState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        assert isinstance(state, ConvState)
        kernels.convolve(projected, self.conv, state, out, inputs)


class Runner:
    """Runs steps of a case on `kernels`; the state is kept from step to step."""

    def __init__(self, case: Case, kernels: Kernels) -> None:
        self.case = case
        self.state = case.fresh_state()
        self._kernels = kernels
        self.out = kernels.allocate_activations(case.num_cols)

    def __call__(
        self, first: int, count: int, width: int | None = None, *, noise_from: int | None = None
    ) -> Tensor:
        """A run of the last sequence in a step of `width`: [count, num_cols]."""
        return self.step([Run(len(self.case.rows) - 1, first, count, noise_from)], width)

    def step(self, runs: Sequence[Run], width: int | None = None) -> Tensor:
        """The rows of `runs` in a step of `width`: [rows, num_cols]."""
        rows, device = self.case.rows, self.case.rows.device
        real = torch.cat([self._rows(run) for run in runs])
        count, width = len(real), width or len(real)
        # Some columns of a wider tensor, NaN where nothing is to be read.
        projected = torch.full((width, rows.shape[2] + 3), torch.nan, device=device)[:, 3:]
        projected[:count] = real
        out = values(self.out, width)
        out.fill_(torch.nan)
        self.case.launch(
            self._kernels,
            projected,
            self.state,
            self.out.rows(width),
            inputs_of(runs, width, device),
        )
        assert out[count:].isnan().all()
        return out[:count].float().clone()

    def _rows(self, run: Run) -> Tensor:
        rows = self.case.rows[run.sequence, run.first : run.first + run.count].clone()
        if run.noise_from is not None:
            rows[run.noise_from - run.first :] = 3.0
        return rows


def values(x: Activations, width: int) -> Tensor:
    """What a step of `width` rows put out, float [width, K]; it stays the activations' memory."""
    if isinstance(x, DenseActivations):
        return x.values[:width]
    narrow: Tensor | None = getattr(x, "values", None)
    dense: Tensor | None = getattr(x, "dense", None)
    assert narrow is not None
    assert dense is not None
    return (narrow if width <= len(narrow) else dense)[:width]


def one_by_one(run: Runner, begin: int, end: int) -> Tensor:
    """Rows begin … end - 1, each a step of its own."""
    return torch.cat([run(position, 1) for position in range(begin, end)])
