"""From the branch shown to what the engine is asked. Knows no Qt."""

from collections.abc import Sequence

from app.domain import Author, Message
from engine.commands import ChatMessage, ChatPrompt

_MAX_TITLE_LEN = 60


def chat_prompt(
    branch: Sequence[Message],
    system_prompt: str,
    *,
    drop_oldest: bool = False,
    max_last_answer_len: int | None = None,
) -> ChatPrompt:
    """The prompt for an answer to the last message of `branch`, which is the person's.

    A question that got no answer is left out with its empty answer: templates want turns to
    alternate. Of the last answer only the final `max_last_answer_len` characters are sent, so that
    a question after a full context still stands next to the text it is about.
    """
    turns = _answered_turns(branch)
    if max_last_answer_len is not None and len(turns) >= 2:
        last_answer = turns[-2]
        turns[-2] = ChatMessage(last_answer.role, last_answer.content[-max_last_answer_len:])
    if system_prompt.strip():
        turns.insert(0, ChatMessage("system", system_prompt))
    return ChatPrompt(tuple(turns), drop_oldest)


def title_of(text: str) -> str:
    """A title made of the first words of a question."""
    words = " ".join(text[: 4 * _MAX_TITLE_LEN].split())
    if len(words) <= _MAX_TITLE_LEN:
        return words
    cut = words[:_MAX_TITLE_LEN]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut) + "…"


def _answered_turns(branch: Sequence[Message]) -> list[ChatMessage]:
    turns: list[ChatMessage] = []
    for message in branch:
        if message.author is Author.USER:
            turns.append(ChatMessage("user", message.text))
        elif message.text:
            turns.append(ChatMessage("assistant", message.text))
        elif turns:
            turns.pop()
    return turns
