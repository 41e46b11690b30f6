"""Conversations as JSON: everything that is known of them, to be read in again."""

from collections.abc import Iterable

import msgspec

from app.services.exchange.chat_tree import ChatTree

FORMAT_VERSION = 1


def to_json(chats: Iterable[ChatTree]) -> bytes:
    """Several conversations with all versions of their messages."""
    return encode(
        {
            "format": FORMAT_VERSION,
            "conversations": [content_of(chat) for chat in chats],
        }
    )


def content_of(chat: ChatTree) -> dict[str, object]:
    """A conversation, its messages, and the last message of the branch shown."""
    return {
        "conversation": chat.conversation,
        "messages": chat.messages,
        "shown": chat.branch[-1].id if chat.branch else None,
    }


def encode(value: object) -> bytes:
    """`value` as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2)
