"""The dialog in which an engine elsewhere is entered, changed and tested."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.endpoints.endpoints import Draft, EndpointsViewModel, EndpointView
from app.widgets.plain_widgets import create_combo, create_label
from app.widgets.theme import em, widen

_WIDTH_EMS = 40


class EndpointDialog(QDialog):
    """A new engine, or `view`, one that is there; it closes once what was entered is kept."""

    def __init__(
        self,
        endpoints: EndpointsViewModel,
        view: EndpointView | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._endpoints = endpoints
        self._view = view
        self._waiting: Draft | None = None
        is_new = view is None
        self.setWindowTitle(self.tr("Add an engine") if is_new else self.tr("Change an engine"))
        self.preset = create_combo(self, self.tr("Kind"))
        self.name = self._create_field(self.tr("Name"))
        self.address = self._create_field(self.tr("Address"), "http://127.0.0.1:8080")
        has_key = view is not None and view.has_key
        hint = self.tr("Kept; type to replace it") if has_key else self.tr("Only if it wants one")
        self.key = self._create_field(self.tr("Key"), hint)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.forget_key = QPushButton(self.tr("Forget the key"), self)
        self.forget_key.setCheckable(True)
        self.forget_key.setVisible(has_key)
        self.warning = create_label(self, "small")
        self.outcome = create_label(self)
        self.test = QPushButton(self.tr("Test"), self)
        self.save = QPushButton(self.tr("Save"), self)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self._fill()
        self._arrange()
        self._connect()
        self._on_edited()

    @property
    def draft(self) -> Draft:
        """What is entered."""
        key: str | None = self.key.text().strip()
        if not key and self._view is not None and not self.forget_key.isChecked():
            key = None
        endpoint_id = "" if self._view is None else self._view.id
        return Draft(self.name.text(), self.address.text(), key, endpoint_id)

    def _create_field(self, name: str, hint: str = "") -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        return field

    def _fill(self) -> None:
        self.preset.addItem(self.tr("Another server"), "")
        for name, address in self._endpoints.presets:
            self.preset.addItem(name, address)
        if self._view is not None:
            self.name.setText(self._view.name)
            self.address.setText(self._view.address)
            return
        self.preset.setCurrentIndex(1)
        self._on_preset_chosen(1)

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(em(self, 1.2))
        form.setVerticalSpacing(em(self, 0.7))
        if self._view is None:
            form.addRow(self.tr("Kind"), self.preset)
        self.preset.setVisible(self._view is None)
        key = QHBoxLayout()
        key.addWidget(self.key, 1)
        key.addWidget(self.forget_key)
        form.addRow(self.tr("Name"), self.name)
        form.addRow(self.tr("Address"), self.address)
        form.addRow(self.tr("Key"), key)
        self.save.setProperty("look", "accent")
        self.save.setDefault(True)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.test, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ApplyRole)
        buttons.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        words = self.tr(
            "Any server with an OpenAI-compatible interface. Encore asks it for its models when "
            "the list of models is opened, and for answers when you chat with one of them."
        )
        column = QVBoxLayout(self)
        side = em(self, 1.4)
        column.setContentsMargins(side, side, side, side)
        column.setSpacing(em(self, 0.7))
        column.addWidget(create_label(self, "small", words))
        column.addLayout(form)
        column.addWidget(self.warning)
        column.addWidget(self.outcome)
        column.addStretch()
        column.addWidget(buttons)
        self.outcome.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self.outcome.setAlignment(Qt.AlignmentFlag.AlignTop)
        widen(self, _WIDTH_EMS)

    def _connect(self) -> None:
        self.preset.activated.connect(self._on_preset_chosen)
        for field in (self.name, self.address, self.key):
            field.textChanged.connect(self._on_edited)
        self.forget_key.toggled.connect(self._on_edited)
        self.test.clicked.connect(self._on_test)
        self.save.clicked.connect(self._on_save)
        self.cancel.clicked.connect(self.reject)
        self._endpoints.tested.connect(self._on_tested)
        self._endpoints.saved.connect(self._on_saved)

    def _on_preset_chosen(self, at: int) -> None:
        names = [name for name, _ in self._endpoints.presets]
        address = self.preset.itemData(at)
        if self.name.text() in ("", *names):
            self.name.setText(self.preset.itemText(at) if address else "")
        self.address.setText(address)

    def _on_edited(self) -> None:
        draft = self.draft
        is_whole = bool(draft.name.strip() and draft.address.strip())
        self._waiting = None
        self._set_busy(is_busy=False)
        self.test.setEnabled(bool(draft.address.strip()))
        self.save.setEnabled(is_whole)
        kept = self._view is not None and self._view.has_key and draft.key is None
        warning = self._endpoints.warning(draft.address, has_key=bool(draft.key) or kept)
        self.warning.setText(warning)
        self.warning.setVisible(bool(warning))
        self.outcome.clear()

    def _on_test(self) -> None:
        self._begin(self.tr("Asking…"))
        self._endpoints.test(self.draft)

    def _on_save(self) -> None:
        self._begin("")
        self._endpoints.save(self.draft)

    def _begin(self, words: str) -> None:
        self._waiting = self.draft
        self._set_busy(is_busy=True)
        self.outcome.setText(words)

    def _set_busy(self, *, is_busy: bool) -> None:
        for button in (self.test, self.save):
            button.setEnabled(not is_busy)

    def _on_tested(self, draft: Draft, sentence: str) -> None:
        if draft == self._waiting:
            self._set_busy(is_busy=False)
            self._waiting = None
            self.outcome.setText(sentence)

    def _on_saved(self, draft: Draft, problem: str) -> None:
        if draft != self._waiting:
            return
        if problem:
            self._on_tested(draft, problem)
        else:
            self.accept()
