"""A whole window over a fake engine, and small pieces to build widgets from."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.composition import SETTINGS_FILE
from app.main import Parts, Paths, build
from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.transcript import TranscriptView
from app.widgets.markdown.browser import RunInBackground
from tests.support.fake_engine import FakeEngine


@pytest.fixture
def engine() -> FakeEngine:
    """An engine that answers at once."""
    return FakeEngine(tokens_per_second=None)


@pytest.fixture
def settings_text() -> str:
    """The file of settings at the start."""
    return '[appearance]\ntheme = "light"\n'  # later would draw the window twice


@pytest.fixture
def parts(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, engine: FakeEngine, settings_text: str
) -> Iterator[Parts]:
    """The window, shown, with the engine running and a model loaded."""
    paths = Paths(*(tmp_path / name for name in ("data", "config", "log", "models", "cache")))
    paths.config.mkdir()
    (paths.config / SETTINGS_FILE).write_text(settings_text)
    made = build(qapp, paths, engine.connect)
    made.window.resize(1200, 800)
    with qtbot.waitSignal(made.window.painted):
        made.window.show()
    made.view_models.models.load_path(tmp_path / "tiny.gguf")
    qtbot.waitUntil(lambda: made.view_models.chat.can_send)
    yield made
    made.window.close()
    made.close()
    made.window.deleteLater()
    qapp.processEvents()


@pytest.fixture
def run_at_once() -> Callable[[Callable[[], Any], Callable[[Any], None]], None]:
    """Background work, in the foreground."""
    return lambda work, on_done: on_done(work())


@pytest.fixture
def model() -> MessageListModel:
    """The messages of a conversation, none so far."""
    return MessageListModel()


@pytest.fixture
def view(qtbot: QtBot, model: MessageListModel, run_at_once: RunInBackground) -> TranscriptView:
    """`model` on the screen."""
    widget = TranscriptView(model, run_at_once)
    qtbot.addWidget(widget)
    widget.resize(600, 500)
    widget.show()
    return widget
