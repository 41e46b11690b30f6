"""The button below the message box that chooses the servers whose tools this chat offers."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.viewmodels.chat.tool_choice import ToolChoice, ToolChoiceView
from app.viewmodels.formatting import plural
from app.widgets.icons import IconButton


class ToolsButton(IconButton):
    """Hidden while no server is switched on in the settings; marked while one is chosen."""

    def __init__(self, choice: ToolChoice, parent: QWidget | None = None) -> None:
        super().__init__("tools", "", parent, size=1.15)
        self._choice = choice
        self._menu = QMenu(self)
        self.setProperty("look", "chip")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(self._menu)
        self.setCheckable(True)
        self.set_description(self.tr("Tools that the model may call in this chat"))
        choice.changed.connect(self._show_choice)
        self._show_choice()

    def _show_choice(self) -> None:
        views = self._choice.views
        chosen = [view for view in views if view.is_chosen]
        self.setVisible(bool(views))
        self.setChecked(bool(chosen))
        text = self.tr("Tools")
        if chosen:
            text = f"{text}: {chosen[0].name}" if len(chosen) == 1 else f"{text}: {len(chosen)}"
        self.setText(text)
        self._menu.clear()
        for view in views:
            action = self._menu.addAction(_label(view))
            action.setCheckable(True)
            action.setChecked(view.is_chosen)
            action.toggled.connect(partial(self._on_chosen, view.id))

    def _on_chosen(self, server_id: str, is_chosen: bool) -> None:  # noqa: FBT001  a Qt slot
        self._choice.choose(server_id, is_chosen=is_chosen)


def _label(view: ToolChoiceView) -> str:
    name = view.name.replace("&", "&&")
    if view.num_tools is None:
        return name
    return f"{name} ({plural('ToolsButton', '%n tools', view.num_tools)})"
