"""The Engine page in the window of an installed Encore, driven as a person does."""

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QProgressBar, QWidget
from pytestqt.qtbot import QtBot

from app.desktop_requests import DesktopRequests
from app.main import Parts, Paths, build
from app.paths import assets_dir
from app.services.downloads.stop import StopSignal
from app.services.runtime.lock import read_lock
from app.widgets.runtime.engine_page import EnginePage
from engine.commands import Load
from tests.support.fake_engine import FakeEngine
from tests.support.hub_server import HubServer
from tests.support.runtime_bundle import RuntimeBundle

LONG = 60_000
OpenWindow = Callable[[], Parts]


@pytest.fixture(autouse=True)
def _engine_is_not_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.runtime.installer.try_out", lambda *_: None)


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, bundle: RuntimeBundle, engine: FakeEngine
) -> Iterator[OpenWindow]:
    opened: list[Parts] = []

    def open_() -> Parts:
        paths = Paths(*(tmp_path / name for name in ("data", "config", "log", "models", "cache")))
        parts = build(qapp, paths, engine.connect, installer=bundle.installer())
        opened.append(parts)
        parts.window.resize(1200, 860)
        with qtbot.waitSignal(parts.window.painted):
            parts.window.show()
        return parts

    yield open_
    for parts in opened:
        parts.window.close()
        parts.close()
        parts.window.deleteLater()
    qapp.processEvents()


def engine_page(parts: Parts) -> EnginePage:
    page = parts.window.page("Engine")
    assert isinstance(page, EnginePage)
    return page


def click(qtbot: QtBot, button: QAbstractButton) -> None:
    qtbot.waitUntil(lambda: button.isVisible() and button.isEnabled(), timeout=LONG)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_from_the_first_start_to_the_chat(
    qtbot: QtBot, open_window: OpenWindow, bundle: RuntimeBundle, engine: FakeEngine
) -> None:
    cpu = bundle.put_lock("cpu")
    bundle.put_lock("cu130")
    parts = open_window()
    page = engine_page(parts)
    qtbot.waitUntil(page.isVisible)
    assert engine.num_starts == 0
    qtbot.waitUntil(page.progress.install.isVisible, timeout=LONG)
    assert not page.updates.isChecked()
    page.updates.click()
    assert parts.view_models.settings.settings.check_updates
    click(qtbot, page.others.button)
    (choice,) = [
        button
        for button in page.others.body.findChildren(QAbstractButton)
        if "Proc" in button.text()
    ]
    choice.click()
    click(qtbot, page.progress.install)
    qtbot.waitUntil(page.progress.done.isVisible, timeout=LONG)
    current = bundle.store.current
    assert current is not None
    assert current.name == cpu
    qtbot.waitUntil(lambda: engine.num_starts == 1)
    click(qtbot, page.progress.done)
    assert parts.window.chat_page.isVisible()
    assert parts.view_models.chat.banner.text == ""


def test_models_can_be_found_meanwhile(
    qtbot: QtBot,
    open_window: OpenWindow,
    bundle: RuntimeBundle,
    wheel_server: HubServer,
    engine: FakeEngine,
) -> None:
    bundle.put_lock("cpu")
    wheel_server.hold_at(50_000)
    parts = open_window()
    page = engine_page(parts)
    click(qtbot, page.progress.install)
    qtbot.waitUntil(page.progress.pause.isVisible, timeout=LONG)
    # The focus stays where the button was.
    assert QApplication.focusWidget() in (page.progress.pause, page.progress.cancel)
    parts.window.sidebar.pages["Models"].click()
    assert parts.window.page("Models").isVisible()
    parts.window.show_chat()
    banner = parts.view_models.chat.banner
    assert "not installed yet" in banner.text
    banner.perform_action()
    assert page.isVisible()
    wheel_server.hold_at(None)
    qtbot.waitUntil(lambda: engine.num_starts == 1, timeout=LONG)


