"""Self-attention of one layer: fused projection, rotary embedding, cache append, attention, output."""

from dataclasses import dataclass

from torch import Tensor

from engine.cache.kv_cache import LayerCache
from engine.kernels.interface import Kernels
from engine.layers.buffers import StepBuffers
from engine.layers.linear import Linear


@dataclass(frozen=True, eq=False)
class Attention:
    """Grouped-query attention (arXiv:2305.13245). cos and sin are [capacity, rot/2].

    `q_norm` and `k_norm` [D], where a model has them, normalise each head before the rotation.
    """

    qkv: Linear
    output: Linear
    cos: Tensor
    sin: Tensor
    num_heads: int
    num_kv_heads: int
    head_dim: int
    scale: float
    interleaved: bool
    eps: float
    q_norm: Tensor | None = None
    k_norm: Tensor | None = None

    def forward(self, kernels: Kernels, b: StepBuffers, cache: LayerCache, span: int) -> None:
        """b.normed → b.projected, both [W, d]; appends this step's keys and values to `cache`."""
        self.qkv.forward(kernels, b.normed, b.qkv, b.num_rows)
        for norm, first, heads in (
            (self.q_norm, 0, self.num_heads),
            (self.k_norm, self.num_heads, self.num_kv_heads),
        ):
            if norm is not None:
                kernels.norm_heads(b.qkv, norm, first, heads, self.eps, b.num_rows)
        kernels.rope(
            b.qkv,
            self.cos,
            self.sin,
            b.positions,
            self.num_heads + self.num_kv_heads,
            self.head_dim,
            int(self.interleaved),
            b.num_rows,
        )
        kernels.append_kv(b.qkv, cache.keys, cache.values, b.kv_rows, self.num_heads, b.num_rows)
        kernels.attention(
            b.qkv,
            cache.keys,
            cache.values,
            b.positions,
            b.scores,
            b.attention_out,
            self.scale,
            span,
            b.num_rows,
        )
        self.output.forward(kernels, b.attention_out, b.projected, b.num_rows)
