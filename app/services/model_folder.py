"""The models folder: what is in it, what was imported without copying, what is damaged. Knows no window.

`imported.toml` in that folder records the paths of imported models and the checksums of verified ones.
"""

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from app.paths import models_dir
from app.services.catalogue import load_catalogue, starter_entry
from engine.errors import EngineError, ModelFileError, RequestError
from engine.gguf.summary import read_summary

RECORD_NAME = "imported.toml"


@dataclass(frozen=True)
class ModelEntry:
    """One model, for display. What is not known is None.

    `name` is what the commands call it: its path below the folder, or the file name of an imported
    one. `title` is what the model calls itself. `paths` has every part of a split model, `size` is
    their bytes together, `context` is in tokens. `problem` is the sentence why it cannot be loaded.
    """

    name: str
    path: Path
    is_imported: bool
    size: int
    paths: tuple[Path, ...]
    title: str | None = None
    architecture: str | None = None
    quantisation: str | None = None
    context: int | None = None
    licence: str | None = None
    problem: str | None = None


class Verification(StrEnum):
    """What is known of a sound file's checksum."""

    CATALOGUE = "is the file that the catalogue names"
    RECORDED = "is unchanged since it was first verified"
    FIRST_TIME = "is sound; its checksum was recorded for the next time"


