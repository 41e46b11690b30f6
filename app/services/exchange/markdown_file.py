"""A conversation as Markdown, to read."""

import re

from app.domain import Attachment
from app.services.exchange.chat_tree import ChatTree, author_of


def to_markdown(chat: ChatTree) -> str:
    """The shown branch of a conversation."""
    parts = [f"# {chat.title}\n\n{chat.conversation.created:%Y-%m-%d %H:%M} UTC\n"]
    for message in chat.branch:
        parts.append(f"## {author_of(message)}\n")
        if message.reasoning:
            parts.append("".join(f"> {line}\n" for line in message.reasoning.splitlines()))
        parts.append(f"{message.text or message.problem or ''}\n")
        parts += [_fenced(attachment) for attachment in message.attachments]
    return "\n".join(parts)


def _fenced(attachment: Attachment) -> str:
    """The name and the text of a file, in a fence that does not stand in it."""
    runs = re.findall(r"`{3,}", attachment.text)
    fence = "`" * max(3, 1 + max(map(len, runs), default=0))
    cut = " (the beginning)" if attachment.is_cut else ""
    return f"{attachment.name}{cut}:\n\n{fence}\n{attachment.text.rstrip()}\n{fence}\n"
