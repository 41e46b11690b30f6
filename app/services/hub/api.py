"""Asks the Hub's web API (https://huggingface.co/docs/hub/api), limited in size and time.

huggingface_hub is not used: it reads replies of any size, and one bad item ends a listing.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self
from urllib.parse import quote

import httpx2

from app.services.hub.address import is_repo_id
from app.services.hub.card import summarize_card
from app.services.hub.client import HubClient, time_limit
from app.services.hub.files import FoundRepo, RepoModel, RepoPage
from app.services.hub.network import explain_failure, is_about_network
from app.services.hub.quantizations import group_models
from app.services.hub.replies import MAX_REPLY_BYTES, parse_found_repos, parse_json, parse_repo
from app.services.hub.settings import (
    HubError,
    HubSettings,
    UnreachableError,
    gated_sentence,
    host_of,
    require_online,
)
from engine.safe_text import clean_line

_FORBIDDEN, _UNAUTHORIZED, _NOT_FOUND = 403, 401, 404
_TOO_MANY = 429
_FIRST_REFUSAL, _FIRST_SERVER_ERROR = 400, 500
_MAX_SECONDS_LEN, _MAX_QUOTED_LEN = 5, 160

_API = "/api/models"
DEFAULT_LIMIT = 30
# A page of a hundred results with headers is about 2 MB.
_MAX_PAGE_LEN, _MAX_PAGES = 100, 50
_log = logging.getLogger(__name__)
_MAX_CARD_BYTES = 64 << 10
_CARD_SECONDS = 10.0


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
        is_offline = is_about_network(error)
        problem = _no_answer(settings.endpoint, error)
        raise (UnreachableError if is_offline else HubError)(problem) from error


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
        return f"The proxy does not let us through: {_quoted(error)}; check it in the settings."
    return f"{address} does not answer: {explain_failure(error)}; check the network and try again."


def _quoted(error: Exception) -> str:
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
        if settings.token:
            return f"There is no {what} on {host}; check its name."
        return f"There is no {what} on {host}, or it is private and needs a token; check its name."
    if status == _FORBIDDEN:
        if message:
            return f"{host} does not let this token see {what}: {message}."
        return f"{host} does not let this token see {what}."
    return f"{host} refuses to answer about {what} ({status}); try again later."


class HubApi:
    """The requests of one query about `what` (a repository, "the search"); use it in a `with`.

    All requests together take at most `settings.patience_seconds`. Methods raise `HubError`,
    the constructor `OfflineError` ("`doing` needs the network, …") in offline mode.
    """

    def __init__(self, settings: HubSettings, doing: str, what: str) -> None:
        require_online(settings, doing)
        self._settings, self._what = settings, what
        self._client = HubClient(settings)
        self._limit = time_limit(settings.patience_seconds)

    def __enter__(self) -> Self:
        self._limit.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._limit.__exit__(None, None, None)
        self._client.close()

    def pages(self, params: Mapping[str, Any]) -> Iterator[object]:
        """The replies to a search, page by page, while the Hub names a next one."""
        query: httpx2.QueryParams | None = httpx2.QueryParams(params)
        while query is not None:
            with self._asked(_API, query) as response:
                query = _next_query(response)
                page = _read_json(response, self._settings)
            yield page

    def about(self, path: str, params: Mapping[str, Any]) -> object:
        """The reply about a repository; `path` is the part of the URL after its kind."""
        with self._asked(f"{_API}/{path}", params) as response:
            return _read_json(response, self._settings)

    def has_access(self, repo_id: str) -> bool:
        """Whether the token may read the files of a gated repository."""
        url = f"{self._settings.endpoint}{_API}/{repo_id}/auth-check"
        with told_plainly(self._settings), self._client.stream(url) as response:
            if is_about_access(response):
                return False
            check_answer(response, self._settings, self._what)
            return True

    def read_beginning(self, path: str, num_bytes: int, seconds: float) -> bytes:
        """Up to `num_bytes` of a file on the Hub, b"" if missing; takes at most `seconds`."""
        url = f"{self._settings.endpoint}/{path}"
        with (
            told_plainly(self._settings),
            time_limit(seconds),
            self._client.stream(url) as response,
        ):
            is_there = response.status_code == httpx2.codes.OK
            return bytes(_read_up_to(response, num_bytes)) if is_there else b""

    @contextmanager
    def _asked(self, path: str, params: Any) -> Iterator[httpx2.Response]:
        url = f"{self._settings.endpoint}{path}"
        with told_plainly(self._settings), self._client.stream(url, params=params) as response:
            check_answer(response, self._settings, self._what)
            yield response


def _next_query(response: httpx2.Response) -> httpx2.QueryParams | None:
    """The query of the next page; the address stays the same, so that no reply can redirect us."""
    link = response.links.get("next", {}).get("url")
    try:
        return None if link is None else httpx2.URL(link).params
    except httpx2.InvalidURL:
        return None


def _read_json(response: httpx2.Response, settings: HubSettings) -> object:
    body = _read_up_to(response, MAX_REPLY_BYTES + 1)
    if len(body) > MAX_REPLY_BYTES:
        raise HubError(
            f"{settings.endpoint} answers with more than {MAX_REPLY_BYTES >> 20} MB, which cannot"
            " be right: check the address of the Hub in the settings."
        )
    return parse_json(body)


def _read_up_to(response: httpx2.Response, num_bytes: int) -> bytearray:
    """The decompressed body, read up to `num_bytes`."""
    body = bytearray()
    for chunk in response.iter_bytes():
        body += chunk[: num_bytes - len(body)]
        if len(body) == num_bytes:
            break
    return body


def search_repos(
    text: str, settings: HubSettings, order: str = "downloads", limit: int = DEFAULT_LIMIT
) -> tuple[FoundRepo, ...]:
    """Up to `limit` repositories with GGUF files whose name contains `text`; "" finds all.

    `order` puts the most "downloads", the most "likes", or the latest change ("recent") first.
    Raises `OfflineError` and `HubError`.
    """
    params = {
        "filter": "gguf",
        "sort": "lastModified" if order == "recent" else order,
        "limit": min(limit, _MAX_PAGE_LEN),
        "expand": ["downloads", "likes", "lastModified", "gated", "tags", "gguf"],
    }
    if text.strip():
        params["search"] = text.strip()
    found: dict[str, FoundRepo] = {}
    with HubApi(settings, "Searching", "the search") as api, told_plainly(settings):
        for _, page in zip(range(_MAX_PAGES), api.pages(params), strict=False):
            num_known = len(found)
            for repo in parse_found_repos(page):
                found.setdefault(repo.repo_id, repo)
                if len(found) == limit:
                    return tuple(found.values())
            if len(found) == num_known:
                break  # the paging would not end
    return tuple(found.values())


def load_repo_page(repo_id: str, settings: HubSettings, revision: str | None = None) -> RepoPage:
    """Load everything the user needs about `repo_id` before a download.

    Raises `OfflineError` and `HubError`.
    """
    if not is_repo_id(repo_id):
        raise HubError(f"{repo_id} is no name of a repository, like author/name.")
    path = repo_id if revision is None else f"{repo_id}/revision/{quote(revision, safe='')}"
    with HubApi(settings, f"Looking at {repo_id}", repo_id) as api:
        reply = api.about(path, {"blobs": "true"})
        with told_plainly(settings):
            repo = parse_repo(reply)
        if repo.revision is None:
            raise HubError(f"{settings.endpoint} does not say which version of {repo_id} it has.")
        return RepoPage(
            repo_id=repo.repo_id,
            revision=repo.revision,
            summary=_read_summary(api, repo.repo_id, repo.revision),
            license=repo.license,
            is_gated=repo.is_gated,
            has_access=not repo.is_gated or api.has_access(repo.repo_id),
            url=f"{settings.endpoint}/{repo.repo_id}",
            models=group_models(repo.files),
        )


def load_models(repo_id: str, settings: HubSettings) -> tuple[RepoModel, ...]:
    """The models in the latest version of `repo_id`. Raises `OfflineError` and `HubError`."""
    with HubApi(settings, f"Looking at {repo_id}", repo_id) as api:
        reply = api.about(repo_id, {"blobs": "true"})
        with told_plainly(settings):
            return group_models(parse_repo(reply).files)


def _read_summary(api: HubApi, repo_id: str, revision: str) -> str:
    """The summary of the card; the page does not fail without a card."""
    path = f"{repo_id}/resolve/{revision}/README.md"
    try:
        card = api.read_beginning(path, _MAX_CARD_BYTES, _CARD_SECONDS)
    except HubError:
        _log.info("no card of %s", repo_id, exc_info=True)
        return ""
    return summarize_card(card.decode("utf-8", errors="replace"))
