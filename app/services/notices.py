"""The one way to tell the person something; whoever shows it connects to `reported`."""

from collections import deque

from PySide6.QtCore import QObject, Signal

from app.domain import Notice, NoticeLevel

_MAX_UNSEEN = 20


class Notices(QObject):
    """Passes notices on; any thread may report. What comes before anyone listens is kept.

    Signals:
        reported(notice: app.domain.Notice): on the thread of whoever connected.
        withdrawn(text: str): what a notice said is no longer so.
    """

    reported = Signal(object)
    withdrawn = Signal(str)

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

    def withdraw(self, text: str) -> None:
        """Take back the notice that says `text`."""
        self.withdrawn.emit(text)

    def take_unseen(self) -> tuple[Notice, ...]:
        """What was reported before now, once; called by a listener right after it has connected."""
        self._has_listener = True
        unseen = tuple(self._unseen)
        self._unseen.clear()
        return unseen


class StandingNotice:
    """A sentence about something that goes on failing: told once, and taken back when it works again."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._text = ""

    def tell(self, text: str) -> None:
        """Tell `text`, unless something is told already; the person may have put that away."""
        if not self._text:
            self._text = text
            self._notices.report(text, NoticeLevel.ERROR)

    def withdraw(self) -> None:
        """It works again."""
        if self._text:
            self._notices.withdraw(self._text)
            self._text = ""
