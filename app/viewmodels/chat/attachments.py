"""The files that go along with the open draft. Knows no widget and reads no file itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QThreadPool, Signal

from app.domain import Attachment, Notice, NoticeLevel
from app.services.attachments.reader import (
    AttachmentError,
    AttachmentReader,
    as_attachment,
)
from app.services.background.pool import run_in_background
from app.storage.attachments import DraftAttachments
from app.storage.database import StorageError
from app.viewmodels import formatting
from app.viewmodels.banner import Banner

MAX_FILES = 20


@dataclass(frozen=True, slots=True)
class AttachmentView:
    """A file, ready to draw: `detail` is its size in tokens, or that it is being read."""

    id: int
    name: str
    detail: str
    text: str


class AttachmentsViewModel(QObject):
    """The files of the open conversation's draft, which are kept with it.

    Signals:
        changed(): `shown` changed.
    """

    changed = Signal()

    def __init__(
        self,
        drafted: DraftAttachments,
        banner: Banner,
        parent: QObject | None = None,
        reader: AttachmentReader | None = None,
    ) -> None:
        super().__init__(parent)
        self._drafted = drafted
        self._banner = banner
        self._reader = reader or AttachmentReader()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)  # so that they keep their order
        self._conversation_id: int | None = None
        self._files: dict[int, Attachment] = {}
        self._held: set[int] = set()  # those of queued messages
        self._reading: list[tuple[int, str]] = []  # conversation and name
        self._tokens: dict[int, int] = {}
        self._warnings: list[str] = []

    @property
    def files(self) -> Mapping[int, Attachment]:
        """The files of the draft by id, in their order."""
        return {key: each for key, each in self._files.items() if key not in self._held}

    @property
    def is_reading(self) -> bool:
        """Whether a file of the open draft is still being read."""
        return any(each == self._conversation_id for each, _ in self._reading)

    @property
    def shown(self) -> tuple[AttachmentView, ...]:
        """The files of the draft, ready to draw; those being read last."""
        ready = [
            AttachmentView(key, each.name, describe(each, self._tokens.get(key)), each.text)
            for key, each in self.files.items()
        ]
        reading = [
            AttachmentView(-1 - number, name, self.tr("reading…"), "")
            for number, (conversation_id, name) in enumerate(self._reading)
            if conversation_id == self._conversation_id
        ]
        return (*ready, *reading)

    def open(self, conversation_id: int) -> None:
        """Show the files of another draft."""
        self._withdraw_warnings()
        self._conversation_id = conversation_id
        self._files = self._drafted.all(conversation_id)
        self._tokens = {}
        self.changed.emit()

    def add_files(self, paths: Sequence[Path]) -> None:
        """Read files in the background and add each; the banner says why one is refused."""
        conversation_id = self._conversation_id
        if conversation_id is None:
            return
        num_free = MAX_FILES - len(self.shown)
        num_left = len(paths) - max(0, num_free)
        if num_left > 0:
            words = self.tr(
                "A message holds up to %1 files; %n of those chosen were left out.", "", num_left
            )
            self._warn(words.replace("%1", str(MAX_FILES)))
        for path in paths[: max(0, num_free)]:
            entry = (conversation_id, path.name)
            self._reading.append(entry)
            run_in_background(
                partial(self._reader.read, path),
                partial(self._on_read, entry),
                partial(self._on_refused, entry),
                self._pool,
            )
        self.changed.emit()

    def add_text(self, text: str) -> None:
        """Add pasted text as a file."""
        if self._conversation_id is None:
            return
        try:
            self._add(self._conversation_id, as_attachment(self.tr("Pasted text"), text))
        except AttachmentError as error:
            self._warn(str(error))
        self.changed.emit()

    def cut(self, attachment_id: int, num_characters: int) -> None:
        """Keep only the first characters of a file."""
        file = self._files[attachment_id]
        kept = replace(file, text=file.text[:num_characters])
        try:
            self._drafted.cut(attachment_id, kept.text)
        except StorageError as error:
            self._warn(str(error))
            return
        self._files[attachment_id] = kept
        self._tokens.pop(attachment_id, None)
        self.changed.emit()

    def remove(self, attachment_id: int) -> None:
        """Remove a file."""
        self.release([attachment_id])

    def set_tokens(self, counts: Mapping[int, int]) -> None:
        """Set the exact sizes of files, as the loaded model counts; an empty one forgets them."""
        if counts != self._tokens:
            self._tokens = dict(counts)
            self.changed.emit()

    def hold(self) -> dict[int, Attachment]:
        """Take the files out of the draft for a message; `release` or `give_back` them later."""
        self._withdraw_warnings()
        held = dict(self.files)
        self._held |= held.keys()
        self.changed.emit()
        return held

    def release(self, attachment_ids: Sequence[int]) -> None:
        """Forget files: their message was sent, or will not be."""
        try:
            self._drafted.remove(attachment_ids)
        except StorageError as error:
            self._warn(str(error))
            return
        self._held -= set(attachment_ids)
        for attachment_id in attachment_ids:
            self._files.pop(attachment_id, None)
        self.changed.emit()

    def give_back(self, attachment_ids: Sequence[int]) -> None:
        """Put files back into the draft: their message was not sent."""
        self._held -= set(attachment_ids)
        self.changed.emit()

    def close(self) -> None:
        """Give up reading."""
        self._pool.clear()
        self._reader.close()
        self._pool.waitForDone()

    def _add(self, conversation_id: int, attachment: Attachment) -> None:
        try:
            known = self._drafted.all(conversation_id)
            if any(each == attachment for key, each in known.items() if key not in self._held):
                words = self.tr("%1 is attached already.")
                self._warn(words.replace("%1", attachment.name))
                return
            key = self._drafted.add(conversation_id, attachment)
        except StorageError as error:
            self._warn(str(error))
            return
        if conversation_id == self._conversation_id:
            self._files[key] = attachment

    def _on_read(self, entry: tuple[int, str], attachment: Attachment) -> None:
        self._reading.remove(entry)
        self._add(entry[0], attachment)
        self.changed.emit()

    def _on_refused(self, entry: tuple[int, str], error: Exception) -> None:
        self._reading.remove(entry)
        self._warn(str(error))
        self.changed.emit()

    def _warn(self, text: str) -> None:
        self._warnings.append(text)
        self._banner.show(Notice(NoticeLevel.WARNING, text))

    def _withdraw_warnings(self) -> None:
        """They were about a draft that is sent, or no longer shown."""
        for text in self._warnings:
            self._banner.withdraw(text)
        self._warnings.clear()


def attachment_views(attachments: Sequence[Attachment]) -> tuple[AttachmentView, ...]:
    """The files of a message that was sent, ready to draw."""
    return tuple(
        AttachmentView(number, each.name, describe(each, None), each.text)
        for number, each in enumerate(attachments)
    )


def describe(attachment: Attachment, num_tokens: int | None) -> str:
    """1,234 tokens, or ~1,200 tokens where nothing counted them, and how much of the file it is."""
    is_exact = num_tokens is not None
    number = num_tokens if num_tokens is not None else estimate_tokens(attachment.text)
    size = formatting.tokens(number, is_exact=is_exact)
    if not attachment.is_cut:
        return size
    percent = max(1, 100 * len(attachment.text) // attachment.num_characters)
    words = QCoreApplication.translate("Attachments", "the first %1 %")
    return f"{size}, {words.replace('%1', str(percent), 1)}"


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` has: one for four bytes of UTF-8."""
    return -(-len(text.encode(errors="replace")) // 4)
