"""How quantised matrices lie in GPU memory: tiles of 16 rows made of aligned planes. Knows no tensor.

A matrix [N, K] is cut into tiles of `TILE_ROWS` rows, N padded to a multiple of 32 and K to a multiple
of 64; pads are zero bytes. A tile is four planes one after another, CODES, HIGH, SCALES and SUPER, each
a multiple of 16 bytes long; the matrix is one uint8 array [num_tiles, tile_bytes].

P = num_pairs counts the *pairs*, 64 columns: two groups of 32, h = 0, 1. S = num_superblocks counts the
superblocks, 256 columns or what is left of them: groups of a superblock beyond K have zero scales.

Codes are the unsigned q of the format, as engine.quants defines it (Q8_0: the int8; IQ4_NL, IQ4_XS,
MXFP4: the index into the codebook). They lie as the A fragments of mma.m16n8k32 want them (PTX ISA,
"Matrix fragments for mma.m16n8k32" of 8-bit integers). Lane l = 0…31 has r = l // 4 and q = l % 4; a
group's codes are four words of 4 bytes a lane, byte b holding column 4 q + b:

    a0 = (row r,     columns 4q…4q+3)         a1 = (row r + 8, columns 4q…4q+3)
    a2 = (row r,     columns 16+4q…16+4q+3)   a3 = (row r + 8, columns 16+4q…16+4q+3)

Word a_i of group h is word j = 4 h + i of its pair.

    CODES  8 bits  [P][h][lane][16 B]  a0 a1 a2 a3
           4 bits  [P][lane][16 B]     word 2h = a0 | a2 << 4, word 2h + 1 = a1 | a3 << 4
           2 bits  [P][lane][8 B]      word h = a0 | a1 << 2 | a2 << 4 | a3 << 6
    HIGH   bits of a code above those in CODES:
           1 bit   [P][lane][4 B]      bit j of a byte is the one of that byte of word j
           2 bits  [P][lane][8 B]      word h = a0 | a1 << 2 | a2 << 4 | a3 << 6

SCALES and SUPER are arrays [S][row of the tile]…, except for `Scales.HALF_MINIMUM`; see `Scales`.
"""

from dataclasses import dataclass
from enum import Enum

from engine.gguf.types import GGMLType

TILE_ROWS = 16
PAIR_COLS = 64
SUPERBLOCK_COLS = 256
_ROWS_MULTIPLE = 32


class Scales(Enum):
    """What SCALES and SUPER hold of one superblock: 16 rows, 8 groups of 32 or 16 of 16 columns."""

    HALF = "f16 d"
    """SCALES [16][8] float16 d."""
    HALF_MINIMUM = "f16 d and m"
    """SCALES [2][16][8] float16: all d, then all m. Value = d · q + m."""
    E8M0 = "e8m0"
    """SCALES [16][8] uint8, the exponent of 2^(e - 127)."""
    SIX_BIT_MINIMUM = "6-bit scale and minimum"
    """SCALES [16][16] uint8: 8 scales, then 8 minima. SUPER [16][2] float16: d, dmin."""
    FOUR_BIT_MINIMUM = "4-bit scale and minimum per 16"
    """SCALES [16][16] uint8: scale | minimum << 4, per 16 columns. SUPER [16][2] float16: d, dmin."""
    INT8_PER_16 = "int8 scale per 16"
    """SCALES [16][16] int8, per 16 columns. SUPER [16] float16 d."""
    INT8 = "int8 scale"
    """SCALES [16][8] int8. SUPER [16] float16 d."""


# Bytes of SCALES and of SUPER per superblock.
_SCALE_BYTES = {
    Scales.HALF: (256, 0),
    Scales.HALF_MINIMUM: (512, 0),
    Scales.E8M0: (128, 0),
    Scales.SIX_BIT_MINIMUM: (256, 64),
    Scales.FOUR_BIT_MINIMUM: (256, 64),
    Scales.INT8_PER_16: (256, 32),
    Scales.INT8: (128, 32),
}


@dataclass(frozen=True)
class TileFormat:
    """What is the same for every matrix of a type; the bytes are those of one pair or superblock."""

    low_bits: int  # of a code, in CODES
    high_bits: int  # of a code, in HIGH
    scales: Scales

    @property
    def codes_bytes(self) -> int:
        """Bytes of CODES per pair."""
        return TILE_ROWS * PAIR_COLS * self.low_bits // 8

    @property
    def high_bytes(self) -> int:
        """Bytes of HIGH per pair."""
        return TILE_ROWS * PAIR_COLS * self.high_bits // 8

    @property
    def scales_bytes(self) -> int:
        """Bytes of SCALES per superblock."""
        return _SCALE_BYTES[self.scales][0]

    @property
    def super_bytes(self) -> int:
        """Bytes of SUPER per superblock."""
        return _SCALE_BYTES[self.scales][1]


TILE_FORMATS = {
    GGMLType.Q8_0: TileFormat(8, 0, Scales.HALF),
    GGMLType.Q4_0: TileFormat(4, 0, Scales.HALF),
    GGMLType.Q4_1: TileFormat(4, 0, Scales.HALF_MINIMUM),
    GGMLType.Q5_0: TileFormat(4, 1, Scales.HALF),
    GGMLType.Q5_1: TileFormat(4, 1, Scales.HALF_MINIMUM),
    GGMLType.Q2_K: TileFormat(2, 0, Scales.FOUR_BIT_MINIMUM),
    GGMLType.Q3_K: TileFormat(2, 1, Scales.INT8_PER_16),
    GGMLType.Q4_K: TileFormat(4, 0, Scales.SIX_BIT_MINIMUM),
    GGMLType.Q5_K: TileFormat(4, 1, Scales.SIX_BIT_MINIMUM),
    GGMLType.Q6_K: TileFormat(4, 2, Scales.INT8_PER_16),
    GGMLType.IQ4_NL: TileFormat(4, 0, Scales.HALF),
    GGMLType.IQ4_XS: TileFormat(4, 0, Scales.INT8),
    GGMLType.MXFP4: TileFormat(4, 0, Scales.E8M0),
}
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
    def high_offset(self) -> int:
        """Begin of HIGH; CODES begins at 0."""
        return self.num_pairs * self.format.codes_bytes

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
