"""The noise is the one specified, well spread, and indifferent to how it is asked for."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sampling import noise

NUM_TOKENS = 100_000
NUM_CALLS = 20_000


def ks_limit(num_draws: int) -> float:
    """The largest distance between distributions that Kolmogorov-Smirnov allows at 1 in 10,000."""
    return math.sqrt(-math.log(1e-4 / 2) / 2) / math.sqrt(num_draws)


def ids(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


@cache
def by_token(seed: int) -> np.ndarray:
    return noise.uniform(seed, 5, np.arange(NUM_TOKENS))


@cache
def by_position(seed: int) -> np.ndarray:
    return np.array([noise.uniform(seed, position, ids(7))[0] for position in range(NUM_CALLS)])


@cache
def by_seed(first_seed: int) -> np.ndarray:
    return np.array(
        [noise.uniform(first_seed + offset, 5, ids(7))[0] for offset in range(NUM_CALLS)]
    )


def specified(seed: int, position: int, token_id: int) -> float:
    """The module's specification again, one number at a time, in Python's integers."""

    def mix(z: int) -> int:
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        return z ^ (z >> 31)

    def output(state: int, n: int) -> int:
        return mix((state + (n + 1) * 0x9E3779B97F4A7C15) % 2**64)

    bits = output(output(seed % 2**64, position), token_id) >> 32
    return float(np.float32(min(max(bits, 1), 2**32 - 129))) * 2.0**-32


def test_the_generator_is_splitmix64():
    # The first five numbers from state 1234567, as published for splitmix64.c.
    outputs = noise._outputs(1234567, np.arange(5, dtype=np.uint64))
    assert outputs.tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(
    seed=st.integers(0, 2**70),
    position=st.integers(0, 2**40),
    token_id=st.integers(0, 2**31 - 1),
)
def test_every_number_follows_the_specification(seed: int, position: int, token_id: int):
    value = noise.uniform(seed, position, ids(token_id))
    assert value.dtype == np.float32
    assert float(value[0]) == specified(seed, position, token_id)


def test_known_values_never_change():
    assert noise.uniform(0, 0, ids(0, 1, 2)).tolist() == [
        0.6524484753608704,
        0.7012121081352234,
        0.3871241509914398,
    ]
    assert noise.uniform(2**64 - 1, 32767, ids(262143)).tolist() == [0.6681546568870544]


def test_seeds_count_modulo_two_to_the_64():
    assert noise.uniform(2**64 + 3, 1, ids(4)) == noise.uniform(3, 1, ids(4))


@given(st.permutations(range(50)))
def test_order_and_company_do_not_matter(order: list[int]):
    alone = [noise.gumbel(9, 3, ids(token))[0] for token in range(50)]
    assert noise.gumbel(9, 3, ids(*order)).tolist() == [alone[token] for token in order]


@pytest.mark.parametrize("draw", [by_token, by_position, by_seed])
def test_draws_are_uniform(draw):
    ordered = np.sort(draw(1)).astype(np.float64)
    ranks = np.arange(ordered.size + 1) / ordered.size
    distance = max(np.max(ranks[1:] - ordered), np.max(ordered - ranks[:-1]))
    assert distance < ks_limit(ordered.size)


@pytest.mark.parametrize(
    ("draw", "seed", "other_seed"),
    [(by_token, 1, 2), (by_token, 0, 2**63), (by_position, 1, 2)],
)
def test_streams_of_different_seeds_are_uncorrelated(draw, seed: int, other_seed: int):
    values = draw(seed)
    correlation = np.corrcoef(values, draw(other_seed))[0, 1]
    assert abs(correlation) < 4 / math.sqrt(values.size)


@pytest.mark.parametrize("draw", [by_token, by_position, by_seed])
def test_neighboring_draws_are_uncorrelated(draw):
    values = draw(1)
    assert abs(np.corrcoef(values[:-1], values[1:])[0, 1]) < 4 / math.sqrt(values.size)


def test_gumbel_noise_has_the_gumbel_distribution():
    values = np.sort(noise.gumbel(1, 5, np.arange(NUM_TOKENS)))
    expected = np.exp(-np.exp(-values))
    ranks = np.arange(1, NUM_TOKENS + 1) / NUM_TOKENS
    assert np.max(np.abs(ranks - expected)) < ks_limit(NUM_TOKENS)


@pytest.mark.parametrize("bits", [0, 1, 2**31, 2**32 - 129, 2**32 - 1])
def test_noise_is_finite_for_any_bits(bits: int, monkeypatch: pytest.MonkeyPatch):
    word = np.array([bits << 32], dtype=np.uint64)
    monkeypatch.setattr(noise, "_outputs", lambda state, indices: word)
    assert 0 < noise.uniform(0, 0, ids(0))[0] < 1
    assert -2.82 < noise.gumbel(0, 0, ids(0))[0] < 22.19
