"""Keys and values in each type of the CPU's cache, packed and unpacked without the engine."""

import gguf
import numpy as np
import torch
from torch import Tensor

from engine.kernels.operands import KVState

FLOATS = ["f32", "f16", "bf16"]
KV_TYPES = [*FLOATS, "q8_0"]
_DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
_Q8_0 = gguf.GGMLQuantizationType.Q8_0


def packed(kv_type: str, values: Tensor) -> Tensor:
    """Float32 `values` as a cache of `kv_type` keeps them, q8_0 by the gguf package; NaN stays NaN."""
    if kv_type in _DTYPES:
        return values.to(_DTYPES[kv_type])
    numbers = np.ascontiguousarray(values.nan_to_num(0.0, 0.0, 0.0).numpy())
    blocks = torch.from_numpy(gguf.quants.quantize(numbers, _Q8_0)).unflatten(-1, (-1, 34))
    is_finite = values.isfinite().unflatten(-1, (-1, 32)).all(-1, keepdim=True)
    return blocks.where(is_finite, 0xFF).flatten(-2)


def unpacked(kv_type: str, cache: Tensor) -> Tensor:
    """The float32 values of a cache."""
    if kv_type in _DTYPES:
        return cache.float()
    blocks = cache.unflatten(-1, (-1, 34)).contiguous()
    scales = blocks[..., :2].contiguous().view(torch.float16).float()
    return (scales * blocks[..., 2:].contiguous().view(torch.int8).float()).flatten(-2)


def poison(cache: Tensor) -> None:
    """Fill a cache with bytes that are NaN in every type."""
    cache.view(torch.uint8).fill_(0xFF)


def split_cache(kv_type: str, keys: Tensor, values: Tensor) -> KVState:
    """Float32 keys and values as a GPU keeps them: codes and scales of blocks apart."""
    if kv_type in _DTYPES:
        return KVState(keys.to(_DTYPES[kv_type]), values.to(_DTYPES[kv_type]))
    (keys, key_scales), (values, value_scales) = (
        _codes_and_scales(packed(kv_type, each)) for each in (keys, values)
    )
    return KVState(keys, values, key_scales, value_scales)


def _codes_and_scales(cache: Tensor) -> tuple[Tensor, Tensor]:
    """Both of Q8_0 blocks."""
    blocks = cache.unflatten(-1, (-1, 34))
    scales, codes = (blocks[..., part].contiguous() for part in (slice(2), slice(2, None)))
    return codes.view(torch.int8).flatten(-2), scales.view(torch.float16).flatten(-2)


def split_values(kv: KVState) -> tuple[Tensor, Tensor]:
    """The float32 keys and values of a GPU's cache."""
    scales = kv.key_scales, kv.value_scales
    keys, values = (
        cache.float() if scale is None else cache.float() * scale.float().repeat_interleave(32, -1)
        for cache, scale in zip((kv.keys, kv.values), scales, strict=True)
    )
    return keys, values
