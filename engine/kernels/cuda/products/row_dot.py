"""Tiles of 16 weight rows against one or two activation rows, on the tensor cores.

Two activation rows take the columns of a group in turn (pair_dots.py). Lane q of a quad scales and
accumulates the weight row r + 8 (q % 2) of group q // 2.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.products.pair_dots import pair_dots
from engine.kernels.cuda.products.warp_sums import added, turned
from engine.kernels.cuda.tiles.cluster_words import cluster_thread
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
    mma16,
    parity_sum,
    zeros4,
)
from engine.kernels.cuda.tiles.scales import (
    decode_scale,
    half_minima,
    half_scales,
    load_scale,
)


@triton.jit
def _half_sums(even, last, HALF: tl.constexpr):
    """The sums of both activation rows over a half of the lane's group."""
    ones = tl.full(even[0].shape, 0x01010101, tl.int32)
    sums = mma16(ones, ones, even[HALF], zeros4(ones), False)
    return mma16(ones, ones, last[HALF], sums, False)


@triton.jit
def _add_row(acc, dots, even, last, x, scale, odd, M: tl.constexpr, TYPE: tl.constexpr):
    """acc + the dots of activation row M times their scales. x: its (scale, total) of the group."""
    dot = tl.where(odd, dots[0][2 + M], dots[0][M])
    if has_halves(TYPE):
        s0, s1 = half_scales(scale[2], TYPE)
        dot = dot * s0 + tl.where(odd, dots[1][2 + M], dots[1][M]) * s1
    scaled = dot.to(tl.float32) * scale[0]
    if scale_kind(TYPE) == FLOAT_HALVES:
        second = tl.where(odd, dots[1][2 + M], dots[1][M])
        scaled = tl.fma(second.to(tl.float32), scale[1], scaled)
    acc = tl.fma(scaled, x[0], acc)
    if scale_kind(TYPE) == NIBBLE_MIN:
        m0, m1 = half_minima(scale[2])
        least = _half_sums(even, last, 0)[M] * m0 + _half_sums(even, last, 1)[M] * m1
        acc = tl.fma(least.to(tl.float32) * scale[1], x[0], acc)
    elif has_minimum(TYPE):
        acc = tl.fma(scale[1], x[1], acc)
    return acc


@triton.jit
def _add_pair(
    acc, words, even, last, xs, scale, odd, TYPE: tl.constexpr, ROWS: tl.constexpr
):  # fmt: skip
    """acc, of ROWS activation rows, + their products with a pair.

    words: (codes, high); even, last: the B words of its groups; xs: (scale, total) of each
    activation row in the lane's group; scale: of the lane's group and weight row.
    """
    dots = pair_dots(words, even, last, TYPE)
    sums = ()
    for m in tl.static_range(ROWS):
        sums = sums + (_add_row(acc[m], dots, even, last, xs[m], scale, odd, m, TYPE),)
    return sums


