"""The window stays alive and light while text pours in."""

import gc

import psutil
import pytest
from pytestqt.qtbot import QtBot

from app.main import Parts
from tests.support.fake_engine import FakeEngine
from tests.support.heartbeat import assert_in_time

pytestmark = pytest.mark.alone

NUM_ANSWERS, TOKENS_PER_ANSWER = 50, 2000
MAX_GROWTH_BYTES = 12_000_000


def answer(qtbot: QtBot, parts: Parts, text: str) -> None:
    assert parts.view_models.chat.send(text)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy, timeout=30_000)


def test_a_thousand_tokens_a_second_leave_the_event_loop_in_time(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    answer(qtbot, parts, "Warm up fonts, layouts and lexers.")
    engine.tokens_per_second, engine.num_tokens = 1000.0, 3000
    assert_in_time(lambda: answer(qtbot, parts, "Count."))


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
