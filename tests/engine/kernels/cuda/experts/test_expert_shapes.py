"""Shapes of launches of experts, whatever their size."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.gguf.types import GGMLType
from engine.kernels.cuda.experts.expert_shapes import (
    gate_limit,
    gate_shape,
    mix_cluster,
    pairs_ahead,
)
from engine.kernels.cuda.products.launch_shapes import Shape
from tests.support.resident_programs import resident

pytestmark = pytest.mark.usefixtures("clusters")

WIDTHS = (1, 2, 5, 16)
KINDS = st.sets(st.sampled_from([GGMLType.Q4_K, GGMLType.Q6_K, GGMLType.Q8_0]), min_size=1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 8192), st.integers(1, 1000), KINDS)
def test_every_width_has_the_same_sums(num_cols: int, programs: int, kinds: set[GGMLType]) -> None:
    shapes = {width: gate_shape(num_cols, programs, width, kinds, tiled=True) for width in WIDTHS}
    assert len({shape.warps * shape.sets for shape in shapes.values()}) == 1
    for width, shape in shapes.items():
        assert shape.cluster == 1 or width == 1
        assert shape.warps % shape.cluster == 0
        for ahead in (shape.ahead, pairs_ahead(num_cols, shape.warps, 2)):
            is_whole = 64 * shape.warps * ahead >= num_cols
            assert is_whole or ahead % shape.sets == 0  # each round begins with the same sums


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 8192), st.integers(1, 1000))
def test_all_blocks_of_clusters_are_resident_at_once(num_cols: int, programs: int) -> None:
    shape = gate_shape(num_cols, programs, 1, {GGMLType.Q4_K}, tiled=True)
    if shape.cluster > 1:
        limit = gate_limit(shape, programs, once=False)
        assert limit is not None
        assert programs * shape.cluster <= resident(limit, shape.num_warps)


@pytest.mark.parametrize(
    ("num_cols", "programs", "shape"),
    [(2048, 192, (8, 4, 1)), (2816, 242, (8, 2, 1)), (2880, 360, None), (768, 192, None)],
    ids=["30B-A3B", "26B-A4B", "gpt-oss", "narrow"],
)
def test_measured_experts_are_in_clusters(
    num_cols: int, programs: int, shape: tuple[int, int, int] | None, *, clusters: bool
) -> None:
    of = gate_shape(num_cols, programs, 1, {GGMLType.Q4_K}, tiled=True)
    if clusters and shape is not None:
        assert of == Shape(*shape, apart=False, cluster=2)
    else:
        assert of.cluster == 1


@pytest.mark.parametrize(("num_slots", "blocks"), [(1, 1), (4, 4), (8, 8), (9, 9), (10, 1)])
def test_slots_are_summed_by_clusters_of_as_many_blocks(
    num_slots: int, blocks: int, *, clusters: bool
) -> None:
    assert mix_cluster(num_slots, tiled=True, apart=False) == (blocks if clusters else 1)
    assert mix_cluster(num_slots, tiled=False, apart=False) == 1
    assert mix_cluster(num_slots, tiled=True, apart=True) == 1
