"""Loading a model with values of its own: the estimate, the drafters, what is kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.services.background.pool import wait_for_background
from app.services.catalogue import Catalogue, DrafterEntry
from app.services.library.entry import ModelEntry
from app.services.library.folder import ModelFolder
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.drafter_offers import DrafterOffers
from app.viewmodels.library.drafters import Drafters
from app.viewmodels.library.fits import Fits
from app.viewmodels.library.load_options import LoadOptions
from app.viewmodels.library.offers import Offers
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.commands import Inspect, Load
from tests.app.conftest import Services
from tests.support.drafter_folder import write_folder
from tests.support.fake_engine import KV_BYTES_PER_TOKEN
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue
from tests.support.settled import settle
from tests.support.tiny_llama import write_tiny_llama

DSPARK = Path(__file__).parents[4] / "tests" / "golden" / "drafters" / "dspark.gguf"

TINY = DrafterEntry(
    name="Tiny",
    file="tiny-Q2_K.gguf",
    hub_repo="somebody/tiny-GGUF",
    words=(("big",),),
    from_bytes=1,
)
CATALOGUE = Catalogue(starter="", model=(), drafter=(TINY,))


@dataclass
class _Wired:
    options: LoadOptions
    models: ModelPickerViewModel
    services: Services

    def entry(self, name: str) -> ModelEntry:
        return next(entry for entry in self.models.entries if entry.name == name)

    def settle(self) -> None:
        """Until the estimate is that of the values shown."""
        options, wanted = self.options, self.options.value("context_len") or 4096
        self.services.qtbot.waitUntil(
            lambda: (
                [part.num_bytes for part in options.estimate.segments if part.kind == "kv"]
                == [wanted * KV_BYTES_PER_TOKEN]
            )
        )


@pytest.fixture
def wired(services: Services, tmp_path: Path) -> Iterator[_Wired]:
    services.service.start()
    folder = tmp_path / "models"
    folder.mkdir()
    settle(
        write_tiny_llama(folder / "big.gguf", tied=False),
        write_tiny_llama(folder / "small.gguf"),
        write_tiny_llama(folder / "strange.gguf", fused=True),
    )
    models = ModelPickerViewModel(
        ModelFolder(folder), services.service, services.settings, services.notices
    )
    services.engine.drafter_problems[str(folder / "strange.gguf")] = "It has other words."
    drafters = Drafters(models, services.service)
    downloads = DownloadsViewModel(
        lambda: ScriptedQueue(tmp_path), services.settings, services.notices
    )
    downloads.start()
    fits = Fits(services.service, services.settings)
    offers = Offers(ScriptedHub(), fits, downloads, models, services.notices)
    drafter_offers = DrafterOffers(offers, drafters, lambda: CATALOGUE)
    options = LoadOptions(models, drafters, drafter_offers, services.service, services.settings)
    with services.qtbot.waitSignal(models.refreshed):
        models.refresh()
    options.open(next(entry for entry in models.entries if entry.name == "big.gguf"))
    yield _Wired(options, models, services)
    offers.close()
    downloads.close()
    wait_for_background()


def test_the_estimate_follows_the_values(wired: _Wired) -> None:
    wired.settle()
    assert wired.options.estimate.label == "Runs on the GPU"
    assert not wired.options.is_own
    wired.services.engine.free_bytes = 2_500_000_000
    wired.options.set_value("context_len", 8192)
    wired.settle()
    assert wired.options.estimate.label == "Fits with less context"
    assert wired.options.estimate.fix_context_len == 1024
    wired.options.use_suggestion()
    wired.settle()
    assert wired.options.value("context_len") == 1024
    assert wired.options.estimate.label == "Runs on the GPU"


def test_many_changes_ask_the_engine_once(wired: _Wired) -> None:
    wired.settle()
    num_before = len(wired.services.engine.sent_of(Inspect))
    for context_len in range(512, 4097, 256):
        wired.options.set_value("context_len", context_len)
    wired.settle()
    assert len(wired.services.engine.sent_of(Inspect)) - num_before <= 3


def test_loading_keeps_the_values_for_the_next_time(wired: _Wired) -> None:
    wired.options.set_value("context_len", 2048)
    wired.options.set_value("kv_type", "f16")
    wired.options.load()
    load = wired.services.engine.sent_of(Load)[-1]
    assert (load.config.context_len, load.config.kv_type) == (2048, "f16")
    wired.options.open(wired.entry("small.gguf"))
    assert wired.options.value("context_len") == 0
    wired.models.load_path(wired.entry("big.gguf").path)
    assert wired.services.engine.sent_of(Load)[-1].config == load.config
    wired.options.open(wired.entry("big.gguf"))
    assert wired.options.is_own
    wired.options.reset()
    wired.options.load()
    assert wired.services.engine.sent_of(Load)[-1].config.context_len is None


def test_gpu_memory_of_a_model_is_kept_and_can_be_automatic_again(wired: _Wired) -> None:
    wired.services.settings.set_value("device_memory", 12.0)
    wired.options.open(wired.entry("big.gguf"))
    assert wired.options.value("device_memory") == 12.0
    wired.options.set_value("device_memory", 0)
    wired.options.load()
    assert wired.services.engine.sent_of(Load)[-1].config.device_memory is None


def test_a_value_like_that_of_all_models_follows_them(wired: _Wired) -> None:
    wired.options.set_value("context_len", 2048)
    wired.options.set_value("context_len", 0)
    assert not wired.options.is_own
    wired.options.save()
    wired.services.settings.set_value("context_len", 1024)
    wired.options.open(wired.entry("big.gguf"))
    assert wired.options.value("context_len") == 1024


def test_smaller_models_can_draft_and_those_that_cannot_say_why(wired: _Wired) -> None:
    def problems() -> dict[str, str]:
        return {Path(each.value).name: each.problem for each in wired.options.drafters}

    wired.services.qtbot.waitUntil(lambda: bool(problems()["strange.gguf"]))
    shown = problems()
    assert {name for name in shown if name.endswith(".gguf")} == {"small.gguf", "strange.gguf"}
    assert (shown["none"], shown["small.gguf"]) == ("", "")
    assert shown["strange.gguf"] == "It has other words."


def test_what_only_drafts_is_listed_first_with_its_kind_whatever_its_size(wired: _Wired) -> None:
    folder = write_folder(wired.entry("big.gguf").path.parent / "big-dspark", DSPARK)
    settle(folder, *folder.iterdir())
    with wired.services.qtbot.waitSignal(wired.models.refreshed):
        wired.models.refresh()
    drafter = wired.entry("big-dspark")
    assert drafter.size > wired.entry("big.gguf").size
    shown = [each for each in wired.options.drafters if "/" in each.value]
    assert (shown[0].value, shown[0].problem) == (str(folder), "")
    assert shown[0].label.startswith("Big Dspark · DSpark · ")
    wired.options.set_value("speculation", str(folder))
    wired.options.load()
    load = wired.services.engine.sent_of(Load)[-1]
    assert load.config.speculation.kind == str(folder)
    num_loads = len(wired.services.engine.sent_of(Load))
    with wired.services.qtbot.waitSignal(wired.services.notices.reported) as said:
        wired.models.load_path(folder)
    assert said.args[0].text == drafter.problem
    assert len(wired.services.engine.sent_of(Load)) == num_loads
    assert wired.models.find_file(folder.name, drafter.size) == folder
    assert not wired.models.flags(wired.models.index(wired.models.entries.index(drafter))) & (
        Qt.ItemFlag.ItemIsEnabled
    )


def test_a_known_draft_model_is_offered_where_no_local_one_drafts(wired: _Wired) -> None:
    wired.entry("small.gguf").path.unlink()
    with wired.services.qtbot.waitSignal(wired.models.refreshed):
        wired.models.refresh()
    wired.options.open(wired.entry("strange.gguf"))
    assert wired.options.drafter_offer is None, "nothing is known to draft for it"
    wired.options.open(wired.entry("big.gguf"))
    offer = wired.options.drafter_offer
    assert offer is not None
    assert (offer.label, offer.is_coming) == ("Get Tiny to draft for it", False)
    wired.options.get_drafter()
    coming = wired.options.drafter_offer
    assert coming is not None
    assert (coming.label, coming.is_coming) == ("Getting Tiny…", True)


def test_no_draft_model_is_offered_where_a_local_one_drafts(wired: _Wired) -> None:
    wired.services.qtbot.waitUntil(lambda: wired.options.drafter_offer is None)
    small = next(each for each in wired.options.drafters if each.value.endswith("small.gguf"))
    assert small.problem == ""


def test_contexts_end_at_the_longest_that_the_model_has(wired: _Wired) -> None:
    assert wired.options.contexts == (0, 512)
