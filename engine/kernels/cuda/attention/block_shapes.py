"""How many positions decode attention takes at a time, and how many warps. Knows no kernel."""

from typing import NamedTuple

import torch

_NARROW = 128  # heads up to which two programs share a multiprocessor, unless in float32


class BlockShape(NamedTuple):
    """A block of cache positions, and the launch of the programs that go through such blocks."""

    positions: int
    num_warps: int
    num_stages: int  # of the loop over blocks, of which all but one are on their way
    num_registers: int  # of a thread, at most


def block_shape(cache: torch.dtype, block_d: int) -> BlockShape:
    """The shape for a cache of these elements and heads of `block_d`, as `padded_head_dim` gives.

    As measured in whole steps (tests/gpu/README.md).
    """
    is_narrow, is_widest = block_d <= _NARROW, block_d > 256
    if cache == torch.float32:
        return BlockShape(min(32, 8192 // block_d), 8, 1, 255)
    if cache.itemsize == 2:
        if is_narrow:
            return BlockShape(64, 4, 3, 255)
        return BlockShape(16384 // block_d, 8, 1 if is_widest else 2, 255)
    if not is_narrow:
        return BlockShape(8192 // block_d, 8, 2 if is_widest else 3, 255)
    if cache.itemsize == 1:  # whole bytes of codes are unpacked faster when more are in one block
        return BlockShape(128, 8, 2, 128)
    return BlockShape(64, 8, 3, 128)
