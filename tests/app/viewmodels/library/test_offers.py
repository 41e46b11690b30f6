"""What each model in the list offers: whether it fits, and one button."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.services.background.pool import wait_for_background
from app.services.downloads.download import DownloadState
from app.services.hub.settings import HubError
from app.services.library.folder import ModelFolder
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.fits import Fits
from app.viewmodels.library.offers import Found, Offers
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.commands import Load
from tests.app.conftest import Services
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue
from tests.support.settled import settle
from tests.support.tiny_llama import write_tiny_llama

TINY = Found("somebody/tiny-GGUF", "tiny")


@dataclass
class _Wired:
    hub: ScriptedHub
    queue: ScriptedQueue
    folder: ModelFolder
    models: ModelPickerViewModel
    offers: Offers
    services: Services

    def look(self, found: Found = TINY) -> None:
        self.offers.begin()
        self.offers.look_at([found])
        self.services.qtbot.waitUntil(lambda: self.offers.of(found).fit.label != "")


@pytest.fixture
def wired(services: Services, tmp_path: Path) -> Iterator[_Wired]:
    services.service.start()
    hub, queue = ScriptedHub(), ScriptedQueue(tmp_path)
    settings, notices = services.settings, services.notices
    downloads = DownloadsViewModel(lambda: queue, settings, notices)
    downloads.start()
    folder = ModelFolder(tmp_path / "models")
    models = ModelPickerViewModel(folder, services.service, settings, notices)
    fits = Fits(services.service, settings)
    offers = Offers(hub, fits, downloads, models, notices)
    yield _Wired(hub, queue, folder, models, offers, services)
    offers.close()
    downloads.close()
    wait_for_background()


def test_the_recommended_file_is_judged_and_offered_with_the_reason(wired: _Wired) -> None:
    wired.look()
    offer = wired.offers.of(TINY)
    assert (offer.fit.tone, offer.fit.label) == ("good", "Fits")
    assert (offer.action, offer.label) == ("get", "Get 2.0 GB")
    assert offer.tip.splitlines()[0] == "Q4_K_M: Q4_K_M explained."
    assert "of the 8.0 GB of GPU memory that are free" in offer.tip
    wired.offers.look_at([TINY])
    assert wired.hub.listed == [TINY.repo_id], "one request for each repository"


def test_where_the_usual_file_is_too_large_a_smaller_one_is_offered(wired: _Wired) -> None:
    wired.services.engine.free_bytes = 2_300_000_000
    wired.look()
    wired.services.qtbot.waitUntil(lambda: wired.offers.of(TINY).label == "Get 1.3 GB")
    assert "The usual Q4_K_M does not fit." in wired.offers.of(TINY).tip


def test_one_click_downloads_and_then_shows_the_progress(wired: _Wired) -> None:
    wired.look()
    wired.offers.get(TINY)
    wired.services.qtbot.waitUntil(lambda: wired.offers.of(TINY).action == "progress")
    assert wired.queue.calls == [("add", "tiny Q4_K_M", False)]
    assert wired.offers.of(TINY).label == "0 %"


def test_one_that_stopped_says_why_and_goes_on_at_a_click(wired: _Wired) -> None:
    wired.look()
    wired.offers.get(TINY)
    wired.services.qtbot.waitUntil(lambda: wired.offers.of(TINY).action == "progress")
    for state, label in ((DownloadState.FAILED, "Try again"), (DownloadState.PAUSED, "Go on")):
        wired.queue.put("tiny Q4_K_M", state, problem="The disk is full.")
        wired.services.qtbot.waitUntil(lambda label=label: wired.offers.of(TINY).label == label)
        if state is DownloadState.FAILED:
            assert wired.offers.of(TINY).tip == "The disk is full."
        assert wired.offers.of(TINY).action == "get"
        wired.offers.get(TINY)
        assert wired.offers.of(TINY).action in ("get", "progress")
        wired.services.qtbot.waitUntil(lambda: wired.offers.of(TINY).action == "progress")
        assert wired.queue.calls[-1] == ("resume", "tiny Q4_K_M")


def test_a_starter_is_judged_without_the_network_and_got_with_it(wired: _Wired) -> None:
    starter = Found("somebody/tiny-GGUF", "Tiny", "tiny-Q2_K.gguf", 1_300_000_000)
    wired.look(starter)
    assert wired.hub.listed == []
    wired.offers.get(starter)
    assert wired.offers.of(starter).action == "wait"
    wired.services.qtbot.waitUntil(lambda: bool(wired.queue.calls))
    assert wired.queue.calls == [("add", "tiny Q2_K", False)]


def test_what_is_installed_can_be_chatted_with(wired: _Wired) -> None:
    wired.folder.folder.mkdir()
    path = write_tiny_llama(wired.folder.folder / "tiny.gguf")
    settle(path)
    wired.folder.record_checksum(path, "a" * 64, TINY.repo_id, "main")
    with wired.services.qtbot.waitSignal(wired.models.refreshed):
        wired.models.refresh()
    offer = wired.offers.of(TINY)
    assert (offer.fit.label, offer.action) == ("Installed", "chat")
    wired.offers.chat(TINY)
    assert wired.services.engine.sent_of(Load)[-1].path == str(path)


def test_a_hub_that_refuses_is_not_asked_for_every_row(wired: _Wired) -> None:
    wired.hub.problem = HubError("too many questions")
    wired.look()
    assert wired.offers.of(TINY).fit.label == "Not known"
    wired.offers.look_at([Found("somebody/other", "other")])
    assert wired.hub.listed == [TINY.repo_id]
    assert wired.services.texts() == []


def test_gated_models_are_not_asked_about(wired: _Wired) -> None:
    gated = Found("somebody/gated", "gated", is_gated=True)
    wired.offers.look_at([gated])
    assert wired.hub.listed == []
    assert wired.offers.of(gated).action == ""
