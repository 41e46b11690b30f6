"""Tiles of 16 weight rows against many rows in bfloat16: each warp has tiles of its own."""

import triton
import triton.language as tl

from engine.kernels.cuda.tiles.bfloat_fragments import (
    group_operands,
    lane_scales,
    mma,
    unscaled,
)
from engine.kernels.cuda.tiles.formats import tile_bytes
from engine.kernels.cuda.tiles.fragments import load_pair, load_words
from engine.kernels.cuda.tiles.scales import load_scale

AHEAD = tl.constexpr(1)  # pairs of weights that are on their way


@triton.jit
def warp_tiles(
    matrix_ptr, program, N: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr,
    TILES: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Pointers [32 WARPS] to the TILES tiles of each warp of a program, of a matrix of N rows.

    Beyond the matrix, to its last tile.
    """
    warp = tl.arange(0, 32 * WARPS) // 32
    bases = ()
    for t in tl.static_range(TILES):
        tile = tl.minimum((program * WARPS + warp) * TILES + t, (N + 31) // 32 * 2 - 1)
        bases = bases + (matrix_ptr + tile.to(tl.int64) * (tile_bytes(TYPE, K) // 4),)
    return bases


@triton.jit
def _load_pairs(
    bases, pair, lane, K: tl.constexpr, TYPES: tl.constexpr, TILES: tl.constexpr
):  # fmt: skip
    """(words, encoded scale) of a pair of each tile."""
    result = ()
    for t in tl.static_range(TILES):
        words = load_pair(bases[t], pair, lane, K, TYPES[t])
        result = result + ((words, load_scale(bases[t], pair, lane, K, TYPES[t])),)
    return result


@triton.jit
def _load_first(bases, lane, K: tl.constexpr, TYPES: tl.constexpr, TILES: tl.constexpr):
    """The first AHEAD pairs of each tile."""
    PAIRS: tl.constexpr = (K + 63) // 64
    result = ()
    for n in tl.static_range(AHEAD):
        result = result + (_load_pairs(bases, min(n, PAIRS - 1), lane, K, TYPES, TILES),)
    return result


@triton.jit
def _add_group(
    acc, words, scales, b, H: tl.constexpr, TYPE: tl.constexpr, BLOCKS: tl.constexpr
):  # fmt: skip
    """acc + a group's products with 8 BLOCKS rows; acc has 4 floats for each 8 of them."""
    a = group_operands(words, scales, H, TYPE)
    result = ()
    for n in tl.static_range(BLOCKS):
        c = (acc[4 * n], acc[4 * n + 1], acc[4 * n + 2], acc[4 * n + 3])
        c = mma(a[0], a[1], a[2], a[3], b[4 * n], b[4 * n + 1], c)
        c = mma(a[4], a[5], a[6], a[7], b[4 * n + 2], b[4 * n + 3], c)
        result = result + (c[0], c[1], c[2], c[3])
    return result


@triton.jit
def bfloat_dot(
    bases, rows_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, BLOCKS: tl.constexpr, WARPS: tl.constexpr,
    TILES: tl.constexpr,
):  # fmt: skip
    """Products of each warp's TILES tiles with 8 BLOCKS rows: 4 BLOCKS floats for each tile.

    bases: from `warp_tiles`. rows_ptr: int32 pointer to blocks of rows, see `store_rows`.
    """
    PAIRS: tl.constexpr = (K + 63) // 64
    lane = tl.arange(0, 32 * WARPS) % 32
    acc = ((tl.zeros((32 * WARPS,), tl.float32),) * (4 * BLOCKS),) * TILES
    following = _load_first(bases, lane, K, TYPES, TILES)
    for pair in range(PAIRS):
        loaded = following[0]
        ahead = tl.minimum(pair + AHEAD, PAIRS - 1)
        following = following[1:] + (_load_pairs(bases, ahead, lane, K, TYPES, TILES),)
        scales = ()
        for t in tl.static_range(TILES):
            scales = scales + (lane_scales(loaded[t][1], TYPES[t]),)
        for h in tl.static_range(2):
            b = ()
            for n in tl.static_range(BLOCKS):
                at = (n * PAIRS + pair) * 256 + h * 128 + lane * 4
                b = b + load_words(rows_ptr, at, 4, False)
            sums = ()
            for t in tl.static_range(TILES):
                words = loaded[t][0]
                sums = sums + (_add_group(acc[t], words, scales[t], b, h, TYPES[t], BLOCKS),)
            acc = sums
    return acc


@triton.jit
def stack(parts, COUNT: tl.constexpr):
    """Join COUNT (1, 2, 4 or 8) tensors along a last dimension."""
    if COUNT == 8:
        parts = (
            tl.join(parts[0], parts[4]), tl.join(parts[1], parts[5]),
            tl.join(parts[2], parts[6]), tl.join(parts[3], parts[7]),
        )  # fmt: skip
    if COUNT >= 4:
        parts = tl.join(parts[0], parts[2]), tl.join(parts[1], parts[3])
    if COUNT >= 2:
        parts = (tl.join(parts[0], parts[1]),)
    return parts[0]


@triton.jit
def as_rows(
    acc, TYPE: tl.constexpr, BLOCKS: tl.constexpr, WARPS: tl.constexpr, TILES: tl.constexpr
):  # fmt: skip
    """Products of `bfloat_dot`, of TILES tiles, as [8 BLOCKS, 16 TILES WARPS]."""
    tiles = ()
    for t in tl.static_range(TILES):
        blocks = ()
        for n in tl.static_range(BLOCKS):
            upper = tl.join(acc[t][4 * n], acc[t][4 * n + 1])
            lower = tl.join(acc[t][4 * n + 2], acc[t][4 * n + 3])
            blocks = blocks + (tl.join(upper, lower),)
        tiles = tiles + (stack(blocks, BLOCKS),)
    # warp, r, q, row parity, row half, block, tile
    x = tl.reshape(stack(tiles, TILES), (WARPS, 8, 4, 2, 2, BLOCKS, TILES))
    x = tl.permute(x, (5, 2, 3, 0, 6, 4, 1))
    return tl.reshape(x, (8 * BLOCKS, 16 * TILES * WARPS)) * unscaled(TYPE)
