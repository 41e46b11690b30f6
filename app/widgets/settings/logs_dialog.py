"""The logs, live: filtered by level, origin and words."""

import logging
from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QHideEvent, QShowEvent, QTextCharFormat
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels import formatting
from app.viewmodels.logs import ENGINE, MAX_LINES, WINDOW, LogRow, LogsViewModel
from app.widgets.announcement import announce
from app.widgets.colors import colors_of
from app.widgets.model_picker import open_folder
from app.widgets.plain_widgets import SearchField, create_combo, create_label
from app.widgets.theme import em, mono_font, resize_ems

_TYPING_MS = 150


class LogsDialog(QDialog):
    """Follows the logs while it is open, and its end while that is in view.

    `report` is the button that makes a report of them, for the owner to connect.
    """

    def __init__(self, logs: LogsViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._logs = logs
        self.setWindowTitle(self.tr("Logs"))
        self.level = create_combo(self, self.tr("Level"))
        self.origin = create_combo(self, self.tr("Where from"))
        words = self.tr("Search the logs")
        self.search = SearchField(words, words, self)
        self.text = QPlainTextEdit(self)
        self.count = create_label(self, "small")
        self.copy = QPushButton(self.tr("Copy"), self)
        self.folder = QPushButton(self.tr("Open the folder"), self)
        self.report = QPushButton(self.tr("Save a report…"), self)
        self._formats: dict[str, QTextCharFormat] = {}
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._fill()
        self._arrange()
        self._connect()

    def _fill(self) -> None:
        for text, level in (
            (self.tr("All levels"), logging.NOTSET),
            (self.tr("Warnings and errors"), logging.WARNING),
            (self.tr("Errors"), logging.ERROR),
        ):
            self.level.addItem(text, level)
        for text, origin in (
            (self.tr("Window and engine"), ""),
            (self.tr("Window"), WINDOW),
            (self.tr("Engine"), ENGINE),
        ):
            self.origin.addItem(text, origin)
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setMaximumBlockCount(MAX_LINES)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setProperty("look", "field")
        self.text.setAccessibleName(self.tr("Lines of the logs"))
        self.text.setFont(mono_font(self.font()))
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # logs are English
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy.setToolTip(self.tr("The lines shown, without names and secrets"))

    def _arrange(self) -> None:
        above = QHBoxLayout()
        above.addWidget(self.search, 1)
        above.addWidget(self.level)
        above.addWidget(self.origin)
        below = QHBoxLayout()
        below.addWidget(self.count, 1)
        for button in (self.copy, self.folder, self.report):
            button.setAutoDefault(False)
            below.addWidget(button)
        column = QVBoxLayout(self)
        column.setSpacing(em(self, 0.6))
        column.addLayout(above)
        column.addWidget(self.text, 1)
        column.addLayout(below)
        resize_ems(self, 72, 40)

    def _connect(self) -> None:
        self._logs.reset.connect(self._on_reset)
        self._logs.added.connect(self._on_added)
        self._typing.timeout.connect(self._filter)
        self.search.textChanged.connect(self._typing.start)
        self.level.currentIndexChanged.connect(self._filter)
        self.origin.currentIndexChanged.connect(self._filter)
        self.copy.clicked.connect(self._on_copy)
        self.folder.clicked.connect(lambda: open_folder(self._logs.folder))

    def _filter(self) -> None:
        self._logs.filter(
            level=self.level.currentData(),
            origin=self.origin.currentData(),
            text=self.search.text(),
        )

    def _on_reset(self) -> None:
        self.text.clear()
        self._append(self._logs.rows)
        self._to_end()

    def _on_added(self, rows: list[LogRow]) -> None:
        bar = self.text.verticalScrollBar()
        was_at_end = bar.value() >= bar.maximum()
        self._append(rows)
        if was_at_end:
            self._to_end()

    def _append(self, rows: Iterable[LogRow]) -> None:
        document = self.text.document()
        cursor = self.text.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        cursor.beginEditBlock()
        for row in rows:
            if not document.isEmpty():
                cursor.insertBlock()
            cursor.insertText(row.text, self._formats[row.look])
        cursor.endEditBlock()
        shown = 0 if document.isEmpty() else document.blockCount()
        words = self.tr("{0} of the latest {1} lines")
        total = formatting.count(self._logs.num_lines)
        self.count.setText(words.format(formatting.count(shown), total))

    def _to_end(self) -> None:
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._logs.text_to_share())
        announce(self, self.tr("Copied"))

    def _set_formats(self) -> None:
        colors = colors_of(self.palette())
        for look, color in (
            ("", colors.text),
            ("caution", colors.caution),
            ("danger", colors.danger),
        ):
            self._formats[look] = QTextCharFormat()
            self._formats[look].setForeground(QColor(color))

    def showEvent(self, event: QShowEvent) -> None:
        self._set_formats()
        self._filter()
        self._logs.open()
        super().showEvent(event)
        self.search.take_focus()

    def hideEvent(self, event: QHideEvent) -> None:
        self._logs.close()
        super().hideEvent(event)
