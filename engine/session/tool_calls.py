"""Separates calls of tools from the answer in streamed text. Knows no tokens."""

import re
import secrets
from collections.abc import Sequence

import msgspec

from engine.commands import ToolCall, ToolSpec
from engine.session.reasoning import ReasoningSplitter, Split, cut
from engine.tokenizer.tool_format import ToolFormat

_ID_LEN = 9
_FENCE = "```"
_FENCED_OBJECT = re.compile(r"\s*```(?:json)?\s*(?=\{)")
_MAY_BE_FENCED = re.compile(r"\s*(?:`{1,2}|```(?:j|js|jso|json)?\s*)?")


class ToolCallSplitter(ReasoningSplitter):
    """Takes the calls out of the answer that another splitter leaves.

    What stands between marks and is no call of one of `tools` stays in the answer, marks included.
    After `most_calls` the answer is complete.
    """

    def __init__(
        self,
        inner: ReasoningSplitter,
        tool_format: ToolFormat,
        tools: Sequence[ToolSpec],
        most_calls: int | None = None,
    ) -> None:
        self._inner = inner
        self._most_calls = most_calls
        self._format = tool_format
        self._tools = {tool.name: tool for tool in tools}
        self._held = ""
        self._opening: str | None = None  # of the call that is being written
        self._closing = ""  # the mark that ends it
        self._space = ""  # pending: dropped before a call
        self._has_text, self._num_calls = False, 0
        self._text: list[str] = []
        self._calls: list[ToolCall] = []

    @property
    def is_complete(self) -> bool:
        return self._num_wanted == 0

    @property
    def _num_wanted(self) -> int | None:
        return None if self._most_calls is None else max(0, self._most_calls - self._num_calls)

    def push(self, text: str) -> Split:
        return self._sort(self._inner.push(text))

    def flush(self) -> Split:
        split = self._sort(self._inner.flush())
        if self._opening is not None:
            self._end_call(self._held)
        self._show(self._held)
        if not self._num_calls:
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
            if self._closing and self._closing in self._held:
                return self._end_at(self._closing)
            return False
        if marks.can_be_bare and not self._has_text:
            if self._held.lstrip().startswith("{"):
                self._opening, self._closing = "", marks.closing
                return False
            if fence := _FENCED_OBJECT.match(self._held):
                self._opening, self._closing = fence[0], _FENCE
                self._held = self._held[fence.end() :]
                return True
            if _MAY_BE_FENCED.fullmatch(self._held):
                return False
        text, mark, self._held = cut(self._held, (marks.opening,))
        self._show(text)
        if mark:
            self._opening, self._closing = mark, marks.closing
        return bool(mark)

    def _end_at(self, closing: str) -> bool:
        """End the call at `closing`, but not at one within a text of the call; whether it ended."""
        held = self._held
        end = held.find(closing)
        while end >= 0 and not self._read(held[:end]) and _ends_within_text(held[:end]):
            end = held.find(closing, end + len(closing))
        if end >= 0:
            self._end_call(held[:end], closing, held[end + len(closing) :])
        return end >= 0

    def _end_call(self, body: str, closing: str = "", rest: str = "") -> None:
        """End the call of which `body` is all; `rest` stands behind its `closing`."""
        opening, self._opening, self._held = self._opening, None, rest
        calls = self._read(body)
        if calls:
            self._calls += calls[: self._num_wanted]
            self._num_calls += len(calls)
            self._space = ""
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
        if self._num_calls and not self._has_text:
            text = text.lstrip()
        body = text.rstrip()
        if body:
            self._text += (self._space, body)
            self._has_text, self._space = True, ""
        self._space += text[len(body) :]


def _ends_within_text(body: str) -> bool:
    """Whether a text of JSON has begun in `body` and not ended."""
    return body.replace("\\\\", "").replace('\\"', "").count('"') % 2 == 1
