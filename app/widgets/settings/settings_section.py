"""A heading with the rows under it; a search leaves those that are found."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.widgets.plain_widgets import create_label
from app.widgets.theme import gap


class SettingsSection(QWidget):
    """A part of the tab `tab`, called `label`."""

    def __init__(self, tab: str, tab_label: str, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tab = tab
        self._tab_label = tab_label
        self._label = label
        self._rows: list[tuple[QWidget, str]] = []
        self._heading = create_label(self, "section", label)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._heading)
        self._space()

    @property
    def rows(self) -> tuple[QWidget, ...]:
        """The rows, top to bottom."""
        return tuple(row for row, _ in self._rows)

    def add(self, row: QWidget, words: str) -> None:
        """Add a row that a search finds by `words`."""
        self._rows.append((row, f"{words} {self._label} {self._tab_label}".casefold()))
        self._column.addWidget(row)

    def show_tab(self, tab: str) -> None:
        """Show all rows if the section is in `tab`, else none."""
        for row, _ in self._rows:
            row.show()
        # A tab with one section of its own name says it once.
        self._heading.setText(self._label)
        self._heading.setVisible(self._label != self._tab_label)
        self.setVisible(tab == self.tab)

    def show_found(self, words: list[str]) -> bool:
        """Show the rows that have all `words`; whether there are any."""
        has_any = False
        for row, text in self._rows:
            is_found = all(word in text for word in words)
            row.setVisible(is_found)
            has_any |= is_found
        is_same = self._label == self._tab_label
        place = self._label if is_same else f"{self._tab_label} \N{MIDDLE DOT} {self._label}"
        self._heading.setText(place)
        self._heading.show()
        self.setVisible(has_any)
        return has_any

    def _space(self) -> None:
        self._column.setContentsMargins(0, 0, 0, gap(self, 0.8))
        self._column.setSpacing(gap(self, 1.1))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._space()
