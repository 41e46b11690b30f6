"""Garbage collection on the GUI thread: destroying a QObject on another thread crashes Qt."""

import gc

from PySide6.QtCore import QObject, QTimer

_CHECK_MS = 1000


class GuiThreadCollector(QObject):
    """Replaces Python's automatic cyclic collector, which runs on any thread that allocates.

    The engine's reader thread allocates often, so it would be the one to collect an unused widget
    in a reference cycle. Create it on the GUI thread, before anything else; `stop` undoes it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_CHECK_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()

    def collect_if_due(self) -> None:
        """Collect the oldest generation that reached its threshold, as Python itself would."""
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > thresholds[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Restore the automatic collector."""
        self._timer.stop()
        gc.enable()
