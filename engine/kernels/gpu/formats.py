"""The facts of each tile format that kernels branch on, as compile-time functions of the type's number."""

import triton
import triton.language as tl

from engine.gguf.types import GGMLType as T

# How the scales of a superblock of 256 columns are kept; see engine/quants/tiles.py.
HALF = tl.constexpr(0)  # float16 d per 32
HALF_MIN = tl.constexpr(1)  # float16 d and float16 m per 32
EXPONENT = tl.constexpr(2)  # E8M0 per 32
BYTE_MIN = tl.constexpr(3)  # uint8 scale and minimum per 32, float16 d and dmin per 256
HALVES = tl.constexpr(4)  # int8 scale per 16, float16 d per 256
SIGNED = tl.constexpr(5)  # int8 scale per 32, float16 d per 256
NIBBLE_MIN = tl.constexpr(6)  # 4-bit scale and minimum per 16, float16 d and dmin per 256

# type: (bits of a code, what is taken off a code, kind of scales, codebook: 0 none, 1 IQ4, 2 E2M1)
_FORMATS = {
    T.Q8_0: (8, 0, 0, 0),
    T.Q4_0: (4, 8, 0, 0),
    T.Q5_0: (5, 16, 0, 0),
    T.IQ4_NL: (4, 0, 0, 1),
    T.Q4_1: (4, 0, 1, 0),
    T.Q5_1: (5, 0, 1, 0),
    T.MXFP4: (4, 0, 2, 2),
    T.Q4_K: (4, 0, 3, 0),
    T.Q5_K: (5, 0, 3, 0),
    T.Q6_K: (6, 32, 4, 0),
    T.Q3_K: (3, 4, 4, 0),
    T.IQ4_XS: (4, 0, 5, 1),
    T.Q2_K: (2, 0, 6, 0),
}
_SCALE_BYTES = (16, 32, 8, 16, 16, 8, 16)  # of a row and superblock, by kind
_SUPER_BYTES = (0, 0, 0, 4, 2, 2, 4)


@triton.constexpr_function
def code_bits(kind):
    """Bits of a code: 2, 3, 4, 5, 6 or 8."""
    return _FORMATS[T(kind)][0]


@triton.constexpr_function
def code_offset(kind):
    """What is taken off a code to get its value."""
    return _FORMATS[T(kind)][1]


@triton.constexpr_function
def scale_kind(kind):
    """HALF … NIBBLE_MIN."""
    return _FORMATS[T(kind)][2]


@triton.constexpr_function
def codebook(kind):
    """0 none, 1 the IQ4 values, 2 the doubled E2M1 values."""
    return _FORMATS[T(kind)][3]


@triton.constexpr_function
def is_signed(kind):
    """Whether the bytes that meet the activations are int8 rather than uint8."""
    _, offset, _, book = _FORMATS[T(kind)]
    return offset > 0 or book > 0 or kind == T.Q8_0


@triton.constexpr_function
def byte_factor(kind):
    """The bytes that meet the activations are this multiple of the code's value.

    A code less its offset is a two's complement field; at the top of a byte its sign comes for free.
    """
    bits, offset, _, _ = _FORMATS[T(kind)]
    return 2 ** (8 - bits) if offset else 1


@triton.constexpr_function
def has_minimum(kind):
    """Whether something is subtracted per group."""
    return _FORMATS[T(kind)][2] in (1, 3, 6)


@triton.constexpr_function
def _pad(size):
    return -(-size // 16) * 16


@triton.constexpr_function
def _planes(kind, num_cols):
    """Byte offsets of CODES, HIGH, SCALES, SUPER and the end of a tile."""
    bits, _, scales, _ = _FORMATS[T(kind)]
    pairs = -(-num_cols // 64)
    superblocks = -(-pairs // 4)
    codes = {8: 1024, 4: 512, 5: 512, 6: 512, 2: 256, 3: 256}[bits] * pairs
    high = {5: 128, 3: 128, 6: 256}.get(bits, 0) * pairs
    sizes = (
        codes,
        high,
        _SCALE_BYTES[scales] * 16 * superblocks,
        _SUPER_BYTES[scales] * 16 * superblocks,
    )
    offsets = [0]
    for size in sizes:
        offsets.append(offsets[-1] + _pad(size))
    return offsets


@triton.constexpr_function
def high_offset(kind, num_cols):
    """Byte offset of the HIGH plane in a tile."""
    return _planes(kind, num_cols)[1]


@triton.constexpr_function
def scales_offset(kind, num_cols):
    """Byte offset of the SCALES plane in a tile."""
    return _planes(kind, num_cols)[2]


@triton.constexpr_function
def super_offset(kind, num_cols):
    """Byte offset of the SUPER plane in a tile."""
    return _planes(kind, num_cols)[3]


@triton.constexpr_function
def tile_bytes(kind, num_cols):
    """Bytes of a tile of 16 rows."""
    return _planes(kind, num_cols)[4]
