"""The tile formats of engine.quants, as compile-time functions of a type's number.

The formats are one constant, which is part of Triton's cache key: a kernel compiled for another
layout is never reused.
"""

from dataclasses import dataclass

import triton
import triton.language as tl

from engine.quants.tiles import PAIR_COLS, SUPERBLOCK_COLS, TILE_FORMATS, TILE_ROWS, TileFormat
from engine.quants.weight_types import WEIGHT_TYPES, Scales, WeightType

# The encodings of a superblock's scales; see engine.quants.weight_types.Scales.
HALF = tl.constexpr(Scales.HALF.value)
HALF_MIN = tl.constexpr(Scales.HALF_MINIMUM.value)
EXPONENT = tl.constexpr(Scales.E8M0.value)
BYTE_MIN = tl.constexpr(Scales.SIX_BIT_MINIMUM.value)
HALVES = tl.constexpr(Scales.INT8_PER_16.value)
SIGNED = tl.constexpr(Scales.INT8.value)
NIBBLE_MIN = tl.constexpr(Scales.FOUR_BIT_MINIMUM.value)
ODD = tl.constexpr(Scales.ODD.value)
ODD_HALVES = tl.constexpr(Scales.ODD_PER_16.value)
WHOLE_MIN = tl.constexpr(Scales.WHOLE.value)
FLOAT_HALVES = tl.constexpr(Scales.E4M3_PER_16.value)

_BOOKS = {"IQ4": 1, "E2M1": 2}


@dataclass(frozen=True)
class _Facts:
    """The format of a type; the functions below describe the fields."""

    bits: int
    offset: int
    scales: int
    codebook: int
    divisor: int
    is_signed: bool
    entry_len: int
    has_deltas: bool
    index_high_bits: int
    tile: TileFormat


def _facts(row: WeightType, tile: TileFormat) -> _Facts:
    grid, book = row.grid, row.codebook
    offset = 0 if row.scales is Scales.WHOLE else row.offset  # with WHOLE it is a minimum
    return _Facts(
        bits=row.bits,
        offset=offset,
        scales=row.scales.value,
        codebook=_BOOKS[book.name] if book else 0,
        divisor=row.divisor,
        is_signed=bool(row.is_int8 or book or grid or offset),
        entry_len=grid.entry_len if grid else 0,
        has_deltas=grid is not None and grid.deltas is not None,
        index_high_bits=row.high_bits,
        tile=tile,
    )


_TABLE = tl.constexpr(
    {kind.value: _facts(row, TILE_FORMATS[kind]) for kind, row in WEIGHT_TYPES.items()}
)
_PAIR = tl.constexpr(PAIR_COLS)
_SUPERBLOCK = tl.constexpr(SUPERBLOCK_COLS)
_ROWS = tl.constexpr(TILE_ROWS)
_GROUPS = tl.constexpr(TILE_ROWS * SUPERBLOCK_COLS // 32)  # of a superblock of all rows


@triton.constexpr_function
def code_bits(kind):
    """Bits of a code (2, 3, 4, 5, 6 or 8) or of a grid index (8 to 11)."""
    return _TABLE.value[kind].bits


@triton.constexpr_function
def code_offset(kind):
    """The offset subtracted from a code, half of the code's range; 0 for a type without one."""
    return _TABLE.value[kind].offset


@triton.constexpr_function
def scale_kind(kind):
    """The encoding of the scales: HALF … FLOAT_HALVES."""
    return _TABLE.value[kind].scales


@triton.constexpr_function
def codebook(kind):
    """0: none; 1: the IQ4 values; 2: the doubled E2M1 values."""
    return _TABLE.value[kind].codebook


@triton.constexpr_function
def entry_len(kind):
    """Values of a grid's entry: 4 or 8; 0 for a type without a grid."""
    return _TABLE.value[kind].entry_len


@triton.constexpr_function
def has_deltas(kind):
    """Whether a grid's entries have a delta instead of signs."""
    return _TABLE.value[kind].has_deltas


@triton.constexpr_function
def index_high_bits(kind):
    """Bits of a grid index in the HIGH plane."""
    return _TABLE.value[kind].index_high_bits


@triton.constexpr_function
def has_halves(kind):
    """Whether the halves of a group have integer scales of their own."""
    return _TABLE.value[kind].scales in (HALVES.value, NIBBLE_MIN.value, ODD_HALVES.value)


@triton.constexpr_function
def code_bytes(kind):
    """Bytes of a row's scales of a group in SCALES; 0 for ODD, where two groups share one."""
    return _TABLE.value[kind].tile.scales_bytes // _GROUPS.value


@triton.constexpr_function
def super_bytes(kind):
    """Bytes of a row's scales of a superblock in SUPER."""
    return _TABLE.value[kind].tile.super_bytes // _ROWS.value


@triton.constexpr_function
def is_signed(kind):
    """Whether the unpacked bytes are int8 rather than uint8."""
    return _TABLE.value[kind].is_signed


@triton.constexpr_function
def byte_factor(kind):
    """The factor of the unpacked bytes over the values of the codes.

    A code less its offset is a two's complement field: at the top of a byte it needs no sign
    extension.
    """
    facts = _TABLE.value[kind]
    return 2 ** (8 - facts.bits) if facts.offset else facts.divisor


@triton.constexpr_function
def has_minimum(kind):
    """Whether a minimum is subtracted per group."""
    minima = (HALF_MIN.value, BYTE_MIN.value, NIBBLE_MIN.value, WHOLE_MIN.value)
    return _TABLE.value[kind].scales in minima


@triton.constexpr_function
def _planes(kind, num_cols):
    """Byte offsets of CODES, SIGNS, HIGH, SCALES, SUPER and the end in a tile."""
    pairs = -(-num_cols // _PAIR.value)
    superblocks = -(-num_cols // _SUPERBLOCK.value)
    tile = _TABLE.value[kind].tile
    offsets = [0]
    for size in (tile.codes_bytes, tile.signs_bytes, tile.high_bytes):
        offsets.append(offsets[-1] + pairs * size)
    for size in (tile.scales_bytes, tile.super_bytes):
        offsets.append(offsets[-1] + superblocks * size)
    return offsets


@triton.constexpr_function
def signs_offset(kind, num_cols):
    """Byte offset of the SIGNS plane in a tile."""
    return _planes(kind, num_cols)[1]


@triton.constexpr_function
def high_offset(kind, num_cols):
    """Byte offset of the HIGH plane in a tile."""
    return _planes(kind, num_cols)[2]


@triton.constexpr_function
def scales_offset(kind, num_cols):
    """Byte offset of the SCALES plane in a tile."""
    return _planes(kind, num_cols)[3]


@triton.constexpr_function
def super_offset(kind, num_cols):
    """Byte offset of the SUPER plane in a tile."""
    return _planes(kind, num_cols)[4]


@triton.constexpr_function
def tile_bytes(kind, num_cols):
    """Bytes of a tile of 16 rows."""
    return _planes(kind, num_cols)[5]
