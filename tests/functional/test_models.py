"""A person finds a model, reads the verdict, downloads it and chats with it; the Hub is a server on this machine."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.main import Paths
from app.services.downloads.part_file import Range, RangeSet, read_sidecar, sidecar_path
from app.viewmodels.library.discover import DiscoverState
from app.viewmodels.library.model_table import Column
from app.viewmodels.library.repo_page import RepoState
from app.widgets.library.models_page import ModelsPage
from tests.functional.conftest import Person
from tests.support.hub_pages import HubPages, PageRepo
from tests.support.hub_server import HubServer, ServedFile, serve_hub
from tests.support.no_secrets import hide_secrets

pytestmark = pytest.mark.timeout(300)

HEADERS = 8_000_000  # bytes of headers that are looked at anew
REPO = "somebody/SmolLM2-135M-Instruct-GGUF"
CARD = "---\nlicense: apache-2.0\n---\n# SmolLM2\n\nA small model that runs everywhere, even on old computers.\n"


@pytest.fixture
def server(
    starter_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[HubServer]:
    """Has the starter model under its own name."""
    hide_secrets(monkeypatch, tmp_path)
    monkeypatch.delenv("ENCORE_MODELS", raising=False)
    content, name = starter_model.read_bytes(), "SmolLM2-135M-Instruct.Q4_1.gguf"
    card_data = {"license": "apache-2.0"}
    repo = PageRepo(REPO, {name: content}, CARD, card_data=card_data, downloads=12_345)
    with serve_hub(HubPages([repo])) as server:
        server.put(name, ServedFile.large(content), REPO)
        yield server


@pytest.fixture
def somebody(
    server: HubServer, open_window: Callable[[Paths], Person], empty_paths: Paths
) -> Person:
    """Before a fresh window without a model, with that server for a Hub."""
    person = open_window(empty_paths)
    person.set_option("hub_endpoint", server.hub_address)
    person.set_option("temperature", 0.0)
    person.set_option("max_tokens", 20)
    return person


@pytest.fixture
def empty_paths(tmp_path: Path) -> Paths:
    """Folders of a fresh installation."""
    return Paths(*(tmp_path / name for name in ("data", "config", "log", "models", "cache")))


def find(person: Person) -> ModelsPage:
    """Ctrl+L, words, the first result; returns the page with the repository open."""
    QTest.keyClick(person.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    page = person.window.page("Models")
    QTest.keyClicks(page.discover.search, "smollm2")
    QTest.keyClick(page.discover.search, Qt.Key.Key_Return)
    vm = person.parts.view_models.library
    person.wait_for(lambda: vm.discover.state is DiscoverState.RESULTS)
    page.discover.list.setFocus()
    page.discover.list.setCurrentIndex(vm.discover.index(0))
    QTest.keyClick(page.discover.list, Qt.Key.Key_Return)
    person.wait_for(lambda: vm.repo.state is RepoState.READY)
    return page


def test_from_the_search_to_the_first_answer(somebody: Person, server: HubServer) -> None:
    page = find(somebody)
    repo_view = page.discover.repo_view
    assert "runs everywhere" in repo_view._summary.text()
    (card,) = repo_view.cards
    somebody.wait_for(lambda: card.pill.text not in ("", "Checking…"))
    assert card.pill.text.startswith("Runs on the ")
    assert card.memory.isVisible()
    assert server.sent_bytes < 20_000_000

    QTest.mouseClick(card.download, Qt.MouseButton.LeftButton)
    somebody.wait_for(card.chat.isVisible)
    page.show_my_models()
    library = somebody.parts.view_models.library.library
    assert library.rowCount() == 1
    texts = [library.index(0, column).data() for column in (Column.NAME, Column.TYPE)]
    assert texts == ["SmolLM2 135M Instruct", "Q4_1"]
    folder = somebody.parts.folder.folder
    assert (folder / REPO / "SmolLM2-135M-Instruct.Q4_1.gguf").is_file()

    page.my_models.take_focus()
    QTest.keyClick(page.my_models.table, Qt.Key.Key_Return)
    assert somebody.window.chat_page.isVisible()
    somebody.wait_for_model()
    assert "Paris" in somebody.ask("What is the capital of France?")


def test_a_download_goes_on_after_the_window_was_closed(
    somebody: Person,
    server: HubServer,
    open_window: Callable[[Paths], Person],
    empty_paths: Paths,
) -> None:
    page = find(somebody)
    (card,) = page.discover.repo_view.cards
    somebody.wait_for(lambda: card.pill.text not in ("", "Checking…"))
    before = server.sent_bytes
    server.hold_at(before + 30_000_000)
    QTest.mouseClick(card.download, Qt.MouseButton.LeftButton)
    somebody.wait_for(lambda: server.sent_bytes >= before + 20_000_000)
    somebody.window.close()
    somebody.parts.close()
    QApplication.processEvents()
    assert not list(empty_paths.models.glob("**/[!.]*.gguf"))
    (part,) = empty_paths.models.rglob("*.part")
    saved, num_before = read_sidecar(sidecar_path(part)), len(server.sent)
    assert saved is not None
    assert saved[1].num_bytes > 1_000_000

    server.hold_at(None)
    again = open_window(empty_paths)
    page = again.window.page("Models")
    again.wait_for(lambda: again.parts.view_models.chat.banner.action_label == "Chat with it")
    # What was on its way when the window closed is sent as well, to nobody.
    assert _num_common(server.sent[num_before:], saved[1]) <= HEADERS
    again.parts.view_models.chat.banner.perform_action()
    again.wait_for_model()
    assert again.parts.view_models.models.model_name == "SmolLM2 135M Instruct"


def _num_common(some: Iterable[Range], others: RangeSet) -> int:
    """How many bytes are in both, each time that they are."""
    return sum(
        max(0, min(end, other_end) - max(start, other_start))
        for start, end in some
        for other_start, other_end in others
    )


def test_without_a_network_it_says_so_and_the_chat_goes_on(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    person.window.show_page("Models")
    page = person.window.page("Models")
    QTest.keyClicks(page.discover.search, "smollm2")
    person.wait_for(page.discover.state.isVisible)
    person.wait_for(lambda: "HF_HUB_OFFLINE" in page.discover.state.sentence.text())
    page.discover.search.clear()
    person.wait_for(page.discover.list.isVisible)
    person.window.show_chat()
    assert "Paris" in person.ask("What is the capital of France?")
