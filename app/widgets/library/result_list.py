"""The models found, as cards with a button each that gets the recommended file."""

import zlib
from functools import partial

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.viewmodels.formatting import tool_tip
from app.viewmodels.library.discover import DiscoverRole, DiscoverViewModel, FoundRow
from app.viewmodels.library.offers import Offer
from app.viewmodels.library.verdicts import Tone
from app.widgets.colors import colors_of
from app.widgets.library.pill import paint_pill, tone_color
from app.widgets.plain_widgets import fill_list
from app.widgets.row_delegate import font_size, small_font

_State = QStyle.StateFlag
_Index = QModelIndex | QPersistentModelIndex
_ELIDE = Qt.TextElideMode.ElideRight
_AVATAR_EMS, _BUTTON_EMS, _BUTTON_HEIGHT_EMS, _BUTTON_PADDING_EMS = 2.6, 8.5, 2.1, 2.2
_TITLE_EMS = 12.0  # what a long name keeps beside pills
_TITLE_SHARE = 0.7  # of its line, before the note behind it
_AVATAR_TINT = 0.18


class ResultList(QListView):
    """Shows the rows of a DiscoverViewModel.

    Signals:
        progress_pressed(): show the downloads.
        chat_pressed(): a model is being loaded to chat with.
    """

    progress_pressed = Signal()
    chat_pressed = Signal()

    def __init__(self, discover: DiscoverViewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._discover = discover
        fill_list(self, discover, ResultDelegate(self), self.tr("Models found"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # Scrolling asks nothing of the Hub until it rests for a moment.
        self._timer = QTimer(self, singleShot=True, interval=120)
        self._timer.timeout.connect(self._look)
        self.verticalScrollBar().valueChanged.connect(self._on_moved)
        self.verticalScrollBar().rangeChanged.connect(self._on_moved)
        discover.modelReset.connect(self._on_moved)
        discover.dataChanged.connect(self._on_data_changed)
        self._timer.start()

    def button(self, row: int) -> QPushButton | None:
        """The button of a row in view, None if it has none."""
        widget = self.indexWidget(self._discover.index(row))
        return widget if isinstance(widget, QPushButton) else None

    def _on_moved(self) -> None:
        self._timer.start()  # not connected itself: it would take a place for milliseconds

    def _look(self) -> None:
        """Give the rows in view their buttons, and find out what they offer."""
        first, last = self._rows_in_view()
        if not self.isVisible() or first < 0:
            return
        self._discover.look_at(first, last)
        for row in range(first, last + 1):
            self._show_button(row)

    def _rows_in_view(self) -> tuple[int, int]:
        """The first and the last row in view; (-1, -1) without any."""
        rows = range(self._discover.rowCount())
        area = self.viewport().rect()
        shown = [r for r in rows if self.visualRect(self._discover.index(r)).intersects(area)]
        return (shown[0], shown[-1]) if shown else (-1, -1)

    def _show_button(self, row: int) -> None:
        index = self._discover.index(row)
        offer: Offer = index.data(DiscoverRole.OFFER)
        button = self.button(row)
        if button is None:
            if not offer.action:
                return
            button = QPushButton(self)
            button.clicked.connect(partial(self._on_pressed, QPersistentModelIndex(index)))
            self.setIndexWidget(index, button)
        found: FoundRow = index.data(DiscoverRole.ROW)
        if button.text() != offer.label:
            button.setText(offer.label)
            self.updateEditorGeometries()  # as wide as its words
        button.setToolTip(tool_tip(offer.tip))
        button.setAccessibleName(f"{offer.label}: {found.title}")
        button.setAccessibleDescription(offer.tip)
        button.setEnabled(offer.action != "wait")
        button.setVisible(bool(offer.action))

    def _on_data_changed(self) -> None:
        for row in range(self._discover.rowCount()):
            if self.button(row) is not None:
                self._show_button(row)
        self._timer.start()

    def _on_pressed(self, index: QPersistentModelIndex) -> None:
        offer: Offer = index.data(DiscoverRole.OFFER)
        if offer.action == "progress":
            self.progress_pressed.emit()
            return
        self._discover.act(index.row())
        if offer.action == "chat":
            self.chat_pressed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._timer.start()


class ResultDelegate(QStyledItemDelegate):
    """Cards of two or three lines: publisher's initials, title, pills, facts; room for a button."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: FoundRow = index.data(DiscoverRole.ROW)
        offer: Offer = index.data(DiscoverRole.OFFER)
        em = font_size(option)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_card(painter, option)
        box = QRectF(option.rect).adjusted(em * 1.05, em * 0.85, -em * 1.05, -em * 0.6)
        side = em * _AVATAR_EMS
        avatar = QRectF(box.left(), box.top(), side, side)
        _paint_avatar(painter, option, row, _visual(option, avatar))
        box.setLeft(box.left() + em * (_AVATAR_EMS + 0.8))
        # Whether it has a button or not.
        box.setRight(_button_rect(option, offer).left() - em * 0.8)
        line = QRectF(box.left(), box.top(), box.width(), em * 1.35)
        below = line.translated(0, em * 1.6)
        facts = below.translated(0, em * 1.5 if row.blurb else 0)
        # Where it is narrow, pills cost room of the facts instead of the name.
        beside = line if _is_wide(option, row, offer, line) else facts
        beside.setRight(_paint_pills(painter, option, row, offer, beside))
        _paint_title(painter, option, row, line)
        role, colors = QPalette.ColorRole, option.palette
        if row.blurb:
            # English, in whatever direction the rest is.
            blurb = f"\N{FIRST STRONG ISOLATE}{row.blurb}\N{POP DIRECTIONAL ISOLATE}"
            _write(painter, option, option.font, colors.color(role.Text), below, blurb)
        small = small_font(option, 0.88)
        _write(painter, option, small, colors.color(role.PlaceholderText), facts, row.facts)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row: FoundRow = index.data(DiscoverRole.ROW)
        lines = 6.2 if row.blurb else 4.7
        return QSize(round(font_size(option) * 14), round(font_size(option) * lines))

    def updateEditorGeometry(  # noqa: N802 - Qt's name
        self, editor: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        """Put the button of a row at the end of its card."""
        place = _button_rect(option, index.data(DiscoverRole.OFFER))
        more = max(0, editor.sizeHint().height() - place.height())  # as some scripts need
        place.adjust(0, -more // 2, 0, more // 2)
        editor.setGeometry(_visual(option, QRectF(place)).toRect())

    def setModelData(  # noqa: N802 - Qt's name
        self, editor: QWidget, model: QAbstractItemModel, index: _Index
    ) -> None:
        """A button edits nothing."""


def _visual(option: QStyleOptionViewItem, place: QRectF) -> QRectF:
    """`place`, which is told from left to right, where the direction of the layout has it."""
    if option.direction == Qt.LayoutDirection.LeftToRight:
        return place
    card = QRectF(option.rect)
    return place.translated(card.left() + card.right() - place.left() - place.right(), 0)


def _button_rect(option: QStyleOptionViewItem, offer: Offer) -> QRect:
    size, card = font_size(option), option.rect
    words = QFontMetrics(option.font).horizontalAdvance(offer.label) + size * _BUTTON_PADDING_EMS
    width = max(size * _BUTTON_EMS, words)
    rect = QRect(0, 0, round(width), round(size * _BUTTON_HEIGHT_EMS))
    rect.moveCenter(card.center())
    rect.moveRight(card.right() - round(size * 0.9))
    return rect


def _paint_avatar(
    painter: QPainter, option: QStyleOptionViewItem, row: FoundRow, circle: QRectF
) -> None:
    """The publisher's initials in a circle of its own color; no picture is fetched."""
    colors = colors_of(QGuiApplication.palette())
    names = (colors.accent, colors.keyword, colors.string, colors.number, colors.name)
    color = QColor(names[zlib.crc32(row.author.encode()) % len(names)])
    field = QColor(color)
    field.setAlphaF(_AVATAR_TINT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(field)
    painter.drawEllipse(circle)
    painter.setPen(color)
    painter.setFont(_bold(option))
    painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, row.initials)


def _is_wide(option: QStyleOptionViewItem, row: FoundRow, offer: Offer, line: QRectF) -> bool:
    """Whether the name has room enough on `line` beside the pills."""
    size = font_size(option)
    pills = sum(_pill_width(option, word) + size * 0.5 for word, _ in _pills(row, offer))
    whole = QFontMetrics(_bold(option)).horizontalAdvance(row.title)
    return line.width() - pills >= min(whole, size * _TITLE_EMS)


def _pills(row: FoundRow, offer: Offer) -> list[tuple[str, Tone]]:
    """The words of a card's pills and their tones, from its end on."""
    pills: list[tuple[str, Tone]] = [(offer.fit.label, offer.fit.tone), (row.badge, "caution")]
    return [(word, tone) for word, tone in pills if word]


def _pill_width(option: QStyleOptionViewItem, word: str) -> float:
    metrics = QFontMetrics(small_font(option, 0.88))
    return metrics.horizontalAdvance(word) + font_size(option) * 1.2


def _paint_pills(
    painter: QPainter, option: QStyleOptionViewItem, row: FoundRow, offer: Offer, line: QRectF
) -> float:
    """Draw the pills at the right end of `line`; returns where the text beside them must end."""
    size, right = font_size(option), line.right()
    painter.setFont(small_font(option, 0.88))
    colors = colors_of(QGuiApplication.palette())
    for word, tone in _pills(row, offer):
        width = _pill_width(option, word)
        field = QRectF(right - width, line.top(), width, size * 1.4)
        paint_pill(painter, _visual(option, field), word, tone_color(colors, tone))
        right = field.left() - size * 0.5
    return right


def _paint_title(
    painter: QPainter, option: QStyleOptionViewItem, row: FoundRow, line: QRectF
) -> None:
    """The title, and the note behind it."""
    size, colors, role = font_size(option), option.palette, QPalette.ColorRole
    title, small = _bold(option), small_font(option, 0.88)
    note_width = QFontMetrics(small).horizontalAdvance(row.note)
    room = line.width() - (note_width + size if row.note else 0)
    metrics = QFontMetrics(title)
    shown = metrics.elidedText(row.title, _ELIDE, round(max(room, line.width() * _TITLE_SHARE)))
    _write(painter, option, title, colors.color(role.Text), line, shown)
    note = line.adjusted(metrics.horizontalAdvance(shown) + size * 0.6, 0, 0, 0)
    _write(painter, option, small, colors.color(role.PlaceholderText), note, row.note)


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


def _write(
    painter: QPainter,
    option: QStyleOptionViewItem,
    font: QFont,
    color: QColor,
    line: QRectF,
    text: str,
) -> None:
    painter.setFont(font)
    painter.setPen(color)
    shown = QFontMetrics(font).elidedText(text, _ELIDE, round(line.width()))
    place = _visual(option, line)
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _bold(option: QStyleOptionViewItem) -> QFont:
    font = QFont(option.font)
    font.setWeight(QFont.Weight.DemiBold)
    return font
