"""The memory layout of quantized matrices on a GPU: tiles of 16 rows. Knows no tensor.

A matrix [N, K] is cut into tiles of `TILE_ROWS` rows. N is padded to a multiple of 32, K to a
multiple of 64, with zero bytes. A tile has five consecutive planes, CODES, SIGNS, HIGH, SCALES and
SUPER, each a multiple of 16 bytes long. The matrix is one uint8 array [num_tiles, tile_bytes].

A *pair* is 64 columns, two groups h = 0, 1 of 32; P = num_pairs. A superblock is 256 columns, the
last one possibly fewer; S = num_superblocks. Groups of a superblock beyond K have zero scales.

Codes are the format's unsigned q (Q8_0: the int8; codebook types: the index), laid out as the A
fragments of mma.m16n8k32 (PTX ISA, "Matrix fragments for mma.m16n8k32", 8-bit integers). Lane
l = 0…31 has r = l // 4 and q = l % 4. A lane holds four 4-byte words of a group; byte b of a word
is column 4 q + b:

    a0 = (row r,     columns 4q…4q+3)         a1 = (row r + 8, columns 4q…4q+3)
    a2 = (row r,     columns 16+4q…16+4q+3)   a3 = (row r + 8, columns 16+4q…16+4q+3)

Word a_i of group h is word j = 4 h + i of the pair.

    CODES  8 bits  [P][h][lane][16 B]  a0 a1 a2 a3
           4 bits  [P][lane][16 B]     word 2h = a0 | a2 << 4, word 2h + 1 = a1 | a3 << 4
           2 bits  [P][lane][8 B]      word h = a0 | a1 << 2 | a2 << 4 | a3 << 6
    HIGH   the code bits above those in CODES:
           1 bit   [P][lane][4 B]      bit j of byte b belongs to byte b of word j
           2 bits  [P][lane][8 B]      word h = a0 | a1 << 2 | a2 << 4 | a3 << 6

For grid types, CODES, SIGNS and HIGH hold grid entries instead. With entries of 8 values, lanes
q = 2j and q = 2j + 1 share two entries per group and row: the even lane holds that of columns
8j…8j+7, the odd lane that of columns 16+8j…16+8j+7. With entries of 4 values, a lane holds those of
its own two words. The entries of a pair in a lane are numbered k = 2 h + row half (8 values) or
k = 4 h + 2 · row half + column half (4 values), their values v = 0…7 or 0…3.

    CODES  8 values  [P][lane]: the 4 low index bytes, then 32 signs if the type has signs: bit
                     4 v + k belongs to value v of entry k
           4 values  [P][lane][8 B]: the low index bytes
    SIGNS  4 values  [P][lane][4 B]: bit 8 v + k
    HIGH   n bits per entry above those in CODES, k = 0 lowest; the top bit is set where the delta
           is negative. [P][lane][1 or 2 B], or 4 bits per lane with even lanes in the low nibbles.

SCALES and SUPER hold what engine.quants.weight_types.Scales describes, so that a lane's scales, and
those of the rows r and r + 8, are adjacent. SCALES has the bytes and the float16s of 32 columns, a
scale beside its minimum; SUPER has the float16s of 256 columns, or the float32 factors of NVFP4.

    SCALES [4 S pairs][r][h][row half]
           of `Scales.ODD` alone [4 S pairs][r][row half], h = 0 in the low nibble
    SUPER  [S][r][row half]
"""

from dataclasses import dataclass

from engine.gguf.types import GGMLType
from engine.quants.weight_types import WEIGHT_TYPES, Scales, WeightType

TILE_ROWS = 16
PAIR_COLS = 64
SUPERBLOCK_COLS = 256
_ROWS_MULTIPLE = 32

# The bytes of a row in SCALES and in SUPER, per superblock.
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
    """The bytes of each plane of a type, per pair or per superblock."""

    codes_bytes: int
    signs_bytes: int
    high_bytes: int
    scales_bytes: int
    super_bytes: int


def _format_of(row: WeightType) -> TileFormat:
    lane_bytes = TILE_ROWS * PAIR_COLS // 8  # of a pair, per bit of a value
    scales_bytes, super_bytes = (TILE_ROWS * size for size in _SCALE_BYTES[row.scales])
    if row.grid is None:
        codes, signs, high = lane_bytes * row.low.bits, 0, lane_bytes * row.high_bits
    else:
        entry_bytes = lane_bytes // row.grid.entry_len  # per bit of an entry
        signs = 0 if row.grid.signs is None else lane_bytes
        codes = 8 * entry_bytes
        if row.grid.entry_len == 8:
            codes, signs = codes + signs, 0
        high = entry_bytes * row.entry_high_bits
    return TileFormat(codes, signs, high, scales_bytes, super_bytes)


TILE_FORMATS = {kind: _format_of(row) for kind, row in WEIGHT_TYPES.items()}
"""The types stored as tiles. F32, F16 and BF16 matrices stay row-major in their own type."""


def padded_rows(num_rows: int) -> int:
    """`num_rows` rounded up to a multiple of 32."""
    return -(-num_rows // _ROWS_MULTIPLE) * _ROWS_MULTIPLE


def padded_cols(num_cols: int) -> int:
    """`num_cols` rounded up to a multiple of 64."""
    return -(-num_cols // PAIR_COLS) * PAIR_COLS


@dataclass(frozen=True)
class TileLayout:
    """The byte offsets of the planes of a tile, for matrices with `num_cols` columns."""

    kind: GGMLType
    num_cols: int

    @property
    def format(self) -> TileFormat:
        return TILE_FORMATS[self.kind]

    @property
    def num_pairs(self) -> int:
        """P, the number of pairs, 64 columns each."""
        return padded_cols(self.num_cols) // PAIR_COLS

    @property
    def num_superblocks(self) -> int:
        """S, the number of superblocks; the last may be partial."""
        return -(-self.num_cols // SUPERBLOCK_COLS)

    @property
    def signs_offset(self) -> int:
        """The offset of SIGNS; CODES is at 0."""
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
        """The number of tiles of a matrix of `num_rows` rows, always even."""
        return padded_rows(num_rows) // TILE_ROWS
