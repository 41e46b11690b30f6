"""Codebooks of sixteen int8, looked up in registers, a word of nibbles at a time."""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED


@triton.jit
def _look_up_byte(index, BOOK: tl.constexpr):
    """The codebook's value of an index 0 … 15, by comparison; for the interpreter."""
    if BOOK == 1:
        value = tl.where(index == 0, -127, 0)
        value = tl.where(index == 1, -104, value)
        value = tl.where(index == 2, -83, value)
        value = tl.where(index == 3, -65, value)
        value = tl.where(index == 4, -49, value)
        value = tl.where(index == 5, -35, value)
        value = tl.where(index == 6, -22, value)
        value = tl.where(index == 7, -10, value)
        value = tl.where(index == 8, 1, value)
        value = tl.where(index == 9, 13, value)
        value = tl.where(index == 10, 25, value)
        value = tl.where(index == 11, 38, value)
        value = tl.where(index == 12, 53, value)
        value = tl.where(index == 13, 69, value)
        value = tl.where(index == 14, 89, value)
        return tl.where(index == 15, 113, value)
    else:
        exponent = (index & 7) >> 1
        mantissa = index & 1
        # Twice the E2M1 value: 0, 1, 2, 3, 4, 6, 8, 12.
        magnitude = tl.where(exponent == 0, mantissa, (2 + mantissa) << exponent >> 1)
        return tl.where(index > 7, -magnitude, magnitude)


@triton.jit
def _look_up_twin(word, SHIFT: tl.constexpr, BOOK: tl.constexpr):
    """Look up the nibble at bit SHIFT of each byte: the four values, in the bytes of a word."""
    result = (_look_up_byte((word >> SHIFT) & 15, BOOK)) & 255
    for byte in tl.static_range(1, 4):
        value = _look_up_byte((word >> (8 * byte + SHIFT)) & 15, BOOK)
        result = result | ((value & 255) << (8 * byte))
    return result


# $0, $1: the values of the low and of the high nibbles of the bytes of $2. Two prmt pick from the
# lower and upper eight entries, two registers each; a third selects by the nibble's top bit.
_LOOK_UP = """{
.reg .b32 t0, t1, t2, t3, s, m, a, b, p, q;
mov.b32 t0, %s; mov.b32 t1, %s; mov.b32 t2, %s; mov.b32 t3, %s;
and.b32 s, $2, 0x77777777;
and.b32 m, $2, 0x88888888;
shr.u32 m, m, 1;
or.b32 m, m, 0x32103210;
prmt.b32 a, t0, t1, s;
prmt.b32 b, t2, t3, s;
prmt.b32 p, a, b, m;
shr.u32 s, s, 16;
shr.u32 m, m, 16;
prmt.b32 a, t0, t1, s;
prmt.b32 b, t2, t3, s;
prmt.b32 q, a, b, m;
prmt.b32 $0, p, q, 0x6420;
prmt.b32 $1, p, q, 0x7531;
}"""
_LOOK_UP_IQ4 = tl.constexpr(_LOOK_UP % ("0xBFAD9881", "0xF6EADDCF", "0x26190D01", "0x71594535"))
_LOOK_UP_E2M1 = tl.constexpr(_LOOK_UP % ("0x03020100", "0x0C080604", "0xFDFEFF00", "0xF4F8FAFC"))


@triton.jit
def look_up(word, BOOK: tl.constexpr):
    """The int8 codebook values of the low and of the high nibbles of a word's bytes."""
    if INTERPRETED:
        return _look_up_twin(word, 0, BOOK), _look_up_twin(word, 4, BOOK)
    else:
        return tl.inline_asm_elementwise(
            _LOOK_UP_IQ4 if BOOK == 1 else _LOOK_UP_E2M1,
            "=&r,=&r,r",
            [word],
            dtype=(tl.int32, tl.int32),
            is_pure=True,
            pack=1,
        )
