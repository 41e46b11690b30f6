"""Quantised weights × quantised activations: tiles of 16 weight rows against up to 16 activation rows.

The warps of a program share the columns: warp w takes pairs (64 columns) w, w + W, … in order. A result
has two float sums, over the even and the odd groups of 32; they are added, then the warps' sums in a
fixed order. Block dots are whole numbers, so it does not matter how they are computed: up to four
activation rows use dp4a, more use the tensor cores. The float chain is the same, and so are a row's bits.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_wait

from engine.kernels.gpu.formats import (
    HALVES,
    NIBBLE_MIN,
    byte_factor,
    has_minimum,
    is_signed,
    scale_kind,
    tile_bytes,
)
from engine.kernels.gpu.fragments import (
    dot4,
    exchange,
    load_pair,
    load_words,
    mma16,
    mma32,
    sum_quads,
    unpack_group,
)
from engine.kernels.gpu.tile_scales import (
    decode_scale,
    half_minima,
    half_scales,
    load_scale,
)


@triton.jit
def _row_dot(a, b, H: tl.constexpr, TYPE: tl.constexpr):
    """A lane's part of the dots of group H: rows r and r + 8, the halves apart or together."""
    zero = tl.zeros_like(a[0])
    first = dot4(a[0], b[2 * H], zero, is_signed(TYPE))
    first8 = dot4(a[1], b[2 * H], zero, is_signed(TYPE))
    if scale_kind(TYPE) == HALVES or scale_kind(TYPE) == NIBBLE_MIN:
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

    Lane q of a quad takes group q // 2 of the pair and, of the rows r and r + 8, the q % 2-th.
    words: (codes, high); b: four words; x: (scale, total) of the lane's group; scale: of its group and row.
    """
    even = _row_dot(unpack_group(words[0], words[1], 0, TYPE), b, 0, TYPE)
    last = _row_dot(unpack_group(words[0], words[1], 1, TYPE), b, 1, TYPE)
    dot = sum_quads(even[0], even[1], last[0], last[1], odd, upper)
    if scale_kind(TYPE) == HALVES or scale_kind(TYPE) == NIBBLE_MIN:
        second = sum_quads(even[2], even[3], last[2], last[3], odd, upper)
        s0, s1 = half_scales(scale[2], TYPE)
        dot = dot * s0 + second * s1
    acc = tl.fma(dot.to(tl.float32) * scale[0], x[0], acc)
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
def _parity_sum(acc):
    """acc + that of the lane with the other group parity: the same sum in both."""
    return acc + exchange(acc.to(tl.int32, bitcast=True), 2).to(tl.float32, bitcast=True)


@triton.jit
def _row_sums(first, second, upper, WARPS: tl.constexpr):
    """The accumulators of two tiles → [1, 32]. Of two lanes with one sum each takes another tile's.

    So every lane has a result of its own: where several have the same one, Triton (3.6 to 3.9)
    reduces over the wrong lanes afterwards.
    """
    each = tl.where(upper, _parity_sum(second), _parity_sum(first))
    rows = tl.permute(tl.reshape(each, (WARPS, 8, 2, 2)), (0, 2, 3, 1))  # warp, tile, row half, r
    return tl.reshape(tl.sum(tl.reshape(rows, (WARPS, 32)), 0), (1, 32))


@triton.jit
def _load_for_row(
    bases, first, lane, K: tl.constexpr, TYPES: tl.constexpr, WARPS: tl.constexpr,
    TILES: tl.constexpr, UNROLL: tl.constexpr,
):  # fmt: skip
    """What `add_pair_of_row` needs of UNROLL pairs of each tile: (words, scale as loaded) each."""
    PAIRS: tl.constexpr = (K + 63) // 64
    quad = lane % 4
    row = lane // 4 + quad % 2 * 8
    result = ()
    for u in tl.static_range(UNROLL):
        pair = tl.minimum(first + u * WARPS, PAIRS - 1)
        for t in tl.static_range(TILES):
            words = load_pair(bases[t], pair, lane, K, TYPES[t])
            scale = load_scale(bases[t], pair * 2 + quad // 2, row, K, TYPES[t])
            result = result + ((words, scale),)
    return result


@triton.jit
def _join_rows(rows, ROWS: tl.constexpr):
    """One, two or four tensors [1, 32] → [ROWS, 32]."""
    if ROWS == 1:
        return rows[0]
    elif ROWS == 2:
        both = tl.join(tl.reshape(rows[0], (32,)), tl.reshape(rows[1], (32,)))
        return tl.permute(both, (1, 0))
    else:
        first = tl.join(tl.reshape(rows[0], (32,)), tl.reshape(rows[1], (32,)))
        second = tl.join(tl.reshape(rows[2], (32,)), tl.reshape(rows[3], (32,)))
        return tl.reshape(tl.permute(tl.join(first, second), (2, 1, 0)), (4, 32))


@triton.jit
def tile_dot_few_rows(
    bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles (pointers to int32, of types TYPES) with WIDTH ≤ ROWS ≤ 4 activation rows."""
    PAIRS: tl.constexpr = (K + 63) // 64
    STRIDE: tl.constexpr = PAIRS * 16
    thread = tl.arange(0, 32 * WARPS)
    lane = thread % 32
    warp = thread // 32
    quad = lane % 4
    odd = quad % 2 == 1
    upper = quad // 2 == 1
    acc = (tl.zeros((32 * WARPS,), tl.float32),) * (TILES * ROWS)
    # Weights do not depend on the kernel before: their first loads are under way while it ends.
    following = _load_for_row(bases, warp, lane, K, TYPES, WARPS, TILES, UNROLL)
    if PDL:
        gdc_wait()
    for first in range(0, PAIRS, WARPS * UNROLL):
        loaded = following
        if PAIRS > WARPS * UNROLL:
            after = first + WARPS * UNROLL + warp
            following = _load_for_row(bases, after, lane, K, TYPES, WARPS, TILES, UNROLL)
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
                                acc[m * TILES + t], words, b, x, scale, odd, upper, TYPES[t]
                            ),
                        )
                    else:
                        sums = sums + (acc[m * TILES + t],)
            acc = sums
    result = ()
    for t in tl.static_range(0, TILES, 2):
        rows = ()
        for m in tl.static_range(ROWS):
            sums = _row_sums(acc[m * TILES + t], acc[m * TILES + t + 1], upper, WARPS)
            rows = rows + (sums * (1.0 / byte_factor(TYPES[t])),)
        result = result + (_join_rows(rows, ROWS),)
    return result


