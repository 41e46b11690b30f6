"""Renders an untrusted chat template in a process that can be killed at any moment."""

import contextlib
import json
import logging
import queue
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

import psutil

from engine.boot import module_command
from engine.tokenizer.template_budget import MAX_TEXT_LEN
from engine.tokenizer.written_text import WrittenText

Check = Callable[[], None]
"""Called several times a second during a wait; an exception from it ends the wait."""

_MODULE = "engine.tokenizer.template_process"
_START_SECONDS = 60.0
_TICK_SECONDS = 0.05
_ORPHAN_SECONDS = 1.0
_MAX_MEMORY_BYTES = 1 << 29
_MAX_REPLY_BYTES = 16 * MAX_TEXT_LEN
_FROM_DIGITS = bytes.maketrans(b"01", b"\x00\x01")

_log = logging.getLogger(__name__)


class RenderError(Exception):
    """The template failed; for the log."""


class RenderOverrunError(RenderError):
    """The template exceeded its time or memory, and its process was killed."""


@dataclass
class TimeLimit:
    """What several renderings may take together.

    `cpu_seconds` is processor time, which each rendering lessens: a process that gets no processor
    is not to blame. `deadline`, of `time.monotonic`, is for one that hangs without using any.
    """

    cpu_seconds: float
    deadline: float


@dataclass(frozen=True)
class RenderRequest:
    """The input of a rendering.

    `messages` have a "role" and further fields for the template. Only the roles and `names`, the
    texts of special tokens, count as written by the template.
    """

    messages: Sequence[Mapping[str, object]]
    names: Mapping[str, str]
    values: Mapping[str, object] = field(default_factory=dict)


class TemplateRenderer:
    """Renders the template `source`. Not thread-safe.

    `start` or the first rendering starts the process; it is reused, and replaced after it was
    killed. `variables`: the template's free variables, known after a rendering.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.variables: frozenset[str] = frozenset()
        self._process: _Process | None = None

    def start(self) -> None:
        """Start the process, if there is none, without waiting for it."""
        if self._process is None or self._process.has_ended:
            self.close()
            try:
                self._process = _Process()
            except OSError as error:
                _log.warning("no process for the chat template could be started: %s", error)

    def render(self, request: RenderRequest, limit: TimeLimit, check: Check) -> WrittenText:
        """The rendered text. The start of a process takes extra time.

        Raises RenderError, and what `check` raises.
        """
        self.start()
        process = self._process
        if process is None:
            raise RenderError("there is no process")
        try:
            if not process.is_ready:
                begin = time.monotonic()
                process.wait(TimeLimit(_START_SECONDS, begin + _START_SECONDS), check)
                process.is_ready = True
                limit.deadline += time.monotonic() - begin
            reply = process.ask(self._encoded(request, limit.deadline), limit, check)
        except BaseException:
            self.close()
            raise
        return self._read(reply)

    def close(self) -> None:
        """End the process, even during a rendering."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _encoded(self, request: RenderRequest, deadline: float) -> bytes:
        seconds = max(deadline - time.monotonic(), 0.0) + _ORPHAN_SECONDS
        fields = {**vars(request), "source": self.source, "seconds": seconds}
        return json.dumps(fields).encode() + b"\n"

    def _read(self, reply: bytes) -> WrittenText:
        """Decode a reply. Raises RenderError for a failure or an unknown reply."""
        try:
            fields = json.loads(reply)
            failure, variables = fields.get("failure"), fields.get("variables", ())
            text = str(fields.get("text", ""))
            flags = fields.get("flags", "").encode().translate(_FROM_DIGITS)
        except (ValueError, AttributeError, RecursionError) as error:
            self.close()
            raise RenderError(f"an unreadable reply: {type(error).__name__}") from error
        if failure is not None or len(text) != len(flags):
            raise RenderError(f"{failure}")
        self.variables = frozenset(map(str, variables))
        return WrittenText(text, flags)


class _Process:
    """A process of `template_process.py` and the thread that talks to it. Raises OSError."""

    def __init__(self) -> None:
        self.is_ready = False
        process = subprocess.Popen(
            module_command(_MODULE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._process = process
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert process.stdin is not None
        assert process.stdout is not None
        threading.Thread(
            target=_converse,
            args=(process.stdin, process.stdout, self._requests, self._replies),
            name="template",
            daemon=True,
        ).start()
        # Also on garbage collection and at interpreter exit.
        self.end = weakref.finalize(self, _end, process, self._requests)

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def ask(self, request: bytes, limit: TimeLimit, check: Check) -> bytes:
        """The reply to `request`. Raises RenderError, and what `check` raises."""
        self._requests.put(request)
        return self.wait(limit, check)

    def wait(self, limit: TimeLimit, check: Check) -> bytes:
        """The next line of output. Raises RenderError, and what `check` raises."""
        begin, _ = self._used()
        while True:
            cpu_seconds, memory_bytes = self._used()
            left = limit.deadline - time.monotonic()
            if left <= 0 or cpu_seconds - begin >= limit.cpu_seconds:
                raise RenderOverrunError("the rendering took too long")
            if memory_bytes > _MAX_MEMORY_BYTES:
                raise RenderOverrunError("the rendering took too much memory")
            with contextlib.suppress(queue.Empty):
                reply = self._replies.get(timeout=min(left, _TICK_SECONDS))
                if not reply:
                    raise RenderOverrunError("the process ended in the middle of a rendering")
                limit.cpu_seconds -= max(0.0, self._used()[0] - begin)
                return reply
            check()

    def _used(self) -> tuple[float, int]:
        """Processor seconds and memory of the process; 0 if unknown."""
        try:
            process = psutil.Process(self._process.pid)
            times = process.cpu_times()
            return times.user + times.system, int(process.memory_info().rss)
        except (psutil.Error, OSError):
            return 0.0, 0


def _converse(
    stdin: IO[bytes],
    stdout: IO[bytes],
    requests: "queue.SimpleQueue[bytes | None]",
    replies: "queue.SimpleQueue[bytes]",
) -> None:
    """The thread of a process: a full or silent pipe blocks only it. Ends with the process."""
    with contextlib.suppress(OSError, ValueError), stdin, stdout:
        while reply := stdout.readline(_MAX_REPLY_BYTES):
            replies.put(reply)
            request = requests.get()
            if request is None:
                break
            stdin.write(request)
            stdin.flush()
    replies.put(b"")


def _end(process: subprocess.Popen[bytes], requests: "queue.SimpleQueue[bytes | None]") -> None:
    requests.put(None)
    with contextlib.suppress(OSError):
        process.kill()
    process.wait()
