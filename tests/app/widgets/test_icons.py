"""Icons are drawn once a button is seen, in the colors of that time."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.icons import IconButton

SEEN = QColor(200, 20, 60)


@pytest.fixture(autouse=True)
def _no_theme(qapp: QApplication) -> Iterator[None]:
    """A style sheet has colors of its own, whatever a palette says."""
    sheet = qapp.styleSheet()
    qapp.setStyleSheet("")
    yield
    qapp.setStyleSheet(sheet)


def colors_of(button: IconButton) -> set[str]:
    """The colors of what is opaque in the button's icon."""
    picture = button.icon().pixmap(button.iconSize()).toImage()
    places = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
    opaque = [(x, y) for x, y in places if picture.pixelColor(x, y).alpha() == 255]
    return {picture.pixelColor(x, y).name() for x, y in opaque}


def test_a_button_draws_its_icon_when_it_is_shown(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    button = IconButton("close", "Close", parent)
    assert button.icon().isNull()
    assert button.iconSize().width() > 0
    palette = QPalette(parent.palette())
    palette.setColor(QPalette.ColorRole.PlaceholderText, SEEN)
    parent.setPalette(palette)
    assert button.icon().isNull()
    with qtbot.waitExposed(parent):
        parent.show()
    assert colors_of(button) == {SEEN.name()}


def test_a_button_that_was_hidden_shows_the_icon_and_colors_set_meanwhile(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    button = IconButton("copy", "Copy", parent)
    with qtbot.waitExposed(parent):
        parent.show()
    button.hide()
    before = button.icon().cacheKey()
    button.set_icon_name("check")
    palette = QPalette(parent.palette())
    palette.setColor(QPalette.ColorRole.PlaceholderText, SEEN)
    parent.setPalette(palette)
    button.show()
    assert button.icon().cacheKey() != before
    assert colors_of(button) == {SEEN.name()}
