"""Tiles hold what the file's blocks hold: read back, and compared with dequantized values."""

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.quants.grids import grid_entries
from engine.quants.repack import repack_into
from engine.quants.tiles import TILE_FORMATS, TileLayout
from engine.quants.weight_types import WEIGHT_TYPES, Scales
from tests.support.random_rows import random_rows, values_of
from tests.support.repacked import repack

KINDS = list(TILE_FORMATS)
IQ4_VALUES = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113]
E2M1_VALUES = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12]
CODEBOOKS = {
    GGMLType.IQ4_NL: IQ4_VALUES,
    GGMLType.IQ4_XS: IQ4_VALUES,
    GGMLType.MXFP4: E2M1_VALUES,
    GGMLType.NVFP4: E2M1_VALUES,
}
CODE_OFFSETS = {
    GGMLType.Q4_0: 8,
    GGMLType.Q5_0: 16,
    GGMLType.Q3_K: 4,
    GGMLType.Q6_K: 32,
    GGMLType.TQ1_0: 1,
    GGMLType.TQ2_0: 1,
}
# Of the types with a grid: bits of an index and of a delta in HIGH.
GRID_HIGH = {
    GGMLType.IQ1_S: (3, 1),
    GGMLType.IQ1_M: (3, 1),
    GGMLType.IQ2_XXS: (0, 0),
    GGMLType.IQ2_XS: (1, 0),
    GGMLType.IQ2_S: (2, 0),
    GGMLType.IQ3_XXS: (0, 0),
    GGMLType.IQ3_S: (1, 0),
}
GRID_UNITS = {GGMLType.IQ3_XXS: 0.25, GGMLType.IQ3_S: 1.0}  # of the others 1/8
BITS = {
    GGMLType.Q8_0: (8, 0),
    GGMLType.Q5_0: (4, 1),
    GGMLType.Q5_1: (4, 1),
    GGMLType.Q5_K: (4, 1),
    GGMLType.Q2_K: (2, 0),
    GGMLType.TQ1_0: (2, 0),
    GGMLType.TQ2_0: (2, 0),
    GGMLType.Q3_K: (2, 1),
    GGMLType.Q6_K: (4, 2),
}
# Set bits that a block of set bits has more, or fewer, in tiles.
MORE_BITS = {
    # A scale of six set bits, less 32, has five.
    GGMLType.Q3_K: -16,
    GGMLType.IQ4_XS: -8,
    # Seven signs become eight.
    GGMLType.IQ2_XXS: 32,
    GGMLType.IQ2_XS: 32,
    GGMLType.IQ3_XXS: 32,
    # The delta of 32 values becomes that of each 8.
    GGMLType.IQ1_S: 24,
    # 256 digits of 2, and d, out of 432 bits.
    GGMLType.TQ1_0: -160,
}
Bytes = NDArray[np.uint8]


