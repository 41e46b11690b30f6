"""The line that says what made an answer; a click opens all of it."""

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSizePolicy, QWidget

from app.viewmodels.formatting import tool_tip
from app.widgets.plain_widgets import create_label
from app.widgets.theme import em

Provenance = tuple[tuple[str, str], ...]


class Footnote(QPushButton):
    """One line, elided if too long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self._provenance: Provenance = ()
        self.popup: ProvenancePopup | None = None
        self.setProperty("look", "footnote")
        self.setAccessibleName(self.tr("What made this answer"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.clicked.connect(self._on_clicked)

    def show_answer(self, text: str, provenance: Provenance) -> None:
        """Show `text`; a click shows `provenance`."""
        self._provenance = provenance
        if text != self._full:
            self._full = text
            self.setAccessibleName(text or self.tr("What made this answer"))
            self.setAccessibleDescription(self.tr("Shows what made this answer"))
            self.setToolTip(tool_tip(text))
            self.updateGeometry()
            self._elide()

    def _elide(self) -> None:
        room = self.width() - self._extra
        self.setText(
            self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideRight, max(0, room))
        )

    @property
    def _extra(self) -> int:
        return em(self, 0.5)

    def _on_clicked(self) -> None:
        if self.popup is not None:
            self.popup.deleteLater()
        self.popup = ProvenancePopup(self._provenance, self)
        self.popup.show_above(self)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._full) + 2 * self._extra
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()


class ProvenancePopup(QFrame):
    """Names and values; a click elsewhere or Esc closes it."""

    def __init__(self, provenance: Provenance, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("modelPopup")
        self.setAccessibleName(self.tr("What made this answer"))
        grid = QGridLayout(self)
        side = em(self, 0.9)
        grid.setContentsMargins(side, side, side, side)
        grid.setHorizontalSpacing(em(self, 1.4))
        grid.setVerticalSpacing(em(self, 0.25))
        for row, (name, value) in enumerate(provenance):
            label, shown = create_label(self, "muted", name), create_label(self, "", value)
            for cell in (label, shown):
                cell.setWordWrap(False)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label, row, 0)
            grid.addWidget(shown, row, 1)

    def show_above(self, anchor: QWidget) -> None:
        """Open over `anchor`, within its screen."""
        self.adjustSize()
        at = anchor.mapToGlobal(QPoint(0, -self.height() - em(self, 0.3)))
        area = anchor.screen().availableGeometry()
        at.setX(max(area.left(), min(at.x(), area.right() - self.width())))
        if at.y() < area.top():
            at.setY(anchor.mapToGlobal(QPoint(0, anchor.height())).y())
        self.move(at)
        self.show()
