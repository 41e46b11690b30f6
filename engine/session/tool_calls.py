"""Separates calls of tools from the answer in streamed text. Knows no tokens."""

import secrets
from collections.abc import Sequence

import msgspec

from engine.commands import ToolCall, ToolSpec
from engine.session.reasoning import ReasoningSplitter, Split, cut
from engine.tokenizer.tool_format import ToolFormat

_ID_LEN = 9


class ToolCallSplitter(ReasoningSplitter):
    """Takes the calls out of the answer that another splitter leaves.

    What stands between marks and is no call of one of `tools` stays in the answer, marks included.
    """

    def __init__(
        self, inner: ReasoningSplitter, tool_format: ToolFormat, tools: Sequence[ToolSpec]
    ) -> None:
        self._inner = inner
        self._format = tool_format
        self._tools = {tool.name: tool for tool in tools}
        self._held = ""
        self._opening: str | None = None  # of the call that is being written
        self._space = ""  # pending: dropped before a call
        self._has_text = self._has_calls = False
        self._text: list[str] = []
        self._calls: list[ToolCall] = []

    def push(self, text: str) -> Split:
        return self._sort(self._inner.push(text))

    def flush(self) -> Split:
        split = self._sort(self._inner.flush())
        if self._opening is not None:
            self._end_call("")
        self._show(self._held)
        if not self._has_calls:
            self._text.append(self._space)
        rest = self._take()
        return Split(split.reasoning, split.answer + rest.answer, split.calls + rest.calls)

    def _sort(self, split: Split) -> Split:
        self._held += split.answer
        while self._advance():
            pass
        return self._take(split.reasoning)

    def _take(self, reasoning: str = "") -> Split:
        taken = Split(reasoning, "".join(self._text), tuple(self._calls))
        self._text.clear()
        self._calls.clear()
        return taken

    def _advance(self) -> bool:
        """Sort what is certain; return whether a mark was passed."""
        marks = self._format
        if self._opening is not None:
            if marks.closing and marks.closing in self._held:
                self._end_call(marks.closing)
                return True
            return False
        if marks.can_be_bare and not self._has_text and self._held.lstrip().startswith("{"):
            self._opening = ""
            return False
        text, mark, self._held = cut(self._held, (marks.opening,))
        self._show(text)
        if mark:
            self._opening = mark
        return bool(mark)

    def _end_call(self, closing: str) -> None:
        """End the call that is held, up to `closing`, or to the end if that is empty."""
        body, _, rest = self._held.partition(closing) if closing else (self._held, "", "")
        opening, self._opening, self._held = self._opening, None, rest
        calls = self._read(body)
        if calls:
            self._calls += calls
            self._space, self._has_calls = "", True
        else:
            self._show(f"{opening}{body}{closing}")

    def _read(self, body: str) -> list[ToolCall]:
        """The calls in `body`; none if any of it is no call."""
        try:
            written = self._format.read(body, self._tools)
            texts = [(name, msgspec.json.encode(values).decode()) for name, values in written]
        except (ValueError, TypeError, RecursionError):
            return []
        if any(name not in self._tools for name, _ in texts):
            return []
        return [ToolCall(secrets.token_hex(_ID_LEN)[:_ID_LEN], *text) for text in texts]

    def _show(self, text: str) -> None:
        """Add to the answer, but for the space at its end, or between calls and its beginning."""
        if self._has_calls and not self._has_text:
            text = text.lstrip()
        body = text.rstrip()
        if body:
            self._text += (self._space, body)
            self._has_text, self._space = True, ""
        self._space += text[len(body) :]
