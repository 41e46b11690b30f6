"""The Hub as the window uses it: the starter list, search, repositories, headers, the token. Imports late; knows no window."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.services.catalogue import CatalogueEntry, load_catalogue
from app.services.hub.address import HubAddress, parse_address
from app.services.hub.files import FoundRepo, HubFile, RepoPage
from app.services.hub.settings import HubSettings, resolve_hub_settings
from app.services.hub.token_store import TokenStore

SavedAddresses = Callable[[], tuple[str, str]]
"""Returns the endpoint and the proxy that the person set, "" where they set none."""


class HubAccess:
    """Every call but `starters` and `address` asks the network and belongs on a background thread."""

    def __init__(
        self,
        saved: SavedAddresses,
        tokens: TokenStore,
        cache: Path,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._saved = saved
        self._tokens = tokens
        self._cache = cache
        self._environment = environment

    def settings(self) -> HubSettings:
        """How the Hub is reached now, with the token: a keyring may take its time to give it."""
        endpoint, proxy = self._saved()
        return resolve_hub_settings(endpoint, proxy, self._tokens.load(), self._environment)

    def starters(self) -> Sequence[CatalogueEntry]:
        """The models to begin with, smallest first."""
        return load_catalogue().model

    def address(self, text: str) -> HubAddress | None:
        """The repository that `text` names, None for words to search for. Raises `HubError`."""
        endpoint, proxy = self._saved()
        settings = resolve_hub_settings(endpoint, proxy, None, self._environment)
        return parse_address(text, settings.endpoint)

    def search(self, text: str, order: str, limit: int) -> Sequence[FoundRepo]:
        """Repositories with GGUF files. Raises `HubError`."""
        from app.services.hub.search import SearchOrder, search_repos

        return search_repos(text, self.settings(), SearchOrder(order), limit)

    def repo_page(self, repo_id: str, revision: str | None = None) -> RepoPage:
        """One repository, in its latest version unless one is named. Raises `HubError`."""
        from app.services.hub.repo_page import load_repo_page

        return load_repo_page(repo_id, self.settings(), revision)

    def fetch_headers(self, files: Sequence[HubFile]) -> Path:
        """A copy of a model that has its header and no weights. Raises `EngineError`."""
        from app.services.downloads.remote_header import fetch_headers

        return fetch_headers(files, self.settings(), self._cache)

    def save_token(self, token: str) -> str:
        """Keep a token; returns what a person must know about where it lies, "" for nothing. Raises `HubError`."""
        self._tokens.save(token)
        return self._tokens.notice or ""
