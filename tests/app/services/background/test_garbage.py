"""Unused QObjects die on the GUI thread, however busy another thread is."""

import gc
import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.services.background.garbage import GuiThreadCollector


class _Cycle(QObject):
    def __init__(self, died_on: list[int]) -> None:
        super().__init__()
        self.itself = self
        self._died_on = died_on

    def __del__(self) -> None:
        self._died_on.append(threading.get_ident())


def test_another_thread_never_collects(qtbot: QtBot) -> None:
    collector = GuiThreadCollector()
    died_on: list[int] = []
    for _ in range(10):
        _Cycle(died_on)

    busy = threading.Thread(target=lambda: [[] for _ in range(200_000)])
    busy.start()
    busy.join()
    assert died_on == []
    collector.collect_if_due()
    gc.collect()
    assert died_on == [threading.get_ident()] * 10
    collector.stop()
