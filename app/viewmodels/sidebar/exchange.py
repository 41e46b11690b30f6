"""Export and import of conversations, for the window. Draws nothing."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain import NoticeLevel
from app.services.background.child_worker import ChildWorker
from app.services.background.pool import run_in_background
from app.services.notices import Notices
from app.storage.conversations import Conversations
from app.storage.database import StorageError
from app.storage.importing import ChatImport
from app.viewmodels.conversation_list import ConversationListModel

if TYPE_CHECKING:
    from app.services.exchange.chat_tree import ChatTree
    from app.services.exchange.read_chats import ReadChats

_TURN_SECONDS = 0.015
_EXPORT_SECONDS = 600.0


class ExchangeViewModel(QObject):
    """Exports chosen conversations into a file, and imports those of files.

    Files are read and written on a background thread, the database a little at a time.

    Signals:
        imported(sentence: str, ids: list[int]): what came of an import, and the new conversations.
        exported(target: Path): a file is written.
    """

    imported = Signal(str, object)
    exported = Signal(object)

    def __init__(
        self, conversations: Conversations, listed: ConversationListModel, notices: Notices
    ) -> None:
        super().__init__()
        self._conversations = conversations
        self._listed = listed
        self._notices = notices
        self._worker = ChildWorker(_EXPORT_SECONDS)

    def close(self) -> None:
        """Give up what is being exported; call it when the window closes."""
        self._worker.close()

    def suggested_name(self, conversation_ids: Sequence[int], suffix: str) -> str:
        """A name for the file of an export."""
        from app.services.exchange.chat_tree import file_name

        if len(conversation_ids) == 1:
            row = self._listed.row_of(conversation_ids[0])
            return f"{file_name(self._listed.index(row).data())}{suffix}"
        words = self.tr("Chats")
        return f"{file_name(words)}{suffix}"

    def export(self, conversation_ids: Sequence[int], target: Path) -> None:
        """Write conversations to `target`, in the format of its suffix."""
        chats: list[ChatTree] = []
        self._in_turns(self._gather(conversation_ids, chats), partial(self._write, chats, target))

    def import_files(self, paths: Sequence[Path]) -> None:
        """Add the conversations in files; `imported` follows, or a notice."""

        def read() -> "ReadChats":
            from app.services.exchange.read_chats import read_files

            return read_files(paths)

        run_in_background(read, self._on_read, self._on_error)

    def _gather(self, ids: Sequence[int], chats: "list[ChatTree]") -> Iterator[None]:
        from app.services.exchange.chat_tree import ChatTree

        store = self._conversations
        for conversation_id in ids:
            messages, branch = store.messages(conversation_id), store.branch(conversation_id)
            chats.append(ChatTree(store.get(conversation_id), messages, branch))
            yield

    def _write(self, chats: "list[ChatTree]", target: Path) -> None:
        def write() -> None:
            from app.services.exchange.export_chats import export_chats

            export_chats(chats, target, self._worker.run)

        run_in_background(write, partial(self._on_written, target), self._on_error)

    def _on_written(self, target: Path, _result: object) -> None:
        words = self.tr("The export is in %1.").replace("%1", str(target))
        self._notices.report_done(words)
        self.exported.emit(target)

    def _on_read(self, read: "ReadChats") -> None:
        started = self._conversations.begin_import()
        on_done = partial(self._on_imported, started, read.num_left_out)
        self._in_turns(started.write(read.chats), on_done)

    def _on_imported(self, started: ChatImport, num_left_out: int) -> None:
        self._listed.refresh()
        count = started.count
        self.imported.emit(
            self._summary(len(count.ids), count.num_present, num_left_out), count.ids
        )

    def _summary(self, num_new: int, num_present: int, num_left_out: int) -> str:
        parts = []
        if num_new == 1:
            parts.append(self.tr("1 chat was imported."))
        elif num_new:
            parts.append(self.tr("%n chats were imported.", "", num_new))
        else:
            parts.append(self.tr("No chat was imported."))
        if num_present:
            parts.append(self.tr("Already here: %1.").replace("%1", str(num_present)))
        if num_left_out:
            words = self.tr("Left out, as they could not be read: %1.")
            parts.append(words.replace("%1", str(num_left_out)))
        return " ".join(parts)

    def _in_turns(self, steps: Iterator[None], on_done: Callable[[], None]) -> None:
        """Take `steps`, few enough in each turn of the event loop that the window stays smooth."""
        end = time.monotonic() + _TURN_SECONDS
        try:
            for _ in steps:
                if time.monotonic() > end:
                    QTimer.singleShot(0, self, partial(self._in_turns, steps, on_done))
                    return
        except KeyError:
            self._on_error(StorageError(self.tr("A chat was deleted while it was exported.")))
            return
        except StorageError as error:
            self._on_error(error)
            return
        on_done()

    def _on_error(self, error: Exception) -> None:
        self._notices.report(str(error), NoticeLevel.ERROR)
