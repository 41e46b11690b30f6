"""Looks for a new version, downloads its package, and has it installed when the person says so."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

from msgspec.structs import replace

from app.paths import assets_dir
from app.services.downloads.download import TransferOptions
from app.services.hub.address import is_sound_path
from app.services.hub.settings import HubSettings
from app.services.installation import Installation, PackageKind
from app.services.updates import install
from app.services.updates.errors import UpdateError
from app.services.updates.fetch import OnProgress, copy_package, download_package
from app.services.updates.manifest import (
    MAX_MANIFEST_BYTES,
    SIGNATURE_SUFFIX,
    Manifest,
    ReleasePackage,
    is_newer,
    parse_manifest,
)
from app.services.updates.minisign import PublicKey, verify
from app.services.updates.source import UpdateSource
from app.services.updates.state import KeptPackage, UpdateFolder, UpdateState

_KEY_NAME = "update-key.pub"
_MAX_SIGNATURE_BYTES = 4096
_BETWEEN_LOOKS = timedelta(days=1)

NO_KEY = "This build has no update key, so it cannot look for new versions."
NO_ADDRESS = "This build knows no address of updates; put one into the settings."


@dataclass(frozen=True, slots=True)
class Update:
    """A newer version. `package` is the file for this installation, None if there is none.

    `location` is where the package is: a URL, or a file on this machine.
    """

    version: str
    published: datetime
    notes: str
    package: ReleasePackage | None = None
    location: str | Path = ""


def shipped_key() -> Path:
    """Where a build has the public key of its releases; a build without one cannot update."""
    return assets_dir() / _KEY_NAME


class Updates:
    """New versions of this installation. `look` and `fetch` take long: not on the GUI thread.

    `find_address` says where the list is, "" for nowhere; `hub` how the network is reached, and
    `options` how files are fetched.
    """

    def __init__(
        self,
        folder: UpdateFolder,
        installation: Installation,
        find_address: Callable[[], str],
        hub: Callable[[], HubSettings],
        options: Callable[[], TransferOptions] = TransferOptions,
        *,
        key: Path | None = None,
        appimage: Path | None = None,
    ) -> None:
        self.folder, self.installation = folder, installation
        self._find_address, self._hub, self._options = find_address, hub, options
        self._key = key or shipped_key()
        self._appimage = appimage

    def why_not(self) -> str:
        """Why this build cannot look for new versions; "" if it can."""
        if not self._key.is_file():
            return NO_KEY
        return "" if self._find_address() else NO_ADDRESS

    def is_look_due(self, now: datetime | None = None) -> bool:
        """Whether the last look was a day ago, or lies in the future."""
        last = self.folder.read().last_checked
        return last is None or not timedelta() <= (now or datetime.now(UTC)) - last < _BETWEEN_LOOKS

    def look(self) -> Update | None:
        """Ask for the newest version; None if this is it. Raises `EngineError`."""
        if reason := self.why_not():
            raise UpdateError(reason)
        source = UpdateSource.parse(self._find_address())
        key = PublicKey.parse(self._key.read_text(encoding="utf-8"))
        hub = self._hub()
        content = source.read("", MAX_MANIFEST_BYTES, hub)
        signature = source.read(SIGNATURE_SUFFIX, _MAX_SIGNATURE_BYTES, hub)
        verify(content, signature.decode("utf-8", "replace"), key)
        manifest = parse_manifest(content)
        self._accept(manifest)
        if not is_newer(manifest.version, self.installation.version):
            return None
        package = manifest.package_for(self.installation)
        location = "" if package is None else source.locate(package.url)
        return Update(manifest.version, manifest.published, manifest.notes, package, location)

    def fetch(self, update: Update, on_progress: OnProgress, stop: threading.Event) -> None:
        """Download and check a package; what installs at the start is due then.

        Goes on where it was stopped. Raises `EngineError`; `StoppedError` when `stop` is set.
        """
        package = update.package
        if package is None:
            raise UpdateError(f"Encore {update.version} has no package for this computer.")
        name = unquote(urlsplit(package.url).path.rpartition("/")[2])
        if not is_sound_path(name):
            raise UpdateError("The update list names a file that cannot be kept here; not used.")
        kept = KeptPackage(update.version, package.kind, name, package.sha256)
        target = self.folder.package_path(kept)
        try:
            if isinstance(update.location, Path):
                copy_package(update.location, target, package, on_progress, stop)
            else:
                hub, options = self._hub(), self._options()
                download_package(update.location, target, package, hub, options, on_progress, stop)
            self._keep(kept)
        except OSError as error:
            raise UpdateError(
                f"{name} cannot be kept in {target.parent}: {error.strerror or error}."
            ) from error

    @property
    def state(self) -> UpdateState:
        """What is remembered."""
        return self.folder.read()

    @property
    def previous(self) -> str | None:
        """The version that `go_back` leads to, "" for an unknown one; None without one."""
        return install.previous_version(self.state, self.installation, self._appimage)

    def package_file(self, version: str) -> Path | None:
        """The downloaded package of `version`, if it is there."""
        package = self.state.package(version)
        path = None if package is None else self.folder.package_path(package)
        return path if path is not None and path.is_file() else None

    def install_at_start(self, version: str) -> None:
        """Have the package of `version` installed at the next start. Raises `UpdateError`."""
        self._write(replace(self.state, due=version, was_tried=False, problem=None))

    def go_back(self) -> None:
        """Have the next start be the version before. Raises `UpdateError`."""
        previous = self.previous
        if previous is None:
            raise UpdateError("No version before this one is kept here.")
        if self.installation.kind is not PackageKind.APPIMAGE:
            self.install_at_start(previous)
            return
        assert self._appimage is not None
        try:
            install.swap_appimage(self._appimage)
        except OSError as error:
            raise UpdateError(
                f"{self._appimage} cannot be replaced: {error.strerror or error}."
            ) from error
        self._write(replace(self.state, due=None, replaced=self.installation.version))

    def open_package(self, version: str) -> None:
        """Open a package with the system's own installer. Raises `UpdateError`."""
        package, path = self.state.package(version), self.package_file(version)
        if package is None or path is None:
            raise UpdateError(f"Encore {version} is no longer here; download it again.")
        try:
            install.check_package(path, package)
            install.start_program(install.open_command(path))
        except OSError as error:
            raise UpdateError(f"{path} cannot be opened: {error.strerror or error}.") from error

    def _accept(self, manifest: Manifest) -> None:
        """Remember that a list was seen, unless it is not for us or older than one before."""
        if manifest.channel != self.installation.channel:
            raise UpdateError(
                f"The update list is for the channel {manifest.channel}, not for "
                f"{self.installation.channel}; check the address of updates in the settings."
            )
        state = self.state
        newest = state.last_published
        if newest is not None and manifest.published < newest:
            raise UpdateError(
                f"The update list is of {manifest.published:%Y-%m-%d}, older than one seen before, "
                "so it is not used; try again later, or check the address of updates."
            )
        self._write(
            replace(state, last_published=manifest.published, last_checked=datetime.now(UTC))
        )

    def _keep(self, package: KeptPackage) -> None:
        state, version = self.state, self.installation.version
        # Beside the new one stays the package of the version that runs: the way back.
        others = [one for one in state.packages if one.version == version != package.version]
        is_due = self.installation.kind in install.AT_START
        state = replace(
            state,
            packages=(*others, package),
            due=package.version if is_due else None,
            was_tried=False,
            problem=None,
        )
        self._write(state)
        self.folder.prune(state)

    def _write(self, state: UpdateState) -> None:
        try:
            self.folder.write(state)
        except OSError as error:
            raise UpdateError(
                f"{self.folder.path} cannot be written: {error.strerror or error}."
            ) from error
