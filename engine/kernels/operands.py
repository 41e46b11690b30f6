"""What the fused operations work on: weights, activations, a layer's constants, a sequence's state.

Shapes: W rows (tokens) of a step, d hidden size, H query heads, G key/value heads, D head size,
F feed-forward size, E experts, k of them used by a token, C capacity of the KV cache in rows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from engine.gguf.types import GGMLType


class Matrix(Protocol):
    """A weight [num_rows, num_cols] as its device keeps it."""

    @property
    def num_rows(self) -> int:
        """Outputs of the projection."""

    @property
    def num_cols(self) -> int:
        """Inputs of the projection."""


class ExpertStack(Protocol):
    """One weight [num_rows, num_cols] of each of `num_experts` experts, as the device keeps them."""

    @property
    def num_experts(self) -> int:
        """Experts that have such a matrix."""

    @property
    def num_rows(self) -> int:
        """Outputs of one expert's projection."""

    @property
    def num_cols(self) -> int:
        """Its inputs."""


class Activations(Protocol):
    """Rows that a projection reads, as their device wants them: floats, codes and scales, both."""

    def rows(self, width: int) -> "Activations":
        """The same memory seen as `width` rows."""


@dataclass(frozen=True)
class MatrixPart:
    """Rows of a weight as they lie in the file: `data` is contiguous, of blocks of `type`.

    `factors` float32 [num_rows] is what each row is multiplied by; only rows of NVFP4 may have them.
    """

    data: NDArray[np.uint8]
    type: GGMLType
    num_rows: int
    num_cols: int
    factors: NDArray[np.float32] | None = None


@dataclass(frozen=True)
class StackPart:
    """One matrix of each expert as they lie in the file: `data` [E, N, bytes of a row], of blocks of `type`.

    Rows of one expert follow each other, but experts may stand apart: of a tensor that has gate above
    up, either is a view. `factors` float32 [E] is what each expert's rows are multiplied by; only NVFP4's
    may be.
    """

    data: NDArray[np.uint8]
    type: GGMLType
    num_cols: int
    factors: NDArray[np.float32] | None = None

    @property
    def num_experts(self) -> int:
        return len(self.data)

    @property
    def num_rows(self) -> int:
        return int(self.data.shape[1])

    def matrices(self, rows_multiple: int) -> list[MatrixPart]:
        """Every expert's rows; in one piece where they lie so, and each expert has whole `rows_multiple`s."""
        size = self.num_rows
        factors = None if self.factors is None else np.repeat(self.factors, size)
        if self.data.flags.c_contiguous and size % rows_multiple == 0:
            rows = self.data.reshape(-1, self.data.shape[2])
            return [MatrixPart(rows, self.type, len(rows), self.num_cols, factors)]
        each = [None] * self.num_experts if factors is None else factors.reshape(-1, size)
        return [
            MatrixPart(rows, self.type, size, self.num_cols, some)
            for rows, some in zip(self.data, each, strict=True)
        ]


@dataclass(frozen=True, eq=False)
class StepInputs:
    """The data of a step, as static int32 tensors that are filled before each run.

    Rows of one sequence are adjacent, and their positions ascend by one. Other sequences may stand
    before and after them, except in a step of more than `MAX_LOGGED_ROWS` rows, which has one.
    """

    token_ids: Tensor  # [W]
    positions: Tensor  # [W]
    kv_rows: Tensor  # [W], where each row goes: in a cache of R rows at kv_rows % R
    sequences: Tensor  # [W], which of the S sequences of the model's state each row belongs to
    num_rows: Tensor  # [1], how many rows are real

    def rows(self, width: int) -> "StepInputs":
        """The same memory seen as a step of `width` rows."""
        return StepInputs(
            self.token_ids[:width],
            self.positions[:width],
            self.kv_rows[:width],
            self.sequences[:width],
            self.num_rows,
        )


@dataclass(frozen=True, eq=False)
class Norm:
    """RMS norm: weight * x / sqrt(mean(x²) + eps) (arXiv:1910.07467); weight float32 [d]."""

    weight: Tensor
    eps: float


class Activation(StrEnum):
    """How a gate and an up value become one (arXiv:2002.05202)."""

    SILU = "silu(gate) * up"
    GELU = "gelu(gate) * up"  # the tanh form (arXiv:1606.08415)
    CLAMPED = "g * sigmoid(1.702 g) * (u + 1), g = min(gate, 7), u = up within ±7"  # gpt-oss


class GateFunction(StrEnum):
    """What attention is multiplied by, of a projected gate."""

    SIGMOID = "sigmoid"
    SOFTPLUS = "softplus"


