"""The messages of the open conversation as an item model; text streams into the last row."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Qt

from app.domain import Attachment, Author, Message, MessageStatus, Spans, joined
from app.services.engine.sentences import translated
from app.viewmodels.chat.provenance import footnote, provenance
from app.viewmodels.chat.tool_steps import StepView, steps
from app.viewmodels.formatting import thinking_label
from app.viewmodels.row_list import RowListModel


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message, ready to draw.

    `text` and `reasoning` are markdown. `footnote` is "" while it streams and for the user's,
    `problem` says why it failed or stopped early, `thinking` that the model thinks or for how long
    it thought; "" if neither. `model` is the name of the one that answered, "" if unknown;
    `can_continue`: it is an answer at the end that may go on.
    `provenance` says what made the answer: names and values. `drafted` are the parts of `text` that
    accepted drafts brought, `is_tinted` says whether they are marked. `steps` are the calls of
    tools, each with the place in `text` that it stands at.
    """

    id: int
    text: str
    author: Author
    status: MessageStatus
    footnote: str
    version: int
    num_versions: int
    is_last: bool
    problem: str
    reasoning: str = ""
    thinking: str = ""
    model: str = ""
    can_continue: bool = False
    provenance: tuple[tuple[str, str], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    drafted: Spans = ()
    is_tinted: bool = False
    steps: tuple[StepView, ...] = ()

    @property
    def is_streaming(self) -> bool:
        """Whether text is still arriving."""
        return self.status is MessageStatus.STREAMING

    @property
    def is_thinking(self) -> bool:
        """Whether the model thinks and has not begun to answer."""
        return self.is_streaming and bool(self.reasoning) and not (self.text or self.steps)

    @property
    def is_silent(self) -> bool:
        """Whether the model is to say something, and nothing of it has arrived yet."""
        if not self.steps:
            return self.is_streaming and not (self.text or self.reasoning)
        last = self.steps[-1].use
        has_more = len(self.text) > last.text_len
        return self.is_streaming and not has_more and not any(s.use.is_open for s in self.steps)


class MessageListModel(RowListModel[Message]):
    """Rows run from the first message to the newest of the branch shown.

    Read a row with `view`. Streamed text and the end of an answer each emit one `dataChanged` for
    the last row. Another branch or conversation keeps the common rows and replaces the rest.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Streaming text is kept apart while it grows: replacing the frozen message each frame would
        # copy all of it.
        self._tail: str | None = None
        self._reasoning_tail: str | None = None
        self._drafted_tail: Spans = ()
        self._is_tinted = False

    def set_tinted(self, *, is_tinted: bool) -> None:
        """Mark what accepted drafts brought, or not."""
        if is_tinted != self._is_tinted:
            self._is_tinted = is_tinted
            if self._rows:
                self._tell(0, len(self._rows) - 1)

    @property
    def messages(self) -> Sequence[Message]:
        """The messages shown; a streaming one has the text it had when it was added."""
        return self._rows

    def message(self, message_id: int) -> Message | None:
        """The shown message with this id."""
        return next((entry for entry in self._rows if entry.id == message_id), None)

    def view(self, row: int) -> MessageView:
        """The message in `row`, with its text so far."""
        message, text, reasoning = self._rows[row], self._text(row), self._reasoning(row)
        is_last = row == len(self._rows) - 1
        return MessageView(
            id=message.id,
            text=text,
            author=message.author,
            status=message.status,
            footnote=footnote(message),
            version=message.version,
            num_versions=message.num_versions,
            is_last=is_last,
            problem=translated(message.problem or ""),
            reasoning=reasoning,
            thinking=thinking_label(replace(message, text=text)) if reasoning else "",
            model=(message.model or "") if message.author is Author.ASSISTANT else "",
            can_continue=is_last and message.is_unfinished,
            provenance=provenance(message),
            attachments=message.attachments,
            drafted=self._drafted(row),
            is_tinted=self._is_tinted,
            steps=steps(message),
        )

    def show(self, messages: Sequence[Message]) -> None:
        """Show another branch or conversation, or more messages of the same one."""
        self._keep_tail()
        common = _num_common(self._rows, messages)
        if common < len(self._rows):
            self._remove(common, len(self._rows) - 1)
        self._rows[:] = messages[:common]
        if common < len(messages):
            self._insert(messages[common:])
        if common:
            # Version counts and the last row may have changed.
            self._tell(0, common - 1)

    def append_text(self, message_id: int, text: str, drafted: Spans = ()) -> None:
        """Append text to the last message, if it is this one; drafts brought `drafted` of it."""
        if self._is_last(message_id):
            last = len(self._rows) - 1
            before, spans = self._text(last), self._drafted(last)
            self._drafted_tail = joined(spans, drafted, len(before)) if drafted else spans
            self._tail = before + text
            self._tell_last()

    def append_reasoning(self, message_id: int, text: str) -> None:
        """Append reasoning to the last message, if it is this one."""
        if self._is_last(message_id):
            self._reasoning_tail = self._reasoning(len(self._rows) - 1) + text
            self._tell_last()

    def end_thinking(self, message_id: int, milliseconds: float) -> None:
        """Set the thinking time of the last message, if it is this one; the answer begins."""
        if self._is_last(message_id):
            last = self._rows[-1]
            stats = replace(last.stats, thinking_ms=milliseconds)
            self._rows[-1] = replace(last, stats=stats)
            self._tell_last()

    def update(self, message: Message) -> None:
        """Show the new state of the last message, if it is this one."""
        if self._is_last(message.id):
            self.replace_last(message)

    def replace_last(self, message: Message) -> None:
        """Replace the last message by its final state."""
        self._rows[-1] = message
        self._forget_tail()
        self._tell_last()

    def _is_last(self, message_id: int) -> bool:
        return bool(self._rows) and self._rows[-1].id == message_id

    def _tell_last(self) -> None:
        last = len(self._rows) - 1
        self._tell(last, last)

    def _keep_tail(self) -> None:
        if self._rows:
            last = len(self._rows) - 1
            text, reasoning = self._text(last), self._reasoning(last)
            self._rows[last] = replace(
                self._rows[last], text=text, reasoning=reasoning, drafted=self._drafted(last)
            )
            self._forget_tail()

    def _forget_tail(self) -> None:
        self._tail, self._reasoning_tail, self._drafted_tail = None, None, ()

    def _drafted(self, row: int) -> Spans:
        is_growing = self._tail is not None and row == len(self._rows) - 1
        return self._drafted_tail if is_growing else self._rows[row].drafted

    def _reasoning(self, row: int) -> str:
        is_last = row == len(self._rows) - 1
        tail = self._reasoning_tail if is_last else None
        return self._rows[row].reasoning if tail is None else tail

    def _text(self, row: int) -> str:
        tail = self._tail if row == len(self._rows) - 1 else None
        return self._rows[row].text if tail is None else tail

    def _key(self, row: Message) -> int:
        return row.id

    def _value(self, at: int, role: int) -> Any:
        return self._text(at) if role == Qt.ItemDataRole.DisplayRole else None


def _num_common(old: Sequence[Message], new: Sequence[Message]) -> int:
    pairs = zip(old, new, strict=False)
    return next(
        (row for row, (before, after) in enumerate(pairs) if before.id != after.id),
        min(len(old), len(new)),
    )
