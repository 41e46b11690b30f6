"""Unsent text of each conversation, saved after a short delay."""

from PySide6.QtCore import QObject, QTimer

from app.services.notices import Notices, StandingNotice
from app.storage.conversations import Conversations
from app.storage.database import StorageError

_SAVE_MS = 600
_RETRY_MS = 5000


class Drafts(QObject):
    """Saves drafts at most every 0.6 s, and retries when the disk refuses."""

    def __init__(
        self, conversations: Conversations, notices: Notices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._notice = StandingNotice(notices)
        self._unsaved: dict[int, str] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.save)

    def text(self, conversation_id: int) -> str:
        """The draft of a conversation."""
        if conversation_id in self._unsaved:
            return self._unsaved[conversation_id]
        try:
            return self._conversations.get(conversation_id).draft
        except KeyError:  # deleted in another window
            return ""

    def set_text(self, conversation_id: int, text: str) -> None:
        """Set the draft of a conversation."""
        if text != self.text(conversation_id):
            self._unsaved[conversation_id] = text
            self._timer.start(_SAVE_MS)

    def save(self) -> None:
        """Save unsaved drafts."""
        self._timer.stop()
        try:
            for conversation_id in tuple(self._unsaved):
                self._conversations.set_draft(conversation_id, self._unsaved[conversation_id])
                del self._unsaved[conversation_id]
        except StorageError as error:
            self._timer.start(_RETRY_MS)
            self._notice.tell(str(error))
            return
        self._notice.withdraw()
