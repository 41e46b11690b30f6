"""The Downloads tab: the queue, row by row, with buttons for the state of each."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.library.downloads import DownloadRow, DownloadsViewModel
from app.widgets.icons import IconButton
from app.widgets.library.state_panel import StatePanel
from app.widgets.plain_widgets import (
    ElidedLabel,
    create_area,
    create_bar,
    create_label,
    keep_from_wheel,
    restyle,
)
from app.widgets.theme import em

_MAX_LIMIT = 100_000


class DownloadRowWidget(QFrame):
    """Shows one of `downloads`; `show_row` updates it.

    Signals:
        chat_pressed(row: DownloadRow): chat with the finished model.
    """

    chat_pressed = Signal(object)

    def __init__(self, downloads: DownloadsViewModel, row: DownloadRow, parent: QWidget) -> None:
        super().__init__(parent)
        self._downloads = downloads
        self.setObjectName("libraryCard")
        self._row = row
        self._shown: dict[QAbstractButton, bool] = {}
        self._title = ElidedLabel(self)
        self._title.setProperty("look", "strong")
        self._status = ElidedLabel(self)
        self._problem = create_label(self)
        self._bar = create_bar(self)
        self.move_up = IconButton("arrow-up", "", self, size=1.1)
        self.pause = IconButton("pause", "", self, size=1.1)
        self.resume = IconButton("play", "", self, size=1.1)
        self.retry = QPushButton(self.tr("Try again"), self)
        self.chat = QPushButton(self.tr("Chat with it"), self)
        self.chat.setProperty("look", "accent")
        self.cancel = IconButton("close", "", self, size=1.1)
        self._arrange()
        self._connect()
        self.show_row(row)

    def show_row(self, row: DownloadRow) -> None:
        """Update the row."""
        self._row = row
        self._title.set_text(row.title)
        self._status.set_text(row.status)
        restyle(self._problem, "look", "danger" if row.can_retry else "caution")
        self._problem.setText(row.problem)
        self._problem.setVisible(bool(row.problem))
        self._bar.setValue(round(row.fraction * 1000))
        self._bar.setVisible(not row.is_done)
        self._bar.setAccessibleName(self.tr("{0}: {1}").format(row.title, row.status))
        for button, is_shown, words in (
            (self.resume, row.can_resume, self.tr("Go on with {0}")),
            (self.pause, row.can_pause, self.tr("Pause {0}")),
            (self.retry, row.can_retry, self.tr("Try {0} again")),
            (self.chat, row.is_done, self.tr("Chat with {0}")),
            (self.cancel, not row.is_done, self.tr("Cancel {0}")),
            (self.move_up, row.can_move_up, self.tr("Move {0} up")),
        ):
            _describe(button, words.format(row.title))
            self._shown[button] = is_shown
        self._show_buttons()

    def _show_buttons(self) -> None:
        """Show the buttons of the state; the focus moves between pause and resume."""
        shown = [button for button, is_shown in self._shown.items() if is_shown]
        gone = [button for button, is_shown in self._shown.items() if not is_shown]
        for button in shown:
            button.setVisible(True)
        if shown and any(button.hasFocus() for button in gone):
            shown[0].setFocus()
        for button in gone:
            button.setVisible(False)

    def _arrange(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(em(self, 0.35))
        for widget in (self._title, self._bar, self._status, self._problem):
            texts.addWidget(widget)
        row = QHBoxLayout(self)
        row.setContentsMargins(em(self, 1.0), em(self, 0.8), em(self, 0.7), em(self, 0.8))
        row.setSpacing(em(self, 0.3))
        row.addLayout(texts, 1)
        buttons = QWidget(self)
        buttons.setMinimumWidth(em(self, 9.5))
        right = QHBoxLayout(buttons)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(em(self, 0.3))
        right.addStretch()
        row.addWidget(buttons)
        for button in (
            self.move_up, self.pause, self.resume, self.retry, self.chat, self.cancel,
        ):  # fmt: skip
            right.addWidget(button)

    def _connect(self) -> None:
        downloads, id_ = self._downloads, self._row.id
        self.move_up.clicked.connect(partial(downloads.move_up, id_))
        self.pause.clicked.connect(partial(downloads.pause, id_))
        self.resume.clicked.connect(partial(downloads.resume, id_))
        self.retry.clicked.connect(partial(downloads.resume, id_))
        self.chat.clicked.connect(self._on_chat)
        self.cancel.clicked.connect(self._on_cancel)

    def _on_chat(self) -> None:
        self.chat_pressed.emit(self._row)

    def _on_cancel(self) -> None:
        if self._row.fraction < 0.01 or self._is_sure():
            self._downloads.cancel(self._row.id)

    def _is_sure(self) -> bool:
        question = self.tr("Cancel {0}? What has been downloaded of it is deleted.")
        answer = QMessageBox.question(
            self.window(), self.tr("Cancel the download"), question.format(self._row.title)
        )
        return answer == QMessageBox.StandardButton.Yes


def _describe(button: QAbstractButton, words: str) -> None:
    if isinstance(button, IconButton):
        button.set_description(words)
    else:
        button.setAccessibleName(words)


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
        keep_from_wheel(limit)
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
