"""The main window: panels, shortcuts, status line, dropped files."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.domain import Notice, NoticeLevel
from app.viewmodels.library.downloads import DownloadRow
from app.viewmodels.receivers import connect
from app.widgets.actions.window_actions import WindowActions
from app.widgets.chat.panes import ChatPanes
from app.widgets.drop_overlay import DropOverlay, drop_hint
from app.widgets.markdown.browser import RunInBackground
from app.widgets.meter_strip import MeterStrip
from app.widgets.model_picker import ModelPicker
from app.widgets.near_focus import NearFocusWindow
from app.widgets.page import ENGINE_PAGE, Page, PageWidget
from app.widgets.settings.endpoints_section import EndpointsSection
from app.widgets.settings.own_data_section import OwnDataSection
from app.widgets.settings.server_section import ServerSection
from app.widgets.settings.settings_panel import SettingsPanel
from app.widgets.settings.update_section import UpdateSection
from app.widgets.sidebar.sidebar import Sidebar
from app.widgets.status_line import StatusLine
from app.widgets.theme import FONT_STEP, Appearance, Theme, em
from app.widgets.top_bar import TopBar
from app.widgets.view_models import ViewModels


class MainWindow(NearFocusWindow):
    """Conversations at the left, the chat or another page, settings at the right, the meter below.

    `hides_on_close`: whether closing only hides it, as it can be brought back otherwise.

    Signals:
        painted(): the window was painted for the first time.
        closed(): the window was closed; unsaved text is saved.
        visibility_changed(is_visible: bool): it was minimized, hidden, or shown again.
    """

    painted = Signal()
    closed = Signal()
    visibility_changed = Signal(bool)

    def __init__(
        self,
        view_models: ViewModels,
        theme: Theme,
        run_in_background: RunInBackground,
        state_file: Path,
    ) -> None:
        self._vm = view_models
        self._theme = theme
        self._apply_theme()  # before there is a widget: those that are learn of a font late
        super().__init__()
        self._state = QSettings(str(state_file), QSettings.Format.IniFormat)
        self._was_painted = self._sidebar_gave_way = self._is_quitting = False
        self.setWindowTitle("Encore")
        self.setAcceptDrops(True)
        self.hides_on_close = _never
        self.sidebar = Sidebar(
            view_models.conversations,
            view_models.rows,
            view_models.exchange,
            view_models.pages,
            self,
        )
        self.panes = ChatPanes(view_models.beside, view_models.models, run_in_background, self)
        self.chat_page = self.panes.page
        self._page_widgets: dict[str, PageWidget] = {}
        self.model_picker = ModelPicker(view_models.search, view_models.load_options, self)
        self.top_bar = TopBar(self.model_picker, self)
        self.settings_panel = SettingsPanel(view_models.settings, view_models.runtime, self)
        self.updates = UpdateSection(view_models.updates, run_in_background, self)
        self.own_data = OwnDataSection(view_models.own_data, self)
        self.settings_panel.add(ServerSection(view_models.server, self), "server")
        self.settings_panel.add(self.updates, "updates")
        self.settings_panel.add(self.own_data, "own data", self.tr("Your data"))
        self.endpoints = EndpointsSection(view_models.endpoints, self)
        self.settings_panel.add(self.endpoints, "endpoints", self.tr("Engines elsewhere"), "Model")
        self.meter_strip = MeterStrip(view_models.meter, self)
        self._arrange()
        self._overlay = DropOverlay(self)
        self._connect()
        self.commands = WindowActions(self, view_models, self)
        self._restore()
        self._fit_to_font()
        self._on_title_changed()

    def toggle_sidebar(self) -> None:
        """Show or hide the conversations."""
        self._sidebar_gave_way = False
        self._show_sidebar(is_shown=self.sidebar.isHidden())
        if self._is_crowded():
            self.toggle_settings()

    def toggle_settings(self) -> None:
        """Show or hide the settings."""
        self.settings_panel.setVisible(self.settings_panel.isHidden())
        self.top_bar.settings.setChecked(not self.settings_panel.isHidden())
        self._make_room()
        if self.settings_panel.isVisible():
            self.settings_panel.focus_first()

    def show_updates(self) -> None:
        """Show what is new, in the settings."""
        if self.settings_panel.isHidden():
            self.toggle_settings()
        self.settings_panel.reveal(self.updates)

    def page(self, name: str) -> PageWidget:
        """The page `name`, created on first use."""
        if name not in self._page_widgets:
            (page,) = (page for page in self._vm.pages if page.label == name)
            widget = self._page_widgets[name] = page.create(self._pages)
            widget.closed.connect(self.show_chat)
            self._pages.addWidget(widget)
        return self._page_widgets[name]

    def prepare_page(self, page: Page) -> None:
        """Create `page` in advance, once its imports are loaded."""
        if self.isVisible():
            self.page(page.label)

    def toggle_page(self, name: str) -> None:
        """Switch between the chat and the page `name`."""
        if self._pages.currentWidget() is self._page_widgets.get(name):
            self.show_chat()
        else:
            self.show_page(name)

    def show_page(self, name: str) -> None:
        """Show the page `name` in place of the chat."""
        self._show(self.page(name), name)
        self.page(name).take_focus()

    def offer_engine(self) -> None:
        """Show the page that installs the engine; until that is done, the chat points to it."""
        show = partial(self.show_page, ENGINE_PAGE)
        text = self.tr("The engine is not installed yet, so no model can answer.")
        banner = self._vm.chat.banner
        banner.show(Notice(NoticeLevel.INFO, text), self.tr("Install…"), show)
        connect(self._vm.runtime.ready, self, partial(banner.withdraw, text))
        show()

    def show_chat(self) -> None:
        """Show the open conversation."""
        self._show(self.panes)
        self.chat_page.composer.take_focus()

    def scale_font(self, steps: int) -> None:
        """Enlarge (positive) or shrink the text; 0 resets it to the default size."""
        if steps:
            size = int(self._vm.settings.value("font_scale")) + steps * FONT_STEP
            self._vm.settings.set_value("font_scale", size)
        else:
            self._vm.settings.reset("font_scale")

    def toggle_theme(self) -> None:
        """Change from light to dark, or back."""
        self._vm.settings.set_value("theme", "light" if self._theme.is_dark else "dark")

    def bring_to_front(self) -> None:
        """Show the window, wherever it was."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        was_hidden = self.isHidden()
        self.show()
        self.raise_()
        self.activateWindow()
        if was_hidden:
            self.visibility_changed.emit(True)

    def quit(self) -> None:
        """End the program, also where closing the window only hides it."""
        self._is_quitting = True
        self._is_quitting = self.close()

    def _show(self, widget: QWidget, name: str = "") -> None:
        self._pages.setCurrentWidget(widget)
        for page, button in self.sidebar.pages.items():
            button.setChecked(page == name)

    def _arrange(self) -> None:
        center = QFrame(self)
        center.setObjectName("chat")
        column = QVBoxLayout(center)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        self._pages = QStackedWidget(center)
        self._pages.addWidget(self.panes)
        column.addWidget(self._pages, 1)
        self._center = center
        self._splitter = QSplitter(self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for widget in (self.sidebar, center, self.settings_panel):
            self._splitter.addWidget(widget)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([em(self, 18), em(self, 60), em(self, 22)])
        whole = QWidget(self)
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self._splitter, 1)
        rows.addWidget(self.meter_strip)
        self.setCentralWidget(whole)
        self.setStatusBar(StatusLine(self._vm.chat, self._vm.models, self))

    def _connect(self) -> None:
        vm = self._vm
        self.sidebar.collapse.clicked.connect(self.toggle_sidebar)
        self.top_bar.sidebar.clicked.connect(self.toggle_sidebar)
        self.top_bar.new_chat.clicked.connect(vm.conversations.create)
        self.top_bar.settings.clicked.connect(self.toggle_settings)
        self.settings_panel.collapse.clicked.connect(self.toggle_settings)
        self.settings_panel.engine.change_pressed.connect(partial(self.show_page, ENGINE_PAGE))
        show_models = partial(self.show_page, "Models")
        self.model_picker.popup.import_pressed.connect(self.chat_page.import_model)
        self.model_picker.popup.more_pressed.connect(show_models)
        self.chat_page.no_model.discover_pressed.connect(show_models)
        self.sidebar.list.beside_wanted.connect(vm.beside.open)
        for name, button in self.sidebar.pages.items():
            button.clicked.connect(partial(self.toggle_page, name))
        self.sidebar.chat_wanted.connect(self.show_chat)
        self.sidebar.typed.connect(self._on_typed)
        self.sidebar.list.clicked.connect(self._on_current_changed)
        vm.library.downloads.changed.connect(self._on_downloads_changed)
        vm.library.downloads.finished.connect(self._on_download_finished)
        vm.conversations.current_changed.connect(self._on_current_changed)
        vm.chat.conversation_touched.connect(self._on_title_changed)
        vm.chat.conversation_opened.connect(self._on_title_changed)
        vm.conversations.changed.connect(self._on_title_changed)
        vm.settings.value_changed.connect(self._on_setting_changed)
        self._theme.changed.connect(self._fit_to_font)

    def focus_search(self) -> None:
        """Show the conversations with the cursor in their search."""
        self._show_sidebar(is_shown=True)
        self.sidebar.search.take_focus()

    def _show_sidebar(self, *, is_shown: bool) -> None:
        self.sidebar.setVisible(is_shown)
        self.top_bar.sidebar.setHidden(is_shown)
        self.top_bar.new_chat.setHidden(is_shown)

    def _is_crowded(self) -> bool:
        """Whether conversations, chat and settings need more than the window's width."""
        panels = (self.sidebar, self._center, self.settings_panel)
        needed = sum(panel.minimumWidth() for panel in panels)
        return not self.settings_panel.isHidden() and needed > self.width()

    def _make_room(self) -> None:
        """Have the conversations give way to the settings while both do not fit."""
        self.settings_panel.fit(self.width() - em(self, 12 + 19))
        gives_way = self._is_crowded()
        if gives_way != self._sidebar_gave_way and gives_way != self.sidebar.isHidden():
            self._sidebar_gave_way = gives_way
            self._show_sidebar(is_shown=not gives_way)

    def _apply_theme(self) -> None:
        chosen = self._vm.settings.settings
        is_compact = chosen.density == "compact"
        self._theme.apply(Appearance(chosen.theme, chosen.font_scale, chosen.accent, is_compact))

    def _fit_to_font(self) -> None:
        self._center.setMinimumWidth(em(self, 19))
        self.sidebar.setMinimumWidth(em(self, 12))
        self._make_room()

    def _restore(self) -> None:
        geometry = self._state.value("geometry")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            self.resize(em(self, 96), em(self, 62))
        splitter = self._state.value("splitter")
        if isinstance(splitter, QByteArray):
            self._splitter.restoreState(splitter)
        self._show_sidebar(is_shown=self._state.value("sidebar", "true") == "true")
        is_shown = self._state.value("settings", "false") == "true"
        self.settings_panel.setVisible(is_shown)
        self.top_bar.settings.setChecked(is_shown)

    def _save_state(self) -> None:
        self._state.setValue("geometry", self.saveGeometry())
        self._state.setValue("splitter", self._splitter.saveState())
        is_shown = self._sidebar_gave_way or not self.sidebar.isHidden()
        self._state.setValue("sidebar", "true" if is_shown else "false")
        self._state.setValue("settings", "false" if self.settings_panel.isHidden() else "true")
        self._state.sync()

    def _on_setting_changed(self, name: str) -> None:
        if name in ("theme", "font_scale", "accent", "density"):
            self._apply_theme()

    def _on_downloads_changed(self) -> None:
        downloads = self._vm.library.downloads
        self.sidebar.show_downloads(downloads.summary, downloads.fraction)

    def _on_download_finished(self, row: DownloadRow) -> None:
        self._vm.models.refresh()
        text = self.tr("{0} has been downloaded.").format(row.title)
        path = row.path
        if path is None:
            return

        def chat() -> None:
            self._vm.models.load_path(path)
            self.show_chat()

        notice = Notice(NoticeLevel.INFO, text)
        self._vm.chat.banner.show(notice, self.tr("Chat with it"), chat)

    def _on_current_changed(self) -> None:
        """Show the open conversation; whoever chose it in the list stays there."""
        if self.sidebar.list.hasFocus():
            self._show(self.panes)
        else:
            self.show_chat()

    def _on_typed(self, text: str) -> None:
        self.show_chat()
        self.chat_page.composer.edit.insertPlainText(text)

    def _on_title_changed(self) -> None:
        conversations, shown = self._vm.conversations, self._vm.chat.conversation_id
        row = -1 if shown is None else conversations.row_of(shown)
        if row >= 0:
            self.setWindowTitle(f"{conversations.index(row).data()} \N{EM DASH} Encore")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self, self.painted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._is_quitting and self.hides_on_close():
            event.ignore()
            self._save_state()
            self.hide()
            self.visibility_changed.emit(False)
            return
        if not self.panes.may_close():
            event.ignore()
            return
        self._save_state()
        super().closeEvent(event)
        self.visibility_changed.emit(False)
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.visibility_changed.emit(not self.isMinimized())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._vm.chat.is_busy:
            self._vm.chat.stop()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if hint := drop_hint(event.mimeData()):
            event.acceptProposedAction()
            self._overlay.show_text(hint)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._overlay.hide()
        event.acceptProposedAction()
        if self.chat_page.take_drop(event.mimeData()):
            self.show_chat()


def _never() -> bool:
    return False
