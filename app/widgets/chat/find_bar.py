"""The bar above a conversation in which text is typed to find it there."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from app.widgets.icons import IconButton
from app.widgets.theme import em


class FindBar(QWidget):
    """A field, the number of the hit, and buttons.

    Signals:
        query_changed(text: str)
        step_pressed(step: int): to the next hit (1) or the previous one (-1).
        closed()
        counted(): `count` says another number.
    """

    query_changed = Signal(str)
    step_pressed = Signal(int)
    closed = Signal()
    counted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find in this chat"))
        self.field.setAccessibleName(self.tr("Find in this chat"))
        self.field.setMaximumWidth(em(self, 24))
        self.field.textChanged.connect(self.query_changed)
        self.count = QLabel(self)
        self.count.setProperty("look", "muted")
        self.previous = IconButton("arrow-up", self.tr("Previous hit (Shift+F3)"), self)
        self.next = IconButton("arrow-down", self.tr("Next hit (F3)"), self)
        self.close_button = IconButton("close", self.tr("Close (Esc)"), self)
        self.previous.clicked.connect(lambda: self.step_pressed.emit(-1))
        self.next.clicked.connect(lambda: self.step_pressed.emit(1))
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(em(self, 1.2), em(self, 0.3), em(self, 1.2), em(self, 0.3))
        row.setSpacing(em(self, 0.4))
        row.addStretch(1)
        row.addWidget(self.field, 4)
        for control in (self.count, self.previous, self.next, self.close_button):
            row.addWidget(control)
        row.addStretch(1)
        self.show_count(0, 0, has_query=False)

    def show_count(
        self, number: int, total: int, *, has_query: bool, is_more: bool = False
    ) -> None:
        """Show that hit `number` of `total` is the current one; `is_more`: at least so many."""
        shown = f"{total:,}+" if is_more else f"{total:,}"
        if not has_query:
            words = ""
        elif not total:
            words = self.tr("Not found")
        else:
            words = self.tr("{0} of {1}").format(f"{number:,}", shown)
        if words != self.count.text():
            self.count.setText(words)
            self.counted.emit()
        self.previous.setEnabled(total > 0)
        self.next.setEnabled(total > 0)

    def take_focus(self) -> None:
        """Let the person type."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step_pressed.emit(-1 if is_back else 1)
        else:
            super().keyPressEvent(event)
