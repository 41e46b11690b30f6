"""Imports: all or nothing, each conversation once, undone like a deletion."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from app.domain import AnswerStats, Author
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.storage.importing import ImportedChat, ImportedMessage

CHAT = ImportedChat(
    "Trains",
    (
        ImportedMessage("q", None, Author.USER, "When?", 1_700_000_000.0),
        ImportedMessage("a", "q", Author.ASSISTANT, "At nine.", stats=AnswerStats(seed=2**64 - 1)),
        ImportedMessage("b", "q", Author.ASSISTANT, "At ten.", model="m", reasoning="Hm."),
    ),
    shown="a",
    created=1_700_000_000.0,
)


def test_an_import_is_whole_found_and_there_once(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "chats.db")) as database:
        store = Conversations(database.connection, lease=database.lease)
        started = store.begin_import()
        list(started.write([CHAT]))
        (chat,) = started.count.ids
        assert [one.text for one in store.branch(chat)] == ["When?", "At nine."]
        assert store.branch(chat)[1].stats.seed == 2**64 - 1
        assert (store.get(chat).title, store.get(chat).is_named) == ("Trains", True)
        assert [hit.conversation.id for hit in store.search("ten")] == [chat]
        again = store.begin_import()
        list(again.write([CHAT]))
        assert (again.count.ids, again.count.num_present) == ([], 1)
        store.delete(chat)
        assert store.all() == []
        assert store.restore(chat) == [chat]


def test_an_exported_chat_that_is_still_there_is_not_added_again(tmp_path: Path) -> None:
    draw = Random(16)
    with closing(open_database(tmp_path / "chats.db")) as database:
        clock = iter([draw.uniform(1.7e9, 1.9e9) for _ in range(120)])
        store = Conversations(database.connection, lambda: next(clock))
        for _ in range(20):
            chat = store.create()
            store.append(chat.id, None, Author.USER, "When?")
            again = store.begin_import()
            list(again.write([replace(CHAT, created=chat.created.timestamp())]))
            assert (again.count.ids, again.count.num_present) == ([], 1)


def test_a_crash_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "chats.db")) as database:
        store = Conversations(database.connection, lease=database.lease)
        started = store.begin_import()
        steps = started.write([CHAT, ImportedChat("Two", CHAT.messages)])
        next(steps)
        next(steps)
        assert store.all() == []
    with closing(open_database(tmp_path / "chats.db")) as database:
        store = Conversations(database.connection, lease=database.lease)
        store.purge_deleted()
        assert database.connection.execute("SELECT count(*) FROM message").fetchone() == (0,)
