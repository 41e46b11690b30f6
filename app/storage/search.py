"""Finds conversations by their words. The words of a search begin words of the text."""

import re
import sqlite3
import unicodedata
from collections.abc import Sequence

from app.domain import Excerpt

_MAX_HITS = 200
_LEAD = 16
_LENGTH = 200
_MAX_READ = 100_000
# Markdown's own signs would stand between the words.
_MARKUP = re.compile(r"[*`~]+|(?:^|(?<=\s))[#>|]+(?:\s|$)")

Found = tuple[Excerpt | None, Excerpt | None, int | None]
"""Title, message, its id: see app.domain.SearchHit."""


def find(connection: sqlite3.Connection, text: str) -> dict[int, Found]:
    """Conversations with all words of `text` in the title, a message or an attachment.

    Titles come first, then the newest messages, then attachments. Where the title has the words, a
    message that has them, too, is told as well: titles are often the first words of a question.
    """
    words = re.findall(r"\w+", text)
    if not words:
        return {}
    query = " ".join(_term(word) for word in words)
    found: dict[int, Found] = {}
    for row, title in connection.execute(_TITLES, (query,)):
        found[row] = (excerpt(title, words), None, None)
    # The newest rather than the best: ranking all messages with a common word takes long.
    for sql in (_MESSAGES, _ATTACHMENTS):
        for message, row, content in connection.execute(sql, (query,)):
            title, shown, _ = found.get(row, (None, None, None))
            if shown is None:
                found[row] = (title, excerpt(content, words), message)
    return found


def excerpt(text: str, words: Sequence[str]) -> Excerpt:
    """One line of `text` that begins shortly before the first of `words`, and their places."""
    pattern = _pattern(words)
    first = pattern.search(text) or pattern.search(_plain(text))
    start = 0 if first is None else max(0, first.start() - _LEAD)
    # Cut before cleaning: a text may be large.
    line = " ".join(_MARKUP.sub("", text[start : start + 2 * _LENGTH]).split())
    if start:
        line = "…" + (line.partition(" ")[2] if " " in line[:_LEAD] else line)
    line = line[:_LENGTH]
    return Excerpt(line, tuple(match.span() for match in pattern.finditer(_plain(line))))


_TITLES = f"""
    SELECT c.id, c.title FROM title_search JOIN conversation c ON c.id = title_search.rowid
    WHERE title_search MATCH ? AND c.is_deleted = 0
    ORDER BY title_search.rowid DESC LIMIT {_MAX_HITS}
"""
_MESSAGES = f"""
    SELECT m.id, m.conversation_id, substr(m.text, 1, {_MAX_READ})
    FROM message_search JOIN message m ON m.id = message_search.rowid
    JOIN conversation c ON c.id = m.conversation_id AND c.is_deleted = 0
    WHERE message_search MATCH ? ORDER BY message_search.rowid DESC LIMIT {_MAX_HITS}
"""
_ATTACHMENTS = f"""
    SELECT m.id, m.conversation_id, a.name || ': ' || substr(a.text, 1, {_MAX_READ})
    FROM attachment_search JOIN attachment a ON a.id = attachment_search.rowid
    JOIN message m ON m.id = a.message_id
    JOIN conversation c ON c.id = m.conversation_id AND c.is_deleted = 0
    WHERE attachment_search MATCH ? ORDER BY attachment_search.rowid DESC LIMIT {_MAX_HITS}
"""


def _term(word: str) -> str:
    # The index has no list of single letters, and nearly every message has each of them.
    return f'"{word}"' if len(word) == 1 and word.isascii() else f'"{word}"*'


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted((re.escape(_plain(word)) for word in words), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})", re.IGNORECASE)


def _plain(text: str) -> str:
    """`text` without accents, as the index has it; each character keeps its place."""
    if text.isascii():
        return text
    return "".join(map(_base, text))


def _base(character: str) -> str:
    parts = unicodedata.normalize("NFD", character)
    return parts[0] if len(parts) > 1 and unicodedata.combining(parts[1]) else character
