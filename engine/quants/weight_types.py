"""The table of quantized weight types that every device reads. Imports no torch.

A row gives the bit fields of a block in the file, the meaning of its codes and their scales. The
resulting formulas are in engine.quants.simple_blocks, k_blocks, codebook_blocks, grid_blocks and
ternary_blocks. Block layouts are those of llama.cpp's ggml/src/ggml-common.h.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType


class Scales(IntEnum):
    """The in-memory scales of a row's columns, as bytes, float16s ("halves") or both."""

    HALF = 0
    """float16 d per 32 columns."""
    HALF_MINIMUM = 1
    """float16 d and float16 m per 32 columns: value = d · q + m."""
    E8M0 = 2
    """Exponent e of the scale 2^(e - 127) per 32 columns."""
    SIX_BIT_MINIMUM = 3
    """8 uint8 scales, 8 uint8 minima, float16 d and dmin per 256 columns."""
    INT8_PER_16 = 4
    """int8 scale per 16 columns, float16 d per 256."""
    INT8 = 5
    """int8 scale per 32 columns, float16 d per 256."""
    FOUR_BIT_MINIMUM = 6
    """uint8 scale | minimum << 4 per 16 columns, float16 d and dmin per 256."""
    ODD = 7
    """4-bit s of the scale 2 s + 1 per 32 columns, low nibble first; float16 d per 256."""
    ODD_PER_16 = 8
    """4-bit s of the scale 2 s + 1 per 16 columns, low nibble first; float16 d per 256."""
    WHOLE = 9
    """float16 d per 256 columns."""
    E4M3_PER_16 = 10
    """Unsigned E4M3 scale per 16 columns, and a float32 factor per row."""


@dataclass(frozen=True)
class Fields:
    """Bit fields of a block. `first` is a bit offset; bits are numbered from the lowest of byte 0.

    `levels` are the (count, stride in bits) of nested runs, outermost first.
    """

    bits: int
    first: int
    levels: tuple[tuple[int, int], ...]

    @property
    def count(self) -> int:
        return int(np.prod([count for count, _ in self.levels]))

    def places(self) -> NDArray[np.int64]:
        """[count, 2]: the byte offset of each field, and its bit offset in that byte."""
        places = np.array(self.first)
        for count, stride in self.levels:
            places = places[..., None] + stride * np.arange(count)
        return np.stack(np.divmod(places.reshape(-1), 8), axis=1)


@dataclass(frozen=True)
class Trits:
    """Base-3 digits of a block, as runs (begin byte, end byte, digits per byte) in value order.

    A run has all first digits, then all second. A byte is ceil(256 · f) for the base-3 fraction
    f = 0.d₀d₁…: digit n is floor(3 · (byte · 3ⁿ mod 256) / 256).
    """

    runs: tuple[tuple[int, int, int], ...]
    bits = 2

    def places(self) -> NDArray[np.int64]:
        """[count, 2]: the byte offset of each digit, and the power of 3 to multiply it by."""
        runs = [
            [(byte, 3**n) for n in range(digits) for byte in range(begin, end)]
            for begin, end, digits in self.runs
        ]
        return np.concatenate(runs)


@dataclass(frozen=True)
class ScaleBytes:
    """Bytes (low | high << 4) - less; a negative result wraps to the bits of an int8."""

    low: Fields
    high: Fields | None = None
    less: int = 0


