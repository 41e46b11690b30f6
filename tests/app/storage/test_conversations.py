"""Trees of messages, search and recovery on a real database file."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from app.domain import AnswerStats, Attachment, Author, MessageStatus, Twin
from app.storage.conversations import Conversations
from app.storage.database import Database, GoneError, open_database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(open_database(tmp_path / "chats.db")) as database:
        yield database


@pytest.fixture
def store(database: Database) -> Conversations:
    ticks = count(1_700_000_000)
    return Conversations(database.connection, lambda: float(next(ticks)))


def _texts(store: Conversations, conversation_id: int) -> list[str]:
    return [message.text for message in store.branch(conversation_id)]


def test_a_conversation_reads_back_in_order(store: Conversations) -> None:
    chat = store.create()
    assert store.branch(chat.id) == []
    question = store.append(chat.id, None, Author.USER, "Why?")
    answer = store.append(chat.id, question.id, Author.ASSISTANT, "Because.", model="Tiny")
    assert _texts(store, chat.id) == ["Why?", "Because."]
    assert (answer.parent_id, answer.model, answer.version) == (question.id, "Tiny", 1)
    assert store.get(chat.id).preview == "Because."


def test_versions_are_siblings_and_each_keeps_what_followed_it(store: Conversations) -> None:
    chat = store.create()
    question = store.append(chat.id, None, Author.USER, "Q")
    first = store.append(chat.id, question.id, Author.ASSISTANT, "A1")
    store.append(chat.id, first.id, Author.USER, "follow-up")
    second = store.append(chat.id, question.id, Author.ASSISTANT, "A2")
    assert _texts(store, chat.id) == ["Q", "A2"]
    assert (second.version, second.num_versions) == (2, 2)
    assert store.tree_of(second.id).show_version(second.id, -1)
    assert _texts(store, chat.id) == ["Q", "A1", "follow-up"]
    assert not store.tree_of(first.id).show_version(first.id, -1)
    edited = store.append(chat.id, None, Author.USER, "Q, better")
    assert (edited.version, edited.num_versions) == (2, 2)


def test_versions_of_first_messages_do_not_mix_conversations(store: Conversations) -> None:
    one, two = store.create(), store.create()
    store.append(one.id, None, Author.USER, "one")
    other = store.append(two.id, None, Author.USER, "two")
    assert other.num_versions == 1


def test_the_end_of_an_answer_is_kept_with_its_numbers(store: Conversations) -> None:
    chat = store.create()
    answer = store.append(chat.id, None, Author.ASSISTANT, "", MessageStatus.STREAMING)
    store.save_text(answer.id, "Hal")
    stats = AnswerStats(12, 30, 310.0, 27.3, 5, 3, 2, 2**64 - 1, "cbf29ce484222325", "stop")
    stats = replace(stats, accepted_by_depth="92 75", draft_gain=1.4, draft_pause="loss")
    store.finish(answer.id, "Hallo", MessageStatus.COMPLETE, stats, "a problem")
    kept = store.message(answer.id)
    assert (kept.text, kept.status, kept.stats) == ("Hallo", MessageStatus.COMPLETE, stats)
    assert kept.problem == "a problem"


def test_what_drafts_brought_is_kept_with_the_text(store: Conversations) -> None:
    chat = store.create()
    answer = store.append(chat.id, None, Author.ASSISTANT, "", MessageStatus.STREAMING)
    store.save_text(answer.id, "Hallo", drafted=((1, 3),))
    assert store.message(answer.id).drafted == ((1, 3),)
    spans = ((1, 3), (5, 70_000))
    store.finish(answer.id, "Hallo", MessageStatus.COMPLETE, AnswerStats(), drafted=spans)
    assert store.branch(chat.id)[-1].drafted == spans
    copied = store.tree_of(1).branch_into_new(answer.id, "Title")
    assert store.branch(copied)[-1].drafted == spans
    edited = store.tree_of(1).edit_answer(answer.id, "Hi")
    assert store.message(edited).drafted == ()


def test_thoughts_are_kept_beside_the_answer_and_not_searched(store: Conversations) -> None:
    chat = store.create()
    question = store.append(chat.id, None, Author.USER, "Why?")
    answer = store.append(chat.id, question.id, Author.ASSISTANT, "", MessageStatus.STREAMING)
    store.save_text(answer.id, "", "Perhaps gravity")
    assert store.message(answer.id).reasoning == "Perhaps gravity"
    stats = AnswerStats(thinking_ms=1200.0)
    store.finish(
        answer.id, "Because.", MessageStatus.COMPLETE, stats, reasoning="Perhaps gravity. Yes."
    )
    kept = store.branch(chat.id)[-1]
    assert (kept.text, kept.reasoning) == ("Because.", "Perhaps gravity. Yes.")
    assert kept.stats == stats
    assert store.search("because")
    assert not store.search("gravity")


def test_an_answer_cut_off_by_a_crash_becomes_partial_and_can_be_found(
    store: Conversations,
) -> None:
    chat = store.create()
    answer = store.append(chat.id, None, Author.ASSISTANT, "", MessageStatus.STREAMING)
    store.save_text(answer.id, "half an elephant")
    assert store.search("elephant") == []
    assert store.recover() == 1
    assert store.message(answer.id).status is MessageStatus.PARTIAL
    assert [hit.conversation.id for hit in store.search("elephant")] == [chat.id]


def test_search_finds_beginnings_of_words_in_titles_and_messages(store: Conversations) -> None:
    titled, said, neither = store.create(), store.create(), store.create()
    store.rename(titled.id, "Straße nach Zürich")
    store.append(said.id, None, Author.USER, "the train to Zurich leaves at noon")
    store.append(neither.id, None, Author.USER, "nothing")
    assert [hit.conversation.id for hit in store.search("zur")] == [titled.id, said.id]
    (hit,) = store.search("TRAIN zurich")
    assert hit.title is None
    assert hit.message is not None
    assert "Zurich leaves" in hit.message.text
    assert store.search("   ") == []


@pytest.mark.parametrize(
    "text", ['"', "a AND", "(", "NEAR(", "title:x", "*", "-", "a\x00b", "' OR 1"]
)
def test_no_search_text_is_an_error(store: Conversations, text: str) -> None:
    assert store.search(text) == []


def test_search_follows_edits_and_deletion(store: Conversations) -> None:
    chat = store.create()
    answer = store.append(chat.id, None, Author.ASSISTANT, "walrus")
    store.finish(answer.id, "otter", MessageStatus.COMPLETE, AnswerStats())
    assert store.search("walrus") == []
    assert len(store.search("otter")) == 1
    store.delete(chat.id)
    assert store.search("otter") == []


def test_deleted_conversations_come_back_until_they_are_purged(store: Conversations) -> None:
    chat = store.create()
    store.append(chat.id, None, Author.USER, "kept")
    store.delete(chat.id)
    assert store.all() == []
    store.restore(chat.id)
    assert _texts(store, chat.id) == ["kept"]
    store.delete(chat.id)
    store.purge_deleted()
    store.restore(chat.id)
    assert store.all() == []
    with pytest.raises(KeyError):
        store.get(chat.id)


def test_the_search_index_stays_sound(store: Conversations, database: Database) -> None:
    chat = store.create()
    store.rename(chat.id, "title")
    question = store.append(chat.id, None, Author.USER, "question")
    answer = store.append(chat.id, question.id, Author.ASSISTANT, "", MessageStatus.STREAMING)
    store.save_text(answer.id, "growing")
    store.finish(answer.id, "grown", MessageStatus.COMPLETE, AnswerStats())
    store.delete(chat.id)
    store.purge_deleted()
    for table in ("message_search", "title_search"):
        database.connection.execute(
            f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)"
        )


def test_drafts_and_order(store: Conversations) -> None:
    older, newer = store.create(), store.create()
    store.set_draft(older.id, "not sent")
    assert [chat.id for chat in store.all()] == [newer.id, older.id]
    store.append(older.id, None, Author.USER, "hi")
    assert [chat.id for chat in store.all()] == [older.id, newer.id]
    assert store.get(older.id).draft == "not sent"


def test_what_another_window_has_in_hand_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path)) as first, closing(open_database(path)) as second:
        store = Conversations(first.connection, lease=first.lease)
        beside = Conversations(second.connection, lease=second.lease)
        chat, unwanted = store.create(), store.create()
        answer = store.append(chat.id, None, Author.ASSISTANT, "", MessageStatus.STREAMING)
        store.delete(unwanted.id)
        assert beside.recover() == 0
        beside.purge_deleted()
        assert beside.message(answer.id).status is MessageStatus.STREAMING
        assert store.restore(unwanted.id)
        store.finish(answer.id, "whole", MessageStatus.COMPLETE, AnswerStats())
        assert beside.message(answer.id).text == "whole"


def test_what_an_ended_window_had_in_hand_is_put_in_order(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path)) as second:
        with closing(open_database(path)) as first:
            store = Conversations(first.connection, lease=first.lease)
            chat, unwanted = store.create(), store.create()
            answer = store.append(chat.id, None, Author.ASSISTANT, "", MessageStatus.STREAMING)
            store.delete(unwanted.id)
        beside = Conversations(second.connection, lease=second.lease)
        assert beside.recover() == 1
        beside.purge_deleted()
        assert beside.message(answer.id).status is MessageStatus.PARTIAL
        assert not beside.restore(unwanted.id)


def test_an_answer_in_a_conversation_that_another_window_deleted_can_end(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path)) as first:
        store = Conversations(first.connection, lease=first.lease)
        chat = store.create()
        answer = store.append(chat.id, None, Author.ASSISTANT, "", MessageStatus.STREAMING)
        with closing(open_database(path)) as second:
            Conversations(second.connection, lease=second.lease).delete(chat.id)
        with closing(open_database(path)) as third:
            beside = Conversations(third.connection, lease=third.lease)
            beside.recover()
            beside.purge_deleted()
            ended = store.finish(answer.id, "whole", MessageStatus.COMPLETE, AnswerStats())
            assert ended.text == "whole"
            with pytest.raises(GoneError, match="deleted in another window"):
                store.append(chat.id, ended.id, Author.USER, "And?")
            beside.purge_deleted()
            with pytest.raises(GoneError):
                store.finish(answer.id, "again", MessageStatus.COMPLETE, AnswerStats())
            with pytest.raises(GoneError):
                store.tree_of(answer.id).show_version(answer.id, 1)


def test_versions_with_the_same_tokens_know_each_other(store: Conversations) -> None:
    chat = store.create()
    question = store.append(chat.id, None, Author.USER, "Q")
    for fnv1a64, tok_s in (("aa", 20.0), ("bb", 30.0), ("aa", 40.0)):
        answer = store.append(chat.id, question.id, Author.ASSISTANT, "A")
        stats = AnswerStats(new_tokens=5, fnv1a64=fnv1a64, tok_s=tok_s)
        store.finish(answer.id, "A", MessageStatus.COMPLETE, stats)
    assert store.branch(chat.id)[-1].twin == Twin(1, 20.0)
    store.tree_of(answer.id).show_version(answer.id, -1)
    assert store.branch(chat.id)[-1].twin is None


def test_attachments_are_kept_with_their_message_and_found(
    store: Conversations, database: Database
) -> None:
    conversation = store.create()
    report = Attachment("report.pdf", "Quarterly figures of the harbor", 100)
    drafted = store.drafted.add(conversation.id, report)
    assert store.search("harbor") == []
    asked = store.append(conversation.id, None, Author.USER, "Sum it up.", attachments=[report])
    store.drafted.remove([drafted])
    assert asked.attachments == (report,)
    assert store.branch(conversation.id)[0].attachments == (report,)
    assert store.messages(conversation.id)[0].attachments == (report,)
    assert [hit.conversation.id for hit in store.search("harb")] == [conversation.id]
    assert [hit.conversation.id for hit in store.search("report")] == [conversation.id]
    store.delete(conversation.id)
    store.purge_deleted()
    assert store.search("harbor") == []
    assert database.connection.execute("SELECT count(*) FROM attachment").fetchone() == (0,)
    database.connection.execute(
        "INSERT INTO attachment_search (attachment_search) VALUES ('integrity-check')"
    )


def test_attachments_of_a_temporary_chat_are_never_in_the_file(
    store: Conversations, database: Database
) -> None:
    temporary, kept = store.create(is_temporary=True), store.create()
    file = Attachment("secret.txt", "the harbor", 10)
    ids = [store.drafted.add(chat.id, file) for chat in (temporary, kept)]
    assert len(set(ids)) == 2
    store.append(temporary.id, None, Author.USER, "Why?", attachments=[file])
    assert store.branch(temporary.id)[0].attachments == (file,)
    store.drafted.cut(ids[0], "the")
    assert [
        len(store.drafted.all(chat.id)[key].text)
        for chat, key in zip((temporary, kept), ids, strict=True)
    ] == [3, 10]
    store.drafted.remove(ids)
    assert not store.drafted.all(temporary.id)
    assert database.connection.execute("SELECT count(*) FROM attachment").fetchone() == (0,)
