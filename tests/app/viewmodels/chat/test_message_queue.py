"""Messages written during an answer: sent in order, edited, removed, kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.domain import Author
from app.storage.saved_texts import SavedTexts
from app.viewmodels.chat.chat_page import ChatViewModel
from engine.commands import Generate
from tests.app.conftest import Services


@pytest.fixture
def chat(services: Services, tmp_path: Path) -> Iterator[ChatViewModel]:
    services.engine.tokens_per_second = None
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        SavedTexts.below(tmp_path),
    )
    chat.open_conversation(services.conversations.create().id)
    services.load()
    yield chat
    chat.close()


def _begin(services: Services, chat: ChatViewModel) -> None:
    """An answer that goes on until it is stopped."""
    services.engine.tokens_per_second = 200.0
    services.engine.num_tokens = 100_000
    assert chat.send("first")
    services.qtbot.waitUntil(lambda: len(chat.messages.view(1).text) > 5)
    services.engine.num_tokens = 3


def _questions(services: Services, conversation_id: int | None) -> list[str]:
    assert conversation_id is not None
    branch = services.conversations.branch(conversation_id)
    return [message.text for message in branch if message.author is Author.USER]


def _queued(chat: ChatViewModel) -> list[str]:
    return [message.text for message in chat.queue.of(chat.conversation_id)]


def test_what_is_written_during_an_answer_is_sent_after_it_in_order(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.tokens_per_second = 100.0
    services.engine.num_tokens = 30
    assert chat.send("first")
    assert chat.send("second")
    assert chat.send("third")
    assert _queued(chat) == ["second", "third"]
    services.qtbot.waitUntil(lambda: len(services.engine.sent_of(Generate)) == 3)
    services.qtbot.waitUntil(lambda: not chat.is_busy)
    assert _queued(chat) == []
    assert _questions(services, chat.conversation_id) == ["first", "second", "third"]
    roles = [m.role for m in services.engine.sent_of(Generate)[-1].prompt.messages]
    assert roles == ["user", "assistant"] * 2 + ["user"]


def test_what_is_written_between_two_answers_waits_for_its_turn(
    services: Services, chat: ChatViewModel
) -> None:
    def write(_message: object) -> None:
        chat.answer_ended.disconnect(write)
        assert chat.send("third")

    services.engine.tokens_per_second = 100.0
    services.engine.num_tokens = 10
    chat.answer_ended.connect(write)
    assert chat.send("first")
    assert chat.send("second")
    services.qtbot.waitUntil(lambda: len(services.engine.sent_of(Generate)) == 3)
    services.qtbot.waitUntil(lambda: not chat.is_busy)
    assert _questions(services, chat.conversation_id) == ["first", "second", "third"]


def test_stopping_holds_the_queue_until_the_person_goes_on(
    services: Services, chat: ChatViewModel
) -> None:
    _begin(services, chat)
    chat.send("second")
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    QCoreApplication.processEvents()
    assert chat.queue.is_paused
    assert _queued(chat) == ["second"]
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.queue.resume()
    assert _questions(services, chat.conversation_id) == ["first", "second"]
    assert not chat.queue.is_paused


def test_a_queued_message_can_be_edited_or_removed(
    services: Services, chat: ChatViewModel, tmp_path: Path
) -> None:
    _begin(services, chat)
    path = tmp_path / "notes.txt"
    path.write_text("text")
    chat.attachments.add_files([path])
    services.qtbot.waitUntil(lambda: not chat.attachments.is_reading)
    chat.send("with a file")
    chat.send("dropped")
    assert chat.attachments.shown == ()
    first, second = chat.queue.of(chat.conversation_id)
    assert first.label == "with a file · notes.txt"
    chat.queue.remove(second.id)
    assert chat.queue.edit(first.id) == "with a file"
    assert [view.name for view in chat.attachments.shown] == ["notes.txt"]
    assert _queued(chat) == []
    chat.stop()


def test_the_queue_goes_on_in_its_own_chat_and_with_another_model(
    services: Services, chat: ChatViewModel
) -> None:
    _begin(services, chat)
    first = chat.conversation_id
    chat.send("second")
    chat.open_conversation(services.conversations.create().id)
    assert _queued(chat) == []
    services.load()  # takes the model away from the answer
    services.qtbot.waitUntil(lambda: len(services.engine.sent_of(Generate)) == 2)
    services.qtbot.waitUntil(lambda: not chat.is_busy)
    assert _questions(services, first) == ["first", "second"]
    assert chat.messages.rowCount() == 0


def test_queued_messages_are_in_the_draft_after_a_crash(
    services: Services, chat: ChatViewModel
) -> None:
    _begin(services, chat)
    chat.send("second")
    chat.set_draft("third, half wri")
    assert chat.draft == "third, half wri"
    conversation_id = chat.conversation_id
    assert conversation_id is not None
    services.qtbot.waitUntil(
        lambda: services.conversations.get(conversation_id).draft == "second\n\nthird, half wri",
        timeout=3000,
    )
    chat.open_conversation(services.conversations.create().id)
    chat.open_conversation(conversation_id)
    assert chat.draft == "third, half wri"
    chat.stop()


def test_messages_of_a_deleted_chat_hold_up_nothing(
    services: Services, chat: ChatViewModel
) -> None:
    _begin(services, chat)
    first = chat.conversation_id
    assert first is not None
    chat.send("for the deleted chat")
    second = services.conversations.create().id
    chat.open_conversation(second)
    chat.send("for this one")
    services.conversations.delete(first)
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    chat.queue.resume()
    services.qtbot.waitUntil(lambda: not chat.queue.of(first))
    chat.queue.resume()
    services.qtbot.waitUntil(lambda: _questions(services, second) == ["for this one"])
    services.qtbot.waitUntil(lambda: not chat.is_busy)


def test_a_queued_message_is_sent_sooner_once_it_is_moved_up(
    services: Services, chat: ChatViewModel
) -> None:
    _begin(services, chat)
    for text in ("second", "third", "fourth"):
        chat.send(text)
    last = chat.queue.of(chat.conversation_id)[-1]
    for order in (["second", "fourth", "third"], ["fourth", "second", "third"]):
        chat.queue.move_up(last.id)
        assert _queued(chat) == order
    chat.queue.move_up(last.id)  # nothing stands above it
    chat.stop()
    chat.queue.resume()
    services.qtbot.waitUntil(lambda: not _queued(chat) and not chat.is_busy)
    asked = ["first", "fourth", "second", "third"]
    assert _questions(services, chat.conversation_id) == asked
