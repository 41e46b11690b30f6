"""Draws the rows of the sidebar: headings, folders, chats with actions under the pointer."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from app.viewmodels.conversation_list import ConversationRole
from app.viewmodels.sidebar.rows import RowKind, RowRole
from app.widgets.icons import icon_pixmap
from app.widgets.row_delegate import font_size, small_font

Index = QModelIndex | QPersistentModelIndex
_State = QStyle.StateFlag
_Role = QPalette.ColorRole
_ROW_EMS, _HIT_EMS = 2.3, 3.7
_MARGIN_EMS, _INDENT_EMS, _ICON_EMS, _BUTTON_EMS = 0.7, 1.1, 1.1, 1.65
_MARK_ALPHA = 70
_FILLED = "filled"


class ChatRowDelegate(QStyledItemDelegate):
    """Rows of one height: one line, or two during a search, with the words found highlighted."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.is_searching = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        ems = _HIT_EMS if self.is_searching else _ROW_EMS
        return QSize(round(font_size(option) * 10), round(font_size(option) * ems))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        kind = index.data(RowRole.KIND)
        if kind == RowKind.SECTION:
            self._paint_section(painter, option, index)
        elif kind == RowKind.FOLDER:
            self._paint_folder(painter, option, index)
        else:
            self._paint_chat(painter, option, index)
        painter.restore()

    def _paint_section(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        font = small_font(option, 0.86)
        font.setWeight(QFont.Weight.DemiBold)
        em = font_size(option)
        rect = _inner(option).adjusted(0, round(em * 0.55), 0, 0)
        color = option.palette.color(_Role.PlaceholderText)
        _write(painter, option, rect, index.data(), font, color)

    def _paint_folder(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        _paint_background(painter, option, is_current=False)
        em, rect = font_size(option), _inner(option)
        side = round(em * _ICON_EMS)
        muted = option.palette.color(_Role.PlaceholderText)
        closed = "chevron-left" if _is_mirrored(option) else "chevron-right"
        names = ("chevron-down" if index.data(RowRole.IS_OPEN) else closed, "folder")
        for name in names:
            _paint_icon(painter, option, _placed(option, rect, QRect(0, 0, side, side)), name)
            rect.adjust(0, 0, 0, 0)
            rect = _without_start(option, rect, side + round(em * 0.3))
        small = small_font(option, 0.86)
        count = str(index.data(RowRole.COUNT))
        width = QFontMetrics(small).horizontalAdvance(count)
        end = _placed(option, rect, QRect(rect.width() - width, 0, width, rect.height()))
        _write(painter, option, end, count, small, muted)
        room = _without_end(option, rect, width + round(em * 0.5))
        _write(painter, option, room, index.data(), option.font, option.palette.color(_Role.Text))

    def _paint_chat(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        is_current = bool(index.data(ConversationRole.IS_CURRENT))
        _paint_background(painter, option, is_current=is_current)
        em, rect = font_size(option), _inner(option)
        if index.data(RowRole.FOLDER_ID) is not None:
            rect = _without_start(option, rect, round(em * _INDENT_EMS))
        buttons = self._buttons(option, index)
        for name, place in buttons:
            _paint_icon(painter, option, place, name, ems=_ICON_EMS)
        if buttons:
            rect = _without_end(option, rect, round(em * (_BUTTON_EMS * len(buttons) + 0.2)))
        elif index.data(ConversationRole.IS_TEMPORARY):
            side = round(em * _ICON_EMS)
            place = QRect(rect.width() - side, 0, side, rect.height())
            _paint_icon(painter, option, _placed(option, rect, place), "temporary")
            rect = _without_end(option, rect, side + round(em * 0.3))
        title = QFont(option.font)
        title.setWeight(QFont.Weight.DemiBold if is_current else QFont.Weight.Normal)
        title.setItalic(bool(index.data(ConversationRole.IS_TEMPORARY)))
        color = option.palette.color(_Role.Text)
        if not self.is_searching:
            _write(painter, option, rect, index.data(ConversationRole.TITLE), title, color)
            return
        upper, lower = QRect(rect), QRect(rect)
        upper.setBottom(rect.top() + round(em * 1.95))
        lower.setTop(rect.top() + round(em * 1.65))
        marks = index.data(ConversationRole.TITLE_MARKS)
        found = index.data(ConversationRole.FOUND_TITLE)
        _write(painter, option, upper, found, title, color, marks)
        muted = option.palette.color(_Role.PlaceholderText)
        preview, marks = index.data(ConversationRole.PREVIEW), index.data(ConversationRole.MARKS)
        _write(painter, option, lower, preview, small_font(option, 0.9), muted, marks)

    def _buttons(self, option: QStyleOptionViewItem, index: Index) -> list[tuple[str, QRect]]:
        """The actions of the row under the pointer, with their places."""
        if not option.state & _State.State_MouseOver or self.is_searching:
            return []
        if index.data(RowRole.KIND) != RowKind.CHAT:
            return []
        is_temporary = index.data(ConversationRole.IS_TEMPORARY)
        names = ("close",) if is_temporary else ("pin", "edit", "trash", "more")
        rect, width = _inner(option), round(font_size(option) * _BUTTON_EMS)
        first = rect.width() - width * len(names)
        return [
            (
                name,
                _placed(option, rect, QRect(first + place * width, 0, width, rect.height())),
            )
            for place, name in enumerate(names)
        ]

    def button_at(self, option: QStyleOptionViewItem, index: Index, place: QPoint) -> str:
        """The action at `place` of a row that the pointer is over, "" if none."""
        option.state |= _State.State_MouseOver
        return next(
            (name for name, rect in self._buttons(option, index) if rect.contains(place)), ""
        )

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        words = {
            "pin": self.tr("Unpin") if index.data(ConversationRole.IS_PINNED) else self.tr("Pin"),
            "edit": self.tr("Rename (F2)"),
            "trash": self.tr("Delete (Del)"),
            "close": self.tr("Close; nothing of it is kept (Del)"),
            "more": self.tr("More actions"),
        }
        name = self.button_at(option, index, event.pos())
        if name:
            QToolTip.showText(event.globalPos(), words[name], view)
            return True
        return super().helpEvent(event, view, option, index)

    def createEditor(  # noqa: N802  Qt's
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        edit = QLineEdit(parent)
        is_chat = index.data(RowRole.KIND) == RowKind.CHAT
        name = self.tr("Title of the conversation") if is_chat else self.tr("Name of the folder")
        edit.setAccessibleName(name)
        edit.setFont(option.font)
        return edit

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802  Qt's
        # Called again whenever rows change; what is being typed stays.
        if isinstance(editor, QLineEdit) and not editor.property(_FILLED):
            editor.setProperty(_FILLED, True)
            editor.setText(index.data(ConversationRole.TITLE))
            editor.selectAll()

    def setModelData(  # noqa: N802  Qt's
        self, editor: QWidget, model: QAbstractItemModel, index: Index
    ) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text())


def _is_mirrored(option: QStyleOptionViewItem) -> bool:
    return bool(option.direction == Qt.LayoutDirection.RightToLeft)


def _inner(option: QStyleOptionViewItem) -> QRect:
    side = round(font_size(option) * _MARGIN_EMS)
    return QRect(option.rect).adjusted(side, 0, -side, 0)


def _placed(option: QStyleOptionViewItem, outer: QRect, place: QRect) -> QRect:
    """`place` within `outer`, counted from where reading starts."""
    if place.height() < outer.height():
        place.moveTop((outer.height() - place.height()) // 2)
    return QStyle.visualRect(option.direction, outer, place.translated(outer.topLeft()))


def _without_start(option: QStyleOptionViewItem, rect: QRect, width: int) -> QRect:
    return rect.adjusted(0, 0, -width, 0) if _is_mirrored(option) else rect.adjusted(width, 0, 0, 0)


def _without_end(option: QStyleOptionViewItem, rect: QRect, width: int) -> QRect:
    return rect.adjusted(width, 0, 0, 0) if _is_mirrored(option) else rect.adjusted(0, 0, -width, 0)


def _paint_icon(
    painter: QPainter,
    option: QStyleOptionViewItem,
    place: QRect,
    name: str,
    ems: float = _ICON_EMS,
) -> None:
    side = round(font_size(option) * ems)
    color = option.palette.color(_Role.PlaceholderText).name()
    ratio = painter.device().devicePixelRatioF()
    square = QRect(0, 0, side, side)
    square.moveCenter(place.center())
    painter.drawPixmap(square.topLeft(), icon_pixmap(name, color, side, ratio))


def _paint_background(painter: QPainter, option: QStyleOptionViewItem, *, is_current: bool) -> None:
    state, em, colors = option.state, font_size(option), option.palette
    has_focus = bool(state & _State.State_HasFocus)
    if is_current or state & _State.State_Selected:
        painter.setBrush(colors.color(_Role.Midlight))
    elif state & _State.State_MouseOver:
        painter.setBrush(colors.color(_Role.AlternateBase))
    elif not has_focus:
        return
    painter.setPen(QPen(colors.color(_Role.Accent)) if has_focus else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), em * 0.5, em * 0.5)


def _write(
    painter: QPainter,
    option: QStyleOptionViewItem,
    rect: QRect,
    text: str,
    font: QFont,
    color: QColor,
    marks: Sequence[tuple[int, int]] = (),
) -> None:
    """One line, elided, centered vertically, with a ground of the accent color under `marks`."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    layout = QTextLayout(shown, font)
    lines = QTextOption()
    lines.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # a title's own
    flag = Qt.AlignmentFlag
    side = flag.AlignRight if _is_mirrored(option) else flag.AlignLeft
    lines.setAlignment(side | flag.AlignAbsolute)
    lines.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(lines)
    layout.setFormats([_marked(option, start, end, len(shown)) for start, end in marks])
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(rect.width())
    layout.endLayout()
    painter.setPen(color)
    top = rect.top() + (rect.height() - line.height()) / 2
    layout.draw(painter, QPointF(rect.left(), top))


def _marked(
    option: QStyleOptionViewItem, start: int, end: int, length: int
) -> QTextLayout.FormatRange:
    ground = option.palette.color(_Role.Accent)
    ground.setAlpha(_MARK_ALPHA)
    form = QTextCharFormat()
    form.setBackground(ground)
    form.setForeground(option.palette.color(_Role.Text))
    mark = QTextLayout.FormatRange()
    mark.start, mark.length = min(start, length), max(0, min(end, length) - min(start, length))
    mark.format = form
    return mark
