"""Where the list of updates is: a web address, a folder or a `file:` address. Reads small files."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit
from urllib.request import url2pathname

import httpx2

from app.paths import assets_dir
from app.services.hub.client import HubClient, time_limit
from app.services.hub.settings import HubSettings, host_of, require_online
from app.services.updates.errors import UpdateError
from app.services.updates.manifest import MANIFEST_NAME
from engine.safe_text import clean_line

VARIABLE = "ENCORE_UPDATES"
_ADDRESS_FILE = "update-address"
_WEB = frozenset({"http", "https"})
_SUFFIX = ".json"
_MAX_QUOTED_LEN = 160


def find_address(saved: str, environment: Mapping[str, str] = os.environ) -> str:
    """What counts: the variable `ENCORE_UPDATES`, else `saved`, else this build's own; or ""."""
    named = environment.get(VARIABLE, "").strip() or saved.strip()
    if named:
        return named
    try:
        return (assets_dir() / _ADDRESS_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class UpdateSource:
    """The place of one manifest: a URL, or a file on this machine."""

    manifest: str | Path

    @staticmethod
    def parse(address: str) -> "UpdateSource":
        """The manifest at `address`, or in the folder there. Raises `UpdateError`."""
        scheme = _scheme(address)
        if scheme in _WEB:
            base = (
                address if address.endswith(_SUFFIX) else f"{address.rstrip('/')}/{MANIFEST_NAME}"
            )
            return UpdateSource(base)
        if scheme not in ("", "file"):
            raise UpdateError(
                f"{clean_line(address, _MAX_QUOTED_LEN)} is no address of updates; give a folder, "
                "or an address that begins with https, http or file."
            )
        path = Path(url2pathname(urlsplit(address).path) if scheme else address).expanduser()
        if not path.is_absolute():
            raise UpdateError(f"{path} is no whole path; give the folder of updates from its root.")
        return UpdateSource(path if path.suffix == _SUFFIX else path / MANIFEST_NAME)

    def read(self, suffix: str, limit_bytes: int, hub: HubSettings) -> bytes:
        """The manifest, or the file beside it with `suffix` appended. Raises `EngineError`."""
        if isinstance(self.manifest, Path):
            content = _read_file(self.manifest.with_name(self.manifest.name + suffix), limit_bytes)
        else:
            content = _read_url(self.manifest + suffix, limit_bytes, hub)
        if len(content) > limit_bytes:
            raise UpdateError(f"The update list is longer than {limit_bytes >> 10} KB; not used.")
        return content

    def locate(self, url: str) -> str | Path:
        """The URL or the file of a package that the manifest calls `url`. Raises `UpdateError`."""
        if isinstance(self.manifest, Path) and "://" not in url:
            parts = PurePosixPath(url).parts
            if ".." in parts or "\\" in url or ":" in url or url.startswith("/"):
                raise UpdateError("The update list names a file outside its folder; not used.")
            return self.manifest.parent.joinpath(*parts)
        target = url if isinstance(self.manifest, Path) else urljoin(self.manifest, url)
        if _scheme(target) not in _WEB:
            raise UpdateError("The update list names no address to download from; not used.")
        return target


def _scheme(address: str) -> str:
    return address.partition("://")[0].lower() if "://" in address else ""


def _read_file(path: Path, limit_bytes: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(limit_bytes + 1)
    except OSError as error:
        raise UpdateError(
            f"{path} cannot be read ({error.strerror or error}); "
            "check the address of updates in the settings."
        ) from error


def _read_url(url: str, limit_bytes: int, hub: HubSettings) -> bytes:
    require_online(hub, "Looking for new versions")
    host = clean_line(host_of(url), _MAX_QUOTED_LEN)
    body = bytearray()
    try:
        with (
            HubClient(replace(hub, token=None)) as client,
            time_limit(hub.patience_seconds),
            client.stream(url) as response,
        ):
            if response.status_code != httpx2.codes.OK:
                raise UpdateError(
                    f"{host} has no update list there ({response.status_code}); "
                    "check the address of updates in the settings, or try again later."
                )
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > limit_bytes:
                    break
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
        raise UpdateError(
            f"{host or 'The address of updates'} does not answer; check the network and try again."
        ) from error
    return bytes(body)
