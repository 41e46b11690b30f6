"""How many positions decode attention takes at a time, and how many warps. Knows no kernel."""

from typing import NamedTuple

import torch

_WIDE = 128  # the widest heads of which tiles leave registers for much else


class BlockShape(NamedTuple):
    """A block of cache positions, and the launch of the programs that go through such blocks."""

    positions: int
    num_warps: int
    num_stages: int  # of the loop over blocks, of which all but one are on their way
    num_registers: int  # of a thread, at most


def block_shape(cache: torch.dtype, block_d: int) -> BlockShape:
    """The shape for a cache of these elements and `padded_head_dim`, as measured (tests/gpu/README.md).

    Two programs of heads of up to 128 share a multiprocessor.
    """
    if cache == torch.float32:
        return BlockShape(min(32, 8192 // block_d), 8, 1, 255)
    if cache.itemsize == 2 and block_d <= _WIDE:
        return BlockShape(64, 4, 3, 255)
    if cache.itemsize == 2:
        return BlockShape(16384 // block_d, 8, 2 if block_d <= 256 else 1, 255)
    if block_d > _WIDE:
        return BlockShape(8192 // block_d, 8, 3 if block_d <= 256 else 2, 255)
    # Whole bytes of codes are unpacked faster when more are in one block.
    is_bytes = cache.itemsize == 1
    return BlockShape(128 if is_bytes else 64, 8, 2 if is_bytes else 3, 128)
