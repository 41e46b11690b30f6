"""The protocol of the fused operations of a step; every device and the reference implement it.

See engine/kernels/operands.py for shapes; weights are [N, K]. Kernels compute the first
`num_rows[0]` rows, a count read when the kernel runs; other rows are neither read nor written. A
row's result depends on none of W, `num_rows` and `span`.
"""

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from engine.kernels.operands import (
    QKV,
    Activation,
    Activations,
    Branch,
    Candidates,
    Confidence,
    ConvState,
    DeltaRule,
    DeltaState,
    Experts,
    GateUp,
    Heads,
    KVState,
    Linear,
    Norm,
    ParallelBranches,
    Residual,
    Router,
    Routes,
    ShortConv,
    StepInputs,
)
from engine.kernels.sizes import PAGE_ROWS
from engine.kernels.weight_parts import ExpertStack, Matrix, MatrixPart, StackPart

ATTENTION_BLOCK = PAGE_ROWS  # so that a block lies in one page


class Memory(Protocol):
    """Allocates static tensors on `device`, from a model's arena."""

    device: torch.device

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """A tensor of `shape` whose address never changes."""


class WeightStore(Protocol):
    """Copies weights of the file to a device, in the layout of its kernels."""

    def matrix(self, parts: Sequence[MatrixPart]) -> Matrix:
        """A fused projection: the rows of all `parts`, which have the same `num_cols`."""

    def expert_stack(self, part: StackPart) -> ExpertStack:
        """One matrix per expert."""

    def adopt(self, weight: Matrix) -> Matrix:
        """`weight` of another model on the device, for use in this one too."""

    def place(self, data: Tensor) -> Tensor:
        """`data`, float32 of any shape in main memory, moved to the device if necessary."""


class ActivationStore(Protocol):
    """Allocates the rows of a step in a device's layout."""

    def allocate_rows(self, num_cols: int) -> Tensor:
        """Rows [W, num_cols] of the widest step, with a row stride of the device's choice."""

    def allocate_activations(self, num_cols: int) -> Activations:
        """Activations [W, num_cols] of the widest step."""


