"""Dense rows out of tiles, against the values of the file's blocks, bit for bit."""

import pytest
import torch

from engine.gguf.types import GGMLType
from engine.kernels.cuda.products.dequantize import dequantize_rows
from engine.quants.tiles import TILE_FORMATS
from tests.support.random_rows import random_rows, values_of
from tests.support.repacked import repack

KINDS = list(TILE_FORMATS)
NAN = float("nan")


def cols_of(kind: GGMLType) -> int:
    """Columns that fill neither a pair nor a superblock, if the type allows that."""
    return {32: 9 * 32 + 256, 64: 5 * 64}.get(kind.block_len, 512)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_rows_equal_those_of_the_blocks(kind: GGMLType, dtype: torch.dtype, device: str) -> None:
    num_rows, num_cols = 21, cols_of(kind)
    raw = random_rows(kind, num_rows, num_cols, seed=1)
    tiles = repack(torch.from_numpy(raw).to(device), kind, num_cols)
    out = torch.full((num_rows, num_cols), NAN, dtype=dtype, device=device)
    dequantize_rows(tiles, kind, num_cols, 0, num_rows, out)
    expected = values_of(raw, kind, num_cols).to(dtype)
    bits = torch.int32 if dtype is torch.float32 else torch.int16
    assert torch.equal(out.cpu().view(bits), expected.view(bits))


@pytest.mark.parametrize("num_cols", [32, 64, 96])
def test_narrow_matrices(num_cols: int, device: str) -> None:
    raw = random_rows(GGMLType.Q5_1, 3, num_cols, seed=2)
    tiles = repack(torch.from_numpy(raw).to(device), GGMLType.Q5_1, num_cols)
    out = torch.full((3, num_cols), NAN, device=device)
    dequantize_rows(tiles, GGMLType.Q5_1, num_cols, 0, 3, out)
    assert torch.equal(out.cpu(), values_of(raw, GGMLType.Q5_1, num_cols))


def test_only_the_rows_asked_for_are_written(device: str) -> None:
    raw = random_rows(GGMLType.Q6_K, 64, 256, seed=3)
    tiles = repack(torch.from_numpy(raw).to(device), GGMLType.Q6_K, 256)
    whole = torch.full((30, 256), NAN, device=device)
    dequantize_rows(tiles, GGMLType.Q6_K, 256, 16, 25, whole[2:27])
    assert torch.equal(whole[2:27].cpu(), values_of(raw, GGMLType.Q6_K, 256)[16:41])
    assert whole[:2].isnan().all()
    assert whole[27:].isnan().all()


@pytest.mark.parametrize(
    ("first_row", "num_rows", "num_cols"), [(8, 8, 64), (16, 32, 64), (0, 8, 32)]
)
def test_rows_or_an_output_that_do_not_fit_are_refused(
    first_row: int, num_rows: int, num_cols: int, device: str
) -> None:
    tiles = repack(torch.zeros(32, 36, dtype=torch.uint8, device=device), GGMLType.Q4_0, 64)
    out = torch.empty(num_rows, num_cols, device=device)
    with pytest.raises(ValueError, match=r"overrun the matrix|out is not"):
        dequantize_rows(tiles, GGMLType.Q4_0, 64, first_row, num_rows, out)
