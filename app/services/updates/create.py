"""Creates the updates of this installation, for the window."""

from collections.abc import Callable
from pathlib import Path

from app.services.downloads.download import TransferOptions
from app.services.hub.settings import HubSettings, resolve_hub_settings
from app.services.installation import this_installation
from app.services.updates.install import appimage_path
from app.services.updates.source import find_address
from app.services.updates.state import UpdateFolder
from app.services.updates.updates import Updates
from app.storage.settings.settings import Settings


def create_updates(folder: Path, settings: Callable[[], Settings]) -> Updates:
    """Updates that keep their packages in `folder`; `settings` returns the current ones."""

    def hub() -> HubSettings:
        return resolve_hub_settings(saved_proxy=settings().hub_proxy)

    def options() -> TransferOptions:
        return TransferOptions(bytes_per_second_limit=settings().download_bytes_per_second)

    return Updates(
        UpdateFolder(folder),
        this_installation(),
        lambda: find_address(settings().update_source),
        hub,
        options,
        appimage=appimage_path(),
    )
