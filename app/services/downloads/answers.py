"""Turns HTTP failures into errors with sentences for the user. Makes no requests."""

import contextlib
import ssl
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import httpx2

from app.services.downloads.errors import (
    AttemptFailedError,
    DownloadError,
    FileChangedError,
    NoRangesError,
    StoppedError,
    UrlExpiredError,
)
from app.services.downloads.stop import StopSignal
from app.services.hub.files import HubFile
from app.services.hub.replies import parse_count
from app.services.hub.settings import HubSettings, gated_sentence
from engine.safe_text import clean_line

_MAX_URL_LEN = 200
_OK, _PARTIAL, _BEYOND_THE_END = 200, 206, 416
# The server is busy or fails temporarily.
_PASSING = frozenset({408, 425, 429, *range(500, 600)})
# Status codes for an expired or unknown signed URL.
_EXPIRED = frozenset({400, 401, 403, 404, 410})


def host_of(url: str) -> str:
    """The host of `url`, for messages."""
    try:
        return urlsplit(url).hostname or "the server"
    except ValueError:
        return "the server"


@contextlib.contextmanager
def told_plainly(url: str, stop: StopSignal) -> Iterator[None]:
    """Turn network errors into `AttemptFailedError`, `DownloadError` or `StoppedError`."""
    try:
        yield
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
        raise DownloadError(
            f"{clean_line(url, _MAX_URL_LEN)} is no address to fetch from; "
            "correct the Hub's address in the settings."
        ) from error
    except httpx2.RequestError as error:
        if stop.is_set:
            raise StoppedError from error
        if _is_about_certificate(error):
            raise DownloadError(
                f"The certificate of {host_of(url)} is not trusted here; check the clock of this "
                "machine, and the proxy in the settings."
            ) from error
        raise AttemptFailedError(_clause(error, host_of(url))) from error


def check_hub_answer(response: httpx2.Response, file: HubFile, settings: HubSettings) -> None:
    """Raise the error for the Hub's refusal of `file`; return if it was not refused."""
    status = response.status_code
    if status < 400:
        return
    if status in _PASSING:
        raise _passing(response)
    raise DownloadError(_refusal(response, file, settings))


def check_part(response: httpx2.Response, position: int, size: int) -> None:
    """Raise unless the body of `response` starts at `position` of a `size`-byte file."""
    status = response.status_code
    if status == _PARTIAL:
        found = _read_content_range(response.headers.get("Content-Range", ""))
        if found is None or found[0] != position or _is_compressed(response):
            raise NoRangesError
        if found[1] != size:
            raise FileChangedError
    elif status == _OK:
        raise NoRangesError
    elif status == _BEYOND_THE_END:
        raise FileChangedError
    else:
        raise _storage_refusal(response)


def check_whole(response: httpx2.Response, size: int) -> None:
    """Raise unless the body of `response` is a whole `size`-byte file."""
    if response.status_code != _OK:
        raise _storage_refusal(response)
    if _is_compressed(response):
        raise DownloadError(
            f"{host_of(str(response.url))} sends the file in another form than requested; "
            "use another address of the Hub in the settings."
        )
    if parse_count(response.headers.get("Content-Length", "")) not in (None, size):
        raise FileChangedError


def _storage_refusal(response: httpx2.Response) -> AttemptFailedError:
    if response.status_code in _PASSING:
        return _passing(response)
    clause = f"{host_of(str(response.url))} answered {response.status_code}"
    return (
        UrlExpiredError(clause)
        if response.status_code in _EXPIRED
        else AttemptFailedError(clause, read_retry_after(response))
    )


def _passing(response: httpx2.Response) -> AttemptFailedError:
    host = host_of(str(response.url))
    clause = (
        f"{host} asks to slow down"
        if response.status_code == httpx2.codes.TOO_MANY_REQUESTS
        else f"{host} has trouble (it answered {response.status_code})"
    )
    return AttemptFailedError(clause, read_retry_after(response))


def _refusal(response: httpx2.Response, file: HubFile, settings: HubSettings) -> str:
    """A sentence for a 4xx answer of the Hub."""
    code = response.headers.get("X-Error-Code", "")
    repo, page = file.repo_id, f"{settings.endpoint}/{file.repo_id}"
    if code == "GatedRepo":
        return gated_sentence(settings, repo)
    if code == "RepoNotFound":
        return (
            f"{repo} does not exist or is private; "
            "for a private one, enter your token in the settings."
        )
    if code == "RevisionNotFound":
        return f"The version {file.revision} of {repo} is gone; look the model up again."
    if code == "EntryNotFound":
        return f"{file.name} is no longer in {repo}; look the model up again."
    if response.status_code == httpx2.codes.UNAUTHORIZED:
        return (
            f"{host_of(page)} does not accept your token for {repo}; enter another in the settings."
            if settings.token
            else f"{repo} needs a token; enter one in the settings."
        )
    if response.status_code == httpx2.codes.FORBIDDEN:
        return f"You may not read {repo}; see {page}."
    if response.status_code == httpx2.codes.NOT_FOUND:
        return f"{file.name} cannot be downloaded from {repo}; look the model up again."
    return f"{host_of(page)} answered {response.status_code} for {file.name}; try again later."


def _clause(error: httpx2.RequestError, host: str) -> str:
    if isinstance(error, httpx2.ProxyError):
        return f"the proxy does not let us through to {host}"
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        return f"{host} cannot be reached"
    if isinstance(error, httpx2.TimeoutException):
        return f"{host} stopped sending"
    if isinstance(error, httpx2.TooManyRedirects):
        return f"{host} redirects in circles"
    return f"the connection to {host} was cut"


def _is_about_certificate(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _is_compressed(response: httpx2.Response) -> bool:
    return response.headers.get("Content-Encoding", "identity") != "identity"


def _read_content_range(text: str) -> tuple[int, int] | None:
    """First byte and file size from "bytes 0-99/200"; None for anything else."""
    unit, _, rest = text.strip().partition(" ")
    span, _, size = rest.partition("/")
    first_byte, num_bytes = parse_count(span.partition("-")[0]), parse_count(size)
    if unit != "bytes" or first_byte is None or num_bytes is None:
        return None
    return first_byte, num_bytes


def read_retry_after(response: httpx2.Response) -> float:
    """The seconds of Retry-After, 0 without it; a date is relative to the server's own clock."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isdecimal() and text.isascii():
        return float(text)
    try:
        then = parsedate_to_datetime(text)
        now = parsedate_to_datetime(response.headers.get("Date", ""))
        return max(0.0, (then - now).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return 0.0
