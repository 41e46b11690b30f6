"""Where the engine's libraries come from: a mirror, or a folder of wheels."""

from pathlib import Path

from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.runtime.offer import describe_source
from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.settings import SettingsViewModel
from app.widgets.plain_widgets import ElidedLabel
from app.widgets.theme import em


class SourceBox(QWidget):
    """The address of a mirror, and a folder for a machine without a network."""

    def __init__(
        self,
        runtime: RuntimeViewModel,
        settings: SettingsViewModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._runtime, self._settings = runtime, settings
        self.mirror = QLineEdit(str(settings.value("wheel_mirror")), self)
        self.mirror.setPlaceholderText("https://mirror.example/pypi")
        self.mirror.setAccessibleName(self.tr("Address of a mirror"))
        self.folder = ElidedLabel(self)
        self.choose = QPushButton(self.tr("Choose a folder…"), self)
        self.forget = QPushButton(self.tr("Use the network"), self)
        label = QLabel(self.tr("Mirror instead of files.pythonhosted.org"), self)
        label.setBuddy(self.mirror)
        row = QHBoxLayout()
        row.setSpacing(em(self, 0.6))
        row.addWidget(self.choose)
        row.addWidget(self.forget)
        row.addWidget(self.folder, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(em(self, 1.2), 0, 0, em(self, 0.4))
        column.setSpacing(em(self, 0.5))
        column.addWidget(label)
        column.addWidget(self.mirror)
        column.addWidget(QLabel(self.tr("Folder of wheels, without a network"), self))
        column.addLayout(row)
        self.mirror.editingFinished.connect(self._on_mirror_edited)
        self.choose.clicked.connect(self._on_choose)
        self.forget.clicked.connect(self._on_forget)
        runtime.changed.connect(self._on_changed)
        settings.value_changed.connect(self._on_setting_changed)
        self._on_changed()

    def _on_mirror_edited(self) -> None:
        self._settings.set_value("wheel_mirror", self.mirror.text().strip())

    def _on_setting_changed(self, name: str) -> None:
        if name == "wheel_mirror":
            self.mirror.setText(str(self._settings.value(name)))

    def _on_choose(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Folder of wheels"))
        if name:
            self._runtime.take_from_folder(Path(name))

    def _on_forget(self) -> None:
        self._runtime.take_from_folder(None)

    def _on_changed(self) -> None:
        place = describe_source(self._runtime.wheel_folder)
        self.folder.set_text(place)
        self.forget.setVisible(bool(place))
        self.mirror.setEnabled(not place)
