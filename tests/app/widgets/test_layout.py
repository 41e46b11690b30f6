"""Longer words, larger text, a small window, right to left: nothing is cut off or pushed out."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize, Qt, QTranslator
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSlider, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.services.languages import TRANSLATED, translations_dir
from app.widgets.card_button import WrappingButton
from app.widgets.chat.welcome import NoModelPage
from app.widgets.library.state_panel import StatePanel
from app.widgets.page import COMPARISON_PAGE
from tests.app.widgets.test_accessibility import dialogs

SMALL = QSize(1024, 700)
LONG = 30_000  # ms: on a slow, busy machine


class Longer(QTranslator):
    """A language whose texts are 40 % longer, in words of usual length."""

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return text + " ñé" * max(1, round(len(text) * 0.4 / 3))

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        return False


@pytest.fixture
def longer(qapp: QApplication) -> Iterator[None]:
    """Before the window is made."""
    translator = Longer()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.fixture
def sized(parts: Parts) -> Iterator[Parts]:
    """The font belongs to the application, and so to the next test."""
    yield parts
    parts.view_models.settings.reset("font_scale")


@pytest.fixture
def right_to_left(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)


def pushed_out(root: QWidget) -> list[str]:
    """Visible widgets under `root` that reach beyond its left or right edge."""
    shown = (w for w in root.findChildren(QWidget) if w.isVisible() and w.window() is root)
    return [
        describe(widget)
        for widget in shown
        if widget.mapTo(root, widget.rect().topLeft()).x() < -1
        or widget.mapTo(root, widget.rect().topRight()).x() > root.width()
    ]


def cut_off(root: QWidget) -> list[str]:
    """Buttons and labels that are narrower than their words, or lower than their lines."""
    cut = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not root.window():
            continue
        if isinstance(widget, QPushButton) and not widget.hasHeightForWidth():
            needed = QFontMetrics(widget.font()).horizontalAdvance(widget.text())
            if needed > widget.width():
                cut.append(describe(widget))
        elif isinstance(widget, QPushButton) or (
            isinstance(widget, QLabel) and widget.wordWrap() and widget.text()
        ):
            needed = widget.heightForWidth(widget.width())
            if needed > widget.height() + 1:
                cut.append(describe(widget))
    return cut


def describe(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()} {widget.accessibleName()[:40]!r}"


def look_at_everything(parts: Parts, qtbot: QtBot) -> None:
    """The empty chat, an answer, every tab of the settings, in a small window."""
    window = parts.window
    window.resize(SMALL)
    QApplication.processEvents()
    assert window.size() == SMALL
    check(window, qtbot)
    parts.view_models.chat.send("Hello")
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy, timeout=LONG)
    check(window, qtbot)
    window.toggle_settings()
    panel = window.settings_panel
    for tab in range(panel.tabs.count()):
        panel.tabs.setCurrentIndex(tab)
        check(window, qtbot)
        assert panel._area.widget().width() == panel._area.viewport().width()
    panel.search.setText("a")
    check(window, qtbot)
    assert window.size() == SMALL


def check(window: QWidget, qtbot: QtBot) -> None:
    """A text that wraps changes the height of what holds it, so that a layout takes some turns."""

    def fits() -> None:
        assert not pushed_out(window)
        assert not cut_off(window)

    qtbot.waitUntil(fits, timeout=LONG)


@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.usefixtures("longer")
def test_longer_words_fit(qtbot: QtBot, sized: Parts, scale: int) -> None:
    sized.view_models.settings.set_value("font_scale", scale)
    assert "ñé" in sized.window.sidebar.new_chat.text()
    look_at_everything(sized, qtbot)


@pytest.fixture
def translated(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[None]:
    """A language of ours, before the window is made."""
    translator = QTranslator()
    assert translator.load(f"encore_{request.param}", str(translations_dir()))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.parametrize("translated", TRANSLATED, indirect=True)
@pytest.mark.usefixtures("translated")
def test_tabs_of_the_settings_are_whole_in_every_language(qtbot: QtBot, parts: Parts) -> None:
    window, panel = parts.window, parts.window.settings_panel
    window.resize(SMALL)
    window.toggle_settings()
    check(window, qtbot)
    assert panel.tabs.width() >= panel.tabs.sizeHint().width()
    assert window.sidebar.isVisible()
    assert window.size() == SMALL


@pytest.mark.parametrize("settings_text", ['[appearance]\ntheme = "light"\nfont_scale = 200\n'])
def test_large_text_fits_from_the_start(qtbot: QtBot, sized: Parts) -> None:
    assert sized.window.sidebar.isVisible()
    look_at_everything(sized, qtbot)
    sized.window.toggle_settings()
    sized.window.show_page("Models")
    tabs = sized.window.page("Models").tabs
    for tab in range(tabs.count()):
        tabs.setCurrentIndex(tab)
        check(sized.window, qtbot)


@pytest.mark.parametrize("scale", [1.3, 2.0])
@pytest.mark.usefixtures("longer")
def test_the_page_without_a_model_fits_after_the_text_has_grown(qtbot: QtBot, scale: float) -> None:
    page = NoModelPage()
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    check(page, qtbot)
    font = page.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    page.setFont(font)
    check(page, qtbot)


@pytest.mark.usefixtures("right_to_left")
def test_right_to_left_fits(qtbot: QtBot, parts: Parts) -> None:
    window = parts.window
    look_at_everything(parts, qtbot)
    if window.sidebar.isHidden():
        window.toggle_sidebar()
    assert window.settings_panel.x() < window.sidebar.x()


def test_all_settings_of_a_configuration_are_in_sight(qtbot: QtBot, parts: Parts) -> None:
    """Also where the page was made before it was shown."""
    window = parts.window
    window.resize(1200, 1400)
    (page,) = (page for page in parts.view_models.pages if page.label == COMPARISON_PAGE)
    window.prepare_page(page)
    qtbot.wait(50)
    window.show_page(COMPARISON_PAGE)
    parts.view_models.comparison.table.set_value(1, "kvpad", False)
    QApplication.processEvents()
    grid = window.page(COMPARISON_PAGE).grid
    for control in grid.controls.values():
        assert control.visibleRegion().boundingRect().height() == control.height()


@pytest.mark.usefixtures("longer")
def test_dialogs_with_large_text_fit_the_screen(sized: Parts) -> None:
    """Their last buttons, too."""
    sized.window.resize(SMALL)
    sized.view_models.settings.set_value("font_scale", 200)
    for dialog in dialogs(sized):
        dialog.show()
        QApplication.processEvents()
        room, size = QSize(SMALL.width(), dialog.screen().availableSize().height()), dialog.size()
        dialog.close()
        assert size.boundedTo(room) == size, f"{type(dialog).__name__}: {size}"


@pytest.mark.usefixtures("right_to_left")
def test_right_to_left_a_slider_is_filled_from_its_least_value(parts: Parts) -> None:
    assert filled_at_the_right(parts)


def test_a_slider_is_filled_from_its_least_value(parts: Parts) -> None:
    assert not filled_at_the_right(parts)


def filled_at_the_right(parts: Parts) -> bool:
    """Where a slider with a small value has the color of the accent."""
    window = parts.window
    window.toggle_settings()
    editor = window.settings_panel.editors["min_p"]
    window.settings_panel.reveal(editor)
    slider = editor.slider
    assert isinstance(slider, QSlider)
    slider.setValue(slider.minimum() + (slider.maximum() - slider.minimum()) // 4)
    QApplication.processEvents()
    picture, middle = slider.grab().toImage(), slider.height() // 2
    left, right = (picture.pixelColor(x, middle) for x in (3, slider.width() - 4))
    accent = slider.palette().color(QPalette.ColorRole.Accent)
    assert (left == accent) != (right == accent)
    return right == accent


def test_numbers_stay_readable_when_the_text_grows(qtbot: QtBot, sized: Parts) -> None:
    window = sized.window
    window.resize(SMALL)
    window.show_page(COMPARISON_PAGE)
    sized.view_models.settings.set_value("font_scale", 200)
    page = window.page(COMPARISON_PAGE)

    def is_readable(spin: QSpinBox) -> bool:
        right = spin.mapTo(page, spin.rect().topRight()).x()
        return spin.width() >= spin.minimumSizeHint().width() and right < page.width()

    qtbot.waitUntil(lambda: is_readable(page.tokens) and is_readable(page.runs), timeout=LONG)


def test_the_first_page_fits_beside_the_conversations_of_a_small_window(qtbot: QtBot) -> None:
    page = NoModelPage()
    qtbot.addWidget(page)
    page.show_state(hint="", can_fetch=True, progress="", fraction=0.0)
    page.resize(410, 320)
    page.show()
    check(page, qtbot)


def test_the_icon_of_an_empty_page_gives_way_to_its_words(qtbot: QtBot) -> None:
    panel = StatePanel()
    qtbot.addWidget(panel)
    panel.show_state("library", "There is no model yet. Find one, or drop a file here.", "Find one")
    lines = panel.sentence.fontMetrics().height() * 2
    panel.resize(300, lines + panel.action.sizeHint().height() * 2)
    panel.show()
    check(panel, qtbot)
    (icon,) = (label for label in panel.findChildren(QLabel) if not label.pixmap().isNull())
    assert not icon.isVisible()
    panel.resize(300, 600)
    assert icon.isVisible()


def test_a_button_has_as_many_lines_as_its_words_need(qtbot: QtBot) -> None:
    page = NoModelPage()
    qtbot.addWidget(page)
    page.show_state(hint="", can_fetch=True, progress="", fraction=0.0)
    button = page.findChild(WrappingButton)
    words = button.text()

    for text, is_broken in ((words, False), (f"{words} {words}", True)):
        button.setText(text)
        page.resize(420, 600)
        page.show()
        check(page, qtbot)
        assert (button.height() > button.sizeHint().height()) == is_broken
        measured = button.fontMetrics()
        assert all(
            measured.horizontalAdvance(line) < button.width()
            for line in button.lines(button.width())
        )


def test_the_conversations_give_way_to_the_settings(sized: Parts) -> None:
    window = sized.window
    window.resize(SMALL)
    sized.view_models.settings.set_value("font_scale", 200)
    window.toggle_settings()
    assert window.sidebar.isHidden()
    window.toggle_settings()
    assert window.sidebar.isVisible()
    window.toggle_settings()
    window.toggle_sidebar()
    assert window.sidebar.isVisible()
    assert window.settings_panel.isHidden()
    sized.view_models.settings.set_value("font_scale", 100)
    window.toggle_settings()
    assert window.sidebar.isVisible()
