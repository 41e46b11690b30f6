"""A pick follows the settings, is an exact draw, and depends on nothing but what it is given."""

import math

import msgspec
import numpy as np
import pytest

from engine.config import SamplingParams
from engine.errors import EngineError
from engine.sampling.sampler import Sampler
from engine.sampling.sharpness import SHARPNESSES

PROBABILITIES = np.array([0.5, 0.25, 0.125, 0.125])
LOGITS = np.log(PROBABILITIES).astype(np.float32)


def params(**changes: object) -> SamplingParams:
    """Settings that change nothing, but for `changes`."""
    plain = SamplingParams(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)
    return msgspec.structs.replace(plain, **changes)


def row(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def draws(settings: SamplingParams, logits: np.ndarray, num: int = 20_000) -> np.ndarray:
    """How often each token is picked over `num` positions, as a fraction."""
    sampler = Sampler(settings, seed=1)
    picks = [sampler.pick(logits, position, []) for position in range(num)]
    return np.bincount(picks, minlength=logits.size) / num


def test_temperature_zero_picks_the_likeliest():
    assert Sampler(params(temperature=0), 1).pick(row(1, 3, 2, 0), 0, []) == 1


def test_temperature_zero_picks_the_lowest_id_among_equals():
    assert Sampler(params(temperature=0), 1).pick(row(1, 3, 3, 3), 0, []) == 1


def test_greedy_picks_see_the_penalties():
    logits = row(1, 3, 2, 0)
    assert Sampler(params(temperature=0, repeat_penalty=4), 1).pick(logits, 0, [1]) == 2
    assert Sampler(params(temperature=0, presence_penalty=2), 1).pick(logits, 0, [1]) == 2
    assert Sampler(params(temperature=0, frequency_penalty=0.6), 1).pick(logits, 0, [1]) == 1
    assert Sampler(params(temperature=0, frequency_penalty=0.6), 1).pick(logits, 0, [1, 1]) == 2


def test_penalties_forget_tokens_beyond_their_range():
    settings = params(temperature=0, repeat_penalty=4, penalty_last_n=2)
    assert Sampler(settings, 1).pick(row(1, 3, 2, 0), 2, [1, 0, 0]) == 1


def test_penalties_with_a_range_of_zero_are_off():
    settings = params(temperature=0, repeat_penalty=4, penalty_last_n=0)
    assert Sampler(settings, 1).pick(row(1, 3, 2, 0), 1, [1, 1]) == 1


def test_picks_follow_the_distribution():
    assert draws(params(), LOGITS) == pytest.approx(PROBABILITIES, abs=0.015)


def test_temperature_flattens_the_distribution():
    expected = np.sqrt(PROBABILITIES) / np.sqrt(PROBABILITIES).sum()
    assert draws(params(temperature=2.0), LOGITS) == pytest.approx(expected, abs=0.015)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"top_k": 2}, [2 / 3, 1 / 3, 0, 0], id="top_k"),
        pytest.param({"top_p": 0.6}, [2 / 3, 1 / 3, 0, 0], id="top_p"),
        pytest.param({"min_p": 0.3}, [2 / 3, 1 / 3, 0, 0], id="min_p"),
        # Of three tokens 4/7, 2/7, 1/7 remain, so 0.8 needs the first two.
        pytest.param({"top_k": 3, "top_p": 0.8}, [2 / 3, 1 / 3, 0, 0], id="top_k before top_p"),
    ],
)
def test_filtered_tokens_are_never_picked(changes: dict[str, float], expected: list[float]):
    assert draws(params(**changes), LOGITS) == pytest.approx(np.array(expected), abs=0.015)


def test_filters_see_the_logits_before_the_temperature():
    # At temperature 10 the four would be nearly equal and min_p would keep them all.
    assert draws(params(min_p=0.3, temperature=10.0), LOGITS, 2000)[2:].tolist() == [0, 0]


