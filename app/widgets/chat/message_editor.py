"""The editor of an earlier message: a question is sent again, an answer kept or continued."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.widgets.theme import em
from app.widgets.wrapping import fit_wrapping

_MAX_LINES = 14


class MessageEditor(QFrame):
    """Esc cancels. Enter sends a question, Shift+Enter breaks its line.

    In an answer Enter breaks the line and Ctrl+Enter keeps the text.

    Signals:
        submitted(text: str): send the question, or keep the answer.
        continued(text: str): have the model go on from the end of the answer.
        cancelled()
        height_changed(): `height_for` has changed.
    """

    submitted = Signal(str)
    continued = Signal(str)
    cancelled = Signal()
    height_changed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None, *, is_answer: bool) -> None:
        super().__init__(parent)
        self.setObjectName("editFrame")
        self._is_answer = is_answer
        self._edit = QPlainTextEdit(self)
        fit_wrapping(self._edit, text)
        self._edit.setPlainText(text)
        name = self.tr("Edit the answer") if is_answer else self.tr("Edit your message")
        self._edit.setAccessibleName(name)
        self._edit.setTabChangesFocus(True)
        self._edit.installEventFilter(self)
        self._buttons = QHBoxLayout()
        self._buttons.addStretch()
        self._add_button(self.tr("Cancel")).clicked.connect(self.cancelled)
        if is_answer:
            keep_on = self._add_button(self.tr("Save and continue"))
            keep_on.setToolTip(self.tr("The model goes on from the end of your text"))
            keep_on.clicked.connect(self._continue)
        self._send = self._add_button(self.tr("Save") if is_answer else self.tr("Send"))
        self._send.setProperty("look", "accent")
        self._send.clicked.connect(self._submit)
        column = QVBoxLayout(self)
        column.addWidget(self._edit)
        column.addLayout(self._buttons)
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

    def _add_button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        self._buttons.addWidget(button)
        return button

    def _submit(self) -> None:
        if self._edit.toPlainText().strip():
            self.submitted.emit(self._edit.toPlainText())

    def _continue(self) -> None:
        if self._edit.toPlainText().strip():
            self.continued.emit(self._edit.toPlainText())

    def _is_submit(self, event: QKeyEvent) -> bool:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return False
        if self._is_answer:
            return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return not event.modifiers() & Qt.KeyboardModifier.ShiftModifier

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.cancelled.emit()
                return True
            if self._is_submit(event):
                self._submit()
                return True
        return super().eventFilter(watched, event)
