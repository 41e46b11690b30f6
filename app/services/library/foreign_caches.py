"""Finds and reads the caches of other programs: Hugging Face, LM Studio, Ollama, Jan.

Follows the layouts that these programs document or write; ignores everything else, opens no model.
"""

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.services.library.entry import FoundFile, Origin
from app.services.library.scan import find_models, identity, is_folder

_OLLAMA_REGISTRY = "registry.ollama.ai"
_OLLAMA_MODEL_LAYER = "application/vnd.ollama.image.model"
_HUB_HOSTS = frozenset({"hf.co", "huggingface.co"})
_DIGEST = re.compile(r"sha256[-:]([0-9a-f]{64})")
_BLOB_NAME = re.compile(r"(?:sha256-)?([0-9a-f]{64})")
_MAX_DESCRIPTION_BYTES = 1 << 20
_REVISION_LEN = 8

# Model folders of the system service, as Ollama's Linux packages set them.
_OLLAMA_SERVICE_FOLDERS = ("usr/share/ollama/.ollama/models", "var/lib/ollama/models")


@dataclass(frozen=True, slots=True)
class ForeignCache:
    """The models folder of another program."""

    origin: Origin
    folder: Path

    def files(self) -> Iterator[FoundFile]:
        """Possible model files, unordered, without vision projectors. Never raises."""
        for file in _READERS[self.origin](self.folder):
            if not file.path.name.lower().startswith("mmproj"):
                yield file


def digest_in_name(path: Path) -> str | None:
    """The SHA-256 in the file's name in a cache, in hex; None without one."""
    match = _BLOB_NAME.fullmatch(Path(os.path.realpath(path)).name)
    return match[1] if match else None


def _hugging_face_files(folder: Path) -> Iterator[FoundFile]:
    """`models--AUTHOR--REPO/snapshots/REVISION/…`, usually links to `blobs/`."""
    for repo in _subfolders(folder, "models--*--*"):
        repo_id = repo.name.removeprefix("models--").replace("--", "/")
        current = _read_text(repo / "refs" / "main").strip()
        snapshots = _subfolders(repo / "snapshots", "*")
        snapshots.sort(key=lambda each: (each.name != current, -_modified(each)))
        names: set[str] = set()
        seen: set[tuple[int, int] | None] = set()
        for snapshot in snapshots:
            for path in sorted(find_models(snapshot)):
                if identity(path) in seen:
                    continue
                seen.add(identity(path))
                name = Path("huggingface", repo_id, path.relative_to(snapshot)).as_posix()
                if name in names:
                    name += f"@{snapshot.name[:_REVISION_LEN]}"
                names.add(name)
                yield FoundFile(name, path, Origin.HUGGING_FACE, repo_id, snapshot.name)


def _lm_studio_files(folder: Path) -> Iterator[FoundFile]:
    """`PUBLISHER/REPO/FILE.gguf`, as on the Hub."""
    for path in find_models(folder):
        relative = path.relative_to(folder)
        repo_id = "/".join(relative.parts[:2]) if len(relative.parts) > 2 else None
        yield FoundFile(f"lmstudio/{relative.as_posix()}", path, Origin.LM_STUDIO, repo_id)


class _Layer(msgspec.Struct):
    media_type: str = msgspec.field(name="mediaType", default="")
    digest: str = ""
    size: int = 0


class _Manifest(msgspec.Struct):
    layers: list[_Layer] = []


def _ollama_files(folder: Path) -> Iterator[FoundFile]:
    """`manifests/HOST/NAMESPACE/NAME/TAG` each name a blob, a GGUF file without its suffix."""
    manifests = folder / "manifests"
    for manifest in sorted(_files_below(manifests)):
        parts = manifest.relative_to(manifests).parts
        blob = _ollama_blob(manifest, folder / "blobs") if len(parts) > 2 else None
        if blob is None:
            continue
        host, *names, tag = parts
        repo_id = "/".join(names) if host in _HUB_HOSTS else None
        if host == _OLLAMA_REGISTRY:
            shown = names[1:] if names[0] == "library" else names
        else:
            shown = [host, *names]
        yield FoundFile(f"ollama/{'/'.join(shown)}:{tag}", blob, Origin.OLLAMA, repo_id)


def _ollama_blob(manifest: Path, blobs: Path) -> Path | None:
    """The complete model file of `manifest`."""
    try:
        layers = msgspec.json.decode(_read_text(manifest), type=_Manifest).layers
    except msgspec.DecodeError:
        return None
    for layer in layers:
        match = _DIGEST.fullmatch(layer.digest)
        if layer.media_type == _OLLAMA_MODEL_LAYER and match:
            blob = blobs / f"sha256-{match[1]}"
            return blob if layer.size and _size(blob) == layer.size else None
    return None


