"""The result: one verdict, the facts below it, and a line for each configuration."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels import formatting
from app.viewmodels.comparison import words
from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.widgets.comparison.wide_area import WideArea
from app.widgets.plain_widgets import create_label, create_selectable_label
from app.widgets.theme import em


class ResultCard(QFrame):
    """Shows the result of a ComparisonViewModel.

    Signals:
        race_pressed(): show the answers at the speeds that were measured.
    """

    race_pressed = Signal()

    def __init__(self, comparison: ComparisonViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("engineCard")
        self._comparison = comparison
        self.who = create_label(self, "section")
        self.verdict = create_label(self, "title")
        self.facts = create_selectable_label(self)
        self.reasoning = create_label(self, "small")
        self.problem = create_label(self, "danger")
        self.winner = QPushButton(self.tr("Use the winner for this model"), self)
        self.winner.setProperty("look", "accent")
        self.race = QPushButton(self.tr("Show the race"), self)
        self.save = QToolButton(self)
        self._buttons = (self.winner, self.race, self.save)
        self._details = create_label(self, "small")
        self._lines = QWidget(self)
        self._lines.setObjectName("libraryBody")
        self._area = WideArea(self._lines, self)
        self._arrange()
        self.winner.clicked.connect(comparison.use_winner)
        self.race.clicked.connect(self.race_pressed)
        comparison.result_changed.connect(self._on_result_changed)
        comparison.state_changed.connect(self._on_state_changed)
        self._on_result_changed()

    def save_as(self, ending: str) -> None:
        """Ask for a file and write the result."""
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the comparison"), f"comparison.{ending}", f"*.{ending}"
        )
        if name:
            path = Path(name)
            has_ending = path.suffix.lower() == f".{ending}"
            self.write(path if has_ending else path.with_name(f"{path.name}.{ending}"))

    def write(self, path: Path) -> None:
        """Write the result: a picture of the card, JSON or CSV, by the name's ending."""
        problem = ""
        if path.suffix.lower() == ".png":
            if not self._picture().save(str(path)):
                problem = self.tr("{0} cannot be written.").format(path.name)
        else:
            problem = self._comparison.export(path)
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _picture(self) -> QPixmap:
        """The card without its buttons, as wide as its lines need."""
        shown = [button for button in self._buttons if not button.isHidden()]
        for button in shown:
            button.hide()
        layout = self.layout()
        assert layout is not None
        size = self.size()
        needed = self._lines.minimumSizeHint().width()
        width = size.width() + max(0, needed - self._area.width())
        self.resize(width, layout.totalHeightForWidth(width))
        layout.activate()
        picture = self.grab()
        for button in shown:
            button.show()
        self.resize(size)
        return picture

    def _arrange(self) -> None:
        self.save.setText(self.tr("Save as"))
        self.save.setAccessibleName(self.tr("Save the comparison"))
        self.save.setProperty("look", "button")
        self.save.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.save)
        for ending, text in (
            ("csv", self.tr("Table of all runs (CSV)")),
            ("json", self.tr("Everything (JSON)")),
            ("png", self.tr("Picture of this card (PNG)")),
        ):
            menu.addAction(text).triggered.connect(partial(self.save_as, ending))
        self.save.setMenu(menu)
        buttons = QHBoxLayout()
        for button in self._buttons:
            buttons.addWidget(button)
        buttons.addStretch()
        column = QVBoxLayout(self)
        side = em(self, 1.1)
        column.setContentsMargins(side, side, side, side)
        column.setSpacing(em(self, 0.5))
        for widget in (
            self.who,
            self.verdict,
            self.facts,
            self._area,
            self._details,
            self.reasoning,
        ):
            column.addWidget(widget)
        column.addLayout(buttons)
        column.addWidget(self.problem)
        self.problem.hide()

    def _on_result_changed(self) -> None:
        kept = self._comparison.result
        self.setVisible(kept is not None)
        if kept is None:
            return
        comparison, table = kept.comparison, self._comparison.table
        one, other = comparison.headline
        verdict = comparison.verdict(one, other)
        letters = table.letter(one), table.letter(other)
        self.who.setText(self.tr("{0} against {1}").format(*letters))
        self.verdict.setText(words.speed(verdict.speed))
        self.facts.setText(words.facts(comparison, one, other))
        _, details = self._comparison.describe(kept)
        self._details.setText(details)
        self.reasoning.setText(words.reasoning(verdict.speed))
        self._on_state_changed()
        self.race.setVisible(any(comparison.texts))
        self._fill_lines()

    def _on_state_changed(self) -> None:
        self.winner.setVisible(bool(self._comparison.winner_differences))

    def _fill_lines(self) -> None:
        kept = self._comparison.result
        assert kept is not None
        old = self._lines.layout()
        if old is not None:
            for child in self._lines.findChildren(QWidget):
                child.hide()
                child.deleteLater()
            QWidget().setLayout(old)
        grid = QGridLayout(self._lines)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(em(self, 1.4))
        comparison = kept.comparison
        heads = (
            self.tr("Configuration"), self.tr("Median"), self.tr("Runs within"),
            self.tr("Against A"), self.tr("Recaptures"), self.tr("Tokens"),
        )  # fmt: skip
        for column, head in enumerate(heads):
            grid.addWidget(create_label(self._lines, "section", head), 0, column)
        for row, measured in enumerate(comparison.measurements):
            verdict = comparison.verdict(row)
            cells = (
                self._comparison.line_title(row),
                formatting.rate(measured.tok_s),
                words.percent(measured.spread),
                words.short_speed(verdict.speed) if row else "",
                formatting.count(measured.last.recaptures),
                words.tokens(verdict) if row else "",
            )
            for column, cell in enumerate(cells):
                label = create_label(self._lines, "", cell)
                label.setAlignment(Qt.AlignmentFlag.AlignTop)
                grid.addWidget(label, row + 1, column)
        grid.setColumnStretch(0, 2)
        for column in (3, 5):
            grid.setColumnStretch(column, 1)
