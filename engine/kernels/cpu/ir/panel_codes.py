"""LLVM IR that unpacks the codes of a panel (engine.quants.panels) to bytes for dot products."""

from typing import Any

from llvmlite import ir

from engine.kernels.cpu.ir.grid import entry_codes
from engine.kernels.cpu.ir.integer_dots import constant, look_up
from engine.kernels.cpu.ir.lanes import Lanes
from engine.kernels.cpu.ir.panel_scales import Place
from engine.quants.panels import LINE_BYTES, QUADS, PanelLayout, num_index_lines
from engine.quants.weight_types import Grid, WeightType

_i64 = ir.IntType(64)
_TABLE_LEN = 16


class CodeReader:
    """Writes the instructions that read the codes of one type.

    Bytes are the integers of the format plus `offset`. `largest` is their maximum; if it is above
    127 and `dots.wants_signed`, they are shifted to int8.
    """

    def __init__(self, lanes: Lanes, layout: PanelLayout) -> None:
        self._lanes, self._layout = lanes, layout
        self._table, above = _table_of(layout.row)
        self.largest = max(self._table) if self._table else (1 << layout.row.bits) - 1
        self._flips = lanes.dots.wants_signed and self.largest > 127
        self.offset = above - 128 if self._flips else above

    def bytes(self, place: Place) -> list[Any]:
        """The bytes to multiply, uint8 or int8 [4 lanes] per quad of a group."""
        b, row = self._lanes.builder, self._layout.row
        layout = self._layout
        group = b.add(place.block, b.mul(place.group, _i64(layout.group_bytes)))
        codes = b.add(group, _i64(layout.codes_offset))
        by_rows = b.add(codes, b.shl(place.lane, _i64(2)))
        if row.grid is not None:
            quads = self._grid_codes(place, codes, by_rows, row.grid)
        else:
            quads = self._codes(by_rows)
        if self._table:
            table = [value ^ 128 for value in self._table] if self._flips else self._table
            return [look_up(b, self._lanes.dots, quad, table) for quad in quads]
        if self._flips:
            return [b.xor(quad, constant(self._lanes.bytes, 128)) for quad in quads]
        return quads

    def _codes(self, address: Any) -> list[Any]:
        """The codes of a group, uint8 [4 lanes] per quad; `address` is that of the first lane."""
        b, bytes_, row = self._lanes.builder, self._lanes.bytes, self._layout.row
        low, high = row.low.bits, row.high_bits

        def field(line: int, place: int, bits: int, shift: int) -> Any:
            """`bits` bits from bit `place` of each byte of a line, moved to bit `shift`."""
            value = lines[line]
            if place < shift:
                value = b.shl(value, constant(bytes_, shift - place))
            elif place > shift:
                value = b.lshr(value, constant(bytes_, place - shift))
            if bits == 8 or (place + bits == 8 and shift == 0):
                return value
            return b.and_(value, constant(bytes_, ((1 << bits) - 1) << shift))

        lines = [self._line(address, line) for line in range(low + high)]
        quads = []
        for quad in range(QUADS):
            code = field(quad % low, quad // low * low, low, 0)
            if high:
                code = b.or_(code, field(low + quad % high, quad // high * high, high, low))
            quads.append(code)
        return quads

    def _grid_codes(self, place: Place, codes: Any, by_rows: Any, grid: Grid) -> list[Any]:
        """The table indices of a group: level numbers with the sign or delta above."""
        b, lanes = self._lanes.builder, self._lanes
        quads = entry_codes(lanes, self._layout, place, codes)
        if grid.signs is None:
            return quads
        signs, bit = self._line(by_rows, num_index_lines(grid)), _level_bits(grid)
        mask = constant(lanes.bytes, 1 << bit)
        found = []
        for quad, code in enumerate(quads):
            shift = constant(lanes.bytes, abs(quad - bit))
            moved = b.lshr(signs, shift) if quad > bit else b.shl(signs, shift)
            found.append(b.or_(code, b.and_(moved, mask)))
        return found

    def _line(self, address: Any, number: int) -> Any:
        return self._lanes.load(address, LINE_BYTES * number, self._lanes.bytes, 1)


def _level_bits(grid: Grid) -> int:
    """The bits of a level number."""
    return (len(grid.levels) - 1).bit_length()


def _table_of(row: WeightType) -> tuple[list[int], int]:
    """The values of codes plus an offset, and the offset; 16 bytes, or none without a table."""
    if row.codebook is not None:
        values = row.codebook.values
        offset = -min(values) if max(values) - min(values) < 128 else 128
        return [value + offset for value in values], offset
    if row.grid is None:
        return [], 128 if row.is_int8 else row.offset
    levels, spare = row.grid.levels, (1 << _level_bits(row.grid)) - len(row.grid.levels)
    if row.grid.deltas is None:
        low, high = (tuple(sign * level for level in levels) for sign in (1, -1))
    else:
        low, high = (tuple(8 * level + delta for level in levels) for delta in (1, -1))
    values = (*low, *[0] * spare, *high, *[0] * spare)
    offset = -min(values)
    table = [value + offset for value in values]
    return table + [0] * (_TABLE_LEN - len(table)), offset
