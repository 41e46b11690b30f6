"""The composer: a growing text box; Enter sends, Esc stops."""

from math import ceil

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.widgets.icons import AccentButton
from app.widgets.plain_widgets import create_label, restyle
from app.widgets.theme import em
from app.widgets.wrapping import fit_wrapping

MAX_MESSAGE_CHARACTERS = 200_000
_MAX_LINES = 8


class Composer(QWidget):
    """A text box with one button: Send, or Stop during an answer.

    Signals:
        submitted(text: str): Enter or Send; the box keeps the text until `clear`.
        stop_pressed()
        text_changed(text: str)
    """

    submitted = Signal(str)
    stop_pressed = Signal()
    text_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_busy = False
        self._can_send = True
        self._suggestion = ""
        self._frame = QFrame(self)
        self._frame.setObjectName("composerFrame")
        self.edit = ComposerEdit(self._frame)
        self.button = AccentButton("send", self.tr("Send"), self._frame)
        self._warning = create_label(self, "danger")
        self._warning.hide()
        self._arrange()
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.focus_changed.connect(self._on_focus_changed)
        self.edit.refused.connect(self._on_refused)
        self.edit.submit_pressed.connect(self._submit)
        self.edit.escape_pressed.connect(self._on_escape)
        self.button.clicked.connect(self._on_button)
        self._update_button()
        self._fit_height()

    @property
    def text(self) -> str:
        """The current text."""
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Replace the text and put the cursor at its end."""
        if text != self.text:
            fit_wrapping(self.edit, text)
            self.edit.setPlainText(text)
            self.edit.moveCursor(QTextCursor.MoveOperation.End)

    def suggest(self, text: str) -> None:
        """Write `text`, in place of an earlier suggestion but never of what the user wrote."""
        if not self.text.strip() or self.text == self._suggestion:
            self.set_text(text)
        elif text not in self.text:
            self.set_text(f"{self.text.rstrip()}\n\n{text}")
        self._suggestion = text

    def clear(self) -> None:
        """Empty the box."""
        self.edit.clear()

    def set_state(self, *, is_busy: bool, can_send: bool) -> None:
        """Set whether the button is Send or Stop, and whether sending is possible."""
        self._is_busy, self._can_send = is_busy, can_send
        self._update_button()

    def add_choice(self, widget: QWidget) -> None:
        """Add a choice about the next answer below the text."""
        self._choices.addWidget(widget)

    def take_focus(self) -> None:
        """Set the focus."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _arrange(self) -> None:
        inside = QGridLayout(self._frame)
        inside.setContentsMargins(em(self, 0.9), em(self, 0.45), em(self, 0.45), em(self, 0.45))
        inside.setHorizontalSpacing(em(self, 0.5))
        inside.addWidget(self.edit, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        inside.addWidget(self.button, 0, 1, 2, 1, Qt.AlignmentFlag.AlignBottom)
        self._choices = QHBoxLayout()
        self._choices.setSpacing(em(self, 0.4))
        inside.addLayout(self._choices, 1, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.4))
        column.addWidget(self._warning)
        column.addWidget(self._frame)

    def _update_button(self) -> None:
        if self._is_busy:
            self.button.set_icon_name("stop")
            self.button.set_description(self.tr("Stop (Esc)"))
            self.button.setEnabled(True)
        else:
            self.button.set_icon_name("send")
            self.button.set_description(self.tr("Send (Enter)"))
            self.button.setEnabled(self._can_send and bool(self.text.strip()))

    def _fit_height(self) -> None:
        num_lines = max(1, round(self.edit.document().size().height()))
        policy = Qt.ScrollBarPolicy
        self.edit.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if num_lines > _MAX_LINES else policy.ScrollBarAlwaysOff
        )
        margin = ceil(2 * self.edit.document().documentMargin()) + 2
        line_height = ceil(QFontMetricsF(self.edit.font()).lineSpacing())
        self.edit.setFixedHeight(line_height * min(_MAX_LINES, num_lines) + margin)

    def _submit(self) -> None:
        if self.text.strip() and not self._is_busy:
            self.submitted.emit(self.text)

    def _on_button(self) -> None:
        if self._is_busy:
            self.stop_pressed.emit()
        else:
            self._submit()

    def _on_escape(self) -> None:
        if self._is_busy:
            self.stop_pressed.emit()

    def _on_text_changed(self) -> None:
        self._warning.hide()
        fit_wrapping(self.edit, self.text)
        self._fit_height()
        self._update_button()
        self.text_changed.emit(self.text)

    def _on_refused(self, text: str, excess: int) -> None:
        pasted, limit = f"{len(text):,}", f"{MAX_MESSAGE_CHARACTERS:,}"
        if len(text) > MAX_MESSAGE_CHARACTERS:
            words = self.tr(
                "The pasted text has {0} characters, {1} more than the {2} that a message holds."
            )
        else:
            words = self.tr(
                "With the {0} characters pasted, the message would be {1} longer than the {2} "
                "that it may hold."
            )
        self._warning.setText(words.format(pasted, f"{excess:,}", limit))
        self._warning.show()

    def _on_focus_changed(self) -> None:
        restyle(self._frame, "focused", self.edit.hasFocus())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_height()


class ComposerEdit(QPlainTextEdit):
    """Plain text only.

    Signals:
        submit_pressed(), escape_pressed(), focus_changed()
        refused(text: str, excess: int): a pasted text was too long by this many characters.
    """

    submit_pressed = Signal()
    escape_pressed = Signal()
    focus_changed = Signal()
    refused = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Message"))
        self.setPlaceholderText(self.tr("Write a message"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        fit_wrapping(self, "")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        text = source.text()
        kept = len(self.toPlainText()) - len(self.textCursor().selectedText())
        excess = kept + len(text) - MAX_MESSAGE_CHARACTERS
        if excess > 0:
            self.refused.emit(text, excess)
        else:
            fit_wrapping(self, self.toPlainText() + text)
            self.insertPlainText(text)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt's name
        # The window handles dropped files.
        return source.hasText() and not source.hasUrls()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        elif is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.submit_pressed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()
