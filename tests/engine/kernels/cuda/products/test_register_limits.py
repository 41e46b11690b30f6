"""Limits of registers, whatever the product's size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernels.cuda.products.launch_shapes import (
    project_add_shape,
    project_shape,
)
from engine.kernels.cuda.products.register_limits import (
    project_add_limits,
    project_gated_limits,
    project_limits,
)

REGISTERS, MULTIPROCESSORS = 1 << 16, 132


def resident(registers: int, warps: int) -> int:
    """Programs that run at once on an H100 or H200."""
    return REGISTERS // (registers * 32 * warps) * MULTIPROCESSORS


@pytest.mark.parametrize("width", range(1, 9))
def test_all_programs_of_a_gated_product_are_resident_at_once(width: int) -> None:
    for programs in range(1, MULTIPROCESSORS * 9):
        for warps, limit in project_gated_limits(32 * programs, width).items():
            if programs <= resident(64, warps):
                assert programs <= resident(limit, warps)


@given(st.integers(1, 60_000), st.integers(1, 30_000))
def test_a_limit_of_one_row_leaves_room_for_weights(num_rows: int, num_cols: int) -> None:
    limits = (
        project_limits(num_rows, num_cols, 1),
        project_add_limits(num_rows, num_cols, 1),
        project_gated_limits(num_rows, 1),
    )
    for each in limits:
        assert all(64 <= limit <= 255 and limit % 8 == 0 for limit in each.values())


@given(st.integers(4097, 8448), st.integers(8193, 30_000))
def test_two_programs_with_long_rows_are_resident(num_rows: int, num_cols: int) -> None:
    both = (
        (project_shape, project_limits),
        (project_add_shape, project_add_limits),
    )
    for shape, limits in both:
        warps = shape(num_rows, num_cols, 1).warps
        limit = limits(num_rows, num_cols, 1)[warps]
        assert -(-num_rows // 32) <= resident(limit, warps)
