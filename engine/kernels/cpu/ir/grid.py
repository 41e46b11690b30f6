"""LLVM IR that looks up grid entries (engine.quants.grids) for the lanes of a panel.

With AVX-512 VBMI a grid is in vectors of bytes, where one instruction looks up 64; otherwise it is
in memory, one word per entry. Both give the same level numbers.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.kernels.cpu.ir.integer_dots import call, constant
from engine.kernels.cpu.ir.lanes import Lanes
from engine.kernels.cpu.ir.panel_scales import Place
from engine.quants.grids import grid_entries
from engine.quants.panels import (
    LINE_BYTES,
    LINE_ENTRIES,
    MASK_BYTES,
    PANEL_ROWS,
    QUADS,
    PanelLayout,
    num_index_lines,
)
from engine.quants.weight_types import WEIGHT_TYPES

_i1, _i4, _i8, _i16, _i32, _i64 = (ir.IntType(bits) for bits in (1, 4, 8, 16, 32, 64))
_ENTRY_COLS = 4  # the columns of a quad


def entry_codes(lanes: Lanes, layout: PanelLayout, place: Place, codes: Any) -> list[Any]:
    """The level numbers of a group, uint8 [4 lanes] per quad; `codes` is the address of its lines.

    Bit 2 is the delta, for types that have one.
    """
    look_up = _permuted if lanes.dots.has_lookups else _gathered
    return look_up(lanes, layout, place, codes)


def _level_numbers(kind: GGMLType) -> NDArray[np.int64]:
    """A type's grid as level numbers, [entries, entry_len]."""
    grid = WEIGHT_TYPES[kind].grid
    assert grid is not None
    return np.searchsorted(grid.levels, grid_entries(kind)).astype(np.int64)


class _Masks:
    """Reads the masks of entry bits; see engine.quants.panels."""

    def __init__(self, lanes: Lanes, layout: PanelLayout, place: Place) -> None:
        self._lanes, self._layout = lanes, layout
        b = lanes.builder
        first = b.mul(place.group, _i64(MASK_BYTES * layout.num_masks))
        first = b.add(place.block, b.add(first, _i64(layout.masks_offset)))
        self._first, self._own = first, b.add(first, b.lshr(place.lane, _i64(3)))
        self._lane = place.lane

    def whole(self, line: int, bit: int) -> Any:
        """A bit of all entries of a line: i1 [64], [4 entries][16 rows]."""
        mask = self._lanes.load(self._first, self._offset(line, bit), _i64, 1)
        return self._lanes.builder.bitcast(mask, ir.VectorType(_i1, 64))

    def of_lanes(self, line: int, bit: int, entry: int) -> Any:
        """A bit of one entry of a line: i1 [lanes]."""
        b, lanes = self._lanes.builder, self._lanes.lanes
        kind = ir.IntType(max(8, lanes))
        offset = self._offset(line, bit) + 2 * entry
        mask = self._lanes.load(self._own, offset, kind, 1)
        if lanes < kind.width:
            mask = b.trunc(b.lshr(mask, b.trunc(b.and_(self._lane, _i64(7)), kind)), _i4)
        return b.bitcast(mask, ir.VectorType(_i1, lanes))

    def _offset(self, line: int, bit: int) -> int:
        return MASK_BYTES * (line * self._layout.row.entry_high_bits + bit)


def _gathered(lanes: Lanes, layout: PanelLayout, place: Place, codes: Any) -> list[Any]:
    """Look up words in memory: a byte per column, for entries of 8 also the high nibbles."""
    b, row = lanes.builder, layout.row
    grid = row.grid
    assert grid is not None
    masks, first = _Masks(lanes, layout, place), b.add(codes, place.lane)
    table = _table_in_memory(b, layout.kind)
    quads = []
    for line in range(num_index_lines(grid)):
        for entry in range(LINE_ENTRIES):
            low = lanes.load_bytes(first, LINE_BYTES * line + PANEL_ROWS * entry)
            index = b.zext(low, lanes.ints)
            for bit in range(row.high_bits):
                value = constant(lanes.ints, 256 << bit)
                mask = masks.of_lanes(line, bit, entry)
                index = b.or_(index, b.select(mask, value, constant(lanes.ints, 0)))
            word = _gather(lanes, table, index)
            if grid.deltas is not None:
                mask = masks.of_lanes(line, row.high_bits, entry)
                deltas = b.or_(word, constant(lanes.ints, 0x44444444))
                word = b.select(mask, deltas, word)
            found = b.bitcast(word, lanes.bytes)
            if grid.entry_len == _ENTRY_COLS:
                quads.append(found)
            else:
                quads.append(b.and_(found, constant(lanes.bytes, 7)))
                quads.append(b.lshr(found, constant(lanes.bytes, 4)))
    return quads


