"""The server as the settings show it: on or off, its address, what is wrong. Draws nothing."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThreadPool, Signal

from app.services.background.pool import run_in_background
from app.viewmodels.settings import SettingsViewModel

if TYPE_CHECKING:
    # Importing it would delay the first frame.
    from app.server.server import LocalServer

CreateServer = Callable[[int], "LocalServer"]


class ServerViewModel(QObject):
    """Runs the server while the setting `serve` is on; call `start()` after the first paint.

    `create_server` is called with the port, on a background thread.

    Signals:
        changed(): `status` or `address` changed.
    """

    changed = Signal()

    def __init__(
        self,
        create_server: CreateServer,
        settings: SettingsViewModel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._create_server = create_server
        self._settings = settings
        self._server: LocalServer | None = None
        self._done: int | None = None  # the port that was last switched to, None for off
        self._is_started = self._is_switching = False
        self._problem = ""
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        settings.value_changed.connect(self._on_setting_changed)

    @property
    def address(self) -> str:
        """The base address for clients; "" while nothing listens."""
        is_there = self._server is not None and not self._is_switching
        return self._server.address if is_there and self._server is not None else ""

    @property
    def status(self) -> str:
        """A sentence on the server; "" while it is off."""
        if self._problem:
            return self._problem
        if self.address:
            words = self.tr("Programs on this computer reach it at %1; they need no API key.")
            return words.replace("%1", self.address)
        return self.tr("The server is starting…") if self._is_switching and self._wanted else ""

    def start(self) -> None:
        """Switch it on if the person said so."""
        self._is_started = True
        self._switch()

    def close(self) -> None:
        """Listen no more."""
        self._is_started = False
        self._pool.waitForDone()
        if self._server is not None:
            self._server.stop()
            self._server = None

    @property
    def _wanted(self) -> int | None:
        settings = self._settings.settings
        return settings.server_port if settings.serve else None

    def _on_setting_changed(self, name: str) -> None:
        if name in ("serve", "server_port"):
            self._switch()

    def _switch(self) -> None:
        wanted = self._wanted
        if not self._is_started or self._is_switching or wanted == self._done:
            return
        self._is_switching, self._problem, self._done = True, "", wanted
        run_in_background(
            partial(self._replace, wanted), self._on_switched, self._on_error, self._pool
        )
        self.changed.emit()

    def _replace(self, port: int | None) -> None:
        """On the pool's thread: stopping waits for connections to end."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()
        if port is not None:
            server = self._create_server(port)
            server.start()
            self._server = server

    def _on_switched(self, _result: None) -> None:
        self._is_switching = False
        self.changed.emit()
        self._switch()

    def _on_error(self, error: Exception) -> None:
        from app.server.server import ServerError

        words = self.tr("Nothing can listen on port %1; choose another one.")
        is_taken = isinstance(error, ServerError)
        self._problem = words.replace("%1", str(self._done)) if is_taken else str(error)
        self._on_switched(None)
