"""Weights of a tile as bfloat16 operands of the matrix instruction, for steps of many rows.

A byte of a fragment word is, as the low bits of a bfloat16, a subnormal: the byte times 2^-133. One
fma makes a weight of it, times 2^-32 so that its scale stays in range; see `UNSCALED`. The columns
of a group take another order in these operands, see `store_rows`; sums do not see it.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED, rounded
from engine.kernels.cuda.tiles.exchange import of_quad
from engine.kernels.cuda.tiles.formats import (
    FLOAT_HALVES,
    NIBBLE_MIN,
    byte_factor,
    has_halves,
    has_minimum,
    is_signed,
    scale_kind,
)
from engine.kernels.cuda.tiles.fragments import unpack_group
from engine.kernels.cuda.tiles.scales import decode_scale, half_minima, half_scales

_SCALED = tl.constexpr(2.0**-32)  # weights are made so much smaller
_BYTE = tl.constexpr(2.0**101)  # 2^133 of it


@triton.constexpr_function
def unscaled(kind):
    """The factor of values over products with weights as they are in the operands."""
    return 2.0**32 / byte_factor(kind)


@triton.constexpr_function
def num_scales(kind):
    """Scales of a row's group: one, or one of each half."""
    return 2 if has_halves(kind) or scale_kind(kind) == FLOAT_HALVES.value else 1


@triton.jit
def _low(word):
    """The lower bfloat16 of a word, as float32."""
    return (word << 16).to(tl.float32, bitcast=True)


@triton.jit
def _high(word):
    return (word & -0x10000).to(tl.float32, bitcast=True)


@triton.jit
def pack(low, high):
    """Two float32, rounded to bfloat16, in a word."""
    if INTERPRETED:
        lower = rounded(low, tl.bfloat16).to(tl.int16, bitcast=True).to(tl.int32) & 0xFFFF
        upper = rounded(high, tl.bfloat16).to(tl.int16, bitcast=True).to(tl.int32)
        return (upper << 16) | lower
    else:
        return tl.inline_asm_elementwise(
            "cvt.rn.bf16x2.f32 $0, $1, $2;",
            "=r,f,f",
            [high, low],
            dtype=tl.int32,
            is_pure=True,
            pack=1,
        )


@triton.jit
def _fma_both(a, b, c):
    """a * b + c of both bfloat16 of a word, each rounded once."""
    if INTERPRETED:
        return pack(_low(a) * _low(b) + _low(c), _high(a) * _high(b) + _high(c))
    else:
        return tl.inline_asm_elementwise(
            "fma.rn.bf16x2 $0, $1, $2, $3;",
            "=r,r,r,r",
            [a, b, c],
            dtype=tl.int32,
            is_pure=True,
            pack=1,
        )


@triton.jit
def _both(word, HIGH: tl.constexpr):
    """The lower half of a word twice, or the upper one."""
    if INTERPRETED:
        half = (word >> 16 if HIGH else word) & 0xFFFF
        return (half << 16) | half
    else:
        return tl.inline_asm_elementwise(
            "prmt.b32 $0, $1, $1, 0x3232;" if HIGH else "prmt.b32 $0, $1, $1, 0x1010;",
            "=r,r",
            [word],
            dtype=tl.int32,
            is_pure=True,
            pack=1,
        )


@triton.jit
def lane_scales(loaded, TYPE: tl.constexpr):
    """What makes weights of bytes, in a word for each of `num_scales`: the scale, the addend above.

    loaded: from `load_scale`, of one row and group of a pair for each lane of a quad.
    """
    scale = decode_scale(loaded, True, TYPE)
    if scale_kind(TYPE) == FLOAT_HALVES:
        scales = (scale[0], scale[1])
    elif has_halves(TYPE):
        s0, s1 = half_scales(scale[2], TYPE)
        scales = (scale[0] * s0.to(tl.float32), scale[0] * s1.to(tl.float32))
    else:
        scales = (scale[0],)
    addends = scales
    if scale_kind(TYPE) == NIBBLE_MIN:
        m0, m1 = half_minima(scale[2])
        addends = (scale[1] * m0.to(tl.float32), scale[1] * m1.to(tl.float32))
    elif has_minimum(TYPE):
        addends = (scale[1],)
    words = ()
    for h in tl.static_range(num_scales(TYPE)):
        if has_minimum(TYPE):
            addend = addends[h] * _SCALED
        elif is_signed(TYPE):
            # Exactly 128 of the rounded scale, so that the sum is rounded once.
            addend = scales[h] * (-128.0 * _SCALED)
        else:
            addend = tl.zeros_like(scales[h])
        words = words + (pack(scales[h] * _BYTE, addend),)
    return words


