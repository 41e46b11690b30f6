"""The actions of the window with their shortcuts. Knows no menu and not what they do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QStyleOptionMenuItem, QWidget

from app.viewmodels import formatting
from app.viewmodels.shortcuts import ShortcutsViewModel
from app.widgets.icons import IconButton


@dataclass(frozen=True, slots=True)
class Entry:
    """An action, its name in the settings, the group it stands in, and its keys by default."""

    name: str
    group: str
    action: QAction
    default_keys: tuple[str, ...]

    @property
    def keys(self) -> str:
        """The keys, as this system writes them; "" without any."""
        return shown_keys(self.action.shortcut())


class ActionMenu(QMenu):
    """Writes the keys of its actions from left to right in every language."""

    def initStyleOption(  # noqa: N802 - Qt's name
        self, option: QStyleOptionMenuItem, action: QAction
    ) -> None:
        super().initStyleOption(option, action)
        text, tab, keys = option.text.partition("\t")
        if keys:
            option.text = text + tab + formatting.keys(keys)


class ActionSet(QObject):
    """Every action of `window`, in the order of its menu."""

    def __init__(self, shortcuts: ShortcutsViewModel, window: QWidget) -> None:
        super().__init__(window)
        self.shortcuts = shortcuts
        self.window = window
        self._entries: dict[str, Entry] = {}
        shortcuts.changed.connect(self._set_all_keys)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __getitem__(self, name: str) -> QAction:
        return self._entries[name].action

    def add(
        self, group: str, name: str, text: str, do: Callable[[], object], *keys: str
    ) -> QAction:
        """Declare the action `name`; `keys` each do it by default."""
        assert name not in self._entries, name
        action = QAction(text, self.window)
        action.triggered.connect(lambda _is_checked: do())
        entry = self._entries[name] = Entry(name, group, action, keys)
        self.window.addAction(action)
        self._set_keys(entry)
        return action

    def owner_of(self, keys: QKeySequence, other_than: str) -> Entry | None:
        """The action that has `keys` already."""
        for entry in self:
            if entry.name != other_than and keys in entry.action.shortcuts():
                return entry
        return None

    def describe(self, button: QWidget, name: str, words: str) -> None:
        """Have the tool tip of `button` say `words` and the keys of the action `name`."""
        entry = self._entries[name]

        def describe() -> None:
            text = f"{words} ({entry.keys})" if entry.keys else words
            if isinstance(button, IconButton):
                button.set_description(text)
            else:
                button.setToolTip(text)

        entry.action.changed.connect(describe)
        describe()

    def _set_all_keys(self) -> None:
        for entry in self:
            self._set_keys(entry)

    def _set_keys(self, entry: Entry) -> None:
        changed = self.shortcuts.all
        wanted = (changed[entry.name],) if entry.name in changed else entry.default_keys
        entry.action.setShortcuts([QKeySequence(keys) for keys in wanted if keys])


def shown_keys(keys: QKeySequence) -> str:
    """`keys` as this system writes them, as part of a line."""
    return formatting.keys(keys.toString(QKeySequence.SequenceFormat.NativeText))


def create_menu(actions: ActionSet, parent: QWidget) -> QMenu:
    """All of `actions` that a person meets nowhere else as a control, group by group."""
    menu = ActionMenu(parent)
    group = ""
    for entry in actions:
        if entry.action.isCheckable():
            continue
        if group and entry.group != group:
            menu.addSeparator()
        group = entry.group
        menu.addAction(entry.action)
    return menu
