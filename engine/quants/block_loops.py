"""Compiles loops over blocks, and converts float16 in them. Knows no block format."""

import logging
from collections.abc import Callable

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.quants import loop_cache

logger = logging.getLogger(__name__)
logger.debug("Compiled loops are kept in %s", loop_cache.FOLDER)

# blocks uint8 [N, block_bytes], read-only → values float32 [N, block_len].
BlockLoop = Callable[[NDArray[np.uint8], NDArray[np.float32]], None]

# The caller spreads blocks over threads: plain loops compile three times faster than prange. Arrays
# outlive the loops: without `_nrt` nobody counts their references.
block_loop = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
# What loops alone call. Numba takes longer to inline than to compile a function; LLVM inlines it.
loop_part = njit(
    cache=True, nogil=True, error_model="numpy", _nrt=False, no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
)  # fmt: skip


@block_loop
def half_to_float(bits):
    """The float32 value of a float16 given as its bits, uint16.

    In integers: LLVM's conversion needs F16C or a runtime library that is not linked.
    """
    exponent, fraction = bits >> 10 & 31, bits & 0x3FF
    if exponent == 0:  # zero or subnormal: a multiple of 2^-24
        magnitude = np.float32(np.int32(fraction)) * np.float32(2**-24)
    elif exponent == 31:  # infinity or NaN
        magnitude = np.uint32(0xFF << 23 | fraction << 13).view(np.float32)
    else:  # rebias the exponent from 15 to 127
        magnitude = np.uint32((exponent + 112) << 23 | fraction << 13).view(np.float32)
    return -magnitude if bits & 0x8000 else magnitude


@block_loop
def half_at(block, offset):
    """The little-endian float16 at byte `offset` of a block, as float32."""
    return half_to_float(np.uint16(block[offset] | block[offset + 1] << 8))
