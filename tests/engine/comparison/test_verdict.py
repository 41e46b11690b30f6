"""The verdict on made-up timings: nothing is found where nothing is, and what is clear is found."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.comparison.configuration import Configuration
from engine.comparison.measurement import Measurement, first_difference, summarize
from engine.comparison.verdict import compare, compare_speeds
from engine.config import SamplingParams
from engine.events import Finished, Meter

ONE = Configuration("m.gguf")
NUM_TRIALS = 400

num_runs = st.integers(3, 12)
noise = st.floats(0.001, 0.3)
drift = st.floats(-0.05, 0.05)
seeds = st.integers(0, 2**32)


def timings(
    draw: random.Random, runs: int, noise: float, drift: float, factor: float
) -> tuple[list[float], list[float]]:
    """Speeds of two configurations, the first `factor` times as fast, on a machine that drifts."""
    machine = [100 * (1 + drift) ** run for run in range(runs)]
    one = [factor * speed * draw.lognormvariate(0, noise) for speed in machine]
    return one, [speed * draw.lognormvariate(0, noise) for speed in machine]


@given(num_runs, noise, drift, seeds)
@settings(max_examples=25, deadline=None)
def test_equal_distributions_do_not_differ(
    runs: int, noise: float, drift: float, seed: int
) -> None:
    draw = random.Random(seed)
    verdicts = [compare_speeds(*timings(draw, runs, noise, drift, 1.0)) for _ in range(NUM_TRIALS)]
    quiet = sum(verdict is not None and not verdict.is_measurable for verdict in verdicts)
    assert quiet >= 0.95 * NUM_TRIALS


@given(num_runs, st.floats(0.001, 0.02), drift, seeds, st.floats(1.3, 20.0), st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_clear_difference_has_its_factor(
    runs: int, noise: float, drift: float, seed: int, factor: float, is_slower: bool
) -> None:
    factor = 1 / factor if is_slower else factor
    verdict = compare_speeds(*timings(random.Random(seed), runs, noise, drift, factor))
    assert verdict is not None
    assert verdict.factor == pytest.approx(factor, rel=0.12)
    assert verdict.is_measurable or verdict.high / verdict.low > 1.2  # three runs that vary
    if runs >= 5:
        assert verdict.is_measurable


def test_a_drift_of_the_machine_hides_nothing() -> None:
    slow = [50.0, 45.0, 40.0, 35.0, 30.0]
    verdict = compare_speeds([1.1 * speed for speed in slow], slow)
    assert verdict is not None
    assert verdict.is_measurable
    assert verdict.factor == pytest.approx(1.1)


def test_what_nobody_could_use_is_no_difference() -> None:
    verdict = compare_speeds([100.5] * 5, [100.0] * 5)
    assert verdict is not None
    assert not verdict.is_measurable
    assert not verdict.is_uncertain


def test_runs_that_vary_too_much_are_said_to() -> None:
    verdict = compare_speeds([47.0, 80.0, 30.0], [20.0, 12.0, 31.0])
    assert verdict is not None
    assert not verdict.is_measurable
    assert verdict.is_uncertain


@pytest.mark.parametrize("speeds", [[], [10.0], [10.0, None], [None, None]])
def test_one_pair_of_runs_is_no_verdict(speeds: list[float | None]) -> None:
    assert compare_speeds(speeds, [10.0] * len(speeds)) is None


def answer(*ids: int, tok_s: float = 10.0) -> Finished:
    return Finished("r", "length", "", ids, "-".join(map(str, ids)), Meter(tok_s=tok_s))


def measured(*answers: Finished, configuration: Configuration = ONE) -> Measurement:
    return summarize(configuration, "cpu", answers)


def test_identical_answers() -> None:
    verdict = compare(measured(*[answer(1, 2, 3)] * 3), measured(*[answer(1, 2, 3)] * 3))
    assert (verdict.num_tokens, verdict.difference, verdict.is_identical) == (3, None, True)


def test_answers_that_differ_say_from_where() -> None:
    same = measured(*[answer(1, 2, 3)] * 3)
    assert compare(same, measured(*[answer(1, 9, 3)] * 3)).difference == 1
    assert compare(same, measured(*[answer(1, 2)] * 3)).difference == 2


def test_a_configuration_that_varies_by_itself_is_not_identical() -> None:
    wavering = measured(answer(1, 2, 3), answer(1, 2, 3), answer(1, 2, 4))
    assert wavering.own_difference == 2
    assert compare(wavering, measured(*[answer(1, 2, 3)] * 3)).difference == 2


def test_tokens_of_two_models_are_not_compared() -> None:
    other = Configuration("n.gguf")
    verdict = compare(measured(*[answer(1)] * 3), measured(*[answer(1)] * 3, configuration=other))
    assert not verdict.has_same_model
    assert not verdict.is_identical


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_the_first_difference_is_the_first(ids: list[int], others: list[int]) -> None:
    at = first_difference(ids, others)
    if at is None:
        assert ids == others
    else:
        assert ids[:at] == others[:at]
        assert ids[at : at + 1] != others[at : at + 1]


def test_the_warm_up_counts_for_tokens_alone() -> None:
    result = measured(answer(1, tok_s=1.0), answer(1, tok_s=10.0), answer(1, tok_s=12.0))
    assert (result.tok_s, result.speeds) == (11.0, (10.0, 12.0))
    assert result.spread == pytest.approx(1 / 11)


def test_settings_that_need_a_load() -> None:
    sampled = Configuration("m.gguf", sampling=SamplingParams(temperature=1.0))
    assert sampled.can_follow(ONE)
    assert not Configuration("n.gguf").can_follow(ONE)
