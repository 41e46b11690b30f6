"""The button below the composer for thinking; hidden for models without the choice."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.viewmodels.chat.thinking import ThinkingViewModel
from app.widgets.icons import IconButton


class ThinkingButton(IconButton):
    """A switch, or a menu for models with levels of effort."""

    def __init__(self, thinking: ThinkingViewModel, parent: QWidget | None = None) -> None:
        super().__init__("think", "", parent, size=1.15)
        self._thinking = thinking
        self._menu = QMenu(self)
        self.setProperty("look", "chip")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.set_description(self.tr("Think before answering"))
        self.clicked.connect(self._on_clicked)
        thinking.changed.connect(self._show_choice)
        self._show_choice()

    def _show_choice(self) -> None:
        thinking = self._thinking
        has_menu = bool(thinking.efforts)
        self.setVisible(thinking.is_offered)
        self.setCheckable(not has_menu)
        self.setMenu(self._menu if has_menu else None)  # type: ignore[arg-type]
        text = self.tr("Think")
        if has_menu:
            self._fill_menu()
            chosen = next((a.text() for a in self._menu.actions() if a.isChecked()), "")
            text = self.tr("Think: {0}").format(chosen)
        else:
            self.setChecked(thinking.is_on)
        self.setText(text)

    def _fill_menu(self) -> None:
        thinking = self._thinking
        self._menu.clear()
        group = QActionGroup(self._menu)
        if thinking.can_switch:
            off = self._add(group, self.tr("Off"), is_chosen=not thinking.is_on)
            off.triggered.connect(partial(thinking.switch, is_on=False))
        for effort, label in thinking.efforts:
            is_chosen = thinking.is_on and effort == thinking.effort
            self._add(group, label, is_chosen=is_chosen).setData(effort)
        group.triggered.connect(self._on_effort_chosen)

    def _add(self, group: QActionGroup, text: str, *, is_chosen: bool) -> QAction:
        action = self._menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(is_chosen)
        group.addAction(action)
        return action

    def _on_clicked(self) -> None:
        if self.isCheckable():
            self._thinking.switch(self.isChecked())

    def _on_effort_chosen(self, action: QAction) -> None:
        effort = action.data()
        if isinstance(effort, str):
            self._thinking.choose_effort(effort)
