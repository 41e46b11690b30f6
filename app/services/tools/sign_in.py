"""Signing in to an MCP server over OAuth 2.1, as the server's process does it. Knows no keyring.

The flow is that of the mcp package: discovery, registration, PKCE, refresh. What it lacks is here:
the address in this computer to which the browser returns, and tokens that outlive the process.
https://modelcontextprotocol.io/specification/2025-06-18/basic/authorization
"""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx2
import msgspec
from anyio.abc import SocketStream
from mcp.client.auth import (
    AuthorizationCodeResult,
    OAuthClientProvider,
    OAuthFlowError,
    OAuthRegistrationError,
    OAuthTokenError,
)
from mcp.shared.auth import (
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
)
from msgspec import Struct

from app.services.endpoints.endpoint import is_loopback
from app.services.tools.messages import BrowserWanted, Connect, ConnectFailed, Report, SignedIn
from engine.safe_text import clean_line

_CALLBACK = "/callback"
_MAX_HEAD_BYTES = 16_384
_HEAD_SECONDS = 10.0
_REVOKE_SECONDS = 10.0
_EARLY_SECONDS = 30.0  # a token is renewed this long before it ends
_FLOW_ERRORS = (OAuthFlowError, OAuthRegistrationError, OAuthTokenError)

JsonObject = dict[str, Any]


class _SignInNeededError(Exception):
    """Only a person can go on."""


class _RefusedError(Exception):
    """The server to sign in at has sent the person back without a code."""


class KeptSignIn(Struct, frozen=True):
    """What is kept between two runs, as JSON. `ends`: of the token, in seconds since the epoch."""

    tokens: JsonObject | None = None
    client: JsonObject | None = None
    metadata: JsonObject | None = None
    ends: float | None = None


class SignIn:
    """The authorization of one connection; `report` is told of a browser, and of new tokens."""

    def __init__(self, connect: Connect, report: Callable[[Report], None]) -> None:
        self._connect = connect
        self._report = report
        self._kept = KeptSignIn()
        if connect.sign_in and not connect.may_ask:
            self._kept = _kept_in(connect.sign_in)
        self._state = ""
        self._returned = anyio.Event()
        self._answer: dict[str, str] = {}

    @asynccontextmanager
    async def provider(self) -> AsyncIterator[OAuthClientProvider]:
        """What authorizes requests; a browser can return while it is there, if one may be opened."""
        if not self._connect.may_ask:
            yield self._create_provider("127.0.0.1")
            return
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        async with listener, anyio.create_task_group() as group:
            group.start_soon(listener.serve, self._serve)
            yield self._create_provider(f"127.0.0.1:{port}")
            group.cancel_scope.cancel()

    def _create_provider(self, place: str) -> OAuthClientProvider:
        about = OAuthClientMetadata.model_validate(
            {
                "client_name": "Encore",
                "redirect_uris": [f"http://{place}{_CALLBACK}"],
                "grant_types": ["authorization_code", "refresh_token"],
                "response_types": ["code"],
                "token_endpoint_auth_method": "none",
            }
        )
        self._provider = OAuthClientProvider(
            self._connect.address, about, self, self._open_browser, self._wait_for_person
        )
        context, kept = self._provider.context, self._kept
        context.token_expiry_time = kept.ends
        if kept.metadata is not None:
            context.oauth_metadata = OAuthMetadata.model_validate(kept.metadata)
        return self._provider

    # What the mcp package asks of a storage

    async def get_tokens(self) -> OAuthToken | None:
        """The kept tokens."""
        return OAuthToken.model_validate(self._kept.tokens) if self._kept.tokens else None

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Have new tokens kept."""
        metadata = self._provider.context.oauth_metadata
        seconds = tokens.expires_in
        self._kept = msgspec.structs.replace(
            self._kept,
            tokens=_json(tokens),
            metadata=_json(metadata) if metadata is not None else None,
            ends=None if seconds is None else time.time() + max(0.0, seconds - _EARLY_SECONDS),
        )
        self._report(SignedIn(msgspec.json.encode(self._kept).decode()))

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """As what this client was registered."""
        client = self._kept.client
        return OAuthClientInformationFull.model_validate(client) if client else None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Remember it until tokens come."""
        self._kept = msgspec.structs.replace(self._kept, client=_json(client_info))

    # The person and the browser

    async def _open_browser(self, address: str) -> None:
        if not self._connect.may_ask:
            raise _SignInNeededError
        self._state = parse_qs(urlsplit(address).query).get("state", [""])[0]
        self._report(BrowserWanted(address))

    async def _wait_for_person(self) -> AuthorizationCodeResult:
        await self._returned.wait()
        answer = self._answer
        if "code" not in answer:
            raise _RefusedError(answer.get("error_description") or answer.get("error", ""))
        return AuthorizationCodeResult(
            code=answer["code"], state=answer.get("state"), iss=answer.get("iss")
        )

    async def _serve(self, stream: SocketStream) -> None:
        """Answer a browser; only one that brings the state of this sign-in has come from there."""
        # Browsers open connections that they then do not use; any program may come, too.
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            async with stream:
                answer = _answer_in(await _head(stream))
                is_ours = bool(self._state) and answer.get("state") == self._state
                if is_ours and not self._returned.is_set():
                    self._answer = answer
                    self._returned.set()
                await stream.send(_page(self._connect.page if is_ours else "", is_found=is_ours))


