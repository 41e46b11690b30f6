"""Many pieces of text made into one where nothing stands between them. Knows no engine and no window."""

from engine.events import ReasoningDelta, TextDelta

Delta = TextDelta | ReasoningDelta


class TextMerger:
    """Joins pieces of one answer that are of one kind: its text, or what the model thinks."""

    def __init__(self) -> None:
        self._first: Delta | None = None
        self._pieces: list[str] = []

    def add(self, delta: Delta) -> Delta | None:
        """Take a piece; returns what came before it, when that is of another kind or answer."""
        first = self._first
        belongs = type(first) is type(delta) and first.request_id == delta.request_id
        before = None if belongs else self.take()
        if not belongs:
            self._first = delta
        self._pieces.append(delta.text)
        return before

    def take(self) -> Delta | None:
        """Everything joined, once; None when nothing is there."""
        first, text = self._first, "".join(self._pieces)
        self._first, self._pieces = None, []
        return None if first is None else type(first)(first.request_id, text)
