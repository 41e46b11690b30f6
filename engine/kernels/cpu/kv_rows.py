"""Writes rows of the CPU's KV cache, by the dtype of its arrays, and tells their format.

Numba specializes a loop per dtype, so a loop over a cache is written once. It has neither float16
nor bfloat16 here: their bits are uint16 and int16. A uint8 row is Q8_0 blocks, an int8 row Q4_0
blocks; an array [blocks, bytes] is a row of TQ3_0 blocks.
"""

from typing import Any

import numpy as np
import torch
from numba import njit, types
from numba.extending import overload
from numpy.typing import NDArray
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cpu.ir.row_formats import BF16, F16, F32, Q4_0, Q8_0, TQ3_0, RowFormat
from engine.kernels.cpu.ir.vectors import float_from_bits, half_bits
from engine.kernels.tq3_blocks import BOUNDARIES, CENTROIDS

_FORMATS = {np.float32: F32, np.uint16: F16, np.int16: BF16, np.uint8: Q8_0, np.int8: Q4_0}
_BLOCKS_NDIM = 5  # of a cache [S, G, R, blocks, bytes]
_VIEWS = {torch.float16: torch.uint16, torch.bfloat16: torch.int16}
_BLOCK_LEN, _BLOCK_BYTES = GGMLType.Q8_0.block_len, GGMLType.Q8_0.block_bytes
_HALF_LEN, _Q4_BYTES = GGMLType.Q4_0.block_len // 2, GGMLType.Q4_0.block_bytes
_INFINITE, _INFINITE_HALF = 0x7F800000, 0x7C00  # bits
_NAN_HALF = 0x7E00
_CENTROIDS = np.array(CENTROIDS, np.float32)
_BOUNDARIES = np.array(BOUNDARIES, np.float32)
_MOST = np.float32(127.0)  # the largest code
_BELOW_HALF = np.float32(0.49999997)  # with 0.5, a code just below 0.5 would round to 1


def as_array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """A numpy view of a tensor, float16 as uint16 and bfloat16 as int16."""
    return tensor.view(_VIEWS.get(tensor.dtype, tensor.dtype)).numpy()


def row_len(cache: Any) -> int:
    """The number of values in a row of a cache [S, G, R, …]."""
    size: int = cache.shape[3]
    if cache.ndim == _BLOCKS_NDIM:
        return size * _BLOCK_LEN
    if cache.dtype == np.int8:
        return size // _Q4_BYTES * _BLOCK_LEN
    return size // _BLOCK_BYTES * _BLOCK_LEN if cache.dtype == np.uint8 else size


@overload(row_len)
def _row_len(cache):
    if cache.ndim == _BLOCKS_NDIM:
        return lambda cache: cache.shape[3] * _BLOCK_LEN
    if cache.dtype == types.uint8:
        return lambda cache: cache.shape[3] // _BLOCK_BYTES * _BLOCK_LEN
    if cache.dtype == types.int8:
        return lambda cache: cache.shape[3] // _Q4_BYTES * _BLOCK_LEN
    return lambda cache: cache.shape[3]


def row_format(cache: NDArray[Any]) -> RowFormat:
    """The format of the rows of a cache."""
    return TQ3_0 if cache.ndim == _BLOCKS_NDIM else _FORMATS[cache.dtype.type]


def write_row(values: Any, row: Any) -> None:
    """Write float32 values to a row of a cache, rounded to nearest in its type."""
    raise NotImplementedError


@overload(write_row)
def _write_row(values, row):  # noqa: ARG001 - named as what it overloads
    return _WRITERS[row.dtype] if row.ndim == 1 else _write_tq3_blocks


def _write_floats(values, row):
    for i in range(row.shape[0]):
        row[i] = values[i]


def _write_halves(values, row):
    for i in range(row.shape[0]):
        row[i] = half_bits(values[i])


def _write_bfloats(values, row):
    """Rounds to nearest even; NaN stays NaN."""
    for i in range(row.shape[0]):
        bits = np.float32(values[i]).view(np.uint32)
        if bits & 0x7FFFFFFF > _INFINITE:
            rounded = bits >> 16 | 0x40
        else:
            rounded = bits + 0x7FFF + (bits >> 16 & 1) >> 16
        row[i] = np.int16(rounded)


