"""Rotary tables against hand-computed angles."""

import math

import torch
from torch import Tensor

from engine.layers.rope import rope_frequencies, rope_tables, unrotated_tables, yarn_shares


def sines(dim: int, scaling: float = 1.0, factors: Tensor | None = None) -> Tensor:
    return rope_tables(rope_frequencies(dim, 10000.0, scaling, factors), 9)[1]


def test_angles_are_position_times_frequency() -> None:
    cos, sin = rope_tables(rope_frequencies(4, 10000.0, 1.0, None), 3)
    assert cos.shape == sin.shape == (3, 2)
    assert cos[0].tolist() == [1.0, 1.0]
    assert math.isclose(float(sin[2, 0]), math.sin(2.0), rel_tol=1e-6)
    assert math.isclose(float(sin[2, 1]), math.sin(2.0 / 100.0), rel_tol=1e-6)


def test_scaling_and_factors_divide_the_frequency() -> None:
    scaled, divided = sines(4, scaling=2.0), sines(4, factors=torch.tensor([2.0, 2.0]))
    assert torch.equal(scaled, divided)
    torch.testing.assert_close(scaled[8], sines(4)[4])


def test_angles_stay_exact_at_large_positions() -> None:
    _, sin = rope_tables(rope_frequencies(2, 10000.0, 1.0, None), 100_001)
    assert math.isclose(float(sin[100_000, 0]), math.sin(100_000.0), abs_tol=1e-7)


def test_magnitude_multiplies_both() -> None:
    frequencies = rope_frequencies(4, 10000.0, 1.0, None)
    plain, larger = rope_tables(frequencies, 9), rope_tables(frequencies, 9, 1.5)
    for table, expected in zip(larger, plain, strict=True):
        torch.testing.assert_close(table, 1.5 * expected)


def test_yarn_keeps_fast_pairs_scales_slow_ones_and_blends_between() -> None:
    # Pairs turn 4096 / (2π · 10000^(i/64)) times: 32 times at pair 20.9…, once at 45.0….
    kept = yarn_shares(128, 10000.0, 4096, (32.0, 1.0))
    assert kept.shape == (64,)
    assert (kept[:21] == 1).all()
    assert (kept[46:] == 0).all()
    assert math.isclose(float(kept[33]), 1 - (33 - 20) / (46 - 20))


def test_unrotated_tables_leave_heads_as_they_are() -> None:
    cos, sin = unrotated_tables(6, 5)
    assert torch.equal(cos, torch.ones(5, 3))
    assert torch.equal(sin, torch.zeros(5, 3))
