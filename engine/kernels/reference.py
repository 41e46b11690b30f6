"""Every kernel in plain torch: slow, obvious, and what the fast ones are compared with."""

import torch
from torch import Tensor


class ReferenceKernels:
    """Implements `Kernels` on any device, without a thought for speed."""

    def embed(self, token_ids: Tensor, table: Tensor, out: Tensor, num_rows: Tensor) -> None:
        n = int(num_rows)
        out[:n] = table[token_ids[:n].long()]

    def rms_norm(
        self, x: Tensor, weight: Tensor, out: Tensor, eps: float, num_rows: Tensor
    ) -> None:
        n = int(num_rows)
        mean_square = x[:n].pow(2).mean(dim=-1, keepdim=True)
        out[:n] = x[:n] * torch.rsqrt(mean_square + eps) * weight

    def matmul(self, x: Tensor, weight: Tensor, out: Tensor, num_rows: Tensor) -> None:
        n = int(num_rows)
        out[:n] = x[:n] @ weight.T

    def add(self, x: Tensor, y: Tensor, num_rows: Tensor) -> None:
        n = int(num_rows)
        x[:n] += y if y.ndim == 1 else y[:n]

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
        n, half = int(num_rows), cos.shape[1]
        heads = qkv[:n, : num_heads * head_dim].view(n, num_heads, head_dim)
        first = slice(0, 2 * half, 2) if interleaved else slice(0, half)
        second = slice(1, 2 * half, 2) if interleaved else slice(half, 2 * half)
        a, b = heads[..., first].clone(), heads[..., second].clone()  # [n, heads, rot/2]
        c, s = cos[positions[:n].long()][:, None], sin[positions[:n].long()][:, None]
        heads[..., first] = a * c - b * s
        heads[..., second] = a * s + b * c

    def norm_heads(
        self,
        qkv: Tensor,
        weight: Tensor,
        first_head: int,
        num_heads: int,
        eps: float,
        num_rows: Tensor,
    ) -> None:
        n, head_dim = int(num_rows), weight.shape[0]
        heads = qkv[:n].view(n, -1, head_dim)[:, first_head : first_head + num_heads]
        mean_square = heads.pow(2).mean(dim=-1, keepdim=True)
        heads *= torch.rsqrt(mean_square + eps) * weight

    def append_kv(
        self,
        qkv: Tensor,
        k_cache: Tensor,
        v_cache: Tensor,
        kv_rows: Tensor,
        num_heads: int,
        num_rows: Tensor,
    ) -> None:
        n, (num_kv_heads, _, head_dim) = int(num_rows), k_cache.shape
        parts = qkv[:n].view(n, -1, head_dim)  # [n, H + 2G, D]
        rows = kv_rows[:n].long()
        keys = parts[:, num_heads : num_heads + num_kv_heads]
        k_cache[:, rows] = keys.transpose(0, 1).to(k_cache.dtype)
        v_cache[:, rows] = parts[:, num_heads + num_kv_heads :].transpose(0, 1).to(v_cache.dtype)

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
        num_kv_heads, _, head_dim = k_cache.shape
        num_heads = out.shape[1] // head_dim
        for row in range(int(num_rows)):
            length = min(int(positions[row]) + 1, span)
            for head in range(num_heads):
                kv_head = head // (num_heads // num_kv_heads)
                query = qkv[row, head * head_dim : (head + 1) * head_dim]
                weights = torch.softmax(
                    k_cache[kv_head, :length].float() @ query * scale, dim=0
                )  # [length]
                value = weights @ v_cache[kv_head, :length].float()
                out[row, head * head_dim : (head + 1) * head_dim] = value

    def swiglu(self, gate_up: Tensor, out: Tensor, num_rows: Tensor) -> None:
        n = int(num_rows)
        gate, up = gate_up[:n].chunk(2, dim=-1)
        out[:n] = torch.nn.functional.silu(gate) * up
