"""Finding models: starters, searches, addresses, and what is said when there is nothing."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.services.background.pool import wait_for_background
from app.services.hub.settings import HubError, OfflineError
from app.services.library.folder import ModelFolder
from app.viewmodels.library.discover import (
    NUM_RESULTS,
    DiscoverRole,
    DiscoverState,
    DiscoverViewModel,
    FoundRow,
)
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.fits import Fits
from app.viewmodels.library.offers import Offers
from app.viewmodels.model_picker import ModelPickerViewModel
from tests.app.conftest import Services
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue, create_found


@pytest.fixture
def hub() -> ScriptedHub:
    return ScriptedHub()


@pytest.fixture
def offers(services: Services, hub: ScriptedHub, tmp_path: Path) -> Iterator[Offers]:
    settings, notices = services.settings, services.notices
    folder = ModelFolder(tmp_path / "models")
    models = ModelPickerViewModel(folder, services.service, settings, notices)
    downloads = DownloadsViewModel(lambda: ScriptedQueue(folder.folder), settings, notices)
    offers = Offers(hub, Fits(services.service, settings), downloads, models, notices)
    yield offers
    offers.close()
    downloads.close()


@pytest.fixture
def discover(
    hub: ScriptedHub, offers: Offers, qtmodeltester: ModelTester
) -> Iterator[DiscoverViewModel]:
    discover = DiscoverViewModel(hub, offers, lambda: datetime(2025, 6, 1, tzinfo=UTC))
    qtmodeltester.check(discover)
    yield discover
    wait_for_background()


def _search(qtbot: QtBot, discover: DiscoverViewModel, text: str) -> None:
    discover.set_text(text)
    discover.search_now()
    qtbot.waitUntil(lambda: discover.state not in (DiscoverState.SEARCHING, DiscoverState.STARTERS))


def _row(discover: DiscoverViewModel, row: int = 0) -> FoundRow:
    return discover.index(row).data(DiscoverRole.ROW)


def test_the_starter_list_comes_without_the_network(
    discover: DiscoverViewModel, hub: ScriptedHub
) -> None:
    hub.problem = HubError("no network")
    discover.show_starters()
    row = _row(discover)
    assert (row.title, row.note, row.blurb) == ("Tiny One", "2.0 GB", "Short answers.")
    assert row.facts == "4 GB of memory · license MIT · by Somebody"
    assert discover.index(0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Tiny One. 2.0 GB")
    assert hub.searches == []


def test_a_search_shows_what_is_known_of_each_result(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub
) -> None:
    hub.found = [create_found("a/one-GGUF"), create_found("b/two-GGUF", is_gated=True)]
    _search(qtbot, discover, "one")
    assert hub.searches == [("one", "downloads", NUM_RESULTS)]
    first, second = _row(discover, 0), _row(discover, 1)
    assert (first.title, first.note, first.badge) == ("one-GGUF", "a", "")
    assert first.facts == (
        "1.2M downloads a month · 812 likes · llama · 3.2B parameters · license mit · updated 2 Jan"
    )
    assert second.badge == "Terms to accept"


def test_typing_asks_once_when_it_rests(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub
) -> None:
    for text in ("l", "ll", "llama"):
        discover.set_text(text)
    qtbot.waitUntil(lambda: discover.state is DiscoverState.RESULTS)
    assert [text for text, _, _ in hub.searches] == ["llama"]


def test_typing_waits_for_a_rest_after_a_search_at_once_too(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub
) -> None:
    _search(qtbot, discover, "tiny")
    for text in ("l", "ll", "llama"):
        discover.set_text(text)
        QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: len(hub.searches) > 1 and discover.state is DiscoverState.RESULTS)
    assert [text for text, _, _ in hub.searches] == ["tiny", "llama"]


def test_the_answer_to_an_older_question_is_not_shown(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub
) -> None:
    discover.set_text("old")
    discover.search_or_open()
    discover.set_text("")
    discover.search_or_open()
    wait_for_background()
    QCoreApplication.processEvents()
    assert discover.state is DiscoverState.STARTERS
    assert _row(discover).title == "Tiny One"


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (OfflineError("Searching"), DiscoverState.OFFLINE),
        (HubError("The Hub does not answer; try again."), DiscoverState.ERROR),
    ],
)
def test_what_went_wrong_is_said_and_can_be_tried_again(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub, error, state
) -> None:
    hub.problem = error
    _search(qtbot, discover, "llama")
    assert (discover.state, discover.message) == (state, str(error))
    assert discover.rowCount() == 0
    hub.problem = None
    discover.search_now()
    qtbot.waitUntil(lambda: discover.state is DiscoverState.RESULTS)


def test_nothing_found_says_what_to_do(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub
) -> None:
    hub.found = []
    _search(qtbot, discover, "zzz")
    assert discover.state is DiscoverState.EMPTY
    assert "“zzz”" in discover.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("somebody/tiny", ("somebody/tiny", "", "")),
        ("somebody/tiny:Q8_0", ("somebody/tiny", "Q8_0", "")),
        ("https://huggingface.co/a/b/blob/main/x-Q4_0.gguf", ("a/b", "x-Q4_0.gguf", "main")),
    ],
)
def test_an_address_opens_without_a_search(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub, text: str, expected
) -> None:
    discover.set_text(text)
    with qtbot.waitSignal(discover.repo_chosen) as chosen:
        discover.search_or_open()
    assert tuple(chosen.args) == expected
    assert discover.rowCount() == 1
    assert hub.searches == []


def test_an_address_elsewhere_is_explained(qtbot: QtBot, discover: DiscoverViewModel) -> None:
    discover.set_text("https://example.com/model")
    discover.search_or_open()
    assert discover.state is DiscoverState.ERROR
    assert "example.com" in discover.message


def test_another_order_and_more_results_ask_again(
    qtbot: QtBot, discover: DiscoverViewModel, hub: ScriptedHub
) -> None:
    hub.found = [create_found(f"a/m{number}") for number in range(NUM_RESULTS + 5)]
    _search(qtbot, discover, "m")
    assert discover.can_show_more
    discover.show_more()
    qtbot.waitUntil(lambda: discover.rowCount() == NUM_RESULTS + 5)
    assert not discover.can_show_more
    discover.set_order("likes")
    qtbot.waitUntil(lambda: hub.searches[-1] == ("m", "likes", 2 * NUM_RESULTS))
    qtbot.waitUntil(lambda: discover.state is DiscoverState.RESULTS)


def test_choosing_a_starter_names_its_file(qtbot: QtBot, discover: DiscoverViewModel) -> None:
    discover.show_starters()
    with qtbot.waitSignal(discover.repo_chosen) as chosen:
        discover.open(0)
    assert chosen.args == ["somebody/tiny-GGUF", "tiny-Q4_K_M.gguf", ""]
