"""Rows of conversations and messages: how they are selected, and what is made of them."""

import struct
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from app.domain import AnswerStats, Author, Conversation, Message, MessageStatus, Spans
from app.storage.stats_columns import STATS_COLUMNS
from app.storage.temporary import FIRST_TEMPORARY_ID
from app.storage.tool_uses import decode_tool_uses

_PREVIEW_LEN = 160

CONVERSATION_SQL = f"""
    SELECT c.id, c.title, c.created, c.updated,
        substr(coalesce(m.text, ''), 1, {_PREVIEW_LEN}), c.draft,
        c.folder_id, c.is_pinned, c.is_named
    FROM conversation c LEFT JOIN message m ON m.id = c.active_leaf_id
"""
MESSAGE_SQL = f"""
    SELECT m.id, m.conversation_id, m.parent_id, m.author, m.text, m.status, m.created,
        m.model, m.settings_json, m.problem, m.reasoning, m.token_ids, m.drafted_spans,
        m.tool_uses,
        {", ".join("m." + name for name in STATS_COLUMNS)},
        (SELECT count(*) FROM message s WHERE s.conversation_id = m.conversation_id
            AND s.parent_id IS m.parent_id AND s.id <= m.id),
        (SELECT count(*) FROM message s WHERE s.conversation_id = m.conversation_id
            AND s.parent_id IS m.parent_id)
"""


def conversation_of(row: tuple[Any, ...]) -> Conversation:
    """The conversation in a row of `CONVERSATION_SQL`."""
    row_id, title, created, updated, preview, draft, folder_id, is_pinned, is_named = row
    return Conversation(
        *(row_id, title, time_of(created), time_of(updated), preview, draft, folder_id),
        is_pinned=bool(is_pinned),
        is_named=bool(is_named),
        is_temporary=row_id >= FIRST_TEMPORARY_ID,
    )


def message_of(row: tuple[Any, ...]) -> Message:
    """The message in a row of `MESSAGE_SQL`."""
    row_id, conversation_id, parent_id, author, text, status, created, *rest = row
    model, settings_json, problem, reasoning, token_ids, drafted, uses, *rest = rest
    *stats, version, num_versions = rest
    known = dict(zip(STATS_COLUMNS, stats, strict=True))
    known["seed"] = None if known["seed"] is None else int(known["seed"])
    return Message(
        id=row_id,
        conversation_id=conversation_id,
        parent_id=parent_id,
        author=Author(author),
        text=text,
        status=MessageStatus(status),
        created=time_of(created),
        model=model,
        settings_json=settings_json,
        problem=problem,
        stats=AnswerStats(**known),
        version=version,
        num_versions=num_versions,
        reasoning=reasoning,
        token_ids=_unpacked(token_ids),
        drafted=_pairs(_unpacked(drafted)),
        tool_uses=decode_tool_uses(uses, MessageStatus(status)),
    )


def packed(numbers: Iterable[int]) -> bytes | None:
    """Little-endian uint32; None for no numbers."""
    known = tuple(numbers)
    return struct.pack(f"<{len(known)}I", *known) or None


def _unpacked(blob: bytes | None) -> tuple[int, ...]:
    return struct.unpack(f"<{len(blob) // 4}I", blob) if blob else ()


def _pairs(numbers: tuple[int, ...]) -> Spans:
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def time_of(seconds: float) -> datetime:
    """A stored time, to the microsecond."""
    return datetime.fromtimestamp(seconds, tz=UTC)
