"""Reads a file as an attachment, or says in a sentence why not. Knows no window."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.domain import Attachment, size_in_words
from app.services.attachments.decoding import decode, is_archive, is_pdf, is_picture
from app.services.background.child_worker import ChildWorker
from engine.errors import EngineError
from engine.safe_text import clean_line

MAX_FILE_BYTES = 64_000_000
MAX_CHARACTERS = 2_000_000
_DEADLINE_SECONDS = 30.0

Extract = Callable[[bytes, int], tuple[str, str]]


class AttachmentError(EngineError):
    """The file cannot go along with a question; the message is for the user."""


class AttachmentReader:
    """Reads files; those with a structure of their own in a child process with limits."""

    def __init__(self, deadline_seconds: float = _DEADLINE_SECONDS) -> None:
        self._worker = ChildWorker(deadline_seconds)

    def read(self, path: Path) -> Attachment:
        """The text of the file at `path`. Blocks. Raises AttachmentError."""
        # Imported late: the window must not wait for it.
        from app.services.attachments.extraction import docx_text, pdf_text

        data, name = _bytes_of(path), clean_line(path.name)
        if is_pdf(data):
            return self._extracted(name, pdf_text, data)
        if is_picture(data):
            raise AttachmentError(
                f"{name} is a picture, which no model here can see; describe it in words."
            )
        if is_archive(data) and path.suffix.lower() == ".docx":
            return self._extracted(name, docx_text, data)
        text = decode(data)
        if text is None:
            raise AttachmentError(f"{name} is not a text file; attach text, code, PDF or .docx.")
        return as_attachment(name, text)

    def close(self) -> None:
        """End the child process."""
        self._worker.close()

    def _extracted(self, name: str, extract: Extract, data: bytes) -> Attachment:
        from app.services.attachments.extraction import DAMAGED, LOCKED

        try:
            text, problem = self._worker.run(partial(extract, data, MAX_CHARACTERS))
        except TimeoutError as error:
            raise AttachmentError(
                f"{name} took too long to read, or is damaged; attach its text instead."
            ) from error
        if problem == LOCKED:
            raise AttachmentError(f"{name} is locked with a password; save it without one first.")
        if problem == DAMAGED:
            raise AttachmentError(f"{name} is damaged and cannot be read.")
        if not text.strip():
            raise AttachmentError(
                f"{name} has no text in it; it may be scanned pages, which are pictures."
            )
        return as_attachment(name, text)


def as_attachment(name: str, text: str) -> Attachment:
    """An attachment of `text`. Raises AttachmentError when there is none, or too much."""
    if not text.strip():
        raise AttachmentError(f"{name} is empty.")
    excess = len(text) - MAX_CHARACTERS
    if excess > 0:
        raise AttachmentError(
            f"{name} has more than the {MAX_CHARACTERS:,} characters that an attachment holds; "
            "attach a part of it."
        )
    return Attachment(name, text, len(text))


def _bytes_of(path: Path) -> bytes:
    name = clean_line(path.name or str(path))
    try:
        if path.is_dir():
            raise AttachmentError(f"{name} is a folder; attach the files in it.")
        if not path.is_file():
            raise AttachmentError(f"{name} is not a file that can be read.")
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise AttachmentError(
                f"{name} has {size_in_words(size)}; an attachment may have up to "
                f"{size_in_words(MAX_FILE_BYTES)}. Attach a part of it."
            )
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES)
    except OSError as error:
        raise AttachmentError(f"{name} cannot be read: {error.strerror or error}.") from error
