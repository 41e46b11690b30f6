"""The connections of a transfer: what each requests, reads, writes and retries. Own no thread."""

import math
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import httpcore2
import httpx2

from app.services.downloads.answers import check_part, check_whole, host_of, told_plainly
from app.services.downloads.context import RateLimiter, StallWatch, TransferContext
from app.services.downloads.download import TransferOptions
from app.services.downloads.errors import (
    AttemptFailedError,
    TemporaryDownloadError,
    UrlExpiredError,
)
from app.services.downloads.part_file import PartFile, PartWriter, Range
from app.services.downloads.source import NO_ENCODING, RemoteFile, Source
from app.services.downloads.stop import StopSignal
from app.services.hub.replies import parse_count

_LONGEST_WAIT_SECONDS = 3600.0

# Splitting costs a request and bytes in flight, so it must save some time.
_HELP_SECONDS = 2.0
_LOOK_SECONDS = 0.25
# A killed program loses the piece being read, so pieces grow only on fast connections.
_START_BYTES, _MAX_BYTES = 64 << 10, 256 << 10
_MOMENT_SECONDS = 0.005


class Retries:
    """The failures of one transfer, over all its connections.

    `done_bytes` returns the progress; gaining `min_progress_bytes` resets the count of failures.
    `on_trouble` is called with a sentence before each wait.
    """

    def __init__(
        self,
        file_name: str,
        options: TransferOptions,
        done_bytes: Callable[[], int],
        on_trouble: Callable[[str], None],
    ) -> None:
        self._file_name, self._options = file_name, options
        self._done_bytes, self._on_trouble = done_bytes, on_trouble
        self._lock = threading.Lock()
        self._num_failures = 0
        self._best_bytes = done_bytes()
        self._closed_until = 0.0

    def wait_turn(self, stop: StopSignal) -> None:
        """Before each request: wait as long as the server asked. Raises `StoppedError`."""
        while (seconds := self._closed_until - time.monotonic()) > 0:
            stop.wait(seconds * random.uniform(1.0, 1.2))

    def wait_after(
        self, error: AttemptFailedError, num_in_row: int, num_connections: int, stop: StopSignal
    ) -> None:
        """Wait after the `num_in_row`-th failure of a connection in a row, longer each time.

        Raises `TemporaryDownloadError` after too many failures, `StoppedError`.
        """
        with self._lock:
            done_bytes = self._done_bytes()
            if done_bytes >= self._best_bytes + self._options.min_progress_bytes:
                self._best_bytes, self._num_failures = done_bytes, 0
            self._num_failures += 1
            if self._num_failures >= self._options.max_failures * num_connections:
                raise TemporaryDownloadError(
                    f"{self._file_name} could not be fetched: {error}; what is there is kept, "
                    "try again to go on with it."
                ) from error
            if error.wait_seconds > 0:
                asked_for = min(error.wait_seconds, _LONGEST_WAIT_SECONDS)
                self._closed_until = max(self._closed_until, time.monotonic() + asked_for)
            closed_seconds = self._closed_until - time.monotonic()
        seconds = max(self._backoff_seconds(num_in_row), closed_seconds)
        clause = str(error)
        what = clause[:1].upper() + clause[1:]
        self._on_trouble(f"{what}; trying again in {seconds:.0f} s.")
        stop.wait(seconds)

    def _backoff_seconds(self, num_in_row: int) -> float:
        """Exponential backoff with jitter, so that connections do not return all at once."""
        options = self._options
        longest = min(
            options.backoff_seconds * 2.0 ** min(num_in_row - 1, 32), options.max_backoff_seconds
        )
        return longest * random.uniform(0.5, 1.0)


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


def iter_pieces(response: httpx2.Response, limiter: RateLimiter) -> Iterator[bytes]:
    """The bytes of the body as they arrive, in pieces within `limiter`'s rate."""
    pieces = response.iter_raw()
    first = next(pieces, b"")
    yield first
    length = parse_count(response.headers.get("Content-Length", ""))
    stream = response.extensions.get("network_stream")
    # The first piece holds what was read with the headers; the rest comes from the stream.
    if stream is not None and length is not None and length > len(first):
        stream.read = _Gatherer(stream, length - len(first), limiter).read
    yield from pieces


