"""A page beside the chat: how it is reached, and its widget, which is imported when first asked for."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class PageWidget(QWidget):
    """What the window shows in the chat's place; it is made of its view-model and its parent.

    Signals:
        closed(): the person wants to the chat.
    """

    closed = Signal()

    def take_focus(self) -> None:
        """The person came here: put the cursor where they begin."""
        self.setFocus()


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its button in the sidebar, its shortcut, its view-model, and the `module:Class` of its `PageWidget`.

    `label`, by which it is asked for, and `help` are English; they are translated where they are shown.
    """

    label: str
    help: str
    icon: str
    keys: str
    widget: str
    view_model: Any

    def load(self) -> "Page":
        """Import the widget; returns the page."""
        import_module(self.widget.partition(":")[0])
        return self

    def create(self, parent: QWidget) -> PageWidget:
        """Import and make the widget."""
        module, _, name = self.widget.partition(":")
        widget: PageWidget = getattr(import_module(module), name)(self.view_model, parent)
        return widget
