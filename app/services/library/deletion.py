"""Deletes a model of the library so that it can come back."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.services.library.entry import ModelEntry
from app.services.library.record import FileFacts, Record
from engine.errors import RequestError

Dispose = Callable[[Path], Path | None]
"""Deletes a file, or moves it and returns where to. Raises OSError."""
PutBack = Callable[[Path, Path], None]
"""Moves a file from where `Dispose` put it to its old place. Raises OSError."""


@dataclass(frozen=True)
class DeletedModel:
    """A model that was deleted: where its files went, what its links led to, what was known of it.

    `places` lacks files that are gone for good.
    """

    entry: ModelEntry
    places: Mapping[Path, Path]
    links: Mapping[Path, Path]
    facts: Mapping[Path, FileFacts]

    @property
    def can_come_back(self) -> bool:
        """Whether nothing of it is gone for good."""
        return self.entry.is_imported or {*self.places, *self.links} >= set(self.entry.paths)


def delete(entry: ModelEntry, record: Record, dispose: Dispose) -> DeletedModel:
    """Dispose of the files of `entry`, or drop an import. Raises `RequestError`."""
    places: dict[Path, Path] = {}
    links: dict[Path, Path] = {}
    facts = {path: record.facts(path) for path in entry.places}
    if entry.is_imported:
        record.drop_import(entry.path)
    else:
        for path in entry.paths:
            with _told_why_it_stays(path):
                if path.is_symlink():  # the link is ours, its target is not
                    links[path] = path.readlink()
                    path.unlink()
                elif place := dispose(path):
                    places[path] = place
    record.forget(entry.places)
    return DeletedModel(entry, places, links, facts)


def bring_back(deleted: DeletedModel, record: Record, put_back: PutBack) -> None:
    """Undo `delete`. Raises `RequestError`."""
    entry = deleted.entry
    if entry.is_imported:
        record.add_import(entry.name, entry.path)
    for path in (*deleted.places, *deleted.links):
        if path.exists():
            raise RequestError(f"There is another {path.name} now; {entry.name} stays deleted.")
    for path, place in deleted.places.items():
        with _told_why_it_is_gone(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            put_back(place, path)
    for path, target in deleted.links.items():
        with _told_why_it_is_gone(path):
            path.symlink_to(target)
    for path, facts in deleted.facts.items():
        record.put_facts(path, facts)


@contextlib.contextmanager
def _told_why_it_stays(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RequestError(
            f"{path} could not be removed ({error.strerror or error}); "
            "if it is loaded, load another model first."
        ) from error


@contextlib.contextmanager
def _told_why_it_is_gone(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RequestError(
            f"{path.name} could not be brought back ({error.strerror or error}); "
            "look for it in the trash."
        ) from error
