"""The messages that wait for the end of an answer, above the composer."""

from functools import partial

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.chat.message_queue import MessageQueue, QueuedMessage
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import ElidedLabel, create_area, create_label
from app.widgets.theme import em

_SHOWN = 4  # lines, before the rest is scrolled to


class QueueBar(QFrame):
    """One line for each message of the open conversation; hidden without any, scrolled with many.

    Signals:
        edit_pressed(id: int)
    """

    edit_pressed = Signal(int)

    def __init__(self, queue: MessageQueue, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("queueBar")
        self._queue = queue
        self._conversation_id: int | None = None
        self.rows: list[QueuedRow] = []
        self._paused = QWidget(self)
        words = self.tr("The queue waits, as the answer did not end by itself.")
        self.resume = QPushButton(self.tr("Send the queue"), self._paused)
        self.resume.setProperty("look", "link")
        line = QHBoxLayout(self._paused)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(create_label(self._paused, "small", words), 1)
        line.addWidget(self.resume)
        lines = QWidget(self)
        lines.setObjectName("queueLines")
        self._column = QVBoxLayout(lines)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(em(self, 0.1))
        self._area = create_area(lines, self)
        self._area.setObjectName("queueArea")
        column = QVBoxLayout(self)
        column.setContentsMargins(em(self, 0.9), em(self, 0.3), em(self, 0.4), em(self, 0.3))
        column.setSpacing(em(self, 0.1))
        column.addWidget(self._paused)
        column.addWidget(self._area)
        self.resume.clicked.connect(queue.resume)
        queue.changed.connect(self._on_changed)
        self._on_changed()

    def show_conversation(self, conversation_id: int | None) -> None:
        """Show the messages of a conversation."""
        self._conversation_id = conversation_id
        self._on_changed()

    def _on_changed(self) -> None:
        messages = self._queue.of(self._conversation_id)
        if [row.message_id for row in self.rows] != [message.id for message in messages]:
            for row in self.rows:
                self._column.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.rows = [self._create_row(message) for message in messages]
            if messages:
                self._fit_area()
        self._paused.setVisible(self._queue.is_paused)
        self.setVisible(bool(messages))

    def _create_row(self, message: QueuedMessage) -> "QueuedRow":
        row = QueuedRow(message, self)
        row.up.setEnabled(bool(self._column.count()))
        row.up.clicked.connect(partial(self._on_up_pressed, message.id))
        row.edit.clicked.connect(partial(self.edit_pressed.emit, message.id))
        row.remove.clicked.connect(partial(self._queue.remove, message.id))
        self._column.addWidget(row)
        return row

    def _on_up_pressed(self, message_id: int) -> None:
        self._queue.move_up(message_id)
        row = next(row for row in self.rows if row.message_id == message_id)
        (row.up if row.up.isEnabled() else row.edit).setFocus()

    def _fit_area(self) -> None:
        """As high as its lines, up to a limit: the conversation stays in view."""
        heights = [row.sizeHint().height() + self._column.spacing() for row in self.rows]
        self._area.setFixedHeight(sum(heights[:_SHOWN]) - self._column.spacing())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.rows:
            QTimer.singleShot(0, self, self._fit_area)  # once the lines have their new font


class QueuedRow(QWidget):
    """A waiting message with buttons to send it sooner, to edit and to remove it."""

    def __init__(self, message: QueuedMessage, parent: QWidget) -> None:
        super().__init__(parent)
        self.message_id = message.id
        self.text = ElidedLabel(self)
        self.text.set_text(message.label)
        self.up = IconButton("arrow-up", self.tr("Send the queued message sooner"), self, size=1.0)
        self.edit = IconButton("edit", self.tr("Edit the queued message"), self, size=1.0)
        self.remove = IconButton("close", self.tr("Remove the queued message"), self, size=1.0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(em(self, 0.4))
        mark = create_label(self, "section", self.tr("Queued"))
        mark.setWordWrap(False)
        row.addWidget(mark)
        row.addWidget(self.text, 1)
        row.addWidget(self.up)
        row.addWidget(self.edit)
        row.addWidget(self.remove)
