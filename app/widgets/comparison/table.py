"""The configurations side by side: a column for each, a row for each setting."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.comparison.configurations import MODEL, ConfigurationTable
from app.widgets.comparison.controls import (
    create_combo,
    create_control,
    name_control,
    show_value,
)
from app.widgets.comparison.wide_area import WideArea
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import create_label, restyle
from app.widgets.theme import em

_LONGEST_NAME = 24  # characters


class ConfigurationGrid(QWidget):
    """Edits a ConfigurationTable. What differs from the first column is drawn in bold."""

    def __init__(self, table: ConfigurationTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.controls: dict[tuple[int, str], QWidget] = {}
        self._labels: dict[str, QWidget] = {}
        self._body = QWidget(self)
        self.add = QPushButton(self.tr("Add a configuration"), self)
        self.reset = QPushButton(self.tr("Start over"), self)
        for button in (self.add, self.reset):
            button.setProperty("look", "link")
        self._body.setObjectName("libraryBody")
        self._area = WideArea(self._body, self)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.reset)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._area)
        column.addLayout(row)
        self.add.clicked.connect(table.add)
        self.reset.clicked.connect(table.reset)
        table.columns_changed.connect(self._fill)
        table.value_changed.connect(self._on_value_changed)
        self._fill()

    def _fill(self) -> None:
        """Draw all columns anew."""
        old = self._body.layout()
        if old is not None:
            for child in self._body.findChildren(
                QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly
            ):
                child.hide()
                child.deleteLater()
            QWidget().setLayout(old)
        grid = QGridLayout(self._body)
        grid.setContentsMargins(0, 0, 0, em(self, 0.6))
        grid.setHorizontalSpacing(em(self, 1.0))
        grid.setVerticalSpacing(em(self, 0.3))
        self.controls.clear()
        self._labels.clear()
        self._fill_labels(grid)
        for column in range(len(self._table.configurations)):
            self._fill_column(grid, column)
        grid.setColumnStretch(len(self._table.configurations) + 1, 1)
        highest = max(control.sizeHint().height() for control in self.controls.values())
        for row in range(1, grid.rowCount()):
            grid.setRowMinimumHeight(row, highest)
        self.add.setEnabled(self._table.can_add)
        self._show_differences()

    def _fill_labels(self, grid: QGridLayout) -> None:
        names = (
            (MODEL, self.tr("Model"), ""),
            *((o.name, o.label, o.help) for o in self._table.options),
        )
        for row, (name, text, help_) in enumerate(names, start=1):
            label = create_label(self._body, "muted", text)
            label.setWordWrap(False)
            label.setToolTip(help_)
            self._labels[name] = label
            grid.addWidget(label, row, 0)

    def _fill_column(self, grid: QGridLayout, column: int) -> None:
        table, letter = self._table, self._table.letter(column)
        head = QHBoxLayout()
        head.addWidget(create_label(self._body, "strong", letter))
        head.addStretch()
        if table.can_remove:
            words = self.tr("Remove configuration {0}").format(letter)
            remove = IconButton("close", words, self._body, size=0.9)
            remove.clicked.connect(partial(table.remove, column))
            head.addWidget(remove)
        grid.addLayout(head, 0, column + 1)
        names = table.choices(MODEL)
        longest = min(_LONGEST_NAME, max((len(name) for _, name in names), default=0))
        models = create_combo(self._body, names, partial(table.set_value, column, MODEL), longest)
        self._put(grid, 1, column, MODEL, models, self.tr("Model"))
        for row, option in enumerate(table.options, start=2):
            on_set = partial(table.set_value, column, option.name)
            control = create_control(option, self._body, on_set)
            self._put(grid, row, column, option.name, control, option.label)

    def _put(
        self, grid: QGridLayout, row: int, column: int, name: str, control: QWidget, label: str
    ) -> None:
        show_value(control, self._table.value(column, name))
        name_control(control, f"{label}, {self._table.letter(column)}")
        self.controls[column, name] = control
        if isinstance(control, QCheckBox):
            grid.addWidget(control, row, column + 1, Qt.AlignmentFlag.AlignLeft)
        else:
            grid.addWidget(control, row, column + 1)

    def _on_value_changed(self, column: int, name: str) -> None:
        show_value(self.controls[column, name], self._table.value(column, name))
        self._show_differences()

    def _show_differences(self) -> None:
        columns = range(1, len(self._table.configurations))
        for name, label in self._labels.items():
            differs = any(self._table.differs(column, name) for column in columns)
            restyle(label, "look", "strong" if differs else "muted")
