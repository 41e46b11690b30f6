"""Keys and values in each type of a cache, packed and unpacked without the engine.

Blocks are packed after a Hadamard transform: by the gguf package, or here those of TQ3_0, which it
does not know.
"""

import gguf
import numpy as np
import torch
from torch import Tensor

from engine.kernels.operands import KVState

FLOATS = ["f32", "f16", "bf16"]
KV_TYPES = [*FLOATS, "q8_0", "q4_0", "tq3_0"]
CENTROIDS = torch.tensor(
    [-0.190685, -0.117832, -0.065717, -0.02146, 0.02146, 0.065717, 0.117832, 0.190685]
)
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
    values = transformed(values)
    if kv_type == "tq3_0":
        return _packed_tq3(values)
    kind = gguf.GGMLQuantizationType[kv_type.upper()]
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
    codes, scales = codes_and_scales(kv_type, cache)
    numbers = CENTROIDS.to(codes.device)[codes.long()] if kv_type == "tq3_0" else codes.float()
    return transformed((numbers * scales.float()[..., None]).flatten(-2))


def codes_and_scales(kv_type: str, cache: Tensor) -> tuple[Tensor, Tensor]:
    """Codes int8 [..., D / 32, 32] and scales float16 [..., D / 32] of blocks."""
    if kv_type == "tq3_0":
        lower, upper = cache[..., 2:10, None], cache[..., 10:, None]
        shifts = torch.arange(8, device=cache.device)
        codes = (lower >> shifts[::2] & 3).flatten(-2) | (upper >> shifts & 1).flatten(-2) << 2
        return codes.to(torch.int8), cache[..., :2].contiguous().view(torch.float16)[..., 0]
    length = 18 if kv_type == "q4_0" else 34
    blocks = cache.view(torch.uint8).unflatten(-1, (-1, length))
    scales, codes = (blocks[..., part].contiguous() for part in (slice(2), slice(2, None)))
    if kv_type == "q4_0":
        codes = torch.cat([codes & 15, codes >> 4], dim=-1) - 8
    return codes.view(torch.int8), scales.view(torch.float16)[..., 0]


def _packed_tq3(values: Tensor) -> Tensor:
    """Blocks uint8 [..., D / 32, 14] of transformed heads."""
    blocks = values.double().unflatten(-1, (-1, 32))
    length = blocks.norm(dim=-1, keepdim=True)
    unit = (blocks / length / 2).nan_to_num()
    codes = (unit[..., None] - CENTROIDS.to(unit)).abs().argmin(-1)
    norms = length / CENTROIDS.to(unit)[codes].norm(dim=-1, keepdim=True)
    norms = norms.masked_fill(~((norms < 65520) | (length == 0)), torch.nan).half()
    shifts = torch.arange(8, device=values.device)
    lower = ((codes & 3).unflatten(-1, (-1, 4)) << shifts[::2]).sum(-1)
    upper = ((codes >> 2).unflatten(-1, (-1, 8)) << shifts).sum(-1)
    return torch.cat([norms.view(torch.uint8), lower.byte(), upper.byte()], dim=-1)


def _words(codes: Tensor) -> Tensor:
    """Codes [..., D / 32, 32] of TQ3_0 as a GPU keeps them, int32 [..., D / 32 * 3]."""
    lower, upper = (torch.zeros(*codes.shape[:-1], count, dtype=torch.int64) for count in (2, 1))
    for place in range(32):
        word, quarter, i = place // 16, place % 16 // 4, place % 4
        code = codes[..., place].long()
        lower[..., word] |= (code & 3) << (16 * (quarter // 2) + 4 * i + 2 * (quarter % 2))
        upper[..., 0] |= (code >> 2) << (16 * word + 4 * i + quarter)
    return torch.cat([lower.flatten(-2), upper.flatten(-2)], dim=-1).to(torch.int32)


def _codes_of(words: Tensor) -> Tensor:
    """The inverse of `_words`."""
    num_blocks = words.shape[-1] // 3
    lower = words[..., : 2 * num_blocks].unflatten(-1, (-1, 2))
    upper = words[..., 2 * num_blocks :]
    codes = []
    for place in range(32):
        word, quarter, i = place // 16, place % 16 // 4, place % 4
        low = lower[..., word] >> (16 * (quarter // 2) + 4 * i + 2 * (quarter % 2)) & 3
        codes.append(low | (upper >> (16 * word + 4 * i + quarter) & 1) << 2)
    return torch.stack(codes, dim=-1)


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
        codes_and_scales(kv_type, packed(kv_type, each)) for each in (keys, values)
    )
    if kv_type == "tq3_0":
        words = (_words(codes.cpu()).to(codes.device) for codes in (keys, values))
        return KVState(*words, key_scales, value_scales, is_transformed=True)
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
    if cache.dtype == torch.int32:
        codes = CENTROIDS.half().float().to(cache.device)[_codes_of(cache)].flatten(-2)
    elif cache.dtype == torch.int8:
        codes = cache.float()
    else:
        codes = torch.stack([cache & 15, cache >> 4], dim=-1).flatten(-2).float() - 8
    return transformed(codes * scales.float().repeat_interleave(32, -1))
