"""Unsent text of each conversation, kept shortly after it was written."""

from PySide6.QtCore import QObject, QTimer

from app.domain import NoticeLevel
from app.services.notices import Notices
from app.storage.conversations import Conversations
from app.storage.database import StorageError

_SAVE_MS = 600


class Drafts(QObject):
    """Keeps drafts; writes at most once in 0.6 s."""

    def __init__(
        self, conversations: Conversations, notices: Notices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._notices = notices
        self._unsaved: dict[int, str] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SAVE_MS)
        self._timer.timeout.connect(self.save)

    def text(self, conversation_id: int) -> str:
        """The draft of a conversation."""
        if conversation_id in self._unsaved:
            return self._unsaved[conversation_id]
        return self._conversations.get(conversation_id).draft

    def set_text(self, conversation_id: int, text: str) -> None:
        """Keep `text` as the draft of a conversation."""
        if text != self.text(conversation_id):
            self._unsaved[conversation_id] = text
            self._timer.start()

    def save(self) -> None:
        """Write what is not written yet."""
        self._timer.stop()
        try:
            for conversation_id in tuple(self._unsaved):
                self._conversations.set_draft(conversation_id, self._unsaved[conversation_id])
                del self._unsaved[conversation_id]
        except StorageError as error:
            self._notices.report(str(error), NoticeLevel.ERROR)