async def revoke(kept_text: str) -> None:
    """Revoke the tokens of a `KeptSignIn` where they are from, if that offers it (RFC 7009)."""
    kept = _kept_in(kept_text)
    address = (kept.metadata or {}).get("revocation_endpoint")
    tokens, client = kept.tokens or {}, kept.client or {}
    if not address:
        return
    secret = {"client_secret": client["client_secret"]} if client.get("client_secret") else {}
    has_trusted_environment = not is_loopback(urlsplit(address).hostname or "")
    async with httpx2.AsyncClient(
        timeout=_REVOKE_SECONDS, trust_env=has_trusted_environment
    ) as http:
        for kind in ("refresh_token", "access_token"):
            if token := tokens.get(kind):
                fields = {"token": token, "token_type_hint": kind, **secret}
                with suppress(httpx2.HTTPError):
                    await http.post(
                        address, data={"client_id": client.get("client_id", ""), **fields}
                    )


def sign_in_failure(errors: list[BaseException]) -> ConnectFailed | None:
    """What a person is told where signing in failed; None where it did not."""
    for error in errors:
        if isinstance(error, _SignInNeededError):
            return ConnectFailed("sign-in")
        if isinstance(error, (_RefusedError, *_FLOW_ERRORS)):
            return ConnectFailed("refused", clean_line(str(error), 200))
    return None


def _kept_in(text: str) -> KeptSignIn:
    """What a keyring has; nothing, if somebody else wrote it."""
    try:
        return msgspec.json.decode(text, type=KeptSignIn)
    except msgspec.DecodeError:
        return KeptSignIn()


async def _head(stream: SocketStream) -> bytes:
    """What a browser sends before the body; less of it if that is slow or long."""
    head = b""
    with anyio.move_on_after(_HEAD_SECONDS):
        while b"\r\n\r\n" not in head and len(head) < _MAX_HEAD_BYTES:
            head += await stream.receive()
    return head


def _answer_in(head: bytes) -> dict[str, str]:
    """What the address has that a browser asks for; {} for any other address than ours."""
    words = head.partition(b"\r\n")[0].decode("ascii", "replace").split(" ")
    path, _, query = (words[1] if len(words) > 1 else "").partition("?")
    if words[0] != "GET" or path != _CALLBACK:
        return {}
    return {name: values[0] for name, values in parse_qs(query).items()}


def _json(model: Any) -> JsonObject:
    dumped: JsonObject = model.model_dump(mode="json", exclude_none=True)
    return dumped


def _page(words: str, *, is_found: bool) -> bytes:
    status = HTTPStatus.OK if is_found else HTTPStatus.NOT_FOUND
    body = words.encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
