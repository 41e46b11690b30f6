"""The one HTTP client: who sees the token, where it goes, and how long it waits."""

from collections.abc import Iterator

import httpx2
import pytest

from app.services.hub.api import search_repos
from app.services.hub.client import HubClient, is_same_origin
from app.services.hub.settings import HubError, HubSettings
from tests.hostile.hub.reply import Reply, json_reply
from tests.hostile.hub.server import TOKEN, HostileHub, serve_hostile_hub


@pytest.fixture
def served() -> Iterator[HostileHub]:
    with serve_hostile_hub() as served:
        yield served


def ask(served: HostileHub, url: str, endpoint: str | None = None) -> httpx2.Response:
    with (
        HubClient(HubSettings(endpoint or served.hub, TOKEN, patience_seconds=10.0)) as client,
        client.stream(url) as response,
    ):
        return response


@pytest.mark.parametrize(
    ("url", "is_own"),
    [
        ("https://huggingface.co/a/b/resolve/main/c.gguf", True),
        ("https://HUGGINGFACE.co:443/api", True),
        ("http://huggingface.co/a", False),
        ("https://huggingface.co:8443/a", False),
        ("https://cdn-lfs.huggingface.co/a", False),
        ("https://huggingface.co.evil.example/a", False),
        ("https://huggingface.co@evil.example/a", False),
        ("https://[oops", False),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, is_own: bool) -> None:
    assert is_same_origin(url, "https://huggingface.co") == is_own


def test_the_token_goes_to_the_endpoint_only(served: HostileHub) -> None:
    ask(served, f"{served.hub}/api/models")
    assert served.num_with_token == 1
    ask(served, f"{served.other}/api/models")
    ask(served, f"{served.hub}/api/models", endpoint=served.other)
    assert served.num_with_token == 1


def test_nor_does_it_follow_a_redirect(served: HostileHub) -> None:
    served.script.replies = {
        "search": Reply(307, (("Location", "{other}/api/models"),)),
        "elsewhere": Reply(),
    }
    assert ask(served, f"{served.hub}/api/models").status_code == 200
    assert (served.num_with_token, served.leaks) == (1, [])


def test_a_next_page_elsewhere_is_asked_for_at_the_endpoint(served: HostileHub) -> None:
    link = ("Link", '<{other}/api/models?cursor=1>; rel="next"')
    served.script.replies = {"search": json_reply([{"id": "a/b"}], link)}
    found = search_repos("x", HubSettings(served.hub, TOKEN, patience_seconds=10.0))
    # The second page has nothing new, so that there is no third.
    assert ([repo.repo_id for repo in found], served.num_with_token, served.leaks) == (
        ["a/b"],
        2,
        [],
    )


@pytest.mark.parametrize("location", ["http://[::bad", "file:///etc/passwd", "javascript:x"])
def test_a_redirect_to_what_is_no_address_is_a_sentence(served: HostileHub, location: str) -> None:
    served.script.replies = {"search": Reply(302, (("Location", location),))}
    with pytest.raises(HubError, match="no address"):
        ask(served, f"{served.hub}/api/models")


def test_encryption_is_never_given_up() -> None:
    """An encrypted answer that sends elsewhere, without a server: a transport of httpx2's own for tests."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(302, headers={"Location": "http://huggingface.co/a"})

    with (
        HubClient(HubSettings(token=TOKEN), transport=httpx2.MockTransport(answer)) as client,
        pytest.raises(HubError, match="without encryption"),
        client.stream("https://huggingface.co/a"),
    ):
        pass


def test_redirects_end(served: HostileHub) -> None:
    served.script.replies = {"search": Reply(302, (("Location", "{hub}/api/models"),))}
    with pytest.raises(httpx2.TooManyRedirects):
        ask(served, f"{served.hub}/api/models")


@pytest.mark.parametrize("drip_from", [0, 100])
def test_a_trickle_has_an_end(served: HostileHub, drip_from: int) -> None:
    """Each byte comes in time; all of them never would."""
    served.script.replies = {"search": Reply(body=b"[" + b" " * 100_000, drip_from=drip_from)}
    with pytest.raises(HubError, match=r"takes too long|timed out"):
        search_repos("x", HubSettings(served.hub, patience_seconds=0.3))


@pytest.mark.parametrize("proxy", ["gopher://proxy", "http://proxy:port", "socks5://proxy:1080"])
def test_a_proxy_that_cannot_be_used_is_said(proxy: str) -> None:
    with pytest.raises(HubError, match="proxy cannot be used"):
        HubClient(HubSettings(proxy=proxy))
