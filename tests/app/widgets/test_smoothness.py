"""The window stays alive and light while text pours in."""

import gc
import time
from collections.abc import Iterator

import psutil
import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from pytestqt.qtbot import QtBot

from app.main import Parts
from tests.support.fake_engine import FakeEngine

pytestmark = pytest.mark.alone

MAX_LATE_SECONDS = 0.050
NUM_TRIES = 3  # another program may take the processor away for a moment
NUM_ANSWERS, TOKENS_PER_ANSWER = 50, 2000
MAX_GROWTH_BYTES = 12_000_000


class Heartbeat(QObject):
    """How late the event loop is, at worst, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.worst = 0.0
        self._due = 0.0
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=10)
        self._timer.timeout.connect(self._on_beat)

    def start(self) -> None:
        self.worst, self._due = 0.0, time.perf_counter() + 0.010
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_beat(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._due)
        self._due = now + 0.010


@pytest.fixture
def heartbeat() -> Iterator[Heartbeat]:
    beating = Heartbeat()
    yield beating
    beating.stop()


def answer(qtbot: QtBot, parts: Parts, text: str) -> None:
    assert parts.view_models.chat.send(text)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy, timeout=30_000)


def test_a_thousand_tokens_a_second_leave_the_event_loop_in_time(
    qtbot: QtBot, parts: Parts, engine: FakeEngine, heartbeat: Heartbeat
) -> None:
    answer(qtbot, parts, "Warm up fonts, layouts and lexers.")
    engine.tokens_per_second, engine.num_tokens = 1000.0, 3000
    worst: list[float] = []
    for _ in range(NUM_TRIES):
        heartbeat.start()
        answer(qtbot, parts, "Count.")
        heartbeat.stop()
        worst.append(heartbeat.worst)
        if heartbeat.worst <= MAX_LATE_SECONDS:
            return
    pytest.fail(f"the event loop was late by {worst} s")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_memory_is_flat_over_a_hundred_thousand_tokens(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    engine.num_tokens = TOKENS_PER_ANSWER
    process = psutil.Process()
    sizes: list[int] = []
    for _ in range(NUM_ANSWERS):
        answer(qtbot, parts, "Go on.")
        engine.sent.clear()  # it keeps every prompt, and with it every earlier answer
        gc.collect()
        sizes.append(process.memory_info().rss)
    settled = sizes[NUM_ANSWERS // 5]
    assert sizes[-1] - settled < MAX_GROWTH_BYTES, " ".join(f"{size >> 20}" for size in sizes)