@triton.jit
def _group_dots(a, b0, b1, upper, lower, TYPE: tl.constexpr):
    """Whole results of a group: rows r (scale `upper`) and r + 8 (`lower`), two activation rows each."""
    if scale_kind(TYPE) == HALVES or scale_kind(TYPE) == NIBBLE_MIN:
        first = mma16(a[0], a[1], b0, is_signed(TYPE))
        second = mma16(a[2], a[3], b1, is_signed(TYPE))
        u0, u1 = half_scales(upper[2], TYPE)
        l0, l1 = half_scales(lower[2], TYPE)
        return (
            first[0] * u0 + second[0] * u1,
            first[1] * u0 + second[1] * u1,
            first[2] * l0 + second[2] * l1,
            first[3] * l0 + second[3] * l1,
        )
    else:
        return mma32(a, b0, b1, is_signed(TYPE))


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
        r0 = tl.fma(c[0].to(tl.float32) * upper[0], xs[4 * n], acc[4 * n])
        r1 = tl.fma(c[1].to(tl.float32) * upper[0], xs[4 * n + 2], acc[4 * n + 1])
        r2 = tl.fma(c[2].to(tl.float32) * lower[0], xs[4 * n], acc[4 * n + 2])
        r3 = tl.fma(c[3].to(tl.float32) * lower[0], xs[4 * n + 2], acc[4 * n + 3])
        if scale_kind(TYPE) == NIBBLE_MIN:
            u0, u1 = half_minima(upper[2])
            l0, l1 = half_minima(lower[2])
            # A matrix whose bytes are the minima gives their products with the sums of the codes.
            minima = (u0 * 0x01010101, l0 * 0x01010101, u1 * 0x01010101, l1 * 0x01010101)
            m = mma32(minima, b0, b1, False)
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
    """The B words of a pair: 4 for each block of 8 activation rows; beyond WIDTH the last row again."""
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
def _block_sums(even, last, FIRST: tl.constexpr, WARPS: tl.constexpr):
    """Accumulators of one block from index FIRST on → the sums over parities and warps, [8, 16]."""
    upper = tl.join(even[FIRST] + last[FIRST], even[FIRST + 1] + last[FIRST + 1])
    lower = tl.join(even[FIRST + 2] + last[FIRST + 2], even[FIRST + 3] + last[FIRST + 3])
    both = tl.reshape(
        tl.join(upper, lower), (WARPS, 8, 4, 2, 2)
    )  # warp, r, q, row parity, row half
    both = tl.permute(both, (0, 2, 3, 4, 1))
    return tl.sum(tl.reshape(both, (WARPS, 8, 16)), 0)


