"""Assigns missing byte ranges to connections, in file order."""

import math
import threading
import time
from collections.abc import Iterable

from app.services.downloads.download import TransferOptions
from app.services.downloads.ranges import Range
from app.services.downloads.stop import StopSignal

# Splitting costs a request and bytes in flight, so it must save some time.
_HELP_SECONDS = 2.0
_LOOK_SECONDS = 0.25


class Segment:
    """The bytes of one connection: from `position`, which advances, to `end`, which may shrink."""

    def __init__(self, position: int, end: int) -> None:
        self.position, self.end = position, end
        self._start, self._began_at = position, time.monotonic()

    @property
    def num_bytes(self) -> int:
        """The number of bytes left."""
        return self.end - self.position

    def seconds_left(self, now: float) -> float:
        """The estimated time left; 0 while the speed is unknown."""
        seconds, fetched_bytes = now - self._began_at, self.position - self._start
        if seconds < _HELP_SECONDS / 2:
            return 0.0
        return self.num_bytes * seconds / fetched_bytes if fetched_bytes else math.inf


class SegmentPlan:
    """The missing ranges of one file, cut into segments.

    An idle connection takes the first free segment or, if there is none, half of the slowest
    connection's rest, if that takes long, so that no file ends on one slow connection. In file
    order, because the checksum follows.
    """

    def __init__(self, missing: Iterable[Range], options: TransferOptions) -> None:
        self._free = [Segment(*gap) for gap in missing]
        self._taken: list[Segment] = []
        self._changed = threading.Condition()
        self._min_bytes = options.min_segment_bytes
        total = sum(segment.num_bytes for segment in self._free)
        share = -(-total // options.num_segments)
        self._segment_bytes = min(max(share, options.min_segment_bytes), options.max_segment_bytes)
        self.num_connections = min(options.num_segments, -(-total // self._segment_bytes or 1))

    def take(self, stop: StopSignal) -> Segment | None:
        """Wait for the next segment to fetch; None when all is fetched. Raises `StoppedError`."""
        with self._changed:
            while True:
                stop.check()
                segment = self._cut_free() or self._cut_taken()
                if segment is not None:
                    self._taken.append(segment)
                    return segment
                if not self._taken:
                    return None
                self._changed.wait(_LOOK_SECONDS)

    def give_back(self, segment: Segment) -> None:
        """Return a segment; its rest becomes free."""
        with self._changed:
            self._taken.remove(segment)
            if segment.num_bytes > 0:
                self._free.append(Segment(segment.position, segment.end))
                self._free.sort(key=lambda free: free.position)
            self._changed.notify_all()

    def accept(self, segment: Segment, num_bytes: int) -> int:
        """Advance by the bytes that arrived; returns how many of them the segment still needs."""
        with self._changed:
            num_wanted = min(num_bytes, segment.num_bytes)
            segment.position += num_wanted
            return num_wanted

    def _cut_free(self) -> Segment | None:
        if not self._free:
            return None
        first = self._free.pop(0)
        if first.num_bytes <= self._segment_bytes + self._min_bytes:
            return Segment(first.position, first.end)
        middle = first.position + self._segment_bytes
        self._free.insert(0, Segment(middle, first.end))
        return Segment(first.position, middle)

    def _cut_taken(self) -> Segment | None:
        now = time.monotonic()
        slowest = max(self._taken, key=lambda taken: taken.seconds_left(now), default=None)
        if slowest is None or slowest.num_bytes < 2 * self._min_bytes:
            return None
        if slowest.seconds_left(now) < _HELP_SECONDS:
            return None
        middle = slowest.position + slowest.num_bytes // 2
        segment = Segment(middle, slowest.end)
        slowest.end = middle
        return segment
