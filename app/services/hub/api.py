"""Requests to the Hub's web API (https://huggingface.co/docs/hub/api), limited in size and time.

huggingface_hub is not used: it reads replies of any size, and one bad item ends a listing.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

import httpx2

from app.services.hub.client import HubClient
from app.services.hub.deadline import time_limit
from app.services.hub.refusals import check_answer, is_about_access, told_plainly
from app.services.hub.replies import MAX_REPLY_BYTES, parse_json
from app.services.hub.settings import HubError, HubSettings, require_online

_API = "/api/models"


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
