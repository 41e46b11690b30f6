"""Reports notices to the user; their display connects to `reported`."""

from collections import deque

from PySide6.QtCore import QObject, Signal

from app.domain import Notice, NoticeLevel

_MAX_UNSEEN = 20


class Notices(QObject):
    """Passes notices on, from any thread. Notices before the first listener are kept.

    Signals:
        reported(notice: app.domain.Notice): on the receiver's thread.
        withdrawn(text: str): the notice no longer applies.
    """

    reported = Signal(object)
    withdrawn = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._unseen: deque[Notice] = deque(maxlen=_MAX_UNSEEN)
        self._has_listener = False

    def report(self, text: str, level: NoticeLevel = NoticeLevel.WARNING) -> None:
        """Report one plain sentence."""
        self._pass_on(Notice(level, text))

    def report_done(self, text: str) -> None:
        """Report in one sentence what came of an action; it goes by itself."""
        self._pass_on(Notice(NoticeLevel.INFO, text, is_passing=True))

    def withdraw(self, text: str) -> None:
        """Withdraw the notice with this text."""
        self.withdrawn.emit(text)

    def take_unseen(self) -> tuple[Notice, ...]:
        """The notices reported so far, once; call it right after connecting."""
        self._has_listener = True
        unseen = tuple(self._unseen)
        self._unseen.clear()
        return unseen

    def _pass_on(self, notice: Notice) -> None:
        if not self._has_listener:
            self._unseen.append(notice)
        self.reported.emit(notice)


class StandingNotice:
    """A notice about a persistent failure: reported once, withdrawn on success."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._text = ""

    def tell(self, text: str, level: NoticeLevel = NoticeLevel.ERROR) -> None:
        """Report `text`, unless a notice is already standing; the user may have dismissed it."""
        if not self._text:
            self._text = text
            self._notices.report(text, level)

    def withdraw(self) -> None:
        """Withdraw the notice after a success."""
        if self._text:
            self._notices.withdraw(self._text)
            self._text = ""
