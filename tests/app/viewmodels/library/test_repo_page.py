"""One repository: its files and verdicts, getting one, what must be accepted, what went wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.services.background.pool import wait_for_background
from app.services.downloads.download import DownloadState
from app.services.hub.settings import HubError, OfflineError
from app.services.library.folder import ModelFolder
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.fits import Fits
from app.viewmodels.library.repo_page import QuantView, RepoPageViewModel, RepoState
from app.viewmodels.library.verdicts import Verdicts
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.commands import Load
from tests.app.conftest import Services
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue, create_page
from tests.support.tiny_llama import write_tiny_llama

REPO = "somebody/tiny-GGUF"


@dataclass
class _Wired:
    hub: ScriptedHub
    queue: ScriptedQueue
    downloads: DownloadsViewModel
    models: ModelPickerViewModel
    repo: RepoPageViewModel
    services: Services

    def open(self, choice: str = "") -> None:
        self.repo.open(REPO, choice)
        self.services.qtbot.waitUntil(lambda: self.repo.state is not RepoState.LOADING)

    @property
    def chosen(self) -> QuantView:
        return next(row for row in self.repo.rows if row.is_selected)


@pytest.fixture
def wired(services: Services, tmp_path: Path) -> Iterator[_Wired]:
    services.service.start()
    hub, queue = ScriptedHub(), ScriptedQueue(tmp_path)
    settings, notices = services.settings, services.notices
    downloads = DownloadsViewModel(lambda: queue, settings, notices)
    models = ModelPickerViewModel(
        ModelFolder(tmp_path / "models"), services.service, settings, notices
    )
    verdicts = Verdicts(hub, services.service, settings)
    fits = Fits(services.service, settings)
    repo = RepoPageViewModel(hub, verdicts, downloads, models, settings, fits)
    yield _Wired(hub, queue, downloads, models, repo, services)
    downloads.close()
    wait_for_background()


def test_a_repository_shows_its_files_and_looks_at_the_usual_one(wired: _Wired) -> None:
    wired.open()
    repo = wired.repo
    assert (repo.state, repo.message, repo.gate) == (RepoState.READY, "", "")
    assert (repo.summary, repo.facts) == ("A tiny model.", "License: mit")
    assert [row.label for row in repo.rows] == ["Q2_K", "Q4_K_M", "BF16"]
    assert [row.size for row in repo.rows] == ["1.3 GB", "2.0 GB", "6.4 GB"]
    assert (wired.chosen.label, wired.chosen.is_recommended) == ("Q4_K_M", True)
    wired.services.qtbot.waitUntil(lambda: wired.chosen.verdict.label == "Runs on the GPU")


@pytest.mark.parametrize("choice", ["BF16", "bf16", "tiny-BF16.gguf"])
def test_a_file_or_a_type_that_was_named_is_looked_at(wired: _Wired, choice: str) -> None:
    wired.open(choice)
    assert wired.chosen.label == "BF16"
    wired.repo.select(0)
    assert wired.chosen.label == "Q2_K"


def test_a_download_is_followed_in_its_row(wired: _Wired) -> None:
    wired.open()
    wired.repo.download(1)
    wired.services.qtbot.waitUntil(lambda: wired.repo.rows[1].download is not None)
    assert wired.queue.calls == [("add", "tiny Q4_K_M", False)]
    assert wired.repo.rows[0].download is None
    wired.queue.put("tiny Q4_K_M", DownloadState.RUNNING, done_bytes=1_000_000_000)
    wired.services.qtbot.waitUntil(lambda: wired.repo.rows[1].download.fraction == 0.5)


def test_a_file_that_is_here_can_be_chatted_with(wired: _Wired, tmp_path: Path) -> None:
    folder = tmp_path / "models" / "somebody"
    folder.mkdir(parents=True)
    path = write_tiny_llama(folder / "tiny-Q4_K_M.gguf")
    page = create_page()
    model = page.models[1]
    file = model.files[0]
    here = type(file)(file.repo_id, file.revision, file.path, path.stat().st_size, file.sha256)
    wired.hub.page = type(page)(
        page.repo_id, page.revision, page.summary, page.license, False, True, page.url,
        (type(model)(model.label, model.explanation, (here,)),),
    )  # fmt: skip
    with wired.services.qtbot.waitSignal(wired.models.refreshed):
        wired.models.refresh()
    wired.open()
    assert wired.repo.rows[0].local == path
    with wired.services.qtbot.waitSignal(wired.services.service.model_loaded):
        wired.repo.chat(0)
    assert wired.services.engine.sent_of(Load)[-1].path == str(path)


def test_the_button_that_helps_changes_the_context(wired: _Wired) -> None:
    wired.services.settings.set_value("context_len", 65_536)
    wired.open()
    qtbot = wired.services.qtbot
    qtbot.waitUntil(lambda: bool(wired.chosen.verdict.fix_label))
    wired.repo.use_context(1)
    assert wired.services.settings.value("context_len") == 32_768
    qtbot.waitUntil(lambda: wired.chosen.verdict.label == "Runs on the GPU")


def test_terms_must_be_accepted_and_a_token_opens_the_way(wired: _Wired) -> None:
    wired.hub.page = create_page(is_gated=True)
    wired.hub.token_note = "The token is in a file that only you can read."
    wired.open()
    assert "accept their terms" in wired.repo.gate
    assert wired.repo.url == f"https://huggingface.co/{REPO}"
    assert wired.hub.headers_of == []
    wired.repo.save_token("hf_good")
    wired.services.qtbot.waitUntil(
        lambda: wired.repo.state is RepoState.READY and not wired.repo.gate
    )
    assert wired.hub.tokens == ["hf_good"]
    assert wired.repo.token_note == wired.hub.token_note
    assert wired.hub.headers_of


def test_a_token_that_is_none_is_explained(wired: _Wired) -> None:
    wired.hub.page = create_page(is_gated=True)
    wired.open()
    wired.hub.problem = HubError("That is no token: it begins with hf_.")
    with wired.services.qtbot.waitSignal(wired.repo.changed):
        wired.repo.save_token("nonsense")
    assert wired.repo.token_note == "That is no token: it begins with hf_."
    assert wired.repo.gate


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (OfflineError("Looking"), RepoState.OFFLINE),
        (HubError("There is no such repository; check its name."), RepoState.ERROR),
    ],
)
def test_what_went_wrong_is_said_and_can_be_tried_again(wired: _Wired, error, state) -> None:
    wired.hub.problem = error
    wired.open()
    assert (wired.repo.state, wired.repo.message) == (state, str(error))
    wired.hub.problem = None
    wired.repo.reload()
    wired.services.qtbot.waitUntil(lambda: wired.repo.state is RepoState.READY)


def test_a_repository_without_models_says_so(wired: _Wired) -> None:
    page = create_page()
    wired.hub.page = type(page)(REPO, page.revision, "", None, False, True, page.url, ())
    wired.open()
    assert "no GGUF" in wired.repo.message
    assert wired.repo.rows == ()


def test_an_answer_that_comes_after_closing_is_not_shown(wired: _Wired) -> None:
    wired.repo.open(REPO)
    wired.repo.close()
    wait_for_background()
    with wired.services.qtbot.waitSignal(wired.models.refreshed):
        wired.models.refresh()
    assert wired.repo.state is RepoState.CLOSED
    assert wired.repo.rows == ()