def test_masked_tokens_are_never_picked():
    assert draws(params(), row(-np.inf, 0, -np.inf, 0), 2000).tolist()[::2] == [0, 0]


def test_a_vanishing_temperature_is_greedy():
    sampler = Sampler(params(temperature=1e-320), 1)
    assert {sampler.pick(row(1, 3, 2, 0), position, []) for position in range(50)} == {1}


def test_picks_do_not_depend_on_earlier_picks_or_their_order():
    rng = np.random.default_rng(0)
    rows = rng.normal(0, 2, (30, 1000)).astype(np.float32)
    settings = SamplingParams(temperature=1.0, repeat_penalty=1.2)
    forward, backward = Sampler(settings, 7), Sampler(settings, 7)
    in_order = [forward.pick(rows[i], i, [1, 2, i]) for i in range(30)]
    reversed_order = [backward.pick(rows[i], i, [1, 2, i]) for i in reversed(range(30))]
    assert in_order == reversed_order[::-1]


def test_seed_and_position_change_the_picks():
    def picks(seed: int, first_position: int) -> list[int]:
        sampler = Sampler(params(), seed)
        return [sampler.pick(LOGITS, first_position + i, []) for i in range(100)]

    assert picks(1, 0) == picks(1, 0)
    assert picks(1, 0) != picks(2, 0)
    assert picks(1, 0) != picks(1, 1000)


def test_a_callers_tail_of_the_history_gives_the_same_pick():
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 2, 100).astype(np.float32)
    history = rng.integers(0, 100, 500).tolist()
    sampler = Sampler(SamplingParams(repeat_penalty=1.3, frequency_penalty=0.2), 3)
    assert sampler.pick(logits, 500, history) == sampler.pick(logits, 500, history[-64:])


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_inputs_are_left_untouched(temperature: float):
    logits = row(1, 3, 2, 0)
    logits.flags.writeable = False
    history = [1, 1, 2]
    settings = SamplingParams(
        temperature=temperature, repeat_penalty=1.5, frequency_penalty=0.5, presence_penalty=0.5
    )
    Sampler(settings, 1).pick(logits, 3, history)
    assert logits.tolist() == [1, 3, 2, 0]
    assert history == [1, 1, 2]


@pytest.mark.parametrize("temperature", [0.0, 0.8])
@pytest.mark.parametrize(
    "logits",
    [
        pytest.param([1, np.nan, 2, 0], id="NaN"),
        pytest.param([1, np.inf, 2, 0], id="infinity"),
        pytest.param([-np.inf, -np.inf], id="nothing left"),
        pytest.param([np.inf, np.nan], id="both"),
    ],
)
def test_numbers_that_are_not_finite_are_refused(temperature: float, logits: list[float]):
    with pytest.raises(EngineError, match="not finite"):
        Sampler(SamplingParams(temperature=temperature), 1).pick(row(*logits), 0, [])


def test_settings_out_of_range_are_refused():
    with pytest.raises(msgspec.ValidationError, match="top_p"):
        Sampler(SamplingParams(top_p=0.0), 1)


@pytest.mark.parametrize("changes", [{}, {"top_k": 3, "top_p": 0.8}, {"repeat_penalty": 2.0}])
def test_a_rival_is_picked_at_a_lower_temperature_with_the_same_noise(changes: dict[str, float]):
    settings = params(temperature=1.5, **changes)
    rows = np.random.default_rng(4).normal(0, 2, (60, 12)).astype(np.float32)
    colder = [
        Sampler(msgspec.structs.replace(settings, temperature=0 if math.isinf(b) else 1.5 / b), 1)
        for b in SHARPNESSES
    ]
    drafter = Sampler(settings, 1, sharpness=2)
    seen = set()
    for position, logits in enumerate(rows):
        rivals = drafter.rivals(logits, position, [3, 5])
        assert rivals == [sampler.pick(logits, position, [3, 5]) for sampler in colder]
        seen.add(len(set(rivals)))
    assert len(seen) > 1
