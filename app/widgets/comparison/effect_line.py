"""What a setting was last measured to do, and a button that measures it. For the settings."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.viewmodels.comparison.effects import MeasuredEffects
from app.widgets.plain_widgets import create_label
from app.widgets.settings.option_editor import OptionEditor

_SETTINGS = ("graph", "kvpad", "fixed_verify", "speculation")


def add_effect_line(effects: MeasuredEffects, editor: OptionEditor) -> None:
    """Put a line below a setting whose effect a comparison proves."""
    option = editor.option
    if option.name in _SETTINGS:
        editor.add_below(EffectLine(effects, option.name, option.label, editor))


class EffectLine(QWidget):
    """One line for the setting `name`, which is called `label`."""

    def __init__(
        self, effects: MeasuredEffects, name: str, label: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._effects, self._name = effects, name
        self.text = create_label(self, "small")
        self.button = QPushButton(self.tr("Prove it"), self)
        self.button.setProperty("look", "link")
        self.button.setAccessibleName(self.tr("Prove it: {0}").format(label))
        self.button.setToolTip(self.tr("Measure it on and off, on this model and device"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self.button.clicked.connect(partial(effects.prove, name))
        effects.changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        self.text.setText(self._effects.text(self._name))
