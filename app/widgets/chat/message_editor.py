"""The editor of an earlier message, which is sent again."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.widgets.theme import em
from app.widgets.wrapping import fit_wrapping

_MAX_LINES = 14


class MessageEditor(QFrame):
    """Enter sends, Shift+Enter breaks the line, Esc cancels.

    Signals:
        submitted(text: str)
        cancelled()
        height_changed(): `height_for` has changed.
    """

    submitted = Signal(str)
    cancelled = Signal()
    height_changed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("editFrame")
        self._edit = QPlainTextEdit(self)
        fit_wrapping(self._edit, text)
        self._edit.setPlainText(text)
        self._edit.setAccessibleName(self.tr("Edit your message"))
        self._edit.setTabChangesFocus(True)
        self._edit.installEventFilter(self)
        cancel = QPushButton(self.tr("Cancel"), self)
        self._send = QPushButton(self.tr("Send"), self)
        self._send.setProperty("look", "accent")
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(cancel)
        buttons.addWidget(self._send)
        column = QVBoxLayout(self)
        column.addWidget(self._edit)
        column.addLayout(buttons)
        cancel.clicked.connect(self.cancelled)
        self._send.clicked.connect(self._submit)
        self._edit.document().documentLayout().documentSizeChanged.connect(self.height_changed)

    def take_focus(self) -> None:
        """Put the cursor at the end of the text."""
        self._edit.moveCursor(self._edit.textCursor().MoveOperation.End)
        self._edit.setFocus()

    def height_for(self, width: int) -> int:  # noqa: ARG002 - the interface of cards
        """Height in pixels."""
        lines = max(2, min(_MAX_LINES, round(self._edit.document().size().height())))
        text = self._edit.fontMetrics().lineSpacing() * lines + em(self, 1.0)
        return text + self._send.sizeHint().height() + em(self, 2.4)

    def _submit(self) -> None:
        if self._edit.toPlainText().strip():
            self.submitted.emit(self._edit.toPlainText())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.cancelled.emit()
                return True
            is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._submit()
                return True
        return super().eventFilter(watched, event)
