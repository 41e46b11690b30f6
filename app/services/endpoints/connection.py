"""One HTTP request to an endpoint, which any thread may end. Imported late: it needs httpx2."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx2

from app.services.endpoints.endpoint import Endpoint, EndpointError
from app.services.endpoints.problems import connection_problem, status_problem

CONNECT_SECONDS = 10.0
# A large model may read a long prompt for minutes before its first word.
ANSWER_SECONDS = 1800.0
_MAX_ERROR_BYTES = 64 << 10


class StatusError(EndpointError):
    """The endpoint refused a request; `body` has its words."""

    def __init__(self, problem: EndpointError, status: int, body: bytes) -> None:
        super().__init__(str(problem))
        self.problem, self.status, self.body = problem, status, body


class Connection:
    """Sends one request at a time. The key goes to the endpoint alone: no redirect is followed."""

    def __init__(self, endpoint: Endpoint, key: str | None, read_seconds: float) -> None:
        self._endpoint = endpoint
        self._key = key
        self._timeout = httpx2.Timeout(read_seconds, connect=CONNECT_SECONDS)
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._is_closed = False

    @contextmanager
    def send(self, path: str, body: Any = None) -> Iterator[httpx2.Response]:
        """GET, or POST of `body` as JSON; the reply's body is to be read piece by piece.

        Raises `StatusError`, `EndpointError`.
        """
        try:
            with self._create_client() as client:
                request = client.build_request(
                    "GET" if body is None else "POST",
                    f"{self._endpoint.address}/{path}",
                    json=body,
                    headers=self._headers,
                    extensions={"trace": self._watch},
                )
                response = client.send(request, stream=True)
                try:
                    self._check(response)
                    yield response
                finally:
                    response.close()
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError) as error:
            raise connection_problem(self._endpoint, error) from error

    def close(self) -> None:
        """End the request, from any thread."""
        with self._lock:
            self._is_closed = True
            self._shut_down()

    @property
    def _headers(self) -> dict[str, str]:
        # Compressed events would arrive in lumps.
        headers = {"Accept-Encoding": "identity", "User-Agent": "encore"}
        return headers | ({"Authorization": f"Bearer {self._key}"} if self._key else {})

    def _create_client(self) -> httpx2.Client:
        is_encrypted = self._endpoint.address.startswith("https:")
        # Reading the system's certificates takes longer than a short answer; empty trusts none.
        certificates = True if is_encrypted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        is_direct = self._endpoint.is_local
        try:
            return httpx2.Client(
                timeout=self._timeout, trust_env=not is_direct, verify=certificates
            )
        except (ValueError, ImportError) as error:  # the system's proxy cannot be used
            raise connection_problem(self._endpoint, error) from error

    def _check(self, response: httpx2.Response) -> None:
        if response.status_code == 200:
            return
        body = bytearray()
        for piece in response.iter_raw():
            body += piece
            if len(body) > _MAX_ERROR_BYTES:
                break
        headers = {name.lower(): value for name, value in response.headers.items()}
        if "location" in headers:
            with suppress(ValueError):  # an address may have more than a person should see
                parts = urlsplit(headers["location"])
                headers["location"] = f"{parts.scheme}://{parts.netloc}" if parts.netloc else "?"
        problem = status_problem(
            *(self._endpoint, response.status_code, headers, bytes(body)),
            has_key=self._key is not None,
        )
        raise StatusError(problem, response.status_code, bytes(body))

    def _watch(self, event: str, info: dict[str, Any]) -> None:
        """httpcore2's `trace`: keep the socket, as a reply may be long in coming."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            with self._lock:
                self._socket = info["return_value"].get_extra_info("socket")
                if self._is_closed:
                    self._shut_down()

    def _shut_down(self) -> None:
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
