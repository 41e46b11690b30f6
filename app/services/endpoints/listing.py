"""Asks an endpoint what models it has. Imported late: it needs httpx2."""

import time
from typing import Any

import msgspec
from msgspec import Struct

from app.services.endpoints.connection import Connection, StatusError
from app.services.endpoints.endpoint import Endpoint, ListedModel
from app.services.endpoints.problems import connection_problem, foreign_problem, malformed_problem

_READ_SECONDS = 10.0
_MAX_SECONDS = 20.0
_MAX_BYTES = 8 << 20
_MAX_MODELS = 2000
_MAX_ID_LEN = 300
_SERVERS = {
    "llamacpp": "llama.cpp",
    "vllm": "vLLM",
    "sglang": "SGLang",
    "library": "Ollama",
    "organization_owner": "LM Studio",
    "encore": "Encore",
}
_CONTEXT_NAMES = ("max_model_len", "context_length", "context_len", "n_ctx")


class Listing(Struct, frozen=True):
    """The models of an endpoint by name. `server` is what kind it is, "" if unknown."""

    models: tuple[ListedModel, ...]
    server: str = ""


class _List(Struct, frozen=True):
    data: list[Any]


def list_models(endpoint: Endpoint, key: str | None) -> Listing:
    """The models of an endpoint. Raises `EndpointError`."""
    try:
        content = _fetch(endpoint, key)
    except StatusError as error:
        raise error.problem from error
    try:
        listed = msgspec.json.decode(content, type=_List).data
    except (msgspec.DecodeError, RecursionError) as error:
        raise foreign_problem(endpoint) from error
    entries = [entry for entry in listed if isinstance(entry, dict)]
    found = {model.id: model for entry in entries if (model := _read(entry)) is not None}
    models = sorted(found.values(), key=lambda model: model.name.casefold())
    owners = {str(entry.get("owned_by")) for entry in entries}
    server = _SERVERS.get(owners.pop(), "") if len(owners) == 1 else ""
    return Listing(tuple(models[:_MAX_MODELS]), server)


def _fetch(endpoint: Endpoint, key: str | None) -> bytes:
    content, until = bytearray(), time.monotonic() + _MAX_SECONDS
    with Connection(endpoint, key, _READ_SECONDS).send("models") as response:
        for piece in response.iter_raw():
            content += piece
            if len(content) > _MAX_BYTES:
                raise malformed_problem(endpoint)
            if time.monotonic() > until:
                raise connection_problem(endpoint, TimeoutError())
    return bytes(content)


def _read(entry: dict[str, Any]) -> ListedModel | None:
    model_id = entry.get("id")
    if not isinstance(model_id, str) or not 0 < len(model_id) <= _MAX_ID_LEN:
        return None
    if not model_id.isprintable():
        return None
    meta = entry.get("meta")
    places = (entry, meta) if isinstance(meta, dict) else (entry,)
    sizes = (place.get(name) for place in places for name in _CONTEXT_NAMES)
    known = (size for size in sizes if type(size) is int and 0 < size < 1 << 40)
    return ListedModel(model_id, next(known, None))
