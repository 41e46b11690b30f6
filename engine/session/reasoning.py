"""Separates reasoning from the answer in streamed text. Knows no tokens."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.commands import ToolCall
from engine.session.stopping import overlap_len
from engine.tokenizer.thinking import HARMONY, ReasoningMarks
from engine.tokenizer.tool_format import HARMONY_CALLS

_START, _CHANNEL, _MESSAGE = "<|start|>", "<|channel|>", "<|message|>"
_ENDS = ("<|end|>", "<|return|>", "<|call|>", _START, _CHANNEL)
_ROLE = "assistant"
_RECIPIENT = re.compile(r"\bto=functions\.([\w.-]+)")


class Split(NamedTuple):
    """The next pieces of the reasoning and of the answer, and calls of tools."""

    reasoning: str = ""
    answer: str = ""
    calls: tuple[ToolCall, ...] = ()


class ReasoningSplitter:
    """Splits the text of one answer piece by piece; the total does not depend on the pieces.

    This one is for text without reasoning.
    """

    @property
    def is_complete(self) -> bool:
        """Whether the answer needs no further text."""
        return False

    def push(self, text: str) -> Split:
        """Add text; a possible beginning of a mark is held back."""
        return Split("", text)

    def flush(self) -> Split:
        """End the text; returns what was held back."""
        return Split()


def create_splitter(
    marks: ReasoningMarks, prompt: str, *, keeps_calls: bool = False
) -> ReasoningSplitter:
    """A splitter of the text after `prompt`, which may have opened the reasoning.

    `keeps_calls`: messages to tools are part of the answer, in the marks of `HARMONY_CALLS`.
    """
    if marks is HARMONY:
        return _HarmonySplitter(prompt, keeps_calls=keeps_calls)
    return _TagSplitter(marks, is_thinking=prompt.rstrip().endswith(marks.opening))


class _Sorter:
    """Collects both texts, without the whitespace around the reasoning."""

    def __init__(self) -> None:
        self.has_answer = False
        self._reasoning: list[str] = []
        self._answer: list[str] = []
        self._has_thought = False  # there was reasoning, maybe empty
        self._has_reasoning = False
        self._in_block = False
        self._space = ""  # pending: dropped if it turns out to be outer space

    def begin_reasoning(self) -> None:
        self._has_thought, self._in_block, self._space = True, False, ""

    def reason(self, text: str) -> None:
        text = self._space + text
        if not self._in_block:
            text = text.lstrip()
        body = text.rstrip()
        self._space = text[len(body) :]
        if not body:
            return
        if self._has_reasoning and not self._in_block:
            self._reasoning.append("\n\n")
        self._has_reasoning = self._in_block = True
        self._reasoning.append(body)

    def end_reasoning(self) -> None:
        self._space = ""

    def answer(self, text: str) -> None:
        if not self.has_answer:
            text = self._space + text
            body = text.lstrip()
            self._space = "" if body else text
            if not body:
                return
            self.has_answer = True
            text = body if self._has_thought else text
        self._answer.append(text)

    def take(self) -> Split:
        split = Split("".join(self._reasoning), "".join(self._answer))
        self._reasoning.clear()
        self._answer.clear()
        return split

    def finish(self) -> Split:
        if not self._has_thought:
            self._answer.append(self._space)
        return self.take()


class _MarkSplitter(ReasoningSplitter):
    """Text whose marks say what follows."""

    def __init__(self) -> None:
        self._is_thinking = False
        self._held = ""
        self._sorter = _Sorter()

    def push(self, text: str) -> Split:
        self._held += text
        while self._advance():
            pass
        return self._sorter.take()

    def _advance(self) -> bool:
        """Sort what is certain; return whether a mark was passed."""
        raise NotImplementedError

    def _begin(self) -> None:
        self._is_thinking = True
        self._sorter.begin_reasoning()

    def _put(self, text: str) -> None:
        (self._sorter.reason if self._is_thinking else self._sorter.answer)(text)


class _TagSplitter(_MarkSplitter):
    """Reasoning between an opening and a closing mark."""

    def __init__(self, marks: ReasoningMarks, *, is_thinking: bool) -> None:
        super().__init__()
        self._marks = marks
        if is_thinking:
            self._begin()

    def flush(self) -> Split:
        self._put(self._held)
        if self._is_thinking:
            self._sorter.end_reasoning()
        return self._sorter.finish()

    def _advance(self) -> bool:
        marks = self._marks
        if self._is_thinking:
            text, mark, self._held = cut(self._held, (marks.closing,))
            self._sorter.reason(text)
            if mark:
                self._sorter.end_reasoning()
                self._is_thinking = False
            return bool(mark)
        if not marks.is_anywhere:
            return self._look_for_opening()
        # A lone closing mark is dropped: some models write it after a prompt that closed already.
        text, mark, self._held = cut(self._held, (marks.opening, marks.closing))
        self._sorter.answer(text)
        if mark == marks.opening:
            self._begin()
        return bool(mark)

    def _look_for_opening(self) -> bool:
        """Look for it at the very beginning only: later, the mark is plain text."""
        text, opening = self._held.lstrip(), self._marks.opening
        if not self._sorter.has_answer:
            if text.startswith(opening):
                self._held = text[len(opening) :]
                self._begin()
                return True
            if opening.startswith(text):
                return False
        self._sorter.answer(self._held)
        self._held = ""
        return False


class _HarmonySplitter(_MarkSplitter):
    """Messages whose headers name a channel: "final" is the answer, others are reasoning."""

    def __init__(self, prompt: str, *, keeps_calls: bool) -> None:
        super().__init__()
        self._keeps_calls = keeps_calls
        self._is_call = False
        self._header: str | None = None  # while within one
        _, start, header = prompt.rpartition(_START)
        self._held = start + header if header.startswith(_ROLE) and _ENDS[0] not in header else ""
        self.push("")

    def flush(self) -> Split:
        if self._header is None:
            self._put(self._held)
            self._end_call()
        else:
            # Text without a message is the answer; an unfinished header is dropped.
            text = (self._header + self._held).removeprefix(_ROLE)
            self._sorter.answer("" if text.lstrip().startswith("<") else text)
        return self._sorter.finish()

    def _advance(self) -> bool:
        if self._header is not None:
            text, mark, self._held = cut(self._held, (_MESSAGE,))
            self._header += text
            if mark:
                self._end_header(self._header)
            return bool(mark)
        text, mark, self._held = cut(self._held, _ENDS)
        self._put(text)
        if mark:
            if self._is_thinking:
                self._sorter.end_reasoning()
            self._is_thinking = False
            self._end_call()
            self._header = {_START: "", _CHANNEL: _CHANNEL}.get(mark)
        return bool(mark)

    def _end_header(self, header: str) -> None:
        _, channel, name = header.partition(_CHANNEL)
        self._header = None
        recipient = _RECIPIENT.search(header)
        if recipient and self._keeps_calls:
            self._is_call = True
            self._sorter.answer(f"{HARMONY_CALLS.opening}{recipient[1]}\n")
        elif channel and not name.lstrip().startswith("final"):
            self._begin()

    def _end_call(self) -> None:
        if self._is_call:
            self._sorter.answer(HARMONY_CALLS.closing)
        self._is_call = False


def cut(text: str, marks: Sequence[str]) -> tuple[str, str, str]:
    """Split `text` at the first of `marks`: the text before it, the mark, the rest.

    Without a complete mark, the mark is "" and the rest is a possible beginning of one.
    """
    found = min(((text.find(mark), mark) for mark in marks if mark in text), default=None)
    if found is not None:
        at, mark = found
        return text[:at], mark, text[at + len(mark) :]
    end = len(text) - max(overlap_len(text, mark) for mark in marks)
    return text[:end], "", text[end:]
