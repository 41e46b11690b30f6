"""Turns refusals and failures of the Hub into sentences. Makes no requests."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from app.services.hub.settings import HubError, HubSettings, gated_sentence, host_of
from engine.safe_text import clean_line

_FORBIDDEN, _UNAUTHORIZED, _NOT_FOUND = 403, 401, 404
_TOO_MANY = 429
_FIRST_REFUSAL, _FIRST_SERVER_ERROR = 400, 500
_MAX_SECONDS_LEN, _MAX_QUOTED_LEN = 5, 160


@contextmanager
def told_plainly(settings: HubSettings) -> Iterator[None]:
    """Turn any failure of a request to the Hub into a `HubError`."""
    try:
        yield
    except (ValueError, httpx2.DecodingError) as error:
        # Not the Hub's JSON: a captive portal, or a broken mirror.
        raise HubError(
            f"{settings.endpoint} answers, but not as the Hub does: check the address of the Hub"
            " in the settings, or whether this network asks you to sign in first."
        ) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
        raise HubError(_no_answer(settings.endpoint, error)) from error


def check_answer(response: httpx2.Response, settings: HubSettings, what: str) -> None:
    """Raise `HubError` if the Hub refused to answer about `what` (a repository, "the search")."""
    status, address = response.status_code, settings.endpoint
    if status == _TOO_MANY:
        seconds = response.headers.get("Retry-After", "")
        is_number = seconds.isdecimal() and len(seconds) <= _MAX_SECONDS_LEN
        when = f"in {int(seconds)} seconds" if is_number else "in a few minutes"
        raise HubError(f"{address} has had too many questions from here; try again {when}.")
    if status >= _FIRST_SERVER_ERROR:
        raise HubError(f"{address} has a problem of its own ({status}); try again later.")
    if status >= _FIRST_REFUSAL:
        raise HubError(_refusal(settings, what, response))


def is_about_access(response: httpx2.Response) -> bool:
    """Whether the Hub denies access to this token, or without one."""
    return response.status_code in (_FORBIDDEN, _UNAUTHORIZED)


def _no_answer(address: str, error: Exception) -> str:
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return f"{address} is no address; correct the address of the Hub in the settings."
    if isinstance(error, httpx2.ProxyError):
        return f"The proxy does not let us through ({_reason(error)}); check it in the settings."
    return f"{address} does not answer ({_reason(error)}); check the network and try again."


def _reason(error: Exception) -> str:
    return clean_line(str(error), _MAX_QUOTED_LEN).strip().rstrip(".") or type(error).__name__


def _refusal(settings: HubSettings, what: str, response: httpx2.Response) -> str:
    """The reason of a refusal, by the code in its header, else by the status."""
    host = host_of(settings.endpoint)
    status, code = response.status_code, response.headers.get("X-Error-Code", "")
    message = clean_line(response.headers.get("X-Error-Message", ""), _MAX_QUOTED_LEN)
    if status == _UNAUTHORIZED and (code == "" or "credentials" in message) and settings.token:
        return (
            f"{host} does not accept the token; make a new one at {settings.endpoint}"
            "/settings/tokens and put it in, or take the old one out."
        )
    if code == "GatedRepo":
        return gated_sentence(settings, what)
    if code == "RevisionNotFound":
        return f"{what} has no such version on {host}; leave the version out of the address."
    if code == "RepoNotFound" or status in (_UNAUTHORIZED, _NOT_FOUND):
        hint = "" if settings.token else ", or it is private and needs a token"
        return f"There is no {what} on {host}{hint}; check its name."
    if status == _FORBIDDEN:
        return f"{host} does not let this token see {what}{f': {message}' if message else ''}."
    return f"{host} refuses to answer about {what} ({status}); try again later."
