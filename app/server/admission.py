"""How many answers may wait at once. Knows no engine."""

import contextlib
from collections.abc import Iterator

from app.server.answers import RETRY_SECONDS
from app.server.api_error import ApiError
from app.server.metrics import Metrics


class Admission:
    """Counts the answers in progress and waiting; refuses more than `max_waiting` beside one."""

    def __init__(self, max_waiting: int, metrics: Metrics) -> None:
        self._limit = max_waiting + 1
        self._num_open = 0
        self._metrics = metrics

    @contextlib.contextmanager
    def enter(self, num_answers: int) -> Iterator[None]:
        """Hold places for the answers of a request. Raises `ApiError`."""
        if self._num_open and self._num_open + num_answers > self._limit:
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
