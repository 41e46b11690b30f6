"""A conversation with all its messages, apart from the database, and its files' names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain import Author, Conversation, Message, ToolUse
from engine.safe_text import clean_line

UNTITLED = "Untitled"
_MAX_NAME_LEN = 60


@dataclass(frozen=True, slots=True)
class ChatTree:
    """A conversation, all its messages, and those of the shown branch."""

    conversation: Conversation
    messages: Sequence[Message]
    branch: Sequence[Message]

    @property
    def title(self) -> str:
        """The title, or a word for none."""
        return self.conversation.title or UNTITLED

    @property
    def file_name(self) -> str:
        """The title as every system can hold it."""
        return file_name(self.conversation.title)


def file_name(title: str) -> str:
    """`title` as every system can hold it."""
    words = " ".join(re.sub(r"[^\w -]", " ", title).split())
    return words[:_MAX_NAME_LEN].strip() or UNTITLED


def call_title(use: ToolUse) -> str:
    """A call of a tool, in a line."""
    server = f" of {use.server}" if use.server else ""
    return clean_line(f"Call of {use.tool or use.name}{server}, {use.state}")


def author_of(message: Message) -> str:
    """Question, Answer, or Answer and the model."""
    if message.author is Author.USER:
        return "Question"
    return f"Answer ({message.model})" if message.model else "Answer"
