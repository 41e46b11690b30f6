"""Tiles of 16 weight rows against one or two activation rows, by dp4a.

Lane q of a quad accumulates group q // 2 of a pair for one of the rows r and r + 8, so that one
exchange of partial sums serves all four results of the quad.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.products.warp_sums import (
    sum_both_of_warps,
    sum_of_sets,
    sum_of_warps,
    turned,
)
from engine.kernels.cuda.tiles.formats import (
    FLOAT_HALVES,
    NIBBLE_MIN,
    byte_factor,
    has_halves,
    has_minimum,
    is_signed,
    scale_kind,
)
from engine.kernels.cuda.tiles.fragments import (
    dot4,
    load_pair,
    load_words,
    parity_sum,
    sum_quads,
    unpack_group,
)
from engine.kernels.cuda.tiles.scales import (
    decode_scale,
    half_minima,
    half_scales,
    load_scale,
)


@triton.jit
def _row_dot(a, b, H: tl.constexpr, TYPE: tl.constexpr):
    """A lane's partial dots of group H, rows r and r + 8; per half where halves have own scales."""
    zero = tl.zeros_like(a[0])
    first = dot4(a[0], b[2 * H], zero, is_signed(TYPE))
    first8 = dot4(a[1], b[2 * H], zero, is_signed(TYPE))
    if has_halves(TYPE) or scale_kind(TYPE) == FLOAT_HALVES:
        second = dot4(a[2], b[2 * H + 1], zero, is_signed(TYPE))
        second8 = dot4(a[3], b[2 * H + 1], zero, is_signed(TYPE))
        return first, first8, second, second8
    else:
        first = dot4(a[2], b[2 * H + 1], first, is_signed(TYPE))
        first8 = dot4(a[3], b[2 * H + 1], first8, is_signed(TYPE))
        return first, first8


@triton.jit
def add_pair_of_row(acc, words, b, x, scale, odd, upper, TYPE: tl.constexpr):
    """acc + the products of a pair with one activation row.

    Lane q of a quad takes group q // 2 of the pair and row r + 8 * (q % 2). words: (codes, high);
    b: four words; x: (scale, total) of the lane's group; scale: of its group and row.
    """
    even = _row_dot(unpack_group(words[0], words[1], 0, TYPE), b, 0, TYPE)
    last = _row_dot(unpack_group(words[0], words[1], 1, TYPE), b, 1, TYPE)
    dot = sum_quads(even[0], even[1], last[0], last[1], odd, upper)
    if has_halves(TYPE) or scale_kind(TYPE) == FLOAT_HALVES:
        second = sum_quads(even[2], even[3], last[2], last[3], odd, upper)
    if has_halves(TYPE):
        s0, s1 = half_scales(scale[2], TYPE)
        dot = dot * s0 + second * s1
    scaled = dot.to(tl.float32) * scale[0]
    if scale_kind(TYPE) == FLOAT_HALVES:
        scaled = tl.fma(second.to(tl.float32), scale[1], scaled)
    acc = tl.fma(scaled, x[0], acc)
    if scale_kind(TYPE) == NIBBLE_MIN:
        ones = tl.full(odd.shape, 0x01010101, tl.int32)
        zero = tl.zeros_like(ones)
        even0 = dot4(ones, b[0], zero, False)
        even1 = dot4(ones, b[1], zero, False)
        last0 = dot4(ones, b[2], zero, False)
        last1 = dot4(ones, b[3], zero, False)
        m0, m1 = half_minima(scale[2])
        sum0 = sum_quads(even0, even0, last0, last0, odd, upper)
        sum1 = sum_quads(even1, even1, last1, last1, odd, upper)
        acc = tl.fma((sum0 * m0 + sum1 * m1).to(tl.float32) * scale[1], x[0], acc)
    elif has_minimum(TYPE):
        acc = tl.fma(scale[1], x[1], acc)
    return acc


@triton.jit
def _row_terms(first, second, upper, WARPS: tl.constexpr):
    """The accumulators of two tiles, summed over parities: [WARPS, 32].

    Of two lanes with equal sums each takes another tile's: with the same result in several lanes,
    Triton (3.6 to 3.9) would reduce over the wrong lanes afterwards.
    """
    each = tl.where(upper, parity_sum(second), parity_sum(first))
    rows = tl.permute(tl.reshape(each, (WARPS, 8, 2, 2)), (0, 2, 3, 1))  # warp, tile, row half, r
    return tl.reshape(rows, (WARPS, 32))


@triton.jit
def _terms_of_sets(acc, upper, FIRST: tl.constexpr, WARPS: tl.constexpr, SETS: tl.constexpr):
    """`_row_terms` of the accumulators FIRST and FIRST + 1, summed over the sets."""
    terms = ()
    for s in tl.static_range(SETS):
        terms = terms + (_row_terms(acc[s][FIRST], acc[s][FIRST + 1], upper, WARPS),)
    return sum_of_sets(terms, SETS)


