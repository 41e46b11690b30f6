"""Reads the conversations in files, as Encore and other programs export them.

Whatever a file holds costs bounded time and memory: a bad item is left out and counted.
"""

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from app.services.exchange.chat_formats import is_unbegun, read_chat, read_jan
from app.services.exchange.foreign_values import mapping
from app.storage.database import StorageError
from app.storage.importing import ImportedChat

MAX_BYTES = 512 * 2**20
_MAX_CHATS = 100_000
_MAX_FILES = 100_000
_MAX_THREAD_BYTES = 2**20
_MAX_ITEMS = 1_000_000
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SPACE = " \t\r\n"
_JAN_MESSAGES, _JAN_THREAD = "messages.jsonl", "thread.json"
_NOT_CHATS = (
    *("models.json", "model-settings.json", "comparisons.json"),  # of our own export
    *("user.json", "message_feedback.json", "shared_conversations.json"),
)


@dataclass(slots=True)
class ReadChats:
    """The conversations of some files, and how many items were left out."""

    chats: list[ImportedChat] = field(default_factory=list)
    num_left_out: int = 0

    def add(self, chat: ImportedChat | None) -> None:
        """Add a conversation; None is one that could not be read."""
        if chat is None or len(self.chats) >= _MAX_CHATS:
            self.num_left_out += 1
        else:
            self.chats.append(chat)


def read_files(paths: Sequence[Path]) -> ReadChats:
    """The conversations in `paths`: .json, .jsonl or .zip. Raises `StorageError`."""
    read = ReadChats()
    for path in paths:
        try:
            if zipfile.is_zipfile(path):
                _read_zip(path, read)
            elif path.stat().st_size > MAX_BYTES:
                raise StorageError(
                    f"{path.name} is larger than 512 MB; export fewer conversations at once."
                )
            else:
                _read_text(path.name, path.read_bytes(), read, _beside(path))
        except OSError as error:
            reason = error.strerror or error
            raise StorageError(f"{path.name} cannot be read ({reason}).") from error
        except (zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
            raise StorageError(f"{path.name} is damaged, or needs a password.") from error
    return read


def _beside(path: Path) -> bytes:
    """The thread that messages of Jan belong to."""
    thread = path.with_name(_JAN_THREAD)
    is_thread = path.name == _JAN_MESSAGES and thread.is_file()
    is_known = is_thread and thread.stat().st_size < _MAX_THREAD_BYTES
    return thread.read_bytes() if is_known else b""


def _read_zip(path: Path, read: ReadChats) -> None:
    num_bytes = 0
    with zipfile.ZipFile(path) as archive:
        entries = {entry.filename: entry for entry in archive.infolist()[:_MAX_FILES]}
        for entry in entries.values():
            name = PurePosixPath(entry.filename)
            if name.suffix not in (".json", ".jsonl") or name.name in (*_NOT_CHATS, _JAN_THREAD):
                continue
            if num_bytes + entry.file_size > MAX_BYTES or entry.compress_type not in _COMPRESSIONS:
                read.num_left_out += 1
                continue
            with archive.open(entry) as file:
                # The size in the directory may be a lie.
                content = file.read(entry.file_size)
            num_bytes += len(content)
            thread = entries.get(str(name.with_name(_JAN_THREAD)))
            is_known = thread is not None and thread.file_size < _MAX_THREAD_BYTES
            beside = archive.read(thread) if thread is not None and is_known else b""
            _read_text(name.name, content, read, beside)


def _read_text(name: str, content: bytes, read: ReadChats, thread: bytes) -> None:
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    source = content.decode(encoding, "replace")
    if name.endswith(".jsonl"):
        about = mapping(next(_decoded(thread.decode("utf-8", "replace")), None))
        _read_lines(source, about, read)
        return
    is_json = False
    for value in islice(_decoded(source), _MAX_ITEMS):
        is_json = True
        _read_value(mapping(value), read)
    if not is_json:
        read.num_left_out += 1


def _read_value(value: Mapping[str, Any], read: ReadChats) -> None:
    inner = value.get("conversations")
    for one in map(mapping, inner) if isinstance(inner, list) else (value,):
        if not is_unbegun(one):
            read.add(_tried(one))


def _tried(value: Mapping[str, Any]) -> ImportedChat | None:
    try:
        return read_chat(value)
    except (RecursionError, ValueError, TypeError):
        return None


def _read_lines(source: str, thread: Mapping[str, Any], read: ReadChats) -> None:
    threads: dict[str, list[Mapping[str, Any]]] = {}
    for line in source.splitlines()[:_MAX_ITEMS]:
        message = mapping(next(_decoded(line), None))
        if message:
            threads.setdefault(str(message.get("thread_id")), []).append(message)
        elif line.strip():
            read.num_left_out += 1
    for messages in threads.values():
        read.add(read_jan(thread, messages))


def _decoded(source: str) -> Iterator[Any]:
    """The items of a list, or the one value; as far as it can be read.

    Item by item, so that other threads get their turn and one bad item costs only what follows it.
    """
    decoder = json.JSONDecoder()
    at = _skip(source, 0, _SPACE)
    is_list = source[at : at + 1] == "["
    at = _skip(source, at + is_list, _SPACE)
    while at < len(source) and source[at] != "]":
        try:
            value, at = decoder.raw_decode(source, at)
        except (ValueError, RecursionError):
            yield None
            return
        yield value
        at = _skip(source, at, _SPACE + ",")
        if not is_list:
            return


def _skip(source: str, at: int, characters: str) -> int:
    while at < len(source) and source[at] in characters:
        at += 1
    return at
