"""huggingface_hub's client, reached as the settings say; every failure is one sentence. Imported when first needed."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import httpx2
import huggingface_hub
from huggingface_hub import constants
from huggingface_hub.errors import HfHubHTTPError, HFValidationError

from app.services.hub.settings import (
    HubError,
    HubSettings,
    client_options,
    create_http_client,
    gated_sentence,
    host_of,
    require_online,
)

_FORBIDDEN, _UNAUTHORIZED, _NOT_FOUND = 403, 401, 404
_TOO_MANY = 429
_FIRST_SERVER_ERROR = 500
_lock = threading.Lock()


def create_api(settings: HubSettings, what: str) -> huggingface_hub.HfApi:
    """The Hub's API. Raises `OfflineError` ("`what` needs the network, …") when it may not be asked."""
    require_online(settings, what)
    # Else it would ask the Hub which programs run it, and tell whether torch is installed.
    constants.HF_HUB_DISABLE_TELEMETRY = True
    with _lock:
        _use_proxy(settings.proxy)
    return huggingface_hub.HfApi(
        endpoint=settings.endpoint, token=settings.token or False, library_name="encore"
    )


@contextmanager
def told_plainly(settings: HubSettings, what: str) -> Iterator[None]:
    """Turn any failure of asking for `what` (a repository's name, "the search") into a `HubError`."""
    try:
        yield
    except HfHubHTTPError as error:
        raise HubError(_refusal(settings, what, error.response)) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
        raise HubError(_no_answer(settings.endpoint, error)) from error
    except HFValidationError as error:
        raise HubError(f"{what} is no name of a repository, like author/name.") from error
    except (ValueError, TypeError, KeyError) as error:
        # Not the Hub's JSON: a captive portal, or a mirror that does not play it.
        raise HubError(
            f"{settings.endpoint} answers, but not as the Hub does: check the address of the Hub"
            " in the settings, or whether this network asks you to sign in first."
        ) from error


class _HubClient(httpx2.Client):
    """Fails at once where huggingface_hub would try again for half a minute, and waits for nothing forever."""

    def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send `request`; raises `HubError` when there is no answer, or none that helps."""
        request.extensions = {**request.extensions, "timeout": self.timeout.as_dict()}
        address = f"{request.url.scheme}://{request.url.netloc.decode()}"
        try:
            response = super().send(request, **options)
        except httpx2.TransportError as error:
            raise HubError(_no_answer(address, error)) from error
        if response.status_code == _TOO_MANY:
            seconds = response.headers.get("Retry-After", "")
            when = f"in {seconds} seconds" if seconds.isdigit() else "in a few minutes"
            response.close()
            raise HubError(f"{address} has had too many questions from here; try again {when}.")
        if response.status_code >= _FIRST_SERVER_ERROR:
            response.close()
            raise HubError(
                f"{address} has a problem of its own ({response.status_code}); try again later."
            )
        return response


@lru_cache(maxsize=1)
def _use_proxy(proxy: str | None) -> None:
    """Give huggingface_hub, which shares one client among all its calls, another one when the proxy changes."""
    settings = HubSettings(proxy=proxy)
    create_http_client(settings).close()  # a proxy that is no address is said here
    huggingface_hub.set_client_factory(
        lambda: _HubClient(**client_options(settings), follow_redirects=True)
    )


def _no_answer(address: str, error: Exception) -> str:
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return f"{address} is no address; correct the address of the Hub in the settings."
    if isinstance(error, httpx2.ProxyError):
        return f"The proxy does not let us through ({_reason(error)}); check it in the settings."
    return f"{address} does not answer ({_reason(error)}); check the network and try again."


def _reason(error: Exception) -> str:
    return str(error).strip().rstrip(".") or type(error).__name__


def _refusal(settings: HubSettings, what: str, response: httpx2.Response) -> str:
    """Why the Hub refused, by the code in its header, else by the status."""
    host = host_of(settings.endpoint)
    status, code = response.status_code, response.headers.get("X-Error-Code", "")
    message = response.headers.get("X-Error-Message", "")
    if status == _UNAUTHORIZED and (code == "" or "credentials" in message) and settings.token:
        return (
            f"{host} does not accept the token; make a new one at {settings.endpoint}/settings/tokens"
            " and put it in, or take the old one out."
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
