"""Where data, settings, models and logs live on this machine. Creates nothing; whoever writes makes the folder."""

import os
import sys
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("Encore", appauthor=False)


def data_dir() -> Path:
    """Conversations and models; `ENCORE_HOME/data` when that variable is set."""
    return _under_home("data", _DIRS.user_data_path)


def config_dir() -> Path:
    """Settings; `ENCORE_HOME/config` when that variable is set."""
    return _under_home("config", _DIRS.user_config_path)


def cache_dir() -> Path:
    """What can be made again; `ENCORE_HOME/cache` when that variable is set."""
    return _under_home("cache", _DIRS.user_cache_path)


def log_dir() -> Path:
    """Logs; `ENCORE_HOME/log` when that variable is set."""
    return _under_home("log", _DIRS.user_log_path)


def private_dirs() -> tuple[Path, ...]:
    """What only the person may read; the models in it, `shared_dirs`, are for whoever can get there."""
    return data_dir(), config_dir(), log_dir(), cache_dir()


def shared_dirs() -> tuple[Path, ...]:
    """Folders within the private ones whose files keep the rights that they have."""
    return data_dir() / "models", models_dir()


def models_dir() -> Path:
    """GGUF files; the variable `ENCORE_MODELS` names another folder."""
    named = os.environ.get("ENCORE_MODELS")
    return Path(named).expanduser().absolute() if named else data_dir() / "models"


def assets_dir() -> Path:
    """Icons, themes and the model catalogue that come with the program."""
    bundle = getattr(sys, "_MEIPASS", None)  # set in a frozen build
    root = Path(bundle) if bundle else Path(__file__).resolve().parents[1]
    return root / "assets"


def _under_home(name: str, default: Path) -> Path:
    home = os.environ.get("ENCORE_HOME")
    return Path(home).expanduser().absolute() / name if home else default
