"""The page Compare: a question, configurations, the race, one card with the verdict."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.comparison.comparison_page import (
    MAX_NEW_TOKENS,
    MIN_SHOWN_RUNS,
    OWN,
    ComparisonViewModel,
)
from app.widgets.comparison.controls import create_combo, create_spin, name_control, show_value
from app.widgets.comparison.history import HistoryList
from app.widgets.comparison.lanes import Lanes
from app.widgets.comparison.result_card import ResultCard
from app.widgets.comparison.table import ConfigurationGrid
from app.widgets.flow_layout import FlowLayout
from app.widgets.page import PageWidget
from app.widgets.plain_widgets import Column, TextField, create_area, create_bar, create_label
from app.widgets.theme import em

_MAX_RUNS = 20
_COLUMN_EMS = 72
_SETTLES_MS = 500  # a card with lines that wrap gets its height in several rounds of layout


class ComparisonPage(PageWidget):
    """Shows a ComparisonViewModel."""

    def __init__(self, comparison: ComparisonViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comparisonPage")
        self._comparison = comparison
        self.question = create_combo(self, comparison.questions, self._on_question_chosen)
        self.question.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.own = TextField(self.tr("Your question"), self)
        self.tokens = create_spin(self, 16, MAX_NEW_TOKENS, 16, partial(self._ask, "new_tokens"))
        self.runs = create_spin(self, MIN_SHOWN_RUNS, _MAX_RUNS, 1, partial(self._ask, "num_runs"))
        self.grid = ConfigurationGrid(comparison.table, self)
        self.start = QPushButton(self.tr("Compare"), self)
        self.stop = QPushButton(self.tr("Stop"), self)
        self.status = create_label(self, "muted")
        self._bar = create_bar(self)
        self.lanes = Lanes(comparison, self)
        self.card = ResultCard(comparison, self)
        self.history = HistoryList(comparison, self)
        self._area: QScrollArea
        self._sought: QWidget = self.lanes
        self._settling = QTimer(self, singleShot=True, interval=_SETTLES_MS)
        self._arrange()
        self._connect()
        self._show_question()
        self._on_state_changed()

    def take_focus(self) -> None:
        """Put the focus on what begins the comparison."""
        self.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self) -> None:
        body = QWidget(self)
        body.setObjectName("libraryBody")
        inside = Column(_COLUMN_EMS, body)
        outer = QHBoxLayout(body)
        side = em(self, 1.4)
        outer.setContentsMargins(side, side, side, side)
        outer.addStretch(1)
        outer.addWidget(inside, 100)
        outer.addStretch(1)
        intro = self.tr(
            "The same question is answered in each configuration, in turns, after a warm-up. "
            "Nothing is written into your chats, and the model is set as before afterwards."
        )
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.9))
        column.addWidget(create_label(self, "title", self.tr("Compare")))
        column.addWidget(create_label(self, "muted", intro))
        column.addWidget(self._create_question_row())
        column.addWidget(self.own)
        column.addWidget(self.grid)
        column.addLayout(self._create_start_row())
        for widget in (self._bar, self.card, self.lanes, self.history):
            column.addWidget(widget)
        column.addStretch(1)
        self._area = create_area(body, self)
        self._area.setObjectName("libraryArea")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)

    def _create_question_row(self) -> QWidget:
        """What is asked and how often, in several lines where it is narrow."""
        self.own.setPlaceholderText(self.tr("Your question"))
        self.own.setFixedHeight(em(self, 6))
        row = QWidget(self)
        flow = FlowLayout(row, em(self, 1.2))
        for text, control in (
            (self.tr("Question"), self.question),
            (self.tr("Tokens"), self.tokens),
            (self.tr("Runs"), self.runs),
        ):
            name_control(control, text)
            pair = QWidget(row)
            label = create_label(pair, "muted", text)
            label.setWordWrap(False)
            line = QHBoxLayout(pair)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(em(self, 0.6))
            line.addWidget(label)
            line.addWidget(control)
            flow.addWidget(pair)
        return row

    def _create_start_row(self) -> QHBoxLayout:
        self.start.setProperty("look", "accent")
        row = QHBoxLayout()
        row.setSpacing(em(self, 0.8))
        row.addWidget(self.start)
        row.addWidget(self.stop)
        row.addWidget(self.status, 1)
        return row

    def _connect(self) -> None:
        comparison = self._comparison
        self.start.clicked.connect(comparison.start)
        self.stop.clicked.connect(comparison.stop)
        self.own.textChanged.connect(self._on_own_changed)
        self.card.race_pressed.connect(self._on_race_pressed)
        self._area.verticalScrollBar().rangeChanged.connect(self._show_sought_later)
        comparison.state_changed.connect(self._on_state_changed)
        comparison.result_changed.connect(self._on_result_changed)

    def _ask(self, field: str, value: object) -> None:
        question = replace(self._comparison.question, **{field: value})  # type: ignore[arg-type]
        self._comparison.ask(question)

    def _on_question_chosen(self, name: str) -> None:
        self._ask("name", name)
        self._show_question()
        if name == OWN:
            self.own.setFocus()

    def _on_own_changed(self) -> None:
        self._ask("text", self.own.toPlainText())

    def _show_question(self) -> None:
        question = self._comparison.question
        show_value(self.question, question.name)
        show_value(self.tokens, question.new_tokens)
        show_value(self.runs, question.num_runs)
        self.own.setVisible(question.name == OWN)

    def _on_state_changed(self) -> None:
        comparison, is_running = self._comparison, self._comparison.is_running
        for widget in (self.question, self.own, self.tokens, self.runs, self.grid):
            widget.setEnabled(not is_running)
        shown, hidden = (self.stop, self.start) if is_running else (self.start, self.stop)
        begins = is_running and self.stop.isHidden()
        had_focus = hidden.hasFocus()
        self.start.setEnabled(comparison.can_start)
        shown.show()
        if had_focus:
            shown.setFocus()
        hidden.hide()
        self._bar.setVisible(is_running)
        self._bar.setValue(round(1000 * comparison.fraction))
        self._bar.setAccessibleName(comparison.status)
        self.status.setText(comparison.status or comparison.problem)
        if begins:
            self._scroll_to(self.lanes)

    def _on_result_changed(self) -> None:
        if self._comparison.result is not None:
            self._scroll_to(self.card)

    def _on_race_pressed(self) -> None:
        self.lanes.race()
        self._scroll_to(self.lanes)

    def _scroll_to(self, widget: QWidget) -> None:
        """Scroll until `widget` is seen, also while what was shown or hidden gets its place."""
        self._sought = widget
        self._settling.start()
        self._show_sought_later()

    def _show_sought_later(self) -> None:
        # Qt tells the new range before it lays the page out.
        QTimer.singleShot(0, self, self._show_sought)

    def _show_sought(self) -> None:
        if self._settling.isActive():
            self._area.ensureWidgetVisible(self._sought)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
