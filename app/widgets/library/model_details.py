"""The panel beside the table of models: the chosen one in detail."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.library.model_details import Fact, ModelDetails
from app.widgets.library.pill import Pill
from app.widgets.library.quant_card import MemoryBar
from app.widgets.plain_widgets import create_area, create_label, create_selectable_label
from app.widgets.theme import em


class ModelDetailsPanel(QFrame):
    """Shows a ModelDetails; empty without a model."""

    def __init__(self, details: ModelDetails, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("libraryCard")
        self._details = details
        self.title = create_selectable_label(self, "heading")
        self.pill = Pill(self)
        self.memory = MemoryBar(self)
        self._facts = QFormLayout()
        self._shown: tuple[Fact, ...] = ()
        self.look = QPushButton(self.tr("Look for a newer file"), self)
        self.outcome = create_selectable_label(self, "small")
        self.get = QPushButton(self)
        self._arrange()
        self.look.clicked.connect(details.look_for_newer)
        self.get.clicked.connect(details.get_newer)
        details.changed.connect(self._on_changed)
        self._on_changed()

    def _arrange(self) -> None:
        body = QWidget(self)
        body.setObjectName("libraryBody")
        self._facts.setHorizontalSpacing(em(self, 0.8))
        self._facts.setVerticalSpacing(em(self, 0.35))
        column = QVBoxLayout(body)
        side = em(self, 1.0)
        column.setContentsMargins(side, side, side, side)
        column.setSpacing(em(self, 0.7))
        column.addWidget(self.title)
        column.addWidget(self.pill, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.memory)
        column.addLayout(self._facts)
        for widget in (self.look, self.get):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
        column.insertWidget(column.indexOf(self.get), self.outcome)
        column.addStretch()
        area = create_area(body, self)
        area.setObjectName("libraryArea")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(area)

    def _on_changed(self) -> None:
        details = self._details
        self.title.setText(details.name)
        self.pill.show_word(details.verdict.label, details.verdict.tone)
        self.pill.setToolTip(details.verdict.sentence)
        self.memory.show_verdict(details.verdict)
        self._show_facts()
        self.look.setVisible(details.can_look_for_newer)
        self.outcome.setText(details.outcome)
        self.outcome.setVisible(bool(details.outcome))
        self.get.setText(details.newer_label)
        self.get.setAccessibleName(details.newer_label or self.tr("Nothing to do"))
        self.get.setVisible(bool(details.newer_label))

    def _show_facts(self) -> None:
        if self._shown == self._details.facts:
            return
        self._shown = self._details.facts
        while self._facts.rowCount():
            self._facts.removeRow(0)
        for caption, text in self._details.facts:
            value = create_selectable_label(self, "small")
            value.setText(text)
            value.setAccessibleName(f"{caption}: {text}")
            self._facts.addRow(create_label(self, "muted", caption), value)