def _table_in_memory(builder: ir.IRBuilder, kind: GGMLType) -> Any:
    """The address of a type's words, int32 [entries]; see `_gathered`."""
    name = f"grid.{kind.name}"
    numbers = _level_numbers(kind)
    value = np.arange(numbers.shape[1])
    words = (numbers << 8 * (value % _ENTRY_COLS) + 4 * (value // _ENTRY_COLS)).sum(axis=1)
    table = builder.module.globals.get(name)
    if table is None:
        array = ir.ArrayType(_i32, len(numbers))
        table = ir.GlobalVariable(builder.module, array, name)
        table.linkage, table.global_constant = "internal", True
        table.initializer = ir.Constant(array, words.tolist())
        table.align = LINE_BYTES
    return table


def _gather(lanes: Lanes, table: Any, index: Any) -> Any:
    """int32 [lanes]: the words of a table at `index`.

    Lane by lane: gather instructions are no faster at best, and far slower on processors with the
    mitigation of Gather Data Sampling.
    """
    b = lanes.builder
    found, base = ir.Constant(lanes.ints, ir.Undefined), b.ptrtoint(table, _i64)
    for lane in range(lanes.lanes):
        offset = b.shl(b.zext(b.extract_element(index, _i32(lane)), _i64), _i64(2))
        word = lanes.load(b.add(base, offset), 0, _i32, 4)
        found = b.insert_element(found, word, _i32(lane))
    return found


def _permuted(lanes: Lanes, layout: PanelLayout, place: Place, codes: Any) -> list[Any]:
    """Look up bytes in registers: the level numbers of an entry are packed to two bytes."""
    b, row = lanes.builder, layout.row
    grid = row.grid
    assert grid is not None
    masks, numbers = _Masks(lanes, layout, place), _level_numbers(layout.kind)
    bits = 16 // numbers.shape[1] if grid.entry_len > _ENTRY_COLS else 3
    packed: NDArray[np.int64] = (numbers << bits * np.arange(numbers.shape[1])).sum(axis=1)
    field = constant(lanes.bytes, (1 << bits) - 1)
    quads = []
    for line in range(num_index_lines(grid)):
        index = lanes.load(codes, LINE_BYTES * line, lanes.bytes, 1)
        above = [masks.whole(line, bit) for bit in range(row.high_bits)]
        low, high = (_look_up_bytes(lanes, packed >> 8 * i & 255, index, above) for i in (0, 1))
        for quad in range(QUADS // num_index_lines(grid)):
            found = b.and_(_fields(lanes, grid.entry_len, bits, low, high, quad), field)
            if grid.deltas is not None:
                mask = masks.of_lanes(line, row.high_bits, quad // 2)
                deltas = b.select(mask, constant(lanes.ints, 0x04040404), constant(lanes.ints, 0))
                found = b.or_(found, b.bitcast(deltas, lanes.bytes))
            quads.append(found)
    return quads


def _look_up_bytes(lanes: Lanes, table: NDArray[np.int64], index: Any, above: list[Any]) -> Any:
    """uint8 [64]: bytes of a table of 256 or more at index | above << 8; `above` are masks."""
    b, bytes_ = lanes.builder, lanes.bytes
    found = []
    for first in range(0, len(table), 128):
        low, high = (
            ir.Constant(bytes_, table[begin : begin + 64].tolist()) for begin in (first, first + 64)
        )
        found.append(call(b, "llvm.x86.avx512.vpermi2var.qi.512", bytes_, [low, index, high]))
    for mask in (b.icmp_signed("<", index, constant(bytes_, 0)), *above):
        found = [b.select(mask, found[i + 1], found[i]) for i in range(0, len(found), 2)]
    return found[0]


def _fields(lanes: Lanes, entry_len: int, bits: int, low: Any, high: Any, quad: int) -> Any:
    """A quad's fields, lowest in each byte, from entry bytes low and high [4 entries][16 rows]."""
    b, bytes_ = lanes.builder, lanes.bytes
    if entry_len == _ENTRY_COLS:  # both bytes of two entries: 32 bits per row
        pair, number = divmod(quad, 2)
        order = [
            64 * (i % 2) + PANEL_ROWS * (2 * pair + i // 2) + r for r in range(16) for i in range(4)
        ]
        held = call(
            b,
            "llvm.x86.avx512.vpermi2var.qi.512",
            bytes_,
            [low, ir.Constant(bytes_, order), high],
        )
        first = 16 * number
    else:  # one byte of four entries
        order = [PANEL_ROWS * e + r for r in range(16) for e in range(LINE_ENTRIES)]
        source = high if quad % 2 else low
        held = call(
            b, "llvm.x86.avx512.permvar.qi.512", bytes_, [source, ir.Constant(bytes_, order)]
        )
        first = 8 * (quad // 2)
    # The first bit of byte j of a row; two rows share 64 bits.
    places = [32 * (r % 2) + first + bits * j for r in range(16) for j in range(4)]
    name = "llvm.x86.avx512.pmultishift.qb.512"
    return call(b, name, bytes_, [ir.Constant(bytes_, places), held])