@triton.jit
def _load_activations(codes_ptr, scales_ptr, pair, lane, K: tl.constexpr, ROWS: tl.constexpr):
    """A pair's B words of the lane's column, and the words of each activation row's scales."""
    STRIDE: tl.constexpr = (K + 63) // 64 * 16
    column, quad = lane // 4, lane % 4
    at = column % ROWS * STRIDE + pair * 16 + quad * 4 + column // 4 * 2
    words = load_words(codes_ptr, at, 2, False)
    group = tl.minimum(pair * 2 + quad // 2, K // 32 - 1)
    for m in tl.static_range(ROWS):
        scales = load_words(scales_ptr, group * 32 + m * 2, 2, False)
        for i in tl.static_range(2):
            words = words + (scales[i].to(tl.int32, bitcast=True),)
    return words


@triton.jit
def _hidden_zero(loaded, early):
    """0, for which the compiler needs all words of `loaded` and `early`.

    It cannot know that programs have no third axis. Without that, it puts loads behind the products
    of earlier ones (Triton 3.6), each of which then waits for memory in its turn.
    """
    every = loaded[0][0]
    for i in tl.static_range(len(loaded)):
        for word in tl.static_range(len(loaded[0])):
            if i + word > 0:
                every = every ^ loaded[i][word]
    for i in tl.static_range(len(early)):
        every = every ^ tl.reshape(early[i].to(tl.int32, bitcast=True), every.shape)
    return every & tl.program_id(2)


@triton.jit
def _operands(words, zero, lane, ROWS: tl.constexpr):
    """B words of the even and of the odd group, and (scale, total) of each activation row."""
    is_even = tl.where(lane < 16, -1, 0)
    even = ((words[0] & is_even) | zero, (words[1] & is_even) | zero)
    last = ((words[0] & ~is_even) | zero, (words[1] & ~is_even) | zero)
    xs = ()
    for m in tl.static_range(ROWS):
        scale = words[2 + 2 * m].to(tl.float32, bitcast=True)
        xs = xs + ((scale, words[3 + 2 * m].to(tl.float32, bitcast=True)),)
    return even, last, xs


@triton.jit
def _tile_terms(first, second, is_second, ROWS: tl.constexpr):
    """What a lane has of two tiles, summed over parities: a column of all rows.

    Of two lanes with equal sums each takes another tile's, so that each result is in one.
    """
    terms = ()
    for m in tl.static_range(ROWS):
        each = tl.where(is_second, parity_sum(second[m]), parity_sum(first[m]))
        terms = terms + (each,)
    return terms


@triton.jit
def load_for_rows(
    bases, first, lane, K: tl.constexpr, TYPES: tl.constexpr, WARPS: tl.constexpr,
    TILES: tl.constexpr, UNROLL: tl.constexpr,
):  # fmt: skip
    """Load (words, encoded scale) of UNROLL pairs of each tile, for `row_terms`."""
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
def row_terms(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
    early, CLUSTER: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles with one or two activation rows.

    Terms for `put_terms` of each two tiles; times `byte_factor` their sums are the products.
    bases: int32 pointers to tiles of types TYPES; ahead: the first pairs, from `load_for_rows`.
    A warp's pairs go to its SETS accumulators in turn.
    """
    PAIRS: tl.constexpr = (K + 63) // 64
    thread = cluster_thread(32 * WARPS // CLUSTER, CLUSTER)
    lane = thread % 32
    warp = thread // 32
    quad = lane % 4
    odd = quad % 2 == 1
    upper = quad // 2 == 1
    tl.static_assert(UNROLL % SETS == 0 or PAIRS <= WARPS * UNROLL)
    acc = (((tl.zeros((32 * WARPS // CLUSTER,), tl.float32),) * ROWS,) * TILES,) * SETS
    following = ahead
    for first in range(0, PAIRS, WARPS * UNROLL):
        loaded = following
        if PAIRS > WARPS * UNROLL:
            after = first + WARPS * UNROLL + warp
            following = load_for_rows(bases, after, lane, K, TYPES, WARPS, TILES, UNROLL)
        activations = ()
        for u in tl.static_range(UNROLL):
            pair = tl.minimum(first + u * WARPS + warp, PAIRS - 1)
            activations = activations + (
                _load_activations(codes_ptr, scales_ptr, pair, lane, K, ROWS),
            )
        zero = _hidden_zero(activations, early) if PAIRS <= WARPS * UNROLL else 0
        for u in tl.static_range(UNROLL):
            valid = first + u * WARPS + warp < PAIRS
            even, last, xs = _operands(activations[u], zero, lane, ROWS)
            sums = ()
            for t in tl.static_range(TILES):
                words, scale = loaded[u * TILES + t]
                scale = decode_scale(scale, valid, TYPES[t])
                sums = sums + (
                    _add_pair(acc[0][t], words, even, last, xs, scale, odd, TYPES[t], ROWS),
                )
            acc = turned(acc, sums, SETS)
    result = ()
    for t in tl.static_range(0, TILES, 2):
        terms = _tile_terms(acc[0][t], acc[0][t + 1], upper, ROWS)
        if SETS == 2:
            terms = added(terms, _tile_terms(acc[1][t], acc[1][t + 1], upper, ROWS))
        result = result + (terms,)
    return result
