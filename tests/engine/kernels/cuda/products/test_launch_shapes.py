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
        assert len({of.warps * of.sets for of in of_widths}) == 1
        for width, of in zip(WIDTHS, of_widths, strict=True):
            each = -(-pairs // of.warps)
            assert of.warps * of.sets <= pairs
            assert 1 <= of.ahead <= each  # no warp loads a pair twice ahead
            assert of.sets in (1, 2)
            assert of.num_warps <= 32
            assert not (of.apart and width <= 4)  # their kernels know no such warps


@given(st.integers(1, 300_000), st.integers(1, 30_000), st.sampled_from((1, 2)))
def test_each_round_begins_with_the_same_sums(num_rows: int, num_cols: int, width: int) -> None:
    for shape in (project_shape, project_add_shape, project_gated_shape):
        of = shape(num_rows, num_cols, width)
        rounds = -(-num_cols // (64 * of.warps * of.ahead))
        assert rounds == 1 or of.ahead % of.sets == 0
