"""Builds the engine's prompt from the branch shown."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.domain import Attachment, Author, Message, MessageStatus
from app.viewmodels.chat.tool_turns import answer_turns
from engine.commands import ChatMessage, ChatPrompt

_MAX_TITLE_LEN = 60


def chat_prompt(
    branch: Sequence[Message],
    system_prompt: str,
    *,
    drop_oldest: bool = False,
    max_last_answer_len: int | None = None,
) -> ChatPrompt:
    """The prompt for an answer to the last message of `branch`, or for more of that answer.

    The last message is the user's, or an answer whose calls have their results. An unanswered
    question is left out with its empty answer: templates require alternating turns. Only the answer
    before the last question, and what follows that, keeps its reasoning. With `max_last_answer_len`
    only the last characters of that answer are sent, without reasoning, so that a question after a
    full context follows the text it is about.
    """
    turns = _answered_turns(branch)
    if max_last_answer_len is not None:
        _cut_last_answer(turns, max_last_answer_len)
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


def _cut_last_answer(turns: list[ChatMessage], max_len: int) -> None:
    """Shorten the answer before the last question."""
    roles = [turn.role for turn in turns]
    before = len(roles) - 2 - roles[::-1].index("user") if "user" in roles else -1
    if before >= 0 and turns[before].role == "assistant":
        turns[before] = ChatMessage("assistant", turns[before].content[-max_len:])


def _answered_turns(branch: Sequence[Message]) -> list[ChatMessage]:
    questions = [row for row, message in enumerate(branch) if message.author is Author.USER]
    answers = [
        row for row in range(len(branch)) if row not in questions and _is_answered(branch[row])
    ]
    last_question = questions[-1] if questions else 0
    kept_from = max((row for row in answers if row < last_question), default=0)
    turns: list[ChatMessage] = []
    for row, message in enumerate(branch):
        if message.author is Author.USER:
            turns.append(ChatMessage("user", question_text(message.text, message.attachments)))
        elif _is_answered(message):
            turns += answer_turns(message, keeps_reasoning=row >= kept_from)
        elif turns:
            turns.pop()
    return turns


def _is_answered(answer: Message) -> bool:
    return bool(answer.text or answer.tool_uses)