@triton.jit
def _stack(first, second):
    """[A, 16] and [A, 16] → [A, 32], first before second."""
    both = tl.permute(tl.join(first, second), (0, 2, 1))
    return tl.reshape(both, (first.shape[0], 32))


@triton.jit
def _rows_sums(even, last, BLOCKS: tl.constexpr, WARPS: tl.constexpr):
    """Accumulators of one tile → [8 BLOCKS activation rows, 16 weight rows]."""
    first = _block_sums(even, last, 0, WARPS)
    if BLOCKS == 1:
        return first
    else:
        second = _block_sums(even, last, 4, WARPS)
        return tl.reshape(tl.permute(tl.join(first, second), (2, 0, 1)), (16, 16))


@triton.jit
def _two_scales(base, group, row, valid, K: tl.constexpr, TYPE: tl.constexpr):
    upper = decode_scale(load_scale(base, group, row, K, TYPE), valid, TYPE)
    return upper, decode_scale(load_scale(base, group, row + 8, K, TYPE), valid, TYPE)


@triton.jit
def tile_dot_rows(
    bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, BLOCKS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles with WIDTH ≤ 8 BLOCKS activation rows."""
    PAIRS: tl.constexpr = (K + 63) // 64
    thread = tl.arange(0, 32 * WARPS)
    lane = thread % 32
    warp = thread // 32
    row = lane // 4
    quad = lane % 4
    zeros = (tl.zeros((32 * WARPS,), tl.float32),) * (4 * BLOCKS)
    even = (zeros,) * TILES
    last = (zeros,) * TILES
    if PDL:
        gdc_wait()
    # Unlike for one row, loading ahead costs more, in registers, than it gives.
    for first in range(0, PAIRS, WARPS):
        pair = first + warp
        valid = pair < PAIRS
        pair = tl.minimum(pair, PAIRS - 1)
        b = load_code_words(codes_ptr, pair, quad, row, K, WIDTH, BLOCKS)
        x_even = load_code_scales(scales_ptr, pair * 2, quad, BLOCKS)
        x_last = load_code_scales(scales_ptr, tl.minimum(pair * 2 + 1, K // 32 - 1), quad, BLOCKS)
        new_even = ()
        new_last = ()
        for t in tl.static_range(TILES):
            words = load_pair(bases[t], pair, lane, K, TYPES[t])
            upper, lower = _two_scales(bases[t], pair * 2, row, valid, K, TYPES[t])
            new_even = new_even + (
                add_group_of_rows(even[t], words, b, x_even, upper, lower, 0, TYPES[t], BLOCKS),
            )
            upper, lower = _two_scales(bases[t], pair * 2 + 1, row, valid, K, TYPES[t])
            new_last = new_last + (
                add_group_of_rows(last[t], words, b, x_last, upper, lower, 1, TYPES[t], BLOCKS),
            )
        even = new_even
        last = new_last
    result = ()
    for t in tl.static_range(0, TILES, 2):
        first = _rows_sums(even[t], last[t], BLOCKS, WARPS)
        sums = _stack(first, _rows_sums(even[t + 1], last[t + 1], BLOCKS, WARPS))
        result = result + (sums * (1.0 / byte_factor(TYPES[t])),)
    return result


@triton.jit
def tile_dot(
    bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles with a step's WIDTH activation rows, ROWS 1, 2, 4, 8 or 16.

    A tensor [ROWS, 32] for each two tiles, which are of one type.
    """
    if ROWS <= 4:
        return tile_dot_few_rows(
            bases, codes_ptr, scales_ptr, K, TYPES, WIDTH, ROWS, WARPS, TILES, UNROLL, PDL
        )
    else:
        return tile_dot_rows(
            bases, codes_ptr, scales_ptr, K, TYPES, WIDTH, ROWS // 8, WARPS, TILES, PDL
        )


@triton.jit
def tile_pointer(matrix_ptr, tile, K: tl.constexpr, TYPE: tl.constexpr):
    """Where a tile of 16 rows begins, as a pointer to int32."""
    return matrix_ptr + tile.to(tl.int64) * (tile_bytes(TYPE, K) // 4)
