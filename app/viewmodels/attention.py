"""What is worth a notification while the window is in the background. Knows no desktop."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain import Message, MessageStatus
from app.services.engine.sentences import translated
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.library.downloads import DownloadRow, DownloadsViewModel
from app.viewmodels.receivers import connect

LONG_SECONDS = 5.0
_PROGRAM = "Encore"


class Place(Enum):
    """Where a person finds what has ended."""

    CHAT = "chat"
    DOWNLOADS = "downloads"
    COMPARISON = "comparison"


@dataclass(frozen=True, slots=True)
class Call:
    """One notification. `conversation_id` is that of an answer."""

    title: str
    text: str
    place: Place
    conversation_id: int | None = None


class Attention(QObject):
    """Tells of long answers, downloads and comparisons that have ended. `clock` gives seconds.

    Signals:
        wanted(call: Call): something has ended, or a tool waits for the person, whether or not the
            window is seen.
    """

    wanted = Signal(object)

    def __init__(
        self,
        chats: Iterable[ChatViewModel],
        conversations: ConversationListModel,
        downloads: DownloadsViewModel,
        comparison: ComparisonViewModel,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._conversations = conversations
        self._comparison = comparison
        self._clock = clock
        self._busy_since: dict[ChatViewModel, float] = {}
        self._asking: dict[ChatViewModel, int | None] = {}
        for chat in chats:
            connect(chat.state_changed, self, partial(self._on_chat_changed, chat))
            connect(chat.answer_ended, self, partial(self._on_answer_ended, chat))
        downloads.finished.connect(self._on_download_finished)
        downloads.failed.connect(self._on_download_failed)
        comparison.completed.connect(self._on_comparison_completed)

    def _on_chat_changed(self, chat: ChatViewModel) -> None:
        if not chat.is_busy:
            self._busy_since.pop(chat, None)
        elif chat not in self._busy_since:
            self._busy_since[chat] = self._clock()
        before, self._asking[chat] = self._asking.get(chat), chat.tools.asking_in
        asking_in = self._asking[chat]
        if asking_in is not None and before is None:
            title = self._title_of(asking_in)
            self.wanted.emit(Call(title, chat.status_text, Place.CHAT, asking_in))

    def _on_answer_ended(self, chat: ChatViewModel, answer: Message) -> None:
        now = self._clock()
        since = self._busy_since.pop(chat, now)
        if chat.is_busy:  # a message that waited is being answered already
            self._busy_since[chat] = now
        if now - since < LONG_SECONDS or answer.status is MessageStatus.STOPPED:
            return
        if answer.is_whole:
            text = self.tr("The answer is complete.")
        else:
            text = translated(answer.problem or "") or self.tr("The answer ended early.")
        title = self._title_of(answer.conversation_id)
        self.wanted.emit(Call(title, text, Place.CHAT, answer.conversation_id))

    def _title_of(self, conversation_id: int) -> str:
        """The title of a chat; a temporary one has no place in the desktop's history."""
        for row in self._conversations.conversations:
            if row.id == conversation_id and not row.is_temporary:
                return row.title or _PROGRAM
        return _PROGRAM

    def _on_download_finished(self, row: DownloadRow) -> None:
        text = self.tr("{0} has been downloaded.").format(row.title)
        self.wanted.emit(Call(_PROGRAM, text, Place.DOWNLOADS))

    def _on_download_failed(self, row: DownloadRow) -> None:
        text = self.tr("The download of {0} stopped.").format(row.title)
        self.wanted.emit(Call(_PROGRAM, f"{text} {row.problem}".strip(), Place.DOWNLOADS))

    def _on_comparison_completed(self) -> None:
        text = self.tr("The comparison is complete: {0}.")
        verdict = self._comparison.verdict
        self.wanted.emit(Call(_PROGRAM, text.format(verdict), Place.COMPARISON))
