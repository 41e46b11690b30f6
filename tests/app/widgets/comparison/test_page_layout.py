"""Where things stand on the page that compares, and that nothing of it is cut off."""

from itertools import pairwise
from pathlib import Path

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from app.viewmodels.comparison.comparison_page import ComparisonViewModel, Question
from app.widgets.comparison.comparison_page import ComparisonPage
from app.widgets.comparison.wide_area import WideArea
from app.widgets.theme import Appearance, Theme
from tests.app.widgets.comparison.test_comparison_page import compare


def test_all_settings_of_a_configuration_are_as_far_apart(
    comparison: ComparisonViewModel, qtbot: QtBot, qapp: QApplication
) -> None:
    """In the theme, whose fields are not all of a height."""
    Theme(qapp).apply(Appearance("light"))
    page = ComparisonPage(comparison)
    qtbot.addWidget(page)
    page.resize(1100, 1400)  # more than it needs
    with qtbot.waitExposed(page):
        page.show()
    row = page.runs.parentWidget().parentWidget()
    column = [control for (at, _), control in page.grid.controls.items() if at == 0]

    def is_even() -> bool:
        centers = [control.y() + control.height() / 2 for control in column]
        steps = [below - above for above, below in pairwise(centers)]
        return row.height() < 2 * page.runs.height() and max(steps) - min(steps) <= 1

    qtbot.waitUntil(is_even)


def test_what_is_asked_and_how_often_stand_on_one_line(
    comparison: ComparisonViewModel, qtbot: QtBot, qapp: QApplication
) -> None:
    Theme(qapp).apply(Appearance("light"))
    page = ComparisonPage(comparison)
    qtbot.addWidget(page)
    page.resize(1100, 700)
    with qtbot.waitExposed(page):
        page.show()
    fields = (page.question, page.tokens, page.runs)
    assert len({field.height() for field in fields}) > 1
    centers = [field.mapTo(page, field.rect().center()).y() for field in fields]
    assert max(centers) - min(centers) <= 1


def test_the_name_of_each_question_is_read_whole(page: ComparisonPage) -> None:
    page.resize(1100, 600)
    combo = page.question
    widest = max(
        combo.fontMetrics().horizontalAdvance(combo.itemText(at)) for at in range(combo.count())
    )
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    field = combo.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, combo
    )
    assert field.width() >= widest


def test_what_can_be_done_with_the_verdict_is_scrolled_into_sight(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot, qapp: QApplication
) -> None:
    Theme(qapp).apply(Appearance("light"))
    page.resize(1060, 700)
    compare(page, comparison, qtbot)
    card = page.card
    qtbot.wait(100)  # it is seen whole at first, before its lines wrap
    qtbot.waitUntil(lambda: card.visibleRegion().boundingRect().height() == card.height())


def test_a_narrow_page_cuts_off_nothing_of_the_verdict(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot, tmp_path: Path
) -> None:
    page.resize(420, 600)
    comparison.ask(Question("code", "", 16, 3))
    compare(page, comparison, qtbot)

    def is_inside() -> bool:
        room = page._area.viewport().width()
        labels = (page.card.facts, page.card.reasoning, page.card.verdict)
        return all(
            label.mapTo(page, label.rect().topRight()).x() < room
            and label.height() >= label.heightForWidth(label.width())
            for label in labels
        )

    qtbot.waitUntil(is_inside)
    lines = page.card.findChild(WideArea)
    last = lines.widget().findChildren(QLabel)[-1]
    lines.ensureWidgetVisible(last)
    assert last.mapTo(lines, last.rect().bottomRight()).x() <= lines.width()
    page.card.write(tmp_path / "result.png")
    assert QPixmap(str(tmp_path / "result.png")).width() > lines.widget().width()
