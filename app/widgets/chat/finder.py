"""Finds text in the conversation shown, also where nothing is laid out yet."""

import re
import time
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.markdown.hits import phrase_pattern, words_pattern

MAX_HITS = 10_000
_TURN_SECONDS = 0.008  # of searching in one turn of the event loop
_REFRESH_MS = 400  # after a change of the conversation


class Hit(NamedTuple):
    """A place in what a message says or, `is_thought`, in what the model thought before."""

    message_id: int
    is_thought: bool
    start: int


class Finder(QObject):
    """The hits of one query, gathered a few milliseconds at a time.

    Signals:
        changed(): there are more hits, or others.
        current_changed(): another hit is the current one, and should be seen.
    """

    changed = Signal()
    current_changed = Signal()

    def __init__(self, model: MessageListModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.pattern: re.Pattern[str] | None = None
        self.hits: list[Hit] = []
        self._number = -1
        self._row = 0  # up to which messages were searched
        self._from_row = 0  # the first hit from here on becomes the current one
        self._wanted: Hit | None = None  # becomes the current one instead
        self._is_quiet = False
        self._search_timer = QTimer(self, singleShot=True, interval=0)
        self._search_timer.timeout.connect(self._search)
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh_timer.timeout.connect(self._refresh)
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved, model.dataChanged):
            signal.connect(self._on_model_changed)

    @property
    def current(self) -> Hit | None:
        """The current hit."""
        return self.hits[self._number] if 0 <= self._number < len(self.hits) else None

    @property
    def number(self) -> int:
        """The number of the current hit, from 1 on; 0 without one."""
        return self._number + 1

    @property
    def is_full(self) -> bool:
        """Whether there may be more hits than are kept."""
        return len(self.hits) >= MAX_HITS

    def find(self, query: str, from_row: int) -> None:
        """Search for `query`; the first hit from row `from_row` on becomes the current one."""
        self.pattern, self._from_row = phrase_pattern(query), from_row
        self._wanted = None
        self._number = -1
        self._restart(is_quiet=False)

    def find_in(self, message_id: int, query: str) -> bool:
        """The same with the first hit in a message, of any of the words if need be."""
        message = self._model.message(message_id)
        if message is None:
            return False
        for pattern in (phrase_pattern(query), words_pattern(query)):
            for is_thought, text in ((False, message.text), (True, message.reasoning)):
                match = pattern.search(text) if pattern is not None else None
                if match is not None:
                    self.pattern, self._number = pattern, -1
                    self._wanted = Hit(message_id, is_thought, match.start())
                    self._restart(is_quiet=False)
                    return True
        return False

    def step(self, step: int) -> None:
        """Go to the next hit (1) or the previous one (-1), around the ends."""
        if self.hits:
            self._number = (self._number + step) % len(self.hits)
            self.current_changed.emit()
            self.changed.emit()

    def _refresh(self) -> None:
        """Search again, after a change of the conversation; the current hit stays, and the view."""
        self._wanted = self.current or self._wanted
        self._restart(is_quiet=True)

    def _restart(self, *, is_quiet: bool) -> None:
        self._row, self._number = 0, -1
        self._is_quiet = is_quiet
        self.hits = []
        self._refresh_timer.stop()
        self._search()

    def _search(self) -> None:
        deadline = time.perf_counter() + _TURN_SECONDS
        while self.pattern is not None and self._row < self._model.rowCount():
            self._search_row(self.pattern)
            self._row += 1
            if time.perf_counter() > deadline:
                self._search_timer.start()
                break
        else:
            self._end()
        self.changed.emit()

    def _search_row(self, pattern: re.Pattern[str]) -> None:
        view = self._model.view(self._row)
        for is_thought, text in ((True, view.reasoning), (False, view.text)):
            for match in pattern.finditer(text):
                if self.is_full:
                    return
                self._add(Hit(view.id, is_thought, match.start()))

    def _add(self, hit: Hit) -> None:
        self.hits.append(hit)
        is_it = hit == self._wanted if self._wanted is not None else self._row >= self._from_row
        if self._number < 0 and is_it:
            self._number = len(self.hits) - 1
            if not self._is_quiet:
                self.current_changed.emit()

    def _end(self) -> None:
        """Everything is searched: without a hit below, the first one is the current one."""
        self._wanted = None
        if self._number < 0 and self.hits:
            self._number = 0
            if not self._is_quiet:
                self.current_changed.emit()

    def _on_model_changed(self) -> None:
        if self.pattern is not None and not self._refresh_timer.isActive():
            self._refresh_timer.start()
