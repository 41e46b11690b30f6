"""The Downloads tab: the queue, row by row."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.library.downloads import DownloadRow, DownloadsViewModel
from app.widgets.library.download_row import DownloadRowWidget
from app.widgets.library.state_panel import StatePanel
from app.widgets.plain_widgets import create_area
from app.widgets.theme import em

_MAX_LIMIT = 100_000


class DownloadsTab(QWidget):
    """All downloads, including waiting and finished ones.

    Signals:
        chat_pressed(row: DownloadRow): chat with a finished model.
        discover_pressed(): show the Discover tab.
    """

    chat_pressed = Signal(object)
    discover_pressed = Signal()

    def __init__(self, downloads: DownloadsViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._downloads = downloads
        self.rows: dict[str, DownloadRowWidget] = {}
        self._summary = QLabel(self)
        self._summary.setProperty("look", "muted")
        self.remove_finished = QPushButton(self.tr("Clear finished"), self)
        self.remove_finished.setProperty("look", "link")
        self.limit = self._create_limit()
        self.empty = StatePanel(self)
        self.empty.show_state(
            "import",
            self.tr("Nothing is being downloaded. Models you choose under Discover arrive here."),
            self.tr("Find a model"),
        )
        self._list = QVBoxLayout()
        self._stack = QStackedWidget(self)
        self._arrange()
        self.limit.valueChanged.connect(downloads.set_limit)
        self.remove_finished.clicked.connect(downloads.remove_finished)
        self.empty.action_pressed.connect(self.discover_pressed)
        downloads.changed.connect(self._on_changed)
        self._on_changed()

    def _create_limit(self) -> QSpinBox:
        limit = QSpinBox(self)
        limit.setRange(0, _MAX_LIMIT)
        limit.setSpecialValueText(self.tr("None"))
        limit.setSuffix(self.tr(" MB/s"))
        limit.setKeyboardTracking(False)
        for widget in (limit, limit.lineEdit()):
            widget.setAccessibleName(self.tr("Download limit in megabytes per second"))
        limit.setToolTip(self.tr("The most that all downloads together take of the line"))
        limit.setMinimumWidth(em(self, 8))
        limit.lineEdit().setTextMargins(em(self, 0.4), 0, 0, 0)
        return limit

    def _arrange(self) -> None:
        body = QWidget(self)
        body.setObjectName("libraryBody")
        column = QVBoxLayout(body)
        side = em(self, 1.4)
        column.setContentsMargins(side, em(self, 0.2), side, side)
        self._list.setSpacing(em(self, 0.6))
        column.addLayout(self._list)
        column.addStretch()
        area = create_area(body, self)
        area.setObjectName("libraryArea")
        page = QWidget(self)
        top = QHBoxLayout()
        top.setContentsMargins(side, em(self, 0.6), side, em(self, 0.4))
        top.addWidget(self._summary, 1)
        caption = QLabel(self.tr("Limit"), self)
        caption.setBuddy(self.limit)
        caption.setProperty("look", "small")
        top.addWidget(caption)
        top.addWidget(self.limit)
        top.addWidget(self.remove_finished)
        rows = QVBoxLayout(page)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addLayout(top)
        rows.addWidget(area, 1)
        self._page = page
        self._stack.addWidget(page)
        self._stack.addWidget(self.empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)

    def _on_changed(self) -> None:
        shown = {row.id: row for row in self._downloads.rows}
        for id_ in self.rows.keys() - shown.keys():
            gone = self.rows.pop(id_)
            self._list.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for at, (id_, row) in enumerate(shown.items()):
            widget = self.rows.get(id_)
            if widget is None:
                widget = self.rows[id_] = self._create_row(row)
            widget.show_row(row)
            if self._list.indexOf(widget) != at:
                self._list.insertWidget(at, widget)
        if self.limit.value() != self._downloads.limit:
            self.limit.setValue(self._downloads.limit)
        self._summary.setText(self._downloads.summary or self.tr("Nothing is running."))
        self.remove_finished.setVisible(self._downloads.has_finished)
        self._stack.setCurrentWidget(self._page if shown else self.empty)

    def _create_row(self, row: DownloadRow) -> DownloadRowWidget:
        widget = DownloadRowWidget(self._downloads, row, self)
        widget.chat_pressed.connect(self.chat_pressed)
        return widget
