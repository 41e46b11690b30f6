"""Cache of GGUF headers by path, size and modification time, saved across starts."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from app.storage.private_files import replace_privately
from engine.gguf.summary import ModelSummary, read_summary

_log = logging.getLogger(__name__)

# Older versions may have read fewer fields.
_VERSION = 1
_MAX_HEADERS = 4000
# Two changes within one tick of the file system's clock look like one.
_SETTLED_SECONDS = 2.0

_Stamp = tuple[str, int, int]
"""Path, size and modification time in nanoseconds of one part."""


class _Header(msgspec.Struct, frozen=True, array_like=True):
    parts: tuple[_Stamp, ...]
    name: str
    architecture: str
    quantization: str | None
    num_parameters: int
    context_length: int | None
    license: str | None
    weights_bytes: int
    file_bytes: int


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
            return _as_summary(header)
        before = _stamp(path)
        summary = self._read(path)
        stamps = [_stamp(part) for part in summary.paths]
        parts = tuple(stamp for stamp in stamps if stamp is not None)
        if before in parts and len(parts) == len(stamps) and _are_settled(parts):
            with self._lock:
                # Insertion order: the least recently used header is dropped first.
                headers.pop(key, None)
                headers[key] = _as_header(summary, parts)
                self._is_changed = True
        return summary

    def save(self) -> None:
        """Save new headers; a failed write only costs time at the next start."""
        with self._lock:
            if self._path is None or self._headers is None or not self._is_changed:
                return
            self._is_changed = False
            latest = dict(list(self._headers.items())[-_MAX_HEADERS:])
        content = msgspec.json.encode(_Stored(_VERSION, latest))
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
        stored = msgspec.json.decode(path.read_bytes(), type=_Stored)
    except (OSError, msgspec.DecodeError):
        return {}
    return stored.headers if stored.version == _VERSION else {}


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


def _as_header(summary: ModelSummary, parts: tuple[_Stamp, ...]) -> _Header:
    return _Header(
        parts,
        summary.name,
        summary.architecture,
        summary.quantization,
        summary.num_parameters,
        summary.context_length,
        summary.license,
        summary.weights_bytes,
        summary.file_bytes,
    )


def _as_summary(header: _Header) -> ModelSummary:
    return ModelSummary(
        paths=tuple(Path(part[0]) for part in header.parts),
        name=header.name,
        architecture=header.architecture,
        quantization=header.quantization,
        num_parameters=header.num_parameters,
        context_length=header.context_length,
        license=header.license,
        weights_bytes=header.weights_bytes,
        file_bytes=header.file_bytes,
    )
