"""A decoder layer: attention and a gated feed-forward block, each added to the residual stream."""

from dataclasses import dataclass

from torch import Tensor

from engine.cache.kv_cache import LayerCache
from engine.kernels.interface import Heads, Kernels, Matrix, Norm
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class DecoderLayer:
    """x += attention(norm(x)); x += down(silu(gate) * up) of norm(x).

    The rows of `qkv` are q|k|v, those of `gate_up` gate|up. A bias is None where the file has none.
    Queries are multiplied by `query_factors` [C] at their positions, where a model has them.
    """

    attention_norm: Norm
    qkv: Matrix
    qkv_bias: Tensor | None
    heads: Heads
    output: Matrix
    output_bias: Tensor | None
    feed_forward_norm: Norm
    gate_up: Matrix
    down: Matrix
    query_factors: Tensor | None = None

    def forward(
        self, kernels: Kernels, b: StepBuffers, cache: LayerCache, span: int, next_norm: Norm
    ) -> None:
        """b.hidden → b.hidden; b.normed is `attention_norm` of it before, `next_norm` of it after."""
        i = b.inputs
        kernels.project(b.normed, self.qkv, self.qkv_bias, b.qkv, self.attention_norm.eps, i)
        if self.query_factors is not None:
            queries = b.qkv[:, : self.heads.num_heads * self.heads.head_dim]
            kernels.scale(queries, self.query_factors, i)
        kernels.attend(b.qkv, cache.keys, cache.values, self.heads, b.attended, span, i)
        kernels.project_add(
            b.attended,
            self.output,
            self.output_bias,
            b.hidden,
            self.feed_forward_norm,
            b.normed,
            i,
        )
        kernels.project_gated(b.normed, self.gate_up, b.activated, self.feed_forward_norm.eps, i)
        kernels.project_add(b.activated, self.down, None, b.hidden, next_norm, b.normed, i)
