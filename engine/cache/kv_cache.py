"""The KV cache: static key and value tensors of every layer, written at rows that are data."""

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.cache.arena import Arena

KV_DTYPES = {"f32": torch.float32, "f16": torch.float16}


@dataclass(frozen=True)
class LayerCache:
    """Keys and values of one layer, each [num_kv_heads, capacity, head_dim]."""

    keys: Tensor
    values: Tensor


class KVCache:
    """Keys and values of all layers for one sequence of at most `capacity` tokens."""

    def __init__(
        self,
        arena: Arena,
        num_layers: int,
        num_kv_heads: int,
        head_dim: int,
        capacity: int,
        kv_type: str,
    ) -> None:
        self.capacity = capacity
        self.kv_type = kv_type
        shape, dtype = (num_kv_heads, capacity, head_dim), KV_DTYPES[kv_type]
        self.layers = tuple(
            LayerCache(arena.allocate(*shape, dtype=dtype), arena.allocate(*shape, dtype=dtype))
            for _ in range(num_layers)
        )

    @property
    def num_bytes(self) -> int:
        """Bytes of all keys and values."""
        return sum(layer.keys.nbytes + layer.values.nbytes for layer in self.layers)
