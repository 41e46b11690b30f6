"""Random attention inputs with NaN wherever nothing may be read, and what should come out, in float64."""

from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.nn.functional import softplus

from engine.kernels.operands import GateFunction, Heads


@dataclass(frozen=True)
class Shape:
    """Sizes and kinds of one attention layer; `rot` elements of a head turn (all where None).

    `capacity` is the number of rows of its cache. With `gates_heads` a head has one gate, else each of
    its elements has.
    """

    num_heads: int
    num_kv_heads: int
    head_dim: int
    dtype: torch.dtype = torch.float16
    rot: int | None = None
    interleaved: bool = False
    normed: bool = False
    capacity: int = 640
    window: int | None = None
    has_sinks: bool = False
    gate_function: GateFunction | None = None
    gates_heads: bool = False
    norms_values: bool = False
    appends: bool = True
    is_causal: bool = True

    @property
    def scale(self) -> float:
        return self.head_dim**-0.5


@dataclass(eq=False)
class AttentionCase:
    """A step of `positions` after cache rows that are filled up to, but without, the first of them."""

    shape: Shape
    positions: list[int]
    device: str
    eps: float = 1e-5
    qkv: Tensor = field(init=False)
    keys: Tensor = field(init=False)
    values: Tensor = field(init=False)
    cos: Tensor = field(init=False)
    sin: Tensor = field(init=False)
    q_norm: Tensor | None = field(init=False, default=None)
    k_norm: Tensor | None = field(init=False, default=None)
    sinks: Tensor | None = field(init=False, default=None)
    gate: Tensor | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        shape = self.shape
        heads = shape.num_heads + (2 * shape.num_kv_heads if shape.appends else 0)
        self.qkv = self._random(len(self.positions), heads * shape.head_dim)
        cache = (shape.num_kv_heads, shape.capacity, shape.head_dim)
        self.keys = torch.full(cache, torch.nan, dtype=shape.dtype, device=self.device)
        self.values = self.keys.clone()
        last = min(self.positions) - 1 if shape.appends else max(self.positions)
        past = [p % shape.capacity for p in range(self.first_seen(min(self.positions)), last + 1)]
        self.keys[:, past] = self._random(*self.keys[:, past].shape).to(shape.dtype)
        self.values[:, past] = self._random(*self.keys[:, past].shape).to(shape.dtype)
        num_angles = max(shape.capacity, *self.positions, 0) + 1
        angles = 3 * self._random(num_angles, (shape.rot or shape.head_dim) // 2)
        self.cos, self.sin = angles.cos(), angles.sin()
        if shape.normed:
            self.q_norm = 1 + self._random(shape.head_dim) / 4
            self.k_norm = 1 + self._random(shape.head_dim) / 4
        if shape.has_sinks:
            self.sinks = 2 * self._random(shape.num_heads)
        if shape.gate_function is not None:
            num_gates = shape.num_heads * (1 if shape.gates_heads else shape.head_dim)
            self.gate = 3 * self._random(len(self.positions), num_gates + 32)[:, 16:-16]

    @property
    def heads(self) -> Heads:
        shape = self.shape
        return Heads(
            num_heads=shape.num_heads,
            num_kv_heads=shape.num_kv_heads,
            head_dim=shape.head_dim,
            scale=shape.scale,
            interleaved=shape.interleaved,
            cos=self.cos,
            sin=self.sin,
            eps=self.eps,
            q_norm=self.q_norm,
            k_norm=self.k_norm,
            norms_values=shape.norms_values,
            window=shape.window,
            sinks=self.sinks,
            gate_function=shape.gate_function,
            appends=shape.appends,
            is_causal=shape.is_causal,
        )

    def first_seen(self, position: int) -> int:
        """The first position that is seen from `position`."""
        return 0 if self.shape.window is None else max(0, position + 1 - self.shape.window)

    def _random(self, *shape: int) -> Tensor:
        return torch.randn(shape, device=self.device)

    def int32(self, *values: int) -> Tensor:
        return torch.tensor(values, dtype=torch.int32, device=self.device)

    def turned(self) -> tuple[Tensor, Tensor, Tensor]:
        """Queries [W, H, D], keys and values [W, G, D], normed and rotated, float64."""
        shape = self.shape
        parts = self.qkv.double().view(len(self.positions), -1, shape.head_dim)
        num_kv_heads = shape.num_kv_heads if shape.appends else 0
        q, k, v = parts.split([shape.num_heads, num_kv_heads, num_kv_heads], dim=1)
        if shape.norms_values:
            v = v * torch.rsqrt(v.pow(2).mean(-1, keepdim=True) + self.eps)
        return self._turn(q, self.q_norm), self._turn(k, self.k_norm), v

    def _turn(self, x: Tensor, norm: Tensor | None) -> Tensor:
        if norm is not None:
            x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * norm.double()
        half = self.cos.shape[1]
        index = torch.arange(half, device=self.device)
        first, second = (
            (2 * index, 2 * index + 1) if self.shape.interleaved else (index, index + half)
        )
        rotation = torch.complex(self.cos.double(), self.sin.double())[self.positions]
        turned = torch.complex(x[..., first], x[..., second]) * rotation[:, None]
        x = x.clone()
        x[..., first], x[..., second] = turned.real, turned.imag
        return x

    def expected(self) -> tuple[Tensor, Tensor, Tensor]:
        """Attention's output [W, H, D] in float64, and both caches as the step leaves them."""
        q, k, v = self.turned()
        keys, values = self.keys.clone(), self.values.clone()
        if self.shape.appends:
            rows = [position % self.shape.capacity for position in self.positions]
            keys[:, rows] = k.transpose(0, 1).to(keys.dtype)
            values[:, rows] = v.transpose(0, 1).to(values.dtype)
        group = self.shape.num_heads // self.shape.num_kv_heads
        out = torch.empty_like(q)
        for row, position in enumerate(self.positions):
            last = position if self.shape.is_causal else self.positions[-1]
            seen = [p % self.shape.capacity for p in range(self.first_seen(position), last + 1)]
            query = q[row].view(-1, group, self.shape.head_dim)  # [G, H/G, D]
            scores = query @ keys[:, seen].double().transpose(1, 2) * self.shape.scale
            if self.sinks is not None:
                scores = torch.cat([scores, self.sinks.double().view(-1, group, 1)], dim=-1)
            weights = torch.softmax(scores, -1)[..., : len(seen)]
            out[row] = (weights @ values[:, seen].double()).flatten(0, 1)
        if self.gate is not None:
            gate = self.gate.double().unflatten(1, (self.shape.num_heads, -1))
            is_sigmoid = self.shape.gate_function is GateFunction.SIGMOID
            out *= gate.sigmoid() if is_sigmoid else softplus(gate)
        return out, keys, values
