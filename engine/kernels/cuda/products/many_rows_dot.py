"""Tiles of 16 weight rows against five to sixteen activation rows, on the tensor cores."""

import triton
import triton.language as tl

from engine.kernels.cuda.products.warp_sums import threads_of
from engine.kernels.cuda.tiles.formats import (
    BYTE_MIN,
    FLOAT_HALVES,
    NIBBLE_MIN,
    has_halves,
    has_minimum,
    is_signed,
    scale_kind,
)
from engine.kernels.cuda.tiles.fragments import (
    load_pair,
    load_words,
    mma16,
    mma32,
    unpack_group,
    zeros4,
)
from engine.kernels.cuda.tiles.scales import (
    decode_scale,
    decode_scales,
    half_minima,
    load_scale,
    load_scales,
    scaled,
    scaled_halves,
    scales_of_quad,
)


@triton.jit
def _group_dots(a, b0, b1, upper, lower, TYPE: tl.constexpr):
    """Scaled dots of a group: rows r (scale `upper`) and r + 8 (`lower`), two each."""
    if has_halves(TYPE) or scale_kind(TYPE) == FLOAT_HALVES:
        first = mma16(a[0], a[1], b0, zeros4(b0), is_signed(TYPE))
        second = mma16(a[2], a[3], b1, zeros4(b1), is_signed(TYPE))
        return scaled_halves(first, second, upper, lower, TYPE)
    else:
        return scaled(mma32(a, b0, b1, zeros4(b0), is_signed(TYPE)), upper, lower)


@triton.jit
def add_group_of_rows(
    acc, words, b, xs, upper, lower, H: tl.constexpr, TYPE: tl.constexpr, BLOCKS: tl.constexpr
):
    """acc + one group's products with 8 BLOCKS activation rows. acc: 4 floats for each 8 of them.

    words: the pair's (codes, high). b: 4 words per block. xs: (scale, total) of the lane's two
    activation rows, 4 floats per block. upper, lower: scales of the weight rows r and r + 8.
    """
    a = unpack_group(words[0], words[1], H, TYPE)
    result = ()
    for n in tl.static_range(BLOCKS):
        b0 = b[4 * n + 2 * H]
        b1 = b[4 * n + 2 * H + 1]
        c = _group_dots(a, b0, b1, upper, lower, TYPE)
        r0 = tl.fma(c[0], xs[4 * n], acc[4 * n])
        r1 = tl.fma(c[1], xs[4 * n + 2], acc[4 * n + 1])
        r2 = tl.fma(c[2], xs[4 * n], acc[4 * n + 2])
        r3 = tl.fma(c[3], xs[4 * n + 2], acc[4 * n + 3])
        if scale_kind(TYPE) == NIBBLE_MIN:
            u0, u1 = half_minima(upper[2])
            l0, l1 = half_minima(lower[2])
            # An mma with the minima as weights multiplies them by the sums of the codes.
            minima = (u0 * 0x01010101, l0 * 0x01010101, u1 * 0x01010101, l1 * 0x01010101)
            m = mma32(minima, b0, b1, zeros4(b0), False)
            r0 = tl.fma(m[0].to(tl.float32) * upper[1], xs[4 * n], r0)
            r1 = tl.fma(m[1].to(tl.float32) * upper[1], xs[4 * n + 2], r1)
            r2 = tl.fma(m[2].to(tl.float32) * lower[1], xs[4 * n], r2)
            r3 = tl.fma(m[3].to(tl.float32) * lower[1], xs[4 * n + 2], r3)
        elif has_minimum(TYPE):
            r0 = tl.fma(upper[1], xs[4 * n + 1], r0)
            r1 = tl.fma(upper[1], xs[4 * n + 3], r1)
            r2 = tl.fma(lower[1], xs[4 * n + 1], r2)
            r3 = tl.fma(lower[1], xs[4 * n + 3], r3)
        result = result + (r0, r1, r2, r3)
    return result


@triton.jit
def load_code_words(
    codes_ptr, pair, quad, row, K: tl.constexpr, WIDTH: tl.constexpr, BLOCKS: tl.constexpr
):
    """The B words of a pair, 4 per block of 8 activation rows; beyond WIDTH, the last row again."""
    STRIDE: tl.constexpr = (K + 63) // 64 * 16
    words = ()
    for n in tl.static_range(BLOCKS):
        at = tl.minimum(row + 8 * n, WIDTH - 1) * STRIDE + pair * 16 + quad * 4
        words = words + load_words(codes_ptr, at, 4, False)
    return words


@triton.jit
def load_code_scales(scales_ptr, group, quad, BLOCKS: tl.constexpr):
    """(scale, total) of activation rows 2q and 2q + 1 of a group: 4 floats per block."""
    result = ()
    for n in tl.static_range(BLOCKS):
        w = load_words(scales_ptr, (group * 16 + 8 * n + quad * 2) * 2, 4, False)
        for i in tl.static_range(4):
            result = result + (w[i].to(tl.float32, bitcast=True),)
    return result


@triton.jit
def _added(first, second, BLOCKS: tl.constexpr, TILES: tl.constexpr):
    """The sums of two accumulators of each tile, of 4 BLOCKS floats."""
    tiles = ()
    for t in tl.static_range(TILES):
        sums = ()
        for i in tl.static_range(4 * BLOCKS):
            sums = sums + (first[t][i] + second[t][i],)
        tiles = tiles + (sums,)
    return tiles


