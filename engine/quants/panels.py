"""How weights lie in main memory for the CPU: panels of 16 rows, side by side. Knows no tensor.

A matrix [N, K] is cut into panels of `PANEL_ROWS` rows, the last one padded with zeros; K is a multiple
of 32, for float types any number. A panel is one block after another, a block being 32 columns, or as many as a
block of the file has, if those are more: so a product reads memory from front to back. What stands side by side of
the 16 rows goes through the lanes of vectors, each row in a lane of its own from the first column to
the last: no sum across lanes, and the same order of additions whatever the width of the vectors.

A block of a quantised type (its parts as in engine.quants.weight_types, in this order):

    halves   [1 or 2][16] float16   d, and the minimum or dmin, for the types that have them
    bytes    [n][16] uint8 or int8  scales of each 32 or 16 columns; Q4_K, Q5_K: 8 scales, 8 minima
    masks    [groups of 32 columns] of bits of a grid's entries, see below
    codes    [groups of 32 columns] of the planes LOW, then HIGH

Codes are the unsigned q of the format (Q8_0: the int8 plus 128; with a codebook: the index). The 32
columns of a group are 8 quads of 4 columns; the bytes of a quad are [16 rows][4 columns], 64 in all. A
plane of `bits` bits a code is 64-byte lines, L = bits of them: quad c is in line c % L, from bit c // L *
bits of each byte on.

Of a type with a grid the codes of a group are lines of four entries, [4 entries][16 rows] the low bytes
of their indices, and, if the type has them, a line of signs, a plane of one bit. The other bits of the
entries, those above the index' low byte and the delta's, are masks of 64 bits for each line: bit 16 e + r is that of
entry e and row r. A group's masks are in order of line, then of bit.

A float type has no halves and no bytes: a block is [8 columns][16] values of its own type, the last
block of a panel [K % 8][16] where that is not 0.
"""

from dataclasses import dataclass

from engine.gguf.types import GGMLType
from engine.quants.weight_types import FLOAT_TYPES, WEIGHT_TYPES, Grid, WeightType

PANEL_ROWS = 16
GROUP_COLS = 32
FLOAT_GROUP_COLS = 8
QUADS = 8
LINE_BYTES = 64
LINE_ENTRIES = 4
MASK_BYTES = 8


@dataclass(frozen=True)
class PanelLayout:
    """Where the parts of a block are, in bytes from its begin."""

    kind: GGMLType

    @property
    def is_float(self) -> bool:
        """Whether values stand as they are, without codes."""
        return self.kind in FLOAT_TYPES

    @property
    def row(self) -> WeightType:
        """What is known of a quantised type."""
        return WEIGHT_TYPES[self.kind]

    @property
    def group_cols(self) -> int:
        """Columns that are multiplied before their products are added to those of other columns."""
        return FLOAT_GROUP_COLS if self.is_float else GROUP_COLS

    @property
    def num_groups(self) -> int:
        """Groups in a block."""
        return max(1, self.kind.block_len // GROUP_COLS)

    @property
    def bytes_offset(self) -> int:
        """Begin of the scale bytes; the halves begin at 0."""
        return 2 * PANEL_ROWS * len(self.row.halves)

    @property
    def num_bytes(self) -> int:
        """Scale bytes of a row."""
        return sum(some.low.count for some in self.row.scale_bytes)

    @property
    def masks_offset(self) -> int:
        return self.bytes_offset + PANEL_ROWS * self.num_bytes

    @property
    def num_masks(self) -> int:
        """Masks of a group."""
        grid = None if self.is_float else self.row.grid
        return 0 if grid is None else num_index_lines(grid) * self.row.entry_high_bits

    @property
    def codes_offset(self) -> int:
        """Begin of the codes or of the float values."""
        if self.is_float:
            return 0
        return self.masks_offset + MASK_BYTES * self.num_masks * self.num_groups

    @property
    def group_bytes(self) -> int:
        """Bytes of the codes, or the float values, of a group."""
        if self.is_float:
            return FLOAT_GROUP_COLS * PANEL_ROWS * self.kind.block_bytes
        grid = self.row.grid
        if grid is None:
            return LINE_BYTES * self.row.bits
        return LINE_BYTES * (num_index_lines(grid) + (grid.signs is not None))

    @property
    def block_bytes(self) -> int:
        return self.codes_offset + self.num_groups * self.group_bytes

    @property
    def block_cols(self) -> int:
        return self.num_groups * self.group_cols

    def panel_bytes(self, num_cols: int) -> int:
        """Bytes of a panel of `num_cols` columns."""
        if self.is_float:
            return num_cols * PANEL_ROWS * self.kind.block_bytes
        return num_cols // self.block_cols * self.block_bytes


def num_index_lines(grid: Grid) -> int:
    """Lines of low bytes of indices in a group."""
    return GROUP_COLS // grid.entry_len // LINE_ENTRIES


def num_panels(num_rows: int) -> int:
    """Panels of a matrix of `num_rows` rows."""
    return -(-num_rows // PANEL_ROWS)
