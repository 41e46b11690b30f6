"""What the desktop asks of the running program: to come to the front, to open a model, to end."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.widgets.main_window import MainWindow


class DesktopRequests(QObject):
    """Serves them with `window`; an event filter of the application, its `parent`."""

    def __init__(
        self,
        models: ModelPickerViewModel,
        runtime: RuntimeViewModel,
        window: MainWindow,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._models, self._runtime, self._window = models, runtime, window

    def open_again(self, model: Path | None) -> None:
        """Serve a later start: bring the window to the front and open the model."""
        self._window.bring_to_front()
        if model is not None:
            self.open_model(model)

    def open_model(self, path: Path) -> None:
        """Import and load a model, and show the chat; without an engine, its page stays."""
        self._models.import_file(path)
        if not self._runtime.needs_install:
            self._window.show_chat()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():  # macOS
            self.open_model(Path(event.file()))
            return True
        if event.type() is QEvent.Type.Quit and watched is self.parent():
            self._window.quit()  # closing it would only hide it
            return True
        return super().eventFilter(watched, event)
