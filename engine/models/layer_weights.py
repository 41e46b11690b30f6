"""Loads the tensors of one layer as kernel operands; the only place that knows their names."""

from collections.abc import Mapping
from itertools import accumulate

from torch import Tensor

from engine.kernels.operands import DeltaRule, Experts, Linear, Norm, Router, Scoring, ShortConv
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import ExpertStack, Matrix
from engine.models.config import AttentionConfig, ConvConfig, DeltaConfig, ModelConfig
from engine.models.weights import Rows, WeightReader


class LayerWeights:
    """The tensors of layer `index`. Methods raise ModelFileError for a missing tensor."""

    def __init__(self, weights: WeightReader, config: ModelConfig, index: int) -> None:
        self._weights = weights
        self._config = config
        self._hidden_size = config.hidden_size
        self._mixer = config.layers[index].mixer
        self._index = index
        self._block = f"blk.{index}"

    def matrix(self, name: str, rows: int, cols: int) -> Matrix:
        """The matrix called `name` in this layer."""
        return self._weights.matrix(f"{self._block}.{name}.weight", (rows, cols))

    def vector(self, name: str, size: int) -> Tensor:
        """The vector called `name`, suffix included, on the device."""
        return self._weights.vector(f"{self._block}.{name}", size)

    def optional_vector(self, name: str, size: int) -> Tensor | None:
        """As `vector`; None when the file has none."""
        return self._weights.optional_vector((f"{self._block}.{name}", size))

    def has(self, name: str) -> bool:
        """Whether the layer has a tensor called `name`, suffix included."""
        return self._weights.has(f"{self._block}.{name}")

    def qkv(self, a: AttentionConfig) -> Linear:
        """The fused projection, rows gate|q|k|v, from split or fused tensors; a missing bias is 0.

        Without a gate tensor, q holds query and gate interleaved per head.
        """
        has_gate = self.has("attn_gate.weight")
        is_within = a.gate_size > 0 and not has_gate
        sizes = {"q": a.gate_size + a.size if is_within else a.size}
        if a.shared_with is None:
            sizes |= {"k": a.kv_size, "v": a.kv_size}
        queries, *keys_values = self._fused_rows(sizes) or self._split_rows(sizes)
        gate = [self._rows("attn_gate.weight", a.gate_size)] if has_gate else []
        parts = self._gated_queries(queries, a) if is_within else [*gate, queries]
        matrix = self._weights.stacked([*parts, *keys_values])
        if is_within:
            return Linear(matrix)  # no architecture has a bias there
        names = {"qkv": sum(sizes.values())} if self.has("attn_qkv.weight") else sizes
        biases = [("gate", a.gate_size), *names.items()] if has_gate else list(names.items())
        bias = self._weights.optional_vector(
            *((f"{self._block}.attn_{name}.bias", size) for name, size in biases)
        )
        return Linear(matrix, bias)

    def queries(self, a: AttentionConfig) -> Linear:
        """The projection to queries alone."""
        return Linear(self._weights.stacked([self._rows("attn_q.weight", a.size)]))

    def keys_values(self, a: AttentionConfig) -> Linear:
        """The fused projection, rows k|v."""
        return Linear(self._weights.stacked(self._split_rows({"k": a.kv_size, "v": a.kv_size})))

    def mixed(self) -> Linear:
        """The output projection of the mixer, heads → hidden."""
        name = {
            AttentionConfig: "attn_output",
            DeltaConfig: "ssm_out",
            ConvConfig: "shortconv.out_proj",
        }[type(self._mixer)]
        return Linear(
            self.matrix(name, self._hidden_size, self._mixer.size),
            self.optional_vector(f"{name}.bias", self._hidden_size),
        )

    def gate_up(self, size: int, suffix: str = "") -> Matrix:
        """The fused projection, rows gate|up, from two tensors or from one named up."""
        if self.has(f"ffn_gate{suffix}.weight"):
            parts = [self._rows(f"ffn_{name}{suffix}.weight", size) for name in ("gate", "up")]
        else:
            name, shape = f"{self._block}.ffn_up{suffix}.weight", (2 * size, self._hidden_size)
            parts = [Rows(name, shape, first, size) for first in (0, size)]
        return self._weights.stacked(parts)

    def down(self, size: int, suffix: str = "") -> Matrix:
        """The down projection of a gated MLP."""
        return self.matrix(f"ffn_down{suffix}", self._hidden_size, size)

    def router(
        self,
        sizes: ExpertSizes,
        scoring: Scoring = Scoring.SOFTMAX,
        *,
        normalized: bool = True,
        scale: float = 1.0,
    ) -> Router:
        """The expert router."""
        e, d = sizes.num_experts, self._hidden_size
        return Router(
            weight=self._weights.float_matrix(f"{self._block}.ffn_gate_inp.weight", (e, d)),
            num_used=sizes.num_used,
            scoring=scoring,
            normalized=normalized,
            scale=scale,
            bias=self.optional_vector("ffn_gate_inp.bias", e),
            selection_bias=self.optional_vector("exp_probs_b.bias", e),
            expert_scale=self._expert_scale(e),
            shared_gate=self.optional_vector("ffn_gate_inp_shexp.weight", d),
        )

    def experts(self, sizes: ExpertSizes) -> Experts:
        """The experts, from three tensors, or from two when gate and up are fused."""
        e, f, d = sizes.num_experts, sizes.intermediate_size, self._hidden_size
        gate, up = self._gates_and_ups(e, f)
        shared = sizes.shared_size
        return Experts(
            gate=gate,
            up=up,
            down=self._expert_stack("ffn_down_exps", (e, d, f)),
            gate_bias=self._biases("ffn_gate_exps.bias", (e, f)),
            up_bias=self._biases("ffn_up_exps.bias", (e, f)),
            down_bias=self._biases("ffn_down_exps.bias", (e, d)),
            shared_gate_up=self.gate_up(shared, "_shexp") if shared else None,
            shared_down=self.down(shared, "_shexp") if shared else None,
        )

    def delta(self, c: DeltaConfig) -> tuple[Linear, DeltaRule]:
        """The fused projection, rows q|k|v|z|b|a, and the constants of the gated delta rule."""
        channels = c.shape(0).num_channels
        parts = [self._rows("attn_qkv.weight", channels), self._rows("attn_gate.weight", c.size)]
        if self.has("ssm_ba.weight"):
            parts.append(self._interleaved(c))
        else:
            parts += [self._rows(f"ssm_{n}.weight", c.num_value_heads) for n in ("beta", "alpha")]
        rule = DeltaRule(
            num_key_heads=c.num_key_heads,
            num_value_heads=c.num_value_heads,
            head_dim=c.head_dim,
            conv=self._weights.float_matrix(
                f"{self._block}.ssm_conv1d.weight", (channels, c.conv_len)
            ),
            decay=self.vector("ssm_a", c.num_value_heads),
            decay_bias=self.vector("ssm_dt.bias", c.num_value_heads),
            norm=Norm(self.vector("ssm_norm.weight", c.head_dim), self._config.rms_eps),
            grouped=c.grouped,
        )
        return Linear(self._weights.stacked(parts)), rule

    def conv(self, c: ConvConfig) -> tuple[Linear, ShortConv]:
        """The projection, rows b|c|u, and the convolution."""
        weight = self._weights.float_matrix(
            f"{self._block}.shortconv.conv.weight", (c.size, c.conv_len)
        )
        projection = self.matrix("shortconv.in_proj", 3 * c.size, self._hidden_size)
        return Linear(projection), ShortConv(weight)

    def _rows(self, name: str, count: int) -> Rows:
        """A whole tensor of the layer as rows of a fused projection."""
        return Rows(f"{self._block}.{name}", (count, self._hidden_size), 0, count)

    def _fused_rows(self, sizes: Mapping[str, int]) -> list[Rows]:
        """Rows q|k|v of one fused tensor; empty when there is none."""
        if not self.has("attn_qkv.weight"):
            return []
        name, shape = f"{self._block}.attn_qkv.weight", (sum(sizes.values()), self._hidden_size)
        ends = accumulate(sizes.values())
        return [Rows(name, shape, end - n, n) for end, n in zip(ends, sizes.values(), strict=True)]

    def _split_rows(self, sizes: Mapping[str, int]) -> list[Rows]:
        """Rows of q, k and v from one tensor each.

        Without a v projection, v is k before its norm.
        """
        keys_only = not self.has("attn_v.weight")
        names = {name: "k" if keys_only and name == "v" else name for name in sizes}
        return [self._rows(f"attn_{names[name]}.weight", size) for name, size in sizes.items()]

    def _gated_queries(self, both: Rows, a: AttentionConfig) -> list[Rows]:
        """Rows gate|q from rows that interleave query and gate per head."""
        dim = a.head_dim
        return [
            Rows(both.name, both.shape, both.first + (2 * head + half) * dim, dim)
            for half in (1, 0)
            for head in range(a.num_heads)
        ]

    def _interleaved(self, c: DeltaConfig) -> Rows:
        """Rows b|a from a tensor that interleaves b and a per key head."""
        each = c.num_value_heads // c.num_key_heads
        order = tuple(
            (2 * group + half) * each + i
            for half in (0, 1)
            for group in range(c.num_key_heads)
            for i in range(each)
        )
        shape = (2 * c.num_value_heads, self._hidden_size)
        return Rows(f"{self._block}.ssm_ba.weight", shape, 0, len(order), order)

    def _gates_and_ups(self, e: int, f: int) -> tuple[ExpertStack, ExpertStack]:
        d, fused = self._hidden_size, f"{self._block}.ffn_gate_up_exps.weight"
        if self._weights.has(fused):
            gates, ups = self._weights.expert_stacks(fused, (e, 2 * f, d), self._index, 2)
        else:
            gates, ups = (
                self._expert_stack(f"ffn_{name}_exps", (e, f, d)) for name in ("gate", "up")
            )
        return gates, ups

    def _expert_stack(self, name: str, shape: tuple[int, int, int]) -> ExpertStack:
        (stack,) = self._weights.expert_stacks(f"{self._block}.{name}.weight", shape, self._index)
        return stack

    def _expert_scale(self, e: int) -> Tensor | None:
        """The scale of each expert's output; None when the down projection's rows include it."""
        name = "ffn_down_exps.scale"
        is_taken = self._weights.is_factor(f"{self._block}.{name}")
        return None if is_taken else self.optional_vector(name, e)

    def _biases(self, name: str, shape: tuple[int, int]) -> Tensor | None:
        full = f"{self._block}.{name}"
        return self._weights.float_matrix(full, shape) if self._weights.has(full) else None
