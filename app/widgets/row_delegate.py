"""Draws a list row: a bold line over a muted one, with a word at the right."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.widgets.theme import is_compact

_State = QStyle.StateFlag


@dataclass(frozen=True, slots=True)
class RowText:
    """The texts of a row. `is_marked` rows stand out; a `warning` replaces the muted line."""

    title: str
    detail: str = ""
    note: str = ""
    warning: str = ""
    is_marked: bool = False


class RowDelegate(QStyledItemDelegate):
    """Subclasses define the texts."""

    def row_text(self, index: QModelIndex | QPersistentModelIndex) -> RowText:
        """The texts of a row."""
        return RowText(index.data(Qt.ItemDataRole.DisplayRole))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row, em = self.row_text(index), font_size(option)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_background(painter, option, is_marked=row.is_marked)
        rect = option.rect.adjusted(round(em * 0.85), round(em * _padding()), -round(em * 0.85), 0)
        colors = option.palette
        small = small_font(option, 0.86)
        note_width = QFontMetrics(small).horizontalAdvance(row.note)
        title = QFont(option.font)
        title.setWeight(QFont.Weight.DemiBold if row.is_marked else QFont.Weight.Normal)
        taken = note_width + round(em * 0.6) if row.note else 0
        is_mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        room = rect.adjusted(taken if is_mirrored else 0, 0, 0 if is_mirrored else -taken, 0)
        role = QPalette.ColorRole
        _write(painter, title, colors.color(role.Text), room, row.title)
        painter.setFont(small)
        painter.setPen(colors.color(role.PlaceholderText))
        top_right = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        painter.drawText(rect.adjusted(0, round(em * 0.12), 0, 0), top_right, row.note)
        below = rect.adjusted(0, round(em * 1.45), 0, 0)
        if row.warning:
            _write(painter, small, colors.color(role.BrightText), below, row.warning)
        else:
            _write(painter, small, colors.color(role.PlaceholderText), below, row.detail)
        painter.restore()

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        row = self.row_text(index)
        lines = 2 * _padding() + (2.6 if row.detail or row.warning else 1.3)
        return QSize(round(font_size(option) * 10), round(font_size(option) * lines))


def _padding() -> float:
    """Above and below the words of a row, in font sizes."""
    return 0.25 if is_compact() else 0.5


def font_size(option: QStyleOptionViewItem) -> float:
    """The font size of a row, in pixels."""
    return float(QFontInfo(option.font).pixelSize())


def small_font(option: QStyleOptionViewItem, share: float) -> QFont:
    """The font of a row, at a `share` of its size."""
    font = QFont(option.font)
    font.setPixelSize(max(1, round(font_size(option) * share)))
    return font


def _write(painter: QPainter, font: QFont, color: QColor, rect: QRect, text: str) -> None:
    painter.setFont(font)
    painter.setPen(color)
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, shown)


def _paint_background(painter: QPainter, option: QStyleOptionViewItem, *, is_marked: bool) -> None:
    state, em = option.state, font_size(option)
    rect, colors = option.rect, option.palette
    has_focus = bool(state & _State.State_HasFocus)
    role = QPalette.ColorRole
    if is_marked:
        painter.setBrush(colors.color(role.Midlight))
    elif state & _State.State_MouseOver and state & _State.State_Enabled:
        painter.setBrush(colors.color(role.AlternateBase))
    elif not has_focus:
        return
    painter.setPen(QPen(colors.color(role.Accent)) if has_focus else Qt.PenStyle.NoPen)
    radius = em * 0.6
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)