class TileReader:
    """Codes and values of single elements, found by the rules of engine.quants.tiles."""

    def __init__(self, tiles: Bytes, kind: GGMLType, num_cols: int) -> None:
        self.tiles, self.kind, self.layout = tiles, kind, TileLayout(kind, num_cols)

    def code(self, row: int, col: int) -> int:
        tile = self.tiles[row // 16]
        low_bits, high_bits = BITS.get(self.kind, (4, 0))
        pair, h, column_half, q, byte = (
            col // 64,
            col // 32 % 2,
            col // 16 % 2,
            col // 4 % 4,
            col % 4,
        )
        lane, row_half = row % 8 * 4 + q, row % 16 // 8
        i = 2 * column_half + row_half
        if low_bits == 8:
            return int(tile[((pair * 2 + h) * 32 + lane) * 16 + 4 * i + byte].view(np.int8))
        if low_bits == 4:
            word = (pair * 32 + lane) * 16 + 4 * (2 * h + row_half)
            low = tile[word + byte] >> 4 * column_half & 15
        else:
            low = tile[(pair * 32 + lane) * 8 + 4 * h + byte] >> 2 * i & 3
        high, begin = 0, self.layout.high_offset
        if high_bits == 1:
            high = tile[begin + (pair * 32 + lane) * 4 + byte] >> 4 * h + i & 1
        elif high_bits == 2:
            high = tile[begin + (pair * 32 + lane) * 8 + 4 * h + byte] >> 2 * i & 3
        return int(low) | int(high) << low_bits

    def entry(self, row: int, col: int) -> float:
        """What a grid, a sign and a delta make of an element, in units of its scale."""
        tile, layout, kind = self.tiles[row // 16], self.layout, self.kind
        pair, h, row_half = col // 64, col // 32 % 2, row % 16 // 8
        grid = grid_entries(kind)
        entry_len = grid.shape[1]
        if entry_len == 8:
            q, k, v = col // 8 % 2 * 2 + col // 16 % 2, 2 * h + row_half, col % 8
        else:
            q, k, v = col // 4 % 4, 4 * h + 2 * row_half + col // 16 % 2, col % 4
        lane = row % 8 * 4 + q
        place = pair * 32 + lane
        is_ternary = kind in (GGMLType.IQ1_S, GGMLType.IQ1_M)
        if entry_len == 8:
            words = tile[: layout.high_offset].view(np.uint32)
            stride = 1 if is_ternary else 2
            index = int(words[place * stride]) >> 8 * k & 255
            negative = 0 if is_ternary else int(words[place * 2 + 1]) >> 4 * v + k & 1
        else:
            index = int(tile[place * 8 + k])
            signs = tile[layout.signs_offset : layout.high_offset].view(np.uint32)
            negative = int(signs[place]) >> 8 * v + k & 1
        index_bits, delta_bits = GRID_HIGH[kind]
        bits = index_bits + delta_bits
        if bits:
            fields = 4 * 8 // entry_len  # of a lane
            first = (place * fields + k) * bits
            byte = tile[layout.high_offset + first // 8]
            high = int(byte) >> first % 8 & (1 << bits) - 1
            index |= (high & (1 << index_bits) - 1) << 8
            negative |= high >> index_bits
        value = float(grid[index, v])
        if is_ternary:
            return 8 * value + (-1 if negative else 1)
        return -value if negative else value

    def value(self, row: int, col: int) -> np.float32:
        kind = self.kind
        if kind in GRID_HIGH:
            integer = np.float32(self.entry(row, col)) * np.float32(GRID_UNITS.get(kind, 0.125))
        elif kind in CODEBOOKS:
            integer = np.float32(CODEBOOKS[kind][self.code(row, col)])
        else:
            integer = np.float32(self.code(row, col) - CODE_OFFSETS.get(kind, 0))
        scale, added = self.scale(row, col)
        return scale * integer + added

    def scale(self, row: int, col: int) -> tuple[np.float32, np.float32]:
        """What the integer of an element is multiplied by, and what is added."""
        layout, kinds, f32 = self.layout, WEIGHT_TYPES[self.kind].scales, np.float32
        tile, r, row_half = self.tiles[row // 16], row % 8, row % 16 // 8
        group = ((col // 64 * 8 + r) * 2 + col // 32 % 2) * 2 + row_half
        of_16 = 2 * group + col // 16 % 2
        scales, supers = tile[layout.scales_offset :], tile[layout.super_offset :]
        whole = (col // 256 * 8 + r) * 2 + row_half
        no = f32(-0.0)  # added to 0, it leaves its sign
        if kinds is Scales.HALF:
            return f32(scales.view(np.float16)[group]), no
        if kinds is Scales.HALF_MINIMUM:
            d, m = scales.view(np.float16)[2 * group : 2 * group + 2].astype(f32)
            return d, m
        if kinds is Scales.E8M0:
            return np.ldexp(f32(1), int(scales[group]) - 128), no
        if kinds is Scales.E4M3_PER_16:
            exponent, fraction = int(scales[of_16]) >> 3 & 15, int(scales[of_16]) & 7
            mantissa, power = (8 + fraction, exponent - 11) if exponent else (fraction, -10)
            scale = f32(0 if scales[of_16] == 0x7F else np.ldexp(f32(mantissa), power))
            return scale * supers.view(f32)[whole], no
        if kinds in (Scales.SIX_BIT_MINIMUM, Scales.FOUR_BIT_MINIMUM):
            d, dmin = supers.view(np.float16)[2 * whole : 2 * whole + 2].astype(f32)
            if kinds is Scales.SIX_BIT_MINIMUM:
                return d * f32(scales[2 * group]), -dmin * f32(scales[2 * group + 1])
            return d * f32(scales[of_16] & 15), -dmin * f32(scales[of_16] >> 4)
        if kinds is Scales.WHOLE:
            integer = 1
        elif kinds is Scales.ODD:
            both = scales[(col // 64 * 8 + r) * 2 + row_half]
            integer = 2 * int(both >> 4 * (col // 32 % 2) & 15) + 1
        elif kinds is Scales.ODD_PER_16:
            integer = 2 * int(scales[group] >> 4 * (col // 16 % 2) & 15) + 1
        else:
            integer = int(scales.view(np.int8)[group if kinds is Scales.INT8 else of_16])
        return f32(supers.view(np.float16)[whole]) * f32(integer), no

    def values(self, num_rows: int) -> NDArray[np.float32]:
        cols = range(self.layout.num_cols)
        rows = [[self.value(row, col) for col in cols] for row in range(num_rows)]
        return np.array(rows, dtype=np.float32)


def widths(kind: GGMLType) -> list[int]:
    return {32: [32, 96, 160, 320], 64: [64, 192, 320]}.get(kind.block_len, [256, 512])


CASES = [(kind, cols) for kind in KINDS for cols in widths(kind)]
case_ids = [f"{kind.name}-{cols}" for kind, cols in CASES]


@pytest.mark.parametrize(("kind", "num_cols"), CASES, ids=case_ids)
def test_values_read_from_tiles_equal_those_of_the_blocks(kind: GGMLType, num_cols: int) -> None:
    num_rows = 19
    raw = random_rows(kind, num_rows, num_cols, seed=num_cols)
    tiles = repack(torch.from_numpy(raw), kind, num_cols).numpy()
    assert tiles.shape == (2, TileLayout(kind, num_cols).tile_bytes)
    values = TileReader(tiles, kind, num_cols).values(num_rows)
    expected = values_of(raw, kind, num_cols).numpy()
    assert np.array_equal(values.view(np.uint32), expected.view(np.uint32))


@pytest.mark.parametrize(("kind", "num_cols"), CASES, ids=case_ids)
def test_pads_are_zero(kind: GGMLType, num_cols: int) -> None:
    # Every bit of the file lies somewhere in the tiles. Set them all: no other may be set.
    layout, num_blocks = TileLayout(kind, num_cols), 21 * num_cols // kind.block_len
    raw = torch.full((21, num_blocks // 21 * kind.block_bytes), 255, dtype=torch.uint8)
    tiles = torch.full((2, layout.tile_bytes), 77, dtype=torch.uint8)
    repack_into(raw, kind, num_cols, tiles, first_row=0)
    num_bits = int(np.unpackbits(tiles.numpy()).sum())
    factors = 7 * 21 * layout.num_superblocks if kind is GGMLType.NVFP4 else 0  # bits of 1.0
    of_block = 8 * kind.block_bytes + MORE_BITS.get(kind, 0)
    assert num_bits == num_blocks * of_block + factors


def test_factors_of_rows_multiply_their_values() -> None:
    kind, num_rows, num_cols = GGMLType.NVFP4, 70, 320
    raw = random_rows(kind, num_rows, num_cols, seed=1)
    factors = torch.arange(1, num_rows + 1) / 4  # few bits: products are exact
    tiles = repack(torch.from_numpy(raw), kind, num_cols, factors).numpy()
    values = TileReader(tiles, kind, num_cols).values(num_rows)
    expected = values_of(raw, kind, num_cols) * factors[:, None]
    assert np.array_equal(values, expected.numpy())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_rows_given_in_chunks_make_the_same_tiles(kind: GGMLType) -> None:
    num_cols = 3 * kind.block_len
    raw = torch.from_numpy(random_rows(kind, 150, num_cols, seed=1))
    whole = repack(raw, kind, num_cols)
    parts = torch.full_like(whole, 77)
    for begin, end in ((0, 48), (48, 96), (96, 150)):  # 48 is no multiple of 32
        repack_into(raw[begin:end], kind, num_cols, parts, begin, step_codes=1)
    assert torch.equal(parts, whole)


@pytest.mark.parametrize(
    ("row_bytes", "num_tiles", "first_row", "message"),
    [(40, 2, 0, "are not"), (36, 2, 8, "begins in one"), (36, 2, 16, "overrun")],
)
def test_sizes_that_do_not_fit_are_refused(
    row_bytes: int, num_tiles: int, first_row: int, message: str
) -> None:
    out = torch.empty(num_tiles, TileLayout(GGMLType.Q4_0, 64).tile_bytes, dtype=torch.uint8)
    raw = torch.zeros(20, row_bytes, dtype=torch.uint8)
    with pytest.raises(ValueError, match=message):
        repack_into(raw, GGMLType.Q4_0, 64, out, first_row)
