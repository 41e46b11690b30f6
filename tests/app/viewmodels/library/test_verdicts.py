"""Verdicts: one looked at closely, the others estimated, all of them anew when something changes."""

from collections.abc import Iterator

import pytest

from app.services.background.pool import wait_for_background
from app.services.hub.settings import OfflineError
from app.viewmodels.library.verdicts import Verdicts
from engine.commands import Inspect
from tests.app.conftest import Services
from tests.support.fake_engine import KV_BYTES_PER_TOKEN, SCRATCH_BYTES, WEIGHTS_BYTES
from tests.support.scripted_hub import ScriptedHub, create_model

MODEL, SMALLER, LARGER = create_model("Q4_K_M"), create_model("Q2_K"), create_model("BF16")


@pytest.fixture
def hub() -> ScriptedHub:
    return ScriptedHub()


@pytest.fixture
def verdicts(services: Services, hub: ScriptedHub) -> Iterator[Verdicts]:
    services.service.start()
    yield Verdicts(hub, services.service, services.settings)
    wait_for_background()


def _look(services: Services, verdicts: Verdicts) -> None:
    verdicts.look_closely(MODEL)
    assert verdicts.of(MODEL).label == "Checking…"
    services.qtbot.waitUntil(lambda: verdicts.of(MODEL).label != "Checking…")


def test_what_fits_shows_the_parts_of_the_memory(services: Services, verdicts: Verdicts) -> None:
    _look(services, verdicts)
    view = verdicts.of(MODEL)
    assert (view.tone, view.label) == ("good", "Runs on the GPU")
    sizes = {segment.kind: segment.num_bytes for segment in view.segments}
    kv_bytes = 4096 * KV_BYTES_PER_TOKEN
    assert sizes == {"weights": WEIGHTS_BYTES, "kv": kv_bytes, "scratch": SCRATCH_BYTES}
    assert view.segments[0].text == "Weights 2.0 GB"
    assert (view.free_bytes, view.free_text) == (8_000_000_000, "8.0 GB free on the GPU")
    assert view.fix_label == ""


def test_the_others_are_estimated_without_the_network(
    services: Services, verdicts: Verdicts, hub: ScriptedHub
) -> None:
    services.engine.free_bytes = 4_000_000_000
    assert verdicts.of(SMALLER).label == ""
    _look(services, verdicts)
    assert verdicts.of(SMALLER).label == "Should fit"
    assert verdicts.of(LARGER).label == "May be too large"
    assert hub.headers_of == [MODEL.files[0].path]


def test_on_the_cpu_too_each_takes_what_its_own_file_holds(
    services: Services, verdicts: Verdicts
) -> None:
    services.engine.free_bytes, services.engine.cpu_free_bytes = 1000, 4_000_000_000
    _look(services, verdicts)
    assert verdicts.of(MODEL).label == "Runs on the CPU"
    assert verdicts.of(SMALLER).label == "Should fit on the CPU"
    assert verdicts.of(LARGER).label == "May be too large"


def test_each_is_judged_on_every_device(services: Services, verdicts: Verdicts) -> None:
    services.engine.free_bytes, services.engine.cpu_free_bytes = 2_300_000_000, 8_000_000_000
    _look(services, verdicts)
    assert verdicts.of(MODEL).label == "Runs on the CPU"
    smaller, larger = verdicts.of(SMALLER), verdicts.of(LARGER)
    assert (smaller.tone, smaller.label) == ("good", "Should fit")
    assert (larger.tone, larger.label) == ("good", "Should fit on the CPU")


def test_what_was_looked_at_closely_is_known_again_after_a_change(
    services: Services, verdicts: Verdicts, hub: ScriptedHub
) -> None:
    _look(services, verdicts)
    verdicts.look_closely(SMALLER)
    services.qtbot.waitUntil(lambda: verdicts.of(SMALLER).label == "Runs on the GPU")
    services.settings.set_value("context_len", 1024)
    for model in (MODEL, SMALLER):
        services.qtbot.waitUntil(lambda model=model: verdicts.of(model).label == "Runs on the GPU")
    assert len(hub.headers_of) == 2


def test_a_file_that_cannot_be_run_leaves_the_others_estimated(
    services: Services, verdicts: Verdicts, hub: ScriptedHub
) -> None:
    _look(services, verdicts)
    hub.problem = OfflineError("Looking into it")
    verdicts.look_closely(LARGER)
    services.qtbot.waitUntil(lambda: verdicts.of(LARGER).label == "Not known")
    assert verdicts.of(SMALLER).label == "Should fit"


def test_a_context_that_is_too_long_has_a_button_that_helps(
    services: Services, verdicts: Verdicts
) -> None:
    services.settings.set_value("context_len", 65_536)
    _look(services, verdicts)
    view = verdicts.of(MODEL)
    assert (view.tone, view.label) == ("caution", "Fits with less context")
    assert (view.fix_label, view.fix_context_len) == ("Use 32k context", 32_768)
    services.settings.set_value("context_len", view.fix_context_len)
    services.qtbot.waitUntil(lambda: verdicts.of(MODEL).label == "Runs on the GPU")


def test_the_header_is_fetched_once(
    services: Services, verdicts: Verdicts, hub: ScriptedHub
) -> None:
    _look(services, verdicts)
    services.settings.set_value("context_len", 1024)
    services.qtbot.waitUntil(lambda: verdicts.of(MODEL).label == "Runs on the GPU")
    assert len(hub.headers_of) == 1
    assert len(services.engine.sent_of(Inspect)) == 2


def test_another_type_of_context_memory_is_judged_anew(
    services: Services, verdicts: Verdicts
) -> None:
    _look(services, verdicts)
    services.settings.set_value("kv_type", "q8_0")
    services.qtbot.waitUntil(lambda: len(services.engine.sent_of(Inspect)) == 2)
    configs = services.engine.sent_of(Inspect)[-1].configs
    assert [config.kv_type for config in configs] == ["q8_0", "q8_0"]


def test_a_change_during_the_check_asks_once_more(services: Services, verdicts: Verdicts) -> None:
    verdicts.look_closely(MODEL)
    services.settings.set_value("context_len", 65_536)
    services.qtbot.waitUntil(lambda: verdicts.of(MODEL).label == "Fits with less context")


def test_what_no_context_helps_is_too_large(services: Services, verdicts: Verdicts) -> None:
    services.engine.free_bytes = 1_000_000_000
    _look(services, verdicts)
    view = verdicts.of(MODEL)
    assert (view.tone, view.label, view.fix_label) == ("danger", "Too large", "")


def test_a_header_that_cannot_be_had_leaves_it_open(
    services: Services, verdicts: Verdicts, hub: ScriptedHub
) -> None:
    hub.problem = OfflineError("Looking into it")
    _look(services, verdicts)
    view = verdicts.of(MODEL)
    assert (view.tone, view.label, view.segments) == ("muted", "Not known", ())
    assert "HF_HUB_OFFLINE" in view.sentence
    hub.problem = None
    services.load()
    services.qtbot.waitUntil(lambda: verdicts.of(MODEL).label == "Runs on the GPU")


def test_another_repository_starts_from_nothing(services: Services, verdicts: Verdicts) -> None:
    _look(services, verdicts)
    verdicts.forget()
    assert verdicts.of(MODEL).label == ""
    assert verdicts.of(SMALLER).label == ""
