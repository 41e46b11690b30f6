"""The list of conversations on a real database."""

from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from app.domain import Author
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.viewmodels.conversation_list import ConversationListModel, ConversationRole
from tests.app.conftest import Services


@pytest.fixture
def model(services: Services, qtmodeltester: ModelTester) -> ConversationListModel:
    model = ConversationListModel(services.conversations)
    qtmodeltester.check(model)
    return model


def _titles(model: ConversationListModel) -> list[str]:
    return [model.index(row).data() for row in range(model.rowCount())]


def _add(services: Services, title: str, text: str = "hello") -> int:
    chat = services.conversations.create()
    services.conversations.rename(chat.id, title)
    services.conversations.append(chat.id, None, Author.USER, text)
    return chat.id


def test_the_first_start_makes_a_conversation(model: ConversationListModel) -> None:
    opened: list[int] = []
    model.current_changed.connect(opened.append)
    model.open_last()
    assert _titles(model) == ["New chat"]
    assert opened == [model.current_id]


def test_new_takes_an_unused_conversation_again(
    services: Services, model: ConversationListModel
) -> None:
    model.open_last()
    first = model.current_id
    _add(services, "Used")
    model.refresh()
    model.create()
    assert model.current_id == first
    services.conversations.set_draft(first, "begun")
    model.refresh()
    model.create()
    assert model.current_id != first
    assert model.rowCount() == 3


def test_selecting_marks_the_row(services: Services, model: ConversationListModel) -> None:
    ids = [_add(services, "A"), _add(services, "B")]
    model.refresh()
    model.open_last()
    model.select(ids[0])
    marks = [model.index(row).data(ConversationRole.IS_CURRENT) for row in range(2)]
    assert (_titles(model), marks) == (["B", "A"], [False, True])


def test_renaming_takes_one_line_and_ignores_nothing(
    services: Services, model: ConversationListModel
) -> None:
    chat = _add(services, "Old")
    model.refresh()
    model.rename(chat, " New\nname ")
    model.rename(chat, "   ")
    assert _titles(model) == ["New name"]


def test_a_deleted_conversation_can_be_brought_back(
    services: Services, model: ConversationListModel
) -> None:
    kept, deleted = _add(services, "Kept"), _add(services, "Gone")
    model.refresh()
    model.open_last()
    told: list[str] = []
    model.conversations_deleted.connect(lambda sentence, _: told.append(sentence))
    model.delete(deleted)
    assert (told, _titles(model), model.current_id) == (["“Gone” was deleted."], ["Kept"], kept)
    model.undo_delete()
    assert (_titles(model), model.current_id) == (["Gone", "Kept"], deleted)


def test_deleting_the_last_conversation_leaves_a_new_one(
    services: Services, model: ConversationListModel
) -> None:
    chat = _add(services, "Only")
    model.refresh()
    model.open_last()
    model.delete(chat)
    assert _titles(model) == ["New chat"]


def test_search_shows_the_matching_piece(services: Services, model: ConversationListModel) -> None:
    _add(services, "Zoo", "an elephant\nwalks by")
    _add(services, "Other")
    model.refresh()
    model.set_search("eleph")
    assert _titles(model) == ["Zoo"]
    row = model.index(0)
    assert row.data(ConversationRole.PREVIEW) == "an elephant walks by"
    assert row.data(Qt.ItemDataRole.AccessibleTextRole).endswith("an elephant walks by")
    model.set_search("nowhere")
    assert _titles(model) == []
    model.set_search("")
    assert model.rowCount() == 2


def test_a_chat_found_by_its_title_opens_at_its_message(
    services: Services, model: ConversationListModel
) -> None:
    """Its title is its first question: whoever finds it looks for what was said."""
    chat = _add(services, "Explain gravity", "Gravity pulls")
    model.refresh()
    opened = []
    model.hit_opened.connect(lambda message_id, words: opened.append((message_id, words)))
    model.set_search("gravit")
    row = model.index(0)
    ((start, end),) = row.data(ConversationRole.TITLE_MARKS)
    assert row.data(ConversationRole.FOUND_TITLE)[start:end] == "gravit"
    ((start, end),) = row.data(ConversationRole.MARKS)
    assert row.data(ConversationRole.PREVIEW)[start:end] == "Gravit"
    model.open(chat)
    (message,) = services.conversations.branch(chat)
    assert opened == [(message.id, ("gravit", "Gravit"))]


def test_a_word_late_in_a_title_is_shown_and_marked(
    services: Services, model: ConversationListModel
) -> None:
    title = "Write a Python function that adds two numbers"
    _add(services, title)
    model.refresh()
    model.set_search("numbers")
    row = model.index(0)
    found = row.data(ConversationRole.FOUND_TITLE)
    ((start, end),) = row.data(ConversationRole.TITLE_MARKS)
    assert found[start:end] == "numbers"
    assert start < 20
    assert row.data(ConversationRole.TITLE) == title


def test_what_is_gone_for_good_cannot_be_brought_back(
    services: Services, model: ConversationListModel
) -> None:
    deleted = _add(services, "Gone")
    _add(services, "Kept")
    model.refresh()
    model.open_last()
    model.delete(deleted)
    services.conversations.purge_deleted()
    assert not model.undo_delete()
    assert _titles(model) == ["Kept"]
    assert model.current_id != deleted


def test_a_start_opens_the_chat_viewed_last(
    services: Services, model: ConversationListModel
) -> None:
    viewed = _add(services, "Viewed")
    _add(services, "Newer")
    model.refresh()
    model.select(viewed)
    again = ConversationListModel(services.conversations)
    again.open_last()
    assert again.current_id == viewed


def test_a_second_window_leaves_what_the_first_may_undo(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    with closing(open_database(path)) as first, closing(open_database(path)) as second:
        here = ConversationListModel(Conversations(first.connection, lease=first.lease))
        here.create()
        here.rename(here.current_id or 0, "Kept")
        deleted = here.current_id
        assert deleted is not None
        here.delete(deleted)
        store = Conversations(second.connection, lease=second.lease)
        store.recover()
        store.purge_deleted()
        there = ConversationListModel(store)
        there.open_last()
        assert here.undo_delete()
        assert here.current_id == deleted
        message = here._conversations.append(deleted, None, Author.USER, "still here")
        there.refresh()
        assert "Kept" in _titles(there)
        assert store.message(message.id).text == "still here"


def test_a_piece_that_is_one_endless_word_is_cut(
    services: Services, model: ConversationListModel
) -> None:
    _add(services, "y" * 100_000, "x" * 100_000)
    model.set_search("xxx")
    assert len(model.index(0).data(ConversationRole.PREVIEW)) < 1000
    assert len(model.index(0).data(ConversationRole.TITLE)) < 1000