@triton.jit
def _weights(word, scale, TYPE: tl.constexpr):
    """The four bytes of a word as two words of weights: bytes 0 and 2, bytes 1 and 3."""
    if is_signed(TYPE):
        word = word ^ -0x7F7F7F80  # 0x80808080: 128 more, and unsigned
    factor = _both(scale, False)
    addend = _both(scale, True)
    even = _fma_both(word & 0x00FF00FF, factor, addend)
    odd = _fma_both((word >> 8) & 0x00FF00FF, factor, addend)
    return even, odd


@triton.jit
def group_operands(words, scales, H: tl.constexpr, TYPE: tl.constexpr):
    """The operands A of the products of group H of a pair: four words for each half of its columns.

    words: the pair's (codes, high); scales: from `lane_scales`.
    """
    a = unpack_group(words[0], words[1], H, TYPE)
    LAST: tl.constexpr = num_scales(TYPE) - 1
    result = ()
    for half in tl.static_range(2):
        of_half = scales[0] if half == 0 else scales[LAST]
        upper = _weights(a[2 * half], of_quad(of_half, 2 * H), TYPE)
        lower = _weights(a[2 * half + 1], of_quad(of_half, 2 * H + 1), TYPE)
        result = result + (upper[0], lower[0], upper[1], lower[1])
    return result


@triton.jit
def _values_twin(words):
    """Two words, as float32 [W, 8, 4, 4] (warp, r, q, column)."""
    first = tl.join(_low(words[0]), _high(words[0]))
    second = tl.join(_low(words[1]), _high(words[1]))
    return tl.reshape(tl.join(first, second), (words[0].shape[0] // 32, 8, 4, 4))


@triton.jit
def _product_twin(a, b):
    """Products of 8 rows of weights with 8 rows, as `mma` lays them out: two [32 W]."""
    dots = tl.sum(tl.sum(a[:, :, None, :, :] * b[:, None, :, :, :], 4), 3)
    even, odd = tl.split(tl.reshape(dots, (dots.shape[0], 8, 4, 2)))
    return tl.reshape(even, (dots.shape[0] * 32,)), tl.reshape(odd, (dots.shape[0] * 32,))


@triton.jit
def mma(a0, a1, a2, a3, b0, b1, c):
    """c + products over 16 columns: 16 rows of weights × 8 rows, mma.m16n8k16 of bfloat16.

    c and the result are four float32: rows r and r + 8, each with the rows 2q and 2q + 1.
    """
    if INTERPRETED:
        b = _values_twin((b0, b1))
        r0, r1 = _product_twin(_values_twin((a0, a2)), b)
        r2, r3 = _product_twin(_values_twin((a1, a3)), b)
        return c[0] + r0, c[1] + r1, c[2] + r2, c[3] + r3
    else:
        return tl.inline_asm_elementwise(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
            "{$0,$1,$2,$3}, {$4,$5,$6,$7}, {$8,$9}, {$10,$11,$12,$13};",
            "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f",
            [a0, a1, a2, a3, b0, b1, c[0], c[1], c[2], c[3]],
            dtype=(tl.float32, tl.float32, tl.float32, tl.float32),
            is_pure=True,
            pack=1,
        )


@triton.jit
def store_rows(
    x, rows_ptr, first, count, group, STRIDE: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr
):  # fmt: skip
    """Store x [ROWS, COLS] as operands B, in blocks of 8 rows from block `first` on.

    Only blocks of the first `count` rows. From group `group` of 32 columns on; columns from STRIDE,
    a multiple of 64, on are not stored. Each 32 columns of a block are 512 bytes, 16 for each lane:
    of lane 4 n + q, row n, columns 4q, 4q+2, 4q+1, 4q+3, then the same from 16+4q on.
    """
    BLOCKS: tl.constexpr = ROWS // 8
    GROUPS: tl.constexpr = COLS // 32
    x = tl.reshape(rounded(x.to(tl.float32), tl.bfloat16), (BLOCKS, 8, GROUPS, 2, 4, 2, 2))
    x = tl.reshape(tl.permute(x, (0, 2, 1, 4, 3, 6, 5)), (BLOCKS, 8 * COLS))
    block = tl.arange(0, BLOCKS)[:, None]
    at = group * 256 + tl.arange(0, 8 * COLS)[None, :]
    is_stored = (block * 8 < count) & (at < 8 * STRIDE)
    tl.store(rows_ptr + (first + block).to(tl.int64) * (8 * STRIDE) + at, x, mask=is_stored)
