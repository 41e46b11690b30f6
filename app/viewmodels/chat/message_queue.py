"""Messages that wait for the end of an answer, and when each is sent."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain import REPLACED, Attachment, Message, MessageStatus
from app.viewmodels.chat.attachments import AttachmentsViewModel


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A question to be asked in its conversation; `attachments` by the id of the draft's."""

    conversation_id: int
    text: str
    attachments: dict[int, Attachment]
    id: int = 0

    @property
    def label(self) -> str:
        """One line: the text and the names of the files."""
        names = (each.name for each in self.attachments.values())
        return " · ".join(filter(None, (" ".join(self.text[:200].split()), *names)))


class MessageQueue(QObject):
    """In the order they were written or moved to. A pause lasts until `resume`, or without any.

    `ask(message)` sends one, and is called while `is_ready()`.

    Signals:
        changed(conversation_id: int): that conversation's messages, or `is_paused`, changed.
    """

    changed = Signal(int)

    def __init__(
        self,
        attachments: AttachmentsViewModel,
        ask: Callable[[QueuedMessage], bool],
        is_ready: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._attachments = attachments
        self._ask = ask
        self._is_ready = is_ready
        self._messages: list[QueuedMessage] = []
        self._ids = count(1)
        self._is_paused = False

    @property
    def is_paused(self) -> bool:
        """Whether nothing is sent until the user goes on."""
        return self._is_paused and bool(self._messages)

    @property
    def is_going_on(self) -> bool:
        """Whether messages wait that are sent without another word."""
        return not self._is_paused and bool(self._messages)

    def of(self, conversation_id: int | None) -> tuple[QueuedMessage, ...]:
        """The waiting messages of a conversation."""
        return tuple(each for each in self._messages if each.conversation_id == conversation_id)

    def texts(self, conversation_id: int) -> list[str]:
        """The texts of `of`."""
        return [message.text for message in self.of(conversation_id)]

    def add(self, message: QueuedMessage) -> None:
        """Add a message at the end."""
        if not self._messages:
            self._is_paused = False
        self._messages.append(replace(message, id=next(self._ids)))
        self.changed.emit(message.conversation_id)

    def edit(self, message_id: int) -> str:
        """Put the files of a message back into the draft; returns its text."""
        message = self._take(message_id)
        if message is None:
            return ""
        self._attachments.give_back(tuple(message.attachments))
        return message.text

    def remove(self, message_id: int) -> None:
        """Drop a message."""
        message = self._take(message_id)
        if message is not None:
            self._attachments.release(tuple(message.attachments))

    def move_up(self, message_id: int) -> None:
        """Let a message change places with the one before it in its conversation."""
        message = self._find(message_id)
        if message is None:
            return
        order = self.of(message.conversation_id)
        at = order.index(message)
        if at:
            here, before = self._messages.index(message), self._messages.index(order[at - 1])
            self._messages[here], self._messages[before] = order[at - 1], message
            self.changed.emit(message.conversation_id)

    def pause(self) -> None:
        """Send nothing until `resume`."""
        self._set_paused(is_paused=True)

    def resume(self) -> None:
        """Go on sending."""
        self._set_paused(is_paused=False)
        self.send_next()

    def go_on_after(self, answer: Message) -> None:
        """Send the next one after the end of `answer`, or pause if that was cut short."""
        is_cut = answer.status in (MessageStatus.FAILED, MessageStatus.PARTIAL)
        if is_cut and answer.stats.finish_reason != REPLACED:
            self.pause()
        QTimer.singleShot(0, self, self.send_next)

    def send_next(self) -> None:
        """Send the first message, if it is its turn; one that cannot be sent pauses the rest."""
        if not self._messages or self._is_paused or not self._is_ready():
            return
        message = self._messages[0]
        if self._ask(message):
            self._take(message.id)
        else:
            self.pause()

    def forget(self, conversation_id: int) -> None:
        """Drop the messages of a conversation that is gone."""
        self._messages = [m for m in self._messages if m.conversation_id != conversation_id]
        self.changed.emit(conversation_id)

    def _take(self, message_id: int) -> QueuedMessage | None:
        message = self._find(message_id)
        if message is not None:
            self._messages.remove(message)
            self.changed.emit(message.conversation_id)
        return message

    def _find(self, message_id: int) -> QueuedMessage | None:
        return next((each for each in self._messages if each.id == message_id), None)

    def _set_paused(self, *, is_paused: bool) -> None:
        self._is_paused = is_paused
        for conversation_id in {message.conversation_id for message in self._messages}:
            self.changed.emit(conversation_id)
