"""LLVM IR that multiplies a panel of weights with 16 rows of activations at a time, by tiles.

The sums of a group are the same integers as those of dot products, and are scaled in the same way,
so a row has the same bits. What one phase stores the next one loads, some groups later: a load of
what was just stored would wait.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.gguf.types import GGMLType
from engine.kernels.cpu.ir.amx import ROW_BYTES, SUMS, TILE_ROWS, VALUES, WEIGHTS, AmxTiles
from engine.kernels.cpu.ir.integer_dots import Dots, constant
from engine.kernels.cpu.ir.panel import (
    GROUP_CODE_BYTES,
    GROUP_RECORD_BYTES,
    PanelCode,
)
from engine.kernels.cpu.ir.panel_scales import Scaling
from engine.kernels.cpu.ir.vectors import emit_loop
from engine.quants.panels import QUADS
from engine.quants.weight_types import FLOAT_TYPES

_SUM_BYTES = TILE_ROWS * ROW_BYTES
_SCALINGS_AT_ONCE = 8  # their sums take half of a small first-level cache
_BLOCKS_AT_ONCE = 2  # of 16 rows, for which codes are unpacked once

_i8, _i32, _i64 = (ir.IntType(bits) for bits in (8, 32, 64))


@dataclass(frozen=True)
class _Operands:
    """The arguments of `multiply_blocks`, int64."""

    weights: Any
    num_cols: Any
    x: Any
    x_stride: Any
    records: Any
    records_stride: Any
    rows: Any
    y: Any
    y_stride: Any
    left: Any


class _Blocks:
    """Writes the phases of products of one type."""

    def __init__(
        self, builder: ir.IRBuilder, kind: GGMLType, dots: Dots, tiles: Any, operands: _Operands
    ) -> None:
        self.builder, self.tiles, self.operands = builder, tiles, operands
        self.code = PanelCode(builder, kind, dots)
        self.per_group = self.code.scales.per_group
        self.num_quads = QUADS // self.per_group
        self.at_once = _SCALINGS_AT_ONCE // self.per_group
        self._codes, self._scales, self._sums, self._totals = (
            self._place(num_bytes)
            for num_bytes in (
                _SCALINGS_AT_ONCE * self.num_quads * ROW_BYTES,
                _SCALINGS_AT_ONCE * 2 * ROW_BYTES,
                _SCALINGS_AT_ONCE * len(SUMS) * _SUM_BYTES,
                _BLOCKS_AT_ONCE * _SUM_BYTES,
            )
        )

    def _place(self, num_bytes: int) -> Any:
        """The address of scratch of the calling function."""
        with self.builder.goto_entry_block():
            place = self.builder.alloca(ir.ArrayType(_i8, num_bytes))
        place.align = ROW_BYTES
        return self.builder.ptrtoint(place, _i64)

    def write(self, rows: Any) -> None:
        """Multiply the first `rows` rows, a multiple of 16."""
        b, many = self.builder, TILE_ROWS * _BLOCKS_AT_ONCE
        self.tiles.begin(self.num_quads)
        chunks = b.udiv(b.add(rows, _i64(many - 1)), _i64(many))
        self._each(chunks, lambda chunk: self._chunk(b.mul(chunk, _i64(many)), rows))
        self.tiles.end()

    def _each(self, count: Any, step: Callable[[Any], None]) -> None:
        def once(index: Any, nothing: list[Any]) -> list[Any]:
            step(index)
            return nothing

        emit_loop(self.builder, _i64(0), count, [], once)

    def _chunk(self, first: Any, rows: Any) -> None:
        """Multiply some blocks of rows from row `first` on."""
        b, o = self.builder, self.operands
        left = b.udiv(b.sub(rows, first), _i64(TILE_ROWS))
        blocks = self._smaller(left, _i64(_BLOCKS_AT_ONCE))
        groups = b.udiv(o.num_cols, _i64(4 * QUADS))
        parts = b.udiv(b.add(groups, _i64(self.at_once - 1)), _i64(self.at_once))
        for row in range(_BLOCKS_AT_ONCE * TILE_ROWS):
            self._store(constant(self.code.floats, 0.0), self._totals, row * ROW_BYTES)

        def add_part(part: Any) -> None:
            group = b.mul(part, _i64(self.at_once))
            count = self._smaller(b.sub(groups, group), _i64(self.at_once))
            self._each(count, lambda index: self._unpack(b.add(group, index), index))
            self._each(blocks, lambda block: self._add_block(block, first, group, count))

        self._each(parts, add_part)
        self._each(blocks, lambda block: self._put_out(block, first))

    def _smaller(self, one: Any, other: Any) -> Any:
        return self.builder.select(self.builder.icmp_signed("<", one, other), one, other)

    def _at(self, place: Any, index: Any, num_bytes: int) -> Any:
        return self.builder.add(place, self.builder.mul(index, _i64(num_bytes)))

    def _store(self, value: Any, address: Any, offset: int) -> None:
        place = self.builder.add(address, _i64(offset))
        pointer = self.builder.inttoptr(place, value.type.as_pointer())
        self.builder.store(value, pointer).align = ROW_BYTES

    def _unpack(self, group: Any, index: Any) -> None:
        """Store the codes of a group, as the format's integers, and its scales."""
        place = self.code.place(self.operands.weights, group, _i64(0))
        codes = self._at(self._codes, index, QUADS * ROW_BYTES)
        for quad, value in enumerate(self.code.codes.bytes(place)):
            offset = constant(value.type, self.code.codes.offset)
            self._store(self.builder.sub(value, offset), codes, quad * ROW_BYTES)
        scales = self._at(self._scales, index, self.per_group * 2 * ROW_BYTES)
        for number, scaling in enumerate(self.code.scales.scalings(place)):
            self._store(scaling.scale, scales, 2 * number * ROW_BYTES)
            if scaling.minimum is not None:
                self._store(scaling.minimum, scales, (2 * number + 1) * ROW_BYTES)

    def _add_block(self, block: Any, first: Any, group: Any, count: Any) -> None:
        """Add the products of `count` groups from `group` on to the totals of a block of rows."""
        b, o = self.builder, self.operands
        row = b.add(first, b.mul(block, _i64(TILE_ROWS)))
        x = b.add(b.add(o.x, b.mul(row, o.x_stride)), b.mul(group, _i64(GROUP_CODE_BYTES)))
        self._each(count, lambda index: self._multiply(self._at(x, index, GROUP_CODE_BYTES), index))
        records = b.add(o.records, b.mul(row, o.records_stride))
        records = b.add(records, b.mul(group, _i64(GROUP_RECORD_BYTES)))
        of_rows = [b.add(records, b.mul(o.records_stride, _i64(m))) for m in range(TILE_ROWS)]
        totals = self._at(self._totals, block, _SUM_BYTES)
        found = emit_loop(
            b, _i64(0), count, [self._load(totals, m * ROW_BYTES) for m in range(TILE_ROWS)],
            lambda index, values: self._scale(index, of_rows, values),
        )  # fmt: skip
        for m, total in enumerate(found):
            self._store(total, totals, m * ROW_BYTES)

    def _multiply(self, x: Any, index: Any) -> None:
        """Store the sums of a group whose activations are at `x`."""
        b, o = self.builder, self.operands
        for number in range(self.per_group):
            place = b.add(b.mul(index, _i64(self.per_group)), _i64(number))
            codes = self._at(self._codes, place, self.num_quads * ROW_BYTES)
            sums = self._at(self._sums, place, len(SUMS) * _SUM_BYTES)
            self.tiles.load(WEIGHTS, codes, _i64(ROW_BYTES))
            for half, (tile, values) in enumerate(zip(SUMS, VALUES, strict=True)):
                at = half * GROUP_CODE_BYTES // 2 + number * 4 * self.num_quads
                self.tiles.load(values, b.add(x, _i64(at)), o.x_stride)
                self.tiles.multiply(tile, values, WEIGHTS)
                self.tiles.store(tile, b.add(sums, _i64(half * _SUM_BYTES)), _i64(ROW_BYTES))

    def _scale(self, index: Any, records: list[Any], totals: list[Any]) -> list[Any]:
        """totals [16] + the scaled sums of a group."""
        b, code = self.builder, self.code
        of_group = b.mul(index, _i64(GROUP_RECORD_BYTES))
        records = [b.add(record, of_group) for record in records]
        totals = list(totals)
        scales = self._at(self._scales, index, self.per_group * 2 * ROW_BYTES)
        for number, scaling in enumerate(self._scalings(scales)):
            place = b.add(b.mul(index, _i64(self.per_group)), _i64(number))
            sums = self._at(self._sums, place, len(SUMS) * _SUM_BYTES)
            for m, record in enumerate(records):
                high, low = (
                    code.lanes.load(sums, half * _SUM_BYTES + m * ROW_BYTES, code.ints, ROW_BYTES)
                    for half in range(len(SUMS))
                )
                both = code.joined(high, low)
                scale = code.scale(record)
                totals[m] = code.add_scaled(totals[m], both, record, scale, scaling)
        return totals

    def _scalings(self, scales: Any) -> list[Scaling]:
        """The scalings of a group as they were stored."""
        found = []
        for number in range(self.per_group):
            quads = range(number * self.num_quads, (number + 1) * self.num_quads)
            halves = (0, 1) if self.per_group == 1 else (number,)
            minimum = None
            if self.code.scales.has_minima:
                minimum = self._load(scales, (2 * number + 1) * ROW_BYTES)
            scale = self._load(scales, 2 * number * ROW_BYTES)
            found.append(Scaling(quads, scale, minimum, halves))
        return found

    def _load(self, address: Any, offset: int) -> Any:
        return self.code.lanes.load(address, offset, self.code.floats, ROW_BYTES)

    def _put_out(self, block: Any, first: Any) -> None:
        """Store the totals of a block of rows."""
        b, o = self.builder, self.operands
        totals = self._at(self._totals, block, _SUM_BYTES)
        row = b.add(first, b.mul(block, _i64(TILE_ROWS)))
        y = b.add(o.y, b.mul(row, o.y_stride))
        for m in range(TILE_ROWS):
            place = b.add(y, b.mul(o.y_stride, _i64(m)))
            self.code.store(self._load(totals, m * ROW_BYTES), place, _i64(0), o.left)


