"""Shows a report, file by file, before it is saved."""

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.theme import em, mono_font, resize_ems


class ReportDialog(QDialog):
    """The files at the left, the text of the chosen one at the right; Save or Cancel."""

    def __init__(
        self, files: Sequence[tuple[str, str, str]], parent: QWidget | None = None
    ) -> None:
        """`files` are name, size and text of each."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Report"))
        self._texts = [text for _, _, text in files]
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Files of the report"))
        self.list.setSpacing(em(self, 0.2))
        self.list.addItems([f"{name}\n{size}" for name, size, _ in files])
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setProperty("look", "field")
        self.text.setAccessibleName(self.tr("Text of the chosen file"))
        self.text.setFont(mono_font(self.font()))
        self.buttons = QDialogButtonBox(self)
        save = QPushButton(self.tr("Save…"), self)
        save.setProperty("look", "accent")
        self.buttons.addButton(save, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._arrange()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.list.currentRowChanged.connect(self._on_row_changed)
        self.list.setCurrentRow(0)

    def _arrange(self) -> None:
        words = self.tr(
            "This is all that the report holds. Names, secrets and the path of your home are taken "
            "out; look through it all the same."
        )
        note = QLabel(words, self)
        note.setWordWrap(True)
        middle = QHBoxLayout()
        middle.addWidget(self.list, 1)
        middle.addWidget(self.text, 3)
        column = QVBoxLayout(self)
        column.setSpacing(em(self, 0.8))
        column.addWidget(note)
        column.addLayout(middle, 1)
        column.addWidget(self.buttons)
        resize_ems(self, 60, 36)

    def _on_row_changed(self, row: int) -> None:
        text = self._texts[row] if 0 <= row < len(self._texts) else ""
        self.text.setPlainText(text)
