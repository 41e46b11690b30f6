"""Moves the models folder: copies and verifies everything, then deletes the old files.

A failed or interrupted move is resumed without loss. A journal in the new folder records progress.
"""

import contextlib
import errno
import hashlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.domain import size_in_words
from app.services.library.importing import RESERVE_BYTES
from app.services.library.record import FACTS_NAME, IMPORTS_NAME
from app.services.library.verification import (
    CHUNK_BYTES,
    OnProgress,
    ProgressCounter,
    file_sha256,
    no_progress,
)
from engine.errors import RequestError

_STAGING_NAME = ".moving"
_JOURNAL_NAME = "journal.json"
# Temporary files of other parts of the app.
_LEFT_BEHIND = (_STAGING_NAME, ".copy-", ".fetch-", ".record-")
_RECORDS = (FACTS_NAME, IMPORTS_NAME)


class _Journal(msgspec.Struct):
    """`done` maps a path below the folder to size and modification time of the copied file."""

    source: str
    done: dict[str, tuple[int, int]] = {}


@dataclass(frozen=True, slots=True)
class _Item:
    """A file or symbolic link to move."""

    name: str
    path: Path
    size: int
    modified_ns: int
    is_link: bool

    @property
    def stamp(self) -> tuple[int, int]:
        return self.size, self.modified_ns


