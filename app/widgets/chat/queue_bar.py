"""The messages that wait for the end of an answer, above the composer."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.chat.message_queue import MessageQueue, QueuedMessage
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import ElidedLabel, create_label
from app.widgets.theme import em


class QueueBar(QFrame):
    """One line for each message of the open conversation; hidden without any.

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
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(em(self, 0.9), em(self, 0.3), em(self, 0.4), em(self, 0.3))
        self._column.setSpacing(em(self, 0.1))
        self._column.addWidget(self._paused)
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
        self._paused.setVisible(self._queue.is_paused)
        self.setVisible(bool(messages))

    def _create_row(self, message: QueuedMessage) -> "QueuedRow":
        row = QueuedRow(message, self)
        row.edit.clicked.connect(partial(self.edit_pressed.emit, message.id))
        row.remove.clicked.connect(partial(self._queue.remove, message.id))
        self._column.addWidget(row)
        return row


class QueuedRow(QWidget):
    """A waiting message with buttons to edit and to remove it."""

    def __init__(self, message: QueuedMessage, parent: QWidget) -> None:
        super().__init__(parent)
        self.message_id = message.id
        self.text = ElidedLabel(self)
        self.text.set_text(message.label)
        self.edit = IconButton("edit", self.tr("Edit the queued message"), self, size=1.0)
        self.remove = IconButton("close", self.tr("Remove the queued message"), self, size=1.0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(em(self, 0.4))
        mark = create_label(self, "section", self.tr("Queued"))
        mark.setWordWrap(False)
        row.addWidget(mark)
        row.addWidget(self.text, 1)
        row.addWidget(self.edit)
        row.addWidget(self.remove)
