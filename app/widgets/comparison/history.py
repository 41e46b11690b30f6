"""Earlier comparisons: a line for each, to be shown again or removed."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import create_label
from app.widgets.theme import em

_MAX_SHOWN = 30


class HistoryList(QWidget):
    """The history of a ComparisonViewModel, read when it is shown or changes."""

    def __init__(self, comparison: ComparisonViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self.rows: list[QPushButton] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(em(self, 0.2))
        comparison.history_changed.connect(self.refresh)
        comparison.state_changed.connect(self._on_state_changed)
        self.refresh()

    def refresh(self) -> None:
        """Read the history."""
        self.rows.clear()
        for child in self.findChildren(QWidget):
            child.hide()
            child.deleteLater()
        while self._column.takeAt(0) is not None:
            pass
        history = self._comparison.history[:_MAX_SHOWN]
        self.setVisible(bool(history))
        self._column.addWidget(create_label(self, "section", self.tr("Earlier comparisons")))
        for kept in history:
            title, detail = self._comparison.describe(kept)
            button = QPushButton(f"{title}\n{detail}", self)
            button.setProperty("look", "row")
            button.setAccessibleName(f"{title}. {detail}")
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            button.clicked.connect(partial(self._comparison.show, kept))
            remove = IconButton("trash", self.tr("Remove from the history"), self, size=1.0)
            remove.clicked.connect(partial(self._comparison.delete, kept))
            line = QHBoxLayout()
            line.addWidget(button, 1)
            line.addWidget(remove)
            self._column.addLayout(line)
            self.rows.append(button)

    def _on_state_changed(self) -> None:
        for row in self.rows:
            row.setEnabled(not self._comparison.is_running)
