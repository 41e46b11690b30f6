"""Replaces an empty view: an icon, a sentence, an optional button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.widgets.icons import icon_pixmap
from app.widgets.plain_widgets import create_selectable_label
from app.widgets.theme import em


class StatePanel(QWidget):
    """For the states empty, busy, offline and failed.

    Signals:
        action_pressed(): the button was pressed.
    """

    action_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._has_icon = False
        self._icon = QLabel(self)
        self._icon.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._busy = QProgressBar(self)
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setAccessibleName(self.tr("Busy"))
        self._busy.setFixedWidth(em(self, 9))
        self.sentence = create_selectable_label(self, "muted")
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.sentence.setMaximumWidth(em(self, 36))
        self.action = QPushButton(self)
        self.action.clicked.connect(self.action_pressed)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(em(self, 0.9))
        column.addStretch(2)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self.sentence, 20)
        middle.addStretch(1)
        for widget in (self._icon, self._busy):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(middle)
        column.addWidget(self.action, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.show_state("info", "")

    def show_state(self, icon: str, sentence: str, action: str = "") -> None:
        """Show `sentence` under `icon`; without an icon, a busy indicator."""
        self._busy.setVisible(not icon)
        self._has_icon = bool(icon)
        if icon:
            color = self.palette().placeholderText().color().name()
            self._icon.setPixmap(icon_pixmap(icon, color, em(self, 2.6), self.devicePixelRatioF()))
        self.sentence.setText(sentence)
        self.action.setText(action)
        self.action.setAccessibleName(action or self.tr("Nothing to do"))
        self.action.setVisible(bool(action))
        self._fit()

    def _fit(self) -> None:
        """Show the icon where the words leave room for it."""
        self._icon.setVisible(self._has_icon)
        if self._column.totalHeightForWidth(self.width()) > self.height():
            self._icon.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
