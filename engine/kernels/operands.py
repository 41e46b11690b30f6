"""The operands of the fused operations: activations, layer constants, sequence state.

Shapes: W rows (tokens) of a step, d hidden size, H query heads, G key/value heads, D head_dim,
F feed-forward size, E experts of which a token uses k, S sequences, C capacity of the KV cache.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from torch import Tensor

from engine.kernels.weight_parts import ExpertStack, Matrix


class Activations(Protocol):
    """The input rows of projections in the device's format: floats, codes with scales, or both."""

    def rows(self, width: int) -> "Activations":
        """Views of the same memory for `width` rows."""

    def after(self, norm: "Norm | None") -> "Activations":
        """The same memory, as what a kernel has stored with `norm`.

        A device may leave the factor 1 / rms of a norm to the kernel that reads the rows.
        """


@dataclass(frozen=True, eq=False)
class StepInputs:
    """The inputs of a step: static int32 tensors that are filled before each run.

    The rows of a sequence are adjacent, with consecutive positions. A step of more than
    `MAX_LOGGED_ROWS` rows has one sequence.
    """

    token_ids: Tensor  # [W]
    positions: Tensor  # [W]
    kv_rows: Tensor  # [W], the cache row of each row: kv_rows % R in a cache of R rows
    sequences: Tensor  # [W], the sequence of each row, 0 … S - 1
    num_rows: Tensor  # [1], the number of rows in use

    def rows(self, width: int) -> "StepInputs":
        """Views of the same memory for a step of `width` rows."""
        return self.part(slice(width))

    def part(self, rows: slice) -> "StepInputs":
        """Views of the same memory for some rows; `num_rows` still counts from the first of all."""
        return StepInputs(
            self.token_ids[rows],
            self.positions[rows],
            self.kv_rows[rows],
            self.sequences[rows],
            self.num_rows,
        )


@dataclass(frozen=True, eq=False)
class Norm:
    """RMS norm: weight * x / sqrt(mean(x²) + eps) (arXiv:1910.07467); weight float32 [d]."""

    weight: Tensor
    eps: float


@dataclass(frozen=True, eq=False)
class Linear:
    """A projection: x @ weight.T + bias; bias float32 [N]."""

    weight: Matrix
    bias: Tensor | None = None

    @property
    def num_rows(self) -> int:
        """The output size N."""
        return self.weight.num_rows


class Activation(StrEnum):
    """The function of gate and up in a gated MLP (arXiv:2002.05202)."""

    SILU = "silu(gate) * up"
    GELU = "gelu(gate) * up"  # the tanh form (arXiv:1606.08415)
    CLAMPED = "g * sigmoid(1.702 g) * (u + 1), g = min(gate, 7), u = up within ±7"  # gpt-oss


@dataclass(frozen=True, eq=False)
class GateUp:
    """The input projections of a gated MLP: `weight` [2F, d] is gate, then up."""

    weight: Matrix
    activation: Activation = Activation.SILU


@dataclass(frozen=True, eq=False)
class Residual:
    """The residual stream: hidden [W, d]; with each change, normed [W, d] = norm(hidden).

    A norm of None is the identity.
    """

    hidden: Tensor
    norm: Norm | None
    normed: Activations


@dataclass(frozen=True, eq=False)
class Branch:
    """The output of a block, norm(rows) with rows [W, d], to be added to the residual stream."""

    rows: Tensor
    norm: Norm | None = None


@dataclass(frozen=True, eq=False)
class Confidence:
    """How likely a draft is right: sigmoid(weight · (norm(x), y) + bias).

    x [d] is the last layer's output, y [r] what stands for the token before; weight [d + r].
    """

    norm: Norm
    weight: Tensor
    bias: float


