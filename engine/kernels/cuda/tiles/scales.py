"""The scales of a tile's groups: loaded encoded, decoded on use. See engine/quants/tiles.py."""

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
    SIGNED,
    WHOLE_MIN,
    has_scale_byte,
    scale_kind,
    scales_offset,
    super_offset,
)


@triton.jit
def _halves(base):
    return base.to(tl.pointer_type(tl.float16))


@triton.jit
def _bytes(base):
    return base.to(tl.pointer_type(tl.uint8))


@triton.jit
def load_scale(base, group, row, K: tl.constexpr, TYPE: tl.constexpr):
    """The encoded scale of a group (32 columns) and tile row: three values for `decode_scale`."""
    KIND: tl.constexpr = scale_kind(TYPE)
    PLANE: tl.constexpr = scales_offset(TYPE, K)
    SUPER: tl.constexpr = super_offset(TYPE, K)
    within = group % 8
    line = group // 8 * 16 + row
    if KIND == HALF:
        scale = tl.load(_halves(base) + PLANE // 2 + line * 8 + within)
        return scale, scale, scale
    elif KIND == HALF_MIN:
        at = _halves(base) + PLANE // 2 + (group // 8 * 32 + row) * 8 + within
        scale = tl.load(at)
        return scale, tl.load(at + 16 * 8), scale
    elif KIND == EXPONENT:
        exponent = tl.load(_bytes(base) + PLANE + line * 8 + within)
        return exponent, exponent, exponent
    elif KIND == BYTE_MIN:
        at = _bytes(base) + PLANE + line * 16 + within
        return tl.load(base + SUPER // 4 + line), tl.load(at), tl.load(at + 8)
    elif has_scale_byte(TYPE):
        code = tl.load(_bytes(base) + PLANE + line * 8 + within)
        return tl.load(_halves(base) + SUPER // 2 + line), code, code
    elif KIND == ODD:
        code = tl.load(_bytes(base) + PLANE + line * 4 + within // 2)
        return tl.load(_halves(base) + SUPER // 2 + line), code, group % 2 * 4
    elif KIND == WHOLE_MIN:
        scale = tl.load(_halves(base) + SUPER // 2 + line)
        return scale, scale, scale
    elif KIND == FLOAT_HALVES:
        code = tl.load(base.to(tl.pointer_type(tl.int16)) + PLANE // 2 + line * 8 + within)
        return tl.load(base.to(tl.pointer_type(tl.float32)) + SUPER // 4 + line), code, code
    else:
        code = tl.load(base.to(tl.pointer_type(tl.int16)) + PLANE // 2 + line * 8 + within)
        if KIND == HALVES:
            return tl.load(_halves(base) + SUPER // 2 + line), code, code
        else:
            return tl.load(base + SUPER // 4 + line), code, code


@triton.jit
def decode_scale(loaded, valid, TYPE: tl.constexpr):
    """Decode a scale of `load_scale`: (scale, addend of each weight, code).

    The code holds the integer scales and minima of a group's halves, in formats that have them.
    FLOAT_HALVES returns the scales of both halves instead of an addend. Where `valid` is false,
    scale and addend are 0.
    """
    KIND: tl.constexpr = scale_kind(TYPE)
    if KIND == HALF:
        scale = tl.where(valid, loaded[0].to(tl.float32), 0.0)
        return scale, scale, scale
    elif KIND == HALF_MIN:
        scale = tl.where(valid, loaded[0].to(tl.float32), 0.0)
        return scale, tl.where(valid, loaded[1].to(tl.float32), 0.0), scale
    elif KIND == EXPONENT:
        scale = tl.where(valid, half_power(loaded[0].to(tl.int32)), 0.0)
        return scale, scale, scale
    elif KIND == BYTE_MIN:
        both = tl.where(valid, loaded[0], 0)
        minimum = loaded[2].to(tl.float32)
        scale = _half_of(both, False) * loaded[1].to(tl.float32)
        return scale, -_half_of(both, True) * minimum, scale
    elif KIND == SIGNED:
        code = loaded[1].to(tl.int8, bitcast=True).to(tl.float32)
        scale = tl.where(valid, loaded[0].to(tl.float32), 0.0) * code
        return scale, scale, scale
    elif KIND == ODD:
        code = (loaded[1].to(tl.int32) >> loaded[2]) & 15
        scale = tl.where(valid, loaded[0].to(tl.float32), 0.0) * (2 * code + 1).to(tl.float32)
        return scale, scale, code
    elif KIND == WHOLE_MIN:
        scale = tl.where(valid, loaded[0].to(tl.float32), 0.0)
        return scale, -scale, scale
    elif KIND == FLOAT_HALVES:
        factor = tl.where(valid, loaded[0], 0.0)
        code = loaded[1].to(tl.int32)
        return half_e4m3(code & 255) * factor, half_e4m3((code >> 8) & 255) * factor, code
    elif KIND == NIBBLE_MIN:
        both = tl.where(valid, loaded[0], 0)
        return _half_of(both, False), -_half_of(both, True), loaded[1].to(tl.int32)
    else:
        scale = tl.where(valid, loaded[0].to(tl.float32), 0.0)
        return scale, scale, loaded[1].to(tl.int32)


@triton.jit
def two_scales(base, group, row, valid, K: tl.constexpr, TYPE: tl.constexpr):
    """The decoded scales of a group's tile rows `row` and `row` + 8."""
    upper = decode_scale(load_scale(base, group, row, K, TYPE), valid, TYPE)
    return upper, decode_scale(load_scale(base, group, row + 8, K, TYPE), valid, TYPE)


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
def _half_of(word, HIGH: tl.constexpr):
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
