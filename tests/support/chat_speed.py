"""How fast conversations open and scroll: `python -m tests.support.chat_speed`."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtWidgets import QApplication

from app.domain import Author, Message, MessageStatus
from app.services.background.highlighter import Highlighter
from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.transcript import TranscriptView
from app.widgets.markdown.browser import RunInBackground

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_WORDS = "The answer has **some** words, `code` and a formula $x_{%d} = \\frac{a}{b}$ in it. "
_CODE = "```python\ndef compute(value):\n    return value ** 2  # number %d\n```\n\n"
_LIST = "- first of %d\n- second\n- third\n\n"


@dataclass(frozen=True)
class Figures:
    """Milliseconds of the GUI thread's own time."""

    open_ms: float  # until the end is shown, all turns of the event loop together
    open_gap_ms: float  # the longest of these turns
    frame_ms: float  # the longest turn while paging from the end to the beginning


def conversation(num_messages: int, total_bytes: int) -> list[Message]:
    """Questions, and answers with text, code, lists and formulas, all different."""
    size = 2 * total_bytes // num_messages
    return [
        _message(number, "And then?" if number % 2 else _answer(number, size))
        for number in range(1, num_messages + 1)
    ]


def measure(view: TranscriptView, model: MessageListModel, messages: list[Message]) -> Figures:
    """Open `messages` and page through the last ones."""
    model.show([])
    QApplication.processEvents()
    began = time.thread_time()
    turns = [_turn(lambda: model.show(messages)), _turn(view.scroll_to_latest), *_settle(view)]
    opened = time.thread_time() - began
    bar = view.verticalScrollBar()
    frames = []
    for _ in range(60):
        frames.append(_turn(lambda: bar.triggerAction(bar.SliderAction.SliderPageStepSub)))
        frames += _settle(view)
    return Figures(opened * 1000, max(turns) * 1000, max(frames) * 1000)


def create_view(model: MessageListModel, run: RunInBackground) -> TranscriptView:
    """A window of usual size, with fonts and code at hand."""
    view = TranscriptView(model, run)
    view.resize(1000, 800)
    view.show()
    measure(view, model, conversation(10, 15_000))
    return view


def _answer(number: int, size: int) -> str:
    piece = (
        f"## Part {number}\n\n" + (_WORDS % number) * 4 + "\n\n" + _LIST % number + _CODE % number
    )
    return (piece * (size // len(piece) + 1))[:size]


def _message(number: int, text: str) -> Message:
    author = Author.USER if number % 2 else Author.ASSISTANT
    return Message(number, 1, number - 1 or None, author, text, MessageStatus.COMPLETE, _NOW)


def _turn(action: Callable[[], object]) -> float:
    began = time.thread_time()
    action()
    return time.thread_time() - began


def _settle(view: TranscriptView) -> list[float]:
    turns = [_turn(QApplication.processEvents)]
    while not view.is_settled:
        turns.append(_turn(QApplication.processEvents))
    return turns


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication([])
    highlighter, model = Highlighter(), MessageListModel()
    view = create_view(model, highlighter.run)
    for num_messages, total_bytes in ((200, 300_000), (200, 10_000_000), (4000, 10_000_000)):
        found = measure(view, model, conversation(num_messages, total_bytes))
        sys.stdout.write(
            f"{num_messages} messages, {total_bytes:,} bytes: open {found.open_ms:.0f} ms, "
            f"longest turn {found.open_gap_ms:.0f} ms; longest frame {found.frame_ms:.0f} ms\n"
        )
    view.close()
    highlighter.close()
    app.processEvents()
    return 0


if __name__ == "__main__":
    sys.exit(main())
