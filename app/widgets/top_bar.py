"""The bar above the chat: the model, and buttons for what is around it."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from app.widgets.icons import IconButton
from app.widgets.theme import em


class TopBar(QFrame):
    """`sidebar` and `new_chat` stand here while the sidebar is hidden."""

    def __init__(self, model_picker: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.sidebar = IconButton("sidebar", "", self)
        self.new_chat = IconButton("new-chat", "", self)
        self.settings = IconButton("settings", "", self)
        self.settings.setCheckable(True)
        self.menu = IconButton("menu", self.tr("Menu"), self)
        self.menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(em(self, 0.8), em(self, 0.5), em(self, 0.8), em(self, 0.5))
        row.addWidget(self.sidebar)
        row.addWidget(self.new_chat)
        row.addWidget(model_picker)
        row.addStretch()
        row.addWidget(self.settings)
        row.addWidget(self.menu)
