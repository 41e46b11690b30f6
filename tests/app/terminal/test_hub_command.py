"""`encore models search|pull`, with the real queue against a local server."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.queue import DownloadQueue
from app.services.hub.settings import HubError, OfflineError
from app.services.hub.token_store import TokenStore
from app.services.hub_access import HubAccess
from app.terminal.hub_command import HubCommand
from tests.support.hub_pages import PageRepo
from tests.support.no_secrets import hide_secrets
from tests.support.pages_server import ServedPages, serve_pages

FOUR, EIGHT = b"four bits" * 1000, b"eight bits" * 2000
REPO = PageRepo(
    "author/tiny-GGUF",
    {
        "tiny-Q4_K_M.gguf": FOUR,
        "tiny-Q8_0-00001-of-00002.gguf": EIGHT[:5000],
        "tiny-Q8_0-00002-of-00002.gguf": EIGHT[5000:],
    },
    card="Tiny is a model that is small enough for every test.",
    tags=("gguf", "license:mit"),
    downloads=1234,
    gguf={"architecture": "llama", "total": 1_700_000_000},
)
GATED = PageRepo("author/gated", {"g-Q4_0.gguf": b"x"}, gated="manual")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ServedPages]:
    hide_secrets(monkeypatch, tmp_path)
    with serve_pages() as served:
        served.put(REPO, GATED)
        yield served


@pytest.fixture
def command(hub: ServedPages, tmp_path: Path) -> HubCommand:
    access = HubAccess(lambda: (hub.endpoint, ""), TokenStore(tmp_path / "config"), tmp_path)
    folder = tmp_path / "models"
    options = TransferOptions(reserve_bytes=0, backoff_seconds=0.01, max_failures=2)
    return HubCommand(
        access,
        lambda: DownloadQueue(folder, access.settings, options=options),
        folder,
        io.StringIO(),
        io.StringIO(),
    )


def text_of(stream: object) -> str:
    assert isinstance(stream, io.StringIO)
    return stream.getvalue()


def models_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.gguf")
    }


def test_a_search_lists_repositories(command: HubCommand) -> None:
    command.search("tiny", "downloads", 5, as_json=False)
    assert text_of(command.output) == (
        "author/tiny-GGUF\n"
        "    1,234 downloads · 0 likes · llama · 1.7 B parameters · license mit · changed 2025-01-02\n"
    )


def test_a_search_that_finds_nothing_says_so(command: HubCommand) -> None:
    command.search("nothing like it", "likes", 5, as_json=True)
    assert json.loads(text_of(command.output)) == []
    assert "try other words" in text_of(command.status)


def test_searching_for_one_repository_lists_its_models(
    command: HubCommand, hub: ServedPages
) -> None:
    command.search(f"{hub.endpoint}/author/tiny-GGUF", "downloads", 5, as_json=False)
    lines = text_of(command.output).splitlines()
    assert lines[0] == "author/tiny-GGUF"
    assert "license mit" in lines[1]
    assert lines[2].strip().startswith("Tiny is a model")
    assert [line.split()[0] for line in lines[3:]] == ["Q4_K_M", "Q8_0"]


def test_json_has_everything(command: HubCommand) -> None:
    command.search("author/gated", "downloads", 5, as_json=True)
    page = json.loads(text_of(command.output))
    assert (page["is_gated"], page["has_access"]) == (True, False)
    assert page["models"][0]["files"][0]["size"] == 1


@pytest.mark.parametrize(
    ("source", "wanted", "names"),
    [
        ("author/tiny-GGUF", None, ["tiny-Q4_K_M.gguf"]),
        ("author/tiny-GGUF", "q4_k_m", ["tiny-Q4_K_M.gguf"]),
        ("author/tiny-GGUF:Q4_K_M", None, ["tiny-Q4_K_M.gguf"]),
        ("{hub}/author/tiny-GGUF/blob/main/tiny-Q4_K_M.gguf", None, ["tiny-Q4_K_M.gguf"]),
        (
            "author/tiny-GGUF",
            "Q8_0",
            ["tiny-Q8_0-00001-of-00002.gguf", "tiny-Q8_0-00002-of-00002.gguf"],
        ),
    ],
)
def test_a_model_is_pulled(
    command: HubCommand, hub: ServedPages, source: str, wanted: str | None, names: list[str]
) -> None:
    command.pull(source.replace("{hub}", hub.endpoint), wanted, as_json=False)
    assert models_in(command.folder) == {
        f"author/tiny-GGUF/{name}": REPO.files[name] for name in names
    }
    assert text_of(command.output).splitlines() == [
        str(command.folder / "author" / "tiny-GGUF" / names[0])
    ]
    assert "license mit" in text_of(command.status)
    assert "100%" in text_of(command.status)


def test_what_is_there_is_not_fetched_again(command: HubCommand) -> None:
    for _ in range(2):
        command.pull("author/tiny-GGUF", None, as_json=True)
    first, second = map(json.loads, text_of(command.output).splitlines())
    assert first == second
    assert Path(first["paths"][0]).read_bytes() == FOUR


def test_a_name_of_the_catalogue_is_enough(command: HubCommand, hub: ServedPages) -> None:
    hub.put(PageRepo("Qwen/Qwen3-4B-GGUF", {"renamed-since-Q4_K_M.gguf": FOUR}))
    command.pull("qwen3 4b", None, as_json=False)
    assert list(models_in(command.folder)) == ["Qwen/Qwen3-4B-GGUF/renamed-since-Q4_K_M.gguf"]


@pytest.mark.parametrize(
    ("source", "wanted", "words"),
    [
        ("author/tiny-GGUF", "Q5_0", "has no Q5_0; name one of: Q4_K_M, Q8_0"),
        ("author/gated", None, "accept its terms at"),
        ("author/none", None, "There is no author/none"),
        ("some words", None, "neither a model of the catalogue nor a repository"),
        ("https://example.com/x.gguf", None, "not on the Hub"),
    ],
)
def test_what_cannot_be_had_is_one_sentence(
    command: HubCommand, source: str, wanted: str | None, words: str
) -> None:
    with pytest.raises(HubError, match=words):
        command.pull(source, wanted, as_json=False)
    assert text_of(command.output) == ""
    assert not command.folder.exists()


def test_offline_nothing_is_asked(
    command: HubCommand, hub: ServedPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(OfflineError):
        command.pull("author/tiny-GGUF", None, as_json=False)
    with pytest.raises(OfflineError):
        command.search("tiny", "downloads", 5, as_json=False)
    assert hub.pages.asked == []


def test_a_wrong_file_is_refused(command: HubCommand, hub: ServedPages) -> None:
    class Other(PageRepo):
        def siblings(self) -> list[dict[str, object]]:
            listed = super().siblings()
            listed[0]["lfs"]["sha256"] = "00" * 32
            return listed

    hub.put(Other("author/other", {"o-Q4_0.gguf": FOUR}))
    with pytest.raises(HubError):
        command.pull("author/other", None, as_json=False)
    assert models_in(command.folder) == {}


def test_ctrl_c_pauses_and_the_same_command_goes_on(
    command: HubCommand, hub: ServedPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.server.hold_at(0)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(DownloadQueue, "wait", interrupt)
        with pytest.raises(KeyboardInterrupt):
            command.pull("author/tiny-GGUF", None, as_json=False)
    assert "goes on where this one stopped" in text_of(command.status)
    queue = command.open_queue()
    assert isinstance(queue, DownloadQueue)
    assert [download.state for download in queue.downloads()] == [DownloadState.PAUSED]
    queue.close()
    hub.server.hold_at(None)
    command.pull("author/tiny-GGUF", None, as_json=False)
    assert list(models_in(command.folder).values()) == [FOUR]