@dataclass(frozen=True, eq=False)
class Candidates:
    """The k likeliest ids of each of up to N rows of a drafted block, and what is known of them.

    `rows` are the candidates of all rows as rows of a step, of which `token_ids` and `num_rows` are
    in use. Of the first row all are its own token. A candidate has a vector `before` what follows
    it and one `after` what precedes it; a row has a vector that gates them.
    """

    rows: StepInputs  # of N * k rows
    scores: Tensor  # [N, k]
    gates: Tensor  # [N, r]
    before: Tensor  # [N * k, r]
    after: Tensor  # [N * k, r]

    @property
    def num_each(self) -> int:
        """k: the candidates of a row."""
        return self.scores.shape[1]

    @property
    def ids(self) -> Tensor:
        """The ids int32 [N, k]."""
        return self.rows.token_ids.view(self.scores.shape)


class GateFunction(StrEnum):
    """The function of a projected gate that multiplies the attention output."""

    SIGMOID = "sigmoid"
    SOFTPLUS = "softplus"


@dataclass(frozen=True, eq=False)
class Heads:
    """Grouped-query attention heads (arXiv:2305.13245) with RoPE (arXiv:2104.09864).

    cos, sin float32 [C, rot/2]. `interleaved` pairs (x[2i], x[2i+1]), not (x[i], x[i + rot/2]);
    elements from rot on are not rotated. `q_norm` and `k_norm` [D] are optional RMS norms per head
    with `eps`, before RoPE; `norms_values` norms the values too, without a weight. `scale`
    multiplies the scores. `window` is the size of the sliding window, the row itself included.
    `sinks` [H] are scores that join the softmax without a value (arXiv:2309.17453). The head
    outputs are multiplied by `gate_function` of a gate. A layer without `appends` has queries only
    and reads another layer's cache. A row sees what follows it in a step unless `is_causal`.
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
    is_causal: bool = True

    @property
    def size(self) -> int:
        """The elements of all query heads, H * D."""
        return self.num_heads * self.head_dim


@dataclass(frozen=True, eq=False)
class QKV:
    """The projected rows of attention: rows [W, (H + 2G) * D], and the input of a gate.

    `gate` [W, H] or [W, H * D] is the input of `Heads.gate_function`. Both may be columns of a
    wider tensor.
    """

    rows: Tensor
    gate: Tensor | None = None


class Scoring(StrEnum):
    """The function from router logits to expert weights."""

    SOFTMAX = "softmax over all experts"
    SIGMOID = "sigmoid of each"
    SOFTMAX_OF_USED = "softmax over those used"


@dataclass(frozen=True, eq=False)
class Router:
    """Chooses the `num_used` experts with the highest scores for a row x, at a tie the lower index.

    The scores are `scoring` of weight x + bias [E]; `selection_bias` [E] affects only the choice.
    The weights are the scores of the chosen experts, divided by max(sum, 2**-14) if `normalized`,
    times `scale` and `expert_scale` [E]. The shared expert has the weight sigmoid(shared_gate · x),
    or 1 without a gate.
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
    """The experts of each row: indices int32 [W, k], weights float32 [W, k], shared weight [W]."""

    experts: Tensor
    weights: Tensor
    shared: Tensor

    def rows(self, width: int) -> "Routes":
        """Views of the same memory for `width` rows."""
        return Routes(self.experts[:width], self.weights[:width], self.shared[:width])


