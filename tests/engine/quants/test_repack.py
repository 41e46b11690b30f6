"""Tiles hold what the file's blocks hold: read back by index arithmetic, compared with dequantised values."""

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.quants import repack as repack_module
from engine.quants.repack import repack, repack_into
from engine.quants.tiles import TILE_FORMATS, TileLayout
from tests.support.random_rows import random_rows, values_of

KINDS = list(TILE_FORMATS)
IQ4_VALUES = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113]
MXFP4_VALUES = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12]
CODE_OFFSETS = {GGMLType.Q4_0: 8, GGMLType.Q5_0: 16, GGMLType.Q3_K: 4, GGMLType.Q6_K: 32}
Bytes = NDArray[np.uint8]


class TileReader:
    """Codes and values of single elements, found by the rules of engine.quants.tiles."""

    def __init__(self, tiles: Bytes, kind: GGMLType, num_cols: int) -> None:
        self.tiles, self.kind, self.layout = tiles, kind, TileLayout(kind, num_cols)

    def code(self, row: int, col: int) -> int:
        tile, form = self.tiles[row // 16], self.layout.format
        pair, h, column_half, q, byte = (
            col // 64,
            col // 32 % 2,
            col // 16 % 2,
            col // 4 % 4,
            col % 4,
        )
        lane, row_half = row % 8 * 4 + q, row % 16 // 8
        i = 2 * column_half + row_half
        if form.low_bits == 8:
            return int(tile[((pair * 2 + h) * 32 + lane) * 16 + 4 * i + byte].view(np.int8))
        if form.low_bits == 4:
            word = (pair * 32 + lane) * 16 + 4 * (2 * h + row_half)
            low = tile[word + byte] >> 4 * column_half & 15
        else:
            low = tile[(pair * 32 + lane) * 8 + 4 * h + byte] >> 2 * i & 3
        high, begin = 0, self.layout.high_offset
        if form.high_bits == 1:
            high = tile[begin + (pair * 32 + lane) * 4 + byte] >> 4 * h + i & 1
        elif form.high_bits == 2:
            high = tile[begin + (pair * 32 + lane) * 8 + 4 * h + byte] >> 2 * i & 3
        return int(low) | int(high) << form.low_bits

    def value(self, row: int, col: int) -> np.float32:
        layout, kind, q = self.layout, self.kind, self.code(row, col)
        tile, sb, r, group = self.tiles[row // 16], col // 256, row % 16, col % 256 // 32
        half = tile.view(np.float16)  # indexed by half its byte offset
        scales = layout.scales_offset + sb * layout.format.scales_bytes
        supers = layout.super_offset + sb * layout.format.super_bytes
        f32 = np.float32
        if kind in (GGMLType.IQ4_NL, GGMLType.IQ4_XS):
            q = IQ4_VALUES[q]
        elif kind is GGMLType.MXFP4:
            return f32(np.ldexp(f32(1), int(tile[scales + r * 8 + group]) - 128)) * f32(
                MXFP4_VALUES[q]
            )
        q -= CODE_OFFSETS.get(kind, 0)
        if kind in (GGMLType.Q4_1, GGMLType.Q5_1):
            place = scales // 2 + r * 8 + group
            return f32(half[place]) * f32(q) + f32(half[place + 128])
        if kind in (GGMLType.Q4_K, GGMLType.Q5_K):
            d, dmin = half[supers // 2 + 2 * r : supers // 2 + 2 * r + 2].astype(f32)
            place = scales + 16 * r + group
            return d * f32(tile[place]) * f32(q) - dmin * f32(tile[place + 8])
        if kind is GGMLType.Q2_K:
            d, dmin = half[supers // 2 + 2 * r : supers // 2 + 2 * r + 2].astype(f32)
            scale = tile[scales + 16 * r + col % 256 // 16]
            return d * f32(scale & 15) * f32(q) - dmin * f32(scale >> 4)
        if kind in (GGMLType.Q3_K, GGMLType.Q6_K):
            scale = tile[scales + 16 * r + col % 256 // 16].view(np.int8)
            return f32(half[supers // 2 + r]) * f32(scale) * f32(q)
        if kind is GGMLType.IQ4_XS:
            scale = tile[scales + 8 * r + group].view(np.int8)
            return f32(half[supers // 2 + r]) * f32(scale) * f32(q)
        return f32(half[scales // 2 + 8 * r + group]) * f32(q)

    def values(self, num_rows: int) -> NDArray[np.float32]:
        cols = range(self.layout.num_cols)
        rows = [[self.value(row, col) for col in cols] for row in range(num_rows)]
        return np.array(rows, dtype=np.float32)


def widths(kind: GGMLType) -> list[int]:
    return [32, 96, 160, 320] if kind.block_len == 32 else [256, 512]


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
    # A scale of six set bits, less 32, has five.
    lost = {GGMLType.Q3_K: 16, GGMLType.IQ4_XS: 8}.get(kind, 0)
    num_bits = int(np.unpackbits(tiles.numpy()).sum())
    assert num_bits == num_blocks * (8 * kind.block_bytes - lost)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_rows_given_in_chunks_make_the_same_tiles(
    kind: GGMLType, monkeypatch: pytest.MonkeyPatch
) -> None:
    num_cols = 3 * kind.block_len
    raw = torch.from_numpy(random_rows(kind, 150, num_cols, seed=1))
    whole = repack(raw, kind, num_cols)
    monkeypatch.setattr(repack_module, "_CHUNK_CODES", 1)
    parts = torch.full_like(whole, 77)
    for begin, end in ((0, 48), (48, 96), (96, 150)):  # 48 is no multiple of 32
        repack_into(raw[begin:end], kind, num_cols, parts, begin)
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
