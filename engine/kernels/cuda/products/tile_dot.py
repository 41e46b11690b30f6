"""Quantized weights × quantized activations: tiles of 16 weight rows, up to 16 activation rows.

Warp w of a program's W warps takes pairs (64 columns) w, w + W, … in order. A result has two float
sums, over the even and the odd groups of 32; they are added, then the warps' sums in a fixed order,
which half as many warps keep with two sets of sums each.
Dots of a group are exact integers, computed on the tensor cores in the way that is fastest at the
width. The float operations do not depend on the width, and so neither do a row's bits.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.products.few_rows_dot import few_rows_terms, load_for_few_rows
from engine.kernels.cuda.products.many_rows_dot import load_for_many_rows, many_rows_terms
from engine.kernels.cuda.products.row_dot import load_for_rows, row_terms
from engine.kernels.cuda.products.warp_sums import (
    put_terms,
    sums_of_sixteen_rows,
    sums_of_terms,
    words_of_terms,
)
from engine.kernels.cuda.tiles.cluster_words import cluster_thread, words_of_first
from engine.kernels.cuda.tiles.formats import byte_factor, tile_bytes
from engine.kernels.cuda.tiles.shared_words import once_all_have_put


@triton.jit
def load_ahead(
    bases, K: tl.constexpr, TYPES: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
    APART: tl.constexpr, CLUSTER: tl.constexpr = 1,
):  # fmt: skip
    """Load the first weights for `tile_dot`, which overlaps the end of the kernel before."""
    thread = cluster_thread(32 * WARPS // CLUSTER, CLUSTER)
    if ROWS <= 2:
        return load_for_rows(bases, thread // 32, thread % 32, K, TYPES, WARPS, TILES, UNROLL)
    elif ROWS == 4:
        return load_for_few_rows(bases, thread // 32, thread % 32, K, TYPES, TILES, WARPS, SETS)
    else:
        return load_for_many_rows(bases, K, TYPES, ROWS // 8, WARPS, TILES, APART)


@triton.jit
def _tile_terms(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
    APART: tl.constexpr, early, CLUSTER: tl.constexpr = 1,
):  # fmt: skip
    """As `tile_dot`: the terms that threads have of each two tiles."""
    if ROWS <= 2:
        tl.static_assert(WIDTH == ROWS)
        return row_terms(
            ahead, bases, codes_ptr, scales_ptr,
            K, TYPES, ROWS, WARPS, TILES, UNROLL, SETS, early, CLUSTER,
        )  # fmt: skip
    elif ROWS == 4:
        return few_rows_terms(
            ahead, bases, codes_ptr, scales_ptr, K, TYPES, WIDTH, WARPS, TILES, SETS, SETS=SETS
        )
    else:
        return many_rows_terms(
            ahead, bases, codes_ptr, scales_ptr,
            K, TYPES, WIDTH, ROWS // 8, WARPS, TILES, SETS, APART,
        )  # fmt: skip


@triton.jit
def products_of_terms(
    words, terms, TYPES: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr,
    APART: tl.constexpr, ENDS: tl.constexpr, CLUSTER: tl.constexpr = 1,
):  # fmt: skip
    """`tile_dot` of each two tiles, of types TYPES, by the terms that warps have put."""
    sums = sums_of_terms(words, terms, ROWS, WARPS, APART, ENDS, CLUSTER)
    result = ()
    for i in tl.static_range(len(terms)):
        result = result + (sums[i] * (1.0 / byte_factor(TYPES[2 * i])),)
    return result


@triton.jit
def tile_dot(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
    APART: tl.constexpr, ENDS: tl.constexpr, early, words=None, CLUSTER: tl.constexpr = 1,
):  # fmt: skip
    """Products of TILES tiles with WIDTH ≤ ROWS activation rows, [R, 32] for each two tiles.

    R is ROWS, or `result_rows` if ENDS: see `sums_of_terms`. Of 16 rows there are two tiles.
    bases: int32 pointers to tiles of types TYPES, two adjacent ones of one type; ROWS is 1, 2, 4, 8
    or 16; ahead: from `load_ahead`. SETS, 1 or 2, of accumulators of each warp: see warp_sums.py.
    APART: see `threads_of`. One row has the words `early`, too, before the products.
    `words`: `words_of_terms` that nobody takes from any more, if there are some, as there are for
    one row whose WARPS are those of a CLUSTER of blocks; all warps but its first one end.
    """
    target = words_of_first(words) if CLUSTER > 1 else words
    terms = _tile_terms(
        ahead, bases, codes_ptr, scales_ptr,
        K, TYPES, WIDTH, ROWS, WARPS, TILES, UNROLL, SETS, APART, early, CLUSTER,
    )  # fmt: skip
    if words is None:
        words = words_of_terms(TILES // 2, ROWS, WARPS)
        target = words
    if ROWS == 16:
        sums = sums_of_sixteen_rows(words, terms, WARPS, APART)
        return (sums * (1.0 / byte_factor(TYPES[0])),)
    else:
        for t in tl.static_range(TILES // 2):
            put_terms(target, t, terms[t], ROWS, WARPS, APART, CLUSTER)
        return products_of_terms(words, terms, TYPES, ROWS, WARPS, APART, ENDS, CLUSTER)


@triton.jit
def tile_dots_in_turn(
    ahead, gates, ups, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr, WIDTH: tl.constexpr,
    ROWS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
    APART: tl.constexpr,
):  # fmt: skip
    """`tile_dot` of two tiles of each of two weights, one after the other: fewer registers.

    ahead: of the first weight. With up to eight rows, all warps but those of the rows end.
    """
    GATES: tl.constexpr = (TYPE_GATE, TYPE_GATE)
    UPS: tl.constexpr = (TYPE_UP, TYPE_UP)
    words = words_of_terms(1 if ROWS == 16 else 2, ROWS, WARPS)
    gate = _tile_terms(
        ahead, gates, codes_ptr, scales_ptr,
        K, GATES, WIDTH, ROWS, WARPS, 2, UNROLL, SETS, APART, (),
    )  # fmt: skip
    if ROWS == 16:
        sums = sums_of_sixteen_rows(words, gate, WARPS, APART)
    else:
        put_terms(words, 0, gate[0], ROWS, WARPS, APART)
    ahead = load_ahead(ups, K, UPS, ROWS, WARPS, 2, UNROLL, SETS, APART)
    up = _tile_terms(
        ahead, ups, codes_ptr, scales_ptr, K, UPS, WIDTH, ROWS, WARPS, 2, UNROLL, SETS, APART, ()
    )
    if ROWS == 16:
        words = once_all_have_put(words)  # and have taken
        others = sums_of_sixteen_rows(words, up, WARPS, APART)
        return sums * (1.0 / byte_factor(TYPE_GATE)), others * (1.0 / byte_factor(TYPE_UP))
    else:
        put_terms(words, 1, up[0], ROWS, WARPS, APART)
        return products_of_terms(words, gate + up, GATES + UPS, ROWS, WARPS, APART, True)


@triton.jit
def two_tiles(matrix_ptr, group, K: tl.constexpr, TYPE: tl.constexpr, ROWS: tl.constexpr):
    """int32 pointers to the two tiles of rows 32 * group on, for ROWS activation rows.

    With one or two rows they are a constant apart, so that loads from both share an address. With
    more that takes registers which are lacking (Triton 3.6).
    """
    WORDS: tl.constexpr = tile_bytes(TYPE, K) // 4
    tile = group * 2
    first = matrix_ptr + tile.to(tl.int64) * WORDS
    if ROWS <= 2:
        return first, first + WORDS
    else:
        return first, matrix_ptr + (tile + 1).to(tl.int64) * WORDS
