"""The settings at the right: drawn from the table of options, section by section."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.settings import SettingsViewModel
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import create_area, create_label
from app.widgets.settings.engine_section import EngineSection
from app.widgets.settings.option_editor import OptionEditor
from app.widgets.theme import em


class SettingsPanel(QFrame):
    """Every option of a SettingsViewModel, and what the engine is and may do.

    `collapse` is the button that hides it.
    """

    def __init__(
        self,
        settings: SettingsViewModel,
        runtime: RuntimeViewModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("settingsPanel")
        self._settings = settings
        self.collapse = IconButton("close", self.tr("Hide the settings (Ctrl+,)"), self, size=1.1)
        self.editors: dict[str, OptionEditor] = {}
        self._column = QVBoxLayout()
        self._reload_bar = QFrame(self)
        self._reload_bar.setObjectName("banner")
        self._reload_hint = create_label(self._reload_bar)
        self.reload = QPushButton(self.tr("Reload"), self._reload_bar)
        self.reset = QPushButton(self.tr("Reset to defaults"), self)
        self.confinement = create_label(self, "small")
        self.engine = EngineSection(runtime, self)
        self._area = create_area(self._create_body(), self)
        self._fill()
        self.reload.clicked.connect(settings.reload_model)
        self.reset.clicked.connect(settings.reset_all)
        settings.reload_needed_changed.connect(self._on_reload_needed_changed)
        settings.confinement_changed.connect(self._on_confinement_changed)
        self._on_reload_needed_changed()
        self._on_confinement_changed()

    def focus_first(self) -> None:
        """Put the cursor on the first control."""
        next(iter(self.editors.values())).control.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def add(self, widget: QWidget, section: str, label: str = "") -> None:
        """Put `widget` below the options of `section`; a section without any gets a `label`."""
        editors = [editor for editor in self.editors.values() if editor.option.section == section]
        if editors:
            self._column.insertWidget(self._column.indexOf(editors[-1]) + 1, widget)
            return
        end = self._column.indexOf(self.reset) - 1  # before the space above the button
        self._column.insertWidget(end, self._create_heading(label, is_first=False))
        self._column.insertWidget(end + 1, widget)

    def reveal(self, widget: QWidget) -> None:
        """Scroll to one that was added."""
        self._column.activate()
        self._area.ensureWidgetVisible(widget)

    def _fill(self) -> None:
        side = em(self, 1.0)
        title = QLabel(self.tr("Settings"), self)
        title.setProperty("look", "heading")
        top = QHBoxLayout()
        top.setContentsMargins(side, em(self, 0.7), em(self, 0.8), 0)
        top.addWidget(title)
        top.addStretch()
        top.addWidget(self.collapse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.4))
        column.addLayout(top)
        self._fill_reload_bar()
        bar = QHBoxLayout()
        bar.setContentsMargins(side, 0, side, 0)
        bar.addWidget(self._reload_bar)
        column.addLayout(bar)
        column.addWidget(self._area, 1)

    def _create_body(self) -> QWidget:
        body = QWidget(self)
        body.setObjectName("settingsBody")
        column = self._column
        body.setLayout(column)
        side = em(self, 1.0)
        column.setContentsMargins(side, em(self, 0.4), side, side)
        column.setSpacing(em(self, 1.1))
        section = ""
        for option in self._settings.options:
            if option.section != section:
                section = option.section
                column.addWidget(
                    self._create_heading(option.section_label, is_first=not self.editors)
                )
            editor = OptionEditor(option, self._settings, body)
            self.editors[option.name] = editor
            column.addWidget(editor)
        column.addWidget(self._create_heading(self.tr("Engine"), is_first=False))
        column.addWidget(self.engine)
        column.addSpacing(em(self, 0.6))
        column.addWidget(self.reset)
        column.addWidget(self.confinement)
        column.addStretch()
        return body

    def _create_heading(self, text: str, *, is_first: bool) -> QLabel:
        heading = QLabel(text, self)
        heading.setProperty("look", "section")
        if not is_first:
            heading.setContentsMargins(0, em(self, 0.8), 0, 0)
        return heading

    def _fill_reload_bar(self) -> None:
        self.reload.setProperty("look", "accent")
        column = QVBoxLayout(self._reload_bar)
        column.addWidget(self._reload_hint)
        column.addWidget(self.reload, 0, Qt.AlignmentFlag.AlignLeft)

    def _on_confinement_changed(self) -> None:
        self.confinement.setText(self._settings.confinement)
        self.confinement.setVisible(bool(self._settings.confinement))

    def _on_reload_needed_changed(self) -> None:
        self._reload_hint.setText(self._settings.reload_hint)
        self._reload_bar.setVisible(self._settings.needs_reload)
