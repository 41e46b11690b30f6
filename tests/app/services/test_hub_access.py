"""The Hub as the window reaches it: what is set counts at once, and the token comes from its store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services.hub.settings import HubError, OfflineError
from app.services.hub.token_store import TokenStore
from app.services.hub_access import HubAccess
from tests.support.hub_pages import GOOD_TOKEN, HubPages, PageRepo
from tests.support.hub_server import HubServer, serve_hub
from tests.support.no_secrets import hide_secrets

REPO = PageRepo("somebody/tiny-GGUF", {"tiny-Q4_0.gguf": 1000}, downloads=3, gated="auto")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[HubServer]:
    hide_secrets(monkeypatch, tmp_path)
    with serve_hub(HubPages([REPO])) as server:
        yield server


def _access(server: HubServer, folder: Path, **environment: str) -> HubAccess:
    return HubAccess(lambda: (server.hub_address, ""), TokenStore(folder), folder, environment)


def test_it_finds_what_the_endpoint_has(server: HubServer, tmp_path: Path) -> None:
    hub = _access(server, tmp_path)
    assert [repo.repo_id for repo in hub.search("tiny", "downloads", 5)] == ["somebody/tiny-GGUF"]
    page = hub.repo_page("somebody/tiny-GGUF")
    assert [model.label for model in page.models] == ["Q4_0"]


def test_a_token_that_is_saved_counts_at_once(server: HubServer, tmp_path: Path) -> None:
    hub = _access(server, tmp_path)
    assert not hub.repo_page("somebody/tiny-GGUF").has_access
    assert str(tmp_path) in hub.save_token(GOOD_TOKEN)
    assert hub.settings().token == GOOD_TOKEN
    assert hub.repo_page("somebody/tiny-GGUF").has_access


def test_what_is_no_token_is_refused(server: HubServer, tmp_path: Path) -> None:
    with pytest.raises(HubError, match="no token"):
        _access(server, tmp_path).save_token("two words")


def test_without_the_network_only_what_needs_it_is_refused(
    server: HubServer, tmp_path: Path
) -> None:
    hub = _access(server, tmp_path, HF_HUB_OFFLINE="1")
    assert hub.starters()
    address = hub.address(f"{server.hub_address}/somebody/tiny-GGUF")
    assert address is not None
    assert address.repo_id == "somebody/tiny-GGUF"
    with pytest.raises(OfflineError):
        hub.search("tiny", "downloads", 5)
