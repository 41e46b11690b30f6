"""Values of the weights in a tile, bit-identical to engine.quants.dequantize. Stores nothing.

Launch with enable_fp_fusion=False: products and sums are rounded separately.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.tiles.formats import (
    BYTE_MIN,
    EXPONENT,
    FLOAT_HALVES,
    HALF,
    HALF_MIN,
    HALVES,
    NIBBLE_MIN,
    ODD,
    ODD_HALVES,
    WHOLE_MIN,
    byte_factor,
    code_bits,
    code_offset,
    entry_len,
    has_halves,
    has_minimum,
    is_signed,
    scale_kind,
    scales_offset,
    super_offset,
)
from engine.kernels.cuda.tiles.fragments import unpack_group
from engine.kernels.cuda.tiles.scales import half_e4m3, half_power


@triton.jit
def column_scales(tile, row, column, K: tl.constexpr, TYPE: tl.constexpr):
    """Scale and minimum of the 16 columns from `column` on: value = scale * q - minimum.

    tile: int32 pointer; row (0 … 15), column (a multiple of 16): int32 of one shape, that of the
    float32 results. The minimum is 0 where the type has none and where it equals the scale.
    """
    KIND: tl.constexpr = scale_kind(TYPE)
    bytes_ptr = tile.to(tl.pointer_type(tl.uint8)) + scales_offset(TYPE, K)
    halves_ptr = tile.to(tl.pointer_type(tl.float16))
    superblock = column // 256
    group = column % 256 // 32
    place = superblock * 16 + row
    minimum = 0.0
    if KIND == HALF:
        at = halves_ptr + scales_offset(TYPE, K) // 2 + place * 8 + group
        scale = tl.load(at).to(tl.float32)
    elif KIND == HALF_MIN:
        at = halves_ptr + scales_offset(TYPE, K) // 2 + (place + superblock * 16) * 8 + group
        scale = tl.load(at).to(tl.float32)
        minimum = -tl.load(at + 128).to(tl.float32)
    elif KIND == EXPONENT:
        scale = half_power(tl.load(bytes_ptr + place * 8 + group).to(tl.int32))
    elif KIND == FLOAT_HALVES:
        code = tl.load(bytes_ptr + place * 16 + column % 256 // 16).to(tl.int32)
        factors_ptr = tile.to(tl.pointer_type(tl.float32)) + super_offset(TYPE, K) // 4
        scale = half_e4m3(code) * tl.load(factors_ptr + place)
    elif KIND == WHOLE_MIN:
        scale = tl.load(halves_ptr + super_offset(TYPE, K) // 2 + place).to(tl.float32)
    else:
        super_ptr = halves_ptr + super_offset(TYPE, K) // 2
        if KIND == BYTE_MIN:
            whole = tl.load(bytes_ptr + place * 16 + group)
            minimum = tl.load(bytes_ptr + place * 16 + 8 + group).to(tl.float32)
        elif KIND == NIBBLE_MIN:
            both = tl.load(bytes_ptr + place * 16 + column % 256 // 16)
            whole = both & 15
            minimum = (both >> 4).to(tl.float32)
        elif KIND == ODD:
            both = tl.load(bytes_ptr + place * 4 + group // 2).to(tl.int32)
            whole = 2 * ((both >> (group % 2 * 4)) & 15) + 1
        elif KIND == ODD_HALVES:
            both = tl.load(bytes_ptr + place * 8 + group).to(tl.int32)
            whole = 2 * ((both >> (column // 16 % 2 * 4)) & 15) + 1
        elif KIND == HALVES:
            whole = tl.load(bytes_ptr + place * 16 + column % 256 // 16).to(tl.int8, bitcast=True)
        else:
            whole = tl.load(bytes_ptr + place * 8 + group).to(tl.int8, bitcast=True)
        STRIDE: tl.constexpr = 2 if has_minimum(TYPE) else 1
        scale = tl.load(super_ptr + place * STRIDE).to(tl.float32) * whole.to(tl.float32)
        if has_minimum(TYPE):
            minimum *= tl.load(super_ptr + place * 2 + 1).to(tl.float32)
    return scale, minimum


@triton.jit
def _word_values(word, scales, TYPE: tl.constexpr):
    """The values [L, 4] of the four bytes of fragment word [L], from its scale and minimum."""
    byte = tl.arange(0, 4)[None, :] * 8
    if is_signed(TYPE):
        # A code less its offset is at the top of its byte.
        SPARE: tl.constexpr = 8 - code_bits(TYPE) if code_offset(TYPE) > 0 else 0
        q = (word[:, None] << (24 - byte)) >> (24 + SPARE)
    else:
        q = (word[:, None] >> byte) & 255
    scale = scales[0]
    if entry_len(TYPE) > 0:
        scale *= 1.0 / byte_factor(TYPE)  # a power of two
    if scale_kind(TYPE) == WHOLE_MIN:
        q -= 1  # in integers, so that 0 has the sign of the scale
    values = scale[:, None] * q.to(tl.float32)
    if has_minimum(TYPE) and scale_kind(TYPE) != WHOLE_MIN:
        values -= scales[1][:, None]
    return values


@triton.jit
def group_values(
    tile, words, pair, lane, H: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr
):  # fmt: skip
    """Values of group H (0 or 1) of a pair: float32 [L, 4] for each of the fragments a0 … a3.

    tile: int32 pointer; pair, lane int32 [L]; words: from `load_pair`.
    """
    a = unpack_group(words[0], words[1], H, TYPE)
    row = lane // 4
    column = pair * 64 + H * 32 + tl.zeros_like(row)
    upper = column_scales(tile, row, column, K, TYPE)
    lower = column_scales(tile, row + 8, column, K, TYPE)
    right_upper, right_lower = upper, lower
    if has_halves(TYPE) or scale_kind(TYPE) == FLOAT_HALVES:
        right_upper = column_scales(tile, row, column + 16, K, TYPE)
        right_lower = column_scales(tile, row + 8, column + 16, K, TYPE)
    return (
        _word_values(a[0], upper, TYPE),
        _word_values(a[1], lower, TYPE),
        _word_values(a[2], right_upper, TYPE),
        _word_values(a[3], right_lower, TYPE),
    )