class _Gatherer:
    """Reads the rest of a body, `num_left` bytes, joining what arrives within `_MOMENT_SECONDS`."""

    def __init__(self, stream: Any, num_left: int, limiter: RateLimiter) -> None:
        self._stream, self._num_left, self._limiter = stream, num_left, limiter
        self._read_some = stream.read
        self._piece_bytes = _START_BYTES

    def read(self, _max_bytes: int, timeout: float | None = None) -> bytes:
        """Replaces the stream's own method."""
        limit = self._limiter.bytes_per_second
        most = _MAX_BYTES if limit is None else max(1 << 10, int(limit * _MOMENT_SECONDS))
        num_wanted = min(self._num_left, self._piece_bytes, most)
        piece = self._gather(num_wanted, timeout)
        is_fast = len(piece) == num_wanted
        self._piece_bytes = min(2 * num_wanted, _MAX_BYTES) if is_fast else _START_BYTES
        self._num_left -= len(piece)
        if self._num_left == 0:
            # The connection may be reused once the body is read.
            self._stream.read = self._read_some
        return piece

    def _gather(self, num_wanted: int, timeout: float | None) -> bytes:
        some = self._read_some(num_wanted, timeout)
        pieces, until = [some], time.monotonic() + _MOMENT_SECONDS
        num_wanted -= len(some)
        while some and num_wanted > 0 and (seconds := until - time.monotonic()) > 0:
            try:
                some = self._read_some(num_wanted, seconds)
            except (httpcore2.ReadTimeout, httpcore2.ReadError):
                # If the connection was cut, the next read raises again.
                break
            pieces.append(some)
            num_wanted -= len(some)
        return b"".join(pieces)


class Connection:
    """Fills a part file on one thread until it is complete or `stop` is set.

    Methods raise `FileChangedError`, `NoRangesError`, `StoppedError`, `DownloadError`, `OSError`.
    """

    def __init__(
        self,
        source: Source,
        part: PartFile,
        context: TransferContext,
        retries: Retries,
        stop: StopSignal,
    ) -> None:
        self._source, self._part, self._context = source, part, context
        self._retries, self._stop = retries, stop
        self._writer: PartWriter = part.create_writer()

    def fetch_segments(self, plan: SegmentPlan) -> None:
        """Fetch segments of `plan` until none are left."""
        num_in_row = 0
        while (segment := plan.take(self._stop)) is not None:
            before = segment.position
            try:
                self._fetch(segment, plan)
            except AttemptFailedError as error:
                num_in_row = 1 if segment.position > before else num_in_row + 1
                plan.give_back(segment)
                self._retries.wait_after(error, num_in_row, plan.num_connections, self._stop)
            else:
                num_in_row = 0
                plan.give_back(segment)

    def fetch_whole(self) -> None:
        """Fetch the file in one stream, for servers without ranges; each retry starts over."""
        num_in_row = 0
        while self._part.missing():
            num_in_row += 1
            try:
                self._part.clear()
                self._fetch_from_beginning()
            except AttemptFailedError as error:
                self._retries.wait_after(error, num_in_row, 1, self._stop)

    def _fetch(self, segment: Segment, plan: SegmentPlan) -> None:
        first = segment.position

        def check(response: httpx2.Response) -> None:
            check_part(response, first, self._part.identity.size)

        def take(piece: bytes) -> bool:
            offset = segment.position
            num_wanted = plan.accept(segment, len(piece))
            self._writer.write(offset, piece[:num_wanted])
            return segment.num_bytes > 0

        self._receive({"Range": f"bytes={first}-{segment.end - 1}"}, check, take)
        num_gained = segment.position - first
        if segment.num_bytes > 0 and num_gained < self._context.options.min_segment_bytes:
            # A server may send less than requested, but a byte per request would never end.
            raise AttemptFailedError("the server sends next to nothing")

    def _fetch_from_beginning(self) -> None:
        size, offset = self._part.identity.size, 0

        def take(piece: bytes) -> bool:
            nonlocal offset
            self._writer.write(offset, piece[: size - offset])
            offset += len(piece)
            return offset < size

        self._receive({}, lambda response: check_whole(response, size), take)
        if offset < size:
            raise AttemptFailedError("the file broke off before its end")

    def _receive(
        self,
        headers: dict[str, str],
        check: Callable[[httpx2.Response], None],
        take: Callable[[bytes], bool],
    ) -> None:
        """Make one request; pass the pieces of a checked body to `take` until it returns False."""
        self._retries.wait_turn(self._stop)
        remote = self._source.current()
        try:
            with (
                told_plainly(remote.url, self._stop),
                self._context.client.stream(remote.url, {**NO_ENCODING, **headers}) as response,
                self._stop.watch(response),
            ):
                check(response)
                self._copy(response, remote, take)
        except UrlExpiredError:
            self._source.expire(remote)
            raise
        finally:
            self._writer.flush()

    def _copy(
        self, response: httpx2.Response, remote: RemoteFile, take: Callable[[bytes], bool]
    ) -> None:
        context = self._context
        watch = StallWatch(context.options, host_of(remote.url))
        for piece in iter_pieces(response, context.limiter):
            self._stop.check()
            if not take(piece):
                return
            context.progress.trouble = None
            watch.note(len(piece), context.limiter.take(len(piece), self._stop))
