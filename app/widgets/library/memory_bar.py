"""A model's memory needs, part by part, relative to the free memory."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.viewmodels.library.verdicts import SegmentKind, VerdictView
from app.widgets.colors import Colors, colors_of
from app.widgets.theme import em

_MIN_SHARE = 0.006  # so that every part is visible


def segment_color(colors: Colors, kind: SegmentKind) -> QColor:
    """The color of a segment."""
    names = {"weights": colors.accent, "kv": colors.name, "scratch": colors.number}
    return QColor(names[kind])


class MemoryBar(QWidget):
    """A bar of colored segments with a mark at the free memory, and a legend below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _Bar(self)
        self._legend = QLabel(self)
        self._legend.setProperty("look", "small")
        self._legend.setWordWrap(True)
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.35))
        column.addWidget(self._bar)
        column.addWidget(self._legend)
        self._view: VerdictView | None = None

    def show_verdict(self, view: VerdictView) -> None:
        """Draw the segments of `view`; hidden if there are none."""
        self._view = view
        self.setVisible(bool(view.segments))
        self._bar.show_verdict(view)
        words = [segment.text for segment in view.segments] + [view.free_text]
        self.setAccessibleName(", ".join(word for word in words if word))
        self._fill_legend()

    def _fill_legend(self) -> None:
        if self._view is None:
            return
        colors = colors_of(self.palette())
        pieces = [
            f'<span style="color:{segment_color(colors, segment.kind).name()}">'
            "\N{BLACK CIRCLE}</span>"
            f"&nbsp;{_joined(segment.text)}"
            for segment in self._view.segments
        ]
        pieces.append(
            f'<span style="color:{colors.muted}">\N{VERTICAL LINE}</span>'
            f"&nbsp;{_joined(self._view.free_text)}"
        )
        self._legend.setText(" &nbsp; ".join(pieces))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._fill_legend()


class _Bar(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view: VerdictView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_verdict(self, view: VerdictView) -> None:
        self._view = view
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(em(self, 12), em(self, 0.9))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        view = self._view
        if view is None or not view.segments:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(0, self.height() * 0.2, self.width(), self.height() * 0.6)
        outline = QPainterPath()
        outline.addRoundedRect(track, track.height() / 2, track.height() / 2)
        painter.setClipPath(outline)
        painter.fillRect(track, self.palette().color(QPalette.ColorRole.Midlight))
        whole = max(view.total_bytes, view.free_bytes, 1)
        colors = colors_of(self.palette())
        left = 0.0
        for segment in view.segments:
            width = track.width() * max(_MIN_SHARE, segment.num_bytes / whole)
            rect = QRectF(left, track.top(), width, track.height())
            painter.fillRect(rect, segment_color(colors, segment.kind))
            left += width
        painter.setClipping(False)
        if view.free_bytes < view.total_bytes:
            at = track.width() * view.free_bytes / whole
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Text), em(self, 0.14)))
            painter.drawLine(round(at), 0, round(at), self.height())


def _joined(text: str) -> str:
    """`text` for rich text, without line breaks."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;")
    return plain.replace(" ", "&nbsp;")
