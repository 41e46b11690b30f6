"""Attention of one head of one row in numpy, by the CPU's order of operations: its exact bits."""

import numpy as np
import torch
from numpy.typing import NDArray

from engine.kernels.sizes import PAGE_ROWS
from tests.support.kv_types import CENTROIDS, FLOATS, codes_and_scales

Floats = NDArray[np.float32]
_BLOCK = 256  # positions
_F32 = np.float32


def attend_one(
    kv_type: str, query: Floats, keys: torch.Tensor, values: torch.Tensor, scale: float,
    sink: float | None, first: int,
) -> Floats:  # fmt: skip
    """Attention of a query over rows of a cache, which are at positions from `first` on."""
    total, weight = np.zeros_like(query), _F32(0 if sink is None else 1)
    highest = _F32(-np.inf if sink is None else sink)
    k, v = (numbers_of(kv_type, rows) for rows in (keys, values))
    begin = 0
    while begin < len(keys):
        end = min(len(keys), begin + _BLOCK - (first + begin) % _BLOCK)
        scores = dots(k[0][begin:end], k[1][begin:end], query) * _F32(scale)
        before, highest = highest, max(highest, scores.max())
        if highest > before:
            correction = exp(np.array([before - highest]))[0]
            weight, total = weight * correction, total * correction
        weights = exp(scores - highest)
        for each in weights:
            weight = weight + each
        for each, numbers, scales in zip(weights, v[0][begin:end], v[1][begin:end], strict=True):
            total = fma(each * scales, numbers, total)
        begin = end
    quotient: Floats = total / weight
    return quotient


def numbers_of(kv_type: str, rows: torch.Tensor) -> tuple[Floats, Floats]:
    """The numbers [n, D] of cache rows before their scales, and the scales of all."""
    if kv_type in FLOATS:
        numbers = rows.float()
        return numbers.numpy(), np.ones_like(numbers.numpy())
    codes, scales = codes_and_scales(kv_type, rows)
    values = CENTROIDS[codes.long()] if kv_type == "tq3_0" else codes.float()
    return values.flatten(-2).numpy(), scales.float().repeat_interleave(32, -1).numpy()


def dots(rows: Floats, scales: Floats, query: Floats) -> Floats:
    """The dot product of each row with a query, in eight lanes.

    A block of codes is summed before its scale.
    """
    size, has_blocks = len(query), bool((scales != 1).any())
    step = 32 if has_blocks else 8
    lanes = np.zeros((len(rows), 8), _F32)
    for first in range(0, size - size % step, step):
        products = rows[:, first : first + 8] * query[first : first + 8]
        for at in range(first + 8, first + step, 8):
            products = fma(rows[:, at : at + 8], query[at : at + 8], products)
        if has_blocks:
            lanes = fma(scales[:, first : first + 8], products, lanes)
        else:
            lanes = fma(rows[:, first : first + 8], query[first : first + 8], lanes)
    while lanes.shape[1] > 1:
        lanes = lanes[:, ::2] + lanes[:, 1::2]
    total = lanes[:, 0]
    for at in range(size - size % step, size):
        total = fma(rows[:, at], query[at], total)
    return total


def exp(x: Floats) -> Floats:
    """e**x of float32, by the steps that the loops take."""
    is_low = x < -87
    x = np.where(is_low, _F32(0), x)
    n = np.floor(x * _F32(1.4426950408889634) + _F32(0.5))
    r = x - n * _F32(0.693359375) - n * _F32(-2.12194440e-4)
    p = np.full_like(x, 1 / 720)
    for term in (1 / 120, 1 / 24, 1 / 6, 0.5, 1.0, 1.0):
        p = p * r + _F32(term)
    return np.where(is_low, _F32(0), np.ldexp(p, n.astype(np.int32)))


def fma(a: Floats, b: Floats, c: Floats) -> Floats:
    """a * b + c rounded once: the sum of float64 to odd, whose rounding to float32 is right."""
    product, addend = a.astype(np.float64) * b, c.astype(np.float64)
    total = product + addend
    added = total - product
    error = (product - (total - added)) + (addend - added)
    bits = np.atleast_1d(total).view(np.int64)
    is_even = (np.atleast_1d(error) != 0) & (bits & 1 == 0)
    bits += np.where(is_even, np.where((error > 0) == (total > 0), 1, -1), 0)
    rounded: Floats = bits.view(np.float64).astype(_F32).reshape(np.shape(total))
    return rounded


def rows_seen(
    cache: torch.Tensor, holders: torch.Tensor, sequence: int, kv_head: int, seen: range
) -> torch.Tensor:
    """The rows of a cache [S, G, R, …] at the positions `seen` of a sequence."""
    positions = torch.tensor(seen)
    holder = holders[sequence, positions // PAGE_ROWS].long() if len(holders) else sequence
    return cache[holder, kv_head, positions % cache.shape[2]]
