"""Who fetches what: every byte once, in order, and nobody idle while another has much to do."""

import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.downloads import connection
from app.services.downloads.connection import Segment, SegmentPlan
from app.services.downloads.download import TransferOptions
from app.services.downloads.errors import StoppedError
from app.services.downloads.stop import StopSignal

NEVER = StopSignal()
OPTIONS = TransferOptions(num_segments=4, min_segment_bytes=10, max_segment_bytes=100)


def test_segments_come_in_the_order_of_the_file() -> None:
    plan = SegmentPlan([(0, 150), (500, 600)], OPTIONS)
    taken = [plan.take(NEVER) for _ in range(4)]
    assert [(s.position, s.end) for s in taken if s] == [(0, 63), (63, 126), (126, 150), (500, 563)]


@pytest.mark.parametrize(
    ("size", "connections"), [(5, 1), (10, 1), (25, 3), (1000, 4), (100_000, 4)]
)
def test_small_files_need_few_connections(size: int, connections: int) -> None:
    assert SegmentPlan([(0, size)], OPTIONS).num_connections == connections


class Clock:
    """The time, set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(connection, "time", clock)
    return clock


def take(plan: SegmentPlan) -> Segment:
    segment = plan.take(NEVER)
    assert segment is not None
    return segment


def test_who_is_done_takes_half_of_what_the_slowest_has_left(clock: Clock) -> None:
    plan = SegmentPlan([(0, 100)], replace(OPTIONS, num_segments=2))
    slow, fast = take(plan), take(plan)
    clock.now += 10
    plan.accept(slow, 10)
    plan.accept(fast, 50)
    plan.give_back(fast)
    helper = take(plan)
    assert (slow.end, helper.position, helper.end) == (30, 30, 50)


@pytest.mark.parametrize("fetched", [45, 35])
def test_little_is_left_to_whoever_has_it(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, fetched: int
) -> None:
    """35 of 50 leaves enough bytes, but no time worth saving."""
    plan = SegmentPlan([(0, 100)], replace(OPTIONS, num_segments=2, min_segment_bytes=5))
    slow, fast = take(plan), take(plan)
    clock.now += 3
    plan.accept(slow, fetched)
    plan.accept(fast, 50)
    plan.give_back(fast)
    stop = StopSignal()
    monkeypatch.setattr(plan._changed, "wait", lambda _seconds: stop.set())
    with pytest.raises(StoppedError):
        plan.take(stop)
    assert slow.end == 50


def test_whoever_waits_gets_what_a_cut_connection_leaves() -> None:
    plan = SegmentPlan([(0, 15)], OPTIONS)
    cut = take(plan)
    found: list[Segment | None] = []
    thread = threading.Thread(target=lambda: found.append(plan.take(NEVER)))
    thread.start()
    plan.accept(cut, 5)
    plan.give_back(cut)
    thread.join(10)
    assert [(one.position, one.end) for one in found if one] == [(5, 15)]


def test_what_a_cut_connection_leaves_goes_to_the_next() -> None:
    plan = SegmentPlan([(0, 19)], OPTIONS)
    cut = take(plan)
    assert plan.accept(cut, 7) == 7
    plan.give_back(cut)
    rest = take(plan)
    assert (rest.position, rest.end) == (7, 19)


@given(st.integers(1, 3000), st.integers(1, 6), st.randoms(use_true_random=False))
def test_every_byte_is_fetched_once(size: int, workers: int, random: object) -> None:
    pick = random.randrange  # type: ignore[attr-defined]
    plan = SegmentPlan([(0, size)], OPTIONS)
    fetched: list[int] = []
    busy: list[Segment | None] = [None] * workers
    while len(fetched) < size:
        index = pick(workers)
        segment = busy[index] or (plan.take(NEVER) if plan._free else None)
        if segment is None:
            continue
        start = segment.position
        fetched += range(start, start + plan.accept(segment, pick(1, 40)))
        is_over = segment.num_bytes == 0 or pick(5) == 0
        if is_over:
            plan.give_back(segment)
        busy[index] = None if is_over else segment
    assert sorted(fetched) == list(range(size))
