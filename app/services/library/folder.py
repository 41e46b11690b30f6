"""The library: models in the models folder, watched folders and other programs' caches.

Methods may be called from any thread and block on the disk.
"""

import contextlib
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from app.paths import cache_dir, config_dir, models_dir
from app.services.catalogue import starter_entry
from app.services.library.deletion import DeletedModel, Dispose, PutBack, bring_back, delete
from app.services.library.entry import (
    FoundFile,
    ImportMode,
    ModelEntry,
    Origin,
    Verification,
)
from app.services.library.foreign_caches import ForeignCache, digest_in_name, find_foreign_caches
from app.services.library.importing import check_names, copy_files, link_files, names_in_folder
from app.services.library.listing import HeaderCache, is_fresh, list_entries
from app.services.library.record import Record, told_plainly
from app.services.library.scan import DiskSpace, find_models, identity, measure_disk_space
from app.services.library.verification import OnProgress, no_progress, verify_model
from app.storage.settings.settings import Settings
from app.storage.settings.settings_file import SettingsFile
from engine.errors import RequestError
from engine.gguf.summary import read_summary

LibraryState = frozenset[tuple[str, int, int, bool]]
"""Path, size, modification time and whether it was recent, of every file."""


class ModelFolder:
    """Models in `folder` (default: the app's), imported ones, and those of other programs.

    `extra_folders` are watched, `foreign_caches` belong to other programs; models in both are used
    in place and never changed. `headers` caches the metadata of files.
    """

    def __init__(
        self,
        folder: Path | None = None,
        extra_folders: Sequence[Path] = (),
        foreign_caches: Sequence[ForeignCache] = (),
        headers: HeaderCache | None = None,
    ) -> None:
        self.folder = folder or models_dir()
        self.extra_folders = tuple(extra_folders)
        self.foreign_caches = tuple(foreign_caches)
        self._headers = headers or HeaderCache()
        self._is_closed = threading.Event()

    @property
    def folder(self) -> Path:
        """The models folder; set it after a move."""
        return self._folder

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._folder = folder
        self._record = Record(folder)

    def close(self) -> None:
        """At exit: abort the work of other threads soon."""
        self._is_closed.set()

    def list_models(self) -> list[ModelEntry]:
        """All models: ours and imported ones by name, including damaged ones, then the others.

        Raises `RequestError` when the record of imports cannot be read.
        """
        entries = list_entries(self._files(), self._headers, self._record, self._is_closed.is_set)
        self._headers.save()
        return entries

    def state(self) -> LibraryState:
        """Differs once files were added, removed or changed; opens no model."""
        # Imported here: the window must not wait for it.
        from engine.gguf.drafter_folder import files_of

        found: set[tuple[str, int, int, bool]] = set()
        for file in self._files():
            with contextlib.suppress(OSError):
                for path in files_of(file.path):
                    status = path.stat()
                    # A recently changed file is read again once it settles.
                    fresh = is_fresh(status.st_mtime)
                    found.add((str(path), status.st_size, status.st_mtime_ns, fresh))
        return frozenset(found)

    def space(self) -> DiskSpace:
        """The disk space of the models, and what is free."""
        return measure_disk_space(self.folder, self.list_models())

    def find(self, name: str) -> ModelEntry:
        """The model with this name or path, or the only one whose name starts so; ours first.

        Raises `RequestError` when there is none, or more than one.
        """
        entries = self.list_models()
        wanted = name.casefold()
        beginning = [entry for entry in entries if _starts_with(entry, wanted)]
        for matches in (
            [entry for entry in entries if entry.name == name],
            _at(entries, Path(name).expanduser().absolute()),
            [entry for entry in beginning if not entry.is_read_only],
            beginning,
        ):
            if len(matches) == 1:
                return matches[0]
            if matches:
                names = ", ".join(entry.name for entry in matches)
                raise RequestError(f"{name} could be any of {names}; give more of the name.")
        raise RequestError(
            f"There is no model {name} in {self.folder}; `encore models list` shows what is there."
        )

    def resolve(self, argument: str | None) -> Path:
        """The file of a MODEL argument: a path, a name as in `find`, or None for the starter.

        Raises `RequestError` when there is no such model.
        """
        if argument is None:
            path = self.folder / starter_entry().file
            if not path.is_file():
                raise RequestError(
                    "The starter model is not there; "
                    f"put a GGUF model into {self.folder} and name it."
                )
            return path
        path = Path(argument).expanduser()
        # An explicit path is returned even if it is missing: opening it reports the error.
        if path.exists() or path.is_absolute() or argument.startswith("."):
            return path.absolute()
        return self.find(argument).path

    def import_model(
        self,
        path: Path,
        how: ImportMode = ImportMode.IN_PLACE,
        on_progress: OnProgress = no_progress,
    ) -> ModelEntry:
        """Import the GGUF at `path`; a model that is already in the library is not added twice.

        Raises `ModelFileError` or `UnsupportedModelError` for an invalid GGUF, `RequestError` for a
        name in use, a full disk, or a failed link.
        """
        path = path.expanduser().absolute()
        if path.is_dir():
            raise RequestError(
                f"{path} is a folder; watch it, or put it into {self.folder}, and the models in it "
                "are listed."
            )
        paths = read_summary(path).paths
        entries = self.list_models()
        known = _entry_of(entries, paths[0])
        if known and (how is ImportMode.IN_PLACE or known.origin is Origin.MODELS_FOLDER):
            return known
        sources = names_in_folder(paths, known.name if known else None)
        check_names(sources, self.folder, [entry for entry in entries if entry is not known])
        if how is ImportMode.IN_PLACE:
            self._record.add_import(paths[0].name, paths[0])
            return self._listed(paths[0])
        with told_plainly(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            if how is ImportMode.LINK:
                link_files(sources, self.folder)
            else:
                copy_files(sources, self.folder, self._until_closed(on_progress))
        self._carry_over(sources, known)
        return self._listed(self.folder / next(iter(sources)))

    def verify(self, name: str, on_progress: OnProgress = no_progress) -> Verification:
        """Check a model's structure, and its SHA-256 with the Hub's, catalogue's or last one.

        Raises `EngineError` with what is wrong.
        """
        return verify_model(self.find(name), self._record, self._until_closed(on_progress))

    def remove(self, name: str, dispose: Dispose = Path.unlink) -> DeletedModel:
        """Remove a model of the folder with `dispose`, or an import. Raises `RequestError`."""
        entry = self.find(name)
        if entry.is_read_only:
            raise RequestError(
                f"{entry.name} is not Encore's to remove: it is in {entry.path.parent} "
                f"({entry.origin}); remove it there."
            )
        deleted = delete(entry, self._record, dispose)
        if not entry.is_imported:
            self._drop_empty_folders(entry.paths[0].parent)
        return deleted

    def bring_back(self, deleted: DeletedModel, put_back: PutBack) -> ModelEntry:
        """Undo a `remove`. Raises `RequestError`."""
        bring_back(deleted, self._record, put_back)
        return self._listed(deleted.entry.path)

    def rename(self, name: str, title: str) -> None:
        """Show a model under another title; "" goes back to its own. Raises `RequestError`."""
        self._record.note_title(self.find(name).path, " ".join(title.split()) or None)

    def record_checksum(
        self, path: Path, sha256: str, repo_id: str | None = None, revision: str | None = None
    ) -> None:
        """Save the SHA-256 of `path`; with a `repo_id` it is the Hub's. Raises `RequestError`."""
        self._record.note_checksum(path, sha256, repo_id, revision)

    def checksums(self, entry: ModelEntry) -> dict[Path, str | None]:
        """The SHA-256 of the files of a model, as recorded or as its cache names them."""
        return {
            path: self._record.facts(path).sha256
            or (digest_in_name(path) if entry.is_read_only else None)
            for path in entry.paths
        }

    def record_use(self, path: Path, when: datetime | None = None) -> None:
        """Save that `path` was used at `when`, by default now. Raises `RequestError`."""
        if path.is_file():
            self._record.note_use(path, when or datetime.now(UTC))

    def _files(self) -> Iterator[FoundFile]:
        """All possible model files; one file may occur under several names."""
        own = [
            FoundFile(_name(path, self.folder), path, Origin.MODELS_FOLDER)
            for path in find_models(self.folder)
        ]
        imported = [
            FoundFile(name, path, Origin.IMPORTED)
            for name, path in self._record.read_imports().items()
        ]
        yield from _in_order([*own, *imported])
        for folder in self.extra_folders:
            yield from _in_order(
                FoundFile(
                    Path(folder.name, path.relative_to(folder)).as_posix(),
                    path,
                    Origin.EXTRA_FOLDER,
                )
                for path in find_models(folder)
            )
        for cache in self.foreign_caches:
            yield from _in_order(cache.files())

    def _listed(self, path: Path) -> ModelEntry:
        entry = _entry_of(self.list_models(), path)
        if entry is None:
            raise RequestError(f"{path} went away; import it again.")
        return entry

    def _carry_over(self, sources: Mapping[str, Path], known: ModelEntry | None) -> None:
        """Keep the checksums of imported files for their copies, and drop the in-place import."""
        if known is None:
            return
        for name, source in sources.items():
            facts = self._record.facts(source)
            sha256 = facts.sha256 or (digest_in_name(source) if known.is_read_only else None)
            if sha256:
                is_hubs = known.origin is Origin.HUGGING_FACE or facts.repo_id
                repo_id = known.repo_id if is_hubs else None
                self.record_checksum(self.folder / name, sha256, repo_id, known.revision)
        if known.is_imported:
            self._record.drop_import(known.path)

    def _drop_empty_folders(self, folder: Path) -> None:
        """Remove the author and repository folders of a download with their last model."""
        while self.folder in folder.parents:
            try:
                folder.rmdir()
            except OSError:
                return
            folder = folder.parent

    def _until_closed(self, on_progress: OnProgress) -> OnProgress:
        def go_on(done_bytes: int, total_bytes: int) -> None:
            if self._is_closed.is_set():
                raise RequestError("Encore is closing; what was not finished was left as it was.")
            on_progress(done_bytes, total_bytes)

        return go_on


def _name(path: Path, folder: Path) -> str:
    return folder.name if path == folder else path.relative_to(folder).as_posix()


def _in_order(files: Iterable[FoundFile]) -> list[FoundFile]:
    return sorted(files, key=lambda file: (file.name.casefold(), file.path))


def _entry_of(entries: Sequence[ModelEntry], path: Path) -> ModelEntry | None:
    """The entry that contains the file at `path`, under any name."""
    place = identity(path)
    for entry in entries:
        if path in entry.places or (place and place in map(identity, entry.places)):
            return entry
    return None


def _at(entries: Sequence[ModelEntry], path: Path) -> list[ModelEntry]:
    entry = _entry_of(entries, path)
    return [] if entry is None else [entry]


def _starts_with(entry: ModelEntry, wanted: str) -> bool:
    name = entry.name.casefold()
    return name.startswith(wanted) or Path(name).name.startswith(wanted)


def create_library() -> ModelFolder:
    """The library of this machine: folders, other programs' caches, header cache."""
    settings = SettingsFile(config_dir() / "settings.toml").load().settings
    return ModelFolder(
        models_folder(settings),
        settings.folders,
        find_foreign_caches(),
        HeaderCache(cache_dir() / "headers.json"),
    )


def models_folder(settings: Settings, usual: Path | None = None) -> Path:
    """The models folder: `ENCORE_MODELS`, else the one in the settings, else `usual`."""
    if settings.models_folder and not os.environ.get("ENCORE_MODELS"):
        return Path(settings.models_folder)
    return usual or models_dir()