def test_libraries_of_another_version_are_told_from_none(
    qtbot: QtBot, open_window: OpenWindow, bundle: RuntimeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = read_lock(bundle.locks / f"pylock.{bundle.put_lock('cpu')}.toml")
    bundle.installer().install(lock, StopSignal(), lambda _: None)
    monkeypatch.setattr("app.services.runtime.store.PYTHON", "3.99")
    page = engine_page(open_window())
    assert page.isVisible()
    assert "needs other libraries than those that are installed" in page._intro.text()
    click(qtbot, page.progress.install)
    qtbot.waitUntil(page.progress.done.isVisible, timeout=LONG)


def test_a_model_opened_before_the_engine_is_there_is_loaded_once_it_is(
    qtbot: QtBot,
    open_window: OpenWindow,
    bundle: RuntimeBundle,
    engine: FakeEngine,
    tmp_path: Path,
) -> None:
    bundle.put_lock("cpu")
    parts = open_window()
    model = shutil.copyfile(assets_dir() / "smoke-test.gguf", tmp_path / "outside.gguf")
    view_models, page = parts.view_models, engine_page(parts)
    requests = DesktopRequests(view_models.models, view_models.runtime, parts.window, parts.window)
    with qtbot.waitSignal(view_models.models.refreshed):
        requests.open_again(model)
    assert page.isVisible()
    click(qtbot, page.progress.install)
    loads = partial(engine.sent_of, Load)
    qtbot.waitUntil(lambda: [load.path for load in loads()] == [str(model)], timeout=LONG)


def test_a_cut_line_is_told_and_tried_again(
    qtbot: QtBot, open_window: OpenWindow, bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    bundle.put_lock("cpu")
    wheel_server.faults.storage_answers.extend([(503, {})] * 100)
    parts = open_window()
    progress = engine_page(parts).progress
    click(qtbot, progress.install)
    qtbot.waitUntil(progress.retry.isVisible, timeout=LONG)
    assert "could not be fetched" in progress.problem.text()
    assert progress.retry.text() == "Try again"
    wheel_server.faults.storage_answers.clear()
    click(qtbot, progress.retry)
    qtbot.waitUntil(progress.done.isVisible, timeout=LONG)
    assert not progress.problem.isVisible()


def test_without_a_build_the_page_has_the_facts_and_the_reason(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    page = engine_page(open_window())
    qtbot.waitUntil(page.progress.retry.isVisible, timeout=LONG)
    assert "has no engine for" in page.progress.problem.text()
    assert " free in " in page.facts.text()
    empty = (page.build_title, page.build_details, page.others, page.sources)
    assert not any(widget.isVisible() for widget in empty)


def test_the_settings_have_the_engine(
    qtbot: QtBot, open_window: OpenWindow, bundle: RuntimeBundle
) -> None:
    bundle.put_lock("cpu")
    parts = open_window()
    section = parts.window.settings_panel.engine
    parts.window.toggle_settings()
    parts.window.settings_panel.reveal(section)
    assert section.change.text() == "Install…"
    assert not section.repair.isVisible()
    click(qtbot, engine_page(parts).progress.install)
    qtbot.waitUntil(section.repair.isVisible, timeout=LONG)
    assert section.current.text().startswith("Processor")
    parts.window.show_chat()
    click(qtbot, section.repair)
    qtbot.waitUntil(lambda: "as they should be" in section.note.text(), timeout=LONG)
    click(qtbot, section.change)
    assert engine_page(parts).isVisible()


def test_the_second_start_goes_to_the_chat(
    qtbot: QtBot, open_window: OpenWindow, bundle: RuntimeBundle, engine: FakeEngine
) -> None:
    bundle.put_lock("cpu")
    installer = bundle.installer()
    installer.install(installer.choice().lock, StopSignal(), lambda _: None)
    parts = open_window()
    qtbot.waitUntil(lambda: engine.num_starts == 1, timeout=LONG)
    assert parts.window.chat_page.isVisible()


def test_everything_has_a_name(
    qtbot: QtBot, open_window: OpenWindow, bundle: RuntimeBundle
) -> None:
    bundle.put_lock("cpu")
    bundle.put_lock("cu130")
    page = engine_page(open_window())
    qtbot.waitUntil(page.progress.install.isVisible, timeout=LONG)
    for kind in (QAbstractButton, QLineEdit, QProgressBar):
        for widget in page.findChildren(kind):
            assert name_of(widget), widget


def name_of(widget: QWidget) -> str:
    text: Any = getattr(widget, "text", str)
    return widget.accessibleName() or text()


def test_in_a_checkout_the_settings_say_so(qtbot: QtBot, parts: Parts) -> None:
    section = parts.window.settings_panel.engine
    assert "checkout" in section.current.text()
    assert not section.change.isVisibleTo(section)
    assert "Engine" not in parts.window.sidebar.pages
