"""The dialog in which a tool server is entered, changed and tested."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.tools.tool_servers import ToolDraft, ToolServersViewModel, ToolServerView
from app.widgets.plain_widgets import TextField, create_combo, create_label
from app.widgets.theme import em, widen

_WIDTH_EMS = 42
_COMMAND: Final = "command"
_ADDRESS: Final = "address"


class ToolDialog(QDialog):
    """A new server, or `view`, one that is there; it closes once what was entered is kept."""

    def __init__(
        self,
        servers: ToolServersViewModel,
        view: ToolServerView | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._servers = servers
        self._view = view
        self._waiting: ToolDraft | None = None
        is_new = view is None
        self.setWindowTitle(
            self.tr("Add a tool server") if is_new else self.tr("Change a tool server")
        )
        self.kind = create_combo(self, self.tr("Kind"))
        self.name = self._create_field(self.tr("Name"), self.tr("As it is called in the list"))
        self.command = self._create_field(self.tr("Command"), "npx")
        self.arguments = self._create_lines(self.tr("Arguments"), self.tr("One a line"))
        self.environment = self._create_lines(self.tr("Variables"), "API_KEY=…")
        self.address = self._create_field(self.tr("Address"), "https://example.com/mcp")
        self.header = self._create_field(self.tr("Header of the key"))
        has_key = view is not None and view.has_key
        hint = self.tr("Kept; type to replace it") if has_key else self.tr("Only if it wants one")
        self.key = self._create_field(self.tr("Key"), hint)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.forget_key = QPushButton(self.tr("Forget the key"), self)
        self.forget_key.setCheckable(True)
        self.forget_key.setVisible(has_key)
        self.warning = create_label(self, "small")
        self.outcome = create_label(self)
        self.tools = QListWidget(self)
        self.tools.setAccessibleName(self.tr("Tools of the server"))
        self.tools.setMinimumHeight(8 * self.fontMetrics().lineSpacing())
        self.test = QPushButton(self.tr("Test"), self)
        self.save = QPushButton(self.tr("Save"), self)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self._fill()
        self._arrange()
        self._connect()
        self._on_edited()

    @property
    def draft(self) -> ToolDraft:
        """What is entered."""
        key: str | None = self.key.text().strip()
        if not key and self._view is not None and not self.forget_key.isChecked():
            key = None
        return ToolDraft(
            name=self.name.text(),
            kind=_ADDRESS if self.kind.currentData() == _ADDRESS else _COMMAND,
            command=self.command.text(),
            arguments=self.arguments.toPlainText(),
            environment=self.environment.toPlainText(),
            address=self.address.text(),
            header=self.header.text(),
            key=key,
            server_id="" if self._view is None else self._view.id,
            is_on=self._view is None or self._view.draft.is_on,
        )

    def _create_field(self, name: str, hint: str = "") -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        return field

    def _create_lines(self, name: str, hint: str) -> TextField:
        field = TextField(name, self)
        field.setPlaceholderText(hint)
        field.setFixedHeight(4 * field.fontMetrics().lineSpacing())
        return field

    def _fill(self) -> None:
        self.kind.addItem(self.tr("A program on this computer"), _COMMAND)
        self.kind.addItem(self.tr("An address (HTTP)"), _ADDRESS)
        shown = self._view.draft if self._view is not None else ToolDraft("", _COMMAND)
        self.kind.setCurrentIndex(self.kind.findData(shown.kind))
        self.name.setText(shown.name)
        self.command.setText(shown.command)
        self.arguments.setPlainText(shown.arguments)
        self.environment.setPlainText(shown.environment)
        self.address.setText(shown.address)
        self.header.setText(shown.header)

    def _arrange(self) -> None:
        self._form = form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(em(self, 1.2))
        form.setVerticalSpacing(em(self, 0.7))
        self._key_row = QHBoxLayout()
        self._key_row.addWidget(self.key, 1)
        self._key_row.addWidget(self.forget_key)
        for field in (self.kind, self.name, self.command, self.arguments, self.environment):
            form.addRow(field.accessibleName(), field)
        form.addRow(self.address.accessibleName(), self.address)
        form.addRow(self.key.accessibleName(), self._key_row)
        form.addRow(self.header.accessibleName(), self.header)
        self.save.setProperty("look", "accent")
        self.save.setDefault(True)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.test, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ApplyRole)
        buttons.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        words = self.tr(
            "A server runs with your rights, or sees what a model sends it: add only those that "
            "you trust. “Test” starts it once."
        )
        column = QVBoxLayout(self)
        side = em(self, 1.4)
        column.setContentsMargins(side, side, side, side)
        column.setSpacing(em(self, 0.7))
        column.addWidget(create_label(self, "small", words))
        column.addLayout(form)
        column.addWidget(self.warning)
        column.addWidget(self.outcome)
        column.addWidget(self.tools, 1)
        column.addWidget(buttons)
        widen(self, _WIDTH_EMS)

    def _connect(self) -> None:
        self.kind.activated.connect(self._on_edited)
        for field in (self.name, self.command, self.address, self.key, self.header):
            field.textChanged.connect(self._on_edited)
        for lines in (self.arguments, self.environment):
            lines.textChanged.connect(self._on_edited)
        self.forget_key.toggled.connect(self._on_edited)
        self.test.clicked.connect(self._on_test)
        self.save.clicked.connect(self._on_save)
        self.cancel.clicked.connect(self.reject)
        self._servers.tested.connect(self._on_tested)
        self._servers.saved.connect(self._on_saved)

    def _on_edited(self) -> None:
        draft = self.draft
        is_here = draft.kind == _COMMAND
        for widget in (self.command, self.arguments, self.environment):
            self._form.setRowVisible(widget, is_here)
        for row in (self.address, self._key_row, self.header):
            self._form.setRowVisible(row, not is_here)
        self._waiting = None
        self._set_busy(is_busy=False)
        warning = "" if is_here else self._servers.warning(draft.address)
        self.warning.setText(warning)
        self.warning.setVisible(bool(warning))
        self._show_outcome("")

    def _on_test(self) -> None:
        self._begin(self.tr("Starting it…"))
        self._servers.test(self._waiting or self.draft)

    def _on_save(self) -> None:
        self._begin("")
        self._servers.save(self._waiting or self.draft)

    def _begin(self, words: str) -> None:
        self._waiting = self.draft
        self._set_busy(is_busy=True)
        self._show_outcome(words)

    def _set_busy(self, *, is_busy: bool) -> None:
        draft = self.draft
        is_whole = bool((draft.command if draft.kind == _COMMAND else draft.address).strip())
        self.test.setEnabled(is_whole and bool(draft.name.strip()) and not is_busy)
        self.save.setEnabled(self.test.isEnabled())

    def _show_outcome(self, words: str, tools: tuple[str, ...] = ()) -> None:
        self.outcome.setText(words)
        self.outcome.setVisible(bool(words))
        self.tools.clear()
        self.tools.addItems(tools)
        self.tools.setVisible(bool(tools))

    def _on_tested(self, draft: ToolDraft, sentence: str, tools: tuple[str, ...]) -> None:
        if draft == self._waiting:
            self._waiting = None
            self._set_busy(is_busy=False)
            self._show_outcome(sentence, tools)

    def _on_saved(self, draft: ToolDraft, problem: str) -> None:
        if draft != self._waiting:
            return
        if problem:
            self._on_tested(draft, problem, ())
        else:
            self.accept()
