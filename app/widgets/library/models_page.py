"""The Models page: the tabs Discover, Downloads and My models."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.viewmodels.library.downloads import DownloadRow
from app.widgets.banner_bar import BannerBar
from app.widgets.icons import IconButton
from app.widgets.library.discover_tab import DiscoverTab
from app.widgets.library.downloads_tab import DownloadsTab
from app.widgets.library.my_models_tab import MyModelsTab
from app.widgets.library.view_models import LibraryViewModels
from app.widgets.page import PageWidget
from app.widgets.theme import em

_DISCOVER, _DOWNLOADS, _MY_MODELS = range(_NUM_TABS := 3)


class ModelsPage(PageWidget):
    """Three tabs; `show_discover`, `show_downloads` and `show_my_models` choose one."""

    def __init__(self, view_models: LibraryViewModels, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modelsPage")
        self._vm = view_models
        self.tabs = QTabBar(self)
        self.discover = DiscoverTab(view_models.discover, view_models.repo, self)
        self._downloads: DownloadsTab | None = None
        self._my_models: MyModelsTab | None = None
        self.close_button = IconButton("close", self.tr("Back to the chat (Esc)"), self, size=1.1)
        self.banner = BannerBar(view_models.banner, self)
        self._stack = QStackedWidget(self)
        self._arrange()
        self._connect()
        self._name_tabs()

    @property
    def downloads(self) -> DownloadsTab:
        """The second tab; created on first use, so that the page opens faster."""
        if self._downloads is None:
            tab = DownloadsTab(self._vm.downloads, self)
            tab.discover_pressed.connect(self.show_discover)
            tab.chat_pressed.connect(self._on_chat_pressed)
            self._stack.addWidget(tab)
            self._downloads = tab
        return self._downloads

    @property
    def my_models(self) -> MyModelsTab:
        """The third tab; created on first use."""
        if self._my_models is None:
            tab = MyModelsTab(self._vm, self)
            tab.discover_pressed.connect(self.show_discover)
            tab.chat_pressed.connect(self.closed)
            self._stack.addWidget(tab)
            self._my_models = tab
        return self._my_models

    def take_focus(self) -> None:
        """Begin with finding models."""
        self.show_discover()

    def show_discover(self) -> None:
        """Show the Discover tab and focus its search box."""
        self._vm.discover.show_starters()
        self.tabs.setCurrentIndex(_DISCOVER)
        self.discover.search.take_focus()

    def show_downloads(self) -> None:
        """Show the Downloads tab."""
        self.tabs.setCurrentIndex(_DOWNLOADS)
        self.tabs.setFocus()

    def show_my_models(self) -> None:
        """Show the My models tab."""
        self.tabs.setCurrentIndex(_MY_MODELS)
        self.my_models.take_focus()

    def go_back(self) -> None:
        """Go back one step: from a repository to the results, from there to the chat."""
        if self.tabs.currentIndex() != _DISCOVER or not self.discover.go_back():
            self.closed.emit()

    def _arrange(self) -> None:
        self.tabs.setAccessibleName(self.tr("Models"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for _ in range(_NUM_TABS):
            self.tabs.addTab("")
        self._stack.addWidget(self.discover)
        bar = QFrame(self)
        bar.setObjectName("tabRow")
        row = QHBoxLayout(bar)
        row.setContentsMargins(em(self, 0.9), em(self, 0.2), em(self, 0.9), 0)
        row.addWidget(self.tabs)
        row.addStretch()
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.banner)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        vm = self._vm
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.close_button.clicked.connect(self.closed)
        self.discover.progress_pressed.connect(self.show_downloads)
        self.discover.chat_pressed.connect(self.closed)
        vm.downloads.changed.connect(self._name_tabs)

    def _name_tabs(self) -> None:
        num_active = self._vm.downloads.num_active
        downloads = self.tr("Downloads")
        names = (
            self.tr("Discover"),
            f"{downloads} ({num_active})" if num_active else downloads,
            self.tr("My models"),
        )
        for at, name in enumerate(names):
            if self.tabs.tabText(at) != name:
                self.tabs.setTabText(at, name)

    def _on_tab_changed(self, at: int) -> None:
        tab: QWidget = self.discover
        if at == _DOWNLOADS:
            tab = self.downloads
        elif at == _MY_MODELS:
            tab = self.my_models
        self._stack.setCurrentWidget(tab)

    def _on_chat_pressed(self, row: DownloadRow) -> None:
        if row.path is not None:
            self._vm.models.load_path(row.path)
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.go_back()
        else:
            super().keyPressEvent(event)
