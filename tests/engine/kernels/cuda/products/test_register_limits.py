"""Limits of registers, whatever the product's size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gguf.types import GGMLType
from engine.kernels.cuda.products.launch_shapes import (
    Shape,
    project_add_shape,
    project_gated_shape,
    project_shape,
)
from engine.kernels.cuda.products.register_limits import (
    Product,
    project_add_limit,
    project_gated_limit,
    project_limit,
)
from tests.support.resident_programs import MULTIPROCESSORS, REGISTERS, resident


def limits(
    num_rows: int, num_cols: int, width: int, kind: GGMLType = GGMLType.Q4_K
) -> list[tuple[Shape, int | None]]:
    """The shapes of the three products of this size, and their limits."""
    product = Product(num_rows, num_cols, (kind,), width)
    stored = project_shape(num_rows, num_cols, width)
    added = project_add_shape(num_rows, num_cols, width)
    gated = project_gated_shape(num_rows, num_cols, width)
    return [
        (stored, project_limit(stored, product)),
        (added, project_add_limit(added, product)),
        (gated, project_gated_limit(gated, product)),
    ]


@pytest.mark.parametrize("width", range(1, 9))
def test_all_programs_of_a_gated_product_are_resident_at_once(width: int) -> None:
    for programs in range(1, MULTIPROCESSORS * 9):
        product = Product(32 * programs, 4096, (GGMLType.Q4_K,), width)
        for warps in (4, 8):
            limit = project_gated_limit(Shape(warps, 1, 1, apart=False), product)
            if limit is not None and programs <= resident(64, warps):
                assert programs <= resident(limit, warps)


@given(
    st.integers(1, 300_000), st.integers(1, 30_000), st.integers(1, 16), st.sampled_from(GGMLType)
)
def test_a_program_fits_and_has_room_for_weights(
    num_rows: int, num_cols: int, width: int, kind: GGMLType
) -> None:
    for shape, limit in limits(num_rows, num_cols, width, kind):
        if limit is not None:
            assert limit % 8 == 0  # they are given out by eights
            assert (56 if shape.warps == 32 else 64) <= limit <= 255
            assert limit * 32 * shape.num_warps <= REGISTERS


@given(st.integers(1, 300_000), st.integers(1, 30_000), st.integers(1, 16))
def test_wide_steps_and_warps_with_two_sums_or_one_tile_have_no_limit(
    num_rows: int, num_cols: int, width: int
) -> None:
    for shape, limit in limits(num_rows, num_cols, width):
        if width > 8 or shape.sets > 1 or shape.apart:
            assert limit is None


@given(st.integers(4097, 8448), st.integers(8193, 30_000))
def test_two_programs_with_long_rows_are_resident(num_rows: int, num_cols: int) -> None:
    for shape, limit in limits(num_rows, num_cols, 1)[:2]:
        assert limit is not None
        assert -(-num_rows // 32) <= resident(limit, shape.warps)


@pytest.mark.parametrize(("num_rows", "num_cols"), [(8192, 2816), (10304, 2048)])
def test_more_programs_with_codes_of_four_bits_are_resident(num_rows: int, num_cols: int) -> None:
    shape, limit = limits(num_rows, num_cols, 1)[0]
    assert limit is not None
    assert -(-num_rows // 32) <= resident(limit, shape.warps)
