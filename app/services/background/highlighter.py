"""Runs the colouring of code beside the window. Knows neither languages nor colours."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QThreadPool

from app.services.background.child_worker import ChildWorker
from app.services.background.pool import run_in_background

logger = logging.getLogger(__name__)


class Highlighter:
    """Colours code in a child process: a lexer can be held up by code that was made for that."""

    def __init__(self) -> None:
        self._worker = ChildWorker()
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(1)

    def run(self, work: Callable[[], Any], on_done: Callable[[Any], None]) -> None:
        """A RunInBackground; code that cannot be coloured in time stays as it is."""
        run_in_background(partial(self._worker.run, work), on_done, self._log, self._pool)

    def close(self) -> None:
        """Give up what is in hand."""
        self._pool.clear()
        self._worker.close()
        self._pool.waitForDone()

    def _log(self, error: Exception) -> None:
        logger.info("code was not coloured: %s", error)
