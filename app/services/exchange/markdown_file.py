"""A conversation as Markdown, to read."""

import re

from app.domain import Attachment, ToolUse
from app.services.exchange.chat_tree import ChatTree, author_of, call_title


def to_markdown(chat: ChatTree) -> str:
    """The shown branch of a conversation."""
    parts = [f"# {chat.title}\n\n{chat.conversation.created:%Y-%m-%d %H:%M} UTC\n"]
    for message in chat.branch:
        parts.append(f"## {author_of(message)}\n")
        if message.reasoning:
            parts.append("".join(f"> {line}\n" for line in message.reasoning.splitlines()))
        said = message.parts or (message.problem or "",)
        parts += [_call(part) if isinstance(part, ToolUse) else f"{part}\n" for part in said]
        parts += [_file(attachment) for attachment in message.attachments]
    return "\n".join(parts)


def _file(attachment: Attachment) -> str:
    cut = " (the beginning)" if attachment.is_cut else ""
    return f"{attachment.name}{cut}:\n\n{_fenced(attachment.text)}"


def _call(use: ToolUse) -> str:
    result = f"\n{_fenced(use.result)}" if use.result else ""
    return f"{call_title(use)}:\n\n{_fenced(use.arguments)}{result}"


def _fenced(text: str) -> str:
    """A text in a fence that does not stand in it."""
    runs = re.findall(r"`{3,}", text)
    fence = "`" * max(3, 1 + max(map(len, runs), default=0))
    return f"{fence}\n{text.rstrip()}\n{fence}\n"
