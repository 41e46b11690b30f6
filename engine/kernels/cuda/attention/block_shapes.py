"""What a program of decode attention takes: its share and its blocks. Knows no kernel."""

from typing import NamedTuple

import torch

from engine.kernels.cuda.attention.splits import (
    SMALLEST_SPLIT,
    SplitSizes,
    attention_splits,
    attention_tiles,
    padded_head_dim,
    split_sizes,
)
from engine.kernels.cuda.launching.waves import MULTIPROCESSORS
from engine.kernels.operands import Heads, KVState

_NARROW = 128  # heads up to which two programs share a multiprocessor, unless in float32
_SLICE = 64  # columns of values that a program takes where a head's are sliced

# Spans from here on have the same kernels: a window bounds their splits, or they have too many to
# share.
UNSLICED_FROM = (MULTIPROCESSORS // 2 + 1) * SMALLEST_SPLIT


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


class TileShares(NamedTuple):
    """How a step's tiles are divided."""

    tiles: int  # of a row and a KV head
    sizes: SplitSizes
    splits: int  # of a row's positions, at most
    shares: int  # of the splits of a tile
    slices: int  # of the values: each share has so many programs


def tile_shares(kv: KVState, heads: Heads, width: int, span: int, num_programs: int) -> TileShares:
    """How the tiles of a step of `width` rows are divided, of which `num_programs` run at once.

    Slices are the same on every device, as they make another kernel.
    """
    cache, num_kv_heads = kv.keys.dtype, kv.keys.shape[1]
    group = heads.num_heads // num_kv_heads
    block = block_shape(cache, padded_head_dim(heads.head_dim)).positions
    sizes = split_sizes(num_kv_heads, group, heads.head_dim, heads.window, block)
    splits = attention_splits(span, heads.window, sizes)
    tiles = attention_tiles(group)
    of_row = num_kv_heads * tiles
    slices = value_slices(cache, heads.head_dim, of_row * width * splits)
    shares = min(splits, -(-num_programs // (of_row * slices)))
    return TileShares(tiles, sizes, splits, shares, slices)


def value_slices(cache: torch.dtype, head_dim: int, num_tiles: int) -> int:
    """How many programs share each of `num_tiles` tiles, or splits of such, in a launch.

    Each computes all scores, and one slice of the values, so the bits are those of one program.
    Tiles are shared only if each program then has a multiprocessor.
    """
    slices = combined_slices(cache, head_dim)
    while slices > 1 and num_tiles * slices > MULTIPROCESSORS:
        slices //= 2
    return slices


def combined_slices(cache: torch.dtype, head_dim: int) -> int:
    """How many programs combine the splits of a head, a power of two.

    The order in which splits are added depends on it, so it is the same in all steps.
    """
    can_be_cut = cache.is_floating_point and head_dim == padded_head_dim(head_dim)
    return max(1, head_dim // _SLICE) if can_be_cut else 1


def parts_at_once(splits: int) -> int:
    """How many parts are loaded at a time when up to `splits` are combined; any adds the same."""
    return 8 if splits <= 8 else 32
