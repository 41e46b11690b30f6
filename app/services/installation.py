"""Which Encore this is: its version and how it came onto this machine. Reads `bundle.json` only."""

import json
import logging
import platform
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from app.paths import bundle_dir

_log = logging.getLogger(__name__)

_DISTRIBUTION = "encore-chat"
_UNKNOWN_VERSION = "0"
# platform.machine() differs by system.
_MACHINES = {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}


class PackageKind(StrEnum):
    """How Encore was installed; CHECKOUT is a developer's working copy."""

    DEB = "deb"
    APPIMAGE = "appimage"
    NSIS = "nsis"
    MSI = "msi"
    APP = "app"
    CHECKOUT = "checkout"


@dataclass(frozen=True, slots=True)
class Installation:
    """This Encore. `channel` is the series of releases it takes, `machine` like "x86_64"."""

    version: str
    kind: PackageKind
    channel: str = "stable"
    machine: str = "x86_64"


def this_installation(bundle: Path | None = None) -> Installation:
    """The installation that runs; `bundle` is its folder, by default this program's own."""
    folder = bundle or bundle_dir()
    described = {} if folder is None else _read(folder / "bundle.json")
    known = {kind.value for kind in PackageKind}
    kind = described.get("package", PackageKind.CHECKOUT)
    return Installation(
        version=described.get("version") or _distribution_version(),
        kind=PackageKind(kind) if kind in known else PackageKind.CHECKOUT,
        channel=described.get("channel") or "stable",
        machine=machine_name(platform.machine()),
    )


def machine_name(name: str) -> str:
    """The one name of a processor architecture: "x86_64" for AMD64, "aarch64" for arm64."""
    return _MACHINES.get(name.lower(), name.lower())


def _distribution_version() -> str:
    try:
        return metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return _UNKNOWN_VERSION


def _read(path: Path) -> dict[str, str]:
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        _log.warning("%s cannot be read", path, exc_info=True)
        return {}
    pairs = content.items() if isinstance(content, dict) else ()
    return {name: value for name, value in pairs if isinstance(value, str)}
