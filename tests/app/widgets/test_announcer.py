"""What a screen reader says of what happens in the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from pytestqt.qtbot import QtBot

from app.domain import NoticeLevel
from app.main import Parts
from app.viewmodels.attention import Attention, Call, Place
from app.widgets import announcer
from app.widgets.announcement import announce
from tests.app.widgets.test_main_window import ask
from tests.support.fake_engine import FakeEngine


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that was said; what is urgent begins with "!"."""
    said: list[str] = []

    def note(_source: QObject, text: str, *, is_urgent: bool = False) -> None:
        said.append("!" * is_urgent + text)

    monkeypatch.setattr(announcer, "announce", note)
    return said


def test_what_happens_is_said(
    qtbot: QtBot, parts: Parts, engine: FakeEngine, said: list[str]
) -> None:
    def hear(words: str) -> None:
        qtbot.waitUntil(lambda: any(words in one for one in said))
        said.clear()

    chat, models = parts.view_models.chat, parts.view_models.models
    models.load_path(Path("other.gguf"))
    hear("Tiny is loaded.")
    ask(qtbot, parts, "Hello")
    assert not any("tools" in one for one in said)  # this chat has none
    hear("The answer is complete.")
    parts.window.chat_page.transcript.finder.show_hit(chat.messages.messages[-1].id, "step")
    hear("1 of ")
    engine.answer_problem = "The engine has no memory left."
    ask(qtbot, parts, "Hello")
    hear("!The engine has no memory left.")
    engine.answer_problem, engine.finish_reason = "", "length"
    ask(qtbot, parts, "Hello")
    hear("The answer ended early.")
    engine.finish_reason = "stop"
    parts.notices.report("It is cold.", NoticeLevel.INFO)
    parts.notices.report("The disk is full.", NoticeLevel.ERROR)
    hear("!It is cold. The disk is full.")  # together: one announcement cuts off another
    (attention,) = parts.window.findChildren(Attention)
    attention.wanted.emit(Call("Encore", "Tiny has been downloaded.", Place.DOWNLOADS))
    hear("Tiny has been downloaded.")
    engine.tokens_per_second, engine.num_tokens = 100, 100_000
    chat.send("Go on")
    hear("Answering…")
    chat.stop()
    hear("The answer was stopped.")


def test_an_urgent_announcement_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[QAccessibleAnnouncementEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", events.append)
    source = QObject()
    announce(source, "Soon")
    announce(source, "Now", is_urgent=True)
    politeness = QAccessible.AnnouncementPoliteness
    assert [(event.message(), event.politeness()) for event in events] == [
        ("Soon", politeness.Polite),
        ("Now", politeness.Assertive),
    ]
