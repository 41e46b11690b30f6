"""Keys and values in each type of a cache, packed and unpacked without the engine.

Blocks are packed by the gguf package, after a Hadamard transform.
"""

import gguf
import numpy as np
import torch
from torch import Tensor

from engine.kernels.operands import KVState

FLOATS = ["f32", "f16", "bf16"]
KV_TYPES = [*FLOATS, "q8_0", "q4_0"]
_DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}


def transformed(values: Tensor) -> Tensor:
    """Heads [..., D] times the Hadamard matrix of the largest power of two in D, its own inverse."""
    length = values.shape[-1] & -values.shape[-1]
    bits = torch.arange(length)
    common = bits[:, None] & bits
    is_odd = sum(common >> shift & 1 for shift in range(length.bit_length())) % 2
    matrix = (1.0 - 2.0 * is_odd).to(values) / length**0.5
    return (values.unflatten(-1, (-1, length)) @ matrix).flatten(-2)


def packed(kv_type: str, values: Tensor) -> Tensor:
    """Float32 `values` as a cache on the CPU keeps them; NaN stays NaN, for all of a block."""
    if kv_type in _DTYPES:
        return values.to(_DTYPES[kv_type])
    kind = gguf.GGMLQuantizationType[kv_type.upper()]
    values = transformed(values)
    numbers = np.ascontiguousarray(values.nan_to_num(0.0, 0.0, 0.0).cpu().numpy())
    blocks = torch.from_numpy(gguf.quants.quantize(numbers, kind)).to(values.device)
    blocks = blocks.unflatten(-1, (values.shape[-1] // 32, -1))
    is_finite = values.isfinite().unflatten(-1, (-1, 32)).all(-1, keepdim=True)
    blocks = blocks.where(is_finite, 0xFF).flatten(-2)
    return blocks.view(torch.int8) if kv_type == "q4_0" else blocks


def unpacked(kv_type: str, cache: Tensor) -> Tensor:
    """The float32 values of a cache on the CPU."""
    if kv_type in _DTYPES:
        return cache.float()
    codes, scales = _codes_and_scales(kv_type, cache)
    return transformed((codes.float() * scales.float()[..., None]).flatten(-2))


def _codes_and_scales(kv_type: str, cache: Tensor) -> tuple[Tensor, Tensor]:
    """Codes int8 [..., D / 32, 32] and scales float16 [..., D / 32] of blocks."""
    length = 18 if kv_type == "q4_0" else 34
    blocks = cache.view(torch.uint8).unflatten(-1, (-1, length))
    scales, codes = (blocks[..., part].contiguous() for part in (slice(2), slice(2, None)))
    if kv_type == "q4_0":
        codes = torch.cat([codes & 15, codes >> 4], dim=-1) - 8
    return codes.view(torch.int8), scales.view(torch.float16)[..., 0]


def poison(cache: Tensor) -> None:
    """Fill a cache with bytes that are NaN in every type."""
    cache.view(torch.uint8).fill_(0xFF)


def cache_of(kv_type: str, keys: Tensor, values: Tensor) -> KVState:
    """Float32 keys and values as the CPU keeps them."""
    kept = (packed(kv_type, each) for each in (keys, values))
    return KVState(*kept, is_transformed=kv_type not in FLOATS)


def split_cache(kv_type: str, keys: Tensor, values: Tensor) -> KVState:
    """Float32 keys and values as a GPU keeps them: codes and scales of blocks apart."""
    if kv_type in _DTYPES:
        return cache_of(kv_type, keys, values)
    (keys, key_scales), (values, value_scales) = (
        _codes_and_scales(kv_type, packed(kv_type, each)) for each in (keys, values)
    )
    keys, values = (codes.flatten(-2) for codes in (keys, values))
    if kv_type == "q8_0":
        return KVState(keys, values, key_scales, value_scales, is_transformed=True)
    keys, values = (
        (codes[..., ::2] + 8 | codes[..., 1::2] + 8 << 4).view(torch.uint8)
        for codes in (keys, values)
    )
    return KVState(keys, values, key_scales, value_scales, is_transformed=True)


def split_values(kv: KVState) -> tuple[Tensor, Tensor]:
    """The float32 keys and values of a GPU's cache."""
    keys, values = (
        _split_values(cache, scales)
        for cache, scales in ((kv.keys, kv.key_scales), (kv.values, kv.value_scales))
    )
    return keys, values


def _split_values(cache: Tensor, scales: Tensor | None) -> Tensor:
    if scales is None:
        return cache.float()
    if cache.dtype == torch.int8:
        codes = cache.float()
    else:
        codes = torch.stack([cache & 15, cache >> 4], dim=-1).flatten(-2).float() - 8
    return transformed(codes * scales.float().repeat_interleave(32, -1))
