"""Rows of a KV cache of any type, in plain torch: the values that they keep, and those written.

Codes and scales stand apart, as on a GPU.
"""

import torch
from torch import Tensor

from engine.kernels.operands import KVState

Place = tuple["int | Tensor | slice[None, None, None]", ...]
"""An index of [S, G, R]."""
_BLOCK_LEN = 32


def key_rows(kv: KVState, place: Place) -> Tensor:
    """The keys at `place` as float32 [..., D]."""
    return _values(kv.keys, kv.key_scales, place)


def value_rows(kv: KVState, place: Place) -> Tensor:
    """As `key_rows`, of the values."""
    return _values(kv.values, kv.value_scales, place)


def write_rows(kv: KVState, place: Place, keys: Tensor, values: Tensor) -> None:
    """Write float32 keys and values [..., D] at `place`, rounded to nearest."""
    _write(kv.keys, kv.key_scales, place, keys)
    _write(kv.values, kv.value_scales, place, values)


def _values(cache: Tensor, scales: Tensor | None, place: Place) -> Tensor:
    if scales is None:
        return cache[place].float()
    codes = _blocks(cache[place]).float()
    return torch.flatten(codes * scales[place].float()[..., None], -2)


def _write(cache: Tensor, scales: Tensor | None, place: Place, rows: Tensor) -> None:
    if scales is None:
        cache[place] = rows.to(cache.dtype)
        return
    blocks = _blocks(rows)
    largest = blocks.abs().amax(-1)
    codes = (127 * blocks / largest[..., None]).round().nan_to_num().to(torch.int8)
    cache[place], scales[place] = codes.flatten(-2), (largest / 127).half()


def _blocks(rows: Tensor) -> Tensor:
    """[..., D] as [..., D / 32, 32]."""
    return torch.unflatten(rows, -1, (-1, _BLOCK_LEN))
