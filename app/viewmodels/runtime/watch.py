"""Notices when the engine's libraries are changed from outside, as by `encore runtime install`."""

from PySide6.QtCore import QObject, QTimer

from app.domain import Notice, NoticeLevel
from app.services.runtime.store import Runtime
from app.viewmodels.banner import Banner
from app.viewmodels.runtime.offer import describe_runtime
from app.viewmodels.runtime.runtime import Phase, RuntimeViewModel

WATCH_MS = 3000


class RuntimeWatch(QObject):
    """Looks at the store every few seconds; what the window itself does is no news.

    Libraries where there were none start the engine; others offer to restart it.
    """

    def __init__(self, runtime: RuntimeViewModel, banner: Banner) -> None:
        super().__init__(runtime)
        self._runtime = runtime
        self._banner = banner
        self._seen = runtime.installed
        self._shown = ""
        self._is_ours = False
        self._timer = QTimer(self, interval=WATCH_MS)
        self._timer.timeout.connect(self.look)
        runtime.changed.connect(self._on_runtime_changed)
        runtime.ready.connect(self._withdraw)

    def watch(self, is_visible: bool = True) -> None:  # noqa: FBT001 FBT002  a Qt-style setter
        """Look while the window is visible, and at once when it becomes so."""
        if is_visible and self._runtime.is_bundled:
            self._timer.start()
            self.look()
        else:
            self._timer.stop()

    def look(self) -> None:
        """Compare the libraries in use with those seen last."""
        if self._runtime.phase is Phase.RUNNING:
            return
        before, self._seen = self._seen, self._runtime.installed
        was_ours, self._is_ours = self._is_ours, False
        if self._seen == before or was_ours:
            return
        self._runtime.changed.emit()
        if self._seen is None:
            self._tell_removed()
        elif before is None:
            self._runtime.ready.emit()
        else:
            self._offer_restart(self._seen)

    def _tell_removed(self) -> None:
        words = self.tr(
            "The engine's libraries were removed. What is loaded works until Encore is closed; "
            "install them again for the next time."
        )
        self._show(Notice(NoticeLevel.WARNING, words))

    def _offer_restart(self, runtime: Runtime) -> None:
        words = self.tr("The engine's libraries were changed; they are now: %1.")
        text = words.replace("%1", describe_runtime(runtime))
        self._show(Notice(NoticeLevel.INFO, text), self.tr("Restart the engine"))

    def _show(self, notice: Notice, label: str = "") -> None:
        self._withdraw()
        self._shown = notice.text
        self._banner.show(notice, label, self._runtime.ready.emit if label else None)

    def _withdraw(self) -> None:
        if self._shown:
            self._banner.withdraw(self._shown)
            self._shown = ""

    def _on_runtime_changed(self) -> None:
        if self._runtime.phase is Phase.RUNNING:
            self._is_ours = True