class Kernels(ActivationStore, Protocol):
    """Tensors are float32 unless stated otherwise. `out` is overwritten.

    An operation with a body here is a composition, which a device may fuse.
    """

    def scratch(self, width: int, num_cols: int) -> Tensor:
        """Rows [width, num_cols] between the parts of a composition."""

    def embed(
        self, inputs: StepInputs, table: Matrix, history: Tensor, to: Residual, scale: float = 1.0
    ) -> None:
        """to.hidden = scale * rows `token_ids` of table [V, d].

        Also history[sequences[w], positions[w]] = token_ids[w]; history int32 [S, C].
        """

    def note_tokens(self, inputs: StepInputs, history: Tensor) -> None:
        """The same of `history` alone, where another device has embedded the rows."""

    def project(self, x: Activations, linear: Linear, out: Tensor, inputs: StepInputs) -> None:
        """out [W, N] = linear(x). `out` may be columns of a wider tensor."""

    def attend(
        self, x: QKV, kv: KVState, heads: Heads, out: Activations, span: int, inputs: StepInputs
    ) -> None:
        """out [W, H * D] = causal attention of each row; x.rows may be changed.

        Row w reads and writes keys and values of sequences[w] only. The kernel norms and rotates
        the heads, writes keys and values to row `kv_rows` % R, then attends to positions
        0 … min(positions[w], span - 1) within `heads.window`. Softmax processes aligned blocks of
        `ATTENTION_BLOCK` positions in order. Heads that are not causal attend up to the last
        position of sequences[w] in the step.
        """

    def append(self, x: Tensor, kv: KVState, heads: Heads, inputs: StepInputs) -> None:
        """Write keys and values of rows of one sequence; x [W, 2G * D] may be changed.

        As `attend` does, for rows without queries. x may be columns of a wider tensor.
        """

    def project_add(self, x: Activations, linear: Linear, to: Residual, inputs: StepInputs) -> None:
        """to.hidden += linear(x)."""
        branch = self.scratch(*to.hidden.shape)
        self.project(x, linear, branch, inputs)
        self.add_branch(Branch(branch), to, inputs)

    def project_add_normed(
        self,
        x: Activations,
        linear: Linear,
        norm: Norm,
        to: Residual,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        """to.hidden = (to.hidden + norm(linear(x))) * scale."""
        branch = self.scratch(*to.hidden.shape)
        self.project(x, linear, branch, inputs)
        self.add_branch(Branch(branch, norm), to, inputs, scale)

    def add_branch(
        self, branch: Branch | None, to: Residual, inputs: StepInputs, scale: float = 1.0
    ) -> None:
        """to.hidden = (to.hidden + branch) * scale; a branch of None adds nothing."""

    def add_branches(
        self,
        first: Branch,
        second: Branch,
        norm: Norm,
        to: Residual,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        """to.hidden = (to.hidden + norm(first + second)) * scale.

        Both have norms of their own. The rows of `first` may be overwritten.
        """
        for branch, onto in ((first, None), (second, first.rows)):
            assert branch.norm is not None
            self.normalize(branch.rows, branch.norm, inputs, onto)
        self.add_branch(Branch(first.rows, norm), to, inputs, scale)

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        """x [W, N] = norm(x), or onto += norm(x); x may be columns of a wider tensor."""

    def keep_rows(
        self, x: Tensor, norm: Norm | None, ring: Tensor, inputs: StepInputs, offset: int = 0
    ) -> None:
        """ring[sequences[w], (positions[w] + offset) % R] = norm(x [W, N]).

        ring [S, R, N] may be columns of a wider one; without a norm the rows are kept as they are.
        """

    def take_rows(self, ring: Tensor, out: Tensor, inputs: StepInputs) -> None:
        """out [W, N] = the rows that `keep_rows` has kept for `positions`."""

    def join_rows(
        self, x: Tensor, ring: Tensor, out: Tensor, inputs: StepInputs, offset: int = -1
    ) -> None:
        """out [W, 2N] = x [W, N] and the row that `keep_rows` has kept for the position + offset.

        Zeros for positions below 0. No row of a step reads what another one keeps.
        """

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        """x [W, N] *= factors [C] at `positions`; x may be columns of a wider tensor.

        A device may also multiply the rows after `num_rows`, which are never read.
        """

    def spread(self, x: Tensor, columns: Tensor, out: Tensor, inputs: StepInputs) -> None:
        """out [W, V] = the columns x[:, columns [V]], -inf where columns is -1; columns int32."""

    def begin_chain(self, ids: Tensor, counts: Tensor, first: int, inputs: StepInputs) -> None:
        """ids[first] = token_ids[0]; counts [N] = 1 for each row in use, else 0. All are int32."""

    def extend_chain(
        self,
        added: Tensor,
        logits: Tensor,
        tokens: Tensor | None,
        next_id: Tensor,
        inputs: StepInputs,
    ) -> None:
        """logits [1, V] += added [1, V]; next_id int32 [1] = the likeliest, the first of equals.

        With `tokens` int32 [V], the token of that.
        """

    def rate_drafts(
        self, x: Tensor, before: Tensor, confidence: Confidence, out: Tensor, inputs: StepInputs
    ) -> None:
        """out [W] = `confidence` of x [W, d] and before [W, r]."""

    def read_rows(self, inputs: StepInputs, table: Matrix, out: Tensor) -> None:
        """out [W, r] = rows `token_ids` of table [V, r]; of `inputs` only `num_rows` beside."""

    def convolve_block(
        self,
        x: Tensor,
        norm: Norm | None,
        base: Tensor,
        factors: Tensor,
        out: Tensor,
        inputs: StepInputs,
    ) -> None:
        """out [W, d] = the sum over K taps t of (base + factor) * norm(x [W, d]) at row - t.

        base [K, d]; factors [W, K * G] are those of the row, for each tap and each of G groups of
        columns. Nothing is before row 0; the rows are of one sequence.
        """

    def choose_candidates(self, logits: Tensor, candidates: Candidates, inputs: StepInputs) -> None:
        """The likeliest ids of each row of logits [W, V], the likeliest first, and their logits.

        Among equals the lower id is first. All candidates of row 0 are token_ids[0].
        """

    def walk_candidates(
        self, logits: Tensor, candidates: Candidates, scale: float, inputs: StepInputs
    ) -> None:
        """logits [W, V] of each row but the first = its candidates' scores, -inf elsewhere.

        A score is scale * logit + after · (before * gate), `before` of the best candidate of the
        row before.
        """

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        """logits [W, V] = cap * tanh(logits / cap)."""

    def project_gated(
        self, x: Activations, gate_up: GateUp, out: Activations, inputs: StepInputs
    ) -> None:
        """out [W, F] = activation(gate, up) of x @ weight.T."""
        both = self.scratch(len(inputs.token_ids), gate_up.weight.num_rows)
        self.project(x, Linear(gate_up.weight), both, inputs)
        gate, up = both.chunk(2, dim=1)
        self.gate(gate, up, out, inputs, gate_up.activation)

    def project_gate(
        self,
        x: Activations,
        gate: Linear,
        up: Tensor,
        out: Activations,
        inputs: StepInputs,
        activation: Activation,
    ) -> None:
        """out [W, N] = activation(gate(x), up); up may be columns of a wider tensor."""
        gates = self.scratch(len(up), gate.num_rows)
        self.project(x, gate, gates, inputs)
        self.gate(gates, up, out, inputs, activation)

    def gate(
        self, x: Tensor, up: Tensor, out: Activations, inputs: StepInputs, activation: Activation
    ) -> None:
        """out [W, N] = activation(x, up); both may be columns of wider tensors."""

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        """x [W, L * P] = (norm(x) + scale * rows `token_ids` of table [V, L * P]) / sqrt(2).

        The norm runs over groups of P = len(norm.weight) columns.
        """

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> Routes:
        """The experts and weights that `router` gives norm(hidden), for a mixture; hidden [W, d].

        They are in `routes` at the latest when the mixture of the returned routes is computed.
        """

    def mix_experts(
        self, x: Activations, experts: Experts, routes: Routes, out: Tensor, inputs: StepInputs
    ) -> None:
        """out [W, d] = weighted sum of the outputs of each row's experts and the shared expert.

        Experts are added in the order of `routes`, the shared expert last.
        """

    def add_experts(
        self, x: Activations, experts: Experts, routes: Routes, to: Residual, inputs: StepInputs
    ) -> None:
        """to.hidden += `mix_experts` of x. to.normed may be x."""
        mixture = self.scratch(*to.hidden.shape)
        self.mix_experts(x, experts, routes, mixture, inputs)
        self.add_branch(Branch(mixture), to, inputs)

    def compute_branches(
        self,
        branches: ParallelBranches,
        x: Activations,
        stream: Residual,
        activated: Activations,
        routes: Routes,
        out: tuple[Tensor, Tensor],
        inputs: StepInputs,
    ) -> None:
        """out, twice [W, d] = the MLP of x, and the experts' mixture of stream.norm of the stream.

        x is another norm of it. It may be `stream.normed`; both have undefined contents afterwards,
        as `activated` [W, F of the MLP].
        """
        dense, mixture = out
        self.project_gated(x, branches.gate_up, activated, inputs)
        self.project(activated, branches.down, dense, inputs)
        hidden, norm = stream.hidden, branches.router_norm
        routes = self.route(hidden, norm, branches.router, routes, inputs)
        self.add_branch(None, stream, inputs)
        x = stream.normed.after(stream.norm)
        self.mix_experts(x, branches.experts, routes, mixture, inputs)

    def mix_delta(
        self, x: Tensor, rule: DeltaRule, state: DeltaState, out: Activations, inputs: StepInputs
    ) -> None:
        """out [W, Hv * D] = norm(o) * silu(z) of a gated delta rule, row by row.

        x [W, …] is u (q, k and v before the convolution, D * (2 Hk + Hv) columns), z (D * Hv),
        b (Hv) and a (Hv). q, k, v = silu(conv(u)), with q and k divided by their L2 norms. Each
        value head has a memory M [D, D]: M *= decay; e = sigmoid(b) * (v - k M); M += k eᵀ;
        o = q M / sqrt(D).

        A run is the adjacent rows of one sequence; it continues the state of that sequence. At
        position 0 the state is reset to zero. Rows after `num_rows` change no state. A step of up
        to MAX_LOGGED_ROWS rows moves `base` to at most STATE_LAG before the first row of each run.
        A wider step has one run, and all its rows go into `memory`.
        """

    def convolve(
        self, x: Tensor, conv: ShortConv, state: ConvState, out: Activations, inputs: StepInputs
    ) -> None:
        """out [W, d] = c * sum over j < K of weight[:, j] * (b * u) at position - K + 1 + j.

        x [W, 3d] is b, c, u; b * u is zero below position 0. There is no activation. Positions
        before a run (see `mix_delta`) come from the state of its sequence.
        """