@triton.constexpr_function
def _shares_scales(kind, blocks):
    """Whether each lane of a quad decodes one scale of four: beside 16 rows that gains nothing."""
    return blocks == 1 and scale_kind(kind) == BYTE_MIN


@triton.jit
def _load(
    bases, pair, lane, K: tl.constexpr, TYPES: tl.constexpr, BLOCKS: tl.constexpr,
    TILES: tl.constexpr,
):  # fmt: skip
    """Load (words, encoded scales) of a pair of each tile; beyond the last pair, that again."""
    pair = tl.minimum(pair, (K + 63) // 64 - 1)
    result = ()
    for t in tl.static_range(TILES):
        words = load_pair(bases[t], pair, lane, K, TYPES[t])
        if _shares_scales(TYPES[t], BLOCKS):
            scales = load_scale(bases[t], pair, lane, K, TYPES[t])
        else:
            scales = load_scales(bases[t], pair, lane // 4, 0, K, TYPES[t], 4)
        result = result + ((words, scales),)
    return result


@triton.jit
def load_for_many_rows(
    bases, K: tl.constexpr, TYPES: tl.constexpr, BLOCKS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, APART: tl.constexpr,
):  # fmt: skip
    """Load each warp's first pair for `many_rows_terms`."""
    lane, warp, own = threads_of(bases, WARPS, APART)
    return _load(own, warp, lane, K, TYPES, BLOCKS, 1 if APART else TILES)


@triton.jit
def _accumulate(
    ahead, bases, warp, lane, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, BLOCKS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, SET: tl.constexpr, SETS: tl.constexpr,
):  # fmt: skip
    """The accumulators of each tile, 4 BLOCKS floats, over every SETS-th round from SET on.

    ahead: the first pair. The first one of the next set is loaded meanwhile, and returned, too.
    """
    PAIRS: tl.constexpr = (K + 63) // 64
    row = lane // 4
    quad = lane % 4
    zeros = (tl.zeros(lane.shape, tl.float32),) * (4 * BLOCKS)
    even = (zeros,) * TILES
    last = (zeros,) * TILES
    following = ahead
    for first in range(SET * WARPS, PAIRS, SETS * WARPS):
        pair = first + warp
        valid = pair < PAIRS
        pair = tl.minimum(pair, PAIRS - 1)
        loaded = following
        after = first + SETS * WARPS
        if SET + 1 < SETS:
            after = tl.where(after < PAIRS, after, (SET + 1) * WARPS)
        following = _load(bases, after + warp, lane, K, TYPES, BLOCKS, TILES)
        b = load_code_words(codes_ptr, pair, quad, row, K, WIDTH, BLOCKS)
        x_even = load_code_scales(scales_ptr, pair * 2, quad, BLOCKS)
        x_last = load_code_scales(scales_ptr, tl.minimum(pair * 2 + 1, K // 32 - 1), quad, BLOCKS)
        new_even = ()
        new_last = ()
        for t in tl.static_range(TILES):
            words, encoded = loaded[t]
            if _shares_scales(TYPES[t], BLOCKS):
                s = scales_of_quad(decode_scale(encoded, valid, TYPES[t]))
            else:
                s = decode_scales(encoded, 0, valid, TYPES[t], 4)
            new_even = new_even + (
                add_group_of_rows(even[t], words, b, x_even, s[0], s[1], 0, TYPES[t], BLOCKS),
            )
            new_last = new_last + (
                add_group_of_rows(last[t], words, b, x_last, s[2], s[3], 1, TYPES[t], BLOCKS),
            )
        even = new_even
        last = new_last
    return _added(even, last, BLOCKS, TILES), following


@triton.jit
def _of_block(acc, block):
    """A tile's accumulators of eight rows."""
    return acc[4 * block], acc[4 * block + 1], acc[4 * block + 2], acc[4 * block + 3]


@triton.jit
def many_rows_terms(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, BLOCKS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, SETS: tl.constexpr, APART: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles with WIDTH ≤ 8 BLOCKS activation rows.

    Terms for `put_terms` of each two tiles and eight rows; times `byte_factor` their sums are the
    products.
    ahead: from `load_for_many_rows`. A warp's SETS of accumulators are filled one after the other,
    which takes fewer registers than in turn. APART: the program has twice as many warps, each with
    one of two tiles.
    """
    lane, warp, own = threads_of(bases, WARPS, APART)
    EACH: tl.constexpr = 1 if APART else TILES
    acc, following = _accumulate(
        ahead, own, warp, lane, codes_ptr, scales_ptr,
        K, TYPES, WIDTH, BLOCKS, WARPS, EACH, 0, SETS,
    )  # fmt: skip
    if SETS == 2:
        more, _ = _accumulate(
            following, own, warp, lane, codes_ptr, scales_ptr,
            K, TYPES, WIDTH, BLOCKS, WARPS, EACH, 1, SETS,
        )  # fmt: skip
        acc = _added(acc, more, BLOCKS, EACH)
    result = ()
    for t in tl.static_range(0, TILES, 2):
        for block in tl.static_range(BLOCKS):
            terms = _of_block(acc[t], block)
            if not APART:
                terms = terms + _of_block(acc[t + 1], block)
            result = result + (terms,)
    return result
