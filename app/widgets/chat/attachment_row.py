"""Files of a message as chips; a click opens the text."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.domain import Attachment
from app.viewmodels.chat.attachments import AttachmentView, attachment_views
from app.widgets.flow_layout import FlowLayout
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import create_label
from app.widgets.theme import em, mono_font, resize_ems
from app.widgets.wrapping import fit_wrapping

_MAX_SHOWN = 300_000
_NAME_EMS = 16


class AttachmentRow(QWidget):
    """Hidden while there are no files. `can_remove` gives each chip a button.

    Signals:
        remove_pressed(id: int)
    """

    remove_pressed = Signal(int)

    def __init__(
        self, parent: QWidget, *, can_remove: bool = False, is_at_right: bool = False
    ) -> None:
        super().__init__(parent)
        self._can_remove = can_remove
        self._shown: tuple[AttachmentView, ...] = ()
        self._sent: tuple[Attachment, ...] = ()
        self.chips: list[AttachmentChip] = []
        self._flow = FlowLayout(self, em(self, 0.4), is_at_right=is_at_right)
        self.hide()

    def show_files(self, files: Sequence[AttachmentView]) -> None:
        """Show these files."""
        if tuple(files) == self._shown:
            return
        self._shown = tuple(files)
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [self._create_chip(file) for file in files]
        self.setVisible(bool(files))

    def show_sent(self, attachments: tuple[Attachment, ...]) -> None:
        """Show the files of a message that was sent."""
        if attachments is not self._sent:
            self._sent = attachments
            self.show_files(attachment_views(attachments))

    def arrange(self, width: int) -> int:
        """Lay out at the top of the parent; returns the height, 0 without files."""
        height = self.height_for(width)
        self.setGeometry(0, 0, width, height)
        return height

    def height_for(self, width: int) -> int:
        """The height at a width, 0 without files."""
        return self._flow.heightForWidth(width) if self._shown else 0

    def _create_chip(self, file: AttachmentView) -> "AttachmentChip":
        chip = AttachmentChip(file, self, can_remove=self._can_remove)
        chip.open_button.clicked.connect(partial(self._open, file))
        if chip.remove_button is not None:
            chip.remove_button.clicked.connect(partial(self.remove_pressed.emit, file.id))
        self._flow.addWidget(chip)
        chip.show()
        return chip

    def _open(self, file: AttachmentView) -> None:
        if file.text:
            dialog = AttachmentDialog(file.name, file.text, self.window())
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()


class AttachmentChip(QFrame):
    """The name and size of a file."""

    def __init__(self, file: AttachmentView, parent: QWidget, *, can_remove: bool) -> None:
        super().__init__(parent)
        self.setObjectName("attachmentChip")
        self.open_button = QToolButton(self)
        name = self.fontMetrics().elidedText(
            file.name, Qt.TextElideMode.ElideMiddle, em(self, _NAME_EMS)
        )
        self.open_button.setText(f"{name}  ·  {file.detail}".replace("&", "&&"))
        self.open_button.setProperty("look", "file")
        self.open_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.open_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.open_button.setAccessibleName(self.tr("Open {0}, {1}").format(file.name, file.detail))
        self.open_button.setToolTip(self.tr("Show the text of the file"))
        icon = IconButton("file", "", self, size=1.0)
        icon.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        icon.setFocusProxy(self.open_button)
        icon.setAccessibleName(self.tr("File"))
        icon.clicked.connect(self.open_button.click)
        row = QHBoxLayout(self)
        row.setContentsMargins(em(self, 0.2), 0, em(self, 0.2), 0)
        row.setSpacing(0)
        row.addWidget(icon)
        row.addWidget(self.open_button)
        self.remove_button: IconButton | None = None
        if can_remove and file.text:
            words = self.tr("Remove {0}").format(file.name)
            self.remove_button = IconButton("close", words, self, size=0.9)
            row.addWidget(self.remove_button)


class AttachmentDialog(QDialog):
    """The text of a file, to read and to copy."""

    def __init__(self, name: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = text
        self.setWindowTitle(name)
        self.edit = QPlainTextEdit(self)
        self.edit.setReadOnly(True)
        self.edit.setProperty("look", "field")
        self.edit.setAccessibleName(self.tr("Text of {0}").format(name))
        self.edit.setFont(mono_font(self.font()))
        shown = text[:_MAX_SHOWN]
        fit_wrapping(self.edit, shown)
        self.edit.setPlainText(shown)
        buttons = QDialogButtonBox(self)
        copy = QPushButton(self.tr("Copy"), self)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        close = QPushButton(self.tr("Close"), self)
        buttons.addButton(close, QDialogButtonBox.ButtonRole.RejectRole)
        column = QVBoxLayout(self)
        column.addWidget(self.edit)
        if len(text) > _MAX_SHOWN:
            words = self.tr("This is the beginning; Copy takes all {0} characters.")
            column.addWidget(create_label(self, "small", words.format(f"{len(text):,}")))
        column.addWidget(buttons)
        copy.clicked.connect(self._on_copy)
        buttons.rejected.connect(self.reject)
        resize_ems(self, 56, 36)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
