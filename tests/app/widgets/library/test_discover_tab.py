"""Finding a model and choosing a file of it, with keyboard and mouse."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.services.downloads.download import DownloadState
from app.services.hub.settings import HubError
from app.viewmodels.library.discover import DiscoverRole, DiscoverState
from app.viewmodels.library.repo_page import RepoState
from app.widgets.library.models_page import ModelsPage
from app.widgets.library.result_list import _button_rect, _is_wide
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue, create_found, create_page


def search(qtbot: QtBot, page: ModelsPage, text: str) -> None:
    page.discover.search.setFocus()
    page.discover.search.selectAll()
    QTest.keyClicks(page.discover.search, text)
    QTest.keyClick(page.discover.search, Qt.Key.Key_Return)
    discover = page._vm.discover
    qtbot.waitUntil(lambda: discover.state is not DiscoverState.SEARCHING)


def open_first(qtbot: QtBot, page: ModelsPage) -> None:
    page.discover.list.setFocus()
    page.discover.list.setCurrentIndex(page._vm.discover.index(0))
    QTest.keyClick(page.discover.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page._vm.repo.state is not RepoState.LOADING)


def test_it_begins_with_models_to_start_with(page: ModelsPage) -> None:
    assert page.discover.list.isVisible()
    assert page.discover.caption.text() == "Good models to start with"
    assert page.discover.search.hasFocus()
    assert not page.discover.repo_view.isVisible()


def test_a_name_is_not_given_up_for_pills(page: ModelsPage) -> None:
    index, option = page._vm.discover.index(0), QStyleOptionViewItem()
    option.font = page.font()
    row = replace(index.data(DiscoverRole.ROW), title="A-model-with-a-long-name-GGUF")
    offer = index.data(DiscoverRole.OFFER)
    offer = replace(offer, fit=replace(offer.fit, label="Fits with less context"))
    em = QFontMetrics(option.font).height()
    assert not _is_wide(option, row, offer, QRectF(0, 0, em * 12, em))
    assert _is_wide(option, row, offer, QRectF(0, 0, em * 40, em))


def test_from_words_to_a_download_by_keyboard(
    qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue
) -> None:
    search(qtbot, page, "tiny")
    assert page.discover.caption.text() == "On Hugging Face"
    open_first(qtbot, page)
    cards = page.discover.repo_view.cards
    qtbot.waitUntil(lambda: cards[1].pill.text == "Runs on the GPU")
    assert cards[1].memory.isVisible()
    assert "It fits on the GPU" in cards[1].sentence.text()
    assert not cards[0].memory.isVisible()
    assert "2.0 GB" in cards[1].accessibleName()
    cards[0].setFocus()
    QTest.keyClick(cards[0], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: cards[0].pill.text == "Runs on the GPU")
    assert cards[0].memory.isVisible()
    cards[0].download.setFocus()
    QTest.keyClick(cards[0].download, Qt.Key.Key_Space)
    qtbot.waitUntil(cards[0].progress.isVisible)
    assert queue.calls == [("add", "tiny Q2_K", False)]
    QTest.mouseClick(cards[0].progress, Qt.MouseButton.LeftButton)
    assert page.tabs.tabText(page.tabs.currentIndex()) == "Downloads (1)"


def test_the_button_that_makes_it_fit(qtbot: QtBot, page: ModelsPage, parts: Parts) -> None:
    parts.view_models.settings.set_value("context_len", 65_536)
    search(qtbot, page, "tiny")
    open_first(qtbot, page)
    card = page.discover.repo_view.cards[1]
    qtbot.waitUntil(card.fix.isVisible)
    assert card.fix.text() == "Use 32k context"
    assert card.pill.text == "Fits with less context"
    QTest.mouseClick(card.fix, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.pill.text == "Runs on the GPU")
    assert parts.view_models.settings.value("context_len") == 32_768
    assert not card.fix.isVisible()


def test_an_error_is_said_with_the_button_that_helps(
    qtbot: QtBot, page: ModelsPage, hub: ScriptedHub
) -> None:
    hub.problem = HubError("The Hub does not answer; check the network.")
    search(qtbot, page, "tiny")
    state = page.discover.state
    assert state.sentence.text() == "The Hub does not answer; check the network."
    assert state.action.isVisible()
    hub.problem = None
    QTest.mouseClick(state.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.discover.list.isVisible)


def test_terms_are_accepted_with_a_token(qtbot: QtBot, page: ModelsPage, hub: ScriptedHub) -> None:
    hub.page = create_page(is_gated=True)
    search(qtbot, page, "tiny")
    open_first(qtbot, page)
    gate, cards = page.discover.repo_view.gate, page.discover.repo_view.cards
    assert gate.isVisible()
    assert "accept their terms" in gate.sentence.text()
    assert not cards[1].download.isEnabled()
    assert not gate.use_token.isEnabled()
    gate.token.setFocus()
    QTest.keyClicks(gate.token, "hf_good")
    QTest.keyClick(gate.token, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page._vm.repo.state is RepoState.READY and not gate.isVisible())
    assert hub.tokens == ["hf_good"]
    assert gate.token.text() == ""
    assert page.discover.repo_view.cards[1].download.isEnabled()


@pytest.mark.parametrize(("width", "is_side_by_side"), [(1280, True), (900, False)])
def test_results_and_repository_share_the_room(
    qtbot: QtBot, page: ModelsPage, parts: Parts, width: int, is_side_by_side: bool
) -> None:
    parts.window.resize(width, 700)
    search(qtbot, page, "tiny")
    open_first(qtbot, page)
    assert page.discover.repo_view.isVisible()
    assert page.discover.list.isVisible() == is_side_by_side
    if not is_side_by_side:
        assert page.discover.repo_view.back.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert page.discover.list.isVisible()
    assert not page.discover.repo_view.isVisible()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert parts.window.chat_page.isVisible()


def test_a_card_says_how_far_its_download_is(
    qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue
) -> None:
    queue.put("tiny", DownloadState.RUNNING, done_bytes=500_000_000)
    search(qtbot, page, "tiny")
    open_first(qtbot, page)
    card = page.discover.repo_view.cards[1]
    qtbot.waitUntil(lambda: card.progress.isVisible() and card.progress.text() == "25 % there")
    assert not card.download.isVisible()


def test_one_click_in_the_list_gets_the_recommended_file(
    qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue
) -> None:
    search(qtbot, page, "tiny")
    results = page.discover.list
    qtbot.waitUntil(lambda: results.button(0) is not None)
    button = results.button(0)
    assert button.accessibleName() == "Get 2.0 GB: tiny-GGUF"
    assert "Q4_K_M" in button.toolTip()
    assert "Fits" in results.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert results.visualRect(results.model().index(0, 0)).contains(button.geometry())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: button.text() == "0 %")
    assert queue.calls == [("add", "tiny Q4_K_M", False)]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert page.tabs.tabText(page.tabs.currentIndex()) == "Downloads (1)"


def test_results_far_below_get_their_buttons_as_soon(
    qtbot: QtBot, page: ModelsPage, hub: ScriptedHub
) -> None:
    hub.found = [create_found(f"somebody/tiny-{number}-GGUF") for number in range(100)]
    search(qtbot, page, "tiny")
    results, discover = page.discover.list, page._vm.discover
    while discover.can_show_more:
        discover.show_more()
        qtbot.waitUntil(lambda: discover.state is not DiscoverState.SEARCHING)
    qtbot.waitUntil(lambda: results.verticalScrollBar().maximum() > 3000)
    results.scrollToBottom()
    last = results.model().rowCount() - 1
    qtbot.waitUntil(lambda: results.button(last) is not None, timeout=2000)


def test_buttons_stand_at_the_end_of_a_line_and_have_room_for_their_words(
    qtbot: QtBot, page: ModelsPage
) -> None:
    results = page.discover.list
    qtbot.waitUntil(lambda: results.button(0) is not None)
    button = results.button(0)
    assert button is not None
    middle = results.viewport().width() // 2
    assert button.geometry().left() > middle
    results.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.waitUntil(lambda: button.geometry().right() < middle)
    before = button.width()
    row = page._vm.discover.index(0).data(DiscoverRole.OFFER)
    longer = replace(row, label="Chat with it, in a language with long words")
    assert results.fontMetrics().horizontalAdvance(longer.label) > before
    option = QStyleOptionViewItem()
    option.initFrom(results)
    assert _button_rect(option, longer).width() > results.fontMetrics().horizontalAdvance(
        longer.label
    )
