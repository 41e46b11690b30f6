"""The Hub for the window: starter list, search, repositories, headers, token. Imports late."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.services.catalogue import CatalogueEntry, load_catalogue
from app.services.hub.address import HubAddress, parse_address
from app.services.hub.files import FoundRepo, HubFile, RepoModel, RepoPage
from app.services.hub.settings import HubSettings, resolve_hub_settings
from app.services.hub.token_store import TokenStore

SavedAddresses = Callable[[], tuple[str, str]]
"""Returns the endpoint and the proxy from the settings, "" if unset."""


class HubAccess:
    """All calls but `starters` and `address` use the network: call them on a background thread."""

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
        """The current Hub settings with the token; reading the keyring may take a while."""
        endpoint, proxy = self._saved()
        return resolve_hub_settings(endpoint, proxy, self._tokens.load(), self._environment)

    def starters(self) -> Sequence[CatalogueEntry]:
        """The models to begin with, smallest first."""
        return load_catalogue().model

    def address(self, text: str) -> HubAddress | None:
        """The repository that `text` names, None for a search query. Raises `HubError`."""
        endpoint, proxy = self._saved()
        settings = resolve_hub_settings(endpoint, proxy, None, self._environment)
        return parse_address(text, settings.endpoint)

    def search(self, text: str, order: str, limit: int) -> Sequence[FoundRepo]:
        """Repositories with GGUF files. Raises `HubError`."""
        from app.services.hub.api import search_repos

        return search_repos(text, self.settings(), order, limit)

    def repo_page(self, repo_id: str, revision: str | None = None) -> RepoPage:
        """One repository, in its latest version unless `revision` is given. Raises `HubError`."""
        from app.services.hub.api import load_repo_page

        return load_repo_page(repo_id, self.settings(), revision)

    def repo_models(self, repo_id: str) -> tuple[RepoModel, ...]:
        """The models of a repository's latest version, by one request. Raises `HubError`."""
        from app.services.hub.api import load_models

        return load_models(repo_id, self.settings())

    def fetch_headers(self, files: Sequence[HubFile]) -> Path:
        """A copy of a model with its header and no weights. Raises `EngineError`."""
        from app.services.downloads.remote_header import fetch_headers

        return fetch_headers(files, self.settings(), self._cache)

    def save_token(self, token: str) -> str:
        """Save a token; returns a notice about its place, "" for none. Raises `HubError`."""
        self._tokens.save(token)
        return self._tokens.notice or ""
