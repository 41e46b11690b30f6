"""A page beside the chat: its button and shortcut, and its widget, imported on first use."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

ENGINE_PAGE = "Engine"
"""The label of the page that the first start begins with."""
COMPARISON_PAGE = "Compare"
"""The label of the page that the settings lead to."""


class PageWidget(QWidget):
    """A page, shown in place of the chat. The constructor takes the view-model and the parent.

    Signals:
        closed(): return to the chat.
    """

    closed = Signal()

    def take_focus(self) -> None:
        """Put the keyboard focus where a user begins; called when the page is shown."""
        self.setFocus()


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `keys` is its shortcut, `widget` the `module:Class` of its `PageWidget`.

    `label`, which also identifies the page, and `help` are English and translated where shown.
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
        """Import and construct the widget."""
        module, _, name = self.widget.partition(":")
        widget: PageWidget = getattr(import_module(module), name)(self.view_model, parent)
        return widget
