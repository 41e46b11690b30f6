"""The line at the bottom of the window: what is being done, and the loaded model."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.model_picker import ModelPickerViewModel
from app.widgets.plain_widgets import ElidedLabel
from app.widgets.theme import em


class StatusLine(QStatusBar):
    """The activity at the left, the model at the right."""

    def __init__(
        self, chat: ChatViewModel, models: ModelPickerViewModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._chat = chat
        self._models = models
        self._activity = QLabel(self)
        self._activity.setProperty("look", "small")
        self._activity.setTextFormat(Qt.TextFormat.PlainText)
        self._model = ElidedLabel(self, Qt.AlignmentFlag.AlignRight)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(em(self, 1.0), 0, em(self, 1.0), em(self, 0.2))
        self.addWidget(self._activity)
        self.addPermanentWidget(self._model, 1)
        chat.state_changed.connect(self._on_changed)
        models.state_changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        self._activity.setText(self._chat.status_text)
        self._model.set_text(self._models.model_line)
