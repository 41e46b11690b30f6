"""Domain types: conversations, messages, notices. Independent of Qt, SQL and the engine process."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.safe_text import clean_line

Spans = tuple[tuple[int, int], ...]
"""Parts of a text in order: start and end of each, in characters."""

REPLACED = "replaced"
"""The reason of an answer that ended because another model, or the same one anew, was loaded."""

ENDINGS = {
    "cancelled": "stopped by you",
    REPLACED: "stopped: the model was switched or loaded again",
    "context": "stopped: the context is full",
    "length": "stopped at the longest answer allowed",
    "edited": "edited by you",
}
"""Why an answer is not the model's own to its end, in English, by its finish reason."""


class Author(StrEnum):
    """Who wrote a message."""

    USER = "user"
    ASSISTANT = "assistant"


class MessageStatus(StrEnum):
    """How far a message got.

    STREAMING: text is still arriving. COMPLETE: the model ended it. PARTIAL: cut short by a full
    context, or because the model was switched, or the engine or the app ended. STOPPED: the user
    stopped it. FAILED: there is no answer.
    """

    STREAMING = "streaming"
    COMPLETE = "complete"
    PARTIAL = "partial"
    STOPPED = "stopped"
    FAILED = "failed"


class NoticeLevel(StrEnum):
    """The severity of a notice."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence for the user. It may quote untrusted names: it is cleaned to one line.

    `is_passing`: it says what came of an action and asks for nothing, so it goes by itself.
    """

    level: NoticeLevel
    text: str
    is_passing: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", clean_line(self.text))


@dataclass(frozen=True, slots=True)
class AnswerStats:
    """Statistics of one answer; None means unknown.

    `tok_s` is tokens per second over the whole answer, `ttft_ms` the time to the first token,
    `fnv1a64` the hash of the token ids, `finish_reason` the engine's reason for the end,
    `thinking_ms` how long the model thought before it answered. `accepted_by_depth` are percentages
    of the first drafts, the second ones and so on, as "92 81 70"; `draft_gain` is how many times as
    fast as without drafts it came, `draft_pause` the engine's reason why drafting paused at the
    end.
    """

    prompt_tokens: int | None = None
    new_tokens: int | None = None
    ttft_ms: float | None = None
    tok_s: float | None = None
    drafted: int | None = None
    accepted: int | None = None
    recaptures: int | None = None
    seed: int | None = None
    fnv1a64: str | None = None
    finish_reason: str | None = None
    thinking_ms: float | None = None
    accepted_by_depth: str | None = None
    draft_gain: float | None = None
    draft_pause: str | None = None


@dataclass(frozen=True, slots=True)
class Twin:
    """Another version of an answer that has the same tokens; `tok_s` is its speed."""

    version: int
    tok_s: float | None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file's text that goes along with a question: the first of its `num_characters`."""

    name: str
    text: str
    num_characters: int

    @property
    def is_cut(self) -> bool:
        """Whether only the beginning of the file goes along."""
        return len(self.text) < self.num_characters


