"""One connection of a transfer: requests bytes, writes them, retries. Owns no thread."""

from collections.abc import Callable

import httpx2

from app.services.downloads.answers import check_part, check_whole, host_of, told_plainly
from app.services.downloads.context import TransferContext
from app.services.downloads.errors import AttemptFailedError, UrlExpiredError
from app.services.downloads.pace import StallWatch
from app.services.downloads.part_file import PartFile, PartWriter
from app.services.downloads.pieces import iter_pieces
from app.services.downloads.retries import Retries
from app.services.downloads.segments import Segment, SegmentPlan
from app.services.downloads.source import NO_ENCODING, RemoteFile, Source
from app.services.downloads.stop import StopSignal


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
