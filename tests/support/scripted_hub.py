"""A Hub and a queue of downloads that do what a test says. Know neither network nor disk."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from app.services.catalogue import CatalogueEntry
from app.services.downloads.download import Download, DownloadState
from app.services.hub.address import HubAddress, parse_address
from app.services.hub.files import FoundRepo, HubFile, RepoModel, RepoPage

COMMIT = "c" * 40
SIZES = {"Q2_K": 1_300_000_000, "Q4_K_M": 2_000_000_000, "BF16": 6_400_000_000}

STARTER = CatalogueEntry(
    name="Tiny One",
    file="tiny-Q4_K_M.gguf",
    license="MIT",
    made_by="Somebody (somebody/tiny)",
    hub_repo="somebody/tiny-GGUF",
    good_for="Short answers.",
    smallest_machine="4 GB of memory",
    bytes=2_000_000_000,
)


def create_model(label: str, repo_id: str = "somebody/tiny-GGUF") -> RepoModel:
    """A model of one file."""
    file = HubFile(repo_id, COMMIT, f"tiny-{label}.gguf", SIZES[label], "a" * 64)
    return RepoModel(label, f"{label} explained.", (file,))


def create_page(repo_id: str = "somebody/tiny-GGUF", *, is_gated: bool = False) -> RepoPage:
    """A repository with three models."""
    models = tuple(create_model(label, repo_id) for label in SIZES)
    url = f"https://huggingface.co/{repo_id}"
    return RepoPage(repo_id, COMMIT, "A tiny model.", "mit", is_gated, not is_gated, url, models)


def create_found(repo_id: str, *, is_gated: bool = False) -> FoundRepo:
    """A result of a search."""
    updated = datetime(2025, 1, 2, tzinfo=UTC)
    return FoundRepo(repo_id, 1_240_000, 812, updated, is_gated, "mit", "llama", 3_210_000_000)


class ScriptedHub:
    """Stands in for app.services.hub_access.HubAccess; `problem` is raised by whatever asks the network."""

    def __init__(self) -> None:
        self.problem: Exception | None = None
        self.found: list[FoundRepo] = [create_found("somebody/tiny-GGUF")]
        self.page = create_page()
        self.token_note = ""
        self.searches: list[tuple[str, str, int]] = []
        self.listed: list[str] = []
        self.headers_of: list[str] = []
        self.tokens: list[str] = []

    def starters(self) -> Sequence[CatalogueEntry]:
        return (STARTER,)

    def address(self, text: str) -> HubAddress | None:
        return parse_address(text)

    def search(self, text: str, order: str, limit: int) -> Sequence[FoundRepo]:
        self.searches.append((text, order, limit))
        self._fail()
        return self.found[:limit]

    def repo_page(self, repo_id: str, _revision: str | None = None) -> RepoPage:
        self._fail()
        return replace(self.page, repo_id=repo_id)

    def repo_models(self, repo_id: str) -> tuple[RepoModel, ...]:
        self.listed.append(repo_id)
        self._fail()
        return tuple(create_model(model.label, repo_id) for model in self.page.models)

    def fetch_headers(self, files: Sequence[HubFile]) -> Path:
        self.headers_of.append(files[0].path)
        self._fail()
        return Path(files[0].path)

    def save_token(self, token: str) -> str:
        self.tokens.append(token)
        self._fail()
        self.page = replace(self.page, has_access=True)
        return self.token_note

    def _fail(self) -> None:
        if self.problem is not None:
            raise self.problem


class ScriptedQueue:
    """Stands in for app.services.downloads.queue.DownloadQueue; a test changes `items` by `put`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.items: dict[str, Download] = {}
        self.calls: list[tuple[object, ...]] = []
        self.limits: list[int | None] = []
        self.problem: Exception | None = None
        self.is_started = self.is_closed = False

    def put(self, id_: str, state: DownloadState, **changes: object) -> Download:
        """Let a download be in that state."""
        model = create_model("Q4_K_M")
        path = self.folder / "somebody" / "tiny-GGUF" / f"{id_}.gguf"
        known = Download(
            id_, id_.title(), model.files, state, 0, 2_000_000_000, None, None, None, (path,)
        )
        self.items[id_] = replace(self.items.get(id_, known), state=state, **changes)
        return self.items[id_]

    def start(self) -> None:
        self.is_started = True

    def close(self) -> None:
        self.is_closed = True

    def add(self, title: str, files: Sequence[HubFile], *, first: bool = False) -> str:
        self.calls.append(("add", title, first))
        if self.problem is not None:
            raise self.problem
        self.put(title, DownloadState.WAITING, title=title, files=tuple(files))
        return title

    def pause(self, download_id: str) -> None:
        self.calls.append(("pause", download_id))
        self.put(download_id, DownloadState.PAUSED)

    def resume(self, download_id: str) -> None:
        self.calls.append(("resume", download_id))
        self.put(download_id, DownloadState.RUNNING, problem=None)

    def cancel(self, download_id: str) -> None:
        self.calls.append(("cancel", download_id))
        del self.items[download_id]

    def move(self, download_id: str, position: int) -> None:
        self.calls.append(("move", download_id, position))
        names = [name for name in self.items if name != download_id]
        names.insert(position, download_id)
        self.items = {name: self.items[name] for name in names}

    def downloads(self) -> tuple[Download, ...]:
        return tuple(self.items.values())

    def remove_finished(self) -> None:
        done = [name for name, item in self.items.items() if item.state is DownloadState.DONE]
        for name in done:
            del self.items[name]

    def set_rate_limit(self, bytes_per_second: int | None) -> None:
        self.limits.append(bytes_per_second)
