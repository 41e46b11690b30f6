"""Formulas in a text document: asked for, drawn on the baseline, copied as TeX."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSizeF, QTimer, Signal
from PySide6.QtGui import (
    QImage,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from app.viewmodels.receivers import while_alive
from app.widgets.markdown.formula import Formula, Picture, can_render, render_formula, tex_of
from app.widgets.markdown.streaming import StreamingMarkdown
from app.widgets.markdown.style import Property
from app.widgets.markdown.writer import OBJECT, FormulaRegion

_OBJECT_TYPE = QTextFormat.ObjectTypes.UserObject.value + 1
_MAX_FORMULAS = 400  # per document
_SHOWN_AT_ONCE = 24
_GATHER_MS = 15  # pictures that arrive within this time are laid out together


class _Drawn(NamedTuple):
    image: QImage
    width: float
    height: float
    ascent: float


class FormulaView(QPyTextObject):
    """Replaces the formulas of `markdown` by their pictures as these arrive.

    Signals:
        shown(): pictures were shown, and text below may have moved.
    """

    shown = Signal()

    def __init__(
        self,
        markdown: StreamingMarkdown,
        document: QTextDocument,
        run_in_background: Callable[[Callable[[], Any], Callable[[Any], None]], None],
    ) -> None:
        super().__init__(document)
        self._markdown = markdown
        self._document = document
        self._run_in_background = run_in_background
        self._drawn: list[_Drawn] = []
        self._arrived: list[tuple[FormulaRegion, Picture]] = []
        self._num_asked = 0
        self._generation = -1
        self._timer = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._timer.timeout.connect(self._show_arrived)
        document.documentLayout().registerHandler(_OBJECT_TYPE, self)

    def update(self, color: str, scale: float) -> None:
        """Ask for the pictures of new formulas; those that are known are shown at once."""
        markdown = self._markdown
        if self._generation != markdown.generation:
            self._generation, self._num_asked = markdown.generation, 0
            self._drawn.clear()
            self._arrived.clear()
        for region in markdown.formulas[self._num_asked : _MAX_FORMULAS]:
            tex = tex_of(region.source)
            if can_render(tex):
                formula = Formula(tex, region.is_display, region.text_size, color, scale)
                on_done = while_alive(self, partial(self._on_rendered, region))
                self._run_in_background(partial(render_formula, formula), on_done)
        self._num_asked = max(self._num_asked, markdown.num_final_formulas)
        self._show_arrived()

    def _on_rendered(self, region: FormulaRegion, picture: Picture | None) -> None:
        if picture is not None and region.cursor.hasSelection():
            self._arrived.append((region, picture))
            if not self._timer.isActive():
                self._timer.start()

    def _show_arrived(self) -> None:
        """Show a limited number of pictures; the others in the next turns."""
        if not self._arrived:
            return
        now, self._arrived = self._arrived[:_SHOWN_AT_ONCE], self._arrived[_SHOWN_AT_ONCE:]
        numbers = {id(region): number for number, region in enumerate(self._markdown.formulas)}
        edit = QTextCursor(self._document)
        edit.beginEditBlock()
        for region, picture in now:
            number = numbers.get(id(region))
            if number is not None and region.cursor.hasSelection():
                self._markdown.replace_formula(number, self._format(region, picture))
        edit.endEditBlock()
        self.shown.emit()
        if self._arrived:
            self._timer.start()
        else:
            self._timer.stop()

    def _format(self, region: FormulaRegion, picture: Picture) -> QTextCharFormat:
        image = QImage.fromData(picture.png)
        image.setDevicePixelRatio(picture.scale)
        self._drawn.append(_Drawn(image, picture.width, picture.height, picture.ascent))
        chars = QTextCharFormat()
        chars.setFont(self._markdown.style.font)
        chars.setObjectType(_OBJECT_TYPE)
        chars.setProperty(Property.FORMULA, len(self._drawn) - 1)
        chars.setProperty(Property.TEX, region.source)
        # What hangs below the baseline counts for the height of the line only when it is centered.
        chars.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        return chars

    def _of(self, chars: QTextFormat) -> _Drawn | None:
        number = int(chars.property(Property.FORMULA) or 0)
        return self._drawn[number] if number < len(self._drawn) else None

    def _shrinking(self, drawn: _Drawn) -> float:
        """The factor that makes a wide formula fit."""
        room = self._document.textWidth()
        return min(1.0, room / drawn.width) if room > 0 else 1.0

    def intrinsicSize(  # noqa: N802 - Qt's name
        self, _document: QTextDocument, _position: int, chars: QTextFormat
    ) -> QSizeF:
        drawn = self._of(chars)
        if drawn is None:
            return QSizeF(0, 0)
        factor = self._shrinking(drawn)
        below = drawn.height - drawn.ascent
        half = self._half_x_height
        # Centered on half the height of an x, with room for what is above and below the baseline.
        height = 2 * max(drawn.ascent * factor - half, below * factor + half)
        return QSizeF(drawn.width * factor, max(1.0, height))

    @property
    def _half_x_height(self) -> float:
        return self._markdown.style.x_height / 4

    def drawObject(  # noqa: N802 - Qt's name
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        document: QTextDocument,
        position: int,
        chars: QTextFormat,
    ) -> None:
        drawn = self._of(chars)
        if drawn is None:
            return
        block = document.findBlock(position)
        line = block.layout().lineForTextPosition(position - block.position())
        # Qt centers the object in the line, which may be higher than the object.
        top = rect.top() - (line.height() - rect.height()) / 2
        baseline = top + line.ascent()
        factor, scale = self._shrinking(drawn), drawn.image.devicePixelRatio()
        left, top = rect.left(), baseline - drawn.ascent * factor
        corner = QPointF(round(left * scale) / scale, round(top * scale) / scale)
        if factor == 1.0:
            painter.drawImage(corner, drawn.image)
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = drawn.image.deviceIndependentSize() * factor
        painter.drawImage(QRectF(corner, size), drawn.image)


def with_sources(selection: QTextCursor, parent: QObject) -> QTextDocument:
    """A copy of what is selected, with TeX in place of pictures."""
    copy = QTextDocument(parent)
    QTextCursor(copy).insertFragment(selection.selection())
    found = copy.find(OBJECT)
    while not found.isNull():
        source = found.charFormat().property(Property.TEX)
        if source:
            found.insertText(str(source), QTextCharFormat())
        found = copy.find(OBJECT, found)
    return copy
