"""Turns possible model files into entries; damaged ones get a problem, unfinished ones none.

Headers are cached by path, size and modification time, across starts.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import msgspec

from app.services.catalogue import Catalogue, load_catalogue
from app.services.library.entry import FoundFile, ModelEntry, Origin
from app.services.library.naming import good_name
from app.services.library.record import Record
from app.services.library.scan import identity
from app.storage.private_files import replace_privately
from engine.errors import EngineError, UnsupportedModelError
from engine.gguf.split import model_stem
from engine.gguf.summary import ModelSummary, read_summary
from engine.safe_text import clean_line

_log = logging.getLogger(__name__)

# Older versions may have read fewer fields.
_VERSION = 4
_MAX_HEADERS = 4000
# Two changes within one tick of the file system's clock look like one.
_SETTLED_SECONDS = 2.0

_Stamp = tuple[str, int, int]
"""Path, size and modification time in nanoseconds of one part."""

_FRESH_SECONDS = 15.0
_WATCHED = (Origin.MODELS_FOLDER, Origin.IMPORTED, Origin.EXTRA_FOLDER)
# The architecture of vision projectors.
_COMPANION_ARCHITECTURE = "clip"
_MAX_WORDS_LEN = 200


class _Header(msgspec.Struct, frozen=True):
    parts: tuple[_Stamp, ...]
    summary: ModelSummary


class _Stored(msgspec.Struct):
    version: int
    headers: dict[str, _Header]


class HeaderCache:
    """Thread-safe cache of model summaries, saved in the file `path` if given."""

    def __init__(
        self,
        path: Path | None = None,
        read: Callable[[Path], ModelSummary] = read_summary,
    ) -> None:
        self._path = path
        self._read = read
        self._lock = threading.Lock()
        self._headers: dict[str, _Header] | None = None
        self._is_changed = False

    def summary(self, path: Path) -> ModelSummary:
        """The summary of the header at `path`. Raises `ModelFileError`, `UnsupportedModelError`."""
        headers = self._loaded()
        key = str(path)
        header = headers.get(key)
        if header is not None and _are_unchanged(header.parts):
            return header.summary
        before = _stamp(path)
        summary = self._read(path)
        stamps = [_stamp(part) for part in dict.fromkeys((path, *summary.paths))]
        parts = tuple(stamp for stamp in stamps if stamp is not None)
        if before in parts and len(parts) == len(stamps) and _are_settled(parts):
            with self._lock:
                # Insertion order: the least recently used header is dropped first.
                headers.pop(key, None)
                headers[key] = _Header(parts, summary)
                self._is_changed = True
        return summary

    def save(self) -> None:
        """Save new headers; a failed write only costs time at the next start."""
        with self._lock:
            if self._path is None or self._headers is None or not self._is_changed:
                return
            self._is_changed = False
            latest = dict(list(self._headers.items())[-_MAX_HEADERS:])
        content = msgspec.json.encode(_Stored(_VERSION, latest), enc_hook=str)
        try:
            replace_privately(self._path, content)
        except OSError:
            _log.info("headers were not saved", exc_info=True)

    def _loaded(self) -> dict[str, _Header]:
        with self._lock:
            if self._headers is None:
                self._headers = _load(self._path) if self._path else {}
            return self._headers


def _load(path: Path) -> dict[str, _Header]:
    try:
        stored = msgspec.json.decode(path.read_bytes(), type=_Stored, dec_hook=_as_path)
    except (OSError, msgspec.DecodeError):
        return {}
    return stored.headers if stored.version == _VERSION else {}


def _as_path(_kind: type, text: str) -> Path:
    return Path(text)


def _stamp(path: Path) -> _Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return str(path), status.st_size, status.st_mtime_ns


def _are_unchanged(parts: tuple[_Stamp, ...]) -> bool:
    return all(_stamp(Path(part[0])) == part for part in parts)


def _are_settled(parts: tuple[_Stamp, ...]) -> bool:
    now = time.time()
    return all(abs(now - part[2] / 1e9) > _SETTLED_SECONDS for part in parts)


def list_entries(
    files: Iterable[FoundFile],
    headers: HeaderCache,
    record: Record,
    should_stop: Callable[[], bool],
) -> list[ModelEntry]:
    """The entries of `files`, in order; parts and other names of one file count once."""
    catalogue = load_catalogue()
    entries: list[ModelEntry] = []
    names: set[str] = set()
    paths: set[Path] = set()
    places: set[tuple[int, int] | None] = set()
    for file in files:
        if should_stop():
            break
        place = identity(file.path)
        is_known = file.origin is not Origin.MODELS_FOLDER and place is not None and place in places
        if file.path in paths or is_known:
            continue
        entry = _read_entry(file, headers, record, catalogue)
        if entry is None:
            continue
        if entry.name in names:
            entry = replace(entry, name=str(entry.path))
        entries.append(entry)
        names.add(entry.name)
        paths.update(entry.places)
        places.update(map(identity, entry.places))
    return entries


def is_fresh(modified: float) -> bool:
    """Whether a file modified at `modified` (Unix seconds) may still be being written."""
    return abs(time.time() - modified) < _FRESH_SECONDS


def _read_entry(
    file: FoundFile, headers: HeaderCache, record: Record, catalogue: Catalogue
) -> ModelEntry | None:
    try:
        summary = headers.summary(file.path)
    except EngineError as error:
        return _problem_entry(file, error)
    if summary.architecture == _COMPANION_ARCHITECTURE and file.origin in _WATCHED:
        problem = (
            f"{file.path.name} only shows pictures to a model; choose the model that it belongs to."
        )
    elif summary.architecture == _COMPANION_ARCHITECTURE:
        return None
    elif summary.drafter is not None:
        problem = (
            f"{file.path.name} only drafts tokens for another model; choose it in the load options "
            "of that model."
        )
    else:
        problem = None
    facts = record.facts(file.path)
    return ModelEntry(
        name=file.name,
        path=file.path,
        is_imported=file.origin is Origin.IMPORTED,
        size=summary.file_bytes,
        paths=summary.paths,
        title=clean_line(facts.title or _title(file, summary, catalogue), _MAX_WORDS_LEN),
        architecture=clean_line(summary.architecture, _MAX_WORDS_LEN),
        quantization=summary.quantization,
        context=summary.context_length,
        license=clean_line(summary.license, _MAX_WORDS_LEN) if summary.license else None,
        problem=problem,
        num_parameters=summary.num_parameters,
        origin=file.origin,
        repo_id=facts.repo_id or file.repo_id,
        revision=facts.revision or file.revision,
        last_used=facts.last_used,
        has_chat_template=summary.has_chat_template,
        drafter=summary.drafter,
    )


def _title(file: FoundFile, summary: ModelSummary, catalogue: Catalogue) -> str:
    listed = catalogue.find(file.path.name)
    if listed and listed.bytes == summary.file_bytes:
        return listed.name
    if file.path.is_dir():  # that of a cache is named after its revision
        name = (file.repo_id or summary.name).rpartition("/")[2]
        return good_name(name, name, summary.name_parts)
    # A blob is named after its checksum; its listed name says more.
    is_blob = file.path.suffix.lower() != ".gguf" and summary.name == model_stem(file.path)
    if is_blob and "/" in file.name:
        return file.name.partition("/")[2]
    return good_name(model_stem(file.path), summary.name, summary.name_parts)


def _problem_entry(file: FoundFile, error: EngineError) -> ModelEntry | None:
    """The entry of an unusable file; None if it is gone, unfinished or another program's."""
    is_imported = file.origin is Origin.IMPORTED
    parts = _parts(file.path)
    size = 0
    for path in parts:
        try:
            status = path.stat()
            if _looks_unfinished(path) and is_fresh(status.st_mtime):
                return None
        except OSError:
            if path == parts[0] and not is_imported:
                return None
            continue
        size += status.st_size
    if file.origin not in _WATCHED and not isinstance(error, UnsupportedModelError):
        return None
    return ModelEntry(
        file.name,
        file.path,
        is_imported,
        size,
        parts,
        problem=clean_line(str(error)),
        origin=file.origin,
        repo_id=file.repo_id,
        revision=file.revision,
    )


def _parts(path: Path) -> tuple[Path, ...]:
    """The existing parts of a split model, that at `path` first; the files of a folder."""
    from engine.gguf.drafter_folder import files_of

    stem = model_stem(path)
    if path.is_dir() or stem == path.stem:
        return files_of(path)
    others = (each for each in path.parent.iterdir() if each.suffix.lower() == ".gguf")
    return (path, *sorted(each for each in others if each != path and model_stem(each) == stem))


def _looks_unfinished(path: Path) -> bool:
    """Whether the file starts like a GGUF or with preallocated zeros; safetensors always do."""
    with path.open("rb") as file:
        return path.suffix == ".safetensors" or file.read(4) in (b"GGUF", b"\0\0\0\0")
