"""Rows of a KV cache of any type, in plain torch: the values that they keep, and those written.

Codes and scales stand apart, as on a GPU.
"""

import torch
from torch import Tensor

from engine.kernels.operands import KVState
from engine.kernels.sizes import transform_length
from engine.kernels.tq3_blocks import BOUNDARIES, CENTROIDS

Place = tuple["int | Tensor | slice[None, None, None]", ...]
"""An index of [S, G, R]."""
_BLOCK_LEN = 32


def key_rows(kv: KVState, place: Place) -> Tensor:
    """The keys at `place` as float32 [..., D]."""
    return _restored(_values(kv.keys, kv.key_scales, place), kv)


def value_rows(kv: KVState, place: Place) -> Tensor:
    """As `key_rows`, of the values."""
    return _restored(_values(kv.values, kv.value_scales, place), kv)


def write_rows(kv: KVState, place: Place, keys: Tensor, values: Tensor) -> None:
    """Write float32 keys and values [..., D] at `place`, rounded to nearest."""
    _write(kv.keys, kv.key_scales, place, _restored(keys, kv))
    _write(kv.values, kv.value_scales, place, _restored(values, kv))


def _restored(rows: Tensor, kv: KVState) -> Tensor:
    """Rows [..., D] with the transform of `kv`, if any, which undoes itself."""
    if not kv.is_transformed:
        return rows
    length = transform_length(rows.shape[-1])
    matrix = torch.ones(1, 1, device=rows.device)
    while len(matrix) < length:
        above, below = torch.cat([matrix, matrix], 1), torch.cat([matrix, -matrix], 1)
        matrix = torch.cat([above, below]) * 0.5**0.5
    return torch.flatten(torch.unflatten(rows, -1, (-1, length)) @ matrix, -2)


def _values(cache: Tensor, scales: Tensor | None, place: Place) -> Tensor:
    if scales is None:
        return cache[place].float()
    codes = cache[place]
    if codes.dtype == torch.int32:
        centroids = torch.tensor(CENTROIDS, device=codes.device).half().float()
        values = centroids[_codes_of_words(codes)] * scales[place].float()[..., None]
        return torch.flatten(values, -2)
    if codes.dtype == torch.uint8:
        codes = torch.stack([codes & 15, codes >> 4], dim=-1).flatten(-2).to(torch.int8) - 8
    return torch.flatten(_blocks(codes).float() * scales[place].float()[..., None], -2)


def _write(cache: Tensor, scales: Tensor | None, place: Place, rows: Tensor) -> None:
    if scales is None:
        cache[place] = rows.to(cache.dtype)
        return
    blocks = _blocks(rows)
    if cache.dtype == torch.int32:
        centroids, boundaries = (
            torch.tensor(numbers, device=rows.device) for numbers in (CENTROIDS, BOUNDARIES)
        )
        length = blocks.square().sum(-1)[..., None].sqrt()
        codes = torch.bucketize((blocks / (2 * length)).nan_to_num(), boundaries)
        cache[place] = _words_of_codes(codes)
        scales[place] = (length / centroids[codes].square().sum(-1)[..., None].sqrt())[
            ..., 0
        ].half()
        return
    if cache.dtype == torch.int8:
        scale = blocks.abs().amax(-1) / 127
    else:
        largest = blocks.abs().argmax(-1, keepdim=True)
        scale = blocks.gather(-1, largest)[..., 0] / -8
    codes = (blocks / scale[..., None]).round().nan_to_num().flatten(-2)
    if cache.dtype == torch.uint8:
        halves = (codes.clamp(max=7) + 8).to(torch.uint8)
        codes = halves[..., ::2] | halves[..., 1::2] << 4
    cache[place], scales[place] = codes.to(cache.dtype), scale.half()


def _codes_of_words(words: Tensor) -> Tensor:
    """Codes 0 … 7 [..., D / 32, 32] of words int32 [..., D / 32 * 3] (tq3_rows.py)."""
    num_blocks = words.shape[-1] // 3
    lower, upper = words[..., : 2 * num_blocks], words[..., 2 * num_blocks :]
    upper = torch.stack([upper, upper >> 16], -1).flatten(-2)
    lower_shifts, upper_shifts = _shifts(words.device)
    codes = lower[..., None] >> lower_shifts & 3 | (upper[..., None] >> upper_shifts & 1) << 2
    return torch.unflatten(codes.flatten(-2), -1, (num_blocks, _BLOCK_LEN))


def _words_of_codes(codes: Tensor) -> Tensor:
    """The inverse of `_codes_of_words`."""
    halves = torch.unflatten(codes, -1, (2, 16))
    lower_shifts, upper_shifts = _shifts(codes.device)
    places = torch.tensor([0, 16], device=codes.device)  # of the halves in a word
    lower = ((halves & 3) << lower_shifts).sum(-1).flatten(-2)
    upper = (((halves >> 2) << upper_shifts).sum(-1) << places).sum(-1)
    return torch.cat([lower, upper], -1).to(torch.int32)


def _shifts(device: torch.device) -> tuple[Tensor, Tensor]:
    """Where each of 16 codes has its lower bits and its upper bit."""
    code = torch.arange(16, device=device)
    quarter, i = code // 4, code % 4
    return 16 * (quarter // 2) + 4 * i + 2 * (quarter % 2), 4 * i + quarter


def _blocks(rows: Tensor) -> Tensor:
    """[..., D] as [..., D / 32, 32]."""
    return torch.unflatten(rows, -1, (-1, _BLOCK_LEN))