@dataclass(frozen=True)
class Codebook:
    """The values of codes 0 … 15."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Grid:
    """A codebook of entries of `entry_len` values each; engine.quants.grids has the entries.

    `levels` are the distinct values. With `signs`, a code's integer is its level, negated where the
    sign is set. With `deltas`, it is eight times the level, plus 1, or minus 1 where the delta is
    set.
    """

    entry_len: int
    levels: tuple[int, ...]
    signs: Fields | None = None
    deltas: Fields | None = None


@dataclass(frozen=True)
class WeightType:
    """A row of the table.

    `low` and `high` are the bits of the codes or grid indices. A code's integer is its codebook or
    grid value, the code as an int8 (`is_int8`), or the code minus `offset`. A value is
    scale · integer / `divisor`, with the minimum of the kinds of `scales` that have one. `halves`
    are the float16s of a block, each made of fields, lowest bits first.
    """

    scales: Scales
    low: Fields | Trits
    high: Fields | None = None
    halves: tuple[Fields, ...] = ()
    scale_bytes: tuple[ScaleBytes, ...] = ()
    offset: int = 0
    is_int8: bool = False
    codebook: Codebook | None = None
    grid: Grid | None = None
    divisor: int = 1

    @property
    def has_factors(self) -> bool:
        """Whether the file may have a float32 factor per row that multiplies the scales."""
        return self.scales is Scales.E4M3_PER_16

    @property
    def high_bits(self) -> int:
        return self.high.bits if self.high else 0

    @property
    def bits(self) -> int:
        """The bits of a code or grid index."""
        return self.low.bits + self.high_bits

    @property
    def entry_high_bits(self) -> int:
        """The bits of a grid entry above its low index byte: high index bits and the delta bit."""
        return self.high_bits + (self.grid is not None and self.grid.deltas is not None)


IQ4 = Codebook(
    "IQ4", (-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113)
)  # fmt: skip
# Twice the E2M1 values, which makes them integers.
E2M1 = Codebook("E2M1", (0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12))
_TWO_BIT_LEVELS = (8, 25, 43)
_TERNARY_LEVELS = (-1, 0, 1)


def _half(byte: int) -> Fields:
    return Fields(8, 8 * byte, ((2, 8),))


def _nibbles(byte: int, count: int = 16) -> Fields:
    """The low nibbles of `count` bytes, then their high nibbles."""
    return Fields(4, 8 * byte, ((2, 4), (count, 8)))


def _bytes(byte: int, count: int) -> Fields:
    return Fields(8, 8 * byte, ((count, 8),))


def _pairs(bits: int, first: int, *levels: tuple[int, int]) -> ScaleBytes:
    """Bytes of two adjacent fields of the innermost level each."""
    (*outer, (count, stride)) = levels
    inner = (count // 2, 2 * stride)
    return ScaleBytes(
        Fields(bits, first, (*outer, inner)), Fields(bits, first + stride, (*outer, inner))
    )


_K_HALVES = (_half(0), _half(2))
_K_SCALES = (
    ScaleBytes(Fields(4, 32, ((2, 64), (4, 8))), Fields(2, 36, ((2, 2), (4, 8)))),
    ScaleBytes(Fields(4, 64, ((2, 36), (4, 8))), Fields(2, 68, ((2, 2), (4, 8)))),
)

WEIGHT_TYPES = {
    GGMLType.Q8_0: WeightType(Scales.HALF, _bytes(2, 32), halves=(_half(0),), is_int8=True),
    GGMLType.Q4_0: WeightType(Scales.HALF, _nibbles(2), halves=(_half(0),), offset=8),
    GGMLType.Q4_1: WeightType(Scales.HALF_MINIMUM, _nibbles(4), halves=_K_HALVES),
    GGMLType.Q5_0: WeightType(
        Scales.HALF, _nibbles(6), Fields(1, 16, ((32, 1),)), halves=(_half(0),), offset=16
    ),
    GGMLType.Q5_1: WeightType(
        Scales.HALF_MINIMUM, _nibbles(8), Fields(1, 32, ((32, 1),)), halves=_K_HALVES
    ),
    GGMLType.Q2_K: WeightType(
        Scales.FOUR_BIT_MINIMUM,
        Fields(2, 128, ((2, 256), (4, 2), (32, 8))),
        halves=(_half(80), _half(82)),
        scale_bytes=(ScaleBytes(_bytes(0, 16)),),
    ),
    GGMLType.Q3_K: WeightType(
        Scales.INT8_PER_16,
        Fields(2, 256, ((2, 256), (4, 2), (32, 8))),
        Fields(1, 0, ((8, 1), (32, 8))),
        halves=(_half(108),),
        scale_bytes=(ScaleBytes(_nibbles(96, 8), Fields(2, 832, ((4, 2), (4, 8))), less=32),),
        offset=4,
    ),
    GGMLType.Q4_K: WeightType(
        Scales.SIX_BIT_MINIMUM,
        Fields(4, 128, ((4, 256), (2, 4), (32, 8))),
        halves=_K_HALVES,
        scale_bytes=_K_SCALES,
    ),
    GGMLType.Q5_K: WeightType(
        Scales.SIX_BIT_MINIMUM,
        Fields(4, 384, ((4, 256), (2, 4), (32, 8))),
        Fields(1, 128, ((8, 1), (32, 8))),
        halves=_K_HALVES,
        scale_bytes=_K_SCALES,
    ),
    GGMLType.Q6_K: WeightType(
        Scales.INT8_PER_16,
        Fields(4, 0, ((2, 512), (2, 4), (64, 8))),
        Fields(2, 1024, ((2, 256), (4, 2), (32, 8))),
        halves=(_half(208),),
        scale_bytes=(ScaleBytes(_bytes(192, 16)),),
        offset=32,
    ),
    GGMLType.IQ4_NL: WeightType(Scales.HALF, _nibbles(2), halves=(_half(0),), codebook=IQ4),
    GGMLType.IQ4_XS: WeightType(
        Scales.INT8,
        Fields(4, 64, ((8, 128), (2, 4), (16, 8))),
        halves=(_half(0),),
        scale_bytes=(ScaleBytes(Fields(4, 32, ((8, 4),)), Fields(2, 16, ((8, 2),)), less=32),),
        codebook=IQ4,
    ),
    GGMLType.MXFP4: WeightType(
        Scales.E8M0, _nibbles(1), scale_bytes=(ScaleBytes(_bytes(0, 1)),), codebook=E2M1
    ),
    GGMLType.NVFP4: WeightType(
        Scales.E4M3_PER_16,
        Fields(4, 32, ((4, 64), (2, 4), (8, 8))),
        scale_bytes=(ScaleBytes(_bytes(0, 4)),),
        codebook=E2M1,
    ),
    GGMLType.TQ1_0: WeightType(
        Scales.WHOLE,
        Trits(((0, 32, 5), (32, 48, 5), (48, 52, 4))),
        halves=(_half(52),),
        offset=1,
    ),
    GGMLType.TQ2_0: WeightType(
        Scales.WHOLE,
        Fields(2, 0, ((2, 256), (4, 2), (32, 8))),
        halves=(_half(64),),
        offset=1,
    ),
    GGMLType.IQ1_S: WeightType(
        Scales.ODD,
        _bytes(2, 32),
        Fields(3, 272, ((8, 16), (4, 3))),
        halves=(_half(0),),
        scale_bytes=(_pairs(3, 284, (8, 16)),),
        grid=Grid(8, _TERNARY_LEVELS, deltas=Fields(1, 287, ((8, 16), (4, 0)))),
        divisor=8,
    ),
    GGMLType.IQ1_M: WeightType(
        Scales.ODD_PER_16,
        _bytes(0, 32),
        Fields(3, 256, ((32, 4),)),
        halves=(Fields(4, 396, ((4, 16),)),),
        scale_bytes=(_pairs(3, 384, (4, 16), (4, 3)),),
        grid=Grid(8, _TERNARY_LEVELS, deltas=Fields(1, 259, ((32, 4),))),
        divisor=8,
    ),
    # Seven signs per entry: the eighth gives even parity.
    GGMLType.IQ2_XXS: WeightType(
        Scales.ODD,
        Fields(8, 16, ((8, 64), (4, 8))),
        halves=(_half(0),),
        scale_bytes=(_pairs(4, 76, (8, 64)),),
        grid=Grid(8, _TWO_BIT_LEVELS, signs=Fields(1, 48, ((8, 64), (4, 7), (7, 1)))),
        divisor=8,
    ),
    GGMLType.IQ2_XS: WeightType(
        Scales.ODD_PER_16,
        Fields(8, 16, ((32, 16),)),
        Fields(1, 24, ((32, 16),)),
        halves=(_half(0),),
        scale_bytes=(_pairs(4, 528, (16, 4)),),
        grid=Grid(8, _TWO_BIT_LEVELS, signs=Fields(1, 25, ((32, 16), (7, 1)))),
        divisor=8,
    ),
    GGMLType.IQ2_S: WeightType(
        Scales.ODD_PER_16,
        _bytes(2, 32),
        Fields(2, 528, ((32, 2),)),
        halves=(_half(0),),
        scale_bytes=(_pairs(4, 592, (16, 4)),),
        grid=Grid(8, _TWO_BIT_LEVELS, signs=Fields(1, 272, ((32, 8), (8, 1)))),
        divisor=8,
    ),
    GGMLType.IQ3_XXS: WeightType(
        Scales.ODD,
        _bytes(2, 64),
        halves=(_half(0),),
        scale_bytes=(_pairs(4, 556, (8, 32)),),
        grid=Grid(
            4,
            (4, 12, 20, 28, 36, 44, 52, 62),
            signs=Fields(1, 528, ((8, 32), (4, 7), (7, 1))),
        ),
        divisor=4,
    ),
    GGMLType.IQ3_S: WeightType(
        Scales.ODD,
        _bytes(2, 64),
        Fields(1, 528, ((64, 1),)),
        halves=(_half(0),),
        scale_bytes=(_pairs(4, 848, (8, 4)),),
        grid=Grid(4, (1, 3, 5, 7, 9, 11, 13, 15), signs=Fields(1, 592, ((32, 8), (8, 1)))),
    ),
}
"""Every supported quantized type."""

FLOAT_TYPES = (GGMLType.F32, GGMLType.F16, GGMLType.BF16)
"""The unquantized types, stored as in the file."""
