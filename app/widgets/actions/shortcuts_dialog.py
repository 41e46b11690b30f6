"""The list of shortcuts, where each can be changed."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.actions.action_list import ActionList
from app.widgets.actions.action_set import ActionSet, Entry, shown_keys
from app.widgets.announcement import announce
from app.widgets.plain_widgets import create_label, theme_clear_button
from app.widgets.theme import em, resize_ems

_KEY = QKeySequence.StandardKey
_EDITING = (
    _KEY.Copy, _KEY.Cut, _KEY.Paste, _KEY.Undo, _KEY.Redo, _KEY.SelectAll,
    _KEY.MoveToNextWord, _KEY.MoveToPreviousWord, _KEY.SelectNextWord, _KEY.SelectPreviousWord,
    _KEY.MoveToStartOfDocument, _KEY.MoveToEndOfDocument, _KEY.SelectStartOfDocument,
    _KEY.SelectEndOfDocument, _KEY.DeleteStartOfWord, _KEY.DeleteEndOfWord,
)  # fmt: skip


class ShortcutsDialog(QDialog):
    """Every action with its keys; below, the keys of the chosen one.

    `keys` takes new ones, `take` those of another action, `reset` goes back to the default.
    """

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._actions = actions
        self.content = ActionList(actions, self)
        self._label = create_label(self)
        self.keys = QKeySequenceEdit(self)
        self.keys.setMaximumSequenceLength(1)
        self.keys.setClearButtonEnabled(True)
        for field in self.keys.findChildren(QLineEdit):
            theme_clear_button(field)
        self.take = QPushButton(self.tr("Use them here"), self)
        self.reset = QPushButton(self.tr("Reset"), self)
        self.reset_all = QPushButton(self.tr("Reset all"), self)
        self._problem = create_label(self, "danger")
        self._arrange()
        self.content.moved.connect(self._show_current)
        self.content.chosen.connect(self._on_chosen)
        self.keys.editingFinished.connect(self._on_keys_entered)
        self.take.clicked.connect(self._on_take_clicked)
        self.reset.clicked.connect(self._on_reset_clicked)
        self.reset_all.clicked.connect(actions.shortcuts.reset_all)
        actions.shortcuts.changed.connect(self.content.fill)
        actions.shortcuts.changed.connect(self._show_current)
        self._show_current()
        self.content.search.take_focus()

    @property
    def problem(self) -> str:
        """Why the keys that were pressed are not taken."""
        return self._problem.text()

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(em(self, 0.6))
        row.addWidget(self._label, 1)
        row.addWidget(self.keys)
        row.addWidget(self.reset)
        below = QHBoxLayout()
        below.addWidget(self._problem, 1)
        below.addWidget(self.take)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.addButton(self.reset_all, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(em(self, 0.7))
        column.addWidget(self.content, 1)
        column.addLayout(row)
        column.addLayout(below)
        column.addWidget(buttons)
        for button in (self.reset, self.reset_all, self.take, *buttons.buttons()):
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)  # Enter ends the typing of keys
        resize_ems(self, 46, 42)

    def _show_current(self) -> None:
        entry = self.content.current
        self._problem.setText("")
        self.take.hide()
        for widget in (self.keys, self.reset):
            widget.setEnabled(entry is not None)
        if entry is None:
            return
        self._label.setText(entry.action.text())
        name = self.tr("Keys of {0}").format(entry.action.text())
        self.keys.setAccessibleName(name)
        for child in self.keys.findChildren(QWidget):
            child.setAccessibleName(name)
        self.keys.setKeySequence(entry.action.shortcut())
        self.reset.setEnabled(entry.name in self._actions.shortcuts.all)

    def _on_chosen(self, entry: Entry) -> None:  # noqa: ARG002 - it is the current one
        self.keys.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_keys_entered(self) -> None:
        entry, keys = self.content.current, self.keys.keySequence()
        if entry is None or keys == entry.action.shortcut():
            return
        if self._is_taken(entry, keys):
            return
        self.take.hide()
        if not keys.isEmpty() and _is_typing(keys.toString()):
            self._refuse(self.tr("Those keys are for typing. Add Ctrl or Alt."))
        elif _is_editing(keys):
            words = self.tr("Text fields keep {0} for themselves. Choose other keys.")
            self._refuse(words.format(shown_keys(keys)))
        else:
            self._rebind(entry, keys)

    def _is_taken(self, entry: Entry, keys: QKeySequence) -> bool:
        """Whether another action than `entry` has `keys`; if so, offer to take them."""
        owner = None if keys.isEmpty() else self._actions.owner_of(keys, entry.name)
        if owner is None:
            return False
        self.take.show()
        words = self.tr("{0} are the keys of “{1}”.")
        self._refuse(words.format(shown_keys(keys), owner.action.text()))
        return True

    def _refuse(self, text: str) -> None:
        self._problem.setText(text)
        announce(self, text, is_urgent=True)

    def _on_take_clicked(self) -> None:
        entry, keys = self.content.current, self.keys.keySequence()
        if entry is not None:
            owner = self._actions.owner_of(keys, entry.name)
            self._rebind(entry, keys, owner.name if owner is not None else "")

    def _on_reset_clicked(self) -> None:
        entry = self.content.current
        if entry is None:
            return
        for keys in map(QKeySequence, entry.default_keys):
            if self._is_taken(entry, keys):
                self.keys.setKeySequence(keys)
                return
        self._actions.shortcuts.reset(entry.name)

    def _rebind(self, entry: Entry, keys: QKeySequence, taken_from: str = "") -> None:
        self._actions.shortcuts.rebind(entry.name, keys.toString(), taken_from)


def _is_typing(keys: str) -> bool:
    """Whether they write something into a text, so that no action can have them."""
    return re.fullmatch(r"(Shift\+)?F\d+|(.*\+)?(Ctrl|Alt|Meta)\+.+", keys) is None


def _is_editing(keys: QKeySequence) -> bool:
    """Whether a text with the focus takes them before any action."""
    return any(keys in QKeySequence.keyBindings(edit) for edit in _EDITING)
