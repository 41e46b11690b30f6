"""What a program of decode attention takes at a time, and its warps. Knows no kernel."""

from typing import NamedTuple

import torch

from engine.kernels.cuda.attention.splits import padded_head_dim
from engine.kernels.cuda.launching.waves import MULTIPROCESSORS

_NARROW = 128  # heads up to which two programs share a multiprocessor, unless in float32
_SLICE = 64  # columns of values that a program takes where a head's are sliced


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


def value_slices(cache: torch.dtype, head_dim: int, num_tiles: int) -> int:
    """How many programs share each of a launch's tiles in a step without splits.

    Each computes all scores, and one slice of the values, so the bits are those of one program.
    Tiles are shared only if each program then has a multiprocessor.
    """
    slices = head_dim // _SLICE
    can_be_cut = cache.is_floating_point and head_dim == padded_head_dim(head_dim)
    has_room = num_tiles * slices <= MULTIPROCESSORS
    return slices if slices > 1 and can_be_cut and has_room else 1
