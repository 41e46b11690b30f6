"""Labels stand where their window begins, whatever their words; fields take text alone."""

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QLabel, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.plain_widgets import ElidedLabel, TextField, create_label

LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


def first_dark_column(label: QLabel) -> int:
    picture = label.grab().toImage()
    paper = label.palette().color(label.backgroundRole())
    rows = range(picture.height())
    columns = range(picture.width())
    return next(x for x in columns if any(picture.pixelColor(x, y) != paper for y in rows))


@pytest.mark.parametrize("text", ["Qwen", "نموذج"])
@pytest.mark.parametrize("side", [LEFT, RIGHT])
@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_words_of_any_script_stand_at_the_side_of_their_label(
    qtbot: QtBot, text: str, side: Qt.AlignmentFlag, direction: Qt.LayoutDirection
) -> None:
    label = ElidedLabel(None, side)
    qtbot.addWidget(label)
    label.resize(400, 30)
    label.set_text(text)
    label.setLayoutDirection(direction)
    is_left = (side is LEFT) == (direction == Qt.LayoutDirection.LeftToRight)
    assert (first_dark_column(label) < 200) == is_left


@pytest.mark.parametrize("text", ["Qwen", "نموذج"])
@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_so_do_those_of_labels_over_several_lines(
    qtbot: QtBot, text: str, direction: Qt.LayoutDirection
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setLayoutDirection(direction)
    label = create_label(window, "heading", text)
    label.resize(400, 30)
    assert (first_dark_column(label) < 200) == (direction == Qt.LayoutDirection.LeftToRight)


def test_lines_from_right_to_left_are_not_cut_off(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    words = "خوادم يمكنك التحدث مع نماذجها هنا أو خدمة بالواجهة نفسها من دون مفتاح"
    label = create_label(window, "small", words)
    for width in range(150, 350):
        label.resize(width, label.heightForWidth(width))
        assert first_dark_column(label) > 0, width


def test_a_field_takes_text_and_refuses_files(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(
        "app.widgets.plain_widgets.announce", lambda _, text, **__: said.append(text)
    )
    window = QWidget()
    qtbot.addWidget(window)
    field = TextField("System prompt", window)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/notes.txt")])
    data.setText("file:///tmp/notes.txt")
    field.insertFromMimeData(data)
    assert (field.toPlainText(), QToolTip.text()) == ("", said[0])
    QToolTip.hideText()
    data = QMimeData()
    data.setText("Be brief.")
    field.insertFromMimeData(data)
    assert (field.toPlainText(), len(said)) == ("Be brief.", 1)
