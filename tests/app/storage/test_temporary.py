"""Temporary conversations: whole while they last, and never on the disk."""

from contextlib import closing
from pathlib import Path

import pytest

from app.domain import AnswerStats, Author, MessageStatus
from app.storage.conversations import Conversations
from app.storage.database import open_database


def test_a_temporary_chat_works_like_any_other_and_leaves_no_trace(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "chats.db")) as database:
        store = Conversations(database.connection, lease=database.lease)
        kept = store.create()
        store.append(kept.id, None, Author.USER, "ordinary")
        chat = store.create(is_temporary=True)
        assert chat.is_temporary
        store.set_draft(chat.id, "secretdraft")
        store.suggest_title(chat.id, "secrettitle")
        question = store.append(chat.id, None, Author.USER, "secretquestion")
        answer = store.append(chat.id, question.id, Author.ASSISTANT, "", MessageStatus.STREAMING)
        store.save_text(answer.id, "secret", "secretthought")
        store.finish(answer.id, "secretanswer", MessageStatus.COMPLETE, AnswerStats())
        store.append(chat.id, question.id, Author.ASSISTANT, "secretother")
        store.tree_of(answer.id).show_version(answer.id, 0)
        assert [one.text for one in store.branch(chat.id)] == ["secretquestion", "secretanswer"]
        assert [one.id for one in store.all()] == [chat.id, kept.id]
        assert store.search("secret") == []
        assert store.last_viewed() == kept.id
        database.connection.execute("PRAGMA wal_checkpoint(FULL)")
        for path in tmp_path.rglob("*"):
            assert not path.is_file() or b"secret" not in path.read_bytes()
        store.delete(chat.id)
        assert store.restore(chat.id) == []
        with pytest.raises(KeyError):
            store.get(chat.id)
    with closing(open_database(tmp_path / "chats.db")) as database:
        assert [one.id for one in Conversations(database.connection).all()] == [kept.id]
