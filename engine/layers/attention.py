"""The attention mixers: project q, k and v, then attend over the KV cache."""

from dataclasses import dataclass

from torch import Tensor

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import QKV, Activations, Heads, Linear, Norm
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class Attention:
    """The rows of `projection` are gate|q|k|v; the first `gate_size` are the gate.

    `query_factors` [C] scale the queries by position. `query_norm` and `key_norm` run over all
    heads together.
    """

    projection: Linear
    heads: Heads
    gate_size: int = 0
    query_factors: Tensor | None = None
    query_norm: Norm | None = None
    key_norm: Norm | None = None

    def forward(
        self, kernels: Kernels, b: StepBuffers, x: Activations, state: LayerState, span: int
    ) -> Activations:
        """The head outputs for the normed rows x."""
        i, heads = b.inputs, self.heads
        projected = b.projected[:, : self.projection.num_rows]
        kernels.project(x, self.projection, projected, i)
        gate, qkv = projected[:, : self.gate_size], projected[:, self.gate_size :]
        queries = qkv[:, : heads.size]
        if self.query_norm is not None:
            kernels.normalize(queries, self.query_norm, i)
        if self.key_norm is not None:
            end = heads.size + heads.num_kv_heads * heads.head_dim
            kernels.normalize(qkv[:, heads.size : end], self.key_norm, i)
        if self.query_factors is not None:
            kernels.scale(queries, self.query_factors, i)
        out = b.mixed[heads.size]
        rows = QKV(qkv, gate if self.gate_size else None)
        kernels.attend(rows, state.kv, heads, out, span, i)
        return out


@dataclass(frozen=True, eq=False)
class BlockAttention:
    """Attention of a drafted block; its cache also takes rows that have no queries.

    The rows of `keys_values` are k|v.
    """

    queries: Linear
    keys_values: Linear
    heads: Heads

    def forward(
        self, kernels: Kernels, b: StepBuffers, x: Activations, state: LayerState, span: int
    ) -> Activations:
        """The head outputs for the normed rows x."""
        i, size = b.inputs, self.heads.size
        qkv = b.projected[:, : size + self.keys_values.num_rows]
        kernels.project(x, self.queries, qkv[:, :size], i)
        kernels.project(x, self.keys_values, qkv[:, size:], i)
        out = b.mixed[size]
        kernels.attend(QKV(qkv), state.kv, self.heads, out, span, i)
        return out

    def append(self, kernels: Kernels, b: StepBuffers, x: Activations, state: LayerState) -> None:
        """Append keys and values of the rows x."""
        rows = b.projected[:, : self.keys_values.num_rows]
        kernels.project(x, self.keys_values, rows, b.inputs)
        kernels.append(rows, state.kv, self.heads, b.inputs)
