"""Experts of any shape and type, from a file, against float64; each in two processes, which must agree."""

import secrets

import pytest

from tests.support.expert_grid import full_grid, run_twice, sample


def test_a_sample_of_the_grid_is_right_and_the_same_twice() -> None:
    seed = secrets.randbits(32)
    faults = [outcome.fault for outcome in run_twice(sample(1, seed)) if outcome.fault is not None]
    assert not faults, f"of sample(1, {seed})"


@pytest.mark.parametrize("fused", [False, True], ids=["apart", "fused"])
def test_an_awkward_point_of_each_type(fused: bool) -> None:
    """Rows that are no multiple of 16, in what has the type itself."""
    points = {p.kind: p for p in full_grid() if p.fused == fused and p.intermediate_size == 17}
    faults = [outcome.fault for outcome in run_twice(list(points.values())) if outcome.fault]
    assert not faults
