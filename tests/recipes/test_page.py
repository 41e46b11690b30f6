"""The recipe "Add a page": a widget, its view-model and one line, and the window has a button, a key and the page."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BEFORE = "            _models_page(library),\n"
_LINE = '            Page("Notes", "Write something down", "edit", "Ctrl+Y", "notes:NotesPage", NotesViewModel("Hi")),\n'
_NOTES = """
from dataclasses import dataclass

from PySide6.QtWidgets import QLabel, QVBoxLayout

from app.widgets.page import PageWidget


@dataclass
class NotesViewModel:
    text: str


class NotesPage(PageWidget):
    def __init__(self, view_model, parent):
        super().__init__(parent)
        self.label = QLabel(view_model.text, self)
        QVBoxLayout(self).addWidget(self.label)
"""
# Takes the source of app/main.py from standard input.
_PROGRAM = """
import importlib.util, sys, time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

main = sys.modules["app.main"] = importlib.util.module_from_spec(importlib.util.find_spec("app.main"))
exec(compile(sys.stdin.read(), "main.py", "exec"), main.__dict__)

from tests.support.fake_engine import FakeEngine

application = QApplication([])
folder = Path(sys.argv[1])
paths = main.Paths(*(folder / name for name in ("data", "config", "log", "models", "cache")))
parts = main.build(application, paths, FakeEngine().connect)
window = parts.window
window.show()
assert QTest.qWaitForWindowActive(window)

button = window.sidebar.pages["Notes"]
assert (button.text(), button.toolTip()) == ("Notes", "Write something down (Ctrl+Y)")
button.click()
page = window.page("Notes")
assert page.isVisible() and page.label.text() == "Hi" and button.isChecked()
QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
assert window.page("Models").isVisible() and not button.isChecked()
QTest.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
assert page.isVisible() and button.isChecked()
page.closed.emit()
assert window.chat_page.isVisible() and not button.isChecked()
window.close()
parts.close()
"""


def test_a_page_is_a_widget_a_view_model_and_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.py").write_text(_NOTES, encoding="utf-8")
    source = (ROOT / "app" / "main.py").read_text(encoding="utf-8")
    assert source.count(_BEFORE) == 1
    source = source.replace(_BEFORE, _LINE + _BEFORE)
    imported = f"import sys; sys.path.append({str(tmp_path)!r}); from notes import NotesViewModel\n"
    program = [sys.executable, "-c", _PROGRAM, str(tmp_path)]
    result = subprocess.run(
        program, cwd=ROOT, input=imported + source, text=True, capture_output=True, check=False
    )
    assert result.returncode == 0, result.stderr
