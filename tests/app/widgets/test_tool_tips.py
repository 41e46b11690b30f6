"""What strangers wrote is shown in tool tips letter by letter."""

from pytestqt.qtbot import QtBot

from app.widgets.plain_widgets import ElidedLabel

HOSTILE = "<img src='file:///etc/passwd'>"
SHOWN = "&lt;img src=&#x27;file:///etc/passwd&#x27;&gt;"


def test_the_tip_of_a_cut_line_is_no_html(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.set_text(HOSTILE)
    assert SHOWN in label.toolTip()
    label.set_text("12 GB free")
    assert label.toolTip() == "12 GB free"
