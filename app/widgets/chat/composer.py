"""The composer: a growing text box with files; Enter sends, Esc stops."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
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
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.chat.attachments import AttachmentView
from app.widgets.announcement import announce
from app.widgets.chat.attachment_row import AttachmentRow
from app.widgets.drop_overlay import local_files
from app.widgets.icons import AccentButton, IconButton
from app.widgets.plain_widgets import create_area, create_label, restyle
from app.widgets.theme import em
from app.widgets.wrapping import fit_wrapping

MAX_MESSAGE_CHARACTERS = 200_000
_MAX_LINES = 8
_MAX_FILES_EMS = 8


class Composer(QWidget):
    """A text box with one button: Send, or Stop during an answer.

    Signals:
        submitted(text: str): Enter or Send; the box keeps the text until `clear`.
        stop_pressed()
        text_changed(text: str)
        files_pasted(paths: list[Path]), attach_pressed()
        attach_text_pressed(text: str): the paste that was too long shall be a file.
        edit_last_pressed(): Up in the empty box.
    """

    submitted = Signal(str)
    stop_pressed = Signal()
    text_changed = Signal(str)
    files_pasted = Signal(list)
    attach_pressed = Signal()
    attach_text_pressed = Signal(str)
    edit_last_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_busy = False
        self._can_send = True
        self._suggestion = ""
        self._frame = QFrame(self)
        self._frame.setObjectName("composerFrame")
        self.edit = ComposerEdit(self._frame)
        self.button = AccentButton("send", self.tr("Send"), self._frame)
        self.files = AttachmentRow(self._frame, can_remove=True)
        self._files_area = create_area(self.files, self._frame)
        self._files_area.viewport().setAutoFillBackground(False)
        self.files.setAutoFillBackground(False)
        self._files_area.hide()
        self.attach = IconButton("attach", self.tr("Attach files (Ctrl+Shift+A)"), self._frame)
        self._refused = ""
        self._warning = create_label(self, "danger")
        self.attach_text = QPushButton(self.tr("Attach it as a file"), self)
        self.attach_text.setProperty("look", "link")
        self._arrange()
        self._hide_warning()
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.focus_changed.connect(self._on_focus_changed)
        self.edit.refused.connect(self._on_refused)
        self.edit.submit_pressed.connect(self._submit)
        self.edit.escape_pressed.connect(self._on_escape)
        self.edit.files_pasted.connect(self.files_pasted)
        self.edit.picture_pasted.connect(self._on_picture_pasted)
        self.edit.up_pressed.connect(self.edit_last_pressed)
        self.attach.clicked.connect(self.attach_pressed)
        self.attach_text.clicked.connect(self._on_attach_text)
        self.button.clicked.connect(self._on_button)
        self._update_button()
        self._fit_height()

    @property
    def text(self) -> str:
        """The current text."""
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Replace the text and put the cursor at its end; a warning was about what was there."""
        self._hide_warning()
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

    def add_note(self, widget: QWidget) -> None:
        """Add what is to be said of the draft, at the end of the same line."""
        self._line.addWidget(widget, 1)

    def show_files(self, files: Sequence[AttachmentView]) -> None:
        """Show the files that go along."""
        self.files.show_files(files)
        self._files_area.setVisible(bool(files))
        self._fit_files()
        self._update_button()

    def take_focus(self) -> None:
        """Set the focus."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _arrange(self) -> None:
        inside = QGridLayout(self._frame)
        inside.setContentsMargins(em(self, 0.9), em(self, 0.45), em(self, 0.45), em(self, 0.45))
        inside.setHorizontalSpacing(em(self, 0.5))
        inside.addWidget(self._files_area, 0, 0, 1, 2)
        inside.addWidget(self.edit, 1, 0, Qt.AlignmentFlag.AlignVCenter)
        inside.addWidget(self.button, 1, 1, 2, 1, Qt.AlignmentFlag.AlignBottom)
        inside.addLayout(self._arrange_choices(), 2, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.4))
        warning = QHBoxLayout()
        warning.addWidget(self._warning, 1)
        warning.addWidget(self.attach_text)
        column.addLayout(warning)
        column.addWidget(self._frame)

    def _arrange_choices(self) -> QHBoxLayout:
        """The line below the text: attach, choices about the answer, what it costs."""
        self._choices = QHBoxLayout()
        self._choices.setSpacing(em(self, 0.4))
        self._choices.addWidget(self.attach)
        line = QHBoxLayout()
        line.setSpacing(em(self, 0.6))
        line.addLayout(self._choices)
        self._line = line
        return line

    def _update_button(self) -> None:
        if self._is_busy:
            self.button.set_icon_name("stop")
            self.button.set_description(self.tr("Stop (Esc)"))
            self.button.setEnabled(True)
        else:
            self.button.set_icon_name("send")
            self.button.set_description(self.tr("Send (Enter)"))
            has_something = bool(self.text.strip() or self.files.chips)
            self.button.setEnabled(self._can_send and has_something)
        self.edit.set_hint(
            self.tr("Write the next message; it is sent when the answer ends")
            if self._is_busy
            else self.tr("Write a message, or / for a prompt")
        )

    def _fit_height(self) -> None:
        num_lines = max(1, round(self.edit.document().size().height()))
        policy = Qt.ScrollBarPolicy
        self.edit.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if num_lines > _MAX_LINES else policy.ScrollBarAlwaysOff
        )
        margin = ceil(2 * self.edit.document().documentMargin()) + 2
        line_height = ceil(QFontMetricsF(self.edit.font()).lineSpacing())
        self.edit.setFixedHeight(line_height * min(_MAX_LINES, num_lines) + margin)

    def _fit_files(self) -> None:
        height = self.files.height_for(self._frame.width() - em(self, 1.4))
        self._files_area.setFixedHeight(min(height, em(self, _MAX_FILES_EMS)))

    def _submit(self) -> None:
        if self.text.strip() or self.files.chips:
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
        self._hide_warning()
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
        self._warn(words.format(pasted, f"{excess:,}", limit))
        self._refused = text
        self.attach_text.show()

    def _on_attach_text(self) -> None:
        text = self._refused
        self._hide_warning()
        self.attach_text_pressed.emit(text)

    def _on_picture_pasted(self) -> None:
        self._hide_warning()
        self._warn(self.tr("That is a picture, which no model here can see; describe it in words."))

    def _warn(self, text: str) -> None:
        self._warning.setText(text)
        self._warning.show()
        announce(self, text, is_urgent=True)

    def _hide_warning(self) -> None:
        self._refused = ""
        self._warning.hide()
        self.attach_text.hide()

    def _on_focus_changed(self) -> None:
        restyle(self._frame, "focused", self.edit.hasFocus())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()
        self._fit_files()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_height()


class ComposerEdit(QPlainTextEdit):
    """Plain text only.

    Signals:
        submit_pressed(), escape_pressed(), focus_changed()
        up_pressed(): Up, while the box is empty.
        files_pasted(paths: list[Path]), picture_pasted()
        refused(text: str, excess: int): a pasted text was too long by this many characters.
    """

    submit_pressed = Signal()
    escape_pressed = Signal()
    focus_changed = Signal()
    up_pressed = Signal()
    files_pasted = Signal(list)
    picture_pasted = Signal()
    refused = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = ""
        self.setAccessibleName(self.tr("Message"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        fit_wrapping(self, "")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_hint(self, words: str) -> None:
        """Show `words` while the box is empty, in one line."""
        self._hint = words
        self._show_hint()

    def _show_hint(self) -> None:
        room = self.viewport().width() - ceil(2 * self.document().documentMargin())
        elided = Qt.TextElideMode.ElideRight
        self.setPlaceholderText(self.fontMetrics().elidedText(self._hint, elided, room))
        self.viewport().update()  # Qt repaints a placeholder only when it comes or goes

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        paths = local_files(source)
        text = source.text()
        if paths:
            self.files_pasted.emit(paths)
            return
        if source.hasImage() and not text:
            self.picture_pasted.emit()
            return
        kept = len(self.toPlainText()) - len(self.textCursor().selectedText())
        excess = kept + len(text) - MAX_MESSAGE_CHARACTERS
        if excess > 0:
            self.refused.emit(text, excess)
        else:
            fit_wrapping(self, self.toPlainText() + text)
            self.insertPlainText(text)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt's name
        return source.hasText() or source.hasUrls() or source.hasImage()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        # The window handles what is not text.
        if event.mimeData().hasUrls() or not event.mimeData().hasText():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        elif is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.submit_pressed.emit()
        elif event.key() == Qt.Key.Key_Up and self.document().isEmpty():
            self.up_pressed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_hint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show_hint()
