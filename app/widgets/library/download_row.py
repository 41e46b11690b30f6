"""One download: title, progress bar, speed, time left, and buttons for its state."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.library.downloads import DownloadRow, DownloadsViewModel
from app.widgets.elided_label import ElidedLabel
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import create_bar, create_label, restyle
from app.widgets.theme import em


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
        self.move_up.clicked.connect(self._on_move_up)
        self.pause.clicked.connect(self._on_pause)
        self.resume.clicked.connect(self._on_resume)
        self.retry.clicked.connect(self._on_resume)
        self.chat.clicked.connect(self._on_chat)
        self.cancel.clicked.connect(self._on_cancel)

    def _on_move_up(self) -> None:
        self._downloads.move_up(self._row.id)

    def _on_pause(self) -> None:
        self._downloads.pause(self._row.id)

    def _on_resume(self) -> None:
        self._downloads.resume(self._row.id)

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
