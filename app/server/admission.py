"""How many answers may wait at once. Knows no engine."""

import contextlib
from collections.abc import Iterator

from app.server.answers import RETRY_SECONDS
from app.server.api_error import ApiError
from app.server.metrics import Metrics


class Admission:
    """Counts the answers in progress and waiting; at most `max_waiting` may wait."""

    def __init__(self, max_waiting: int, metrics: Metrics) -> None:
        self._max_waiting = max_waiting
        self._num_open = 0
        self._metrics = metrics

    @contextlib.contextmanager
    def enter(self, num_answers: int, num_at_once: int) -> Iterator[None]:
        """Hold places for a request's answers; `num_at_once` do not wait. Raises `ApiError`."""
        limit = self._max_waiting + num_at_once
        if self._num_open and self._num_open + num_answers > limit:
            raise ApiError(
                429,
                "Too many answers are waiting; ask again in a moment.",
                code="rate_limit_exceeded",
                retry_after=RETRY_SECONDS,
            )
        self._change(num_answers)
        try:
            yield
        finally:
            self._change(-num_answers)

    def _change(self, by: int) -> None:
        self._num_open += by
        self._metrics.answers_open.set(self._num_open)
