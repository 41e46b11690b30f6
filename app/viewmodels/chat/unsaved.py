"""What is not saved yet: drafts, and finished answers that the disk refused."""

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.domain import Message
from app.services.notices import Notices, StandingNotice
from app.storage.conversations import Conversations
from app.storage.database import GoneError, StorageError

_log = logging.getLogger(__name__)

_DRAFT_MS = 600
_DRAFT_RETRY_MS = 5000
FIRST_RETRY_MS = 1000
_LONGEST_RETRY_MS = 30_000


class Drafts(QObject):
    """Saves drafts at most every 0.6 s, and retries when the disk refuses.

    A saved draft begins with the conversation's queued messages, which nothing else keeps.
    """

    def __init__(
        self,
        conversations: Conversations,
        notices: Notices,
        parent: QObject | None = None,
        queued_texts: Callable[[int], Sequence[str]] = lambda _conversation_id: (),
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._queued_texts = queued_texts
        self._notice = StandingNotice(notices)
        self._texts: dict[int, str] = {}
        self._unsaved: set[int] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.save)

    def text(self, conversation_id: int) -> str:
        """The draft of a conversation, without its queued messages."""
        if conversation_id in self._texts:
            return self._texts[conversation_id]
        try:
            return self._conversations.get(conversation_id).draft
        except KeyError:  # deleted in another window
            return ""

    def set_text(self, conversation_id: int, text: str) -> None:
        """Set the draft of a conversation."""
        if text != self.text(conversation_id):
            self._texts[conversation_id] = text
            self.save_soon(conversation_id)

    def save_soon(self, conversation_id: int) -> None:
        """Save the draft of a conversation, whose queue may have changed."""
        self._texts.setdefault(conversation_id, self.text(conversation_id))
        self._unsaved.add(conversation_id)
        self._timer.start(_DRAFT_MS)

    def save(self) -> None:
        """Save unsaved drafts."""
        self._timer.stop()
        try:
            for conversation_id in tuple(self._unsaved):
                queued = self._queued_texts(conversation_id)
                parts = (*queued, self._texts[conversation_id])
                draft = "\n\n".join(part for part in parts if part)
                self._conversations.set_draft(conversation_id, draft)
                self._unsaved.discard(conversation_id)
                if not queued:  # another view of the chat may change it
                    del self._texts[conversation_id]
        except StorageError as error:
            self._timer.start(_DRAFT_RETRY_MS)
            self._notice.tell(str(error))
            return
        self._notice.withdraw()


class UnsavedAnswers(QObject):
    """Saves finished answers and retries failures, ever less often.

    Signals:
        saved(conversation_id: int): a waiting answer is saved now.
    """

    saved = Signal(int)

    def __init__(
        self, conversations: Conversations, notices: Notices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._notices = notices
        self._standing = StandingNotice(notices)
        self._waiting: dict[int, Message] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FIRST_RETRY_MS)
        self._timer.timeout.connect(self.save)

    @property
    def is_empty(self) -> bool:
        """Whether everything is saved."""
        return not self._waiting

    def latest(self, message: Message) -> Message:
        """The final state of `message`, if it is not saved yet."""
        return self._waiting.get(message.id, message)

    def keep(self, message: Message) -> Message:
        """Save a finished answer, now or as soon as the disk accepts it; returns it."""
        try:
            return self._finish(message)
        except GoneError as error:
            self._notices.report(str(error))
        except StorageError as error:
            self._waiting[message.id] = message
            self._tell(error)
            self._timer.start()
        return message

    def save(self) -> None:
        """Retry waiting answers."""
        self._timer.stop()
        for message in tuple(self._waiting.values()):
            try:
                self._finish(message)
            except GoneError:
                _log.warning("answer %d has been deleted and cannot be saved", message.id)
            except StorageError as error:
                _log.warning("answer %d is still not saved: %s", message.id, error)
                self._timer.start(min(2 * self._timer.interval(), _LONGEST_RETRY_MS))
                return
            del self._waiting[message.id]
            self.saved.emit(message.conversation_id)
        self._timer.setInterval(FIRST_RETRY_MS)
        self._standing.withdraw()

    def _finish(self, message: Message) -> Message:
        if message.tool_uses:
            self._conversations.save_tool_uses(message.id, message.tool_uses)
        return self._conversations.finish(
            *(message.id, message.text, message.status, message.stats, message.problem),
            reasoning=message.reasoning,
            token_ids=message.token_ids,
            drafted=message.drafted,
        )

    def _tell(self, error: StorageError) -> None:
        words = QCoreApplication.translate(
            "Answer", "%1 The answer stays in this window and is saved as soon as that works."
        )
        self._standing.tell(words.replace("%1", str(error)))
