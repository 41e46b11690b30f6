"""Draws a search result: name and badge, purpose, facts."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.viewmodels.library.discover import DiscoverRole, FoundRow
from app.widgets.colors import colors_of
from app.widgets.library.pill import paint_pill, tone_color
from app.widgets.row_delegate import font_size, small_font

_State = QStyle.StateFlag
_ELIDE = Qt.TextElideMode.ElideRight


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