@dataclass(frozen=True, eq=False)
class Heads:
    """Grouped-query attention heads (arXiv:2305.13245) and their rotation (arXiv:2104.09864).

    cos, sin float32 [C, rot/2]. `interleaved` pairs (x[2i], x[2i+1]) instead of (x[i], x[i + rot/2]);
    elements from rot on are left as they are. `q_norm`, `k_norm` [D], where a model has them,
    normalise each head with `eps` before the rotation; `norms_values`: values too, without weight.
    `scale` multiplies the scores. A row sees the last `window` positions, its own included.
    `sinks` [H] are scores that take part in the softmax and have no value (arXiv:2309.17453).
    What heads put out is multiplied by `gate_function` of a gate. Where a layer does not `append`,
    its qkv are queries alone and its cache is another layer's.
    """

    num_heads: int
    num_kv_heads: int
    head_dim: int
    scale: float
    interleaved: bool
    cos: Tensor
    sin: Tensor
    eps: float
    q_norm: Tensor | None = None
    k_norm: Tensor | None = None
    norms_values: bool = False
    window: int | None = None
    sinks: Tensor | None = None
    gate_function: GateFunction | None = None
    appends: bool = True

    @property
    def size(self) -> int:
        """Elements of all query heads together."""
        return self.num_heads * self.head_dim


class Scoring(StrEnum):
    """How router logits become the weights of experts."""

    SOFTMAX = "softmax over all experts"
    SIGMOID = "sigmoid of each"
    SOFTMAX_OF_USED = "softmax over those used"


@dataclass(frozen=True, eq=False)
class Router:
    """Chooses experts for a row x: those of the `num_used` highest scores, at a tie the lower number.

    logits [E] = weight x + bias, scored; `selection_bias` [E] counts for the choice alone. The
    weights are the scores of the chosen, divided by max(sum, 2**-14) where `normalized`, times `scale`
    and the expert's own `expert_scale` [E]. Experts that all tokens share weigh sigmoid(shared_gate · x),
    1 without such a gate.
    """

    weight: Tensor  # float32 [E, d]
    num_used: int
    scoring: Scoring
    normalized: bool
    scale: float = 1.0
    bias: Tensor | None = None
    selection_bias: Tensor | None = None
    expert_scale: Tensor | None = None
    shared_gate: Tensor | None = None  # float32 [d]


@dataclass(frozen=True, eq=False)
class Routes:
    """Where each row goes: experts int32 [W, k], weights float32 [W, k], of the shared expert [W]."""

    experts: Tensor
    weights: Tensor
    shared: Tensor

    def rows(self, width: int) -> "Routes":
        """The same memory seen as `width` rows."""
        return Routes(self.experts[:width], self.weights[:width], self.shared[:width])


@dataclass(frozen=True, eq=False)
class Experts:
    """Gated feed-forward blocks of E experts; gate, up and down may each be of a type of their own.

    `shared`, where a model has one, is used by every token: gate above up, and down.
    """

    gate: ExpertStack  # E times [F, d]
    up: ExpertStack  # E times [F, d]
    down: ExpertStack  # E times [d, F]
    activation: Activation = Activation.SILU
    gate_bias: Tensor | None = None  # [E, F]
    up_bias: Tensor | None = None  # [E, F]
    down_bias: Tensor | None = None  # [E, d]
    shared_gate_up: Matrix | None = None
    shared_down: Matrix | None = None

    @property
    def num_experts(self) -> int:
        """E, without the shared one."""
        return self.gate.num_experts


@dataclass(frozen=True, eq=False)
class DeltaRule:
    """A gated delta rule layer (arXiv:2412.06464): Hk heads of queries and keys, Hv of values, size D.

    `conv` float32 [D * (2 Hk + Hv), K] is the causal convolution over queries, keys, values, the last
    column for the row itself. A head forgets by exp(softplus(a + decay_bias) * decay), both [Hv].
    `norm` [D] is of each head's output. Value head j reads key head j // (Hv / Hk) where `grouped`,
    else j % Hk. Queries and keys are divided by sqrt(sum of squares + norm.eps).
    """

    num_key_heads: int
    num_value_heads: int
    head_dim: int
    conv: Tensor
    decay: Tensor
    decay_bias: Tensor
    norm: Norm
    grouped: bool


@dataclass(frozen=True, eq=False)
class DeltaState:
    """What a gated delta rule layer keeps of S sequences, float32. Rows of a ring of R stand at position % R.

    `memory` is the state after all positions below `base`; what the rows from there on would make of
    it is kept in `keys`, `errors`, `decays`, so that a step may begin at any position from base on:
    it takes the rows before its own for real, and moves `base` to STATE_LAG rows behind its first.
    """

    inputs: Tensor  # [S, conv_rows(K), channels], what the convolution reads
    keys: Tensor  # [S, STATE_ROWS, Hk * D]
    errors: Tensor  # [S, STATE_ROWS, Hv * D]
    decays: Tensor  # [S, STATE_ROWS, Hv]
    memory: Tensor  # [S, Hv, D of keys, D of values]
    base: Tensor  # int32 [S, Hv, D of values]: of one sequence the same everywhere, for whoever owns such columns

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All of it."""
        return self.inputs, self.keys, self.errors, self.decays, self.memory, self.base


@dataclass(frozen=True, eq=False)
class ShortConv:
    """A gated short convolution: c * conv(b * u) (LFM2); weight float32 [d, K], last column the row itself."""

    weight: Tensor


@dataclass(frozen=True, eq=False)
class ConvState:
    """What a short convolution keeps: b * u of the last positions, float32 [S, conv_rows(K), d]."""

    inputs: Tensor

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All of it."""
        return (self.inputs,)
