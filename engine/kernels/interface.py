"""The kernels a step is made of: one protocol, an implementation per device, a slow obvious reference.

Shapes: W rows (tokens) of a step, d hidden size, H query heads, G key/value heads, D head size,
F feed-forward size, V vocabulary, C capacity of the KV cache in rows. Every kernel computes only the
first `num_rows[0]` rows, read from memory when it runs; the other rows are left untouched. A row's
result depends neither on W, on `num_rows`, nor on `span`.
"""

from typing import Protocol

from torch import Tensor

ATTENTION_BLOCK = 256


class Kernels(Protocol):
    """Float32 tensors unless said otherwise; `num_rows` is int32 [1]."""

    def embed(self, token_ids: Tensor, table: Tensor, out: Tensor, num_rows: Tensor) -> None:
        """out[w] = table[token_ids[w]]; token_ids int32 [W], table [V, d], out [W, d]."""

    def rms_norm(
        self, x: Tensor, weight: Tensor, out: Tensor, eps: float, num_rows: Tensor
    ) -> None:
        """out = weight * x / sqrt(mean(x²) + eps) (arXiv:1910.07467); x, out [W, d], weight [d]."""

    def matmul(self, x: Tensor, weight: Tensor, out: Tensor, num_rows: Tensor) -> None:
        """out = x @ weight.T; x [W, K], weight [N, K], out [W, N]."""

    def add(self, x: Tensor, y: Tensor, num_rows: Tensor) -> None:
        """x += y; x [W, N], y [W, N], or [N] added to every row."""

    def rope(
        self,
        qkv: Tensor,
        cos: Tensor,
        sin: Tensor,
        positions: Tensor,
        num_heads: int,
        head_dim: int,
        interleaved: int,
        num_rows: Tensor,
    ) -> None:
        """Rotate the first `num_heads` heads of each row in place (arXiv:2104.09864).

        qkv [W, ≥ num_heads * D]; cos, sin [C, rot/2]; positions int32 [W]. `interleaved` 1 pairs
        (x[2i], x[2i+1]), 0 pairs (x[i], x[i + rot/2]); elements from rot on are left as they are.
        """

    def norm_heads(
        self,
        qkv: Tensor,
        weight: Tensor,
        first_head: int,
        num_heads: int,
        eps: float,
        num_rows: Tensor,
    ) -> None:
        """RMS norm of each of `num_heads` heads from `first_head` on, in place; weight [D]."""

    def append_kv(
        self,
        qkv: Tensor,
        k_cache: Tensor,
        v_cache: Tensor,
        kv_rows: Tensor,
        num_heads: int,
        num_rows: Tensor,
    ) -> None:
        """Write each row's keys and values at cache row `kv_rows[w]`.

        qkv [W, (H + 2G) * D]; k_cache, v_cache [G, C, D] float32 or float16; kv_rows int32 [W].
        """

    def attention(
        self,
        qkv: Tensor,
        k_cache: Tensor,
        v_cache: Tensor,
        positions: Tensor,
        scores: Tensor,
        out: Tensor,
        scale: float,
        span: int,
        num_rows: Tensor,
    ) -> None:
        """Causal attention of each row over cache rows 0 … min(positions[w], span - 1).

        Softmax runs over blocks of `ATTENTION_BLOCK` positions, fixed on absolute positions, in
        order. qkv [W, (H + 2G) * D], out [W, H * D], scores [W * H, ATTENTION_BLOCK] is scratch.
        """

    def swiglu(self, gate_up: Tensor, out: Tensor, num_rows: Tensor) -> None:
        """out = silu(gate) * up (arXiv:2002.05202); gate_up [W, 2F] is gate|up, out [W, F]."""