def write_blocks(
    builder: ir.IRBuilder, kind: GGMLType, dots: Dots, tiles: Any, args: list[Any]
) -> Any:
    """Write the code of `multiply_blocks` with the instructions of `tiles`, like `AmxTiles`."""
    operands = _Operands(*args)
    rows = builder.and_(operands.rows, _i64(-TILE_ROWS))
    with builder.if_then(builder.icmp_signed(">", rows, _i64(0))):
        _Blocks(builder, kind, dots, tiles, operands).write(rows)
    return rows


@intrinsic(prefer_literal=True)
def multiply_blocks(
    _typing, kind, dots, _w, _num_cols, _x, _x_stride, _records, _records_stride, _rows, _y,
    _y_stride, _left,
):  # fmt: skip
    """As `multiply_tile`, of whole blocks of 16 of the first `rows` rows; returns how many rows.

    None where the instructions or the type have no tiles.
    """
    if not all(isinstance(each, types.IntegerLiteral) for each in (kind, dots)):
        return None
    weight_type, variant = GGMLType(kind.literal_value), Dots(dots.literal_value)

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        if not variant.has_tiles or weight_type in FLOAT_TYPES:
            return _i64(0)
        return write_blocks(builder, weight_type, variant, AmxTiles(builder), list(args[2:]))

    return types.int64(kind, dots, *[types.int64] * 10), codegen
