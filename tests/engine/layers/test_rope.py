"""Rotary tables against hand-computed angles."""

import math

import torch

from engine.layers.rope import rope_tables


def test_angles_are_position_times_frequency() -> None:
    cos, sin = rope_tables(4, 10000.0, 1.0, 3, None)
    assert cos.shape == sin.shape == (3, 2)
    assert cos[0].tolist() == [1.0, 1.0]
    assert math.isclose(float(sin[2, 0]), math.sin(2.0), rel_tol=1e-6)
    assert math.isclose(float(sin[2, 1]), math.sin(2.0 / 100.0), rel_tol=1e-6)


def test_scaling_and_factors_divide_the_frequency() -> None:
    _, plain = rope_tables(4, 10000.0, 1.0, 9, None)
    _, scaled = rope_tables(4, 10000.0, 2.0, 9, None)
    _, divided = rope_tables(4, 10000.0, 1.0, 9, torch.tensor([2.0, 2.0]))
    assert torch.equal(scaled, divided)
    torch.testing.assert_close(scaled[8], plain[4])


def test_angles_stay_exact_at_large_positions() -> None:
    _, sin = rope_tables(2, 10000.0, 1.0, 100_001, None)
    assert math.isclose(float(sin[100_000, 0]), math.sin(100_000.0), abs_tol=1e-7)
