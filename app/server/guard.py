"""Who may ask: the Host and Origin headers, and the API key. Knows no endpoint."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.server.api_error import ApiError
from app.server.options import ServerOptions

_OPEN_PATHS = frozenset({"/health"})
_BEARER = "bearer "


class OwnHosts:
    """Refuses requests for another host's name: a web page cannot make its domain lead here."""

    def __init__(self, app: ASGIApp, options: ServerOptions) -> None:
        self._app = app
        self._options = options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse one request."""
        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) == 1 and self._options.is_own_name(hosts[0]):
            await self._app(scope, receive, send)
            return
        refusal = ApiError(
            403, "The Host header names another computer; use the address that Encore shows."
        )
        await refusal.response()(scope, receive, send)


class OwnPages:
    """Refuses web pages, but for those whose origin is allowed; programs send no origin."""

    def __init__(self, app: ASGIApp, options: ServerOptions) -> None:
        self._app = app
        self._allowed = {origin.rstrip("/") for origin in options.allowed_origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse one request."""
        headers = Headers(scope=scope)
        if self._may_ask(headers):
            await self._app(scope, receive, send)
            return
        origin = headers.get("origin") or "this origin"
        refusal = ApiError(
            403,
            f"Web pages of {origin} may not use this server; "
            "`encore serve --allow-origin` lets them.",
        )
        await refusal.response()(scope, receive, send)

    def _may_ask(self, headers: Headers) -> bool:
        origins = headers.getlist("origin")
        if not origins:
            # Browsers leave out the origin of images and links, but say where they come from.
            site = headers.get("sec-fetch-site", "none")
            return site in ("none", "same-origin") or "*" in self._allowed
        return "*" in self._allowed or all(origin in self._allowed for origin in origins)


class KeyHolders:
    """Refuses requests without the API key, where there is one."""

    def __init__(self, app: ASGIApp, options: ServerOptions) -> None:
        self._app = app
        self._options = options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse one request."""
        given = Headers(scope=scope).get("authorization", "")
        key = given[len(_BEARER) :].strip() if given.lower().startswith(_BEARER) else ""
        if self._options.accepts_key(key) or scope["path"] in _OPEN_PATHS:
            await self._app(scope, receive, send)
            return
        refusal = ApiError(
            401,
            "The API key is missing or wrong; send the one that `encore serve` showed.",
            code="invalid_api_key",
        )
        await refusal.response()(scope, receive, send)
