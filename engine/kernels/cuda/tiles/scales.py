"""The scales of a tile's groups: loaded encoded, decoded on use. See engine/quants/tiles.py.

An encoded scale is three int32: the superblock's part, the group's code, and how far to shift it.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.tiles.exchange import of_quad
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
    SIGNED,
    WHOLE_MIN,
    code_bytes,
    scale_kind,
    scales_offset,
    super_bytes,
    super_offset,
)


@triton.jit
def load_field(base, offset: tl.constexpr, at, SIZE: tl.constexpr):
    """Field number `at` of SIZE (1, 2 or 4) bytes behind `offset` bytes of a tile, as int32."""
    if SIZE == 1:
        return tl.load(base.to(tl.pointer_type(tl.uint8)) + offset + at).to(tl.int32)
    elif SIZE == 2:
        return tl.load(base.to(tl.pointer_type(tl.uint16)) + offset // 2 + at).to(tl.int32)
    else:
        return tl.load(base + offset // 4 + at)


@triton.jit
def _load_fields(base, offset: tl.constexpr, at, SIZE: tl.constexpr, COUNT: tl.constexpr):
    """The words of COUNT adjacent fields of SIZE bytes, the first of them number COUNT * at.

    By `tl.load`, unlike codes: from such a load Triton takes the layout of all that follows, the
    sum over warps included, whose order is that of its layout.
    """
    BYTES: tl.constexpr = SIZE * COUNT
    if BYTES <= 4:
        return (load_field(base, offset, at, BYTES),)
    else:
        words = ()
        for i in tl.static_range(BYTES // 8):
            doubles = base.to(tl.pointer_type(tl.int64)) + offset // 8
            both = tl.load(doubles + at * (BYTES // 8) + i)
            words = words + (both.to(tl.int32), (both >> 32).to(tl.int32))
        return words


@triton.jit
def _field(words, INDEX: tl.constexpr, SIZE: tl.constexpr):
    """Field INDEX of `_load_fields`; 0 if SIZE is."""
    if SIZE == 0:
        return 0
    elif SIZE == 4:
        return words[INDEX]
    else:
        MASK: tl.constexpr = 0xFF if SIZE == 1 else 0xFFFF
        return (words[INDEX * SIZE // 4] >> (INDEX * SIZE % 4 * 8)) & MASK


@triton.jit
def load_scale(base, pair, lane, K: tl.constexpr, TYPE: tl.constexpr):
    """The encoded scale of lane 4 r + q: of group q // 2 of a pair, row r + 8 (q % 2)."""
    SCALES: tl.constexpr = scales_offset(TYPE, K)
    whole = tl.zeros_like(lane)
    code = whole
    if super_bytes(TYPE) > 0:
        at = pair // 4 * 16 + lane // 4 * 2 + lane % 2
        whole = load_field(base, super_offset(TYPE, K), at, super_bytes(TYPE))
    if scale_kind(TYPE) == ODD:
        code = load_field(base, SCALES, pair * 16 + lane // 4 * 2 + lane % 2, 1)
    elif code_bytes(TYPE) > 0:
        code = load_field(base, SCALES, pair * 32 + lane, code_bytes(TYPE))
    return whole, code, lane % 4 // 2 * 4


@triton.jit
def decode_scale(loaded, valid, TYPE: tl.constexpr):
    """Decode a scale: (scale, addend of each weight, code).

    The code holds the integer scales and minima of a group's halves, in formats that have them.
    FLOAT_HALVES returns the scales of both halves instead of an addend. Where `valid` is false,
    scale and addend are 0.
    """
    KIND: tl.constexpr = scale_kind(TYPE)
    whole = tl.where(valid, loaded[0], 0)
    code = loaded[1]
    if KIND == HALF:
        scale = half_of(tl.where(valid, code, 0), False)
        return scale, scale, code
    elif KIND == HALF_MIN:
        both = tl.where(valid, code, 0)
        return half_of(both, False), half_of(both, True), code
    elif KIND == EXPONENT:
        scale = tl.where(valid, half_power(code), 0.0)
        return scale, scale, code
    elif KIND == BYTE_MIN:
        scale = half_of(whole, False) * (code & 255).to(tl.float32)
        least = half_of(whole, True) * -1.0  # the sign of an operand; Triton's minus subtracts
        return scale, least * (code >> 8).to(tl.float32), code
    elif KIND == SIGNED:
        scale = half_of(whole, False) * ((code << 24) >> 24).to(tl.float32)
        return scale, scale, code
    elif KIND == ODD:
        code = (code >> loaded[2]) & 15
        scale = half_of(whole, False) * (2 * code + 1).to(tl.float32)
        return scale, scale, code
    elif KIND == FLOAT_HALVES:
        factor = whole.to(tl.float32, bitcast=True)
        return half_e4m3(code & 255) * factor, half_e4m3(code >> 8) * factor, code
    elif KIND == NIBBLE_MIN:
        return half_of(whole, False), -half_of(whole, True), code
    else:
        scale = half_of(whole, False)
        return scale, -scale if KIND == WHOLE_MIN else scale, code


@triton.jit
def load_scales(
    base, pair, row, group, K: tl.constexpr, TYPE: tl.constexpr, COUNT: tl.constexpr
):  # fmt: skip
    """The encoded scales of the tile rows `row` and `row` + 8, for `decode_scales`.

    Of a group of a pair (COUNT 2), or of both (4).
    """
    SCALES: tl.constexpr = scales_offset(TYPE, K)
    wholes = ()
    codes = ()
    if super_bytes(TYPE) > 0:
        at = pair // 4 * 8 + row
        wholes = _load_fields(base, super_offset(TYPE, K), at, super_bytes(TYPE), 2)
    if scale_kind(TYPE) == ODD:
        codes = _load_fields(base, SCALES, pair * 8 + row, 1, 2)
    elif code_bytes(TYPE) > 0:
        at = pair * 8 + row if COUNT == 4 else (pair * 8 + row) * 2 + group
        codes = _load_fields(base, SCALES, at, code_bytes(TYPE), COUNT)
    return wholes, codes


@triton.jit
def decode_scales(loaded, group, valid, TYPE: tl.constexpr, COUNT: tl.constexpr):
    """Decode scales of `load_scales`: of both rows of one group, or of group 0, then group 1."""
    IS_ODD: tl.constexpr = scale_kind(TYPE) == ODD
    result = ()
    for i in tl.static_range(COUNT):
        whole = _field(loaded[0], i % 2, super_bytes(TYPE))
        code = _field(loaded[1], i % 2 if IS_ODD else i, 1 if IS_ODD else code_bytes(TYPE))
        of_group = group if COUNT == 2 else i // 2
        result = result + (decode_scale((whole, code, of_group * 4), valid, TYPE),)
    return result


@triton.jit
def scales_of_quad(own):
    """What `decode_scales` gives for both groups, of what `decode_scale` gave each lane of a quad.

    The codes are left out.
    """
    result = ()
    for lane in tl.static_range(4):
        scale = of_quad(own[0].to(tl.int32, bitcast=True), lane).to(tl.float32, bitcast=True)
        addend = of_quad(own[1].to(tl.int32, bitcast=True), lane).to(tl.float32, bitcast=True)
        result = result + ((scale, addend, 0),)
    return result


@triton.jit
def half_power(exponent):
    """Half of 2^(e - 127), as the codebook's values are doubled; subnormal for e of 0 and 1."""
    bits = tl.where(exponent > 1, (exponent - 1) << 23, 0x200000 << exponent)
    return bits.to(tl.float32, bitcast=True)


@triton.jit
def half_e4m3(code):
    """Half of an E4M3 of code 0 … 255, the sign ignored; code 127 (NaN) is 0.

    Its bits as a float16, whose exponent bias is larger by 8, are 2^-8 of it.
    """
    value = ((code & 127) << 7).to(tl.int16).to(tl.float16, bitcast=True).to(tl.float32) * 128.0
    return tl.where(code == 127, 0.0, value)


@triton.jit
def half_of(word, HIGH: tl.constexpr):
    """The low or the high float16 of a word, as float32."""
    bits = (word >> 16 if HIGH else word) & 0xFFFF
    return bits.to(tl.int16).to(tl.float16, bitcast=True).to(tl.float32)


@triton.jit
def half_scales(code, TYPE: tl.constexpr):
    """The integer scales of the two halves of a group."""
    if scale_kind(TYPE) == HALVES:
        return (code << 24) >> 24, (code << 16) >> 24
    elif scale_kind(TYPE) == ODD_HALVES:
        return 2 * (code & 15) + 1, 2 * ((code >> 4) & 15) + 1
    else:
        return code & 15, (code >> 8) & 15


@triton.jit
def half_minima(code):
    return (code >> 4) & 15, (code >> 12) & 15


@triton.jit
def scaled(dots, upper, lower):
    """Dots of rows r and r + 8 with two activation rows each, times their scales; float32."""
    return (
        dots[0].to(tl.float32) * upper[0],
        dots[1].to(tl.float32) * upper[0],
        dots[2].to(tl.float32) * lower[0],
        dots[3].to(tl.float32) * lower[0],
    )


@triton.jit
def scaled_halves(first, second, upper, lower, TYPE: tl.constexpr):
    """As `scaled`, for the two halves of a group with scales of their own."""
    if scale_kind(TYPE) == FLOAT_HALVES:
        one = scaled(first, upper, lower)
        return (
            tl.fma(second[0].to(tl.float32), upper[1], one[0]),
            tl.fma(second[1].to(tl.float32), upper[1], one[1]),
            tl.fma(second[2].to(tl.float32), lower[1], one[2]),
            tl.fma(second[3].to(tl.float32), lower[1], one[3]),
        )
    else:
        u0, u1 = half_scales(upper[2], TYPE)
        l0, l1 = half_scales(lower[2], TYPE)
        both = (
            first[0] * u0 + second[0] * u1,
            first[1] * u0 + second[1] * u1,
            first[2] * l0 + second[2] * l1,
            first[3] * l0 + second[3] * l1,
        )
        return scaled(both, upper, lower)
