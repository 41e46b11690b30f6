"""Writes chosen conversations into one file, in the format that its name says."""

import io
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from app.services.exchange.chat_tree import ChatTree
from app.services.exchange.json_file import to_json
from app.services.exchange.markdown_file import to_markdown
from app.services.exchange.web_page import to_web_page
from app.services.exchange.whole_file import whole_file
from app.storage.database import StorageError

RunApart = Callable[[Callable[[], bytes]], bytes]
"""Runs a function in a child process. Raises TimeoutError when it takes too long or fails."""


def export_chats(chats: Sequence[ChatTree], target: Path, run_apart: RunApart) -> None:
    """Write `chats` to `target`: .md, .zip of .md, .json, .html or .pdf. Raises `StorageError`."""
    try:
        content = _content(chats, target.suffix.lower(), run_apart)
    except TimeoutError as error:
        raise StorageError(
            f"{target.name} took too long to make; export fewer chats at once, or as Markdown."
        ) from error
    with whole_file(target) as file:
        file.write(content)


def _content(chats: Sequence[ChatTree], suffix: str, run_apart: RunApart) -> bytes:
    match suffix:
        case ".json":
            return to_json(chats)
        case ".html":
            return run_apart(partial(to_web_page, chats))
        case ".pdf":
            return run_apart(partial(_pdf, chats))
        case ".zip":
            return _zip(chats)
        case _:
            return "\n\n".join(map(to_markdown, chats)).encode()


def _pdf(chats: Sequence[ChatTree]) -> bytes:
    from app.services.exchange.pdf_file import to_pdf

    return to_pdf(chats)


def _zip(chats: Sequence[ChatTree]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, chat in enumerate(chats, start=1):
            archive.writestr(f"{number:04} {chat.file_name}.md", to_markdown(chat))
    return file.getvalue()
