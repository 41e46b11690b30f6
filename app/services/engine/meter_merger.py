"""Many meters of one answer made into one that is worth showing. Knows no engine and no window."""

from engine.events import Meter, MeterUpdate


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