class StorageMove:
    """A move of everything in `source` to `target`: `copy`, then use `target`, then `finish`.

    Downloads must be stopped meanwhile.
    """

    def __init__(self, source: Path, target: Path) -> None:
        self.source = source.absolute()
        self.target = target.expanduser().absolute()
        self._staging = self.target / _STAGING_NAME
        self._journal = _Journal(str(self.source))

    def copy(self, on_progress: OnProgress = no_progress) -> None:
        """Copy everything to `target` and verify it; `source` is unchanged.

        An exception of `on_progress` aborts it; the next call resumes. After a `RequestError` the
        models are still in `source`.
        """
        self._check_places()
        with self._told_plainly():
            items = list(self._items())
            self._staging.mkdir(parents=True, exist_ok=True)
            self._read_journal()
            waiting = [item for item in items if not self._is_done(item)]
            can_link = self._can_link(waiting)
            if not can_link:
                self._check_space(waiting)
            total_bytes = sum(item.size for item in items)
            counter = ProgressCounter(total_bytes, on_progress)
            counter.add(total_bytes - sum(item.size for item in waiting))
            for item in waiting:
                self._bring(item, counter.add, can_link=can_link)

    def finish(self) -> tuple[Path, ...]:
        """Delete copied files from `source`; returns those that are changed, new or in use."""
        self._read_journal()
        with self._told_plainly():
            items = list(self._items())
        for item in items:
            if self._is_done(item):
                with contextlib.suppress(OSError):
                    item.path.unlink()
        for folder, _, _ in os.walk(self.source, topdown=False):
            with contextlib.suppress(OSError):
                Path(folder).rmdir()
        shutil.rmtree(self._staging, ignore_errors=True)
        return tuple(item.path for item in self._items())

    def discard(self) -> None:
        """Abandon the move: delete from `target` what it copied, if `source` still has it."""
        self._read_journal()
        with self._told_plainly():
            items = list(self._items())
        for item in items:
            if self._is_done(item):
                with contextlib.suppress(OSError):
                    (self.target / item.name).unlink()
                    _drop_empty_folders((self.target / item.name).parent, self.target)
        shutil.rmtree(self._staging, ignore_errors=True)

    def new_path(self, path: Path) -> Path:
        """The path after the move; unchanged if outside of the folder."""
        return self.target / path.relative_to(self.source) if self.source in path.parents else path

    def _check_places(self) -> None:
        source, target = self.source.resolve(), self.target.resolve()
        if not source.is_dir():
            raise RequestError(f"There is no folder {self.source}; nothing was moved.")
        if source == target or source in target.parents or target in source.parents:
            raise RequestError(
                f"{self.target} and {self.source} are one inside the other; choose another folder."
            )
        if self.target.exists() and not self.target.is_dir():
            raise RequestError(f"{self.target} is a file; choose a folder.")

    def _items(self) -> Iterator[_Item]:
        """All files below the folder, by name; records last, so that they are the newest."""
        found: list[_Item] = []
        for folder, folders, names in os.walk(self.source):
            links = [name for name in folders if Path(folder, name).is_symlink()]
            if Path(folder) == self.source:
                folders[:] = [name for name in folders if not name.startswith(_LEFT_BEHIND)]
                names = [name for name in names if not name.startswith(_LEFT_BEHIND)]
            for path in (Path(folder, name) for name in (*names, *links)):
                with contextlib.suppress(FileNotFoundError):
                    status = path.lstat()
                    is_link = stat.S_ISLNK(status.st_mode)
                    if is_link or stat.S_ISREG(status.st_mode):
                        name = path.relative_to(self.source).as_posix()
                        size = 0 if is_link else status.st_size
                        found.append(_Item(name, path, size, status.st_mtime_ns, is_link))
        return iter(sorted(found, key=lambda item: (item.name in _RECORDS, item.name)))

    def _is_done(self, item: _Item) -> bool:
        return self._journal.done.get(item.name) == item.stamp and os.path.lexists(
            self.target / item.name
        )

    def _can_link(self, items: list[_Item]) -> bool:
        """Whether hard links work between the folders, so that nothing needs copying."""
        probe = next((item for item in items if not item.is_link), None)
        if probe is None:
            return True
        name = self._staging / "probe"
        name.unlink(missing_ok=True)
        try:
            os.link(probe.path, name)
        except OSError:
            return False
        name.unlink()
        return True

    def _check_space(self, items: list[_Item]) -> None:
        staged = [self._staged(item) for item in items]
        there = sum(path.stat().st_size for path in staged if path.is_file())
        needed = sum(item.size for item in items) - there
        free = shutil.disk_usage(self.target).free
        if needed + RESERVE_BYTES > free:
            raise RequestError(
                f"The models need {size_in_words(needed)} more, but the disk of {self.target} has "
                f"{size_in_words(free)} free; make room there, or choose another folder."
            )

    def _staged(self, item: _Item) -> Path:
        return self._staging / "files" / item.name

    def _bring(self, item: _Item, on_bytes: Callable[[int], None], *, can_link: bool) -> None:
        """Place one complete item in `target`."""
        final, staged = self.target / item.name, self._staged(item)
        if os.path.lexists(final):
            self._check_same(item, final)
            on_bytes(item.size)
        else:
            staged.parent.mkdir(parents=True, exist_ok=True)
            if item.is_link:
                _copy_link(item.path, staged, self.source)
            elif can_link:
                staged.unlink(missing_ok=True)
                os.link(item.path, staged)
                on_bytes(item.size)
            else:
                _copy_verified(item.path, staged, on_bytes)
            status = item.path.lstat()
            if not item.is_link and (status.st_size, status.st_mtime_ns) != item.stamp:
                raise RequestError(
                    f"{item.path} changed while it was moved; "
                    f"everything is still in {self.source}; "
                    "try again when nothing writes there."
                )
            final.parent.mkdir(parents=True, exist_ok=True)
            staged.replace(final)
        self._journal.done[item.name] = item.stamp
        self._write_journal()

    def _check_same(self, item: _Item, final: Path) -> None:
        """Raise `RequestError` unless the existing file in `target` equals the item."""
        if item.is_link or final.is_symlink():
            is_same = item.is_link and final.is_symlink() and final.resolve() == item.path.resolve()
        else:
            is_same = final.samefile(item.path) or (
                final.stat().st_size == item.size and file_sha256(final) == file_sha256(item.path)
            )
        if not is_same:
            raise RequestError(
                f"There is another {item.name} in {self.target}; choose an empty folder. "
                f"Everything is still in {self.source}."
            )

    def _read_journal(self) -> None:
        """Read what an earlier attempt of the same move completed."""
        try:
            content = (self._staging / _JOURNAL_NAME).read_bytes()
            journal = msgspec.json.decode(content, type=_Journal)
        except (OSError, msgspec.DecodeError):
            return
        if journal.source == str(self.source):
            self._journal = journal

    def _write_journal(self) -> None:
        path = self._staging / _JOURNAL_NAME
        temporary = path.with_suffix(".new")
        temporary.write_bytes(msgspec.json.encode(self._journal))
        temporary.replace(path)

    @contextlib.contextmanager
    def _told_plainly(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = error.strerror or str(error)
            raise RequestError(
                f"The models could not be moved to {self.target} ({reason}): "
                f"everything is still in {self.source}; try again, it goes on from here."
            ) from error


def pending_move(target: Path) -> StorageMove | None:
    """The unfinished move into `target`; call it at start, when `target` is in use."""
    try:
        content = (target / _STAGING_NAME / _JOURNAL_NAME).read_bytes()
        journal = msgspec.json.decode(content, type=_Journal)
    except (OSError, msgspec.DecodeError):
        return None
    return StorageMove(Path(journal.source), target)


def _copy_link(source: Path, target: Path, root: Path) -> None:
    """Copy a symbolic link; one that leaves `root` becomes absolute."""
    leads_to = source.readlink()
    if root not in Path(os.path.normpath(source.parent / leads_to)).parents:
        leads_to = source.parent / leads_to
    target.unlink(missing_ok=True)
    target.symlink_to(leads_to, target_is_directory=source.is_dir())


def _copy_verified(source: Path, target: Path, on_bytes: Callable[[int], None]) -> None:
    """Copy and read back. Matching bytes of an earlier attempt are kept."""
    digest = hashlib.sha256()
    target.touch()
    with source.open("rb") as reader, target.open("r+b") as writer:
        while chunk := reader.read(CHUNK_BYTES):
            digest.update(chunk)
            start = writer.tell()
            if writer.read(len(chunk)) != chunk:
                writer.seek(start)
                writer.write(chunk)
            on_bytes(len(chunk) - len(chunk) // 2)
        writer.truncate()
        writer.flush()
        os.fsync(writer.fileno())
    if file_sha256(target, lambda num_bytes: on_bytes(num_bytes // 2)) != digest.hexdigest():
        target.unlink()
        raise OSError(errno.EIO, "the copy is not the same, so the disk is at fault")
    shutil.copystat(source, target)


def _drop_empty_folders(folder: Path, root: Path) -> None:
    while root in folder.parents:
        folder.rmdir()
        folder = folder.parent
