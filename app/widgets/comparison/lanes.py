"""The race: a lane for each configuration, with the text of its newest answer."""

import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QGridLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.widgets.plain_widgets import create_label, restyle
from app.widgets.theme import em

_FRAME_MS = 50


class Lane(QFrame):
    """One configuration: its letter, what distinguishes it, its text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lane")
        self.title = create_label(self, "strong")
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setProperty("look", "field")
        self.text.setFixedHeight(em(self, 11))
        column = QVBoxLayout(self)
        side = em(self, 0.7)
        column.setContentsMargins(side, side, side, side)
        column.addWidget(self.title)
        column.addWidget(self.text)
        self._shown = ""

    def set_title(self, text: str) -> None:
        """Show what the lane is."""
        self.title.setText(text)
        self.text.setAccessibleName(text)

    def set_text(self, text: str) -> None:
        """Show `text`; more of the same is appended."""
        if text == self._shown:
            return
        if text.startswith(self._shown) and self._shown:
            cursor = QTextCursor(self.text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._shown) :])
        else:
            self.text.setPlainText(text)
        self._shown = text
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def set_running(self, *, is_running: bool) -> None:
        """Mark the lane whose turn it is."""
        restyle(self, "running", is_running)


class Lanes(QWidget):
    """Follows a ComparisonViewModel; `race` shows the result at the speeds that were measured."""

    def __init__(self, comparison: ComparisonViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self.lanes: list[Lane] = []
        self._began = 0.0
        self._timer = QTimer(self, interval=_FRAME_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_frame)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(em(self, 0.8))
        comparison.lane_changed.connect(self._on_lane_changed)
        comparison.state_changed.connect(self.refresh)
        comparison.result_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Draw the lanes of the newest race."""
        num_lanes = self._comparison.num_lanes
        while len(self.lanes) > num_lanes:
            self.lanes.pop().deleteLater()
        while len(self.lanes) < num_lanes:
            lane, at = Lane(self), len(self.lanes)
            self.lanes.append(lane)
            self._grid.addWidget(lane, at // 2, at % 2)
        for index, lane in enumerate(self.lanes):
            lane.set_title(self._comparison.lane_title(index))
            lane.set_running(is_running=index == self._comparison.running_index)
            if not self._timer.isActive():
                lane.set_text(self._comparison.lane_text(index))
        self.setVisible(
            any(self._comparison.lane_text(at) for at in range(num_lanes))
            or self._comparison.is_running
        )

    def race(self) -> None:
        """Show all answers of the result at once, each at its median speed."""
        self._began = time.perf_counter()
        self._timer.start()
        self._on_frame()

    def _on_frame(self) -> None:
        kept = self._comparison.result
        if kept is None or self._comparison.is_running or not self.isVisible():
            self._timer.stop()
            self.refresh()
            return
        elapsed = time.perf_counter() - self._began
        is_over = True
        for lane, text, measured in zip(
            self.lanes, kept.comparison.texts, kept.comparison.measurements, strict=False
        ):
            share = elapsed * (measured.tok_s or 0.0) / max(1, len(measured.ids))
            is_over = is_over and share >= 1
            lane.set_text(text[: round(len(text) * min(share, 1.0))])
        if is_over:
            self._timer.stop()

    def _on_lane_changed(self, index: int) -> None:
        self._timer.stop()
        for at, lane in enumerate(self.lanes):
            lane.set_running(is_running=at == self._comparison.running_index)
        self.lanes[index].set_text(self._comparison.lane_text(index))
