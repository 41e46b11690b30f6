"""The sizes and places of tiles and their planes."""

import pytest

from engine.gguf.types import GGMLType
from engine.quants.tiles import TILE_FORMATS, TileLayout, padded_cols, padded_rows

# The eighth signs, a delta for each entry, two bits for each trit.
MOST_GROWTH = {
    GGMLType.IQ2_XXS: 1.061,
    GGMLType.IQ2_XS: 1.055,
    GGMLType.IQ1_S: 1.08,
    GGMLType.TQ1_0: 1.223,
}


@pytest.mark.parametrize(("rows", "padded"), [(1, 32), (32, 32), (33, 64), (49152, 49152)])
def test_rows_are_padded_to_32(rows: int, padded: int) -> None:
    assert padded_rows(rows) == padded


@pytest.mark.parametrize(("cols", "padded"), [(32, 64), (64, 64), (96, 128), (576, 576)])
def test_columns_are_padded_to_64(cols: int, padded: int) -> None:
    assert padded_cols(cols) == padded


def test_planes_of_q5_1_by_hand() -> None:
    # 160 columns: 3 pairs of 512 and 128 bytes, one superblock of 512.
    layout = TileLayout(GGMLType.Q5_1, 160)
    assert (layout.num_pairs, layout.num_superblocks) == (3, 1)
    offsets = layout.high_offset, layout.scales_offset, layout.super_offset, layout.tile_bytes
    assert offsets == (1536, 1536 + 384, 1920 + 512, 1920 + 512)
    assert layout.num_tiles(40) == 4


def test_planes_of_q6_k_by_hand() -> None:
    # 512 columns: 8 pairs of 512 and 256 bytes, two superblocks of 256 and 32.
    layout = TileLayout(GGMLType.Q6_K, 512)
    offsets = layout.high_offset, layout.scales_offset, layout.super_offset, layout.tile_bytes
    assert offsets == (4096, 6144, 6656, 6720)


@pytest.mark.parametrize("kind", TILE_FORMATS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("blocks", [1, 3, 5])
def test_planes_begin_at_multiples_of_16(kind: GGMLType, blocks: int) -> None:
    layout = TileLayout(kind, blocks * kind.block_len)
    offsets = layout.high_offset, layout.scales_offset, layout.super_offset, layout.tile_bytes
    assert all(offset % 16 == 0 for offset in offsets)
    assert list(offsets) == sorted(offsets)


@pytest.mark.parametrize("kind", TILE_FORMATS, ids=lambda kind: kind.name)
def test_tiles_are_hardly_larger_than_the_file(kind: GGMLType) -> None:
    layout = TileLayout(kind, 4096)
    in_file = 16 * 4096 // kind.block_len * kind.block_bytes
    assert in_file <= layout.tile_bytes <= MOST_GROWTH.get(kind, 1.05) * in_file
