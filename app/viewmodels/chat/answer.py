"""One answer from its request until it is saved. Independent of the display."""

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.domain import AnswerStats, Message, MessageStatus, Spans, ToolUse, joined
from app.services.engine.engine_service import EngineService
from app.services.notices import Notices, StandingNotice
from app.storage.conversations import Conversations
from app.storage.database import StorageError
from app.storage.tool_uses import ended
from app.viewmodels.chat.answer_progress import Progress
from app.viewmodels.chat.unsaved import UnsavedAnswers
from engine.commands import Generate
from engine.errors import EngineError
from engine.events import Failed, Finished, Meter, ModelInfo, Started

# On a busy computer this stays within the two seconds that a crash may lose.
SAVE_MS = 1500

NameOf = Callable[[ModelInfo], str]
"""What people call a model."""

_STATUS_OF_REASON = {
    "cancelled": MessageStatus.STOPPED,
    "context": MessageStatus.PARTIAL,
}


@dataclass(frozen=True, slots=True)
class AnswerEnd:
    """The end of an answer. `is_context_full`: it, or its question, did not fit the context."""

    message: Message
    is_context_full: bool


class AnswerRecorder(QObject):
    """Requests one answer at a time and saves it: at least every 2 s, and at its end.

    An answer that calls tools takes a request for each round. `clock` gives seconds.

    Signals:
        calls_made(calls: tuple[ToolCall, ...]): the model waits for their results; `ask` goes on.
        tool_uses_changed(message: Message): with its text so far.
        text_added(message_id: int, text: str, drafted: Spans)
        reasoning_added(message_id: int, text: str)
        thinking_ended(message_id: int, milliseconds: float): the answer itself begins.
        turns_dropped(num_messages: int): this many of the oldest messages were left out.
        ended(end: AnswerEnd): saved, or to be saved once the disk accepts it.
        saved(conversation_id: int): an answer that the disk had refused is saved now.
        state_changed(): `is_busy`, `is_waiting`, `has_text`, `is_thinking` or `is_stopping` did.
    """

    calls_made = Signal(object)
    tool_uses_changed = Signal(object)
    text_added = Signal(int, str, object)
    reasoning_added = Signal(int, str)
    thinking_ended = Signal(int, float)
    turns_dropped = Signal(int)
    ended = Signal(object)
    saved = Signal(int)
    state_changed = Signal()

    def __init__(
        self,
        conversations: Conversations,
        engine: EngineService,
        notices: Notices,
        name_of: NameOf,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._engine = engine
        self._not_saved = StandingNotice(notices)
        self._name_of = name_of
        self._clock = clock
        self._progress: Progress | None = None
        self._unsaved = UnsavedAnswers(conversations, notices, self)
        self._unsaved.saved.connect(self.saved)
        self._timer = QTimer(self)
        self._timer.setInterval(SAVE_MS)
        self._timer.timeout.connect(self.save)
        engine.answer_started.connect(self._on_started)
        engine.reasoning_arrived.connect(self._on_reasoning_arrived)
        engine.text_arrived.connect(self._on_text_arrived)
        engine.meter_arrived.connect(self._on_meter_arrived)
        engine.answer_finished.connect(self._on_finished)
        engine.answer_failed.connect(self._on_failed)
        engine.engine_died.connect(self._on_engine_died)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is in progress."""
        return self._progress is not None

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for tools, or for the person to allow one."""
        return self._progress is not None and not self._progress.request_id

    @property
    def has_text(self) -> bool:
        """Whether its first words have arrived."""
        return self._progress is not None and bool(self._progress.text)

    @property
    def is_thinking(self) -> bool:
        """Whether the model thinks and has not begun to answer."""
        return self._progress is not None and bool(self._progress.reasoning) and not self.has_text

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._progress is not None and self._progress.is_stopping

    @property
    def has_unsaved(self) -> bool:
        """Whether a finished answer is not saved yet."""
        return not self._unsaved.is_empty

    @property
    def message(self) -> Message | None:
        """The answer in progress, with its text so far."""
        progress = self._progress
        if progress is None:
            return None
        stats = AnswerStats(thinking_ms=progress.thinking_ms)
        return replace(
            progress.message,
            text=progress.text,
            reasoning=progress.reasoning,
            drafted=progress.drafted,
            stats=stats,
        )

    def latest(self, message: Message) -> Message:
        """`message` with unsaved text, if there is any."""
        live = self.message
        if live is not None and live.id == message.id:
            return live
        return self._unsaved.latest(message)

    def start(self, message: Message, command: Generate) -> None:
        """Request the text of `message`, or the rest of it, below what it has."""
        self._take_up(message)
        self.ask(command)

    def begin(self, message: Message) -> None:
        """Take up `message`, whose request follows by `ask` once its tools are there."""
        self._take_up(message)
        self.state_changed.emit()

    def _take_up(self, message: Message) -> None:
        progress = Progress(message, message.text, message.reasoning, message.drafted)
        progress.saved_len = progress.num_characters
        progress.thinking_ms = message.stats.thinking_ms
        if progress.reasoning and not progress.text and not message.tool_uses:
            # It goes on thinking: the time before counts.
            progress.thinking_since = self._clock() - (progress.thinking_ms or 0) / 1000
            progress.thinking_ms = None
        self._progress = progress
        self._timer.start()

    def ask(self, command: Generate) -> None:
        """Request the next part of the answer that was taken up: what follows its last calls."""
        progress = self._progress
        assert progress is not None
        progress.begin_part(command.request_id)
        try:
            is_sent = self._engine.generate(command)
            problem = QCoreApplication.translate(
                "Answer", "The engine is not running. Choose a model to start it."
            )
        except EngineError as error:
            is_sent, problem = False, str(error)
        if not is_sent:
            self.fail(problem)
            return
        self.state_changed.emit()

    def set_tool_uses(self, uses: Sequence[ToolUse]) -> None:
        """Keep how far the calls of the answer have got."""
        progress = self._progress
        assert progress is not None
        progress.message = replace(progress.message, tool_uses=tuple(uses))
        try:
            self._conversations.save_tool_uses(progress.message.id, uses)
        except StorageError as error:
            self._not_saved.tell(str(error))
        self.tool_uses_changed.emit(self.message)
        self.state_changed.emit()

    def stop(self) -> None:
        """Stop; arrived text stays."""
        if self._progress is None:
            return
        if self.is_waiting:
            self._end(self._progress.text, MessageStatus.STOPPED, reason="cancelled")
            return
        self._progress.is_stopping = True
        self._engine.cancel(self._progress.request_id)
        self.save()
        self.state_changed.emit()

    def save(self) -> None:
        """Save the text that has arrived."""
        progress = self._progress
        if progress is None or progress.num_characters == progress.saved_len:
            return
        try:
            self._conversations.save_text(
                progress.message.id, progress.text, progress.reasoning, progress.drafted
            )
            progress.saved_len = progress.num_characters
            self._not_saved.withdraw()
        except StorageError as error:
            self._not_saved.tell(str(error))

    def close(self) -> None:
        """Save the answer in progress as partial; call it when the window closes."""
        self._engine.drain()
        if self._progress is not None and self._progress.request_id:
            self._engine.cancel(self._progress.request_id)
        if self._progress is not None:
            self._end(self._progress.text, MessageStatus.PARTIAL)
        self._unsaved.save()

    def _is_ours(self, request_id: str) -> bool:
        return self._progress is not None and self._progress.request_id == request_id

    def _on_started(self, started: Started) -> None:
        if self._progress is None or not self._is_ours(started.request_id):
            return
        self._progress.seed = started.seed
        self._note_model(self._progress)
        if started.dropped_turns:
            self.turns_dropped.emit(started.dropped_turns)

    def _note_model(self, progress: Progress) -> None:
        """Note which model answers, if it was still being loaded when it was asked."""
        model = self._engine.model
        if progress.message.model is None and model is not None:
            name = self._name_of(model)
            progress.message = replace(progress.message, model=name)
            with contextlib.suppress(StorageError):
                self._conversations.set_model(progress.message.id, name)

    def _on_reasoning_arrived(self, request_id: str, text: str) -> None:
        progress = self._progress
        if progress is None or not self._is_ours(request_id):
            return
        is_first = not progress.reasoning
        if progress.thinking_since is None:  # in a further round, the time before counts
            progress.thinking_since = self._clock() - (progress.thinking_ms or 0) / 1000
            progress.thinking_ms = None
        progress.reasoning += text
        self.reasoning_added.emit(progress.message.id, text)
        if is_first:
            self.state_changed.emit()

    def _on_text_arrived(self, request_id: str, text: str, drafted: Spans) -> None:
        if self._progress is None or not self._is_ours(request_id):
            return
        self._end_thinking()
        is_first = not self._progress.text
        if drafted:
            offset = len(self._progress.text)
            self._progress.drafted = joined(self._progress.drafted, drafted, offset)
        self._progress.text += text
        self.text_added.emit(self._progress.message.id, text, drafted)
        if is_first:
            self.state_changed.emit()

    def _end_thinking(self) -> None:
        progress = self._progress
        if progress is None or progress.thinking_since is None or progress.thinking_ms is not None:
            return
        progress.thinking_ms = (self._clock() - progress.thinking_since) * 1000
        self.thinking_ended.emit(progress.message.id, progress.thinking_ms)

    def _on_meter_arrived(self, request_id: str, meter: Meter) -> None:
        if self._progress is not None and self._is_ours(request_id):
            self._progress.meter = meter

    def _on_finished(self, finished: Finished) -> None:
        progress = self._progress
        if progress is None or not self._is_ours(finished.request_id):
            return
        progress.meter = finished.meter
        progress.take_whole(finished)
        if finished.reason == "tool_calls":
            self._pause(progress, finished)
            return
        status = _STATUS_OF_REASON.get(finished.reason, MessageStatus.COMPLETE)
        if finished.reason == "cancelled" and not progress.is_stopping:
            status = MessageStatus.PARTIAL  # a load took the model away
        self._end(progress.text, status, finished=finished)

    def _pause(self, progress: Progress, finished: Finished) -> None:
        """Wait for the results of calls; what has been said stands before them."""
        self._end_thinking()
        progress.end_part(finished)
        self.save()
        self.calls_made.emit(finished.tool_calls)

    def _on_failed(self, failed: Failed) -> None:
        if self._is_ours(failed.request_id):
            self.fail(failed.message, is_context_full=failed.context_full)

    def _on_engine_died(self) -> None:
        if self._progress is not None and self._progress.request_id:
            self.fail(
                QCoreApplication.translate(
                    "Answer", "The engine stopped before the answer was complete."
                )
            )

    def fail(self, problem: str, *, is_context_full: bool = False) -> None:
        """End the answer in progress with the sentence that says why."""
        assert self._progress is not None
        has_any = self._progress.num_characters or self._progress.message.tool_uses
        status = MessageStatus.PARTIAL if has_any else MessageStatus.FAILED
        self._end(self._progress.text, status, problem=problem, is_context_full=is_context_full)

    def _end(
        self,
        text: str,
        status: MessageStatus,
        *,
        finished: Finished | None = None,
        problem: str | None = None,
        reason: str | None = None,
        is_context_full: bool = False,
    ) -> None:
        progress = self._progress
        assert progress is not None
        reason = reason or progress.reason(finished)
        self._timer.stop()
        self._end_thinking()
        self._progress = None
        self._not_saved.withdraw()
        message = self._unsaved.keep(
            replace(
                progress.message,
                text=text,
                status=status,
                stats=progress.stats(finished, reason),
                tool_uses=ended(progress.message.tool_uses),
                problem=problem,
                reasoning=progress.reasoning,
                token_ids=progress.token_ids(text, finished),
                drafted=progress.drafted,
            )
        )
        is_context_full |= finished is not None and finished.reason == "context"
        self.ended.emit(AnswerEnd(message, is_context_full))
        self.state_changed.emit()
