"""The settings of one chat: preset, model, system prompt, sampling."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QInputDialog,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.chat.chat_settings import ChatSettingsViewModel
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import create_area, create_combo, create_label
from app.widgets.settings.option_editor import OptionEditor
from app.widgets.theme import em, resize_ems


class ChatSettingsDialog(QDialog):
    """Changes act at once, from the next answer of this chat on."""

    def __init__(self, own: ChatSettingsViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("This chat"))
        self._own = own
        self.presets = _create_combo(self.tr("Preset"), self)
        self.models = _create_combo(self.tr("Model"), self)
        self.save = QPushButton(self.tr("Save as preset…"), self)
        self.delete = IconButton("trash", self.tr("Delete this preset"), self, size=1.05)
        self.editors: dict[str, OptionEditor] = {}
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.reset = self.buttons.addButton(
            self.tr("All as in Settings"), QDialogButtonBox.ButtonRole.ResetRole
        )
        self._arrange()
        self._connect()
        self._show_presets()
        self._show_models()
        self._show_state()
        resize_ems(self, 34, 44)

    def _arrange(self) -> None:
        words = self.tr(
            "What you set here is for this chat only, from its next answer on. "
            "Everything else is as in Settings."
        )
        presets = QHBoxLayout()
        presets.addWidget(self.presets, 1)
        presets.addWidget(self.delete)
        presets.addWidget(self.save)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(self.tr("Preset"), presets)
        form.addRow(self.tr("Model"), self.models)
        column = QVBoxLayout(self)
        column.setSpacing(em(self, 0.8))
        column.addWidget(create_label(self, "muted", words))
        column.addLayout(form)
        column.addWidget(create_area(self._create_options(), self), 1)
        column.addWidget(self.buttons)

    def _create_options(self) -> QWidget:
        body = QWidget(self)
        body.setObjectName("dialogBody")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, em(self, 0.8), 0)
        column.setSpacing(em(self, 1.0))
        for option in self._own.options:
            editor = self.editors[option.name] = OptionEditor(option, self._own, body)
            column.addWidget(editor)
        column.addStretch()
        return body

    def _connect(self) -> None:
        own = self._own
        self.buttons.rejected.connect(self.reject)
        self.reset.clicked.connect(own.reset_all)
        self.presets.activated.connect(self._on_preset_chosen)
        self.models.activated.connect(self._on_model_chosen)
        self.save.clicked.connect(self._on_save_clicked)
        self.delete.clicked.connect(self._on_delete_clicked)
        own.changed.connect(self._show_state)
        own.presets_changed.connect(self._show_presets)
        own.models_changed.connect(self._show_models)

    def _show_presets(self) -> None:
        names = dict.fromkeys(["", *self._own.presets, self._own.preset])
        self.presets.clear()
        for name in names:
            self.presets.addItem(name or self.tr("None"), name)
        self._show_state()

    def _show_models(self) -> None:
        self.models.clear()
        for path, name in self._own.models:
            self.models.addItem(name, path)
        self._show_state()

    def _show_state(self) -> None:
        own = self._own
        self.presets.setCurrentIndex(self.presets.findData(own.preset))
        self.models.setCurrentIndex(self.models.findData(own.model))
        self.reset.setEnabled(own.is_own or bool(own.preset))
        self.delete.setEnabled(bool(own.preset))
        self.save.setEnabled(own.has_values)

    def _on_preset_chosen(self, row: int) -> None:
        self._own.choose_preset(self.presets.itemData(row))

    def _on_model_chosen(self, row: int) -> None:
        self._own.set_model(self.models.itemData(row))

    def _on_save_clicked(self) -> None:
        self._commit()
        name, is_accepted = QInputDialog.getText(
            self, self.tr("Save as preset"), self.tr("Name of the preset:"), text=self._own.preset
        )
        if is_accepted:
            self._own.save_preset(name)

    def _on_delete_clicked(self) -> None:
        question = self.tr("Delete the preset {0}? Chats keep what it set.").format(
            self._own.preset
        )
        yes = QMessageBox.StandardButton.Yes
        if QMessageBox.question(self, self.tr("Preset"), question) == yes:
            self._own.delete_preset()

    def _commit(self) -> None:
        for editor in self.editors.values():
            editor.commit()

    def done(self, result: int) -> None:
        self._commit()
        super().done(result)


def _create_combo(name: str, parent: QWidget) -> QComboBox:
    combo = create_combo(parent, name)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(18)
    return combo
