"""What is worth a notification while the window is in the background."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal

from app.services.downloads.download import DownloadState
from app.viewmodels.attention import LONG_SECONDS, Attention, Call, Place
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.library.downloads import DownloadsViewModel
from tests.app.conftest import Services
from tests.support.scripted_hub import ScriptedQueue


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Compared(QObject):
    """What Attention needs of a comparison."""

    completed = Signal()
    verdict = "1.8× faster · a against b"


class Desk:
    """A chat, downloads and a comparison, watched."""

    def __init__(self, services: Services, folder: Path) -> None:
        self.services, self.clock, self.calls = services, Clock(), list[Call]()
        conversations = services.conversations
        self.listed = ConversationListModel(conversations)
        self.chat = ChatViewModel(
            conversations, services.service, services.settings, services.notices, services.saved
        )
        self.listed.current_changed.connect(self.chat.open_conversation)
        self.chat.conversation_touched.connect(self.listed.touch)
        self.queue = ScriptedQueue(folder)
        self.downloads = DownloadsViewModel(lambda: self.queue, services.settings, services.notices)
        self.compared = Compared()
        self.attention = Attention(
            [self.chat],
            self.listed,
            self.downloads,
            self.compared,  # type: ignore[arg-type]
            self.clock,
        )
        self.attention.wanted.connect(self.calls.append)
        self.listed.open_last()
        services.load()

    def ask(self, text: str, seconds: float) -> None:
        """Ask, and have the answer take so long by the clock."""
        self.chat.send(text)
        self.clock.now += seconds
        self.services.qtbot.waitUntil(lambda: not self.chat.is_busy)


@pytest.fixture
def desk(services: Services, tmp_path: Path) -> Iterator[Desk]:
    services.engine.tokens_per_second = None
    desk = Desk(services, tmp_path)
    yield desk
    desk.chat.close()
    desk.downloads.close()


def test_a_long_answer_is_told_of_under_the_title_of_its_chat(desk: Desk) -> None:
    desk.ask("About rainbows", LONG_SECONDS)
    assert desk.calls == [
        Call("About rainbows", "The answer is complete.", Place.CHAT, desk.listed.current_id)
    ]


def test_a_short_answer_is_not_told_of(desk: Desk) -> None:
    desk.ask("Hello", LONG_SECONDS - 0.1)
    assert not desk.calls


def test_the_title_of_a_temporary_chat_stays_in_it(desk: Desk) -> None:
    desk.listed.create(is_temporary=True)
    desk.ask("A secret", LONG_SECONDS)
    (call,) = desk.calls
    assert call.title == "Encore"


def test_an_answer_that_was_stopped_is_not_told_of(desk: Desk, services: Services) -> None:
    services.engine.tokens_per_second, services.engine.num_tokens = 100, 100_000
    desk.chat.send("Go on")
    desk.clock.now += LONG_SECONDS
    desk.chat.stop()
    services.qtbot.waitUntil(lambda: not desk.chat.is_busy)
    assert not desk.calls


def test_a_failure_is_told_with_its_reason(desk: Desk, services: Services) -> None:
    services.engine.answer_problem = "The engine has no memory left."
    desk.ask("Hello", LONG_SECONDS)
    assert [call.text for call in desk.calls] == ["The engine has no memory left."]


def test_an_answer_that_was_cut_off_is_not_called_complete(desk: Desk, services: Services) -> None:
    services.engine.finish_reason = "length"
    desk.ask("Hello", LONG_SECONDS)
    assert [call.text for call in desk.calls] == ["The answer ended early."]


def test_downloads_and_comparisons_are_told_of(desk: Desk, services: Services) -> None:
    desk.queue.put("one", DownloadState.RUNNING)
    desk.queue.put("two", DownloadState.RUNNING)
    desk.downloads.start()
    services.qtbot.waitUntil(lambda: len(desk.downloads.rows) == 2)
    desk.queue.put("one", DownloadState.DONE)
    desk.queue.put("two", DownloadState.FAILED, problem="The disk is full.")
    desk.downloads.refresh()
    services.qtbot.waitUntil(lambda: len(desk.calls) == 2)
    desk.compared.completed.emit()
    done, failed, compared = desk.calls
    assert done.text.endswith("has been downloaded.")
    assert failed.text.endswith("stopped. The disk is full.")
    assert (done.place, failed.place) == (Place.DOWNLOADS, Place.DOWNLOADS)
    assert "1.8× faster" in compared.text
    assert compared.place is Place.COMPARISON
