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
    code_bytes,
    code_offset,
    entry_len,
    has_halves,
    has_minimum,
    is_signed,
    scale_kind,
    scales_offset,
    super_bytes,
    super_offset,
)
from engine.kernels.cuda.tiles.fragments import unpack_group
from engine.kernels.cuda.tiles.scales import half_e4m3, half_of, half_power, load_field


@triton.jit
def column_scales(tile, row, column, K: tl.constexpr, TYPE: tl.constexpr):
    """Scale and minimum of the 16 columns from `column` on: value = scale * q - minimum.

    tile: int32 pointer; row (0 … 15), column (a multiple of 16): int32 of one shape, that of the
    float32 results. The minimum is 0 where the type has none and where it equals the scale.
    """
    KIND: tl.constexpr = scale_kind(TYPE)
    SCALES: tl.constexpr = scales_offset(TYPE, K)
    pair = column // 64
    right = column // 16 % 2  # half of the group
    lane_row = row % 8 * 2 + row // 8
    place = (pair * 16 + row % 8 * 2 + column // 32 % 2) * 2 + row // 8
    if super_bytes(TYPE) > 0:
        at = column // 256 * 16 + lane_row
        whole = load_field(tile, super_offset(TYPE, K), at, super_bytes(TYPE))
    if KIND == ODD:
        code = load_field(tile, SCALES, pair * 16 + lane_row, 1)
    elif code_bytes(TYPE) > 0:
        code = load_field(tile, SCALES, place, code_bytes(TYPE))
    minimum = 0.0
    if KIND == HALF:
        scale = half_of(code, False)
    elif KIND == HALF_MIN:
        scale = half_of(code, False)
        minimum = -half_of(code, True)
    elif KIND == EXPONENT:
        scale = half_power(code)
    elif KIND == FLOAT_HALVES:
        scale = half_e4m3((code >> (right * 8)) & 255) * whole.to(tl.float32, bitcast=True)
    elif KIND == WHOLE_MIN:
        scale = half_of(whole, False)
    else:
        if KIND == BYTE_MIN:
            integer = code & 255
            minimum = (code >> 8).to(tl.float32)
        elif KIND == NIBBLE_MIN:
            both = (code >> (right * 8)) & 255
            integer = both & 15
            minimum = (both >> 4).to(tl.float32)
        elif KIND == ODD:
            integer = 2 * ((code >> (column // 32 % 2 * 4)) & 15) + 1
        elif KIND == ODD_HALVES:
            integer = 2 * ((code >> (right * 4)) & 15) + 1
        elif KIND == HALVES:
            integer = ((code >> (right * 8)) << 24) >> 24
        else:
            integer = (code << 24) >> 24
        scale = half_of(whole, False) * integer.to(tl.float32)
        if has_minimum(TYPE):
            minimum *= half_of(whole, True)
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
