"""Notifications over a D-Bus of their own, with a desktop that shows what it is sent."""

import contextlib
import itertools
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.services.desktop_notifications import DesktopNotifier

pytest.importorskip("jeepney", reason="D-Bus is Linux's")
from jeepney import DBusAddress, HeaderFields, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

NAME = "org.freedesktop.Notifications"
ADDRESS = DBusAddress("/org/freedesktop/Notifications", NAME, NAME)


class Desktop:
    """Shows notifications, unless it `refuses`."""

    def __init__(self, capabilities: list[str]) -> None:
        self.capabilities = capabilities
        self.refuses = False
        self.shown: queue.Queue[tuple[Any, ...]] = queue.Queue()
        self.connection: DBusConnection = open_dbus_connection("SESSION")
        self.connection.send_and_get_reply(message_bus.RequestName(NAME))
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with self.connection, contextlib.suppress(OSError):  # until the bus ends
            self._answer()

    def _answer(self) -> None:
        number = 0
        while True:
            message = self.connection.receive()
            match message.header.fields.get(HeaderFields.member):
                case "GetCapabilities":
                    reply = new_method_return(message, "as", (self.capabilities,))
                case "Notify" if self.refuses:
                    reply = new_error(message, f"{NAME}.Error.ExcessNotificationGeneration")
                case "Notify":
                    number += 1
                    reply = new_method_return(message, "u", (number,))
                case _:
                    continue
            self.connection.send(reply)
            if message.header.fields[HeaderFields.member] == "Notify":
                self.shown.put(message.body)

    def signal(self, member: str, signature: str, *body: object) -> None:
        """What every program on the bus is told."""
        self.connection.send(new_signal(ADDRESS, member, signature, body))


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if shutil.which("dbus-daemon") is None:
        pytest.skip("needs dbus-daemon")
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout is not None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
    yield
    daemon.kill()
    daemon.communicate()


class Asked:
    """What came back, in order."""

    def __init__(self) -> None:
        self.back: queue.Queue[str] = queue.Queue()
        self.notifier = DesktopNotifier(lambda function: function())

    def show(self, title: str, text: str = "Complete.") -> None:
        def put(words: str) -> Callable[..., None]:
            return lambda *token: self.back.put(" ".join((title, words, *token)).strip())

        self.notifier.show(title, text, "Show Encore", put("clicked"), put("failed"))


@pytest.mark.usefixtures("bus")
def test_a_click_says_which_notification_it_was() -> None:
    desktop, asked = Desktop(["actions", "body"]), Asked()
    asked.show("one", "2 < 3 & 4")
    asked.show("two")
    name, replaced, icon, title, text, actions, hints, _ = desktop.shown.get(timeout=10)
    assert (name, replaced, icon, title, text) == ("Encore", 0, "encore", "one", "2 < 3 & 4")
    assert actions == ["default", "Show Encore"]
    assert hints["desktop-entry"] == ("s", "encore")
    assert desktop.shown.get(timeout=10)[3] == "two"
    desktop.signal("ActionInvoked", "us", 7, "default")  # another program's
    desktop.signal("ActivationToken", "us", 2, "a-token")
    desktop.signal("ActionInvoked", "us", 2, "default")
    assert asked.back.get(timeout=10) == "two clicked a-token"
    desktop.signal("NotificationClosed", "uu", 1, 1)
    desktop.signal("ActionInvoked", "us", 1, "default")
    asked.show("three")
    desktop.shown.get(timeout=10)
    desktop.signal("ActionInvoked", "us", 3, "default")
    assert asked.back.get(timeout=10) == "three clicked"


@pytest.mark.usefixtures("bus")
def test_text_is_no_markup() -> None:
    desktop, asked = Desktop(["actions", "body", "body-markup"]), Asked()
    asked.show("<b>title", "2 < 3 <a href='x'>")
    assert desktop.shown.get(timeout=10)[3:5] == (
        "<b>title",
        "2 &lt; 3 &lt;a href=&#x27;x&#x27;&gt;",
    )


@pytest.mark.usefixtures("bus")
def test_what_is_refused_or_lost_fails_and_is_tried_again() -> None:
    asked = Asked()
    asked.show("nobody")  # no desktop on the bus
    assert asked.back.get(timeout=40) == "nobody failed"
    desktop = Desktop(["actions"])
    desktop.refuses = True
    asked.show("refused")
    assert asked.back.get(timeout=10) == "refused failed"
    desktop.refuses = False
    asked.show("shown")
    assert desktop.shown.get(timeout=10)


def test_without_a_bus_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    asked = Asked()
    asked.show("one")
    assert asked.back.get(timeout=10) == "one failed"


class EndedBus:
    """A connection that nobody has seen end yet."""

    outgoing_serial = itertools.count(1)

    def send(self, *_: object, serial: int) -> None:
        raise BrokenPipeError(serial)


def test_a_bus_that_has_ended_fails_once_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    asked = Asked()
    asked.notifier._connection = EndedBus()  # type: ignore[assignment]
    asked.show("one")
    asked.notifier._run()  # what listens comes to its end
    assert asked.back.get(timeout=10) == "one failed"
    assert asked.back.empty()