def _write_blocks(values, row):
    """GGUF's Q8_0: scale = largest magnitude / 127, codes rounded to nearest, ties away from zero.

    If a value is infinite or NaN, or the scale overflows float16, the whole block reads as NaN.
    """
    for block in range(row.shape[0] // _BLOCK_BYTES):
        first, to = block * _BLOCK_LEN, block * _BLOCK_BYTES
        largest = np.int32(0)  # magnitudes compare as their bits do, NaN above infinity
        for i in range(first, first + _BLOCK_LEN):
            largest = max(largest, np.float32(values[i]).view(np.int32) & np.int32(0x7FFFFFFF))
        scale = float_from_bits(largest) / _MOST
        half = half_bits(scale)
        row[to], row[to + 1] = half & 0xFF, half >> 8
        if 0 < half < _INFINITE_HALF:
            inverse = np.float32(1.0) / scale
            for i in range(_BLOCK_LEN):
                code = values[first + i] * inverse
                row[to + 2 + i] = np.uint8(np.int32(code + np.copysign(_BELOW_HALF, code)))
        else:
            row[to + 2 : to + _BLOCK_BYTES] = 0


@njit(cache=True, inline="always")
def _q4_code(value, inverse):
    """The code + 8 of a value of a Q4_0 block."""
    return min(np.int32(value * inverse + np.float32(8.5)), np.int32(15))


def _write_q4_blocks(values, row):
    """GGUF's Q4_0: scale = the value of the largest magnitude / -8, codes -8 … 7.

    A block that is not finite reads as NaN, as in `_write_blocks`.
    """
    for block in range(row.shape[0] // _Q4_BYTES):
        first, to = block * _BLOCK_LEN, block * _Q4_BYTES
        largest, extreme = np.int32(0), np.float32(0.0)
        for i in range(first, first + _BLOCK_LEN):
            magnitude = np.float32(values[i]).view(np.int32) & np.int32(0x7FFFFFFF)
            if magnitude > largest:
                largest, extreme = magnitude, values[i]
        scale = extreme / np.float32(-8.0)
        half = half_bits(scale)
        row[to], row[to + 1] = np.int8(half & 0xFF), np.int8(half >> 8)
        if 0 < half & 0x7FFF < _INFINITE_HALF:
            inverse = np.float32(1.0) / scale
            for i in range(_HALF_LEN):
                low = _q4_code(values[first + i], inverse)
                high = _q4_code(values[first + _HALF_LEN + i], inverse)
                row[to + 2 + i] = np.int8(low | high << 4)
        else:
            row[to + 2 : to + _Q4_BYTES] = np.int8(-120)  # codes of 0


@njit(cache=True, inline="always")
def _tq3_code(value):
    """The code of the centroid nearest to a value."""
    code = 0
    for boundary in _BOUNDARIES:
        code += value > boundary
    return code


def _write_tq3_blocks(values, row):
    """TQ3_0; a block that is not finite, or whose norm is not, reads as NaN."""
    for block in range(row.shape[0]):
        first = block * _BLOCK_LEN
        squares = np.float32(0.0)
        for i in range(first, first + _BLOCK_LEN):
            squares += values[i] * values[i]
        length = np.sqrt(squares)
        inverse = np.float32(0.5) / length if squares > 0 else np.float32(0.0)
        kept = np.float32(0.0)
        for group in range(4):
            lower = upper = 0
            for i in range(8):
                code = _tq3_code(values[first + 8 * group + i] * inverse)
                kept += _CENTROIDS[code] * _CENTROIDS[code]
                lower |= (code & 3) << 2 * i
                upper |= (code >> 2) << i
            row[block, 2 + 2 * group], row[block, 3 + 2 * group] = lower & 0xFF, lower >> 8
            row[block, 10 + group] = upper
        half = half_bits(length / np.sqrt(kept))
        if half >= _INFINITE_HALF:
            half = np.uint16(_NAN_HALF)
        row[block, 0], row[block, 1] = half & 0xFF, half >> 8


_WRITERS = {
    types.float32: _write_floats,
    types.uint16: _write_halves,
    types.int16: _write_bfloats,
    types.uint8: _write_blocks,
    types.int8: _write_q4_blocks,
}
