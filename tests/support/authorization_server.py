"""A small OAuth 2.1 server in front of an application, which then wants its tokens."""

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

_SECONDS = 30  # Encore renews a token as early, so each of its processes has to


@dataclass
class Authorization:
    """Guards `app` at `origin`. Whoever asks is let in, but for the first `num_denied` times."""

    app: Any
    origin: str
    num_denied: int = 1
    told: dict[str, int] = field(default_factory=dict)
    _codes: dict[str, tuple[str, str]] = field(default_factory=dict)
    _tokens: set[str] = field(default_factory=set)
    _renewing: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        posts = {"/register": self._register, "/token": self._token, "/revoke": self._revoke}
        self._own = Starlette(
            routes=[
                Route("/.well-known/oauth-protected-resource/mcp", self._describe_resource),
                Route("/.well-known/oauth-authorization-server", self._describe),
                Route("/authorize", self._authorize),
                Route("/told", lambda _request: JSONResponse(self.told)),
                *(Route(path, answer, methods=["POST"]) for path, answer in posts.items()),
            ]
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif scope["path"] != "/mcp":
            await self._own(scope, receive, send)
        elif self._is_let_in(Request(scope)):
            await self.app(scope, receive, send)
        else:
            place = f"{self.origin}/.well-known/oauth-protected-resource/mcp"
            challenge = {"WWW-Authenticate": f'Bearer resource_metadata="{place}"'}
            await PlainTextResponse("no", 401, challenge)(scope, receive, send)

    def _is_let_in(self, request: Request) -> bool:
        return request.headers.get("authorization", "").removeprefix("Bearer ") in self._tokens

    def _count(self, what: str) -> None:
        self.told[what] = self.told.get(what, 0) + 1

    async def _describe_resource(self, _request: Request) -> Response:
        return JSONResponse(
            {"resource": f"{self.origin}/mcp", "authorization_servers": [self.origin]}
        )

    async def _describe(self, _request: Request) -> Response:
        places = {
            f"{name}_endpoint": f"{self.origin}/{path}"
            for name, path in (
                ("authorization", "authorize"), ("token", "token"), ("registration", "register"),
                ("revocation", "revoke"),
            )
        }  # fmt: skip
        return JSONResponse(
            {
                "issuer": self.origin,
                **places,
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"],
            }
        )

    async def _register(self, request: Request) -> Response:
        self._count("registered")
        asked = await request.json()
        return JSONResponse({**asked, "client_id": secrets.token_hex(4)}, 201)

    async def _authorize(self, request: Request) -> Response:
        asked = request.query_params
        answer = {"state": asked["state"]}
        if self.num_denied:
            self.num_denied -= 1
            answer |= {"error": "access_denied", "error_description": "The owner said no."}
        else:
            answer["code"] = secrets.token_hex(8)
            self._codes[answer["code"]] = asked["code_challenge"], asked["redirect_uri"]
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(answer)}", 302)

    async def _token(self, request: Request) -> Response:
        asked = await request.form()
        if asked["grant_type"] == "refresh_token":
            is_right = asked["refresh_token"] in self._renewing
            self._renewing.discard(str(asked["refresh_token"]))
            self._count("renewed")
        else:
            challenge, place = self._codes.pop(str(asked["code"]), ("", ""))
            digest = hashlib.sha256(str(asked["code_verifier"]).encode()).digest()
            proof = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            is_right = (proof, asked["redirect_uri"]) == (challenge, place)
        if not is_right:
            return JSONResponse({"error": "invalid_grant"}, 400)
        access, refresh = secrets.token_hex(16), secrets.token_hex(16)
        self._tokens.add(access)
        self._renewing.add(refresh)
        tokens = {"access_token": access, "refresh_token": refresh, "token_type": "Bearer"}
        return JSONResponse({**tokens, "expires_in": _SECONDS})

    async def _revoke(self, request: Request) -> Response:
        token = str((await request.form())["token"])
        if token in self._tokens | self._renewing:
            self._count("revoked")
        self._tokens.discard(token)
        self._renewing.discard(token)
        return Response()
