"""What a search finds, and the piece of text that shows why."""

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from app.domain import Author
from app.storage.conversations import Conversations
from app.storage.database import GoneError, open_database
from app.storage.search import excerpt


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Conversations]:
    ticks = count(1_700_000_000)
    with closing(open_database(tmp_path / "chats.db")) as database:
        yield Conversations(database.connection, lambda: float(next(ticks)))


def _marked(text: str, *words: str) -> list[str]:
    return list(excerpt(text, words).words)


def test_the_piece_has_the_words_however_late_they_come() -> None:
    found = excerpt("filler " * 5000 + "then the **train** leaves", ["train"])
    assert "train leaves" in found.text
    assert found.words == ("train",)
    assert found.marks[0][0] < 30  # so that a narrow sidebar shows it


def test_words_are_marked_without_regard_to_accents_and_case() -> None:
    assert _marked("Der Zug nach ZÜRICH", "zur", "zug") == ["Zug", "ZUR".replace("U", "Ü")]
    assert _marked("a train, retrain, Train", "train") == ["train", "Train"]
    assert _marked("世界 is world", "世界") == ["世界"]


def test_the_newest_message_with_the_words_is_the_hit(store: Conversations) -> None:
    chat = store.create()
    first = store.append(chat.id, None, Author.USER, "an otter")
    second = store.append(chat.id, first.id, Author.ASSISTANT, "otters swim")
    store.append(chat.id, second.id, Author.USER, "thanks")
    (hit,) = store.search("otter")
    assert (hit.conversation.id, hit.message_id) == (chat.id, second.id)
    store.rename(chat.id, "Otters")
    (hit,) = store.search("otter")
    assert hit.title is not None
    assert hit.title.words == ("Otter",)
    assert hit.message is not None
    assert (hit.message.text, hit.message_id) == ("otters swim", second.id)
    store.rename(chat.id, "Seals")
    (hit,) = store.search("seal")
    assert (hit.message, hit.message_id) == (None, None)


def test_a_hit_in_another_version_can_be_shown(store: Conversations) -> None:
    chat = store.create()
    question = store.append(chat.id, None, Author.USER, "Q")
    first = store.append(chat.id, question.id, Author.ASSISTANT, "walrus")
    store.append(chat.id, question.id, Author.ASSISTANT, "otter")
    assert store.tree_of(first.id).show_message(first.id) == chat.id
    assert [message.text for message in store.branch(chat.id)] == ["Q", "walrus"]
    with pytest.raises(GoneError):
        store.tree_of(10**6).show_message(10**6)


@pytest.mark.alone
def test_fifty_thousand_messages_are_searched_in_fifty_milliseconds(
    store: Conversations,
) -> None:
    words = [f"{letter}{number}" for number in range(40) for letter in "abcdefgh"]
    texts = [" ".join(words[start::7]) for start in range(7)]
    rows = [(number // 5 + 1, texts[number % 7]) for number in range(50_000)]
    connection = store._connection
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO conversation (title, created, updated) VALUES (?, ?, 0)",
        [(f"chat {number}", number) for number in range(10_000)],
    )
    connection.executemany(
        "INSERT INTO message (conversation_id, author, text, status, created)"
        " VALUES (?, 'user', ?, 'complete', 0)",
        rows,
    )
    connection.execute("COMMIT")
    for text in ("a", "a1", "b2 c", "chat", "a1 h39", "h3 b1 c2"):
        began = time.thread_time()
        store.search(text)
        assert time.thread_time() - began < 0.2, text  # 50 ms, with room for a slow machine
