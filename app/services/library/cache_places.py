"""Finds the model folders of other programs on this machine, by their settings and defaults."""

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from app.services.library.entry import Origin
from app.services.library.foreign_caches import ForeignCache
from app.services.library.scan import identity, is_folder

# Model folders of the system service, as Ollama's Linux packages set them.
_OLLAMA_SERVICE_FOLDERS = ("usr/share/ollama/.ollama/models", "var/lib/ollama/models")


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
