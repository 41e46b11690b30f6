"""Find in the open conversation: the bar and the hits."""

import re

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.find_bar import FindBar
from app.widgets.chat.finder import Finder, Hit


class FindInChat(QObject):
    """Knows what is searched for; `view` shows it.

    Signals:
        toggled(): the bar appeared or went.
        marks_changed(): other words are to be marked, or another one is the current hit.
        hit_wanted(): the current hit should be seen.
    """

    toggled = Signal()
    marks_changed = Signal()
    hit_wanted = Signal()

    def __init__(self, model: MessageListModel, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._finder = Finder(model, self)
        self._finder.changed.connect(self._on_changed)
        self._finder.current_changed.connect(self._on_current_changed)
        self._from_row = 0
        self.bar = FindBar(view)
        self.bar.hide()
        self.bar.query_changed.connect(self._on_query_changed)
        self.bar.step_pressed.connect(self._finder.step)
        self.bar.closed.connect(self.close)

    @property
    def is_open(self) -> bool:
        """Whether the bar is there."""
        return self.bar.isVisibleTo(self._view)

    @property
    def pattern(self) -> re.Pattern[str] | None:
        """What is to be marked."""
        return self._finder.pattern

    @property
    def current(self) -> Hit | None:
        """The current hit."""
        return self._finder.current

    def hit_in(self, message_id: int) -> Hit | None:
        """The current hit, if it is in this message."""
        hit = self.current
        return hit if hit is not None and hit.message_id == message_id else None

    def set_first_row(self, row: int) -> None:
        """The next search begins at `row`."""
        self._from_row = row

    def open(self) -> None:
        """Show the bar and let the person type."""
        if not self.is_open:
            self.bar.show()
            self.toggled.emit()
            self._on_query_changed(self.bar.field.text())
        self.bar.take_focus()

    def close(self) -> None:
        """Hide the bar and mark nothing."""
        focused = QApplication.focusWidget()
        if focused is not None and self.bar.isAncestorOf(focused):
            # Before it goes: the nearest control is the first message, which would be scrolled to.
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.bar.hide()
        self._finder.find("", 0)
        self.marks_changed.emit()
        self.toggled.emit()

    def show_hit(self, message_id: int, text: str) -> bool:
        """Mark `text`, and see it in one message; False if the words are not there."""
        if not self._finder.find_in(message_id, text):
            return False
        self.bar.field.blockSignals(True)
        self.bar.field.setText(text)
        self.bar.field.blockSignals(False)
        self.bar.show()
        self.toggled.emit()
        self.marks_changed.emit()
        return True

    def step(self, step: int) -> None:
        """Go to the next hit (1) or the one before (-1)."""
        if self.is_open:
            self._finder.step(step)
        else:
            self.open()

    def _on_query_changed(self, query: str) -> None:
        self._finder.find(query, self._from_row)
        self.marks_changed.emit()

    def _on_changed(self) -> None:
        finder = self._finder
        self.bar.show_count(
            finder.number,
            len(finder.hits),
            has_query=finder.pattern is not None,
            is_more=finder.is_full,
        )

    def _on_current_changed(self) -> None:
        self.marks_changed.emit()
        self.hit_wanted.emit()
