"""The calls of tools within an answer, as the column that they are kept in."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from app.domain import CallState, MessageStatus, ToolUse


def encode_tool_uses(uses: Sequence[ToolUse]) -> str | None:
    """JSON; None for none."""
    return msgspec.json.encode(list(uses)).decode() if uses else None


def decode_tool_uses(content: str | None, status: MessageStatus) -> tuple[ToolUse, ...]:
    """The reverse. What an answer that has ended still waited for was not carried out."""
    if not content:
        return ()
    try:
        uses = msgspec.json.decode(content, type=tuple[ToolUse, ...])
    except msgspec.DecodeError:
        return ()
    return uses if status is MessageStatus.STREAMING else ended(uses)


def ended(uses: Sequence[ToolUse]) -> tuple[ToolUse, ...]:
    """The calls of an answer that has ended."""
    return tuple(replace(use, state=CallState.STOPPED) if use.is_open else use for use in uses)


def at_the_start(content: str | None) -> str | None:
    """The kept calls of an answer whose text was edited: they stand before all of it."""
    uses = decode_tool_uses(content, MessageStatus.COMPLETE)
    return encode_tool_uses([replace(use, text_len=0, reasoning_len=0) for use in uses])
