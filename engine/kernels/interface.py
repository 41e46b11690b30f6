"""The fused operations a step is made of: one protocol, an implementation per device, a slow reference.

Shapes are those of engine/kernels/operands.py; weights are [N, K]. Only the first `num_rows[0]` rows
are computed, a count read from memory when a kernel runs; the other rows are neither read nor
written. A row's result depends neither on W, on `num_rows`, nor on `span`.
"""

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from engine.kernels.operands import (
    Activation,
    Activations,
    ConvState,
    DeltaRule,
    DeltaState,
    Experts,
    ExpertStack,
    Heads,
    Matrix,
    MatrixPart,
    Norm,
    Router,
    Routes,
    ShortConv,
    StackPart,
    StepInputs,
)

ATTENTION_BLOCK = 256


class Memory(Protocol):
    """Where static tensors come from: the arena of a model."""

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """A tensor of `shape` that stays at one address."""


class WeightStore(Protocol):
    """Puts what the file holds where a device's kernels want it. Nothing of the file is kept."""

    def matrix(self, parts: Sequence[MatrixPart]) -> Matrix:
        """`parts`, all of one `num_cols`, below each other: a fused projection."""

    def expert_stack(self, part: StackPart) -> ExpertStack:
        """One matrix of each expert."""

    def place(self, data: Tensor) -> Tensor:
        """`data`, float32 of any shape in main memory, on the device."""


class ActivationStore(Protocol):
    """Knows how a device keeps the rows of a step."""

    def allocate_rows(self, num_cols: int) -> Tensor:
        """Rows [W, num_cols] of the widest step, as far apart as the device likes: for a stream, a branch."""

    def allocate_activations(self, num_cols: int) -> Activations:
        """Activations [W, num_cols] of the widest step."""


class Kernels(ActivationStore, Protocol):
    """Tensors are float32 unless said otherwise. `out` is overwritten.

    A norm that is None leaves the rows as they are; a device may leave the norm's scalar to whoever
    reads `out`, who is told its `eps`, or None where there was no norm.
    """

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        scale: float = 1.0,
    ) -> None:
        """hidden [W, d] = scale * rows `token_ids` of table [V, d]; out = norm(hidden).

        Also history[sequences[w], positions[w]] = token_ids[w]; history int32 [S, C].
        """

    def project(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        out: Tensor,
        eps: float | None,
        inputs: StepInputs,
    ) -> None:
        """out [W, N] = x @ weight.T + bias; bias [N]. `out` may be some columns of a wider tensor."""

    def attend(
        self,
        qkv: Tensor,
        keys: Tensor,
        values: Tensor,
        heads: Heads,
        out: Activations,
        span: int,
        inputs: StepInputs,
        gate: Tensor | None = None,
    ) -> None:
        """out [W, H * D] = causal attention of each row; qkv [W, (H + 2G) * D] may be changed.

        Keys and values are [S, G, R, D] (float32 or float16; on the CPU also bfloat16, or uint8
        [S, G, R, D / 32 * 34], which is Q8_0). Row w reads and writes those of sequences[w] alone.
        Norms and rotates the heads, writes keys and values at `kv_rows` % R, then attends to
        positions 0 … min(positions[w], span - 1), of which those within `heads.window` are seen;
        position p lies in row p % R. Softmax runs over blocks of `ATTENTION_BLOCK` positions, fixed on
        absolute positions, in order. `gate` [W, H] or [W, H * D] is what `heads.gate_function` is of.
        qkv and gate may be some columns of a wider tensor.
        """

    def project_add(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        """hidden [W, d] += x @ weight.T + bias; out = norm(hidden), for what comes next."""

    def add_branch(
        self,
        branch: Tensor | None,
        branch_norm: Norm | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        """hidden [W, d] = (hidden + branch_norm(branch)) * scale; out = norm(hidden).

        `branch` [W, d]; None adds nothing. branch_norm None: added as it is.
        """

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        """x [W, N] = norm(x), or onto += norm(x); x may be some columns of a wider tensor."""

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        """x [W, N] *= factors [C] at `positions`; x may be some columns of a wider tensor.

        A device may multiply rows that are not real, too: nobody reads them.
        """

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        """logits [W, V] = cap * tanh(logits / cap)."""

    def project_gated(
        self,
        x: Activations,
        gate_up: Matrix,
        out: Activations,
        eps: float | None,
        inputs: StepInputs,
        activation: Activation = Activation.SILU,
    ) -> None:
        """out [W, F] = activation(gate, up) of x @ gate_up.T; gate_up [2F, d] is gate above up."""

    def gate(
        self,
        x: Tensor,
        up: Tensor,
        out: Activations,
        inputs: StepInputs,
        activation: Activation,
    ) -> None:
        """out [W, N] = activation(x, up); both may be some columns of wider tensors."""

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        """x [W, L * P] = (norm(x) + scale * rows `token_ids` of table [V, L * P]) / sqrt(2).

        The norm is over each P = len(norm.weight) columns.
        """

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> None:
        """routes = what `router` makes of norm(hidden); hidden [W, d]."""

    def mix_experts(
        self,
        x: Activations,
        experts: Experts,
        routes: Routes,
        eps: float | None,
        out: Tensor,
        inputs: StepInputs,
    ) -> None:
        """out [W, d] = weighted sum of the outputs of each row's experts and the shared one.

        Experts are added in the order of `routes`, the shared one last.
        """

    def add_experts(
        self,
        x: Activations,
        experts: Experts,
        routes: Routes,
        eps: float | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        """hidden [W, d] += what `mix_experts` makes of x; out, which may be x, = norm(hidden)."""

    def mix_delta(
        self,
        projected: Tensor,
        rule: DeltaRule,
        state: DeltaState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        """out [W, Hv * D] = norm(o) * silu(z) of a gated delta rule, row after row.

        projected [W, …] is u (queries, keys, values before the convolution, D * (2 Hk + Hv) columns),
        z (D * Hv), b (Hv), a (Hv). For value head j, c = silu(conv(u)), q and k divided by their
        lengths, M the memory [D, D]: M *= forget; e = sigmoid(b) * (v - k M); M += k eᵀ; o = q M / sqrt(D).
        Adjacent rows of one sequence are a run, which goes on from the state of `sequences` and leaves
        all others as they are. At position 0 a state begins as zero, whatever it holds. Rows that are
        not real change nothing. A step of up to 16 rows keeps `base` STATE_LAG behind the first row of
        each run (or less far behind, where the state is not that old); a wider one, which is one run,
        takes all its rows into `memory`.
        """

    def convolve(
        self,
        projected: Tensor,
        conv: ShortConv,
        state: ConvState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        """out [W, d] = c * sum over j < K of weight[:, j] * (b * u) at position - K + 1 + j.

        projected [W, 3d] is b, c, u; positions below 0 count as zero; no activation. Positions before
        a run, as in `mix_delta`, are those that the state of its sequence has kept.
        """
