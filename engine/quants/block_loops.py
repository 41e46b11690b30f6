"""How loops over blocks are compiled, and how they read float16. Knows no block format."""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

# blocks uint8 [N, bytes of a block], read-only → values float32 [N, values of a block].
BlockLoop = Callable[[NDArray[np.uint8], NDArray[np.float32]], None]

# Threads run the same loop on different blocks. Plain loops compile several times faster than prange.
block_loop = njit(cache=True, nogil=True, error_model="numpy")


def _half_to_float(_typing, _bits):
    """The float32 of a float16 given by its bits, a uint16."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.fpext(builder.bitcast(args[0], ir.HalfType()), ir.FloatType())

    return types.float32(types.uint16), codegen


half_to_float: Any = intrinsic(_half_to_float)


@block_loop
def half_at(block, offset):
    """The little-endian float16 at byte `offset` of a block, as float32."""
    return half_to_float(np.uint16(block[offset] | block[offset + 1] << 8))
