"""Shapes of launches, whatever the product's size."""

from hypothesis import given
from hypothesis import strategies as st

from engine.kernels.cuda.products.launch_shapes import (
    project_add_shape,
    project_gated_shape,
    project_shape,
)

WIDTHS = (1, 2, 3, 4, 8, 16)


@given(st.integers(1, 300_000), st.integers(1, 30_000))
def test_the_order_of_a_sum_does_not_depend_on_the_width(num_rows: int, num_cols: int) -> None:
    pairs = -(-num_cols // 64)
    for shape in (project_shape, project_add_shape, project_gated_shape):
        of_widths = [shape(num_rows, num_cols, width) for width in WIDTHS]
        assert len({warps for warps, _ in of_widths}) == 1
        for warps, ahead in of_widths:
            assert warps <= pairs
            assert 1 <= ahead <= -(-pairs // warps)  # no warp loads a pair twice ahead
