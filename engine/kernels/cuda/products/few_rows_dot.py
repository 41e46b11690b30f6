"""Tiles of 16 weight rows against three or four activation rows, on the tensor cores.

Each has one of the four columns of a group (pair_dots.py).
"""

import triton
import triton.language as tl

from engine.kernels.cuda.products.pair_dots import pair_dots
from engine.kernels.cuda.products.warp_sums import added, turned
from engine.kernels.cuda.tiles.exchange import exchange
from engine.kernels.cuda.tiles.formats import (
    FLOAT_HALVES,
    NIBBLE_MIN,
    has_halves,
    has_minimum,
    scale_kind,
)
from engine.kernels.cuda.tiles.fragments import (
    load_pair,
    load_words,
    mma32,
    parity_sum,
    zeros4,
)
from engine.kernels.cuda.tiles.scales import (
    decode_scales,
    half_minima,
    load_scales,
    scaled,
    scaled_halves,
)


@triton.jit
def _scaled_dots(words, even, last, upper, lower, TYPE: tl.constexpr):
    """Scaled dots of the lane's group: rows r (scale `upper`) and r + 8 (`lower`), two each."""
    dots = pair_dots(words, even, last, TYPE)
    if has_halves(TYPE) or scale_kind(TYPE) == FLOAT_HALVES:
        return scaled_halves(dots[0], dots[1], upper, lower, TYPE)
    else:
        return scaled(dots[0], upper, lower)


@triton.jit
def _minima_word(code, odd_group):
    """The minima of a row's halves, broadcast to bytes of words: even group, then odd group."""
    other = exchange(code, 2)
    e0, e1 = half_minima(tl.where(odd_group, other, code))
    o0, o1 = half_minima(tl.where(odd_group, code, other))
    return e0 * 0x01010101, e1 * 0x01010101, o0 * 0x01010101, o1 * 0x01010101


@triton.jit
def _add_pair(acc, words, even, last, xs, upper, lower, odd_group, TYPE: tl.constexpr):
    """acc (four floats: rows r and r + 8, two activation rows each) + the lane's group of a pair.

    even, last: the B words of the pair's groups. xs: (scale, total) of the lane's two activation
    rows.
    """
    c = _scaled_dots(words, even, last, upper, lower, TYPE)
    r0 = tl.fma(c[0], xs[0], acc[0])
    r1 = tl.fma(c[1], xs[2], acc[1])
    r2 = tl.fma(c[2], xs[0], acc[2])
    r3 = tl.fma(c[3], xs[2], acc[3])
    if scale_kind(TYPE) == NIBBLE_MIN:
        u = _minima_word(upper[2], odd_group)
        w = _minima_word(lower[2], odd_group)
        m = mma32((u[0], w[0], u[1], w[1]), even[0], even[1], zeros4(even[0]), False)
        m = mma32((u[2], w[2], u[3], w[3]), last[0], last[1], m, False)
        r0 = tl.fma(m[0].to(tl.float32) * upper[1], xs[0], r0)
        r1 = tl.fma(m[1].to(tl.float32) * upper[1], xs[2], r1)
        r2 = tl.fma(m[2].to(tl.float32) * lower[1], xs[0], r2)
        r3 = tl.fma(m[3].to(tl.float32) * lower[1], xs[2], r3)
    elif has_minimum(TYPE):
        r0 = tl.fma(upper[1], xs[1], r0)
        r1 = tl.fma(upper[1], xs[3], r1)
        r2 = tl.fma(lower[1], xs[1], r2)
        r3 = tl.fma(lower[1], xs[3], r3)
    return r0, r1, r2, r3


