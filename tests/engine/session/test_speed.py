"""Speeds are what their definitions say, unknown ones are absent, and memory stays bounded."""

import pytest

from engine.session.speed import SpeedMeter


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def meter(clock: Clock) -> SpeedMeter:
    return SpeedMeter(clock)


def arrive(meter: SpeedMeter, clock: Clock, every_seconds: float, num: int) -> None:
    for _ in range(num):
        clock.seconds += every_seconds
        meter.add()


def test_nothing_is_known_at_first(meter: SpeedMeter):
    assert (meter.tok_s, meter.tok_s_now, meter.prompt_tok_s, meter.ttft_ms) == (None,) * 4


def test_one_token_has_no_speed_yet(meter: SpeedMeter, clock: Clock):
    arrive(meter, clock, 0.25, 1)
    assert meter.ttft_ms == 250
    assert meter.tok_s is None
    assert meter.tok_s_now is None


def test_no_speed_without_time_passing(meter: SpeedMeter):
    meter.begin_prompt()
    meter.end_prompt(100)
    meter.add()
    meter.add()
    assert (meter.tok_s, meter.tok_s_now, meter.prompt_tok_s) == (None,) * 3


def test_prompt_speed_counts_computed_tokens_between_begin_and_end(meter: SpeedMeter, clock: Clock):
    clock.seconds += 5
    meter.begin_prompt()
    clock.seconds += 2
    meter.end_prompt(300)
    clock.seconds += 5
    assert meter.prompt_tok_s == 150


def test_a_prompt_that_was_cached_whole_has_no_speed(meter: SpeedMeter, clock: Clock):
    meter.begin_prompt()
    clock.seconds += 1
    meter.end_prompt(0)
    assert meter.prompt_tok_s is None


def test_time_to_first_token_counts_from_the_request(meter: SpeedMeter, clock: Clock):
    clock.seconds += 0.5
    meter.begin_prompt()
    clock.seconds += 1
    meter.end_prompt(10)
    meter.add()
    arrive(meter, clock, 1, 3)
    assert meter.ttft_ms == 1500


def test_whole_answer_speed_leaves_out_the_wait_for_the_first_token(
    meter: SpeedMeter, clock: Clock
):
    clock.seconds += 10
    meter.add()
    arrive(meter, clock, 0.5, 8)
    assert meter.tok_s == 2
    clock.seconds += 60
    assert meter.tok_s == 2


def test_tokens_that_arrive_together_all_count(meter: SpeedMeter, clock: Clock):
    meter.add()
    for _ in range(4):
        clock.seconds += 0.25
        meter.add(3)
    assert meter.tok_s == 12
    assert meter.tok_s_now == 12


def test_last_second_follows_a_change_of_pace(meter: SpeedMeter, clock: Clock):
    arrive(meter, clock, 0.5, 20)
    arrive(meter, clock, 1 / 64, 128)
    assert meter.tok_s_now == 64
    assert meter.tok_s is not None
    assert meter.tok_s < 15


def test_a_slow_model_reads_steady(meter: SpeedMeter, clock: Clock):
    meter.add()
    for _ in range(5):
        arrive(meter, clock, 2, 1)
        assert meter.tok_s_now == 0.5


def test_in_a_stall_the_speed_sinks(meter: SpeedMeter, clock: Clock):
    meter.add()
    arrive(meter, clock, 0.125, 16)
    assert meter.tok_s_now == 8
    clock.seconds += 7.875
    assert meter.tok_s_now == pytest.approx(1 / 8)


@pytest.mark.parametrize("every_seconds", [1e-6, 1e-3, 0.1])
def test_memory_is_bounded_over_a_hundred_thousand_tokens(
    meter: SpeedMeter, clock: Clock, every_seconds: float
):
    most = 0
    for _ in range(100_000):
        clock.seconds += every_seconds
        meter.add()
        most = max(most, len(meter._marks))
    assert most <= 103
    assert meter.tok_s == pytest.approx(1 / every_seconds, rel=1e-3)
    assert meter.tok_s_now == pytest.approx(1 / every_seconds, rel=0.02)
