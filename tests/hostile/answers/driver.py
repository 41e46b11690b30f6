"""Shows one answer as a person would meet it, and measures how long the event loop stood still."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.domain import Author, Message, MessageStatus
from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.transcript import TranscriptView
from tests.hostile.answers.cases import Case

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_SETTLING_SECONDS = 20.0
_BEAT_MS = 2
_NUM_CHUNKS = 120
_WIDTHS = (520, 940, 700)


@dataclass(frozen=True)
class Gap:
    """The longest time between two beats of the event loop, and when it was."""

    cpu_ms: float = 0.0  # of this thread
    wall_ms: float = 0.0
    phase: str = ""


class Heartbeat(QObject):
    """Beats as often as the event loop lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.phase = ""
        self.by_cpu = self.by_wall = Gap()
        self._cpu = self._wall = 0.0
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_BEAT_MS)
        self._timer.timeout.connect(self._on_beat)

    def start(self) -> None:
        self._cpu, self._wall = time.thread_time(), time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_beat(self) -> None:
        cpu, wall = time.thread_time(), time.perf_counter()
        gap = Gap((cpu - self._cpu) * 1000, (wall - self._wall) * 1000, self.phase)
        self.by_cpu = max(self.by_cpu, gap, key=lambda each: each.cpu_ms)
        self.by_wall = max(self.by_wall, gap, key=lambda each: each.wall_ms)
        self._cpu, self._wall = cpu, wall


@dataclass(frozen=True)
class Report:
    """How an answer went."""

    case: Case
    by_cpu: Gap
    by_wall: Gap
    seconds: float
    problem: str = ""


class Driver:
    """A transcript in a window; `run_in_background` colors code."""

    def __init__(self, run_in_background: Callable[..., None]) -> None:
        self.model = MessageListModel()
        self.view = TranscriptView(self.model, run_in_background)
        self.view.resize(800, 700)
        self.view.show()
        self._wait(self.view.isVisible)

    def close(self) -> None:
        """Take the window away."""
        self.view.close()
        self.view.deleteLater()

    def drive(self, case: Case) -> Report:
        """Stream the answer, read it, resize the window, close the conversation and open it again."""
        heart = Heartbeat()
        started = time.perf_counter()
        self.view.resize(800, 700)
        heart.start()
        problem = ""
        for phase in self._phases(case):
            heart.phase = phase
            if not self._wait(lambda: self.view.is_settled):
                problem = f"not settled after {phase}"
                break
            problem = self._look_for_images() or problem
        heart.stop()
        self.model.show([])
        return Report(case, heart.by_cpu, heart.by_wall, time.perf_counter() - started, problem)

    def _phases(self, case: Case) -> Iterator[str]:
        """Each step is named when it was begun; what follows from it runs in the event loop."""
        yield from self._stream(case)
        bar = self.view.verticalScrollBar()
        for fraction, width in zip((0.5, 0.0, 1.0), _WIDTHS, strict=True):
            bar.setSliderPosition(round(bar.maximum() * fraction))
            bar.triggerAction(bar.SliderAction.SliderMove)
            yield f"scroll to {fraction}"
            for _ in range(3):
                bar.triggerAction(bar.SliderAction.SliderPageStepSub)
                yield "page up"
            self.view.resize(width, 700)
            yield f"resize to {width}"
        messages = list(self.model.messages)
        self.model.show([])
        yield "close"
        self.model.show(messages)
        yield "reopen"

    def _stream(self, case: Case) -> Iterator[str]:
        first = 2 * case.seed + 1
        question = _message(first, Author.USER, case.text if case.is_question else "Why?")
        text = "" if case.is_question else case.text
        answer = _message(first + 1, Author.ASSISTANT, "", status=MessageStatus.STREAMING)
        self.model.show([question])
        self.view.scroll_to_latest()
        yield "question"
        self.model.show([question, answer])
        add = self.model.append_reasoning if case.is_thought else self.model.append_text
        step = max(50, len(text) // _NUM_CHUNKS)
        for start in range(0, len(text), step):
            add(answer.id, text[start : start + step])
            if start == 0 and case.is_thought:
                self.view.cards[1].thoughts.header.click()
            QApplication.processEvents()
            yield "stream"
        ended = replace(answer, status=MessageStatus.COMPLETE)
        if case.is_thought:
            ended = replace(ended, reasoning=text, text="So.")
        else:
            ended = replace(ended, text=text or "So.")
        self.model.replace_last(ended)
        yield "end"
        if case.is_question:
            if 0 in self.view.cards:
                self.view.cards[0]._more.click()
            yield "show all"

    def _look_for_images(self) -> str:
        for card in self.view.cards.values():
            for browser in card.browser.browsers:
                if any(shape.isImageFormat() for shape in browser.document().allFormats()):
                    return "an image was made"
        return ""

    def _wait(self, condition: Callable[[], bool]) -> bool:
        deadline = time.perf_counter() + _SETTLING_SECONDS
        QApplication.processEvents()
        while not condition():
            if time.perf_counter() > deadline:
                return False
            QApplication.processEvents()
        QApplication.processEvents()
        return True


def _message(
    number: int, author: Author, text: str, status: MessageStatus = MessageStatus.COMPLETE
) -> Message:
    return Message(number, 1, number - 1 or None, author, text, status, _NOW)
