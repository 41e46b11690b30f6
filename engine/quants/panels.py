"""The memory layout of weights on the CPU: panels of 16 interleaved rows. Knows no tensor.

A matrix [N, K] is cut into panels of `PANEL_ROWS` rows, the last one padded with zeros. K is a
multiple of 32; for float types it is arbitrary. A panel is a sequence of blocks of 32 columns, or
of the file's block length where that is larger, so a product reads memory sequentially. Each row
has a vector lane to itself for all columns: no sum crosses lanes, and the order of additions does
not depend on the vector width.

A block of a quantized type has these parts (see engine.quants.weight_types), in order:

    halves   [1 or 2][16] float16   d, and the minimum or dmin of types that have one
    bytes    [n][16] uint8 or int8  scales per 32 or 16 columns; Q4_K, Q5_K: 8 scales, 8 minima
    masks    [groups of 32 columns] high bits of grid entries, see below
    codes    [groups of 32 columns] the LOW plane, then the HIGH plane

Codes are the format's unsigned q (Q8_0: the int8 plus 128; codebook types: the index). The 32
columns of a group are 8 quads of 4 columns; a quad is 64 bytes [16 rows][4 columns]. A plane of
`bits` bits per code is L = bits lines of 64 bytes: quad c is in line c % L, at bit c // L * bits of
each byte.

For grid types, the codes of a group are lines [4 entries][16 rows] of low index bytes, followed by
one line of signs (a one-bit plane) if the type has signs. The remaining bits of the entries (high
index bits, delta bit) are 64-bit masks per line: bit 16 e + r belongs to entry e and row r. The
masks of a group are ordered by line, then by bit.

Float types have neither halves nor bytes: a block is [8 columns][16] values of the type itself; the
last block of a panel is [K % 8][16] where K % 8 is not 0.
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
    """The byte offsets and sizes of the parts of a block."""

    kind: GGMLType

    @property
    def is_float(self) -> bool:
        """Whether values are stored as floats, without codes."""
        return self.kind in FLOAT_TYPES

    @property
    def row(self) -> WeightType:
        """The table row of a quantized type."""
        return WEIGHT_TYPES[self.kind]

    @property
    def group_cols(self) -> int:
        """Columns whose products are summed before they are added to the total."""
        return FLOAT_GROUP_COLS if self.is_float else GROUP_COLS

    @property
    def num_groups(self) -> int:
        """The number of groups in a block."""
        return max(1, self.kind.block_len // GROUP_COLS)

    @property
    def bytes_offset(self) -> int:
        """The offset of the scale bytes; the halves are at 0."""
        return 2 * PANEL_ROWS * len(self.row.halves)

    @property
    def num_bytes(self) -> int:
        """The number of scale bytes of a row."""
        return sum(some.low.count for some in self.row.scale_bytes)

    @property
    def masks_offset(self) -> int:
        return self.bytes_offset + PANEL_ROWS * self.num_bytes

    @property
    def num_masks(self) -> int:
        """The number of masks of a group."""
        grid = None if self.is_float else self.row.grid
        return 0 if grid is None else num_index_lines(grid) * self.row.entry_high_bits

    @property
    def codes_offset(self) -> int:
        """The offset of the codes or float values."""
        if self.is_float:
            return 0
        return self.masks_offset + MASK_BYTES * self.num_masks * self.num_groups

    @property
    def group_bytes(self) -> int:
        """The bytes of a group's codes or float values."""
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
        """The bytes of a panel of `num_cols` columns."""
        if self.is_float:
            return num_cols * PANEL_ROWS * self.kind.block_bytes
        return num_cols // self.block_cols * self.block_bytes


def num_index_lines(grid: Grid) -> int:
    """The number of index lines in a group."""
    return GROUP_COLS // grid.entry_len // LINE_ENTRIES


def num_panels(num_rows: int) -> int:
    """The number of panels of a matrix of `num_rows` rows."""
    return -(-num_rows // PANEL_ROWS)
