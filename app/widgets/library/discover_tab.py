"""The Discover tab: search box, order, results, the chosen repository."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.library.discover import DiscoverState, DiscoverViewModel
from app.viewmodels.library.repo_page import RepoPageViewModel
from app.widgets.library.repo_view import RepoView
from app.widgets.library.result_list import ResultList
from app.widgets.library.state_panel import StatePanel
from app.widgets.plain_widgets import SearchField, create_combo
from app.widgets.theme import em

_SPLIT_EMS = 62  # from this width on, results and repository are side by side
_ICONS = {
    DiscoverState.SEARCHING: "",
    DiscoverState.OFFLINE: "offline",
    DiscoverState.EMPTY: "search",
    DiscoverState.ERROR: "warning",
}


class DiscoverTab(QWidget):
    """Results at the left, the repository at the right; one at a time if narrow.

    Signals:
        progress_pressed(): show the downloads.
        chat_pressed(): a model was chosen to chat with.
    """

    progress_pressed = Signal()
    chat_pressed = Signal()

    def __init__(
        self, discover: DiscoverViewModel, repo: RepoPageViewModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._discover = discover
        self._repo = repo
        self.search = SearchField(
            self.tr("Search Hugging Face, or paste a model's name or address"),
            self.tr("Search Hugging Face for models"),
            self,
        )
        self.order = create_combo(self, self.tr("Order of the results"))
        self.list = ResultList(discover, self)
        self.caption = QLabel(self)
        self.more = QPushButton(self.tr("Show more"), self)
        self.state = StatePanel(self)
        self.repo_view = RepoView(repo, self)
        self._stack = QStackedWidget(self)
        self._left = QWidget(self)
        self._fill()
        self._connect()
        self._on_state_changed()
        self._show_panes()

    def go_back(self) -> bool:
        """Leave the repository; False if none is shown."""
        if not self._repo.repo_id:
            return False
        self._repo.close()
        self.list.setFocus()
        return True

    def _fill(self) -> None:
        for value, label in self._discover.orders:
            self.order.addItem(label, value)
        self.caption.setProperty("look", "section")
        self.more.setProperty("look", "link")
        self._arrange()

    def _arrange(self) -> None:
        side = em(self, 1.4)
        top = QHBoxLayout()
        top.setSpacing(em(self, 0.6))
        top.addWidget(self.search, 1)
        top.addWidget(self.order)
        results = QWidget(self)
        column = QVBoxLayout(results)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.3))
        column.addWidget(self.caption)
        column.addWidget(self.list, 1)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignHCenter)
        self._results = results
        self._stack.addWidget(results)
        self._stack.addWidget(self.state)
        left = QVBoxLayout(self._left)
        left.setContentsMargins(side, em(self, 0.9), em(self, 0.8), em(self, 0.6))
        left.setSpacing(em(self, 0.7))
        left.addLayout(top)
        left.addWidget(self._stack, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._left, 4)
        row.addWidget(self.repo_view, 5)

    def _connect(self) -> None:
        discover = self._discover
        self.search.textChanged.connect(discover.set_text)
        self.search.returnPressed.connect(discover.search_or_open)
        self.order.activated.connect(self._on_order_chosen)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)
        self.list.progress_pressed.connect(self.progress_pressed)
        self.list.chat_pressed.connect(self.chat_pressed)
        self.repo_view.progress_pressed.connect(self.progress_pressed)
        self.repo_view.chat_pressed.connect(self.chat_pressed)
        self.more.clicked.connect(discover.show_more)
        self.state.action_pressed.connect(discover.search_now)
        self.repo_view.back_pressed.connect(self.go_back)
        discover.state_changed.connect(self._on_state_changed)
        discover.repo_chosen.connect(self._repo.open)
        self._repo.changed.connect(self._show_panes)

    def _on_order_chosen(self) -> None:
        self._discover.set_order(self.order.currentData())

    def _on_chosen(self, index: QModelIndex) -> None:
        self._discover.open(index.row())

    def _on_state_changed(self) -> None:
        discover, state = self._discover, self._discover.state
        is_list = discover.rowCount() > 0
        self._stack.setCurrentWidget(self._results if is_list else self.state)
        self.more.setVisible(discover.can_show_more)
        is_starters = state is DiscoverState.STARTERS
        self.order.setVisible(not is_starters)
        self.caption.setText(self._caption(state))
        if not is_list:
            can_retry = state in (DiscoverState.OFFLINE, DiscoverState.ERROR)
            retry = self.tr("Try again") if can_retry else ""
            self.state.show_state(_ICONS.get(state, "search"), discover.message, retry)

    def _caption(self, state: DiscoverState) -> str:
        if state is DiscoverState.STARTERS:
            return self.tr("Good models to start with")
        if state is DiscoverState.SEARCHING:
            return self._discover.message
        return self.tr("On Hugging Face")

    def _show_panes(self) -> None:
        is_open = bool(self._repo.repo_id)
        is_wide = self.width() >= em(self, _SPLIT_EMS)
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self._left.isAncestorOf(focused)
        self.repo_view.setVisible(is_open)
        self._left.setVisible(is_wide or not is_open)
        if had_focus and self._left.isHidden():
            self.repo_view.back.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_panes()
