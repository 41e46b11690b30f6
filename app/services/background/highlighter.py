"""Runs what the look of a text needs off the GUI thread. Independent of languages and colors."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QThreadPool

from app.services.background.child_worker import ChildWorker
from app.services.background.pool import run_in_background

logger = logging.getLogger(__name__)

MAX_KEPT = 60_000  # colored words, or a hundredth as many pictures
_PICTURE_WEIGHT = 100
_FAILED = object()
_Key = tuple[Callable[..., Any], tuple[Any, ...]]  # a function and its arguments


class Highlighter:
    """Colors code and renders formulas in a child process: hostile ones can hang it.

    Results are kept, so what was shown before is shown again at once. `modules` are what the child
    imports before it begins, so that a slow start costs no formula its picture.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self._worker = ChildWorker(modules=modules)
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(1)
        self._results: OrderedDict[_Key, Any] = OrderedDict()
        self._weight = 0  # of the results
        self._waiting: dict[_Key, list[Callable[[Any], None]]] = {}

    def run(self, work: Callable[[], Any], on_done: Callable[[Any], None]) -> None:
        """A RunInBackground; what is not done in time stays as it is.

        `work` is a partial of a function with arguments that can be hashed.
        """
        assert isinstance(work, partial)
        key = (work.func, work.args)
        result = self._results.get(key)
        if result is _FAILED:
            return
        if key in self._results:
            self._results.move_to_end(key)
            on_done(result)
        elif key in self._waiting:
            self._waiting[key].append(on_done)
        else:
            self._waiting[key] = [on_done]
            run_in_background(
                partial(self._worker.run, work),
                partial(self._on_done, key),
                partial(self._on_failed, key),
                self._pool,
            )

    def close(self) -> None:
        """Cancel pending work."""
        self._pool.clear()
        self._worker.close()
        self._pool.waitForDone()

    def _keep(self, key: _Key, result: object) -> list[Callable[[Any], None]]:
        """Keep a result; returns who waits for it."""
        self._results[key] = result
        self._weight += _weight(key, result)
        while self._weight > MAX_KEPT and len(self._results) > 1:
            self._weight -= _weight(*self._results.popitem(last=False))
        return self._waiting.pop(key, [])

    def _on_done(self, key: _Key, result: object) -> None:
        for on_done in self._keep(key, result):
            on_done(result)

    def _on_failed(self, key: _Key, error: Exception) -> None:
        self._keep(key, _FAILED)
        logger.info("a text was not highlighted: %s", error)


def _weight(key: _Key, result: object) -> int:
    own = len(result) if isinstance(result, tuple) else _PICTURE_WEIGHT
    return 1 + own + sum(len(given) for given in key[1] if isinstance(given, str)) // 100