def _jan_files(folder: Path) -> Iterator[FoundFile]:
    """`llamacpp/models/ID/model.yml` with a `model_path`; in older versions `models/…/*.gguf`."""
    models = folder / "llamacpp" / "models"
    for description in sorted(_files_below(models)):
        if description.name != "model.yml":
            continue
        named = _yaml_text(_read_text(description), "model_path")
        path = folder / named if named else description.with_name("model.gguf")
        if _size(path):
            name = description.parent.relative_to(models).as_posix()
            yield FoundFile(f"jan/{name}", path, Origin.JAN)
    for path in find_models(folder / "models"):
        name = path.relative_to(folder / "models").as_posix()
        yield FoundFile(f"jan/{name}", path, Origin.JAN)


def _yaml_text(text: str, key: str) -> str | None:
    """The value of a top-level `key` in flat YAML: plain, quoted, or folded onto indented lines."""
    match = re.search(rf"^{key}:[ \t]*(?:>-?\s*\n)?[ \t]*(.+(?:\n[ \t]+.+)*)", text, re.MULTILINE)
    if match is None:
        return None
    value = " ".join(line.strip() for line in match[1].splitlines())
    if value[:1] == value[-1:] == "'":
        return value[1:-1].replace("''", "'")
    if value[:1] == value[-1:] == '"':
        return value[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return value


_READERS: dict[Origin, Callable[[Path], Iterator[FoundFile]]] = {
    Origin.HUGGING_FACE: _hugging_face_files,
    Origin.LM_STUDIO: _lm_studio_files,
    Origin.OLLAMA: _ollama_files,
    Origin.JAN: _jan_files,
}


def _subfolders(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(path for path in folder.glob(pattern) if path.is_dir())
    except OSError:
        return []


def _files_below(folder: Path) -> Iterator[Path]:
    for current, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(current, name) for name in files if not name.startswith("."))


def _read_text(path: Path) -> str:
    """The text of a small file; "" if unreadable."""
    try:
        with path.open("rb") as file:
            return file.read(_MAX_DESCRIPTION_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _size(path: Path) -> int:
    """Size of the file in bytes, 0 if missing."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def find_foreign_caches(
    home: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    system_root: Path = Path("/"),
    platform: str = sys.platform,
) -> tuple[ForeignCache, ...]:
    """The existing caches of other programs, each folder once."""
    home = home or Path.home()
    places: list[tuple[Origin, Path]] = [
        (Origin.HUGGING_FACE, _hugging_face_folder(home, environment)),
        *((Origin.LM_STUDIO, each) for each in _lm_studio_folders(home)),
        *((Origin.OLLAMA, each) for each in _ollama_folders(home, environment, system_root)),
        *((Origin.JAN, each) for each in _jan_folders(home, environment, platform)),
    ]
    found: dict[object, ForeignCache] = {}
    for origin, folder in places:
        if is_folder(folder):
            found.setdefault((origin, identity(folder)), ForeignCache(origin, folder))
    return tuple(found.values())


def _hugging_face_folder(home: Path, environment: Mapping[str, str]) -> Path:
    """The same rules as huggingface_hub's."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if environment.get(name):
            return Path(environment[name]).expanduser()
    if environment.get("HF_HOME"):
        return Path(environment["HF_HOME"]).expanduser() / "hub"
    cache = environment.get("XDG_CACHE_HOME")
    return (Path(cache).expanduser() if cache else home / ".cache") / "huggingface" / "hub"


def _lm_studio_folders(home: Path) -> Iterator[Path]:
    """LM Studio's home, the usual one and the old one; settings may name another folder."""
    homes = [home / ".lmstudio", home / ".cache" / "lm-studio"]
    with contextlib.suppress(OSError, UnicodeDecodeError):
        pointer = (home / ".lmstudio-home-pointer").read_text(encoding="utf-8").strip()
        if pointer:
            homes.insert(0, Path(pointer.splitlines()[0]))
    for each in homes:
        named = _setting(each / "settings.json", "downloadsFolder")
        if named:
            yield Path(named)
        yield each / "models"


def _ollama_folders(
    home: Path, environment: Mapping[str, str], system_root: Path
) -> Iterator[Path]:
    if environment.get("OLLAMA_MODELS"):
        yield Path(environment["OLLAMA_MODELS"]).expanduser()
    yield home / ".ollama" / "models"
    for each in _OLLAMA_SERVICE_FOLDERS:
        yield system_root / each


def _jan_folders(home: Path, environment: Mapping[str, str], platform: str) -> Iterator[Path]:
    """Jan's data folder: the one in its settings, then the defaults."""
    if platform == "win32":
        bases = [Path(environment.get("APPDATA") or home / "AppData/Roaming")]
    elif platform == "darwin":
        bases = [home / "Library/Application Support"]
    else:
        bases = [
            Path(environment.get("XDG_DATA_HOME") or home / ".local/share"),
            Path(environment.get("XDG_CONFIG_HOME") or home / ".config"),
        ]
    for base in bases:
        for program in ("jan.ai.app", "Jan"):
            named = _setting(base / program / "settings.json", "data_folder")
            if named:
                yield Path(named)
        yield base / "Jan" / "data"


def _setting(path: Path, name: str) -> str | None:
    """The string `name` in another program's JSON settings."""
    with contextlib.suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
        settings = msgspec.json.decode(path.read_bytes())
        value = settings.get(name) if isinstance(settings, dict) else None
        return value if isinstance(value, str) and value else None
    return None
