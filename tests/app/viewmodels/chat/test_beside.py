"""Two chats side by side: what is in which, and questions that both are asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain import Author
from app.services.notices import Notices
from app.viewmodels.chat.beside import BesideViewModel
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.conversation_list import ConversationListModel
from engine.commands import Generate, Load
from tests.app.conftest import Services


@pytest.fixture
def listed(services: Services) -> ConversationListModel:
    return ConversationListModel(services.conversations)


@pytest.fixture
def beside(services: Services, listed: ConversationListModel) -> Iterator[BesideViewModel]:
    services.engine.tokens_per_second = 2000.0
    chats = [
        ChatViewModel(
            services.conversations, services.service, services.settings, notices, services.saved
        )
        for notices in (services.notices, Notices())
    ]
    main, other = chats
    listed.current_changed.connect(main.open_conversation)
    main.conversation_touched.connect(listed.touch)
    other.conversation_touched.connect(listed.touch)

    def load(path: Path) -> None:
        services.service.load(path, services.settings.settings.engine_config)

    yield BesideViewModel(main, other, listed, services.service, load)
    for chat in chats:
        chat.close()


def texts(chat: ChatViewModel) -> list[str]:
    return [chat.messages.view(row).text for row in range(chat.messages.rowCount())]


def questions(chat: ChatViewModel) -> list[str]:
    return [each.text for each in chat.messages.messages if each.author is Author.USER]


def wait_idle(services: Services, beside: BesideViewModel) -> None:
    services.qtbot.waitUntil(
        lambda: not (beside.main.is_busy or beside.chat.is_busy or beside.status)
    )


def test_a_new_chat_opens_beside_and_leaves_no_row_when_closed_unused(
    services: Services, beside: BesideViewModel, listed: ConversationListModel
) -> None:
    services.load()
    listed.create()
    shown = beside.main.conversation_id
    for _ in range(2):
        beside.toggle()
        assert beside.is_open
        assert beside.chat.conversation_id not in (None, shown)
        assert listed.rowCount() == 2
        beside.toggle()
        assert not beside.is_open
        assert [row.id for row in listed.conversations] == [shown]
        assert [row.id for row in services.conversations.all()] == [shown]


def test_a_chat_in_which_something_was_written_or_chosen_stays_when_closed(
    services: Services, beside: BesideViewModel, listed: ConversationListModel
) -> None:
    services.load()
    listed.create()

    def choose_settings() -> None:
        beside.chat.own.set_value("temperature", 0.3)

    def attach() -> None:
        beside.chat.attachments.add_text("the file")

    def write() -> None:
        beside.chat.set_draft("half a thought")

    for number, use in enumerate((choose_settings, attach, write)):
        other = services.conversations.create().id
        listed.refresh()
        beside.open(other)
        use()
        beside.close()
        assert listed.has(other)
        assert listed.rowCount() == number + 2


def test_each_chat_answers_what_is_written_in_it(
    services: Services, beside: BesideViewModel, listed: ConversationListModel
) -> None:
    services.load()
    listed.create()
    beside.toggle()
    assert beside.send(beside.main, "left")
    assert beside.send(beside.chat, "right")
    wait_idle(services, beside)
    assert questions(beside.main) == ["left"]
    assert questions(beside.chat) == ["right"]
    assert texts(beside.main)[-1]
    assert texts(beside.chat)[-1]


def test_both_are_asked_with_the_files_of_the_draft(
    services: Services, beside: BesideViewModel, listed: ConversationListModel
) -> None:
    services.load()
    listed.create()
    beside.toggle()
    beside.set_asks_both(True)
    beside.chat.attachments.add_text("the file")
    assert beside.send(beside.chat, "why?")
    wait_idle(services, beside)
    for chat in (beside.main, beside.chat):
        question, answer = chat.messages.messages
        assert question.text == "why?"
        assert [file.text for file in question.attachments] == ["the file"]
        assert answer.text
        assert not chat.attachments.shown
    assert beside.chat.draft == ""


def test_each_is_answered_by_its_own_model_and_the_loaded_one_begins(
    services: Services, beside: BesideViewModel, listed: ConversationListModel, tmp_path: Path
) -> None:
    paths = [tmp_path / "a.gguf", tmp_path / "b.gguf"]
    for path in paths:
        path.touch()
    with services.qtbot.waitSignal(services.service.model_loaded):
        services.service.load(paths[1], services.settings.settings.engine_config)
    listed.create()
    beside.toggle()
    beside.set_asks_both(True)
    beside.main.own.set_model(str(paths[0]))
    beside.chat.own.set_model(str(paths[1]))
    for number in range(2):
        assert beside.send(beside.main, f"question {number}")
        wait_idle(services, beside)
    sent = [
        Path(each.path).name if isinstance(each, Load) else "ask"
        for each in services.engine.sent
        if isinstance(each, Load | Generate)
    ]
    assert sent == ["b.gguf", "ask", "a.gguf", "ask", "ask", "b.gguf", "ask"]
    assert questions(beside.main) == questions(beside.chat) == ["question 0", "question 1"]


def test_what_was_stopped_leaves_the_other_question_waiting(
    services: Services, beside: BesideViewModel, listed: ConversationListModel, tmp_path: Path
) -> None:
    services.load()
    listed.create()
    beside.toggle()
    beside.set_asks_both(True)
    other = tmp_path / "other.gguf"
    other.touch()
    beside.chat.own.set_model(str(other))
    services.engine.num_tokens = 100_000
    assert beside.send(beside.main, "tell me everything")
    services.qtbot.waitUntil(lambda: len(texts(beside.main)[-1]) > 20)
    assert beside.status
    beside.main.stop()
    services.qtbot.waitUntil(lambda: not beside.main.is_busy)
    assert not beside.status
    assert questions(beside.chat) == []
    waiting = beside.chat.queue.of(beside.chat.conversation_id)
    assert [message.text for message in waiting] == ["tell me everything"]


def test_a_chat_is_never_in_both(
    services: Services, beside: BesideViewModel, listed: ConversationListModel
) -> None:
    services.load()
    listed.create()
    main = beside.main.conversation_id
    assert main is not None
    beside.open(main)
    assert not beside.is_open
    beside.toggle()
    beside.chat.set_draft("half a thought")
    other = beside.chat.conversation_id
    assert other is not None
    listed.select(other)
    assert not beside.is_open
    assert beside.main.draft == "half a thought"
    beside.main.set_draft("a whole thought")
    listed.select(main)
    beside.open(other)
    assert beside.chat.draft == "a whole thought"


def test_an_answer_ends_when_its_chat_moves_to_the_other_side(
    services: Services, beside: BesideViewModel, listed: ConversationListModel
) -> None:
    services.load()
    listed.create()
    beside.toggle()
    services.engine.num_tokens = 100_000
    assert beside.send(beside.chat, "tell me everything")
    services.qtbot.waitUntil(lambda: len(texts(beside.chat)[-1]) > 20)
    moved = beside.chat.conversation_id
    assert moved is not None
    listed.select(moved)
    services.qtbot.waitUntil(lambda: not beside.chat.is_busy)
    assert texts(beside.main) == texts(beside.chat)
    assert not beside.main.messages.messages[-1].is_streaming


def test_a_deleted_chat_leaves_the_side(
    services: Services, beside: BesideViewModel, listed: ConversationListModel
) -> None:
    services.load()
    listed.create()
    beside.toggle()
    beside.chat.set_draft("keep me")
    beside.chat.drafts.save()
    listed.refresh()
    assert beside.chat.conversation_id is not None
    listed.set_search("nothing has this")
    assert beside.is_open
    listed.set_search("")
    listed.delete(beside.chat.conversation_id)
    assert not beside.is_open
