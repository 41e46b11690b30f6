"""What a program of decode attention takes: its share and its blocks. Knows no kernel."""

from typing import NamedTuple

import torch

from engine.kernels.cuda.attention.splits import (
    MOST_IN_CLUSTER,
    SMALLEST_SPLIT,
    SplitSizes,
    attention_splits,
    attention_tiles,
    padded_head_dim,
    split_sizes,
)
from engine.kernels.cuda.launching.capability import has_clusters
from engine.kernels.cuda.launching.waves import MULTIPROCESSORS
from engine.kernels.operands import Heads, KVState

_NARROW = 128  # heads up to which two programs share a multiprocessor, unless in float32
_SLICE = 64  # columns of values that a program takes where a head's are sliced
_MOST_EXCHANGED = 512  # columns of a group's narrow heads that a cluster's blocks hand over
_FEW_PARTS, _MOST_PARTS = 8, 32  # of a head, which a warp of a launch loads at a time
_MOST_COMBINING = 8  # warps of a program that combines more
_MOST_BLOCKS = 64  # of all clusters of a launch: more do not begin together

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
            return BlockShape(64, 4, 4 if block_d <= 64 else 3, 255)
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
    cluster: int  # blocks that share the splits of a tile and combine them; 1: a launch does so


def tile_shares(kv: KVState, heads: Heads, width: int, span: int, num_programs: int) -> TileShares:
    """How the tiles of a step of `width` rows are divided, of which `num_programs` run at once.

    Slices are the same on every device, as they make another kernel.
    """
    cache, num_kv_heads = kv.keys.dtype, kv.keys.shape[1]
    group = heads.num_heads // num_kv_heads
    block = block_shape(cache, padded_head_dim(heads.head_dim)).positions
    in_clusters = combines_in_clusters(cache, heads, group)
    sizes = split_sizes(
        num_kv_heads, group, heads.head_dim, heads.window, block, in_clusters=in_clusters
    )
    splits = attention_splits(span, heads.window, sizes)
    tiles = attention_tiles(group)
    of_row = num_kv_heads * tiles
    cluster = 1 << (splits - 1).bit_length()
    most_slices = _MOST_BLOCKS // (of_row * cluster)
    sees_all = heads.is_causal and (heads.window is None or span <= heads.window)
    is_decode = width == 1 and sees_all and 1 < splits <= MOST_IN_CLUSTER
    if in_clusters and is_decode and most_slices:
        slices = min(combined_slices(cache, heads.head_dim), 1 << most_slices.bit_length() - 1)
        return TileShares(tiles, sizes, splits, 1, slices, cluster)
    slices = value_slices(cache, heads.head_dim, of_row * width * splits)
    shares = min(splits, -(-num_programs // (of_row * slices)))
    return TileShares(tiles, sizes, splits, shares, slices, 1)


def combines_in_clusters(cache: torch.dtype, heads: Heads, group: int) -> bool:
    """Whether steps of one row combine few splits in clusters, measured to be faster than a launch.

    Where the narrow heads of a group have many columns, it takes longer to hand them over. With
    elements of 16 bits and such heads, warps lie side by side (`are_side_by_side`). Windows that
    have moved were not measured.
    """
    head_dim = heads.head_dim
    is_whole = 32 <= head_dim <= 256 and head_dim == padded_head_dim(head_dim)
    are_few = head_dim > _NARROW or group * head_dim <= _MOST_EXCHANGED
    are_halves = cache.is_floating_point and cache.itemsize == 2
    return has_clusters() and is_whole and are_few and are_halves


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


class CombineShape(NamedTuple):
    """How a launch combines splits of heads."""

    slices: int  # of a head: each has a program
    parts: int  # that a warp loads at a time
    sets: int  # of so many parts, each of which has warps of its own
    num_warps: int


def combine_shape(cache: torch.dtype, head_dim: int, splits: int) -> CombineShape:
    """The shape for up to `splits` splits of heads; a row has the same bits by all that hold it."""
    slices = combined_slices(cache, head_dim)
    parts = _FEW_PARTS if splits <= _FEW_PARTS else _MOST_PARTS
    warps = max(1, padded_head_dim(head_dim) // 32 // slices)
    sets = max(1, _MOST_COMBINING // warps) if splits > parts else 1
    return CombineShape(slices, parts, sets, sets * warps)
