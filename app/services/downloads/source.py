"""Where the bytes of a file are: a URL that the Hub gives out for a while, or a plain one."""

import re
import threading
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote

import httpx2

from app.services.downloads.answers import check_hub_answer, host_of, told_plainly
from app.services.downloads.errors import (
    AttemptFailedError,
    DownloadError,
    FileChangedError,
)
from app.services.downloads.part_file import Identity
from app.services.downloads.stop import StopSignal
from app.services.downloads.web_file import WebFile
from app.services.hub.client import MAX_REDIRECTS, HubClient, is_same_origin, redirect_target
from app.services.hub.files import HubFile
from app.services.hub.replies import parse_count
from app.services.hub.settings import HubSettings, require_online

_MAX_ETAG_LEN = 256
_SHA256 = re.compile(r"[0-9a-f]{64}")
NO_ENCODING = {"Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A URL that works for a while, and the identity of its file."""

    url: str
    identity: Identity

    @property
    def sha256(self) -> str | None:
        """The checksum of the file, where its tag is one."""
        etag = self.identity.etag
        return etag if _SHA256.fullmatch(etag) else None


def file_url(settings: HubSettings, file: HubFile) -> str:
    """The Hub's URL of `file`."""
    revision, path = quote(file.revision, safe=""), quote(file.path)
    return f"{settings.endpoint}/{file.repo_id}/resolve/{revision}/{path}"


class Source(Protocol):
    """The URL of one file, for several threads.

    Methods raise `AttemptFailedError`, `DownloadError`, `OfflineError`, `StoppedError`.
    """

    def current(self) -> RemoteFile:
        """The current URL; raises `FileChangedError` when the file is not the same as before."""

    def expire(self, remote: RemoteFile) -> None:
        """Note that the server refused `remote`."""

    def forget(self) -> None:
        """Accept a different file next time."""


def create_source(
    file: HubFile | WebFile, settings: HubSettings, client: HubClient, stop: StopSignal
) -> Source:
    """Where `file` is."""
    if isinstance(file, WebFile):
        return WebSource(file, settings, stop)
    return HubSource(file, settings, client, stop)


class WebSource:
    """A file that is where its address says; its checksum identifies it."""

    def __init__(self, file: WebFile, settings: HubSettings, stop: StopSignal) -> None:
        self._file, self._settings, self._stop = file, settings, stop

    def current(self) -> RemoteFile:
        """The URL."""
        self._stop.check()
        require_online(self._settings, f"Downloading {self._file.name}")
        return RemoteFile(self._file.url, Identity(self._file.size, self._file.sha256))

    def expire(self, remote: RemoteFile) -> None:
        """Raise `DownloadError`: there is no other address."""
        raise DownloadError(
            f"{host_of(remote.url)} does not give out {self._file.name}; check the address of the "
            "mirror, if one is set, or try again later."
        )

    def forget(self) -> None:
        """Raise `DownloadError`: another file is of no use."""
        raise DownloadError(
            f"{host_of(self._file.url)} has another file under the name {self._file.name}; check "
            "the address of the mirror, if one is set, or try again later."
        )


class HubSource:
    """The URL of one file on the Hub, resolved on demand and on expiry."""

    def __init__(
        self, file: HubFile, settings: HubSettings, client: HubClient, stop: StopSignal
    ) -> None:
        self._file, self._settings, self._client, self._stop = file, settings, client, stop
        self._lock = threading.Lock()
        self._remote: RemoteFile | None = None
        self._identity: Identity | None = None

    def current(self) -> RemoteFile:
        """The current URL.

        Raises `FileChangedError` when the file is not the same as before, `AttemptFailedError`,
        `DownloadError`, `OfflineError`, `StoppedError`.
        """
        with self._lock:
            self._stop.check()
            if self._remote is None:
                remote = self._ask()
                if self._identity not in (None, remote.identity):
                    raise FileChangedError
                self._remote, self._identity = remote, remote.identity
            return self._remote

    def expire(self, remote: RemoteFile) -> None:
        """Mark `remote` as expired."""
        with self._lock:
            if self._remote is remote:
                self._remote = None

    def forget(self) -> None:
        """Accept a different file next time."""
        with self._lock:
            self._remote = self._identity = None

    def _ask(self) -> RemoteFile:
        require_online(self._settings, f"Downloading {self._file.name}")
        url = file_url(self._settings, self._file)
        size, etag = None, ""
        for _ in range(MAX_REDIRECTS):
            with told_plainly(url, self._stop):
                response = self._client.head(url, NO_ENCODING)
            check_hub_answer(response, self._file, self._settings)
            size = _read_number(response, "X-Linked-Size") or size
            etag = _read_etag(response, "X-Linked-ETag") or etag
            target = redirect_target(response)
            if target is None:
                size = size or _read_number(response, "Content-Length")
                return self._found(url, size, etag or _read_etag(response, "ETag"))
            if not is_same_origin(target, self._settings.endpoint):
                # Storage: signed for this one file.
                return self._found(target, size, etag)
            url = target
        raise AttemptFailedError(f"{host_of(url)} redirects in circles")

    def _found(self, url: str, size: int | None, etag: str) -> RemoteFile:
        size = self._file.size if size is None else size
        expected = self._file.sha256
        if expected is None:
            return RemoteFile(url, Identity(size, etag))
        has_other_tag = _SHA256.fullmatch(etag) is not None and etag != expected
        if size != self._file.size or has_other_tag:
            raise DownloadError(
                f"{self._file.name} was replaced on the Hub since it was chosen; look the model up "
                "again to get the new one."
            )
        # Mirrors have their own tags; the checksum identifies the file.
        return RemoteFile(url, Identity(size, expected))


def _read_number(response: httpx2.Response, header: str) -> int | None:
    return parse_count(response.headers.get(header, ""))


def _read_etag(response: httpx2.Response, header: str) -> str:
    etag: str = response.headers.get(header, "").removeprefix("W/").strip('"')
    return etag if len(etag) <= _MAX_ETAG_LEN else ""
