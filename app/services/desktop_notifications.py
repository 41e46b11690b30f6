"""Notifications of a Linux desktop, over D-Bus; unlike a tray's, they need no tray and say which
one was clicked.

https://specifications.freedesktop.org/notification/latest/
"""

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

_log = logging.getLogger(__name__)

_SERVICE = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_DEFAULT_ACTION = "default"  # that of a click on the notification itself
_AS_THE_DESKTOP_WANTS = -1
_MOST = 32  # notifications whose clicks are waited for


@dataclass(frozen=True, slots=True)
class _Notification:
    title: str
    text: str
    action: str
    on_clicked: Callable[[str], None]
    on_failed: Callable[[], None]


class DesktopNotifier:
    """Shows notifications, and calls back through `hand_over`. Any thread may use it.

    It connects with the first one, on a thread of its own, and again after the bus has gone.
    """

    def __init__(self, hand_over: Callable[[Callable[[], None]], None]) -> None:
        self._hand_over = hand_over
        self._lock = threading.Lock()
        self._is_running = False
        self._has_markup = False
        self._connection: DBusConnection | None = None
        self._waiting: list[_Notification] = []
        self._sent: dict[int, _Notification] = {}  # by the serial of the call
        self._shown: dict[int, _Notification] = {}  # by the desktop's number
        self._tokens: dict[int, str] = {}

    def show(
        self,
        title: str,
        text: str,
        action: str,
        on_clicked: Callable[[str], None],
        on_failed: Callable[[], None],
    ) -> None:
        """Show a notification; does not wait for it. `action` names what a click does.

        `on_clicked` takes a token that lets a window come to the front, "" without one; `on_failed`
        is called where the desktop does not show it.
        """
        with self._lock:
            self._waiting.append(_Notification(title, text, action, on_clicked, on_failed))
            if self._connection is not None:
                self._send_waiting(self._connection)
            elif not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="notifications", daemon=True).start()

    def _run(self) -> None:
        try:
            self._listen()
        except Exception as error:  # noqa: BLE001  whatever a bus does, the tray is left
            _log.info("no notifications over D-Bus: %r", error)
        with self._lock:
            self._connection, self._is_running = None, False
            lost = [*self._waiting, *self._sent.values()]
            for known in (self._waiting, self._sent, self._shown, self._tokens):
                known.clear()
        for notification in lost:
            self._hand_over(notification.on_failed)

    def _listen(self) -> None:
        from jeepney import MatchRule, message_bus
        from jeepney.io.blocking import open_dbus_connection
        from jeepney.wrappers import unwrap_msg

        with open_dbus_connection("SESSION") as connection:
            signals = MatchRule(type="signal", interface=_SERVICE, path=_PATH)
            unwrap_msg(connection.send_and_get_reply(message_bus.AddMatch(signals), timeout=10))
            asked = connection.send_and_get_reply(_call("GetCapabilities"), timeout=30)
            (capabilities,) = unwrap_msg(asked)
            with self._lock:
                self._has_markup = "body-markup" in capabilities
                self._connection = connection
                self._send_waiting(connection)
            while True:
                self._take(connection.receive())

    def _send_waiting(self, connection: "DBusConnection") -> None:
        while self._waiting:
            notification = self._waiting.pop(0)
            serial = next(connection.outgoing_serial)
            self._sent[serial] = notification
            with contextlib.suppress(OSError):  # the thread that listens sees that the bus has gone
                connection.send(self._message(notification), serial=serial)

    def _message(self, notification: _Notification) -> "Message":
        text = escape(notification.text) if self._has_markup else notification.text
        actions = [_DEFAULT_ACTION, notification.action]
        hints = {"desktop-entry": ("s", "encore")}
        about = ("Encore", 0, "encore", notification.title, text, actions, hints)
        return _call("Notify", "susssasa{sv}i", (*about, _AS_THE_DESKTOP_WANTS))

    def _take(self, message: "Message") -> None:
        from jeepney import HeaderFields, MessageType

        fields = message.header.fields
        with self._lock:
            if message.header.message_type is MessageType.signal:
                self._take_signal(fields.get(HeaderFields.member, ""), message.body)
                return
            notification = self._sent.pop(fields.get(HeaderFields.reply_serial, 0), None)
            if notification is None:
                return
            if message.header.message_type is MessageType.error:
                self._hand_over(notification.on_failed)
                return
            self._shown[message.body[0]] = notification
            for number in list(self._shown)[:-_MOST]:
                self._forget(number)

    def _take_signal(self, member: str, body: tuple[object, ...]) -> None:
        match member, body:
            case "ActivationToken", (int(number), str(token)) if number in self._shown:
                self._tokens[number] = token
            case "ActionInvoked", (int(number), str()) if number in self._shown:
                token = self._tokens.get(number, "")
                self._hand_over(partial(self._forget(number).on_clicked, token))
            case "NotificationClosed", (int(number), *_) if number in self._shown:
                self._forget(number)

    def _forget(self, number: int) -> _Notification:
        self._tokens.pop(number, None)
        return self._shown.pop(number)


def _call(member: str, signature: str = "", body: tuple[object, ...] = ()) -> "Message":
    from jeepney import DBusAddress, new_method_call

    address = DBusAddress(_PATH, bus_name=_SERVICE, interface=_SERVICE)
    return new_method_call(address, member, signature or None, body)
