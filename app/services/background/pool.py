"""Runs functions on a thread pool and reports to the GUI thread."""

import contextlib
import logging
from collections import deque
from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal

from engine.errors import EngineError

_log = logging.getLogger(__name__)

_LEAST_THREADS = 8

T = TypeVar("T")


def run_in_background(
    work: Callable[[], T],
    on_done: Callable[[T], None],
    on_error: Callable[[Exception], None],
    pool: QThreadPool | None = None,
) -> None:
    """Run `work` on a pool thread, then one callback on the GUI thread, which must call this."""
    job = _Job(work, on_done, on_error, _relay())
    # Not a QRunnable: who owns one is decided after the start, when it may have ended.
    (pool or _shared_pool()).start(job.run)


def gui_caller() -> Callable[[Callable[[], None]], None]:
    """What any thread may hand a function to; it runs on the GUI thread, which must call this."""
    relay = _relay()

    def hand_over(function: Callable[[], None]) -> None:
        relay.bring(_Call(function))

    return hand_over


def wait_for_background(timeout_seconds: float = 5.0) -> bool:
    """At exit: wait for pending work; False after the timeout."""
    return _shared_pool().waitForDone(int(timeout_seconds * 1000))


@cache
def _shared_pool() -> QThreadPool:
    pool = QThreadPool.globalInstance()
    # Most work waits for the network or the disk and must not block the rest.
    pool.setMaxThreadCount(max(_LEAST_THREADS, pool.maxThreadCount()))
    return pool


def _nothing(*_: object) -> None:
    """Replaces a callback that was called."""


class _Job:
    """Not a QObject: the pool thread may drop the last reference."""

    def __init__(
        self,
        work: Callable[[], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        relay: "_Relay",
    ) -> None:
        self._work, self._on_done, self._on_error = work, on_done, on_error
        self._relay = relay
        self._finish: Callable[[], None] = _nothing

    def run(self) -> None:
        """Runs on the pool thread."""
        try:
            result = self._work()
        except Exception as error:  # noqa: BLE001  the edge of the thread
            is_told = isinstance(error, EngineError)
            _log.info("background work failed: %s", error, exc_info=not is_told)
            self._finish = partial(self._on_error, error)
        else:
            self._finish = partial(self._on_done, result)
        self._relay.bring(self)

    def end(self) -> None:
        """Runs on the GUI thread, and drops the callbacks and what they hold there."""
        finish = self._finish
        self._work = self._on_done = self._on_error = _nothing
        self._finish = _nothing
        finish()


class _Call:
    """A function that another thread wants to be called."""

    def __init__(self, function: Callable[[], None]) -> None:
        self._function = function

    def end(self) -> None:
        """Runs on the GUI thread, and drops what the function holds there."""
        function, self._function = self._function, _nothing
        function()


class _Relay(QObject):
    """Returns jobs to the thread that created it, the GUI thread."""

    _came = Signal()

    def __init__(self) -> None:
        super().__init__()
        # Qt's queue would hold references to jobs that Python knows nothing of.
        self._waiting: deque[_Job | _Call] = deque()
        self._came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    def bring(self, job: _Job | _Call) -> None:
        """Have `job` ended on the GUI thread; called on any thread."""
        self._waiting.append(job)
        with contextlib.suppress(RuntimeError):  # the application is gone, and all it waited for
            self._came.emit()

    def _on_came(self) -> None:
        self._waiting.popleft().end()


@cache
def _relay() -> _Relay:
    return _Relay()