@triton.jit
def _sums(acc, upper, COUNT: tl.constexpr, WARPS: tl.constexpr, SETS: tl.constexpr):
    """Sum SETS of COUNT (2 or 4) accumulators over warps, all at once: [1, 32] for each two."""
    first = _terms_of_sets(acc, upper, 0, WARPS, SETS)
    if COUNT == 2:
        return (tl.reshape(sum_of_warps(first), (1, 32)),)
    else:
        second = _terms_of_sets(acc, upper, 2, WARPS, SETS)
        both = sum_both_of_warps(first, second)
        return tl.reshape(both[0], (1, 32)), tl.reshape(both[1], (1, 32))


@triton.jit
def load_for_rows(
    bases, first, lane, K: tl.constexpr, TYPES: tl.constexpr, WARPS: tl.constexpr,
    TILES: tl.constexpr, UNROLL: tl.constexpr,
):  # fmt: skip
    """Load (words, encoded scale) of UNROLL pairs of each tile, for `add_pair_of_row`."""
    PAIRS: tl.constexpr = (K + 63) // 64
    result = ()
    for u in tl.static_range(UNROLL):
        pair = tl.minimum(first + u * WARPS, PAIRS - 1)
        for t in tl.static_range(TILES):
            words = load_pair(bases[t], pair, lane, K, TYPES[t])
            scale = load_scale(bases[t], pair, lane, K, TYPES[t])
            result = result + ((words, scale),)
    return result


@triton.jit
def _join_rows(rows, ROWS: tl.constexpr):
    """Concatenate ROWS (1 or 2) tensors [1, 32] to [ROWS, 32]."""
    if ROWS == 1:
        return rows[0]
    else:
        both = tl.join(tl.reshape(rows[0], (32,)), tl.reshape(rows[1], (32,)))
        return tl.permute(both, (1, 0))


@triton.jit
def row_dot(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles with WIDTH ≤ ROWS ≤ 2 activation rows.

    bases: int32 pointers to tiles of types TYPES; ahead: the first pairs, from `load_for_rows`.
    A warp's pairs go to its SETS accumulators in turn.
    """
    PAIRS: tl.constexpr = (K + 63) // 64
    STRIDE: tl.constexpr = PAIRS * 16
    thread = tl.arange(0, 32 * WARPS)
    lane = thread % 32
    warp = thread // 32
    quad = lane % 4
    odd = quad % 2 == 1
    upper = quad // 2 == 1
    tl.static_assert(UNROLL % SETS == 0 or PAIRS <= WARPS * UNROLL)
    acc = ((tl.zeros((32 * WARPS,), tl.float32),) * (TILES * ROWS),) * SETS
    following = ahead
    for first in range(0, PAIRS, WARPS * UNROLL):
        loaded = following
        if PAIRS > WARPS * UNROLL:
            after = first + WARPS * UNROLL + warp
            following = load_for_rows(bases, after, lane, K, TYPES, WARPS, TILES, UNROLL)
        for u in tl.static_range(UNROLL):
            pair = first + u * WARPS + warp
            valid = pair < PAIRS
            pair = tl.minimum(pair, PAIRS - 1)
            group = tl.minimum(pair * 2 + quad // 2, K // 32 - 1)
            sums = ()
            for m in tl.static_range(ROWS):
                if m < WIDTH:
                    b = load_words(codes_ptr, m * STRIDE + pair * 16 + quad * 4, 4, False)
                    x = load_words(scales_ptr, group * 32 + m * 2, 2, False)
                    x = (x[0].to(tl.float32, bitcast=True), x[1].to(tl.float32, bitcast=True))
                for t in tl.static_range(TILES):
                    if m < WIDTH:
                        words, scale = loaded[u * TILES + t]
                        scale = decode_scale(scale, valid, TYPES[t])
                        sums = sums + (
                            add_pair_of_row(
                                acc[0][m * TILES + t], words, b, x, scale, odd, upper, TYPES[t]
                            ),
                        )
                    else:
                        sums = sums + (acc[0][m * TILES + t],)
            acc = turned(acc, sums, SETS)
    tl.static_assert(TILES * ROWS == 2 or TILES * ROWS == 4)
    sums = _sums(acc, upper, TILES * ROWS, WARPS, SETS)
    result = ()
    for t in tl.static_range(0, TILES, 2):
        rows = ()
        for m in tl.static_range(ROWS):
            rows = rows + (sums[(m * TILES + t) // 2] * (1.0 / byte_factor(TYPES[t])),)
        result = result + (_join_rows(rows, ROWS),)
    return result
