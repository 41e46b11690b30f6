"""How weights come to lie in memory on the CPU."""

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.gguf.mapped_pages import forget_pages
from engine.gguf.types import GGMLType
from engine.kernels.cpu.products import NUM_OUTPUTS, read_row
from engine.kernels.cpu.weights import CpuMatrix, CpuWeights, OneHot
from engine.kernels.weight_parts import MatrixPart
from engine.quants.panels import PanelLayout
from engine.quants.weight_types import WEIGHT_TYPES
from tests.support.float_matrix import panels_of
from tests.support.random_rows import random_rows, values_of


def row_of(matrix: CpuMatrix, row: int) -> np.ndarray:
    out = np.empty(matrix.num_cols, np.float32)
    read_row(matrix.table, row, *OneHot().arrays, out)
    return out


@pytest.mark.parametrize("kind", WEIGHT_TYPES, ids=lambda kind: kind.name)
def test_panels_are_hardly_larger_than_the_file(kind: GGMLType) -> None:
    in_file = 16 * 4096 // kind.block_len * kind.block_bytes
    most = 1.223 if kind is GGMLType.TQ1_0 else 1.081  # two bits for each trit
    assert in_file <= PanelLayout(kind).panel_bytes(4096) <= most * in_file


def test_parts_of_one_type_become_one_where_they_fill_their_panels() -> None:
    kind, sizes = GGMLType.Q4_K, (32, 16, 8, 24)
    raw = random_rows(kind, sum(sizes), 256, seed=3)
    ends = np.cumsum(sizes)
    parts = [
        MatrixPart(raw[end - size : end], kind, size, 256)
        for end, size in zip(ends, sizes, strict=True)
    ]
    matrix = CpuWeights().matrix(parts)
    assert len(matrix.panels) == 2
    values = values_of(raw, kind, 256).numpy()
    for row in (0, 31, 33, 48, 55, 56, 79):
        np.testing.assert_array_equal(row_of(matrix, row), values[row])


@pytest.mark.parametrize("num_rows", [32, 64, 96])
def test_the_first_rows_are_a_view(num_rows: int) -> None:
    kinds, sizes = (GGMLType.Q4_K, GGMLType.Q6_K, GGMLType.F32), (40, 30, 30)
    rows = [random_rows(kind, size, 256, seed=3) for kind, size in zip(kinds, sizes, strict=True)]
    whole = CpuWeights().matrix(
        [
            MatrixPart(raw, kind, size, 256)
            for raw, kind, size in zip(rows, kinds, sizes, strict=True)
        ]
    )
    first = whole.first_rows(num_rows)
    assert first.shape == (num_rows, 256)
    assert first.table[:, NUM_OUTPUTS].sum() == num_rows
    assert all(
        np.shares_memory(*panels) for panels in zip(first.panels, whole.panels, strict=False)
    )
    for row in range(num_rows):
        np.testing.assert_array_equal(row_of(first, row), row_of(whole, row))


@pytest.mark.parametrize("num_cols", [1, 7, 8, 12, 33])
def test_rows_of_floats_may_have_any_length(num_cols: int) -> None:
    values = torch.randn(37, num_cols)
    matrix = panels_of(values)
    for row in (0, 16, 36):
        np.testing.assert_array_equal(row_of(matrix, row), values[row].numpy())


def test_forgotten_pages_are_read_again_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "data"
    expected = np.random.default_rng(0).integers(0, 256, 1 << 20, dtype=np.uint8)
    path.write_bytes(expected.tobytes())
    mapped = np.memmap(path, np.uint8, "r").view(np.ndarray)
    part = mapped[5000:900_000]
    assert part.sum() == expected[5000:900_000].sum()
    forget_pages(part)
    forget_pages(part.reshape(-1, 1000)[3:9])
    forget_pages(expected)
    np.testing.assert_array_equal(mapped, expected)
