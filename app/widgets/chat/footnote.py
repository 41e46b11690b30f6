"""The line that says what made an answer; a click opens all of it."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QPushButton, QSizePolicy, QWidget

from app.viewmodels.formatting import tool_tip
from app.widgets.plain_widgets import create_label
from app.widgets.theme import em

Provenance = tuple[tuple[str, str], ...]


class Footnote(QPushButton):
    """One line, elided if too long.

    Signals:
        tint_toggled(): mark what accepted drafts brought, or no longer.
    """

    tint_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self._provenance: Provenance = ()
        self._is_tinted: bool | None = None
        self.popup: ProvenancePopup | None = None
        self.setProperty("look", "footnote")
        self.setAccessibleName(self.tr("What made this answer"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.clicked.connect(self._on_clicked)

    def show_answer(
        self, text: str, provenance: Provenance, *, is_tinted: bool | None = None
    ) -> None:
        """Show `text`; a click shows `provenance`, and a switch if there is something to tint."""
        self._provenance, self._is_tinted = provenance, is_tinted
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
        if self._is_tinted is not None:
            self.popup.add_tint(is_on=self._is_tinted).toggled.connect(self.tint_toggled)
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
        grid = self._grid = QGridLayout(self)
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

    def add_tint(self, *, is_on: bool) -> QCheckBox:
        """Add the switch that marks what accepted drafts brought."""
        tint = QCheckBox(self.tr("Tint the words that came from drafts"), self)
        tint.setChecked(is_on)
        self._grid.addWidget(tint, self._grid.rowCount(), 0, 1, 2)
        return tint

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
