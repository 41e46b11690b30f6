"""The library's records: imported models, and each file's checksum, source and last use.

Stored in the models folder: `imported.toml`, which users may edit, and `.library.json`. Both are
read again before each change, so that concurrent programs lose at most a race.
"""

import contextlib
import logging
import threading
import tomllib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import tomlkit

from engine.errors import RequestError

IMPORTS_NAME = "imported.toml"
FACTS_NAME = ".library.json"

_log = logging.getLogger(__name__)


class FileFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Facts about one file. With a `repo_id` the checksum is the Hub's, else our first one.

    `title` is what the user calls the model.
    """

    sha256: str | None = None
    repo_id: str | None = None
    revision: str | None = None
    last_used: datetime | None = None
    title: str | None = None


class Record:
    """The record of `folder`. Keys are paths relative to it, or absolute ones outside of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._facts: dict[str, FileFacts] = {}
        self._facts_stamp: object = None

    def read_imports(self) -> dict[str, Path]:
        """Names and paths of models used in place. Raises `RequestError` for an unreadable file."""
        table = self._read_tables().get("imported")
        pairs = table.items() if isinstance(table, dict) else ()
        return {name: Path(path) for name, path in pairs if isinstance(path, str)}

    def add_import(self, name: str, path: Path) -> None:
        """Record that `name` is at `path`. Raises `RequestError`."""
        with self._lock:
            self._write_imports({**self.read_imports(), name: path})

    def drop_import(self, path: Path) -> None:
        """Remove the import of `path`. Raises `RequestError`."""
        with self._lock:
            imports = self.read_imports()
            kept = {name: each for name, each in imports.items() if each != path}
            if kept != imports:
                self._write_imports(kept)

    def facts(self, path: Path) -> FileFacts:
        """The facts about the file at `path`; empty if the record is unreadable."""
        with self._lock, contextlib.suppress(RequestError):
            return self._read_facts().get(self._key(path)) or FileFacts()
        return FileFacts()

    def note_checksum(
        self, path: Path, sha256: str, repo_id: str | None = None, revision: str | None = None
    ) -> None:
        """Save the SHA-256 of `path` and its source on the Hub. Raises `RequestError`."""
        changes = {"sha256": sha256.lower(), "repo_id": repo_id, "revision": revision}
        self._change(path, changes)

    def note_use(self, path: Path, when: datetime) -> None:
        """Save when the model at `path` was last used. Raises `RequestError`."""
        self._change(path, {"last_used": when.astimezone(UTC)})

    def note_title(self, path: Path, title: str | None) -> None:
        """Save what the user calls the model at `path`. Raises `RequestError`."""
        self._change(path, {"title": title})

    def put_facts(self, path: Path, facts: FileFacts) -> None:
        """Save all facts about `path`. Raises `RequestError`."""
        self._change(path, msgspec.structs.asdict(facts))

    def forget(self, paths: Iterable[Path]) -> None:
        """Remove the facts about `paths`. Raises `RequestError`."""
        with self._lock:
            facts = dict(self._read_facts())
            known = [key for key in map(self._key, paths) if facts.pop(key, None) is not None]
            if known:
                self._write_facts(facts)

    def _change(self, path: Path, changes: Mapping[str, object]) -> None:
        with self._lock:
            facts, key = dict(self._read_facts()), self._key(path)
            facts[key] = msgspec.structs.replace(facts.get(key) or FileFacts(), **changes)
            self._write_facts(facts)

    def _key(self, path: Path) -> str:
        try:
            return path.relative_to(self._folder).as_posix()
        except ValueError:
            return str(path)

    def _read_facts(self) -> dict[str, FileFacts]:
        """The current facts; without a file, the checksums of an older `imported.toml`."""
        path = self._folder / FACTS_NAME
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
            if stamp != self._facts_stamp:
                self._facts = msgspec.json.decode(path.read_bytes(), type=dict[str, FileFacts])
                self._facts_stamp = stamp
        except FileNotFoundError:
            return self._old_checksums()
        except OSError as error:
            raise RequestError(f"{path} cannot be read: {error}.") from error
        except msgspec.DecodeError:
            # Everything in it can be rebuilt; the damaged file is kept for inspection.
            _log.warning("%s cannot be read; starting it anew", path, exc_info=True)
            with contextlib.suppress(OSError):
                path.replace(path.with_name(path.name + ".damaged"))
            return {}
        return self._facts

    def _old_checksums(self) -> dict[str, FileFacts]:
        tables = self._read_tables()
        imported, old = tables.get("imported"), tables.get("sha256")
        if not isinstance(old, dict):
            return {}
        paths = imported if isinstance(imported, dict) else {}
        return {
            self._key(Path(str(paths[name]))) if name in paths else name: FileFacts(sha256=digest)
            for name, digest in old.items()
            if isinstance(digest, str)
        }

    def _write_facts(self, facts: dict[str, FileFacts]) -> None:
        self._write(self._folder / FACTS_NAME, msgspec.json.format(msgspec.json.encode(facts)))

    def _read_tables(self) -> dict[str, object]:
        path = self._folder / IMPORTS_NAME
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except tomllib.TOMLDecodeError as error:
            raise RequestError(f"{path} is damaged ({error}); correct it or delete it.") from error
        except (OSError, UnicodeDecodeError) as error:
            raise RequestError(f"{path} cannot be read: {error}.") from error

    def _write_imports(self, imports: dict[str, Path]) -> None:
        if "sha256" in self._read_tables():
            # Older versions kept checksums here: move them before they are overwritten.
            self._write_facts(self._read_facts())
        document = tomlkit.document()
        document.add(tomlkit.comment("Models used where they are."))
        document["imported"] = {name: str(path) for name, path in imports.items()}
        self._write(self._folder / IMPORTS_NAME, tomlkit.dumps(document).encode())

    def _write(self, path: Path, content: bytes) -> None:
        """Replace the file atomically."""
        with told_plainly(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".record-{uuid.uuid4().hex}")
            try:
                temporary.write_bytes(content)
                temporary.replace(path)
            except OSError:
                temporary.unlink(missing_ok=True)
                raise


@contextlib.contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn an OSError into a sentence about `path`."""
    try:
        yield
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror or error}.") from error
