"""Errors in what Qt calls, in a process of its own: some of them may end it on Python 3.11."""

import subprocess
import sys

_WINDOW = """
import sys
from typing import Generic, TypeVar
from app.services.overrides import guard_overrides
guard_overrides()
from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QListView, QPushButton, QWidget

Row = TypeVar("Row")

class Rows(QStringListModel, Generic[Row]):
    pass

class Model(Rows[str]):
    def data(self, index, role=0):
        return {}["data"] if role == Qt.ItemDataRole.DisplayRole else None

class Filter(QObject):
    def eventFilter(self, watched, event):
        return {}["filter"] if event.type() == QEvent.Type.Show else False

class Painted(QWidget):
    def paintEvent(self, event):
        {}["paint"]

class Pressed(QWidget):
    def event(self, event):
        return super().event(event)

    def keyPressEvent(self, event):
        int("press")

class Asking(QDialog):
    calls = 0
    results = []

    def reject(self):
        self.calls += 1

    def done(self, result):
        self.results.append(result)

    def minimumSizeHint(self):
        self.calls += 1
        return super().minimumSizeHint()

errors = []
sys.excepthook = lambda kind, error, trace: errors.append(str(error))
app = QApplication([])
view, watched, painted, pressed = QListView(), QWidget(), Painted(), Pressed()
model, filter, asking, button = Model(["a"]), Filter(), Asking(), QPushButton()
view.setModel(model)
watched.installEventFilter(filter)
for slot in asking.reject, asking.done, asking.minimumSizeHint:
    button.clicked.connect(slot)

def press():
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier)
    QApplication.postEvent(pressed, key)

def show():  # Python calls Qt, and Qt the filter
    watched.show()

steps = [view.show, painted.show, show, press, button.click]
for number, step in enumerate(steps):
    QTimer.singleShot(50 * number, step)
QTimer.singleShot(50 * len(steps) + 200, app.quit)
app.exec()
for what in ("data", "filter", "paint", "press"):
    assert any(what in error for error in errors), (what, errors)
assert (asking.calls, asking.results) == (2, [False]), errors
assert not any("argument" in error for error in errors), errors
print("alive")
"""


def test_errors_in_what_qt_calls_are_reported_and_the_window_stays() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _WINDOW], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout.strip()) == (0, "alive"), ended.stderr[-2000:]
