"""The one way to tell the person something; whoever shows it connects to `reported`."""

from collections import deque

from PySide6.QtCore import QObject, Signal

from app.domain import Notice, NoticeLevel

_MAX_UNSEEN = 20


class Notices(QObject):
    """Passes notices on; any thread may report. What comes before anyone listens is kept.

    Signals:
        reported(notice: app.domain.Notice): on the thread of whoever connected.
    """

    reported = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._unseen: deque[Notice] = deque(maxlen=_MAX_UNSEEN)
        self._has_listener = False

    def report(self, text: str, level: NoticeLevel = NoticeLevel.WARNING) -> None:
        """Tell the person one plain sentence."""
        notice = Notice(level, text)
        if not self._has_listener:
            self._unseen.append(notice)
        self.reported.emit(notice)

    def take_unseen(self) -> tuple[Notice, ...]:
        """What was reported before now, once; called by a listener right after it has connected."""
        self._has_listener = True
        unseen = tuple(self._unseen)
        self._unseen.clear()
        return unseen
