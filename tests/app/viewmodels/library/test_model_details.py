"""One model in detail: its facts, its memory, and what the Hub has of it now."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.services.background.pool import wait_for_background
from app.services.hub.settings import HubError
from app.services.library.folder import ModelFolder
from app.storage.settings.model_settings import ModelSettings
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.model_details import ModelDetails
from tests.app.conftest import Services
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue
from tests.support.settled import settle
from tests.support.tiny_llama import write_tiny_llama

REPO = "somebody/tiny-GGUF"


@dataclass
class _Wired:
    details: ModelDetails
    folder: ModelFolder
    hub: ScriptedHub
    queue: ScriptedQueue
    path: Path
    services: Services

    def show(self) -> None:
        (entry,) = self.folder.list_models()
        self.details.show(entry)
        self.services.qtbot.waitUntil(lambda: self.details.verdict.label != "")

    @property
    def facts(self) -> dict[str, str]:
        return dict(self.details.facts)


@pytest.fixture
def wired(services: Services, tmp_path: Path) -> Iterator[_Wired]:
    services.service.start()
    hub, queue = ScriptedHub(), ScriptedQueue(tmp_path)
    path = tmp_path / "models" / "tiny-Q4_K_M.gguf"
    path.parent.mkdir()
    settle(write_tiny_llama(path))
    folder = ModelFolder(path.parent)
    downloads = DownloadsViewModel(lambda: queue, services.settings, services.notices)
    downloads.start()
    details = ModelDetails(
        folder,
        hub,
        downloads,
        services.service,
        services.settings,
        lambda: datetime(2025, 6, 1, tzinfo=UTC),
    )
    yield _Wired(details, folder, hub, queue, path, services)
    downloads.close()
    wait_for_background()


def test_what_is_known_of_a_model_is_listed(wired: _Wired) -> None:
    wired.folder.record_use(wired.path, datetime(2025, 3, 4, tzinfo=UTC))
    wired.show()
    facts = wired.facts
    assert (facts["Architecture"], facts["Context"], facts["Type"]) == ("llama", "512", "F32")
    assert facts["Chat template"] == "none"
    assert facts["License"] == "not stated in the file"
    assert facts["Last used"] == "4 Mar"
    assert facts["File"] == str(wired.path)
    assert "Own values" not in facts
    assert wired.details.verdict.label == "Runs on the GPU"
    assert not wired.details.can_look_for_newer


def test_its_own_values_are_named_and_count_for_the_memory(wired: _Wired) -> None:
    wired.show()
    before = wired.details.verdict.total_bytes
    own = ModelSettings(context_len=256, kv_type="f16", speculation="ngram")
    wired.services.settings.set_for_model(wired.path, own)
    assert wired.facts["Own values"] == "context 256 · float16 · Repeats in the text"
    wired.services.qtbot.waitUntil(lambda: wired.details.verdict.total_bytes < before)


def _look(wired: _Wired, sha256: str) -> None:
    wired.folder.record_checksum(wired.path, sha256, REPO, "main")
    wired.show()
    assert wired.hub.listed == [], "the Hub is asked when it is wanted, and not before"
    wired.details.look_for_newer()
    assert not wired.details.can_look_for_newer
    wired.services.qtbot.waitUntil(lambda: wired.details.can_look_for_newer)


def test_the_same_file_at_the_hub_is_said(wired: _Wired) -> None:
    _look(wired, "a" * 64)
    assert wired.details.outcome == "It is the file that Hugging Face has now."
    assert wired.details.newer_label == ""


def test_a_newer_file_at_the_hub_is_got_with_a_click(wired: _Wired) -> None:
    _look(wired, "b" * 64)
    assert wired.details.newer_label == "Get it (2.0 GB)"
    wired.details.get_newer()
    wired.services.qtbot.waitUntil(lambda: bool(wired.queue.calls))
    assert wired.queue.calls == [("add", "tiny Q4_K_M", False)]
    assert wired.details.newer_label == ""


def test_a_hub_that_does_not_answer_is_said(wired: _Wired) -> None:
    wired.hub.problem = HubError("The Hub does not answer.")
    _look(wired, "a" * 64)
    assert wired.details.outcome == "The Hub does not answer."
