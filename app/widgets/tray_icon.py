"""The icon in the desktop's tray, and notifications, which need one where D-Bus shows none."""

import os
from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from app.paths import assets_dir
from app.viewmodels.attention import Attention, Call
from app.viewmodels.receivers import while_alive
from app.viewmodels.settings import SettingsViewModel

_SHOWN_MS = 10_000
NotifyDesktop = Callable[[str, str, str, Callable[[str], None], Callable[[], None]], None]
"""Shows a notification: its title, text and action, and what to call when it is clicked, with a
token that lets a window come to the front, or when the desktop shows none."""

_CLICKS = (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick)


class TrayIcon(QObject):
    """There while the settings want it, else only from a notification until the window is seen.

    Signals:
        show_wanted(): the window should come to the front.
        new_chat_wanted(), quit_wanted(): chosen in the menu.
        opened(call: Call): a notification was clicked.
    """

    show_wanted = Signal()
    new_chat_wanted = Signal()
    quit_wanted = Signal()
    opened = Signal(object)

    def __init__(
        self,
        settings: SettingsViewModel,
        attention: Attention,
        window: QWidget,
        is_available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._window = window
        self._is_available = is_available
        self.notify_desktop: NotifyDesktop | None = None
        self._call: Call | None = None
        self._picture = QIcon(str(assets_dir() / "icons" / "encore.svg"))
        attention.wanted.connect(self._on_wanted)
        settings.value_changed.connect(self._on_setting_changed)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._on_application_state_changed)

    @property
    def keeps_window(self) -> bool:
        """Whether a window that is hidden can be brought back from here."""
        return self._settings.settings.tray and self._is_available()

    @cached_property
    def icon(self) -> QSystemTrayIcon:
        """Created when it is first needed, which takes longer than a frame."""
        icon = QSystemTrayIcon(self._picture, self)
        icon.setToolTip("Encore")
        icon.setContextMenu(self._create_menu())
        icon.activated.connect(self._on_activated)
        icon.messageClicked.connect(self._on_message_clicked)
        return icon

    def start(self) -> None:
        """Show what the settings want; call it once the window is painted."""
        self._settings.set_tray_available(is_available=self._is_available())
        self._show_wanted_icon()

    def _show_wanted_icon(self) -> None:
        if self.keeps_window or "icon" in vars(self):
            self.icon.setVisible(self.keeps_window)

    def _create_menu(self) -> QMenu:
        menu = QMenu(self._window)
        for text, signal in (
            (self.tr("Show Encore"), self.show_wanted),
            (self.tr("New chat"), self.new_chat_wanted),
            (self.tr("Quit"), self.quit_wanted),
        ):
            action = QAction(text, menu)
            action.triggered.connect(lambda _is_checked, signal=signal: signal.emit())
            menu.addAction(action)
        return menu

    def _on_wanted(self, call: Call) -> None:
        if QApplication.activeWindow() is not None or not self._settings.settings.notify:
            return
        QApplication.alert(self._window)
        if self.notify_desktop is None:
            self._show_in_tray(call)
        else:
            clicked = while_alive(self, partial(self._on_clicked, call))
            failed = while_alive(self, partial(self._show_in_tray, call))
            self.notify_desktop(call.title, call.text, self.tr("Show Encore"), clicked, failed)

    def _on_clicked(self, call: Call, token: str) -> None:
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt takes it when the window is activated
        self.opened.emit(call)

    def _show_in_tray(self, call: Call) -> None:
        if self._is_available():
            self._call = call
            self.icon.show()  # an icon that is hidden shows no message
            self.icon.showMessage(call.title, call.text, self._picture, _SHOWN_MS)

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in _CLICKS:
            self.show_wanted.emit()

    def _on_message_clicked(self) -> None:
        call, self._call = self._call, None
        if call is not None:
            self.opened.emit(call)

    def _on_setting_changed(self, name: str) -> None:
        if name == "tray":
            self.start()

    def _on_application_state_changed(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive:
            self._show_wanted_icon()
