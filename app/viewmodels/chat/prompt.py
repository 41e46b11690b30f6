"""Builds the engine's prompt from the branch shown."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.domain import Attachment, Author, Message, MessageStatus
from engine.commands import ChatMessage, ChatPrompt

_MAX_TITLE_LEN = 60


def chat_prompt(
    branch: Sequence[Message],
    system_prompt: str,
    *,
    drop_oldest: bool = False,
    max_last_answer_len: int | None = None,
) -> ChatPrompt:
    """The prompt for an answer to the last message of `branch`, which is the user's.

    An unanswered question is left out with its empty answer: templates require alternating turns.
    Only the last answer keeps its reasoning. With `max_last_answer_len` only its last characters
    are sent, without reasoning, so that a question after a full context follows the text it is
    about.
    """
    turns = _answered_turns(branch)
    if len(turns) >= 2:
        turns[-2] = _last_answer(turns[-2], branch, max_last_answer_len)
    if system_prompt.strip():
        turns.insert(0, ChatMessage("system", system_prompt))
    return ChatPrompt(tuple(turns), drop_oldest)


def drafted(text: str, attachments: Sequence[Attachment]) -> Message:
    """The question that a draft would become."""
    now = datetime.now(UTC)
    status = MessageStatus.COMPLETE
    return Message(0, 0, None, Author.USER, text, status, now, attachments=tuple(attachments))


def question_text(text: str, attachments: Sequence[Attachment]) -> str:
    """A question as the model reads it: the files first, each between marks, then `text`."""
    parts = [_marked(attachment) for attachment in attachments]
    return "\n\n".join([*parts, text] if text.strip() else parts)


def title_of(text: str, attachments: Sequence[Attachment] = ()) -> str:
    """A title from the first words of a question, or the name of its first file."""
    if not text.strip() and attachments:
        text = attachments[0].name
    words = " ".join(text[: 4 * _MAX_TITLE_LEN].split())
    if len(words) <= _MAX_TITLE_LEN:
        return words
    cut = words[:_MAX_TITLE_LEN]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut) + "…"


def _marked(attachment: Attachment) -> str:
    tag = "file"
    while f"</{tag}" in attachment.text:  # what ends it must not stand in it
        tag += "_"
    part = ""
    if attachment.is_cut:
        kept, whole = len(attachment.text), attachment.num_characters
        part = f' part="the first {kept} of {whole} characters"'
    name = attachment.name.replace('"', "'")
    return f'<{tag} name="{name}"{part}>\n{attachment.text.rstrip()}\n</{tag}>'


def _last_answer(turn: ChatMessage, branch: Sequence[Message], max_len: int | None) -> ChatMessage:
    if max_len is not None:
        return ChatMessage(turn.role, turn.content[-max_len:])
    answers = (message for message in reversed(branch) if message.author is not Author.USER)
    reasoning = next((answer.reasoning for answer in answers if answer.text), "")
    return ChatMessage(turn.role, turn.content, reasoning)


def _answered_turns(branch: Sequence[Message]) -> list[ChatMessage]:
    turns: list[ChatMessage] = []
    for message in branch:
        if message.author is Author.USER:
            turns.append(ChatMessage("user", question_text(message.text, message.attachments)))
        elif message.text:
            turns.append(ChatMessage("assistant", message.text))
        elif turns:
            turns.pop()
    return turns
