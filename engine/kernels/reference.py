"""Every kernel in plain torch: slow, obvious, and what the fast ones are compared with."""

import torch
from torch import Tensor
from torch.nn.functional import silu

from engine.kernels.dense import DenseActivations, values_of
from engine.kernels.interface import Activations, Heads, Matrix, Memory, Norm, StepInputs


class ReferenceKernels:
    """Implements `Kernels` on any device, without a thought for speed."""

    def __init__(self, memory: Memory, max_width: int) -> None:
        self._memory = memory
        self._max_width = max_width

    def allocate_activations(self, num_cols: int) -> DenseActivations:
        return DenseActivations(self._memory.allocate(self._max_width, num_cols))

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
    ) -> None:
        n = int(inputs.num_rows)
        ids = inputs.token_ids[:n].long()
        hidden[:n] = values_of(table)[ids]
        history[inputs.positions[:n].long()] = inputs.token_ids[:n]
        values_of(out)[:n] = _normed(hidden[:n], norm.weight, norm.eps)

    def project(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        out: Tensor,
        eps: float | None,
        inputs: StepInputs,
    ) -> None:
        n = int(inputs.num_rows)
        out[:n] = _projected(x, weight, bias, n)

    def attend(
        self,
        qkv: Tensor,
        keys: Tensor,
        values: Tensor,
        heads: Heads,
        out: Activations,
        span: int,
        inputs: StepInputs,
    ) -> None:
        n, num_heads = int(inputs.num_rows), heads.num_heads
        sizes = [num_heads, heads.num_kv_heads, heads.num_kv_heads]
        parts = qkv[:n].view(n, sum(sizes), heads.head_dim)
        q, k, v = torch.split(parts, sizes, dim=1)  # each [n, heads, D]
        positions = inputs.positions[:n].long()
        q = _rotated(_head_normed(q, heads.q_norm, heads.eps), heads, positions)
        k = _rotated(_head_normed(k, heads.k_norm, heads.eps), heads, positions)
        rows = inputs.kv_rows[:n].long()
        keys[:, rows] = k.transpose(0, 1).to(keys.dtype)
        values[:, rows] = v.transpose(0, 1).to(values.dtype)
        attended = values_of(out)[:n].view(n, num_heads, heads.head_dim)
        for row in range(n):
            length = min(int(positions[row]) + 1, span)
            for head in range(num_heads):
                kv_head = head // (num_heads // heads.num_kv_heads)
                scores = keys[kv_head, :length].float() @ q[row, head] * heads.scale  # [length]
                weights = torch.softmax(scores, dim=0)
                attended[row, head] = weights @ values[kv_head, :length].float()

    def project_add(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        n = int(inputs.num_rows)
        hidden[:n] += _projected(x, weight, bias, n)
        values_of(out)[:n] = _normed(hidden[:n], norm.weight, norm.eps)

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        n = int(inputs.num_rows)
        x[:n] *= factors[inputs.positions[:n].long()][:, None]

    def project_gated(
        self, x: Activations, gate_up: Matrix, out: Activations, eps: float, inputs: StepInputs
    ) -> None:
        n = int(inputs.num_rows)
        gate, up = _projected(x, gate_up, None, n).chunk(2, dim=-1)
        values_of(out)[:n] = silu(gate) * up


def _normed(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    return x * torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + eps) * weight


def _projected(x: Activations, weight: Matrix, bias: Tensor | None, num_rows: int) -> Tensor:
    product = values_of(x)[:num_rows] @ values_of(weight).T
    return product if bias is None else product + bias


def _head_normed(x: Tensor, weight: Tensor | None, eps: float) -> Tensor:
    return x if weight is None else _normed(x, weight, eps)


def _rotated(x: Tensor, heads: Heads, positions: Tensor) -> Tensor:
    """x [n, heads, D] with its first rot elements rotated by the angles of `positions` [n]."""
    half = heads.cos.shape[1]
    first = slice(0, 2 * half, 2) if heads.interleaved else slice(0, half)
    second = slice(1, 2 * half, 2) if heads.interleaved else slice(half, 2 * half)
    a, b = x[..., first], x[..., second]  # [n, heads, rot/2]
    cos, sin = heads.cos[positions][:, None], heads.sin[positions][:, None]
    out = x.clone()
    out[..., first] = a * cos - b * sin
    out[..., second] = a * sin + b * cos
    return out
