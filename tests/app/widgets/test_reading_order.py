"""Tab goes through the window as it is read, whenever its parts were made."""

from collections.abc import Iterator
from itertools import chain

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.near_focus import NearFocusWindow
from app.widgets.page import COMPARISON_PAGE
from tests.app.widgets.test_main_window import ask

ALL = 100  # more than there are


@pytest.fixture
def right_to_left(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)


def walk(begin: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """What has the focus from `begin` on, until it is there again."""
    begin.setFocus()
    came_to = [begin]
    for _ in range(ALL):
        QTest.keyClick(came_to[-1], key)
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused is begin:
            return came_to
        came_to.append(focused)
    raise AssertionError("Tab does not come around")


def within(walked: list[QWidget], around: QWidget) -> list[int]:
    """Which steps of a walk were in `around`."""
    return [at for at, widget in enumerate(walked) if around.isAncestorOf(widget)]


def assert_read_in_order(parts: Parts) -> None:
    window = parts.window
    QApplication.processEvents()  # what has just been shown gets its place
    walked = walk(window.sidebar.collapse)
    places = [window.sidebar, window.top_bar, window.panes, window.settings_panel]
    places.append(window.meter_strip)
    steps = [within(walked, place) for place in places]
    assert all(steps)
    assert list(chain(*steps)) == list(range(len(walked)))
    texts = [at for at, widget in enumerate(walked) if widget.accessibleName() == "Your message"]
    answers = [at for at, widget in enumerate(walked) if widget.accessibleName() == "Answer"]
    assert texts < answers < [walked.index(window.chat_page.composer.edit)]
    backwards = walk(window.sidebar.collapse, Qt.Key.Key_Backtab)
    assert backwards[1:] == walked[:0:-1]


def test_messages_and_settings_come_where_they_stand(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Hello")
    parts.window.toggle_settings()
    assert_read_in_order(parts)


@pytest.mark.usefixtures("right_to_left")
def test_right_to_left_is_read_from_the_right(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Hello")
    parts.window.toggle_settings()
    assert parts.window.sidebar.mapTo(parts.window, QPoint()).x() > 0
    assert_read_in_order(parts)


def test_a_page_comes_before_the_meter(parts: Parts) -> None:
    parts.window.show_page("Models")
    walked = walk(parts.window.sidebar.collapse)
    page = within(walked, parts.window.page("Models"))
    assert page
    assert page == list(range(page[0], page[-1] + 1))
    assert within(walked, parts.window.meter_strip)[0] == page[-1] + 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_what_has_the_focus_is_in_sight(qtbot: QtBot, parts: Parts, key: Qt.Key) -> None:
    for number in range(6):
        ask(qtbot, parts, f"Question {number}")
    parts.window.toggle_settings()
    begin = focused = parts.window.sidebar.collapse
    begin.setFocus()
    for _ in range(3 * ALL):
        QTest.keyClick(focused, key)
        QApplication.processEvents()
        widget = QApplication.focusWidget()
        assert widget is not None
        focused = widget
        assert not focused.visibleRegion().isEmpty(), focused.accessibleName()
        if focused is begin:
            break
    assert focused is begin


def test_a_configuration_that_is_added_comes_in_its_place(parts: Parts) -> None:
    """Each setting is gone through from A to the last one, whenever their controls were made."""
    parts.window.show_page(COMPARISON_PAGE)
    grid = parts.window.page(COMPARISON_PAGE).grid
    grid.add.click()
    QApplication.processEvents()
    walked = walk(grid.add)
    names = list(dict.fromkeys(name for _, name in grid.controls))
    in_order = [grid.controls[column, name] for name in names for column in range(3)]
    assert [widget for widget in walked if widget in grid.controls.values()] == in_order


def test_a_control_that_was_left_may_be_deleted(qtbot: QtBot) -> None:
    """What moves the focus leaves each widget with its own parent, in Python too."""
    window = NearFocusWindow()
    qtbot.addWidget(window)
    content = QWidget(window)
    column = QVBoxLayout(content)
    gone, text = QPushButton("Go", content), QTextEdit(content)
    document = text.document()
    for widget in (gone, text):
        column.addWidget(widget)
    window.setCentralWidget(content)
    with qtbot.waitExposed(window):
        window.show()
    gone.setFocus()
    gone.hide()
    assert QApplication.focusWidget() is text
    gone.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del gone
    assert shiboken6.isValid(document)
