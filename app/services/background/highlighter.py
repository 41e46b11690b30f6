"""Runs syntax highlighting off the GUI thread. Independent of languages and colors."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QThreadPool

from app.services.background.child_worker import ChildWorker
from app.services.background.pool import run_in_background

logger = logging.getLogger(__name__)


class Highlighter:
    """Highlights code in a child process: hostile code can hang a lexer."""

    def __init__(self) -> None:
        self._worker = ChildWorker()
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(1)

    def run(self, work: Callable[[], Any], on_done: Callable[[Any], None]) -> None:
        """A RunInBackground; code that is not highlighted in time stays as it is."""
        run_in_background(partial(self._worker.run, work), on_done, self._log, self._pool)

    def close(self) -> None:
        """Cancel pending work."""
        self._pool.clear()
        self._worker.close()
        self._pool.waitForDone()

    def _log(self, error: Exception) -> None:
        logger.info("code was not highlighted: %s", error)
