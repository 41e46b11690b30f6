"""The process of one window: `python -m tests.hostile.window.child FOLDER SEED SECONDS`.

Prints a fault for each exception and each message of Qt's, and ends with 1 then, or where the
window stands still.
"""

import faulthandler
import os
import sys
import threading
import time
import traceback
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog

from app.main import Parts, build
from tests.hostile.window.hand import Hand
from tests.hostile.window.home import Home, make_home

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext

_STANDSTILL_SECONDS = 30.0
_CLOSING_SECONDS = 60.0
_PAUSES_MS = 0, 1, 2, 5, 20
_IGNORED = ("This plugin does not support",)  # the offscreen platform raises and grabs nothing


class Faults:
    """Prints what goes wrong, with the last actions of a hand, and counts it."""

    def __init__(self) -> None:
        self.count = 0
        self.hand: Hand | None = None
        sys.excepthook = lambda *error: self.tell("".join(traceback.format_exception(*error)))
        threading.excepthook = lambda hooked: self._tell_error(hooked.exc_value)
        sys.unraisablehook = lambda hooked: self._tell_error(hooked.exc_value)
        qInstallMessageHandler(self._on_message)

    def tell(self, text: str) -> None:
        """A fault."""
        self.count += 1
        done = "" if self.hand is None else "\n".join(self.hand.done)
        sys.stdout.write(f"fault: {text.strip()}\nafter:\n{done}\n")
        sys.stdout.flush()

    def _tell_error(self, error: BaseException | None) -> None:
        self.tell("" if error is None else "".join(traceback.format_exception(error)))

    def _on_message(self, _kind: QtMsgType, _context: "QMessageLogContext", text: str) -> None:
        if not text.startswith(_IGNORED):
            self.tell(text + "\n" + "".join(traceback.format_stack()[:-1]))


class Run:
    """Lets a hand act on the window of `parts` for some seconds, in dialogs' loops, too."""

    def __init__(self, parts: Parts, home: Home, random: Random, seconds: float) -> None:
        self.hand = Hand(parts.window, home, random)
        self._random = random
        self._end = time.monotonic() + seconds
        parts.window.closed.connect(self._on_closed)
        QTimer.singleShot(0, self._act)

    def _act(self) -> None:
        faulthandler.dump_traceback_later(_STANDSTILL_SECONDS, exit=True)
        if time.monotonic() < self._end:
            QTimer.singleShot(self._random.choice(_PAUSES_MS), self._act)
            self.hand.act()
        elif (
            front := QApplication.activePopupWidget() or QApplication.activeModalWidget()
        ) is None:
            QApplication.quit()
        else:
            QTimer.singleShot(0, self._act)
            front.reject() if isinstance(front, QDialog) else front.close()

    def _on_closed(self) -> None:
        self._end = 0.0


def main(folder: Path, seed: int, seconds: float) -> int:
    """Run; returns the exit code."""
    faulthandler.enable()
    faults, random = Faults(), Random(seed)
    QDesktopServices.openUrl = staticmethod(lambda _url: True)  # type: ignore[method-assign]
    app = QApplication(["encore"])
    app.setQuitOnLastWindowClosed(False)
    with make_home(folder, random) as home:
        parts = build(app, home.paths, home.engine.connect)
        parts.window.resize(1200, 800)
        parts.window.show()
        run = Run(parts, home, random, seconds)
        faults.hand = run.hand
        app.exec()
        faulthandler.dump_traceback_later(_CLOSING_SECONDS, exit=True)
        parts.window.close()
        parts.close()
        parts.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        app.processEvents()
    faulthandler.cancel_dump_traceback_later()
    sys.stdout.write(f"{run.hand.count} actions, {faults.count} faults\n")
    sys.stdout.flush()
    return 1 if faults.count else 0


if __name__ == "__main__":
    os._exit(main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
