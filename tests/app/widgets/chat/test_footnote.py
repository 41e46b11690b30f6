"""A click on the line below an answer opens all that made it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.widgets.chat.footnote import Footnote


def test_a_click_opens_names_and_values(qtbot: QtBot) -> None:
    line = Footnote()
    qtbot.addWidget(line)
    line.show_answer("45.2 tok/s", (("Model", "<b>SmolLM2</b>"), ("Seed", "7")))
    line.show()
    assert line.accessibleName() == "45.2 tok/s"
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert line.popup is not None
    assert line.popup.isVisible()
    shown = line.popup.findChildren(QLabel)
    assert [label.text() for label in shown] == ["Model", "<b>SmolLM2</b>", "Seed", "7"]
    assert {label.textFormat() for label in shown} == {Qt.TextFormat.PlainText}
    qtbot.keyClick(line.popup, Qt.Key.Key_Escape)
    assert not line.popup.isVisible()


def test_a_narrow_line_is_elided(qtbot: QtBot) -> None:
    line = Footnote()
    qtbot.addWidget(line)
    line.show_answer("45.2 tok/s · 200 tokens · 29 recaptures", ())
    line.resize(80, 20)
    line.show()
    assert line.text().endswith("…")
    assert line.toolTip().startswith("45.2 tok/s")
