"""The command palette: every action, found by typing and run by Enter."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.widgets.actions.action_list import ActionList
from app.widgets.actions.action_set import ActionSet, Entry
from app.widgets.theme import em


class CommandPalette(QDialog):
    """Closes when an action is chosen, and when something else is clicked."""

    def __init__(self, actions: ActionSet, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._over = parent
        self.setObjectName("commandPalette")
        self.setWindowTitle(self.tr("Command palette"))
        self.setAccessibleName(self.tr("Command palette"))
        self.content = ActionList(actions, self)
        column = QVBoxLayout(self)
        side = em(self, 0.6)
        column.setContentsMargins(side, side, side, side)
        column.addWidget(self.content)
        self.content.chosen.connect(self._on_chosen)

    def open_over_window(self) -> None:
        """Show it at the top of the window, ready to type."""
        window = self._over.rect()
        width = min(em(self, 44), window.width() - em(self, 2))
        self.resize(width, min(em(self, 32), window.height() - em(self, 6)))
        self.content.search.clear()
        self.content.fill()
        left = (window.width() - width) // 2
        self.move(self._over.mapToGlobal(window.topLeft()))
        self.move(self.x() + left, self.y() + em(self, 3))
        self.show()
        self.content.search.take_focus()

    def _on_chosen(self, entry: Entry) -> None:
        if entry.action.isEnabled():
            self.accept()
            entry.action.trigger()
