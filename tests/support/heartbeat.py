"""How late the event loop is, at worst."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

MAX_LATE_SECONDS = 0.050
NUM_TRIES = 3  # another program may take the processor away for a moment
_INTERVAL_MS = 10


class Heartbeat(QObject):
    """A precise timer that remembers the longest delay of its beats, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.worst = 0.0
        self._due = 0.0
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._on_beat)

    def start(self) -> None:
        self.worst, self._due = 0.0, time.perf_counter() + _INTERVAL_MS / 1000
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_beat(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._due)
        self._due = now + _INTERVAL_MS / 1000


def assert_in_time(run: Callable[[], object]) -> None:
    """Fail unless the event loop is in time throughout one of a few calls of `run`."""
    heartbeat = Heartbeat()
    worst: list[float] = []
    for _ in range(NUM_TRIES):
        heartbeat.start()
        run()
        heartbeat.stop()
        worst.append(heartbeat.worst)
        if heartbeat.worst < MAX_LATE_SECONDS:
            return
    raise AssertionError(f"the event loop was late by {worst} s")
