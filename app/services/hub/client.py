"""The HTTP client of all requests, which contains what untrusted servers can do.

It alone adds the token, and only to requests to the endpoint's own origin. A socket timeout
restarts with each byte; the time limits here do not.
"""

import math
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Self

import httpcore2
import httpx2

from app.services.hub.settings import HubError, HubSettings

_until = ContextVar("until", default=math.inf)

MAX_REDIRECTS = 5
# Fail fast without a network; tolerate a slow line that stalls.
_CONNECT_SECONDS = 10.0
_TIMEOUT_SECONDS = 30.0
_DEFAULT_PORTS = {"http": 80, "https": 443}
_Origin = tuple[str, str, int | None]


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Reads of this thread from watched connections take at most `seconds` in total within it.

    Of nested limits the earliest counts. A later read raises `httpcore2.ReadTimeout`.
    """
    token = _until.set(min(_until.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _until.reset(token)


def watch_connection(event: str, info: dict[str, Any]) -> None:
    """httpcore2's `trace` of a request: applies limits to connections that it opens."""
    if event.endswith(("connect_tcp.complete", "start_tls.complete")):
        stream: httpcore2.NetworkStream = info["return_value"]
        stream.read = _LimitedReads(stream).read  # type: ignore[method-assign]


class _LimitedReads:
    """Replaces the `read` of a stream."""

    def __init__(self, stream: httpcore2.NetworkStream) -> None:
        self._read = stream.read

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """As `httpcore2.NetworkStream.read`."""
        until = _until.get()
        if until == math.inf:
            return self._read(max_bytes, timeout)
        left = until - time.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("it takes too long")
        return self._read(max_bytes, left if timeout is None else min(left, timeout))


class HubClient:
    """Sends GET and HEAD requests. Close it or use it in a `with`. Thread-safe.

    `options` are those of `httpx2.Client`; certificates are the system's by default. The headers of
    an answer, and of all redirects before it, must arrive within `settings.patience_seconds`.
    Redirects are followed up to `MAX_REDIRECTS`, never from https to http; their bodies are not
    read. Raises `HubError` for an invalid proxy address.
    """

    def __init__(self, settings: HubSettings, **options: Any) -> None:
        self._settings = settings
        self._origin = _find_origin(settings.endpoint)
        try:
            self._client = httpx2.Client(**{**_client_options(settings), **options})
        except (ValueError, ImportError, httpx2.InvalidURL) as error:
            # ImportError: a SOCKS proxy needs another package.
            raise HubError(
                "The proxy cannot be used; "
                "give the address of an HTTP proxy, like http://host:8080."
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def head(self, url: str, headers: Mapping[str, str] | None = None) -> httpx2.Response:
        """The headers at `url`; a redirect is returned, see `redirect_target`.

        Raises `HubError` for a redirect that must not be followed, `httpx2.InvalidURL`,
        `httpx2.RequestError`.
        """
        response = self._send(self._build("HEAD", url, headers, None))
        with time_limit(self._settings.patience_seconds):
            response.read()  # there is no body; this frees the connection
        return response

    @contextmanager
    def stream(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Iterator[httpx2.Response]:
        """The answer at `url`, for reading its body piece by piece; redirects are followed.

        Raises as `head` does, and `httpx2.TooManyRedirects`.
        """
        response = self._follow(self._build("GET", url, headers, params))
        try:
            yield response
        finally:
            response.close()

    def _build(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        params: Mapping[str, Any] | None,
    ) -> httpx2.Request:
        return self._client.build_request(
            method, url, headers=headers, params=params, extensions={"trace": watch_connection}
        )

    def _follow(self, request: httpx2.Request) -> httpx2.Response:
        with time_limit(self._settings.patience_seconds):
            for _ in range(MAX_REDIRECTS + 1):
                response = self._send(request)
                if response.next_request is None:
                    return response
                response.close()
                request = response.next_request
        raise httpx2.TooManyRedirects("too many redirects", request=request)

    def _send(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request, with the token only if it goes to the endpoint's origin."""
        request.headers.pop("Authorization", None)
        if self._settings.token is not None and _origin_of(request.url) == self._origin:
            request.headers["Authorization"] = f"Bearer {self._settings.token}"
        try:
            with time_limit(self._settings.patience_seconds):
                return self._client.send(request, stream=True, follow_redirects=False)
        except (UnicodeError, ValueError) as error:
            # A host that cannot be encoded, or a number too long for Python.
            raise httpx2.RemoteProtocolError(str(error), request=request) from error


def redirect_target(response: httpx2.Response) -> str | None:
    """The target of a redirect, None for other answers."""
    return None if response.next_request is None else str(response.next_request.url)


def is_same_origin(url: str, other: str) -> bool:
    """Whether both have the same scheme, host and port; False for invalid addresses."""
    origin = _find_origin(url)
    return origin is not None and origin == _find_origin(other)


def _client_options(settings: HubSettings) -> dict[str, Any]:
    return {
        "proxy": settings.proxy,
        "timeout": httpx2.Timeout(_TIMEOUT_SECONDS, connect=_CONNECT_SECONDS),
        "headers": {
            "User-Agent": f"encore; python/{sys.version_info[0]}.{sys.version_info[1]}",
            "Accept-Encoding": "gzip",
        },
        "event_hooks": {"response": [_check_redirect]},
    }


def _check_redirect(response: httpx2.Response) -> None:
    """Raise `HubError` for a redirect to an invalid or an unencrypted address."""
    if not response.has_redirect_location:
        return
    source, target = response.request.url, _read_location(response)
    if target is None:
        raise HubError(
            f"{source.host} sends us to what is no address; check the address of the Hub in the"
            " settings, or try again later."
        )
    if source.scheme == "https" and target.scheme != "https":
        raise HubError(
            f"{source.host} sends us to {target.host} without encryption, which is refused; check"
            " the address of the Hub in the settings."
        )


def _read_location(response: httpx2.Response) -> httpx2.URL | None:
    try:
        target = response.request.url.join(response.headers["Location"])
    except (httpx2.InvalidURL, ValueError):
        return None
    return target if target.scheme in _DEFAULT_PORTS and target.host else None


def _origin_of(url: httpx2.URL) -> _Origin:
    return url.scheme, url.host, url.port or _DEFAULT_PORTS.get(url.scheme)


def _find_origin(address: str) -> _Origin | None:
    """Scheme, host and port of `address` as the client parses it; None if invalid."""
    try:
        return _origin_of(httpx2.URL(address))
    except (httpx2.InvalidURL, ValueError):
        return None
