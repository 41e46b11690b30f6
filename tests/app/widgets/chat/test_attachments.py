"""A person drops, pastes and picks files, reads them, sends them, queues messages."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.chat.attachment_row import AttachmentDialog
from app.widgets.chat.composer import MAX_MESSAGE_CHARACTERS, Composer
from engine.commands import Generate
from tests.support.fake_engine import FakeEngine


@pytest.fixture
def composer(parts: Parts) -> Composer:
    return parts.window.chat_page.composer


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text("Buy milk and bread.")
    return path


def _urls(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def _drop(parts: Parts, data: QMimeData) -> str:
    """Drag over the window and drop; returns what the overlay said."""
    at, action = QPoint(50, 50), Qt.DropAction.CopyAction
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    parts.window.dragEnterEvent(QDragEnterEvent(at, action, data, buttons, keys))
    said = parts.window._overlay.text() if parts.window._overlay.isVisible() else ""
    parts.window.dropEvent(QDropEvent(at.toPointF(), action, data, buttons, keys))
    return said


def _chips(composer: Composer) -> list[str]:
    return [chip.open_button.accessibleName() for chip in composer.files.chips]


def _wait_until_read(qtbot: QtBot, parts: Parts) -> None:
    qtbot.waitUntil(lambda: not parts.view_models.chat.attachments.is_reading)


def test_a_dropped_file_is_a_chip_and_goes_along_folded(
    qtbot: QtBot, parts: Parts, composer: Composer, engine: FakeEngine, notes: Path
) -> None:
    parts.window.show_page("Models")
    assert _drop(parts, _urls(notes)) == "Drop to attach notes.txt"
    _wait_until_read(qtbot, parts)
    assert _chips(composer) == ["Open notes.txt, ~5 tokens"]
    assert composer.isVisible()
    qtbot.keyClicks(composer.edit, "What?")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(engine.sent_of(Generate)))
    assert "Buy milk" in engine.sent_of(Generate)[-1].prompt.messages[-1].content
    assert _chips(composer) == []
    cards = parts.window.chat_page.transcript.cards
    qtbot.waitUntil(lambda: 0 in cards and cards[0].files.isVisible())
    assert parts.view_models.chat.messages.view(0).text == "What?"
    cards[0].files.chips[0].open_button.click()
    (dialog,) = parts.window.findChildren(AttachmentDialog)
    assert dialog.edit.toPlainText() == "Buy milk and bread."
    dialog.close()


def test_nothing_is_dropped_or_pasted_without_a_word(
    qtbot: QtBot, parts: Parts, composer: Composer
) -> None:
    picture = QMimeData()
    picture.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    assert _drop(parts, picture) == "Pictures cannot be attached"
    assert "picture, which no model here can see" in composer._warning.text()
    text = QMimeData()
    text.setText("dropped words")
    assert _drop(parts, text) == "Drop to insert the text"
    assert composer.text == "dropped words"
    composer.clear()
    data = QMimeData()
    data.setText("long " * (MAX_MESSAGE_CHARACTERS // 4))
    composer.edit.insertFromMimeData(data)
    assert "50,000 more than the 200,000" in composer._warning.text()
    composer.attach_text.click()
    assert not composer._warning.isVisible()
    assert _chips(composer) == ["Open Pasted text, ~62,500 tokens"]


def test_that_a_picture_is_refused_is_said_before_it_is_dropped(
    qtbot: QtBot, parts: Parts, composer: Composer, tmp_path: Path
) -> None:
    picture, drawing = tmp_path / "cat.PNG", tmp_path / "cat.svg"
    QImage(4, 4, QImage.Format.Format_RGB32).save(str(picture))
    drawing.write_text("<svg/>")
    assert _drop(parts, _urls(picture)) == "Pictures cannot be attached"
    said = "cat.PNG is a picture, which no model here can see"
    qtbot.waitUntil(lambda: said in parts.view_models.chat.banner.text)
    assert _drop(parts, _urls(drawing)) == "Drop to attach cat.svg"
    qtbot.waitUntil(lambda: len(composer.files.chips) == 1)


def test_files_are_pasted_picked_removed_and_dropped(
    qtbot: QtBot,
    parts: Parts,
    composer: Composer,
    notes: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    composer.edit.insertFromMimeData(_urls(notes))
    _wait_until_read(qtbot, parts)
    button = composer.files.chips[0].remove_button
    assert button is not None
    assert button.accessibleName() == "Remove notes.txt"
    button.click()
    assert _chips(composer) == []
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(notes)], ""))
    composer.attach.click()
    _wait_until_read(qtbot, parts)
    assert len(_chips(composer)) == 1
    assert composer.text == ""
    code = tmp_path / "code.py"
    code.write_text("x = 1")
    assert _drop(parts, _urls(notes, code)) == "Drop to attach 2 files"
    _wait_until_read(qtbot, parts)
    assert len(_chips(composer)) == 2
    assert parts.view_models.chat.banner.text == "notes.txt is attached already."
    model = tmp_path / "other.gguf"
    model.write_bytes(b"no model")
    assert _drop(parts, _urls(model)) == "Drop to import other.gguf"
    qtbot.waitUntil(lambda: "other.gguf" in parts.view_models.chat.banner.text)


def test_enter_during_an_answer_queues_and_up_takes_the_last_message_back(
    qtbot: QtBot, parts: Parts, composer: Composer, engine: FakeEngine
) -> None:
    engine.tokens_per_second, engine.num_tokens = 100.0, 10_000
    page, chat = parts.window.chat_page, parts.view_models.chat
    qtbot.keyClicks(composer.edit, "first")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: chat.is_busy)
    qtbot.keyClicks(composer.edit, "second")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.text == ""
    assert [row.text.accessibleName() for row in page.queue.rows] == ["second"]
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text == "second"
    assert not page.queue.isVisible()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not chat.is_busy)
    assert page.queue.resume.isVisible()
    engine.num_tokens = 3
    page.queue.resume.click()
    qtbot.waitUntil(lambda: not chat.is_busy and chat.messages.rowCount() == 4)
    assert not page.queue.isVisible()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    editor = page.transcript.cards[2]._editor
    assert editor is not None
    assert editor._edit.toPlainText() == "second"


def test_what_does_not_fit_is_said_and_cut_with_a_click(
    qtbot: QtBot, parts: Parts, composer: Composer, tmp_path: Path
) -> None:
    cost = parts.window.chat_page.cost
    qtbot.keyClicks(composer.edit, "Sum it up.")
    qtbot.waitUntil(lambda: cost.size_label.accessibleName() == "3 tokens · 6 of 4,096 after this")
    assert not cost.problem.isVisible()
    book = tmp_path / "book.txt"
    book.write_text("word " * 5000)
    composer.edit.insertFromMimeData(_urls(book))
    qtbot.waitUntil(cost.cut.isVisible)
    assert "book.txt has 5,000 tokens" in cost.problem.text()
    assert cost.cut.accessibleName() == "Cut book.txt so that it fits"
    qtbot.waitUntil(cost.reload.isVisible)
    assert cost.reload.text() == "Reload with 8k context (+410 MB)"
    cost.cut.click()
    qtbot.waitUntil(lambda: not cost.problem.isVisible())
    assert "the first" in _chips(composer)[0]
