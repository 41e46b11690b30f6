"""The calls of tools within an answer, ready to draw."""

import json
import re
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.domain import CallState, Message, ToolUse
from app.viewmodels.chat.tool_turns import result_text
from engine.safe_text import clean_line, clean_text

_MAX_NAME_LEN = 80


@dataclass(frozen=True, slots=True)
class StepView:
    """A call, after `use.text_len` characters of the answer.

    `is_asked`: the person is to allow it now.
    """

    use: ToolUse
    is_asked: bool = False

    @property
    def key(self) -> tuple[int, str]:
        """What tells it from the answer's other calls."""
        return self.use.round, self.use.id

    @property
    def title(self) -> str:
        """The tool, and where it is from."""
        name = clean_line(self.use.tool or self.use.name, _MAX_NAME_LEN)
        server = clean_line(self.use.server, _MAX_NAME_LEN)
        return f"{name} · {server}" if server else name

    @property
    def status(self) -> str:
        """How far it got."""
        return {
            CallState.ASKED: _words("allow it?") if self.is_asked else _words("waits"),
            CallState.RUNNING: _words("running…"),
            CallState.DONE: _words("done"),
            CallState.FAILED: _words("failed"),
            CallState.REFUSED: _words("refused by you"),
            CallState.STOPPED: _words("not carried out"),
        }[self.use.state]

    @property
    def details(self) -> str:
        """Arguments and result as markdown, in fences that do not stand in them."""
        parts = [_words("Arguments"), _fenced(_readable(self.use.arguments), "json")]
        if self.use.state in (CallState.DONE, CallState.FAILED):
            is_error = self.use.state is CallState.FAILED
            heading = _words("Error") if is_error else _words("Result")
            result = result_text(self.use)
            parts += [heading, _fenced(_readable(result), "json" if _is_json(result) else "")]
        return "\n\n".join(parts)


def steps(message: Message) -> tuple[StepView, ...]:
    """The calls of an answer, in order; the first open one is asked about."""
    is_first_open = True
    views = []
    for use in message.tool_uses:
        views.append(StepView(use, is_first_open and use.state is CallState.ASKED))
        is_first_open = is_first_open and not use.is_open
    return tuple(views)


def _readable(text: str) -> str:
    """JSON in lines, anything else as it is; nothing in it is invisible."""
    if _is_json(text):
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    return clean_text(text)


def _is_json(text: str) -> bool:
    """Whether it is an object or a list: a number alone is text."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _fenced(text: str, language: str) -> str:
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _words(text: str) -> str:
    return QCoreApplication.translate("ToolStep", text)
