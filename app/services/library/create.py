"""Creates the library of this machine: folders, other programs' caches, header cache."""

import os
from pathlib import Path

from app.paths import cache_dir, config_dir, models_dir
from app.services.library.cache_places import find_foreign_caches
from app.services.library.folder import ModelFolder
from app.services.library.headers import HeaderCache
from app.storage.settings.settings import Settings
from app.storage.settings.settings_file import SettingsFile


def create_library(settings: Settings | None = None) -> ModelFolder:
    """The library of `settings`; the default loads the settings file."""
    if settings is None:
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