@dataclass(frozen=True, eq=False)
class Experts:
    """The gated MLPs of E experts; gate, up and down may have different types.

    The optional shared expert, used by every token, is `shared_gate_up` (gate, then up) and
    `shared_down`.
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
        """E, without the shared expert."""
        return self.gate.num_experts


@dataclass(frozen=True, eq=False)
class ParallelBranches:
    """A gated MLP and experts that read one residual stream, each through a norm of its own."""

    gate_up: GateUp
    down: Linear
    router: Router
    router_norm: Norm
    experts: Experts


@dataclass(frozen=True, eq=False)
class KVState:
    """Keys and values of an attention layer, [S, G, R, D]; position p is in row p % R.

    They are float32, float16 or bfloat16, or blocks of 32: Q8_0 and Q4_0 of a GGUF, and TQ3_0
    (tq3_blocks.py). On the CPU blocks are bytes: Q8_0 is uint8 [S, G, R, D / 32 * 34], Q4_0 int8
    [S, G, R, D / 32 * 18], TQ3_0 uint8 [S, G, R, D / 32, 14]. On a GPU codes and scales stand
    apart, with scales float16 [S, G, R, D / 32]: Q8_0 is int8 [S, G, R, D], Q4_0 uint8
    [S, G, R, D / 2], the code + 8 of value 2j below that of value 2j + 1, TQ3_0 int32
    [S, G, R, D / 32 * 3] (cuda/attention/tq3_rows.py).

    If `is_transformed`, as blocks are, each `transform_length(D)` elements of a key and of a value
    were multiplied by a Hadamard matrix, which spreads outliers over the blocks. Queries are
    multiplied, too, which leaves the scores as they were, and so is the output, as the matrix is
    its own inverse.

    Rows beyond those of `keys` and `values` are those of `host`, tensors of host memory in the
    order of `tensors`. Then `key_pages` and `value_pages` int64 [S, G, P, 2] have the addresses of
    each 256 rows, of elements and of scales, and kernels read those alone.

    Several sequences may share pages of 256 positions: `holders` int32 [S, P] says in whose rows
    each page of a sequence is; None: in its own. Rows are written to the sequence's own, so a page
    is read there once it is written. The addresses of a GPU's pages are those of the holder.
    """

    keys: Tensor
    values: Tensor
    key_scales: Tensor | None = None
    value_scales: Tensor | None = None
    is_transformed: bool = False
    key_pages: Tensor | None = None
    value_pages: Tensor | None = None
    host: tuple[Tensor, ...] = ()
    holders: Tensor | None = None

    @property
    def num_rows(self) -> int:
        """R, wherever the rows are."""
        return self.keys.shape[2] + (self.host[0].shape[2] if self.host else 0)

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All tensors of the state in device memory."""
        if self.key_scales is None or self.value_scales is None:
            return self.keys, self.values
        return self.keys, self.values, self.key_scales, self.value_scales


@dataclass(frozen=True, eq=False)
class DeltaRule:
    """A gated delta rule layer (arXiv:2412.06464): Hk query/key heads, Hv value heads of size D.

    `conv` float32 [D * (2 Hk + Hv), K] is the causal convolution over queries, keys and values; its
    last column multiplies the row itself. A head decays by exp(softplus(a + decay_bias) * decay),
    both [Hv]. `norm` [D] norms each head's output. Value head j reads key head j // (Hv / Hk) if
    `grouped`, else j % Hk. Queries and keys are divided by sqrt(sum of squares + norm.eps).
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
    """The float32 state of a gated delta rule layer for S sequences; rings are by position % R.

    `memory` is the state after all positions below `base`. The updates of later positions are
    logged in `keys`, `errors` and `decays`, so a step may begin at any position from `base` on: it
    replays the log up to its first row and moves `base` to at most STATE_LAG before that row.
    """

    inputs: Tensor  # [S, conv_rows(K), channels], the inputs of the convolution
    keys: Tensor  # [S, STATE_ROWS, Hk * D]
    errors: Tensor  # [S, STATE_ROWS, Hv * D]
    decays: Tensor  # [S, STATE_ROWS, Hv]
    memory: Tensor  # [S, Hv, D of keys, D of values]
    base: Tensor  # int32 [S, Hv, D of values]: one value per sequence, copied to every column

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All tensors of the state."""
        return self.inputs, self.keys, self.errors, self.decays, self.memory, self.base


@dataclass(frozen=True, eq=False)
class ShortConv:
    """LFM2's gated short convolution c * conv(b * u); weight float32 [d, K], the row's tap last."""

    weight: Tensor


@dataclass(frozen=True, eq=False)
class ConvState:
    """The state of a short convolution: recent b * u, float32 [S, conv_rows(K), d], a ring."""

    inputs: Tensor

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All tensors of the state."""
        return (self.inputs,)
