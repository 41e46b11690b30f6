"""A conversation with all its messages, apart from the database, and its files' names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain import Author, Conversation, Message

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


def author_of(message: Message) -> str:
    """Question, Answer, or Answer and the model."""
    if message.author is Author.USER:
        return "Question"
    return f"Answer ({message.model})" if message.model else "Answer"
