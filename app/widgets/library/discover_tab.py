"""The Discover tab: search box, order, results, the chosen repository."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.library.discover import DiscoverRole, DiscoverState, DiscoverViewModel, FoundRow
from app.viewmodels.library.repo_page import RepoPageViewModel
from app.widgets.colors import colors_of
from app.widgets.library.pill import paint_pill, tone_color
from app.widgets.library.repo_view import RepoView
from app.widgets.library.state_panel import StatePanel
from app.widgets.plain_widgets import SearchField, fill_list
from app.widgets.row_delegate import font_size, small_font
from app.widgets.theme import em

_State = QStyle.StateFlag
_ELIDE = Qt.TextElideMode.ElideRight

_SPLIT_EMS = 62  # from this width on, results and repository are side by side
_ICONS = {
    DiscoverState.SEARCHING: "",
    DiscoverState.OFFLINE: "offline",
    DiscoverState.EMPTY: "search",
    DiscoverState.ERROR: "warning",
}


class ResultDelegate(QStyledItemDelegate):
    """Cards of two or three lines."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row: FoundRow = index.data(DiscoverRole.ROW)
        em = font_size(option)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_card(painter, option)
        box = QRectF(option.rect).adjusted(em * 1.05, em * 0.85, -em * 1.05, -em * 0.6)
        role, colors = QPalette.ColorRole, option.palette
        title, small = _bold(option), small_font(option, 0.88)
        line = QRectF(box.left(), box.top(), box.width(), em * 1.35)
        right = self._paint_badge(painter, option, row, line)
        note_width = QFontMetrics(small).horizontalAdvance(row.note)
        room = right - box.left() - (note_width + em if row.note else 0)
        metrics = QFontMetrics(title)
        shown = metrics.elidedText(row.title, _ELIDE, round(max(room, em * 6)))
        painter.setFont(title)
        painter.setPen(colors.color(role.Text))
        painter.drawText(line, _left(), shown)
        painter.setFont(small)
        painter.setPen(colors.color(role.PlaceholderText))
        note = line.adjusted(
            metrics.horizontalAdvance(shown) + em * 0.6, 0, right - line.right(), 0
        )
        painter.drawText(
            note, _left(), QFontMetrics(small).elidedText(row.note, _ELIDE, round(note.width()))
        )
        below = line.translated(0, em * 1.55)
        if row.blurb:
            painter.setFont(option.font)
            painter.setPen(colors.color(role.Text))
            text = QFontMetrics(option.font).elidedText(row.blurb, _ELIDE, round(box.width()))
            painter.drawText(below, _left(), text)
            below = below.translated(0, em * 1.5)
        painter.setFont(small)
        painter.setPen(colors.color(role.PlaceholderText))
        text = QFontMetrics(small).elidedText(row.facts, _ELIDE, round(box.width()))
        painter.drawText(below, _left(), text)
        painter.restore()

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        row: FoundRow = index.data(DiscoverRole.ROW)
        lines = 6.1 if row.blurb else 4.6
        return QSize(round(font_size(option) * 14), round(font_size(option) * lines))

    def _paint_badge(
        self, painter: QPainter, option: QStyleOptionViewItem, row: FoundRow, line: QRectF
    ) -> float:
        """Draw the badge at the right end of `line`; returns where the title must end."""
        if not row.badge:
            return line.right()
        em = font_size(option)
        font = small_font(option, 0.88)
        painter.setFont(font)
        width = QFontMetrics(font).horizontalAdvance(row.badge) + em * 1.2
        field = QRectF(line.right() - width, line.top(), width, em * 1.4)
        paint_pill(
            painter, field, row.badge, tone_color(colors_of(QGuiApplication.palette()), "caution")
        )
        return field.left() - em * 0.5


def _paint_card(painter: QPainter, option: QStyleOptionViewItem) -> None:
    state, em, colors = option.state, font_size(option), option.palette
    role = QPalette.ColorRole
    is_chosen = bool(state & _State.State_Selected)
    is_under_pointer = bool(state & _State.State_MouseOver)
    has_focus = bool(state & _State.State_HasFocus)
    painter.setPen(QPen(colors.color(role.Accent if has_focus or is_chosen else role.Mid), 1))
    is_raised = is_under_pointer or is_chosen
    painter.setBrush(colors.color(role.AlternateBase) if is_raised else Qt.BrushStyle.NoBrush)
    gap = em * 0.25
    painter.drawRoundedRect(QRectF(option.rect).adjusted(1, gap, -1, -gap), em * 0.7, em * 0.7)


def _left() -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _bold(option: QStyleOptionViewItem) -> QFont:
    font = QFont(option.font)
    font.setWeight(QFont.Weight.DemiBold)
    return font


class DiscoverTab(QWidget):
    """Results at the left, the repository at the right; one at a time if narrow."""

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
        self.order = QComboBox(self)
        self.list = QListView(self)
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
        self.order.setAccessibleName(self.tr("Order of the results"))
        self.order.view().setAccessibleName(self.tr("Order of the results"))
        self.caption.setProperty("look", "section")
        self.more.setProperty("look", "link")
        fill_list(self.list, self._discover, ResultDelegate(self.list), self.tr("Models found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
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
        had_focus = self._left.isAncestorOf(self.focusWidget())
        self.repo_view.setVisible(is_open)
        self._left.setVisible(is_wide or not is_open)
        if had_focus and self._left.isHidden():
            self.repo_view.back.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_panes()
