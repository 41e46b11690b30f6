"""SHA-256 of large files, and whether it is what a model's should be.

Exceptions of `on_progress` abort and propagate.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from app.services.catalogue import load_catalogue
from app.services.library.entry import ModelEntry, Origin, Verification
from app.services.library.foreign_caches import digest_in_name
from app.services.library.record import Record, told_plainly
from engine.errors import ModelFileError
from engine.gguf.summary import read_summary

OnProgress = Callable[[int, int], None]
"""Called with the bytes done and the total, on the working thread."""

CHUNK_BYTES = 4 << 20


def no_progress(_done_bytes: int, _total_bytes: int) -> None:
    """The default that ignores progress."""


def file_sha256(path: Path, on_bytes: Callable[[int], None] = lambda _num_bytes: None) -> str:
    """The SHA-256 of `path` in hex; `on_bytes` gets the length of each chunk. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            on_bytes(len(chunk))
    return digest.hexdigest()


class ProgressCounter:
    """Adds up bytes for an `OnProgress`."""

    def __init__(self, total_bytes: int, on_progress: OnProgress) -> None:
        self._total_bytes = total_bytes
        self._on_progress = on_progress
        self._done_bytes = 0
        on_progress(0, total_bytes)

    def add(self, num_bytes: int) -> None:
        """Count `num_bytes` more as done."""
        self._done_bytes = min(self._done_bytes + num_bytes, self._total_bytes)
        self._on_progress(self._done_bytes, self._total_bytes)


def verify_model(entry: ModelEntry, record: Record, on_progress: OnProgress) -> Verification:
    """Check the structure of `entry` and the SHA-256 of its parts; records unknown checksums.

    Returns the weakest result of all parts. Raises `EngineError` with the problem.
    """
    if entry.fault:
        raise ModelFileError(entry.fault)
    read_summary(entry.path)
    counter = ProgressCounter(entry.size, on_progress)
    outcomes = []
    for path in entry.paths:
        with told_plainly(path):
            digest = file_sha256(path, counter.add)
        known, outcome = _known_checksum(entry, path, record)
        if known is None:
            record.note_checksum(path, digest)
        elif digest != known:
            raise ModelFileError(
                f"{path.name} is not what it should be: its checksum is {digest[:12]}…, not "
                f"{known[:12]}…; remove it and get it again."
            )
        outcomes.append(outcome)
    return max(outcomes, key=list(Verification).index)


def _known_checksum(
    entry: ModelEntry, path: Path, record: Record
) -> tuple[str | None, Verification]:
    """The SHA-256 that `path` must have, from the most trusted source, and what it proves."""
    facts = record.facts(path)
    if facts.sha256 and facts.repo_id:
        return facts.sha256, Verification.HUB
    if entry.origin is Origin.HUGGING_FACE and (named := digest_in_name(path)):
        return named, Verification.HUB
    if entry.origin is Origin.OLLAMA and (named := digest_in_name(path)):
        return named, Verification.NAMED
    if not entry.is_read_only and (listed := load_catalogue().find(path.name)):
        return listed.sha256, Verification.CATALOGUE
    if facts.sha256:
        return facts.sha256, Verification.RECORDED
    return None, Verification.FIRST_TIME