class ModelFolder:
    """Models in `folder` (default: the app's) and those imported into it."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or models_dir()

    def list_models(self) -> list[ModelEntry]:
        """Every model by name, damaged ones included; parts of one model count once.

        Raises `RequestError` when the record of imports cannot be read.
        """
        entries: list[ModelEntry] = []
        seen: set[Path] = set()
        for name, path, is_imported in self._files():
            if path not in seen:
                entries.append(_read_entry(name, path, is_imported=is_imported))
                seen.update(entries[-1].paths)
        return entries

    def find(self, name: str) -> ModelEntry:
        """The model called `name`, or the only one whose name, or file name, begins so.

        Raises `RequestError` when there is none, or more than one.
        """
        entries = self.list_models()
        wanted = name.casefold()
        for matches in (
            [entry for entry in entries if entry.name == name],
            [entry for entry in entries if _starts_with(entry, wanted)],
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
        """The file that a MODEL argument means: a path, a name as `find` takes it, or the starter.

        Raises `RequestError` when there is no such model.
        """
        if argument is None:
            path = self.folder / starter_entry().file
            if not path.is_file():
                raise RequestError(
                    f"The starter model is not there; put a GGUF model into {self.folder} and name it."
                )
            return path
        path = Path(argument).expanduser()
        # A path is meant, whatever is there: what is wrong with it will be said when it is opened.
        if path.exists() or path.is_absolute() or argument.startswith("."):
            return path.absolute()
        return self.find(argument).path

    def import_model(self, path: Path, *, copy: bool = False) -> ModelEntry:
        """Make the GGUF at `path` one of ours: by remembering where it is, or by a copy of it.

        The copy is a hard link where the disk allows one. Raises `ModelFileError` or
        `UnsupportedModelError` for a file that is no sound GGUF, `RequestError` for a name in use.
        """
        path = path.expanduser().absolute()
        paths = read_summary(path).paths
        first = paths[0]
        for entry in self.list_models():
            if first in entry.paths:
                return entry
            if Path(entry.name).name == first.name:
                raise RequestError(
                    f"There is another model called {first.name}; rename one of the two."
                )
        with _told_plainly(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            if copy:
                _link_or_copy(paths, self.folder)
                return self.find(first.name)
        record = self._read_record()
        record.imported[first.name] = str(first)
        self._write_record(record)
        return self.find(first.name)

    def verify(self, name: str) -> Verification:
        """Check the structure of a model and its SHA-256, against the catalogue or the last time.

        Raises `EngineError` with what is wrong.
        """
        entry = self.find(name)
        if entry.problem is not None:
            raise ModelFileError(entry.problem)
        record = self._read_record()
        outcome = Verification.CATALOGUE
        for path in entry.paths:
            listed = load_catalogue().find(path.name)
            known = listed.sha256 if listed else record.sha256.get(path.name)
            with _told_plainly(path), path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            if known is None:
                record.sha256[path.name] = digest
                outcome = Verification.FIRST_TIME
            elif digest != known:
                raise ModelFileError(
                    f"{path.name} is not what it was: its checksum is {digest[:12]}…, not "
                    f"{known[:12]}…; remove it and get it again."
                )
            elif listed is None and outcome is Verification.CATALOGUE:
                outcome = Verification.RECORDED
        if outcome is Verification.FIRST_TIME:
            self._write_record(record)
        return outcome

    def remove(self, name: str) -> ModelEntry:
        """Delete a model of the folder, or forget an imported one, whose file stays; returns what it was.

        Raises `RequestError`.
        """
        entry = self.find(name)
        record = self._read_record()
        if entry.is_imported:
            record.imported.pop(entry.name, None)
        else:
            for path in entry.paths:
                with _told_plainly(path):
                    path.unlink()
        for path in entry.paths:
            record.sha256.pop(path.name, None)
        if self._record_path.exists():
            self._write_record(record)
        return entry

    @property
    def _record_path(self) -> Path:
        return self.folder / RECORD_NAME

    def _files(self) -> Iterator[tuple[str, Path, bool]]:
        """Name, path and whether it is imported, of everything that may be a model, in order."""
        own = [
            (path.relative_to(self.folder).as_posix(), path, False)
            for path in self.folder.rglob("*")
            if path.suffix.lower() == ".gguf" and not _is_hidden(path.relative_to(self.folder))
        ]
        imported = [(name, Path(path), True) for name, path in self._read_record().imported.items()]
        yield from sorted([*own, *imported], key=lambda file: (file[0].casefold(), file[1]))

    def _read_record(self) -> "_Record":
        try:
            text = self._record_path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return _Record({}, {})
        except (OSError, UnicodeDecodeError) as error:
            raise RequestError(f"{self._record_path} cannot be read: {error}.") from error
        try:
            tables = tomlkit.parse(text).unwrap()
        except TOMLKitError as error:
            raise RequestError(
                f"{self._record_path} is damaged ({error}); correct it or delete it."
            ) from error
        return _Record(_string_table(tables, "imported"), _string_table(tables, "sha256"))

    def _write_record(self, record: "_Record") -> None:
        document = tomlkit.document()
        document.add(tomlkit.comment("Models used where they are, and checksums once computed."))
        document["imported"] = record.imported
        document["sha256"] = record.sha256
        temporary = self._record_path.with_suffix(".new")
        with _told_plainly(self._record_path):
            temporary.write_text(tomlkit.dumps(document), encoding="utf-8")
            temporary.replace(self._record_path)


@dataclass(frozen=True)
class _Record:
    """The record file: name → path of imported models, file name → SHA-256 of verified ones."""

    imported: dict[str, str]
    sha256: dict[str, str]


def _string_table(tables: dict[str, object], name: str) -> dict[str, str]:
    table = tables.get(name)
    if not isinstance(table, dict):
        return {}
    return {str(key): value for key, value in table.items() if isinstance(value, str)}


def _read_entry(name: str, path: Path, *, is_imported: bool) -> ModelEntry:
    try:
        summary = read_summary(path)
    except EngineError as error:
        size = path.stat().st_size if path.is_file() else 0
        return ModelEntry(name, path, is_imported, size, (path,), problem=str(error))
    # The catalogue's name is for people; the one in the file may name a training run.
    listed = load_catalogue().find(path.name)
    title = listed.name if listed and listed.bytes == summary.file_bytes else summary.name
    return ModelEntry(
        name=name,
        path=path,
        is_imported=is_imported,
        size=summary.file_bytes,
        paths=summary.paths,
        title=title,
        architecture=summary.architecture,
        quantisation=summary.quantization,
        context=summary.context_length,
        licence=summary.license,
    )


def _starts_with(entry: ModelEntry, wanted: str) -> bool:
    name = entry.name.casefold()
    return name.startswith(wanted) or Path(name).name.startswith(wanted)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _link_or_copy(sources: Sequence[Path], folder: Path) -> None:
    """Put the files into `folder`, each whole or not at all."""
    with tempfile.TemporaryDirectory(prefix=".copy-", dir=folder) as name:
        temporary = Path(name)
        for source in sources:
            try:
                os.link(source, temporary / source.name)
            except OSError:
                # Another disk, or one without hard links.
                shutil.copyfile(source, temporary / source.name)
        for source in sources:
            (temporary / source.name).replace(folder / source.name)


@contextlib.contextmanager
def _told_plainly(path: Path) -> Iterator[None]:
    """Turn the system's refusal into a sentence about `path`."""
    try:
        yield
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror or error}.") from error
