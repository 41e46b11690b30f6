"""Garbage collection on the GUI thread only: a QObject destroyed on another thread crashes the window."""

import gc

from PySide6.QtCore import QObject, QTimer

_CHECK_MS = 1000


class GuiThreadCollector(QObject):
    """Takes over Python's cyclic collector, which otherwise runs on whatever thread allocates.

    The engine's reader thread allocates all the time, so it would be the one to find an unused
    widget in a reference cycle. Create one on the GUI thread, first of all; `stop` gives it back.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_CHECK_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()

    def collect_if_due(self) -> None:
        """Collect the oldest generation that has reached its threshold, as Python itself would."""
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > thresholds[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """At the end of the program."""
        self._timer.stop()
        gc.enable()
