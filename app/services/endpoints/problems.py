"""Why an endpoint gave no answer: one sentence that names it and says what to do."""

import re
import socket
import ssl
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from PySide6.QtCore import QCoreApplication

from app.services.endpoints.endpoint import Endpoint, EndpointError
from engine.safe_text import clean_line

_MAX_QUOTE_LEN = 300
_MAX_DEPTH = 4
_CONTEXT = re.compile(
    r"context.{0,12}(length|size|window|exceed)|exceed.{0,24}context|prompt is too long"
    r"|too many tokens|input is too long",
    re.IGNORECASE,
)
_LOADING = re.compile(r"\bloading\b.{0,12}\bmodel\b", re.IGNORECASE)


class FullContextError(EndpointError):
    """The conversation is longer than the endpoint's context."""


class RefusedFieldsError(EndpointError):
    """The endpoint does not know some fields of the request, or not with these values."""

    def __init__(self, message: str, names: frozenset[str]) -> None:
        super().__init__(message)
        self.names = names


def connection_problem(endpoint: Endpoint, error: BaseException) -> EndpointError:
    """Why a request failed without an answer, or in the middle of one."""
    causes = tuple(_causes(error))
    for kind, words in (
        (socket.gaierror, _words("%1 is not found: check its address, %2, and your network.")),
        (
            ConnectionRefusedError,
            _words("%1 does not answer at %2: start it there, or correct its address."),
        ),
        (
            ssl.SSLCertVerificationError,
            _words(
                "The certificate of %1 is not trusted on this computer: have it installed, or use "
                "an address whose certificate is trusted."
            ),
        ),
        (
            ssl.SSLError,
            _words(
                "No encrypted connection to %1 came about: if it has none, let its address begin "
                "with http://."
            ),
        ),
    ):
        if any(isinstance(cause, kind) for cause in causes):
            return _problem(endpoint, words)
    names = {type(cause).__name__ for cause in causes}
    if "ConnectTimeout" in names:
        return _problem(
            endpoint, _words("%1 does not answer at %2: is it switched on, and reachable?")
        )
    if any("Timeout" in name for name in names):
        return _problem(endpoint, _words("%1 takes too long to answer: look at what it is doing."))
    if names & {"ReadError", "RemoteProtocolError", "ConnectionResetError", "WriteError"}:
        return cut_problem(endpoint)
    return _problem(
        endpoint, _words("%1 cannot be reached at %2: check its address and your network.")
    )


def cut_problem(endpoint: Endpoint) -> EndpointError:
    """The connection ended before the answer did."""
    words = _words("%1 ended the connection before the answer was complete: ask again.")
    return _problem(endpoint, words)


def foreign_problem(endpoint: Endpoint) -> EndpointError:
    """What answers there speaks another language."""
    words = _words("What answers at %2 is no OpenAI-compatible server: check the address of %1.")
    return _problem(endpoint, words)


def malformed_problem(endpoint: Endpoint) -> EndpointError:
    """An answer began well and became something else."""
    words = _words("%1 sent something that is no part of an answer: ask again, or look at its log.")
    return _problem(endpoint, words)


def redirect_problem(endpoint: Endpoint, target: str) -> EndpointError:
    """It sends us elsewhere, where the key must not go."""
    words = _words(
        "%1 sends us to %3, which is not followed: if that is right, enter it as the address."
    )
    return _problem(endpoint, words, target)


def reported_problem(endpoint: Endpoint, message: str) -> EndpointError:
    """The endpoint says, in its own words, what went wrong."""
    if _CONTEXT.search(message):
        return _full_context(endpoint)
    if not message:
        return _problem(
            endpoint, _words("%1 reports an error without saying which: look at its log.")
        )
    return _problem(endpoint, _words("%1 reports: %3"), message)


def filtered_problem(endpoint: Endpoint) -> EndpointError:
    """A filter ended the answer."""
    return _problem(
        endpoint, _words("%1 ended the answer with its content filter: ask in other words.")
    )


def status_problem(
    endpoint: Endpoint, status: int, headers: Mapping[str, str], body: bytes, *, has_key: bool
) -> EndpointError:
    """What a status other than 200 means."""
    message = error_message(body)
    if 300 <= status < 400:
        return redirect_problem(endpoint, headers.get("location", "?"))
    if status in (400, 413, 422, 500) and _CONTEXT.search(message):
        return _full_context(endpoint)
    if status in (401, 403):
        return _problem(
            endpoint,
            _words("%1 does not accept the key: enter the right one in Settings, Model.")
            if has_key
            else _words("%1 wants a key: enter it in Settings, Model."),
        )
    if status == 404:
        return _problem(
            endpoint,
            _words("%1 does not have this model any more: choose another in the list of models.")
            if "model" in message.casefold()
            else _words("%2 is no OpenAI-compatible server: the address of %1 may end in /v1."),
        )
    if status == 429:
        seconds = headers.get("retry-after", "")
        if seconds.isdigit():
            return _problem(endpoint, _words("%1 has too much to do: ask again in %3 s."), seconds)
        return _problem(
            endpoint, _words("%1 has too much to do, or your quota there is used up: wait.")
        )
    if status == 503 and _LOADING.search(message):
        return _problem(endpoint, _words("%1 is still loading the model: ask again in a moment."))
    if status >= 500:
        words = _words("%1 failed with error %3: ask again, or look at its log.")
        return _problem(endpoint, words, str(status))
    if message:
        return _problem(endpoint, _words("%1 refuses the request: %3"), message)
    return _problem(
        endpoint, _words("%1 refuses the request with error %3: look at its log."), str(status)
    )


def refused_fields(body: bytes, sent: Collection[str]) -> frozenset[str]:
    """Which of the fields `sent` an error names, wherever it does."""
    text = " ".join(_named(_decode(body)))
    return frozenset(name for name in sent if re.search(rf"\b{re.escape(name)}\b", text))


def error_message(body: bytes) -> str:
    """The words of an error in any of the forms that servers have; "" if there are none."""
    return words_of(_decode(body))


def words_of(value: Any, depth: int = 0) -> str:
    """The words in a decoded error."""
    if isinstance(value, str):
        return clean_line(value, _MAX_QUOTE_LEN)
    if isinstance(value, list) and value and depth < _MAX_DEPTH:
        return words_of(value[0], depth + 1)
    if isinstance(value, dict) and depth < _MAX_DEPTH:
        for name in ("error", "message", "detail", "msg", "type"):
            if value.get(name):
                return words_of(value[name], depth + 1)
    return ""


def _named(value: Any, depth: int = 0) -> Iterator[str]:
    """The texts of an error, but for the input that some servers repeat in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth < _MAX_DEPTH:
        for one in value:
            yield from _named(one, depth + 1)
    elif isinstance(value, dict) and depth < _MAX_DEPTH:
        for name in ("error", "message", "param", "detail", "msg", "loc"):
            yield from _named(value.get(name), depth + 1)


def _decode(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None


def _full_context(endpoint: Endpoint) -> FullContextError:
    words = _words("The conversation is longer than %1 can take: begin a new chat, or shorten it.")
    return FullContextError(_fill(endpoint, words, ""))


def _problem(endpoint: Endpoint, words: str, detail: str = "") -> EndpointError:
    return EndpointError(_fill(endpoint, words, detail))


def _fill(endpoint: Endpoint, words: str, detail: str) -> str:
    values = {"%1": endpoint.name, "%2": endpoint.address, "%3": detail}
    return re.sub("%[123]", lambda match: values[match[0]], words)


def _words(text: str) -> str:
    return QCoreApplication.translate("Endpoints", text)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """`error` and what led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
