"""Locations of data, settings, models and logs. Creates no folder."""

import os
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("Encore", appauthor=False)
_SOURCES = Path(__file__).resolve().parents[1]
_BUNDLE_FILE = "bundle.json"


def data_dir() -> Path:
    """Folder of conversations and models; `ENCORE_HOME/data` if that variable is set."""
    return _under_home("data", _DIRS.user_data_path)


def config_dir() -> Path:
    """Folder of settings; `ENCORE_HOME/config` if that variable is set."""
    return _under_home("config", _DIRS.user_config_path)


def cache_dir() -> Path:
    """Folder of reproducible files; `ENCORE_HOME/cache` if that variable is set."""
    return _under_home("cache", _DIRS.user_cache_path)


def log_dir() -> Path:
    """Folder of logs; `ENCORE_HOME/log` if that variable is set."""
    return _under_home("log", _DIRS.user_log_path)


def private_dirs() -> tuple[Path, ...]:
    """Folders that only the user may read, except for the `shared_dirs` in them."""
    return data_dir(), config_dir(), log_dir(), cache_dir()


def shared_dirs() -> tuple[Path, ...]:
    """Folders within the private ones whose files keep their permissions."""
    return data_dir() / "models", models_dir(), runtimes_dir()


def models_dir() -> Path:
    """Folder of GGUF files; the variable `ENCORE_MODELS` overrides it."""
    named = os.environ.get("ENCORE_MODELS")
    return Path(named).expanduser().absolute() if named else data_dir() / "models"


def assets_dir() -> Path:
    """Folder of icons, themes and the model catalogue that ship with the program."""
    return _SOURCES / "assets"


def bundle_dir() -> Path | None:
    """The installed Encore (interpreter, libraries, sources in `src/`); None in a checkout."""
    bundle = _SOURCES.parent
    return bundle if (bundle / _BUNDLE_FILE).is_file() else None


def runtimes_dir() -> Path:
    """Folder of the engine's libraries in an installed Encore."""
    return data_dir() / "runtimes"


def _under_home(name: str, default: Path) -> Path:
    home = os.environ.get("ENCORE_HOME")
    return Path(home).expanduser().absolute() / name if home else default
