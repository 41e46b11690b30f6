"""Speed limits and speeds."""

import threading

import pytest

from app.services.downloads import context
from app.services.downloads.context import RateLimiter, SpeedMeter, StallWatch
from app.services.downloads.download import TransferOptions
from app.services.downloads.errors import AttemptFailedError, StoppedError
from app.services.downloads.stop import StopSignal


class Clock:
    """The time, set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(context, "time", clock)
    return clock


class ClockStop(StopSignal):
    """Waiting moves the clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def wait(self, seconds: float) -> None:
        self._clock.now += seconds


def test_no_more_passes_than_the_limit(clock: Clock) -> None:
    limiter, stop = RateLimiter(1000), ClockStop(clock)
    began_at = clock.now
    for _ in range(100):
        limiter.take(100, stop)
    assert clock.now - began_at == pytest.approx(10.0, abs=0.2)


def test_a_pause_is_not_made_good_for_in_one_rush(clock: Clock) -> None:
    limiter, stop = RateLimiter(1000), ClockStop(clock)
    limiter.take(100, stop)
    clock.now += 3600
    began_at = clock.now
    limiter.take(1000, stop)
    assert clock.now - began_at >= 0.8


def test_without_a_limit_nothing_waits(clock: Clock) -> None:
    assert RateLimiter(None).take(1 << 40, ClockStop(clock)) == 0.0


def test_a_limit_that_is_lifted_lets_those_go_on_who_wait() -> None:
    limiter, stop = RateLimiter(1), StopSignal()
    thread = threading.Thread(target=limiter.take, args=(1000, stop))
    thread.start()
    limiter.set_rate(None)
    thread.join(10)
    assert not thread.is_alive()


def test_waiting_for_the_limit_can_be_stopped() -> None:
    limiter, stop = RateLimiter(1), StopSignal()
    stop.set()
    with pytest.raises(StoppedError):
        limiter.take(1000, stop)


def test_speed_is_that_of_the_last_seconds(clock: Clock) -> None:
    meter = SpeedMeter()
    assert meter.read(0) is None
    for second in range(1, 20):
        clock.now += 1
        speed = meter.read(second * 100)
    assert speed == pytest.approx(100)
    for _ in range(10):
        clock.now += 1
        speed = meter.read(1900)
    assert speed == 0


def test_sleep_does_not_count_as_slow_for_long(clock: Clock) -> None:
    meter = SpeedMeter()
    meter.read(0)
    clock.now += 8 * 3600
    meter.read(100)
    for second in range(1, 8):
        clock.now += 1
        speed = meter.read(100 + second * 50)
    assert speed == pytest.approx(50)


def test_beginning_anew_is_no_negative_speed(clock: Clock) -> None:
    meter = SpeedMeter()
    meter.read(5000)
    clock.now += 1
    assert meter.read(0) is None


OPTIONS = TransferOptions(stall_seconds=20, slowest_bytes_per_second=100)


def test_a_trickle_is_told_from_a_flow(clock: Clock) -> None:
    watch = StallWatch(OPTIONS, "hub.example")
    for _ in range(100):
        clock.now += 1
        watch.note(150, 0.0)
    for _ in range(19):
        clock.now += 1
        watch.note(1, 0.0)
    clock.now += 1
    with pytest.raises(AttemptFailedError, match="next to nothing"):
        watch.note(1, 0.0)


def test_being_held_back_by_the_limit_is_no_stall(clock: Clock) -> None:
    watch = StallWatch(OPTIONS, "hub.example")
    for _ in range(100):
        clock.now += 10
        watch.note(10, 9.9)
