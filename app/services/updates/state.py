"""What is remembered about updates: the last list seen, downloaded packages, what is due."""

import logging
import shutil
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from app.storage.private_files import replace_privately

_log = logging.getLogger(__name__)

_STATE_NAME = "state.json"
_PACKAGES_NAME = "packages"


class KeptPackage(Struct, frozen=True):
    """A downloaded and verified package; `kind` is that of the manifest."""

    version: str
    kind: str
    name: str
    sha256: str


class UpdateState(Struct, frozen=True):
    """New fields need a default: states of earlier versions must stay readable.

    `last_published` is the date of the newest list seen: an older one is a replay.
    `due` is the version to install at the next start; `was_tried`: that start has been, and
    `problem` says what went wrong then. `replaced` is the version that an AppImage was before.
    """

    last_published: datetime | None = None
    last_checked: datetime | None = None
    packages: tuple[KeptPackage, ...] = ()
    due: str | None = None
    was_tried: bool = False
    problem: str | None = None
    replaced: str | None = None

    def package(self, version: str | None) -> KeptPackage | None:
        """The downloaded package of `version`."""
        return next((one for one in self.packages if one.version == version), None)


class UpdateFolder:
    """The folder of the state and the packages."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> UpdateState:
        """The state; a missing or damaged one is empty."""
        try:
            content = (self.path / _STATE_NAME).read_bytes()
            return msgspec.json.decode(content, type=UpdateState)
        except (FileNotFoundError, NotADirectoryError):
            return UpdateState()
        except (OSError, msgspec.DecodeError):
            _log.warning("the state of updates cannot be read", exc_info=True)
            return UpdateState()

    def write(self, state: UpdateState) -> None:
        """Save `state`. Raises `OSError`."""
        replace_privately(self.path / _STATE_NAME, msgspec.json.encode(state))

    def package_path(self, package: KeptPackage) -> Path:
        """Where a package is kept."""
        return self.path / _PACKAGES_NAME / package.version / package.name

    def prune(self, state: UpdateState) -> None:
        """Delete the packages that `state` no longer names."""
        folder = self.path / _PACKAGES_NAME
        known = {package.version for package in state.packages}
        for one in folder.iterdir() if folder.is_dir() else ():
            if one.is_dir() and one.name not in known:
                shutil.rmtree(one, ignore_errors=True)
