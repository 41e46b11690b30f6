"""Rows of a KV cache of any type, in plain torch: the values that they keep, and those written."""

import torch
from torch import Tensor

from engine.kernels.operands import KVState

_BLOCK_LEN = 32


def key_rows(kv: KVState, place: tuple[object, ...]) -> Tensor:
    """The keys at `place`, an index of [S, G, R], as float32 [..., D]."""
    return _values(kv.keys, kv.key_scales, place)


def value_rows(kv: KVState, place: tuple[object, ...]) -> Tensor:
    """As `key_rows`, of the values."""
    return _values(kv.values, kv.value_scales, place)


def write_rows(kv: KVState, place: tuple[object, ...], keys: Tensor, values: Tensor) -> None:
    """Write float32 [..., D] at `place`, as `key_rows` has it, rounded to nearest."""
    _write(kv.keys, kv.key_scales, place, keys)
    _write(kv.values, kv.value_scales, place, values)


def _values(cache: Tensor, scales: Tensor | None, place: tuple[object, ...]) -> Tensor:
    if cache.is_floating_point():
        return cache[place].float()
    if scales is not None:
        codes = cache[place].float().unflatten(-1, (-1, _BLOCK_LEN))
        return (codes * scales[place].float()[..., None]).flatten(-2)
    blocks = cache[place].unflatten(-1, (-1, 2 + _BLOCK_LEN)).contiguous()
    scale, codes = blocks[..., :2].contiguous(), blocks[..., 2:].contiguous()
    return (codes.view(torch.int8).float() * scale.view(torch.float16).float()).flatten(-2)


def _write(cache: Tensor, scales: Tensor | None, place: tuple[object, ...], rows: Tensor) -> None:
    if cache.is_floating_point():
        cache[place] = rows.to(cache.dtype)
        return
    blocks = rows.unflatten(-1, (-1, _BLOCK_LEN))
    largest = blocks.abs().amax(-1, keepdim=True)
    scale = largest / 127
    codes = (blocks / scale.where(largest > 0, torch.ones_like(scale))).round()
    scale, codes = scale.half(), codes.nan_to_num().to(torch.int8)
    if scales is not None:
        cache[place], scales[place] = codes.flatten(-2), scale[..., 0]
    else:
        parts = [scale.view(torch.uint8), codes.view(torch.uint8)]
        cache[place] = torch.cat(parts, dim=-1).flatten(-2)
