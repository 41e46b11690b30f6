"""Searching, against a local server."""

import socket
from datetime import UTC, datetime

import pytest

from app.services.hub.api import search_repos
from app.services.hub.files import FoundRepo
from app.services.hub.settings import HubError, HubSettings, OfflineError
from tests.support.hub_pages import PageRepo
from tests.support.pages_server import ServedPages

REPOS = (
    PageRepo(
        "one/Llama-GGUF",
        downloads=5,
        likes=9,
        last_modified="2025-03-01T00:00:00.000Z",
        tags=("gguf", "license:llama3.2"),
        gguf={"architecture": "llama", "total": 3212749888, "context_length": 131072},
        gated="manual",
    ),
    PageRepo("two/llama-gguf", downloads=50, likes=1, last_modified="2025-01-01T00:00:00.000Z"),
    PageRepo("two/qwen-gguf", downloads=7, likes=2, last_modified="2025-02-01T00:00:00.000Z"),
    PageRepo("two/llama-safetensors", downloads=999, tags=("safetensors",)),
)


def names(found: tuple[FoundRepo, ...]) -> list[str]:
    return [repo.repo_id for repo in found]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("downloads", ["two/llama-gguf", "two/qwen-gguf", "one/Llama-GGUF"]),
        ("likes", ["one/Llama-GGUF", "two/qwen-gguf", "two/llama-gguf"]),
        ("recent", ["one/Llama-GGUF", "two/qwen-gguf", "two/llama-gguf"]),
    ],
)
def test_only_gguf_in_the_order_asked_for(
    hub: ServedPages, order: str, expected: list[str]
) -> None:
    hub.pages.repos = REPOS
    assert names(search_repos("", hub.settings(), order)) == expected


def test_what_the_hub_knows_is_shown(hub: ServedPages) -> None:
    hub.pages.repos = REPOS
    found = search_repos(" llama ", hub.settings())
    assert names(found) == ["two/llama-gguf", "one/Llama-GGUF"]
    assert found[1] == FoundRepo(
        repo_id="one/Llama-GGUF",
        downloads=5,
        likes=9,
        updated=datetime(2025, 3, 1, tzinfo=UTC),
        is_gated=True,
        license="llama3.2",
        architecture="llama",
        num_parameters=3212749888,
    )
    assert (found[0].architecture, found[0].num_parameters, found[0].license) == (None, None, None)


def test_pages_are_followed_up_to_the_limit(hub: ServedPages) -> None:
    hub.pages.repos = [PageRepo(f"a/m{number}", downloads=-number) for number in range(10)]
    hub.pages.page_len = 3
    assert len(search_repos("", hub.settings(), limit=5)) == 5
    assert hub.pages.asked == ["/api/models"] * 2


def test_only_the_search_is_asked_for_and_only_with_our_token(
    hub: ServedPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_of_someone_else")
    search_repos("x", hub.settings())
    search_repos("x", hub.settings("hf_good"))
    assert hub.pages.asked == ["/api/models"] * 2
    assert hub.pages.tokens == [None, "hf_good"]


def test_offline_is_one_sentence(hub: ServedPages) -> None:
    with pytest.raises(OfflineError, match="Searching needs the network"):
        search_repos("x", HubSettings(endpoint=hub.endpoint, is_offline=True))
    assert hub.pages.asked == []


def test_no_server_is_said_at_once() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        endpoint = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(HubError, match=f"{endpoint} does not answer"):
            search_repos("x", HubSettings(endpoint=endpoint))


@pytest.mark.parametrize(
    ("status", "headers", "words"),
    [
        (429, {"Retry-After": "17"}, "too many questions.*in 17 seconds"),
        (429, {}, "in a few minutes"),
        (500, {}, r"a problem of its own \(500\)"),
        (503, {}, r"a problem of its own \(503\)"),
        (418, {}, r"refuses to answer about the search \(418\)"),
        (200, {}, "not as the Hub does"),
    ],
)
def test_every_failure_is_one_sentence_at_once(
    hub: ServedPages, status: int, headers: dict[str, str], words: str
) -> None:
    hub.pages.failures.append((status, headers))
    with pytest.raises(HubError, match=words) as raised:
        search_repos("x", hub.settings())
    assert "\n" not in str(raised.value)
    assert len(hub.pages.asked) == 1


def test_a_token_that_is_none_is_said(hub: ServedPages) -> None:
    with pytest.raises(HubError, match="does not accept the token"):
        search_repos("x", hub.settings("hf_bad"))


def test_an_endpoint_that_is_no_address_is_said() -> None:
    with pytest.raises(HubError, match="no address"):
        search_repos("x", HubSettings(endpoint="https://hub:port"))


def test_a_proxy_is_used_and_may_be_taken_away(hub: ServedPages) -> None:
    """The server is asked as a proxy for an endpoint that only it could know."""
    hub.pages.repos = REPOS
    proxied = HubSettings(endpoint="http://hub.invalid", proxy=hub.endpoint)
    with pytest.raises(HubError):
        search_repos("x", HubSettings(endpoint="http://hub.invalid"))
    search_repos("x", proxied)
    assert len(search_repos("llama", hub.settings())) == 2