@triton.jit
def _load_activations(codes_ptr, scales_ptr, pair, lane, K: tl.constexpr, WIDTH: tl.constexpr):
    """A pair's B words of the even and of the odd group; (scale, total) of two activation rows."""
    STRIDE: tl.constexpr = (K + 63) // 64 * 16
    quad = lane % 4
    column = lane // 4
    at = tl.minimum(column % 4, WIDTH - 1) * STRIDE + pair * 16 + quad * 4 + column // 4 * 2
    b = load_words(codes_ptr, at, 2, False)
    is_even = column < 4
    even = (tl.where(is_even, b[0], 0), tl.where(is_even, b[1], 0))
    last = (tl.where(is_even, 0, b[0]), tl.where(is_even, 0, b[1]))
    group = tl.minimum(pair * 2 + quad // 2, K // 32 - 1)
    w = load_words(scales_ptr, (group * 16 + quad % 2 * 2) * 2, 4, False)
    xs = ()
    for i in tl.static_range(4):
        xs = xs + (w[i].to(tl.float32, bitcast=True),)
    return even, last, xs


@triton.jit
def one_of_four(index, items):
    """The item of each `index` 0 … 3."""
    return tl.where(
        index < 2,
        tl.where(index == 0, items[0], items[1]),
        tl.where(index == 2, items[2], items[3]),
    )


@triton.jit
def _lane_offsets(lane, rows):
    """Where a lane's activation rows begin: its codes, and (scale, total) of its two rows."""
    quad = lane % 4
    codes_at = one_of_four(lane // 4 % 4, rows[0])
    is_first = quad % 2 == 0
    return (
        codes_at + quad * 4 + lane // 16 * 2,
        tl.where(is_first, rows[1][0], rows[1][2]),
        tl.where(is_first, rows[1][1], rows[1][3]),
    )


@triton.jit
def _load_rows_at(codes_ptr, scales_ptr, pair, lane, offsets, K: tl.constexpr):
    """As `_load_activations`, of the rows at the lane's `offsets`."""
    b = load_words(codes_ptr, offsets[0] + pair * 16, 2, False)
    is_even = lane < 16
    even = (tl.where(is_even, b[0], 0), tl.where(is_even, b[1], 0))
    last = (tl.where(is_even, 0, b[0]), tl.where(is_even, 0, b[1]))
    group = tl.minimum(pair * 2 + lane % 4 // 2, K // 32 - 1) * 32
    first = load_words(scales_ptr, group + offsets[1], 2, False)
    second = load_words(scales_ptr, group + offsets[2], 2, False)
    xs = ()
    for word in tl.static_range(2):
        xs = xs + (first[word].to(tl.float32, bitcast=True),)
    for word in tl.static_range(2):
        xs = xs + (second[word].to(tl.float32, bitcast=True),)
    return even, last, xs


@triton.jit
def _tile_terms(first, second, odd_group):
    """What a lane has of two tiles, summed over parities: both of its columns of two rows.

    Of two lanes with equal sums each takes another tile's, so that each result is in one.
    """
    terms = ()
    for i in tl.static_range(4):
        each = tl.where(odd_group, parity_sum(second[i]), parity_sum(first[i]))
        terms = terms + (each,)
    return terms


@triton.jit
def load_for_few_rows(
    bases, first, lane, K: tl.constexpr, TYPES: tl.constexpr, TILES: tl.constexpr,
    WARPS: tl.constexpr, UNROLL: tl.constexpr,
):  # fmt: skip
    """Load (words, encoded scales) of UNROLL pairs of each tile, from `first` on.

    Beyond the last pair, that again.
    """
    result = ()
    for u in tl.static_range(UNROLL):
        pair = tl.minimum(first + u * WARPS, (K + 63) // 64 - 1)
        for t in tl.static_range(TILES):
            words = load_pair(bases[t], pair, lane, K, TYPES[t])
            scales = load_scales(bases[t], pair, lane // 4, lane % 4 // 2, K, TYPES[t], 2)
            result = result + ((words, scales),)
    return result


@triton.jit
def few_rows_terms(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, rows=None,
    SETS: tl.constexpr = 1,
):  # fmt: skip
    """Products of TILES tiles (int32 pointers, of types TYPES) with WIDTH ≤ 4 activation rows.

    Terms for `put_terms` of each two tiles; times `byte_factor` their sums are the products.
    ahead: the first pairs of each warp, from `load_for_few_rows`. rows: where four rows begin that
    are not the first ones: four offsets of codes in words, and four of scales in floats.
    A warp's pairs go to its SETS accumulators in turn.
    """
    PAIRS: tl.constexpr = (K + 63) // 64
    thread = tl.arange(0, 32 * WARPS)
    lane = thread % 32
    warp = thread // 32
    odd_group = lane % 4 >= 2
    tl.static_assert(UNROLL % SETS == 0)
    acc = (((tl.zeros((32 * WARPS,), tl.float32),) * 4,) * TILES,) * SETS
    following = ahead
    if rows is not None:
        offsets = _lane_offsets(lane, rows)
    for first in range(0, PAIRS, WARPS * UNROLL):
        loaded = following
        following = load_for_few_rows(
            bases, first + WARPS * UNROLL + warp, lane, K, TYPES, TILES, WARPS, UNROLL
        )
        for u in tl.static_range(UNROLL):
            pair = first + u * WARPS + warp
            valid = pair < PAIRS
            pair = tl.minimum(pair, PAIRS - 1)
            if rows is None:
                even, last, xs = _load_activations(codes_ptr, scales_ptr, pair, lane, K, WIDTH)
            else:
                even, last, xs = _load_rows_at(codes_ptr, scales_ptr, pair, lane, offsets, K)
            sums = ()
            for t in tl.static_range(TILES):
                words, encoded = loaded[u * TILES + t]
                upper, lower = decode_scales(encoded, lane % 4 // 2, valid, TYPES[t], 2)
                sums = sums + (
                    _add_pair(acc[0][t], words, even, last, xs, upper, lower, odd_group, TYPES[t]),
                )
            acc = turned(acc, sums, SETS)
    result = ()
    for t in tl.static_range(0, TILES, 2):
        terms = _tile_terms(acc[0][t], acc[0][t + 1], odd_group)
        if SETS == 2:
            terms = added(terms, _tile_terms(acc[1][t], acc[1][t + 1], odd_group))
        result = result + (terms,)
    return result
