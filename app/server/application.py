"""The ASGI application: the paths, and what each request goes through before."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.server.api_error import ApiError
from app.server.bodies import ChatBody, TextBody
from app.server.completions import Completions, Desk
from app.server.embeddings import Embeddings
from app.server.guard import KeyHolders, OwnHosts, OwnPages
from app.server.jobs import chat_job, text_job
from app.server.metrics import CONTENT_TYPE, Metrics
from app.server.models import ServedModel, ServedModels
from app.server.options import ServerOptions
from app.server.replies import ChatForm, Reply, TextForm
from app.server.response_bodies import ResponseBody, response_job
from app.server.response_reply import ResponseReply

Endpoint = Callable[[Request], Awaitable[Response]]

_OTHER_PATH = "other"


def create_application(options: ServerOptions, desk: Desk) -> Starlette:
    """The application for these options."""
    chat = Completions(desk, ChatBody, chat_job, partial(Reply, ChatForm()))
    text = Completions(desk, TextBody, text_job, partial(Reply, TextForm()))
    response = Completions(desk, ResponseBody, response_job, ResponseReply)
    # An instance is served as it is, for every method, so its route names the methods.
    routes = [
        Route("/health", _health),
        Route("/metrics", _metrics(desk.metrics)),
        Route("/v1/models", _list_models(desk.models)),
        Route("/v1/models/{name:path}", _show_model(desk.models)),
        Route("/v1/chat/completions", chat, methods=["POST"]),
        Route("/v1/completions", text, methods=["POST"]),
        Route("/v1/responses", response, methods=["POST"]),
        Route("/v1/embeddings", Embeddings(desk), methods=["POST"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Counted, metrics=desk.metrics, paths={route.path for route in routes}),
            Middleware(OwnHosts, options=options),
            Middleware(OwnPages, options=options),
            Middleware(
                CORSMiddleware,
                allow_origins=list(options.allowed_origins),
                allow_methods=["GET", "POST"],
                allow_headers=["*"],  # OpenAI's client in a page sends some of its own
                allow_private_network=True,
                expose_headers=["Retry-After"],
            ),
            Middleware(KeyHolders, options=options),
        ],
        exception_handlers={HTTPException: _on_http_error, ApiError: _on_refusal},
    )


class Counted:
    """Counts requests by path and status; paths that are not served count as one."""

    def __init__(self, app: ASGIApp, metrics: Metrics, paths: set[str]) -> None:
        self._app = app
        self._metrics = metrics
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request and count it."""
        path = scope["path"] if scope["path"] in self._paths else _OTHER_PATH

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(path, message["status"]).inc()
            await send(message)

        await self._app(scope, receive, send_counted)


async def _health(_request: Request) -> Response:
    return JSONResponse({"status": "ok"})


def _metrics(metrics: Metrics) -> Endpoint:
    async def show(_request: Request) -> Response:
        return Response(metrics.text(), media_type=CONTENT_TYPE)

    return show


def _list_models(models: ServedModels) -> Endpoint:
    async def show(_request: Request) -> Response:
        listed = await models.listed()
        return JSONResponse({"object": "list", "data": [_described(model) for model in listed]})

    return show


def _show_model(models: ServedModels) -> Endpoint:
    async def show(request: Request) -> Response:
        return JSONResponse(_described(await models.named(request.path_params["name"])))

    return show


def _described(model: ServedModel) -> dict[str, object]:
    return {
        "id": model.id,
        "object": "model",
        "created": model.created,
        "owned_by": "local",
        "max_model_len": model.context,
        "size": model.size,
        "quantization": model.quantization,
    }


async def _on_refusal(_request: Request, error: Exception) -> Response:
    if not isinstance(error, ApiError):
        raise error
    return error.response()


async def _on_http_error(request: Request, error: Exception) -> Response:
    """An unknown path, or a method that a path does not have."""
    if not isinstance(error, HTTPException):
        raise error
    sentence = f"There is no {request.method} {request.url.path} here."
    return ApiError(error.status_code, sentence).response()
