"""One setting as a row: label, control, slider, a line of help. Knows not what it does."""

from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.chat.chat_settings import ChatSettingsViewModel
from app.viewmodels.settings import OptionView, SettingsViewModel
from app.widgets.announcement import announce
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import create_label
from app.widgets.settings.controls import ValueSlider, create_control, fill_combo
from app.widgets.settings.switch import Switch
from app.widgets.theme import em

_TYPING_PAUSE_MS = 500


class OptionEditor(QWidget):
    """Changes act at once; a value that is refused is explained under the control.

    `reset` is there while the value differs from the default.
    """

    def __init__(
        self,
        option: OptionView,
        settings: SettingsViewModel | ChatSettingsViewModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.option = option
        self._settings = settings
        self.control = create_control(option, self)
        self.control.setAccessibleName(option.label)
        self.control.setAccessibleDescription(option.help)
        self.slider: ValueSlider | None = None
        self.reset = IconButton("reset", "", self, size=1.0)
        self._remark = create_label(self, "small")
        self._problem = create_label(self, "danger")
        self._problem.hide()
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._timer.timeout.connect(self.commit)
        self._arrange()
        self._connect()
        self._show_value()
        self._show_remark()

    @property
    def words(self) -> str:
        """What a search finds the row by."""
        option = self.option
        choices = " ".join(label for _, label in option.choices)
        return f"{option.label} {option.name} {option.help} {choices} {option.section_label}"

    def commit(self) -> None:
        """Set what the control shows."""
        self._timer.stop()
        value = self._shown
        if value == self._settings.value(self.option.name):
            return
        refusal = self._settings.set_value(self.option.name, value)
        self._problem.setText(refusal)
        self._problem.setVisible(bool(refusal))
        if refusal:
            announce(self, refusal, is_urgent=True)

    def add_below(self, widget: QWidget) -> None:
        """Put `widget` under the words about the setting."""
        self._column.addWidget(widget)

    def _arrange(self) -> None:
        label = create_label(self, text=self.option.label)
        if not isinstance(self.control, QComboBox):  # which has a label of its own
            label.setBuddy(self.control)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.25))
        row = QHBoxLayout()
        row.setSpacing(em(self, 0.4))
        row.addWidget(label, 0 if self.option.term else 1)
        if self.option.term:
            row.addWidget(create_label(self, "small", self.option.term), 1)
        column.addLayout(row)
        if self.option.kind == "text":
            column.addWidget(self.control)
        else:
            row.addWidget(self.control, 0, Qt.AlignmentFlag.AlignRight)
        if self.option.slider is not None and isinstance(self.control, QSpinBox | QDoubleSpinBox):
            self.slider = ValueSlider(self.option, self.control, self)
            column.addWidget(self.slider)
        notes = [self.option.help]
        if self.option.needs_reload:
            notes.append(self.tr("Takes effect when the model is loaded again."))
        below = QHBoxLayout()
        below.setSpacing(em(self, 0.4))
        help_ = create_label(self, "small", " ".join(note for note in notes if note))
        below.addWidget(help_, 1, Qt.AlignmentFlag.AlignTop)  # the button is higher than a line
        below.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(below)
        column.addWidget(self._remark)
        column.addWidget(self._problem)
        keeps_its_place = self.reset.sizePolicy()
        keeps_its_place.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(keeps_its_place)

    def _connect(self) -> None:
        self.reset.clicked.connect(self._on_reset_clicked)
        self._settings.value_changed.connect(self._on_value_changed)
        self._settings.choices_changed.connect(self._on_choices_changed)
        if isinstance(self._settings, SettingsViewModel):
            self._settings.remarks_changed.connect(self._show_remark)
        if self.slider is not None:
            self.slider.sliderReleased.connect(self.commit)
        match self.control:
            case Switch():
                self.control.toggled.connect(self.commit)
            case QComboBox():
                self.control.activated.connect(self.commit)
            case QSpinBox() | QDoubleSpinBox():
                self.control.valueChanged.connect(self._on_edited)
                self.control.editingFinished.connect(self.commit)
            case QLineEdit():
                self.control.textEdited.connect(self._on_edited)
                self.control.editingFinished.connect(self.commit)
            case QPlainTextEdit():
                self.control.textChanged.connect(self._on_edited)

    def _on_edited(self) -> None:
        self._timer.start()  # not connected itself: it would take a new value for milliseconds

    def _on_reset_clicked(self) -> None:
        self._timer.stop()
        self._settings.reset(self.option.name)
        self._show_value()  # also where what is typed was not set yet
        self.control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_value_changed(self, name: str) -> None:
        if name == self.option.name:
            self._show_value()
        self._show_remark()

    def _on_choices_changed(self, name: str) -> None:
        if name == self.option.name and isinstance(self.control, QComboBox):
            fill_combo(self.control, self._settings.choices(name))
            self._show_value()

    @property
    def _shown(self) -> Any:
        """The value that the control shows."""
        if isinstance(self.control, QComboBox):
            return self.control.currentData()
        return self.control.metaObject().userProperty().read(self.control)

    def _show_value(self) -> None:
        name = self.option.name
        value = self._settings.value(name)
        if self._shown != value:
            self.control.blockSignals(True)
            if isinstance(self.control, QComboBox):
                self.control.setCurrentIndex(self.control.findData(value))
            else:
                self.control.metaObject().userProperty().write(self.control, value)
            self.control.blockSignals(False)
            self.control.update()
            if self.slider is not None:
                self.slider.show_number()
        self._problem.hide()
        self.reset.set_description(self._settings.reset_words(name))
        self.reset.setVisible(self._settings.is_changed(name))

    def _show_remark(self) -> None:
        remark = self._settings.remark(self.option.name)
        self._remark.setText(remark)
        self._remark.setVisible(bool(remark))
