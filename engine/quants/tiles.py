"""How quantised matrices lie in GPU memory: tiles of 16 rows made of aligned planes. Knows no tensor.

A matrix [N, K] is cut into tiles of `TILE_ROWS` rows, N padded to a multiple of 32 and K to a multiple
of 64; pads are zero bytes. A tile is five planes one after another, CODES, SIGNS, HIGH, SCALES and
SUPER, each a multiple of 16 bytes long; the matrix is one uint8 array [num_tiles, tile_bytes].

P = num_pairs counts the *pairs*, 64 columns: two groups of 32, h = 0, 1. S = num_superblocks counts the
superblocks, 256 columns or what is left of them: groups of a superblock beyond K have zero scales.

Codes are the unsigned q of the format, as engine.quants defines it (Q8_0: the int8; with a codebook: the
index). They lie as the A fragments of mma.m16n8k32 want them (PTX ISA, "Matrix fragments for
mma.m16n8k32" of 8-bit integers). Lane l = 0…31 has r = l // 4 and q = l % 4; a group's codes are four
words of 4 bytes a lane, byte b holding column 4 q + b:

    a0 = (row r,     columns 4q…4q+3)         a1 = (row r + 8, columns 4q…4q+3)
    a2 = (row r,     columns 16+4q…16+4q+3)   a3 = (row r + 8, columns 16+4q…16+4q+3)

Word a_i of group h is word j = 4 h + i of its pair.

    CODES  8 bits  [P][h][lane][16 B]  a0 a1 a2 a3
           4 bits  [P][lane][16 B]     word 2h = a0 | a2 << 4, word 2h + 1 = a1 | a3 << 4
           2 bits  [P][lane][8 B]      word h = a0 | a1 << 2 | a2 << 4 | a3 << 6
    HIGH   bits of a code above those in CODES:
           1 bit   [P][lane][4 B]      bit j of a byte is the one of that byte of word j
           2 bits  [P][lane][8 B]      word h = a0 | a1 << 2 | a2 << 4 | a3 << 6

Of a type with a grid, CODES, SIGNS and HIGH hold entries instead. Where an entry is 8 values, lanes 2j and
2j + 1 of a quad share two of each group and row, and a lane holds one of them, the even lane that of columns 8j…8j+7, the
odd one that of columns 16+8j…16+8j+7. Where it is 4 values, a lane holds those of its own two words. So it holds, of a
pair, entries k = 2 h + row half of 8 values, v = 0…7, or k = 4 h + 2 · row half + column half of 4.

    CODES  8 values  [P][lane]: the 4 low bytes of the indices, then, if the type has them, 32 signs: bit
                     4 v + k is that of value v of entry k
           4 values  [P][lane][8 B]: low bytes of the indices
    SIGNS  4 values  [P][lane][4 B]: bit 8 v + k
    HIGH   n bits of each entry, above those in CODES, k = 0 in the lowest; the uppermost says whether the
           entry's delta is negative. [P][lane][1 or 2 B], or 4 bits for each lane, even lanes in low halves.

SCALES and SUPER are arrays [S][row of the tile] of what engine.quants.weight_types.Scales says: bytes and
the halves of 32 columns in SCALES, halves of 256 columns in SUPER, where NVFP4 has float32 factors. Only
those of `Scales.HALF_MINIMUM` lie apart, [S][2][row of the tile]: all d, then all m.
"""

from dataclasses import dataclass

from engine.gguf.types import GGMLType
from engine.quants.weight_types import WEIGHT_TYPES, Scales, WeightType

TILE_ROWS = 16
PAIR_COLS = 64
SUPERBLOCK_COLS = 256
_ROWS_MULTIPLE = 32

# Bytes that a row has in SCALES and in SUPER, per superblock.
_SCALE_BYTES = {
    Scales.HALF: (16, 0),
    Scales.HALF_MINIMUM: (32, 0),
    Scales.E8M0: (8, 0),
    Scales.SIX_BIT_MINIMUM: (16, 4),
    Scales.INT8_PER_16: (16, 2),
    Scales.INT8: (8, 2),
    Scales.FOUR_BIT_MINIMUM: (16, 4),
    Scales.ODD: (4, 2),
    Scales.ODD_PER_16: (8, 2),
    Scales.WHOLE: (0, 2),
    Scales.E4M3_PER_16: (16, 4),
}


@dataclass(frozen=True)
class TileFormat:
    """What is the same for every matrix of a type: bytes of a plane, per pair or per superblock."""

    codes_bytes: int
    signs_bytes: int
    high_bytes: int
    scales_bytes: int
    super_bytes: int


def _format_of(row: WeightType) -> TileFormat:
    lane_bytes = TILE_ROWS * PAIR_COLS // 8  # of a pair, for each bit of a value
    scales_bytes, super_bytes = (TILE_ROWS * size for size in _SCALE_BYTES[row.scales])
    if row.grid is None:
        codes, signs, high = lane_bytes * row.low.bits, 0, lane_bytes * row.high_bits
    else:
        entry_bytes = lane_bytes // row.grid.entry_len  # for each bit of an entry
        signs = 0 if row.grid.signs is None else lane_bytes
        codes = 8 * entry_bytes
        if row.grid.entry_len == 8:
            codes, signs = codes + signs, 0
        high = entry_bytes * row.entry_high_bits
    return TileFormat(codes, signs, high, scales_bytes, super_bytes)


TILE_FORMATS = {kind: _format_of(row) for kind, row in WEIGHT_TYPES.items()}
"""Types stored as tiles. F32, F16 and BF16 matrices stay row-major in their own type."""


def padded_rows(num_rows: int) -> int:
    """Rows a matrix of `num_rows` has as tiles: a multiple of 32."""
    return -(-num_rows // _ROWS_MULTIPLE) * _ROWS_MULTIPLE


def padded_cols(num_cols: int) -> int:
    """Columns a matrix of `num_cols` has as tiles: a multiple of 64."""
    return -(-num_cols // PAIR_COLS) * PAIR_COLS


@dataclass(frozen=True)
class TileLayout:
    """Where the planes of a tile are, in bytes from its begin, for matrices with `num_cols` columns."""

    kind: GGMLType
    num_cols: int

    @property
    def format(self) -> TileFormat:
        return TILE_FORMATS[self.kind]

    @property
    def num_pairs(self) -> int:
        """P, whole groups of 64 columns."""
        return padded_cols(self.num_cols) // PAIR_COLS

    @property
    def num_superblocks(self) -> int:
        """S, groups of 256 columns, the last perhaps in part."""
        return -(-self.num_cols // SUPERBLOCK_COLS)

    @property
    def signs_offset(self) -> int:
        """Begin of SIGNS; CODES begins at 0."""
        return self.num_pairs * self.format.codes_bytes

    @property
    def high_offset(self) -> int:
        return self.signs_offset + self.num_pairs * self.format.signs_bytes

    @property
    def scales_offset(self) -> int:
        return self.high_offset + self.num_pairs * self.format.high_bytes

    @property
    def super_offset(self) -> int:
        return self.scales_offset + self.num_superblocks * self.format.scales_bytes

    @property
    def tile_bytes(self) -> int:
        return self.super_offset + self.num_superblocks * self.format.super_bytes

    def num_tiles(self, num_rows: int) -> int:
        """Tiles of a matrix of `num_rows` rows, an even number."""
        return padded_rows(num_rows) // TILE_ROWS
