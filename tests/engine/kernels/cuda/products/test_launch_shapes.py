"""Shapes of launches, whatever the product's size."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
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
    project_limit,
)
from tests.support.resident_programs import resident

pytestmark = pytest.mark.usefixtures("clusters")

WIDTHS = (1, 2, 3, 4, 8, 16)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
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
            assert of.cluster == 1 or (width == 1 and of.warps % of.cluster == 0)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 300_000), st.integers(1, 30_000), st.sampled_from((1, 2)))
def test_each_round_begins_with_the_same_sums(num_rows: int, num_cols: int, width: int) -> None:
    for shape in (project_shape, project_add_shape, project_gated_shape):
        of = shape(num_rows, num_cols, width)
        rounds = -(-num_cols // (64 * of.warps * of.ahead))
        assert rounds == 1 or of.ahead % of.sets == 0


@pytest.mark.parametrize(
    ("shape", "num_rows", "num_cols", "blocks"),
    [
        (project_add_shape, 2048, 8192, 2),  # half of its row was on its way
        (project_add_shape, 4096, 4096, 1),
        (project_add_shape, 5120, 17408, 4),  # a fifth of the multiprocessors had a second program
        (project_shape, 2560, 2048, 8),
        (project_shape, 4608, 4096, 4),
        (project_shape, 5120, 2048, 4),
        (project_shape, 12352, 2048, 2),
        (project_shape, 151_936, 2048, 1),
        (project_add_shape, 4096, 14336, 1),
        (project_add_shape, 1024, 3072, 1),
    ],
)
def test_measured_products_are_in_clusters(
    shape: Callable[[int, int, int], Shape], num_rows: int, num_cols: int, blocks: int,
    *, clusters: bool,
) -> None:  # fmt: skip
    assert shape(num_rows, num_cols, 1).cluster == (blocks if clusters else 1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 16_384), st.integers(1, 30_000), st.sampled_from(GGMLType))
def test_all_blocks_of_clusters_are_resident_at_once(
    num_rows: int, num_cols: int, kind: GGMLType
) -> None:
    product = Product(num_rows, num_cols, (kind,), 1)
    for shape, limit in (
        (project_shape(num_rows, num_cols, 1), project_limit),
        (project_add_shape(num_rows, num_cols, 1), project_add_limit),
    ):
        if shape.cluster > 1:
            registers = limit(shape, product) or 256
            blocks = -(-num_rows // 32) * shape.cluster
            assert blocks <= resident(registers, shape.num_warps)
