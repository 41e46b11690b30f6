"""One model of a repository: quantization, verdict, memory needs, download button."""

from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.formatting import tool_tip
from app.viewmodels.library.repo_page import QuantView, RepoPageViewModel
from app.viewmodels.library.verdicts import SegmentKind, VerdictView
from app.widgets.colors import Colors, colors_of
from app.widgets.library.pill import Pill
from app.widgets.plain_widgets import create_label, restyle
from app.widgets.theme import em

_MIN_SHARE = 0.006  # so that every part is visible

_CHOOSING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def segment_color(colors: Colors, kind: SegmentKind) -> QColor:
    """The color of a segment."""
    names = {
        "weights": colors.accent,
        "kv": colors.name,
        "scratch": colors.number,
        "drafter": colors.string,
    }
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
            f"\N{WORD JOINER}&nbsp;{_joined(self._view.free_text)}"
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
        if self.isRightToLeft():
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
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


class QuantCard(QFrame):
    """Shows a QuantView; the selected card also explains the memory needs.

    Signals:
        chat_pressed(): the model is being loaded.
        progress_pressed(): show the downloads.
    """

    chat_pressed = Signal()
    progress_pressed = Signal()

    def __init__(self, repo: RepoPageViewModel, row: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._repo = repo
        self.setObjectName("libraryCard")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._row = row
        self._view: QuantView | None = None
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("look", "strong")
        self._recommended = Pill(self)
        self._explanation = create_label(self, "small")
        self.pill = Pill(self)
        self._size = QLabel(self)
        self._size.setProperty("look", "muted")
        self.download = QPushButton(self.tr("Download"), self)
        self.chat = QPushButton(self.tr("Chat with it"), self)
        self.chat.setProperty("look", "accent")
        self.progress = QPushButton(self)
        self.memory = MemoryBar(self)
        self.sentence = create_label(self)
        self.fix = QPushButton(self)
        self._arrange()
        self.download.clicked.connect(partial(repo.download, row))
        self.chat.clicked.connect(self._on_chat)
        self.progress.clicked.connect(self.progress_pressed)
        self.fix.clicked.connect(partial(repo.use_context, row))

    def show_view(self, view: QuantView, *, can_download: bool) -> None:
        """Update the card."""
        self.download.setEnabled(can_download)
        if view == self._view:
            return
        self._view = view
        verdict = view.verdict
        self._label.setText(view.label)
        self._recommended.show_word(self.tr("Recommended") if view.is_recommended else "", "muted")
        self._explanation.setText(view.explanation)
        self.pill.show_word(verdict.label, verdict.tone)
        self._size.setText(view.size)
        self._show_details(view)
        self._show_button(view)
        restyle(self, "chosen", view.is_selected)
        parts = (view.label, view.explanation, view.size, verdict.label, verdict.sentence)
        self.setAccessibleName(". ".join(part.rstrip(".") for part in parts if part))

    def _show_details(self, view: QuantView) -> None:
        verdict = view.verdict
        self.memory.show_verdict(verdict)
        self.memory.setVisible(view.is_selected and bool(verdict.segments))
        self.sentence.setText(verdict.sentence)
        self.sentence.setVisible(view.is_selected and bool(verdict.sentence))
        self.fix.setText(verdict.fix_label)
        self.fix.setAccessibleName(f"{verdict.fix_label}: {view.label}")
        self.fix.setVisible(view.is_selected and bool(verdict.fix_label))

    def _show_button(self, view: QuantView) -> None:
        is_coming = view.download is not None and not view.download.is_done
        is_here = view.local is not None
        self.chat.setVisible(is_here)
        self.progress.setVisible(is_coming and not is_here)
        self.download.setVisible(not is_here and not is_coming)
        self.download.setAccessibleName(self.tr("Download {0}, {1}").format(view.label, view.size))
        self.progress.setAccessibleName(self.tr("Show the download of {0}").format(view.label))
        self.chat.setAccessibleName(self.tr("Chat with {0}").format(view.label))
        if view.download is not None:
            self.progress.setText(
                self.tr("{0} % there").format(round(view.download.fraction * 100))
            )
            self.progress.setToolTip(tool_tip(view.download.status))

    def _arrange(self) -> None:
        names = QHBoxLayout()
        names.setSpacing(em(self, 0.5))
        names.addWidget(self._label)
        names.addWidget(self._recommended)
        names.addWidget(self.pill)
        names.addStretch()
        texts = QVBoxLayout()
        texts.setSpacing(em(self, 0.25))
        texts.addLayout(names)
        texts.addWidget(self._explanation)
        top = QHBoxLayout()
        top.setSpacing(em(self, 0.8))
        top.addLayout(texts, 1)
        top.addWidget(self._size)
        for button in (self.download, self.chat, self.progress):
            button.setMinimumWidth(em(self, 7))
            top.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(em(self, 1.0), em(self, 0.7), em(self, 0.8), em(self, 0.7))
        column.setSpacing(em(self, 0.6))
        column.addLayout(top)
        column.addWidget(self.memory)
        last = QHBoxLayout()
        last.setSpacing(em(self, 0.8))
        last.addWidget(self.sentence, 1)
        last.addWidget(self.fix)
        column.addLayout(last)

    def _on_chat(self) -> None:
        self._repo.chat(self._row)
        self.chat_pressed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._repo.select(self._row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _CHOOSING_KEYS:
            self._repo.select(self._row)
        else:
            super().keyPressEvent(event)
