"""The dialog that loads a model with values of its own, and says what they need."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.formatting import tool_tip
from app.viewmodels.library.load_options import LoadOptions
from app.widgets.library.pill import Pill
from app.widgets.library.quant_card import MemoryBar
from app.widgets.plain_widgets import create_combo, create_label, keep_from_wheel
from app.widgets.theme import em, widen

_WIDTH_EMS = 44
_CONTEXT_STEP = 256
_LEAST_GIB, _MOST_GIB = 0.5, 512.0


class ContextEditor(QWidget):
    """A slider with stops, and a field for an exact number of tokens."""

    def __init__(self, options: LoadOptions, parent: QWidget) -> None:
        super().__init__(parent)
        self._options = options
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.field = QSpinBox(self)
        for control in (self.slider, self.field):
            control.setAccessibleName(self.tr("Context length in tokens"))
            keep_from_wheel(control)
        self.field.lineEdit().setAccessibleName(self.tr("Context length in tokens"))
        self.field.setSingleStep(_CONTEXT_STEP)
        self.field.setSpecialValueText(self.tr("Automatic"))
        self.field.setGroupSeparatorShown(True)
        self.field.setKeyboardTracking(False)
        self.field.setMinimumWidth(em(self, 8))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(em(self, 0.8))
        row.addWidget(self.slider, 1)
        row.addWidget(self.field)
        self.slider.valueChanged.connect(self._on_slider_moved)
        self.field.valueChanged.connect(partial(options.set_value, "context_len"))

    def show_value(self) -> None:
        """Show the value of the options."""
        stops, value = self._options.contexts, self._options.value("context_len")
        for control in (self.slider, self.field):
            control.blockSignals(True)
        self.field.setRange(0, max(stops[-1], value))
        self.field.setValue(value)
        self.slider.setRange(0, len(stops) - 1)
        self.slider.setPageStep(1)
        self.slider.setValue(sum(stop <= value for stop in stops) - 1)
        for control in (self.slider, self.field):
            control.blockSignals(False)

    def _on_slider_moved(self, at: int) -> None:
        self._options.set_value("context_len", self._options.contexts[at])


class LoadDialog(QDialog):
    """Load keeps the values for this model and loads it; Reset goes back to those of all models."""

    def __init__(self, options: LoadOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options = options
        self.setWindowTitle(self.tr("Load a model"))
        widen(self, _WIDTH_EMS)
        self.title = create_label(self, "heading")
        self._facts = create_label(self, "small")
        self.context = ContextEditor(options, self)
        self.device = create_combo(self, self.tr("Device"))
        self.device_memory = self._create_device_memory()
        self.kv_type = create_combo(self, self.tr("Context memory"))
        self.drafter = create_combo(self, self.tr("Draft tokens from"))
        self.get_drafter = QPushButton(self)
        self.pill = Pill(self)
        self.memory = MemoryBar(self)
        self.sentence = create_label(self, "small")
        self.fix = QPushButton(self)
        self._scope = create_label(self, "small")
        self.reset = QPushButton(self.tr("Reset"), self)
        self.save = QPushButton(self.tr("Set as defaults"), self)
        self.load = QPushButton(self.tr("Load"), self)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self._arrange()
        self._connect()
        self._on_opened()

    def _create_device_memory(self) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setAccessibleName(self.tr("GPU memory"))
        field.setToolTip(
            self.tr("The most that the model takes of the GPU; the rest is read from main memory.")
        )
        field.lineEdit().setAccessibleName(self.tr("GPU memory"))
        field.setKeyboardTracking(False)
        field.setRange(0, _MOST_GIB)
        field.setDecimals(1)
        field.setSingleStep(_LEAST_GIB)
        field.setSpecialValueText(self.tr("Automatic"))
        field.setSuffix(self.tr(" GiB"))
        keep_from_wheel(field)
        return field

    def _arrange(self) -> None:
        form = self._form = QFormLayout()
        form.setHorizontalSpacing(em(self, 1.2))
        form.setVerticalSpacing(em(self, 0.7))
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label, control in (
            (self.tr("Context"), self.context),
            (self.tr("Device"), self.device),
            (self.tr("GPU memory"), self.device_memory),
            (self.tr("Context memory"), self.kv_type),
            (self.tr("Draft tokens from"), self.drafter),
        ):
            form.addRow(label, control)
        form.addRow("", self.get_drafter)
        verdict = QHBoxLayout()
        verdict.addWidget(self.pill)
        verdict.addStretch()
        verdict.addWidget(self.fix)
        self.load.setProperty("look", "accent")
        self.load.setDefault(True)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.reset, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.load, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        column = QVBoxLayout(self)
        side = em(self, 1.4)
        column.setContentsMargins(side, side, side, side)
        column.setSpacing(em(self, 0.7))
        column.addWidget(self.title)
        column.addWidget(self._facts)
        column.addLayout(form)
        column.addSpacing(em(self, 0.4))
        column.addLayout(verdict)
        for widget in (self.memory, self.sentence, self._scope):
            column.addWidget(widget)
        column.addStretch()
        column.addWidget(buttons)
        self.sentence.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

    def _connect(self) -> None:
        options = self._options
        for name, combo in self._combos:
            combo.activated.connect(partial(self._on_chosen, name, combo))
        self.device_memory.valueChanged.connect(self._on_device_memory_changed)
        self.fix.clicked.connect(options.use_suggestion)
        self.get_drafter.clicked.connect(options.get_drafter)
        self.reset.clicked.connect(options.reset)
        self.save.clicked.connect(self._on_save)
        options.changed.connect(self._on_changed)
        options.opened.connect(self._on_opened)
        options.drafters_changed.connect(self._fill_drafters)
        self.accepted.connect(options.load)
        self.finished.connect(options.close)

    @property
    def _combos(self) -> tuple[tuple[str, QComboBox], ...]:
        return (
            ("device", self.device),
            ("kv_type", self.kv_type),
            ("speculation", self.drafter),
        )

    def _on_opened(self) -> None:
        options = self._options
        self.title.setText(options.name)
        self._facts.setText(options.facts)
        for name, combo in (("device", self.device), ("kv_type", self.kv_type)):
            combo.clear()
            for value, label in options.choices(name):
                combo.addItem(label, value)
        self._form.setRowVisible(self.device_memory, options.has_gpu)
        self._fill_drafters()
        self._on_changed()

    def _fill_drafters(self) -> None:
        """Show the drafters; one that cannot draft says why, and cannot be chosen."""
        model = QStandardItemModel(self.drafter)
        for choice in self._options.drafters:
            words = self.tr("{0} (cannot draft for it)") if choice.problem else "{0}"
            item = QStandardItem(words.format(choice.label))
            item.setData(choice.value, Qt.ItemDataRole.UserRole)
            item.setToolTip(tool_tip(choice.problem))
            item.setEnabled(not choice.problem)
            item.setData(choice.problem, Qt.ItemDataRole.AccessibleDescriptionRole)
            model.appendRow(item)
        self.drafter.setModel(model)
        self._show_choice("speculation", self.drafter)
        offer = self._options.drafter_offer
        self._form.setRowVisible(self.get_drafter, offer is not None)
        if offer is not None:
            self.get_drafter.setText(offer.label)
            self.get_drafter.setAccessibleName(offer.label)
            self.get_drafter.setEnabled(not offer.is_coming)

    def _show_choice(self, name: str, combo: QComboBox) -> None:
        combo.setCurrentIndex(combo.findData(self._options.value(name)))

    def _on_chosen(self, name: str, combo: QComboBox, at: int) -> None:
        self._options.set_value(name, combo.itemData(at))

    def _on_device_memory_changed(self, gib: float) -> None:
        self._options.set_value("device_memory", max(_LEAST_GIB, gib) if gib else 0)

    def _on_changed(self) -> None:
        options, estimate = self._options, self._options.estimate
        self.context.show_value()
        self.device_memory.blockSignals(True)
        self.device_memory.setValue(options.value("device_memory"))
        self.device_memory.blockSignals(False)
        for name, combo in self._combos:
            self._show_choice(name, combo)
        self.pill.show_word(estimate.label, estimate.tone)
        self.memory.show_verdict(estimate)
        self.sentence.setText(estimate.sentence)
        self.fix.setText(estimate.fix_label)
        self.fix.setAccessibleName(estimate.fix_label or self.tr("Nothing to do"))
        self.fix.setVisible(bool(estimate.fix_label))
        self.reset.setEnabled(options.is_own)
        self._scope.setText(
            self.tr("These values are this model's own; all others follow the settings.")
            if options.is_own
            else self.tr("All values are those of the settings.")
        )

    def _on_save(self) -> None:
        self._options.save()
        self.reject()
