"""The tile instructions of AMX-INT8, as text: LLVM need not compile for a processor with them.

A product of tiles is 16 rows of activations times 16 rows of weights, over up to 64 columns.
"""

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

TILE_ROWS = 16
ROW_BYTES = 64  # of sums, and of four columns of 16 weight rows
# Of each kind there are two: high and low codes of activations, and their sums.
SUMS, VALUES, WEIGHTS = (0, 1), (2, 3), 4
_NUM_TILES = 5
_CONFIG_BYTES, BYTES_AT, ROWS_AT = 64, 16, 48  # bytes of a row are an int16

_i8, _void = ir.IntType(8), ir.VoidType()


class AmxTiles:
    """Writes the instructions. Addresses and strides are int64; tiles are the numbers above."""

    def __init__(self, builder: ir.IRBuilder) -> None:
        llvm.initialize_native_asmparser()
        self._builder = builder

    def begin(self, num_quads: int) -> None:
        """Configure the tiles for products over `num_quads` * 4 columns."""
        b = self._builder
        name = f"amx.config.{num_quads}"
        config = b.module.globals.get(name)
        if config is None:
            kind = ir.ArrayType(_i8, _CONFIG_BYTES)
            config = ir.GlobalVariable(b.module, kind, name)
            config.linkage, config.global_constant = "internal", True
            config.initializer = ir.Constant(kind, bytearray(tile_config(num_quads)))
            config.align = _CONFIG_BYTES
        self._write("ldtilecfg ($0)", b.ptrtoint(config, ir.IntType(64)))

    def end(self) -> None:
        """Give the tiles up, so that the system need not keep them for the thread."""
        self._write("tilerelease")

    def load(self, tile: int, address: Any, stride: Any) -> None:
        """Load the rows of a tile."""
        self._write(f"tileloadd ($0,$1,1), %tmm{tile}", address, stride)

    def multiply(self, sums: int, values: int, weights: int) -> None:
        """sums int32 = values int8 times weights int8."""
        self._write(f"tilezero %tmm{sums}")
        self._write(f"tdpbssd %tmm{weights}, %tmm{values}, %tmm{sums}")

    def store(self, tile: int, address: Any, stride: Any) -> None:
        """Store the rows of a tile."""
        self._write(f"tilestored %tmm{tile}, ($0,$1,1)", address, stride)

    def _write(self, text: str, *operands: Any) -> None:
        constraints = ",".join([*("r" for _ in operands), "~{memory}"])
        kind = ir.FunctionType(_void, [operand.type for operand in operands])
        self._builder.asm(kind, text, constraints, operands, side_effect=True)


def tile_config(num_quads: int) -> bytes:
    """What `ldtilecfg` reads: palette 1, then bytes per row, then rows of each tile."""
    config = bytearray(_CONFIG_BYTES)
    config[0] = 1
    shapes = {
        **dict.fromkeys(SUMS, (TILE_ROWS, ROW_BYTES)),
        **dict.fromkeys(VALUES, (TILE_ROWS, 4 * num_quads)),
        WEIGHTS: (num_quads, ROW_BYTES),
    }
    for tile in range(_NUM_TILES):
        config[ROWS_AT + tile], config[BYTES_AT + 2 * tile] = shapes[tile]
    return bytes(config)
