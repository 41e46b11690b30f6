"""Filling in a prompt's variables, and writing prompts."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.chat.prompt_library import PromptLibrary
from app.widgets.plain_widgets import TextField, create_label
from app.widgets.theme import resize_ems, widen


class PromptForm(QDialog):
    """One field for each variable; Enter inserts the prompt."""

    def __init__(self, name: str, variables: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(name)
        self.fields = {variable: QLineEdit(self) for variable in variables}
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        insert = QPushButton(self.tr("Insert"), self)
        insert.setProperty("look", "accent")  # before the box gives it a style
        self.buttons.addButton(insert, QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for variable, field in self.fields.items():
            field.setAccessibleName(variable)
            form.addRow(variable, field)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.buttons)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        widen(self, 28)

    @property
    def values(self) -> dict[str, str]:
        """What was filled in, by variable."""
        return {variable: field.text() for variable, field in self.fields.items()}


class PromptsDialog(QDialog):
    """All prompts at the left, the chosen one at the right to be changed."""

    def __init__(self, library: PromptLibrary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Prompts"))
        self._library = library
        self._shown = self._saved = ""
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Prompts"))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setPlaceholderText(self.tr("Name, to be typed after the slash"))
        self.text = TextField(self.tr("Text of the prompt"), self)
        self.new = QPushButton(self.tr("New"), self)
        self.delete = QPushButton(self.tr("Delete"), self)
        self.save = QPushButton(self.tr("Save"), self)
        self.save.setProperty("look", "accent")
        self.close_button = QPushButton(self.tr("Close"), self)
        self._arrange()
        self._connect()
        self._fill(next(iter(library.names), ""))

    def _arrange(self) -> None:
        words = self.tr("Write {{topic}} where the topic is asked for when you use the prompt.")
        left, right, buttons = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        left.addWidget(self.list, 1)
        left.addWidget(self.new)
        right.addWidget(self.name)
        right.addWidget(self.text, 1)
        right.addWidget(create_label(self, "small", words))
        buttons.addWidget(self.delete)
        buttons.addStretch()
        buttons.addWidget(self.save)
        buttons.addWidget(self.close_button)
        right.addLayout(buttons)
        row = QHBoxLayout(self)
        row.addLayout(left, 1)
        row.addLayout(right, 2)
        resize_ems(self, 46, 28)

    def _connect(self) -> None:
        self.new.clicked.connect(self._on_new_clicked)
        self.delete.clicked.connect(self._on_delete_clicked)
        self.save.clicked.connect(self._save)
        self.close_button.clicked.connect(self.close)
        self.list.currentTextChanged.connect(self._on_chosen)
        self.name.textChanged.connect(self._show_state)
        self.text.textChanged.connect(self._show_state)

    @property
    def _is_changed(self) -> bool:
        return (self.name.text(), self.text.toPlainText()) != (self._shown, self._saved)

    def _fill(self, chosen: str) -> None:
        """List the prompts anew and show `chosen`, "" for a new one."""
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems(self._library.names)
        self.list.blockSignals(False)
        self._mark(chosen)
        self._show(chosen)

    def _mark(self, name: str) -> None:
        """Select `name` in the list, nothing for a new prompt."""
        names = [self.list.item(row).text() for row in range(self.list.count())]
        self.list.blockSignals(True)
        self.list.setCurrentRow(names.index(name) if name in names else -1)
        self.list.blockSignals(False)

    def _show(self, name: str) -> None:
        self._shown = name
        self.name.setText(name)
        self.text.setPlainText(self._library.text(name) if name else "")
        self._saved = self.text.toPlainText()
        self._show_state()

    def _show_state(self) -> None:
        is_whole = bool(self.name.text().strip() and self.text.toPlainText().strip())
        self.save.setEnabled(is_whole and self._is_changed)
        self.delete.setEnabled(bool(self._shown))

    def _save(self) -> None:
        name = self._library.save(self.name.text(), self.text.toPlainText(), self._shown)
        if name:
            self._fill(name)

    def _may_leave(self) -> bool:
        """Save what was written, if the person wants that; False to stay."""
        if not self.save.isEnabled():
            return True
        buttons = QMessageBox.StandardButton
        question = self.tr("Save the changes to this prompt?")
        choice = QMessageBox.question(
            self, self.tr("Prompts"), question, buttons.Save | buttons.Discard | buttons.Cancel
        )
        if choice == buttons.Save:
            self._save()
        return choice != buttons.Cancel

    def _on_chosen(self, name: str) -> None:
        if name == self._shown:
            return
        if self._may_leave():
            self._fill(name)
        else:
            self._mark(self._shown)

    def _on_new_clicked(self) -> None:
        if self._may_leave():
            self._fill("")
            self.name.setFocus()

    def _on_delete_clicked(self) -> None:
        question = self.tr("Delete the prompt {0}?").format(self._shown)
        yes = QMessageBox.StandardButton.Yes
        if QMessageBox.question(self, self.tr("Prompts"), question) != yes:
            return
        self._library.delete(self._shown)
        self._fill(next(iter(self._library.names), ""))

    def reject(self) -> None:
        if self._may_leave():
            super().reject()
