"""Join what the engine sends faster than it is worth showing."""

from app.domain import Spans, joined
from engine.events import Meter, MeterUpdate, ReasoningDelta, TextDelta

Delta = TextDelta | ReasoningDelta


class MeterMerger:
    """Keeps the newest meter of an answer and every recapture reason since the last `take`."""

    def __init__(self) -> None:
        self._request_id = ""
        self._newest: Meter | None = None
        self._reasons: list[str] = []

    def begin(self, request_id: str) -> None:
        """Another answer begins."""
        self._request_id, self._newest, self._reasons = request_id, None, []

    def add(self, update: MeterUpdate) -> None:
        """Take note of a meter that has arrived."""
        if update.request_id != self._request_id:
            self.begin(update.request_id)
        self._newest = update.meter
        self._reasons.extend(update.recapture_reasons)

    def take(self) -> tuple[str, Meter, tuple[str, ...]] | None:
        """Request id, newest meter and new recapture reasons, once; None if nothing is new."""
        if self._newest is None:
            return None
        merged = (self._request_id, self._newest, tuple(self._reasons))
        self._newest, self._reasons = None, []
        return merged


class TextMerger:
    """Joins pieces of one answer and one kind: text or reasoning."""

    def __init__(self) -> None:
        self._first: Delta | None = None
        self._pieces: list[str] = []
        self._drafted: Spans = ()
        self._num_characters = 0

    def add(self, delta: Delta) -> Delta | None:
        """Add a piece; returns the joined text before it if that is of another kind or answer."""
        first = self._first
        belongs = type(first) is type(delta) and first.request_id == delta.request_id
        before = None if belongs else self.take()
        if not belongs:
            self._first = delta
        if isinstance(delta, TextDelta) and delta.drafted:
            self._drafted = joined(self._drafted, delta.drafted, self._num_characters)
        self._pieces.append(delta.text)
        self._num_characters += len(delta.text)
        return before

    def take(self) -> Delta | None:
        """Return the joined text and reset; None if empty."""
        first, text, drafted = self._first, "".join(self._pieces), self._drafted
        self._first, self._pieces, self._drafted, self._num_characters = None, [], (), 0
        if isinstance(first, TextDelta):
            return TextDelta(first.request_id, text, drafted)
        return None if first is None else ReasoningDelta(first.request_id, text)
