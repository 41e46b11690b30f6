"""What the draft costs of the context, below the message box, with what helps."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.viewmodels import formatting
from app.viewmodels.chat.draft_cost import DraftCost
from app.widgets.plain_widgets import ElidedLabel, create_label
from app.widgets.theme import em


class CostLine(QWidget):
    """A sentence where something does not fit, then the sizes and the buttons."""

    def __init__(self, cost: DraftCost, parent: QWidget) -> None:
        super().__init__(parent)
        self._cost = cost
        self.problem = create_label(self, "caution")
        self.problem.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.size_label = ElidedLabel(self)
        self.size_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.cut = QPushButton(self.tr("Cut to fit"), self)
        self.reload = QPushButton(self.tr("Reload"), self)
        row = QHBoxLayout()
        row.setSpacing(em(self, 0.2))
        row.addWidget(self.size_label, 1)
        for button in (self.cut, self.reload):
            button.setProperty("look", "link")
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.problem)
        column.addLayout(row)
        self.cut.clicked.connect(cost.cut_file)
        self.reload.clicked.connect(cost.reload_model)
        cost.changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        cost = self._cost
        self.problem.setText(cost.problem)
        self.problem.setVisible(bool(cost.problem))
        self.size_label.set_text(cost.line)
        cut, reload = cost.cut, cost.reload
        self.cut.setVisible(cut is not None)
        if cut is not None:
            self.cut.setAccessibleName(self.tr("Cut {0} so that it fits").format(cut.name))
        self.reload.setVisible(reload is not None)
        if reload is not None:
            words = self.tr("Reload with {0} context (+{1})")
            self.reload.setText(words.format(reload.context, formatting.size(reload.more_bytes)))
