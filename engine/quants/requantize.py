"""Turns blocks of any type into IQ4_NL, on several threads: half a byte a value, fast to unpack."""

from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.gguf.mapped_pages import forget_pages
from engine.gguf.types import GGMLType
from engine.quants import loop_cache
from engine.quants.dequantize import loop_of
from engine.quants.weight_types import WEIGHT_TYPES

KIND = GGMLType.IQ4_NL

_CACHE_FOLDER = loop_cache.FOLDER
_CHUNK_VALUES = 1 << 18  # large enough to hide the cost of handing a chunk to a thread
_LEN = KIND.block_len
_BOOK = WEIGHT_TYPES[KIND].codebook
assert _BOOK is not None
_LEVELS = np.array(_BOOK.values, np.float32)
_BOUNDS = (_LEVELS[1:] + _LEVELS[:-1]) / 2
_STEPS = np.diff(_LEVELS)
# The levels that a block's largest value may take: more of them lower the error by 0.5 % at most.
_LARGEST = np.array([-127, -117, -136], np.float32)

# Sums of a block may be in any order: no answer depends on them.
_loop = njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})


@_loop
def _level(value):
    """The level nearest to `value`."""
    level = _LEVELS[0]
    for k in range(len(_BOUNDS)):
        level += _STEPS[k] if value > _BOUNDS[k] else np.float32(0)
    return level


@_loop
def _code(value):
    """The number of the level nearest to `value`."""
    code = 0
    for k in range(len(_BOUNDS)):
        code += 1 if value > _BOUNDS[k] else 0
    return code


@_loop
def _largest(block):
    """The value of the greatest magnitude."""
    low = high = np.float32(0)
    for i in range(_LEN):
        low, high = min(low, block[i]), max(high, block[i])
    return low if -low > high else high


@_loop
def _best_scales(block):
    """What to multiply values with to round them to levels, and a level's value for one.

    Of a few roundings the one whose least-squares scale leaves the least error; 0 where none is
    better than zeros, as in blocks of values that are not finite.
    """
    largest = _largest(block)
    inverse = scale = best = np.float32(0)
    if largest != 0:
        for level in _LARGEST:
            factor = level / largest
            dot = square = np.float32(0)
            for i in range(_LEN):
                q = _level(block[i] * factor)
                dot += q * block[i]
                square += q * q
            if dot * dot > best * square:
                best, inverse, scale = dot * dot / square, factor, dot / square
    return inverse, scale


@_loop
def _quantize(values, scales, codes):
    """Blocks `values` float32 [N, 32] → scales float32 [N], codes uint8 [N, 16]."""
    for b in range(len(values)):
        block = values[b]
        inverse, scales[b] = _best_scales(block)
        for i in range(_LEN // 2):
            low, high = _code(block[i] * inverse), _code(block[i + _LEN // 2] * inverse)
            codes[b, i] = np.uint8(low | high << 4)


def requantize(data: NDArray[np.uint8], kind: GGMLType) -> NDArray[np.uint8]:
    """`data`, contiguous blocks of `kind` that fill blocks of 32 values, as IQ4_NL blocks in order.

    Releases the pages of a mapped file that it has read. Raises UnsupportedModelError for a type
    that cannot be dequantized.
    """
    dequantize = loop_of(kind)
    blocks = data.reshape(-1, kind.block_bytes).view()
    blocks.flags.writeable = False  # always read-only: numba compiles each loop for one signature
    num_blocks = len(blocks) * kind.block_len // _LEN
    out = np.empty((num_blocks, KIND.block_bytes), np.uint8)
    step = _CHUNK_VALUES // kind.block_len

    def run(begin: int) -> None:
        some = blocks[begin : begin + step]
        values = np.empty((len(some), kind.block_len), np.float32)
        dequantize(some, values)
        first, count = begin * kind.block_len // _LEN, values.size // _LEN
        scales, codes = np.empty(count, np.float32), np.empty((count, _LEN // 2), np.uint8)
        _quantize(values.reshape(-1, _LEN), scales, codes)
        halves = np.clip(scales, *_HALVES).astype(np.float16)
        out[first : first + count, :2] = halves.view(np.uint8).reshape(-1, 2)
        out[first : first + count, 2:] = codes
        forget_pages(some)

    begins = range(0, len(blocks), step)
    with ThreadPoolExecutor(max(1, min(numba.get_num_threads(), len(begins)))) as pool:
        for _ in pool.map(run, begins):
            pass  # the result re-raises an exception of the thread
    return out


_HALVES = -float(np.finfo(np.float16).max), float(np.finfo(np.float16).max)
