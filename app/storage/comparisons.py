"""All SQL about comparisons. Used on the thread that opened the database."""

import logging
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from app.storage.database import transaction
from engine.comparison.result import Comparison

_log = logging.getLogger(__name__)

_MAX_LISTED = 200
_SUBJECT = "The comparison"


@dataclass(frozen=True, slots=True)
class KeptComparison:
    """A comparison in the history. `model` is the name of the first configuration's file."""

    id: int
    created: datetime
    model: str
    device: str
    comparison: Comparison


class Comparisons:
    """The history. What writes raises StorageError when the disk refuses."""

    def __init__(
        self, connection: sqlite3.Connection, clock: Callable[[], float] = time.time
    ) -> None:
        self._connection = connection
        self._clock = clock

    def add(self, comparison: Comparison) -> KeptComparison:
        """Keep a comparison."""
        first, now = comparison.measurements[0], self._clock()
        model = Path(first.configuration.model).name
        document = msgspec.json.encode(comparison).decode()
        with transaction(self._connection, _SUBJECT):
            row_id = self._connection.execute(
                "INSERT INTO comparison (created, model, device, document) VALUES (?, ?, ?, ?)",
                (now, model, first.device, document),
            ).lastrowid
        assert row_id is not None
        return KeptComparison(row_id, _time(now), model, first.device, comparison)

    def delete(self, comparison_id: int) -> None:
        """Forget a comparison."""
        with transaction(self._connection, _SUBJECT):
            self._connection.execute("DELETE FROM comparison WHERE id = ?", (comparison_id,))

    def list(self, model: str = "", device: str = "") -> list[KeptComparison]:
        """The newest first: all, or those that began with the file `model` on `device`."""
        where = "WHERE model = ? AND device = ?" if model else ""
        rows = self._connection.execute(
            "SELECT id, created, model, device, document FROM comparison "
            f"{where} ORDER BY created DESC, id DESC LIMIT {_MAX_LISTED}",
            (model, device) if model else (),
        )
        kept = (_kept(*row) for row in rows)
        return [one for one in kept if one is not None]


def _kept(
    row_id: int, created: float, model: str, device: str, document: str
) -> KeptComparison | None:
    try:
        comparison = msgspec.json.decode(document, type=Comparison)
    except (msgspec.DecodeError, msgspec.ValidationError):
        _log.warning("comparison %d cannot be read", row_id, exc_info=True)
        return None
    return KeptComparison(row_id, _time(created), model, device, comparison)


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
