"""A repository's page, from a local server."""

import hashlib

import pytest

from app.services.hub.api import load_models, load_repo_page
from app.services.hub.files import HubFile
from app.services.hub.settings import HubError, HubSettings, OfflineError
from tests.support.hub_pages import GOOD_TOKEN, OUTSIDER_TOKEN, PageRepo
from tests.support.pages_server import ServedPages

TINY = PageRepo(
    "author/tiny-GGUF",
    {
        "README.md": b"x",
        "mmproj-F16.gguf": 5,
        "tiny-Q4_K_M.gguf": b"four bits",
        "tiny-Q8_0-00001-of-00002.gguf": 60,
        "tiny-Q8_0-00002-of-00002.gguf": 70,
    },
    card="---\nlicense: mit\n---\n# Tiny\n\nTiny is a model that is small enough for every test.\n",
    card_data={"license": "mit", "base_model": "author/tiny"},
)
GATED = PageRepo("author/gated", {"g-Q4_0.gguf": 4}, gated="auto")


def test_everything_a_person_needs_before_a_download(hub: ServedPages) -> None:
    hub.pages.repos = [TINY]
    page = load_repo_page("author/tiny-GGUF", hub.settings())
    assert (page.repo_id, page.revision, page.license) == (TINY.repo_id, TINY.sha, "mit")
    assert page.summary == "Tiny is a model that is small enough for every test."
    assert (page.is_gated, page.has_access) == (False, True)
    assert page.url == f"{hub.endpoint}/author/tiny-GGUF"
    assert [(model.label, model.size) for model in page.models] == [("Q4_K_M", 9), ("Q8_0", 130)]
    assert page.models[0].files == (
        HubFile(
            "author/tiny-GGUF",
            TINY.sha,
            "tiny-Q4_K_M.gguf",
            9,
            hashlib.sha256(b"four bits").hexdigest(),
        ),
    )


def test_a_revision_can_be_named(hub: ServedPages) -> None:
    hub.pages.repos = [TINY]
    assert load_repo_page(TINY.repo_id, hub.settings(), "main").revision == TINY.sha
    with pytest.raises(HubError, match="no such version"):
        load_repo_page(TINY.repo_id, hub.settings(), "v9")


def test_a_renamed_repository_is_found_under_its_new_name(hub: ServedPages) -> None:
    hub.pages.repos = [TINY]
    hub.pages.renamed["author/old-name"] = TINY.repo_id
    page = load_repo_page("author/old-name", hub.settings(GOOD_TOKEN))
    assert (page.repo_id, page.models[0].files[0].repo_id) == (TINY.repo_id, TINY.repo_id)
    assert set(hub.pages.tokens) == {GOOD_TOKEN}


@pytest.mark.parametrize(
    ("token", "has_access"), [(None, False), (OUTSIDER_TOKEN, False), (GOOD_TOKEN, True)]
)
def test_gated_models_say_whether_the_token_may_have_them(
    hub: ServedPages, token: str | None, has_access: bool
) -> None:
    hub.pages.repos = [GATED]
    page = load_repo_page("author/gated", hub.settings(token))
    assert (page.is_gated, page.has_access) == (True, has_access)
    assert [model.label for model in page.models] == ["Q4_0"]


@pytest.mark.parametrize(
    ("data", "tags", "stated"),
    [
        ({"license": "other", "license_name": "llama3.1"}, (), "llama3.1"),
        ({"license": ["mit", "apache-2.0"]}, ("license:mit",), "mit"),
        ({}, ("license:apache-2.0",), "apache-2.0"),
        ({"license": "other"}, ("license:other",), None),
        ({}, (), None),
    ],
)
def test_the_license_is_the_one_stated(
    hub: ServedPages, data: dict[str, object], tags: tuple[str, ...], stated: str | None
) -> None:
    hub.pages.repos = [PageRepo("a/b", card_data=data, tags=tags)]
    assert load_repo_page("a/b", hub.settings()).license == stated


@pytest.mark.parametrize("token", [None, GOOD_TOKEN])
def test_no_such_repository_is_one_sentence(hub: ServedPages, token: str | None) -> None:
    with pytest.raises(HubError, match=r"^There is no a/b on 127\.0\.0\.1") as raised:
        load_repo_page("a/b", hub.settings(token))
    assert ("needs a token" in str(raised.value)) == (token is None)


def test_a_private_repository_needs_the_token(hub: ServedPages) -> None:
    hub.pages.repos = [PageRepo("a/b", is_private=True)]
    with pytest.raises(HubError, match="private"):
        load_repo_page("a/b", hub.settings())
    assert load_repo_page("a/b", hub.settings(GOOD_TOKEN)).repo_id == "a/b"


def test_a_page_is_shown_without_its_card(hub: ServedPages) -> None:
    hub.pages.repos = [PageRepo("a/b", {"b-Q8_0.gguf": 1})]
    page = load_repo_page("a/b", hub.settings())
    assert (page.summary, len(page.models)) == ("", 1)


@pytest.mark.parametrize(
    ("status", "headers", "token", "words"),
    [
        (403, {"X-Error-Code": "GatedRepo"}, GOOD_TOKEN, "with the account of your token"),
        (401, {"X-Error-Code": "GatedRepo"}, None, "make a token at"),
        (
            403,
            {"X-Error-Message": "Blocked"},
            GOOD_TOKEN,
            "does not let this token see a/b: Blocked",
        ),
        (404, {}, None, "There is no a/b"),
        (400, {}, None, r"refuses to answer about a/b \(400\)"),
        (429, {"Retry-After": "9"}, None, "in 9 seconds"),
    ],
)
def test_every_refusal_is_one_sentence(
    hub: ServedPages, status: int, headers: dict[str, str], token: str | None, words: str
) -> None:
    hub.pages.failures.append((status, headers))
    with pytest.raises(HubError, match=words) as raised:
        load_repo_page("a/b", hub.settings(token))
    assert "\n" not in str(raised.value)


def test_what_is_no_name_is_said(hub: ServedPages) -> None:
    with pytest.raises(HubError, match="no name of a repository"):
        load_repo_page("a/b/c", hub.settings())


def test_offline_is_one_sentence() -> None:
    with pytest.raises(OfflineError, match="Looking at a/b needs the network"):
        load_repo_page("a/b", HubSettings(is_offline=True))


def test_the_models_alone_take_one_request(hub: ServedPages) -> None:
    hub.pages.repos = [TINY]
    models = load_models("author/tiny-GGUF", hub.settings())
    assert models == load_repo_page("author/tiny-GGUF", hub.settings()).models
    assert hub.pages.asked[0] == "/api/models/author/tiny-GGUF"
    assert hub.pages.asked.count("/api/models/author/tiny-GGUF") == 2
