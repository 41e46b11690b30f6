"""The tile instructions of AMX-INT8 as plain code, for processors without them."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from engine.kernels.cpu.ir.amx import BYTES_AT, ROW_BYTES, ROWS_AT, TILE_ROWS, tile_config
from engine.kernels.cpu.ir.integer_dots import constant, splat
from engine.kernels.cpu.ir.vectors import emit_loop

_i8, _i32, _i64 = (ir.IntType(bits) for bits in (8, 32, 64))
_INTS, _BYTES = ir.VectorType(_i32, TILE_ROWS), ir.VectorType(_i8, ROW_BYTES)


class PlainTiles:
    """Like `AmxTiles`; a tile is memory of the calling function."""

    def __init__(self, builder: ir.IRBuilder) -> None:
        self._builder = builder
        self._tiles: dict[int, Any] = {}
        self._num_quads = 0

    def begin(self, num_quads: int) -> None:
        self._num_quads = num_quads

    def end(self) -> None:
        self._num_quads = 0

    def load(self, tile: int, address: Any, stride: Any) -> None:
        rows, num_bytes = self._shape(tile)
        row_of = ir.VectorType(_i8, num_bytes)

        def copy(row: Any) -> None:
            source = self._builder.add(address, self._builder.mul(row, stride))
            self._store(self._load(source, row_of), self._row(tile, row))

        self._each(rows, copy)

    def store(self, tile: int, address: Any, stride: Any) -> None:
        rows, num_bytes = self._shape(tile)
        row_of = ir.VectorType(_i8, num_bytes)

        def copy(row: Any) -> None:
            target = self._builder.add(address, self._builder.mul(row, stride))
            self._store(self._load(self._row(tile, row), row_of), target)

        self._each(rows, copy)

    def multiply(self, sums: int, values: int, weights: int) -> None:
        def add_up(row: Any) -> None:
            b, total = self._builder, constant(_INTS, 0)
            for quad in range(self._shape(weights)[0]):
                codes = self._load(self._row(weights, _i64(quad)), _BYTES)
                for byte in range(4):
                    x = self._load(b.add(self._row(values, row), _i64(4 * quad + byte)), _i8)
                    fourths = [4 * lane + byte for lane in range(TILE_ROWS)]
                    w = b.shuffle_vector(codes, codes, ir.Constant(_INTS, fourths))
                    spread = splat(b, b.sext(x, _i32), TILE_ROWS)
                    total = b.add(total, b.mul(b.sext(w, _INTS), spread))
            self._store(total, self._row(sums, row))

        assert self._shape(values)[1] == 4 * self._shape(weights)[0]
        self._each(self._shape(values)[0], add_up)

    def _shape(self, tile: int) -> tuple[int, int]:
        """Rows and bytes of a row, as the processor reads them."""
        config = tile_config(self._num_quads)
        return config[ROWS_AT + tile], config[BYTES_AT + 2 * tile]

    def _each(self, rows: int, step: Callable[[Any], None]) -> None:
        def once(row: Any, nothing: list[Any]) -> list[Any]:
            step(row)
            return nothing

        emit_loop(self._builder, _i64(0), _i64(rows), [], once)

    def _row(self, tile: int, row: Any) -> Any:
        b = self._builder
        if tile not in self._tiles:
            with b.goto_entry_block():
                place = b.alloca(ir.ArrayType(_i8, TILE_ROWS * ROW_BYTES))
                self._tiles[tile] = b.ptrtoint(place, _i64)
        return b.add(self._tiles[tile], b.mul(row, _i64(ROW_BYTES)))

    def _load(self, address: Any, kind: ir.Type) -> Any:
        value = self._builder.load(self._builder.inttoptr(address, kind.as_pointer()), typ=kind)
        value.align = 1
        return value

    def _store(self, value: Any, address: Any) -> None:
        pointer = self._builder.inttoptr(address, value.type.as_pointer())
        self._builder.store(value, pointer).align = 1
