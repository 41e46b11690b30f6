"""Trees of messages: copies, deletions that come back, answers that go on."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import AnswerStats, Author, Message, MessageStatus
from app.storage.conversations import Conversations
from app.storage.database import GoneError, open_database


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Conversations]:
    with closing(open_database(tmp_path / "chats.db")) as database:
        yield Conversations(database.connection)


@pytest.fixture
def chat(kept: Conversations) -> int:
    """Three turns, each question with its answer."""
    conversation = kept.create().id
    parent = None
    for turn in "abc":
        parent = kept.append(conversation, parent, Author.USER, turn).id
        parent = kept.append(conversation, parent, Author.ASSISTANT, turn.upper(), model="M").id
    return conversation


def texts(kept: Conversations, chat: int) -> str:
    return "".join(message.text for message in kept.branch(chat))


def find(kept: Conversations, chat: int, text: str) -> Message:
    return next(message for message in kept.messages(chat) if message.text == text)


@pytest.mark.parametrize("text", ["b", "B"])
def test_a_turn_goes_and_comes_back_where_it_was(kept: Conversations, chat: int, text: str) -> None:
    before = kept.messages(chat)
    deletion = kept.tree_of(1).delete(find(kept, chat, text).id)
    assert texts(kept, chat) == "aAcC"
    assert not deletion.is_version
    assert kept.search("b") == []
    kept.tree_of(1).restore(deletion)
    assert texts(kept, chat) == "aAbBcC"
    assert kept.messages(chat) == before
    assert len(kept.all()) == 1


def test_the_first_and_the_last_turn_can_go_too(kept: Conversations, chat: int) -> None:
    deletions = [kept.tree_of(1).delete(find(kept, chat, text).id) for text in "acb"]
    assert kept.branch(chat) == []
    for deletion in reversed(deletions):
        kept.tree_of(1).restore(deletion)
    assert texts(kept, chat) == "aAbBcC"


def test_of_several_versions_one_goes_with_what_followed_it(kept: Conversations, chat: int) -> None:
    question = find(kept, chat, "b")
    kept.append(chat, question.id, Author.ASSISTANT, "B2")
    deletion = kept.tree_of(1).delete(find(kept, chat, "B").id)
    assert deletion.is_version
    assert texts(kept, chat) == "aAbB2"
    assert kept.branch(chat)[-1].num_versions == 1
    kept.tree_of(1).restore(deletion)
    assert texts(kept, chat) == "aAbB2"
    assert kept.branch(chat)[-1].num_versions == 2
    assert kept.tree_of(1).show_version(find(kept, chat, "B2").id, -1)
    assert texts(kept, chat) == "aAbBcC"


def test_what_is_deleted_with_others_is_not_shown_again(kept: Conversations, chat: int) -> None:
    question = find(kept, chat, "c")
    second = kept.append(chat, question.id, Author.ASSISTANT, "C2")
    kept.tree_of(1).delete(second.id)
    kept.tree_of(1).delete(question.id)
    assert texts(kept, chat) == "aAbB"


def test_a_deletion_outlives_only_its_window(kept: Conversations, chat: int) -> None:
    deletion = kept.tree_of(1).delete(find(kept, chat, "b").id)
    kept.purge_deleted()
    with pytest.raises(GoneError):
        kept.tree_of(1).restore(deletion)
    assert texts(kept, chat) == "aAcC"


def test_an_edited_answer_keeps_what_follows_each_version(kept: Conversations, chat: int) -> None:
    rest = [find(kept, chat, text).id for text in "cC"]
    edited = kept.tree_of(1).edit_answer(find(kept, chat, "B").id, "new", rest)
    assert texts(kept, chat) == "aAbnewcC"
    version = kept.message(edited)
    assert (version.version, version.num_versions, version.model) == (2, 2, "M")
    assert version.stats == AnswerStats(finish_reason="edited")
    assert version.is_unfinished
    kept.tree_of(1).show_version(edited, -1)
    assert texts(kept, chat) == "aAbBcC"


def test_a_branch_is_a_chat_of_its_own(kept: Conversations, chat: int) -> None:
    folder = kept.folders.create("Work")
    kept.folders.move([chat], folder)
    kept.set_settings_json(chat, '{"values":{"top_k":3}}')
    made = kept.tree_of(1).branch_into_new(find(kept, chat, "B").id, "Title")
    assert texts(kept, made) == "aAbB"
    branch = kept.get(made)
    assert (branch.title, branch.is_named, branch.folder_id) == ("Title", True, folder)
    assert kept.settings_json(made) == kept.settings_json(chat)
    kept.append(made, kept.branch(made)[-1].id, Author.USER, "else")
    assert texts(kept, chat) == "aAbBcC"


def test_the_ids_of_a_cut_answer_are_kept_until_it_goes_on(kept: Conversations, chat: int) -> None:
    answer = find(kept, chat, "C")
    ids = (1, 2**32 - 1, 0)
    kept.finish(answer.id, "C", MessageStatus.STOPPED, AnswerStats(), token_ids=ids)
    assert kept.message(answer.id).token_ids == ids
    kept.tree_of(1).reopen(answer.id)
    reopened = kept.message(answer.id)
    assert reopened.token_ids == ()
    assert reopened.is_streaming
    assert kept.recover() == 1
    assert kept.message(answer.id).status is MessageStatus.PARTIAL


def test_what_another_window_deleted_is_said(kept: Conversations, chat: int) -> None:
    answer = find(kept, chat, "C")
    kept.delete(chat)
    for change in (
        lambda: kept.tree_of(1).reopen(answer.id),
        lambda: kept.tree_of(1).edit_answer(answer.id, "x"),
        lambda: kept.tree_of(1).branch_into_new(answer.id, ""),
        lambda: kept.tree_of(1).delete(answer.id),
    ):
        with pytest.raises(GoneError):
            change()


def test_a_version_is_shown_as_it_was_left(kept: Conversations, chat: int) -> None:
    question = find(kept, chat, "b")
    kept.append(chat, find(kept, chat, "B").id, Author.USER, "x")
    kept.tree_of(1).show_version(find(kept, chat, "x").id, -1)
    assert texts(kept, chat) == "aAbBcC"
    kept.tree_of(1).leave(chat)
    other = kept.append(chat, question.id, Author.ASSISTANT, "B2")
    kept.tree_of(1).show_version(other.id, -1)
    assert texts(kept, chat) == "aAbBcC"
    kept.tree_of(1).show_version(find(kept, chat, "c").id, 1)
    kept.tree_of(1).show_version(find(kept, chat, "B").id, 1)
    kept.tree_of(1).show_version(other.id, -1)
    assert texts(kept, chat) == "aAbBx"


def test_the_branch_of_a_temporary_chat_is_temporary_too(kept: Conversations) -> None:
    chat = kept.create(is_temporary=True).id
    question = kept.append(chat, None, Author.USER, "secret")
    made = kept.tree_of(question.id).branch_into_new(question.id, "")
    assert kept.get(made).is_temporary
    deletion = kept.tree_of(question.id).delete(question.id)
    assert texts(kept, chat) == ""
    kept.tree_of(chat).restore(deletion)
    assert texts(kept, chat) == texts(kept, made) == "secret"
