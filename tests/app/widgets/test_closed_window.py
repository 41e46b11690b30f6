"""What a closed window leaves behind: nothing that runs, nothing that calls what is destroyed."""

import gc
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain import Notice, NoticeLevel
from app.main import Parts, Paths, build
from app.services.background.pool import gui_caller
from app.services.downloads.stop import StopSignal
from app.widgets.icons import IconButton
from app.widgets.view_models import ViewModels
from tests.app.widgets.test_accessibility import dialogs, pages
from tests.app.widgets.test_main_window import ask
from tests.support.fake_engine import FakeEngine
from tests.support.runtime_bundle import RuntimeBundle

OpenWindow = Callable[[], Parts]


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, bundle: RuntimeBundle
) -> OpenWindow:
    """A window with a model and the engine's libraries. Who opens it closes it."""
    bundle.put_lock("cpu")
    installer = bundle.installer()
    installer.install(installer.choice().lock, StopSignal(), lambda _: None)

    def open_() -> Parts:
        engine = FakeEngine(tokens_per_second=None)
        parts = build(qapp, paths_below(tmp_path), engine.connect, installer=bundle.installer())
        with qtbot.waitSignal(parts.window.painted):
            parts.window.show()
        parts.view_models.models.load_path(tmp_path / "tiny.gguf")
        qtbot.waitUntil(lambda: parts.view_models.chat.can_send)
        return parts

    return open_


@pytest.fixture(autouse=True)
def _engine_is_not_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.runtime.installer.try_out", lambda *_: None)


def paths_below(folder: Path) -> Paths:
    return Paths(*(folder / name for name in ("data", "config", "log", "models", "cache")))


def close(parts: Parts) -> None:
    parts.window.close()
    parts.close()
    parts.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def objects() -> list[QObject]:
    """Those that Python knows, made in this test."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, QObject)]


def own(objects: list[QObject]) -> list[str]:
    """The classes of those that are the app's; PySide forgets to let go of some of Qt's."""
    return [type(each).__name__ for each in objects if type(each).__module__.startswith("app.")]


def destroyed() -> list[str]:
    """What Qt has destroyed and something still refers to."""
    return own([each for each in objects() if not isValid(each)])


def running() -> list[str]:
    """Whose timers run."""
    timers = [each for each in objects() if isinstance(each, QTimer) and isValid(each)]
    return [type(timer.parent()).__name__ for timer in timers if timer.isActive()]


def everything_used(qtbot: QtBot, open_window: OpenWindow) -> ViewModels:
    """The view-models of a window that is gone, after each page and dialog was seen."""
    parts = open_window()
    ask(qtbot, parts, "Hello")
    parts.view_models.beside.open(parts.view_models.conversations.find_empty())
    for _ in pages(parts):
        QApplication.processEvents()
    for dialog in dialogs(parts):
        dialog.show()
        QApplication.processEvents()
        dialog.close()
    assert len(objects()) > 500
    assert "RuntimeWatch" in running()
    close(parts)
    return parts.view_models


def test_what_outlives_the_window_refers_to_nothing_of_it(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    view_models = everything_used(qtbot, open_window)
    assert destroyed() == []
    assert running() == []
    assert view_models.chat.messages.messages


def test_nothing_of_the_app_is_left(qtbot: QtBot, open_window: OpenWindow) -> None:
    gui_caller()  # what brings calls to the GUI thread is there for good
    before = {id(each) for each in objects()}
    everything_used(qtbot, open_window)
    assert own([each for each in objects() if id(each) not in before]) == []


def test_a_connection_that_outlives_its_receiver_is_noticed() -> None:
    sender = QObject()

    def connect_button() -> QWidget:
        window = QWidget()
        button = IconButton("close", "Close", window)
        sender.objectNameChanged.connect(lambda: button.set_description("Shut"))
        return window

    connect_button().deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert destroyed() == ["IconButton"]


def test_a_banner_that_changes_afterwards_tells_nobody(open_window: OpenWindow) -> None:
    parts = open_window()
    close(parts)
    parts.view_models.chat.banner.show(Notice(NoticeLevel.ERROR, "The disk is full."))
    parts.view_models.chat.state_changed.emit()
    parts.view_models.models.state_changed.emit()
    parts.view_models.comparison.effects.proof_wanted.emit("kvpad")
    parts.view_models.updates.found.emit("9.9")


def test_it_may_go_before_its_pages_are_imported(
    qapp: QApplication, tmp_path: Path, engine: FakeEngine
) -> None:
    parts = build(qapp, paths_below(tmp_path), engine.connect)
    parts.window.painted.emit()
    close(parts)
    assert not isValid(parts.window)


def test_it_may_go_before_its_first_paint_is_told(
    qapp: QApplication, tmp_path: Path, engine: FakeEngine
) -> None:
    parts = build(qapp, paths_below(tmp_path), engine.connect)
    parts.window.grab()
    close(parts)
    assert not isValid(parts.window)
