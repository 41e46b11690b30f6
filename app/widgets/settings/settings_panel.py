"""The settings at the right, in tabs: drawn from the table of options, with a search over all."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.settings import SettingsViewModel
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import SearchField, create_area, create_label, restyle
from app.widgets.settings.engine_section import EngineSection
from app.widgets.settings.option_editor import OptionEditor
from app.widgets.settings.settings_section import SettingsSection
from app.widgets.theme import em

APP_TAB = "App"
"""The tab of what belongs to no setting: libraries, updates, own data."""


@dataclass(frozen=True, slots=True)
class _Addition:
    """A row that waits for its tab to be made."""

    widget: QWidget
    section: str
    label: str
    tab: str
    before: str


class SettingsPanel(QFrame):
    """Every option of a SettingsViewModel, and what the engine is and may do.

    `collapse` is the button that hides it. A tab is made when it is first shown, searched or asked
    for: the window does not wait for its rows.

    Signals:
        editor_made(editor: OptionEditor): a row is there now.
    """

    editor_made = Signal(object)

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
        self.search = SearchField(
            self.tr("Search the settings"), self.tr("Search the settings"), self
        )
        self.tabs = QTabBar(self)
        self._editors: dict[str, OptionEditor] = {}
        self._sections: dict[str, SettingsSection] = {}
        self._columns: dict[str, QVBoxLayout] = {}
        self._unmade = [name for name, _ in settings.tabs]
        self._to_add: list[_Addition] = []
        self._places: dict[str, int] = {}
        self._tab = ""
        self._reload_bar = QFrame(self)
        self._reload_bar.setObjectName("banner")
        self._reload_hint = create_label(self._reload_bar)
        self.reload = QPushButton(self.tr("Reload"), self._reload_bar)
        self.reset = QPushButton(self.tr("Reset all settings…"), self)
        self.confinement = create_label(self, "small")
        self.engine = EngineSection(runtime, self)
        self._empty = create_label(self, "muted", self.tr("No setting has these words."))
        self._column = QVBoxLayout()
        self._area = create_area(self._create_body(), self)
        self._fill_tabs()
        self._arrange()
        self._connect()
        self._on_reload_needed_changed()
        self._on_confinement_changed()
        self._show_tab(0)

    @property
    def editors(self) -> Mapping[str, OptionEditor]:
        """The rows of all settings by name."""
        self._make_all()
        return self._editors

    def fit(self, room: int) -> None:
        """Be at least as wide as the words of the tabs, as far as `room` allows."""
        self.setMinimumWidth(max(em(self, 19), min(self.tabs.sizeHint().width(), room)))

    def focus_first(self) -> None:
        """Put the cursor into the search field."""
        self.search.take_focus()

    def add(
        self,
        widget: QWidget,
        section: str,
        label: str = "",
        tab: str = APP_TAB,
        before: str = "",
    ) -> None:
        """Put `widget` into `section`; one that has no options is made in `tab`.

        It is at the end of that, or `before` another section.
        """
        tabs = {option.section: option.tab for option in self._settings.options}
        widget.hide()  # until its tab is made
        widget.setParent(self)
        self._to_add.append(_Addition(widget, section, label, tabs.get(section, tab), before))
        self._add_to_made()
        self._show_fitting()

    def reveal(self, widget: QWidget) -> None:
        """Show a row, in its tab."""
        self._make_all()
        self.search.clear()
        for section in self._sections.values():
            if widget in section.rows:
                self.tabs.setCurrentIndex(self._tab_names.index(section.tab))
        # Its place is known once what was hidden so far is laid out.
        QTimer.singleShot(0, widget, partial(self._area.ensureWidgetVisible, widget))

    @property
    def _tab_names(self) -> list[str]:
        return [name for name, _ in self._settings.tabs]

    def _create_body(self) -> QWidget:
        body = QWidget(self)
        body.setObjectName("settingsBody")
        column = self._column
        body.setLayout(column)
        side = em(self, 1.0)
        column.setContentsMargins(side, em(self, 0.6), side, side)
        column.setSpacing(em(self, 0.4))
        for tab in self._tab_names:
            self._columns[tab] = QVBoxLayout()
            self._columns[tab].setSpacing(em(self, 0.4))
            column.addLayout(self._columns[tab])
        column.addWidget(self.reset)
        column.addWidget(self._empty)
        column.addStretch()
        for row in (self.engine, self.confinement, self.reset):
            row.hide()  # until its tab is shown
        return body

    def _make_all(self) -> None:
        for tab in tuple(self._unmade):
            self._make(tab)

    def _make(self, tab: str) -> None:
        """Make the rows of a tab, unless they are there."""
        if tab not in self._unmade:
            return
        self._unmade.remove(tab)
        for option in self._settings.options:
            if option.tab != tab:
                continue
            if option.section not in self._sections:
                self._create_section(option.section, tab, option.section_label)
            editor = OptionEditor(option, self._settings, self)
            self._editors[option.name] = editor
            self._sections[option.section].add(editor, editor.words)
            self.editor_made.emit(editor)
        if tab == APP_TAB:
            engine = self._create_section("engine", tab, self.tr("Engine libraries"))
            words = self.tr("install repair remove")
            engine.add(self.engine, f"{words} {_texts(self.engine)}")
            engine.add(self.confinement, self.tr("network files"))
        self._add_to_made()
        for section in self._sections.values():
            section.show_tab(self._tab)

    def _add_to_made(self) -> None:
        """Put what was added into its tab, where that is made."""
        ready = [one for one in self._to_add if one.tab not in self._unmade]
        self._to_add = [one for one in self._to_add if one.tab in self._unmade]
        for one in ready:
            if one.section not in self._sections:
                self._create_section(one.section, one.tab, one.label, one.before)
            words = f"{one.label or one.section} {_texts(one.widget)}"
            self._sections[one.section].add(one.widget, words)

    def _create_section(self, name: str, tab: str, label: str, before: str = "") -> SettingsSection:
        section = SettingsSection(tab, dict(self._settings.tabs)[tab], label, self)
        self._sections[name] = section
        column = self._columns[tab]
        place = column.indexOf(self._sections[before]) if before else column.count()
        column.insertWidget(place, section)
        return section

    def _fill_tabs(self) -> None:
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(self.tr("Parts of the settings"))
        for _, label in self._settings.tabs:
            self.tabs.addTab(label)

    def _arrange(self) -> None:
        side = em(self, 1.0)
        title = QLabel(self.tr("Settings"), self)
        title.setProperty("look", "heading")
        top = QHBoxLayout()
        top.setContentsMargins(side, em(self, 0.7), em(self, 0.8), 0)
        top.addWidget(title)
        top.addStretch()
        top.addWidget(self.collapse)
        search = QHBoxLayout()
        search.setContentsMargins(side, 0, side, 0)
        search.addWidget(self.search)
        self.reload.setProperty("look", "accent")
        bar = QHBoxLayout(self._reload_bar)
        bar.addWidget(self._reload_hint, 1)
        bar.addWidget(self.reload)
        below = QHBoxLayout()
        below.setContentsMargins(side, 0, side, em(self, 0.6))
        below.addWidget(self._reload_bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.4))
        column.addLayout(top)
        column.addLayout(search)
        column.addWidget(self.tabs)
        column.addWidget(self._area, 1)
        # At the end, so that it moves nothing a person is about to click.
        column.addLayout(below)

    def _connect(self) -> None:
        self.reload.clicked.connect(self._settings.reload_model)
        self.reset.clicked.connect(self._on_reset_clicked)
        self.search.textChanged.connect(self._show_fitting)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.tabs.tabBarClicked.connect(self._on_tab_changed)
        self._settings.reload_needed_changed.connect(self._on_reload_needed_changed)
        self._settings.confinement_changed.connect(self._on_confinement_changed)

    def _show_fitting(self) -> None:
        words = self.search.text().casefold().split()
        restyle(self.tabs, "quiet", bool(words))
        if words:
            self._make_all()
            self._keep_place()
            self._tab = ""
            found = [section.show_found(words) for section in self._sections.values()]
            self.reset.hide()
            self._empty.setVisible(not any(found))
            self._area.verticalScrollBar().setValue(0)
        else:
            self._show_tab(self.tabs.currentIndex())

    def _show_tab(self, index: int) -> None:
        self._keep_place()
        self._tab = self._tab_names[max(0, index)]
        if self.isVisible():
            self._make(self._tab)
        for section in self._sections.values():
            section.show_tab(self._tab)
        self.reset.setVisible(self._tab == APP_TAB)
        self._empty.hide()
        self._on_confinement_changed()
        self._column.activate()
        self._area.verticalScrollBar().setValue(self._places.get(self._tab, 0))

    def _keep_place(self) -> None:
        if self._tab:
            self._places[self._tab] = self._area.verticalScrollBar().value()

    def _on_tab_changed(self, index: int) -> None:
        if index < 0:
            return
        if self.search.text():
            self.search.clear()  # shows the tab
        if self.tabs.currentIndex() == index and self._tab != self._tab_names[index]:
            self._show_tab(index)

    def _on_reset_clicked(self) -> None:
        title = self.tr("Reset all settings?")
        question = self.tr("Every setting goes back to its default, the system prompt too.")
        answer = QMessageBox.question(self.window(), title, question)
        if answer == QMessageBox.StandardButton.Yes:
            self._settings.reset_all()

    def _on_confinement_changed(self) -> None:
        self.confinement.setText(self._settings.confinement)

    def _on_reload_needed_changed(self) -> None:
        self._reload_hint.setText(self._settings.reload_hint)
        is_needed = self._settings.needs_reload
        self._reload_bar.setVisible(is_needed)
        focused = QApplication.focusWidget()
        if is_needed and focused is not None and self._area.isAncestorOf(focused):
            self._area.ensureWidgetVisible(focused)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._tab in self._unmade:
            self._show_tab(self.tabs.currentIndex())


def _texts(widget: QWidget) -> str:
    """What stands in `widget`: a search finds it by the words of its buttons and notes."""
    buttons = [button.text() for button in widget.findChildren(QAbstractButton)]
    return " ".join([*buttons, *(label.text() for label in widget.findChildren(QLabel))])
