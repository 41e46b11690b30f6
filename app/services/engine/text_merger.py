"""Joins consecutive pieces of text into one."""

from engine.events import ReasoningDelta, TextDelta

Delta = TextDelta | ReasoningDelta


class TextMerger:
    """Joins pieces of one answer and one kind: text or reasoning."""

    def __init__(self) -> None:
        self._first: Delta | None = None
        self._pieces: list[str] = []

    def add(self, delta: Delta) -> Delta | None:
        """Add a piece; returns the joined text before it if that is of another kind or answer."""
        first = self._first
        belongs = type(first) is type(delta) and first.request_id == delta.request_id
        before = None if belongs else self.take()
        if not belongs:
            self._first = delta
        self._pieces.append(delta.text)
        return before

    def take(self) -> Delta | None:
        """Return the joined text and reset; None if empty."""
        first, text = self._first, "".join(self._pieces)
        self._first, self._pieces = None, []
        return None if first is None else type(first)(first.request_id, text)