class CallState(StrEnum):
    """How far a call of a tool got.

    ASKED: the person has to allow it. REFUSED: they did not. STOPPED: it was not carried out, or
    not to its end. FAILED: its result is an error.
    """

    ASKED = "asked"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call of a tool within an answer, and its result.

    `id` and `name` are the model's; `server` and `tool` what a person reads, "" if the model called
    what there is not. `arguments` is JSON. It stands after `text_len` characters of the answer's
    text and `reasoning_len` of its reasoning. Calls of one `round` were made at once.
    """

    id: str
    name: str
    server: str
    tool: str
    arguments: str
    round: int
    text_len: int
    reasoning_len: int
    state: CallState = CallState.ASKED
    result: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the answer waits for it."""
        return self.state in (CallState.ASKED, CallState.RUNNING)


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. Messages of a conversation form a tree; siblings are versions of each other.

    `text` is the markdown source, `reasoning` what the model thought before it. `version` is 1 to
    `num_versions`, `settings_json` the settings of `model`, `problem` the sentence of a failure,
    `twin` the first other version with the same tokens. `token_ids` are those of an answer that
    ended early, if they are known; after calls of tools, of the part that follows them. `drafted`
    are the parts of `text` that accepted drafts brought.
    """

    id: int
    conversation_id: int
    parent_id: int | None
    author: Author
    text: str
    status: MessageStatus
    created: datetime
    model: str | None = None
    settings_json: str | None = None
    problem: str | None = None
    stats: AnswerStats = AnswerStats()
    version: int = 1
    num_versions: int = 1
    reasoning: str = ""
    token_ids: tuple[int, ...] = ()
    drafted: Spans = ()
    twin: Twin | None = None
    attachments: tuple[Attachment, ...] = ()
    tool_uses: tuple[ToolUse, ...] = ()

    @property
    def parts(self) -> tuple["str | ToolUse", ...]:
        """Its text, cut where its calls of tools stand."""
        parts: list[str | ToolUse] = []
        begin = 0
        for use in self.tool_uses:
            parts += [self.text[begin : use.text_len], use]
            begin = max(begin, use.text_len)
        parts.append(self.text[begin:])
        return tuple(part for part in parts if not isinstance(part, str) or part.strip())

    @property
    def is_whole(self) -> bool:
        """Whether its author ended it."""
        return self.status is MessageStatus.COMPLETE and self.stats.finish_reason not in ENDINGS

    @property
    def is_unfinished(self) -> bool:
        """Whether it is an answer with text that may go on."""
        has_text = bool(self.text or self.reasoning or self.tool_uses)
        is_cut = self.status in (MessageStatus.PARTIAL, MessageStatus.STOPPED)
        is_open = is_cut or self.stats.finish_reason in ENDINGS
        return self.author is Author.ASSISTANT and has_text and is_open and not self.is_streaming

    @property
    def is_streaming(self) -> bool:
        """Whether text is still arriving."""
        return self.status is MessageStatus.STREAMING


@dataclass(frozen=True, slots=True)
class Conversation:
    """One chat. `title` is empty before the first message; `preview` starts its newest text.

    `is_named`: a person chose the title. `is_temporary`: it is never written to the disk.
    """

    id: int
    title: str
    created: datetime
    updated: datetime
    preview: str = ""
    draft: str = ""
    folder_id: int | None = None
    is_pinned: bool = False
    is_named: bool = False
    is_temporary: bool = False


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of conversations. `is_open`: its conversations are listed."""

    id: int
    name: str
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The text around the words of a search; `marks` are their places in it, as start and end."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """What is marked."""
        return tuple(self.text[start:end] for start, end in self.marks)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A conversation that a search found: in its title, in a message, or in both."""

    conversation: Conversation
    title: Excerpt | None
    message: Excerpt | None = None
    message_id: int | None = None


def joined(spans: Spans, added: Spans, offset: int) -> Spans:
    """`spans` and those of a text that follows from character `offset` on."""
    moved = [(start + offset, end + offset) for start, end in added]
    if spans and moved and spans[-1][1] == moved[0][0]:
        return (*spans[:-1], (spans[-1][0], moved[0][1]), *moved[1:])
    return (*spans, *moved)


def part_of(spans: Spans, start: int, end: int) -> Spans:
    """The `spans` of the text from character `start` to `end`, counted from there."""
    return tuple(
        (max(first, start) - start, min(last, end) - start)
        for first, last in spans
        if first < end and last > start
    )


def scaled(value: float, units: Sequence[str]) -> tuple[float, str]:
    """`value` below 1000 in one of `units`, each a thousand of the one before, and that unit."""
    for unit in units[:-1]:
        if value < 1000:
            return value, unit
        value /= 1000
    return value, units[-1]


def scaled_size(num_bytes: float) -> tuple[float, int, str]:
    """An amount, its decimals and its unit; powers of 1000, as in file managers."""
    amount, unit = scaled(num_bytes, ("B", "kB", "MB", "GB", "TB"))
    return amount, 1 if unit in ("GB", "TB") else 0, unit


def size_in_words(num_bytes: float) -> str:
    """98 MB, 1.2 GB."""
    amount, decimals, unit = scaled_size(num_bytes)
    return f"{amount:.{decimals}f} {unit}"
