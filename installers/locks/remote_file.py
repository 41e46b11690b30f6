"""A file on a web server, read in pieces: enough for the table of contents of a large wheel."""

import io
import re
import urllib.request

_TAIL = 1 << 16  # a wheel's table of contents lies at its end


class RemoteFile(io.RawIOBase):
    """The file at `url`, which must answer requests for a range. Raises `urllib.error.URLError`."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._place = 0
        self._tail, content_range = self._ask(f"-{_TAIL}")
        total = re.fullmatch(r"bytes \d+-\d+/(\d+)", content_range)
        self.size = int(total[1]) if total else len(self._tail)

    def readable(self) -> bool:
        """Always."""
        return True

    def seekable(self) -> bool:
        """Always."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move to a place; nothing is asked of the server."""
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self.size}[whence]
        self._place = start + offset
        return self._place

    def read(self, size: int = -1) -> bytes:
        """The next `size` bytes, or all that are left."""
        end = self.size if size < 0 else min(self._place + size, self.size)
        start, self._place = self._place, max(end, self._place)
        if start >= end:
            return b""
        tail_start = self.size - len(self._tail)
        if start >= tail_start:
            return self._tail[start - tail_start : end - tail_start]
        return self._ask(f"{start}-{end - 1}")[0]

    def _ask(self, byte_range: str) -> tuple[bytes, str]:
        request = urllib.request.Request(self._url, headers={"Range": f"bytes={byte_range}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read(), answer.headers.get("Content-Range", "")
