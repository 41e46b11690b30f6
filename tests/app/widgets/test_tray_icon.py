"""Notifications, and the window that hides in the tray."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.desktop_requests import DesktopRequests
from app.main import Parts
from app.viewmodels.attention import Attention, Call, Place
from app.widgets.tray_icon import TrayIcon
from tests.app.conftest import Services
from tests.app.widgets.test_main_window import ask

pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged", extend=True)
ENDED = Call("About rainbows", "The answer is complete.", Place.CHAT)


class Calls(QObject):
    """What the tray icon needs of Attention."""

    wanted = Signal(object)


class Desktop:
    """A desktop with a tray, or without; `seen` is the window that the person works in."""

    def __init__(self, services: Services, window: QWidget) -> None:
        self.has_tray = True
        self.seen: QWidget | None = None
        self.calls = Calls()
        self.shown: list[str] = []
        calls: Attention = self.calls  # type: ignore[assignment]
        self.tray = TrayIcon(services.settings, calls, window, lambda: self.has_tray)
        self.tray.start()


@pytest.fixture
def show_message(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], None]:
    def collect(shown: list[str]) -> None:
        monkeypatch.setattr(
            QSystemTrayIcon, "showMessage", lambda _icon, title, *_: shown.append(title)
        )

    return collect


@pytest.fixture
def desktop(
    qtbot: QtBot,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
    show_message: Callable[[list[str]], None],
) -> Desktop:
    window = QWidget()
    qtbot.addWidget(window)
    desktop = Desktop(services, window)
    monkeypatch.setattr(QApplication, "activeWindow", lambda: desktop.seen)
    show_message(desktop.shown)
    return desktop


def test_who_is_elsewhere_is_told(desktop: Desktop) -> None:
    desktop.calls.wanted.emit(ENDED)
    assert desktop.shown == ["About rainbows"]
    assert desktop.tray.icon.isVisible()  # only until the window is seen
    desktop.tray._on_application_state_changed(Qt.ApplicationState.ApplicationActive)
    assert not desktop.tray.icon.isVisible()


def test_who_sees_the_window_is_not_told(desktop: Desktop) -> None:
    desktop.seen = QWidget()
    desktop.calls.wanted.emit(ENDED)
    assert not desktop.shown


def test_notifications_can_be_switched_off(desktop: Desktop, services: Services) -> None:
    services.settings.set_value("notify", value=False)
    desktop.calls.wanted.emit(ENDED)
    assert not desktop.shown


def test_without_a_tray_nothing_is_shown_and_the_settings_say_so(
    desktop: Desktop, services: Services
) -> None:
    desktop.has_tray = False
    desktop.tray.start()
    services.settings.set_value("tray", value=True)
    desktop.calls.wanted.emit(ENDED)
    assert not desktop.shown
    assert not desktop.tray.keeps_window
    assert "no tray" in services.settings.remark("tray")


def test_a_desktop_that_notifies_needs_no_tray(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[Any, ...]] = []
    desktop.tray.notify_desktop = lambda *parts: shown.append(parts)
    desktop.has_tray = False
    desktop.calls.wanted.emit(ENDED)
    opened: list[Call] = []
    desktop.tray.opened.connect(opened.append)
    ((title, text, _, on_clicked, on_failed),) = shown
    assert (title, text) == ("About rainbows", "The answer is complete.")
    monkeypatch.setitem(os.environ, "XDG_ACTIVATION_TOKEN", "")
    on_clicked("a token")
    assert opened == [ENDED]
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "a token"
    on_failed()
    assert not desktop.shown
    desktop.has_tray = True
    on_failed()
    assert desktop.shown == ["About rainbows"]


def test_a_click_after_the_window_is_gone_does_nothing(
    desktop: Desktop, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QWidget()
    tray = Desktop(services, window).tray
    shown: list[tuple[Any, ...]] = []
    tray.notify_desktop = lambda *parts: shown.append(parts)
    tray._on_wanted(ENDED)
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    ((*_, on_clicked, on_failed),) = shown
    monkeypatch.setitem(os.environ, "XDG_ACTIVATION_TOKEN", "")
    on_clicked("a token")
    on_failed()
    assert os.environ["XDG_ACTIVATION_TOKEN"] == ""


def test_a_click_brings_up_the_chat(
    qtbot: QtBot,
    parts: Parts,
    monkeypatch: pytest.MonkeyPatch,
    show_message: Callable[[list[str]], None],
) -> None:
    window, conversations = parts.window, parts.view_models.conversations
    (tray,) = window.findChildren(TrayIcon)
    (attention,) = window.findChildren(Attention)
    monkeypatch.setattr(tray, "_is_available", lambda: True)
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)
    show_message([])
    ask(qtbot, parts, "About rainbows")
    asked = conversations.current_id
    conversations.create()
    window.show_page("Compare")
    window.showMinimized()
    attention.wanted.emit(Call("About rainbows", "Complete.", Place.CHAT, asked))
    tray.icon.messageClicked.emit()
    assert not window.isMinimized()
    assert window.chat_page.isVisible()
    assert conversations.current_id == asked


def test_closing_hides_the_window_only_while_a_tray_can_bring_it_back(
    qtbot: QtBot, parts: Parts, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, settings, chat = parts.window, parts.view_models.settings, parts.view_models.chat
    (tray,) = window.findChildren(TrayIcon)
    monkeypatch.setattr(tray, "_is_available", lambda: True)
    closed: list[None] = []
    window.closed.connect(lambda: closed.append(None))
    settings.set_value("tray", value=True)
    assert tray.icon.isVisible()
    chat.send("Hello")
    window.close()
    assert window.isHidden()
    qtbot.waitUntil(lambda: not chat.is_busy)  # the answer goes on
    assert "Replay" in chat.messages.messages[-1].text
    tray.show_wanted.emit()
    assert window.isVisible()
    monkeypatch.setattr(tray, "_is_available", lambda: False)
    event = QCloseEvent()
    QCoreApplication.sendEvent(window, event)
    assert event.isAccepted()
    monkeypatch.setattr(tray, "_is_available", lambda: True)
    closed.clear()
    models, runtime = parts.view_models.models, parts.view_models.runtime
    requests = DesktopRequests(models, runtime, window, qapp)
    assert requests.eventFilter(qapp, QEvent(QEvent.Type.Quit))
    assert closed
