"""Tells a screen reader what happens in the window; all of it can be seen there, too."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QWidget

from app.domain import Message, MessageStatus, NoticeLevel
from app.viewmodels.attention import Attention, Call, Place
from app.viewmodels.banner import Banner
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.receivers import connect
from app.widgets.announcement import announce
from app.widgets.chat.chat_page import ChatPage

_COUNT_MS = 500  # hits are counted while they are gathered


class Announcer(QObject):
    """Says what it follows. What happens at the same moment is said together."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._waiting: list[str] = []
        self._is_urgent = False
        # One announcement cuts off another.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._say_waiting)

    def follow_chat(self, chat: ChatViewModel) -> None:
        """Say when an answer begins and how it ends, and what the banner says."""
        self._follow(chat.state_changed, lambda: chat.status_text if chat.is_busy else "")
        chat.answer_ended.connect(self._on_answer_ended)
        connect(chat.banner.changed, self, partial(self._on_banner_changed, chat.banner))

    def follow_models(self, models: ModelPickerViewModel) -> None:
        """Say when a model is loaded."""

        def words() -> str:
            name = models.model_name
            return self.tr("{0} is loaded.").format(name) if name else ""

        self._follow(models.state_changed, words)

    def follow_comparison(self, comparison: ComparisonViewModel) -> None:
        """Say that a comparison began, and why it ended early."""

        def words() -> str:
            return self.tr("The comparison begins.") if comparison.is_running else ""

        def ending() -> str:
            return "" if comparison.is_running else comparison.ending

        self._follow(comparison.state_changed, words)
        self._follow(comparison.state_changed, ending)

    def follow_attention(self, attention: Attention) -> None:
        """Say when a download or a comparison has ended, and how."""
        attention.wanted.connect(self._on_wanted)

    def follow_finding(self, page: ChatPage) -> None:
        """Say which of how many hits is shown."""
        bar = page.transcript.finder.bar
        timer = QTimer(self, singleShot=True, interval=_COUNT_MS)
        timer.timeout.connect(lambda: self._say(bar.count.text()))
        bar.counted.connect(timer.start)

    def _follow(self, changed: SignalInstance, words: Callable[[], str]) -> None:
        """Say `words` whenever they are others than before."""
        said = words()

        def look() -> None:
            nonlocal said
            before, said = said, words()
            if said != before:
                self._say(said)

        connect(changed, self, look)

    def _on_answer_ended(self, answer: Message) -> None:
        if answer.is_whole:
            self._say(self.tr("The answer is complete."))
        elif answer.status is MessageStatus.STOPPED:
            self._say(self.tr("The answer was stopped."))
        else:
            self._say(self.tr("The answer ended early."), is_urgent=True)

    def _on_banner_changed(self, banner: Banner) -> None:
        self._say(banner.text, is_urgent=banner.level is not NoticeLevel.INFO)
        self._say(banner.action_label)

    def _on_wanted(self, call: Call) -> None:
        if call.place is not Place.CHAT:
            self._say(call.text)

    def _say(self, text: str, *, is_urgent: bool = False) -> None:
        if text and text not in self._waiting:
            self._waiting.append(text)
            self._is_urgent |= is_urgent
            self._timer.start()

    def _say_waiting(self) -> None:
        announce(self._window, " ".join(self._waiting), is_urgent=self._is_urgent)
        self._waiting.clear()
        self._is_urgent = False
