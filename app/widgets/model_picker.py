"""The model button and its list."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.formatting import tool_tip
from app.viewmodels.model_picker import ModelPickerViewModel, ModelRole
from app.widgets.plain_widgets import create_label, fill_list
from app.widgets.row_delegate import RowDelegate, RowText
from app.widgets.theme import em

_MAX_ROWS_SHOWN = 8


class ModelPicker(QToolButton):
    """Shows the model, or its loading progress."""

    def __init__(self, models: ModelPickerViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models = models
        self.popup = ModelPopup(models, self)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.open_popup)
        models.state_changed.connect(self._on_state_changed)
        self._on_state_changed()

    def open_popup(self) -> None:
        """Open the list under the button."""
        self._models.refresh()
        self.popup.fit()
        self.popup.move(self.mapToGlobal(QPoint(0, self.height() + 4)))
        self.popup.show()
        self.popup.list.setFocus()

    def _on_state_changed(self) -> None:
        models = self._models
        if models.is_loading:
            text = self.tr("{0} {1} %").format(models.stage, round(models.fraction * 100))
            text = f"{models.model_name}: {text}" if models.model_name else text
        else:
            text = models.model_name or self.tr("Choose a model")
        self.setText(f"{text}  \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
        self.setAccessibleName(self.tr("Model: {0}").format(text))
        self.setToolTip(tool_tip(models.model_line or self.tr("Choose a model")))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._models.is_loading:
            painter = QPainter(self)
            height = em(self, 0.18)
            bar = QRectF(0, self.height() - height, self.width() * self._models.fraction, height)
            painter.fillRect(bar, self.palette().color(QPalette.ColorRole.Accent))


class ModelPopup(QFrame):
    """The local models, and how to add one.

    Signals:
        import_pressed()
        more_pressed(): find more models.
    """

    import_pressed = Signal()
    more_pressed = Signal()

    def __init__(self, models: ModelPickerViewModel, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("modelPopup")
        self._models = models
        self.list = QListView(self)
        fill_list(self.list, models, _ModelDelegate(self.list), self.tr("Models"))
        self._hint = create_label(self, "muted")
        self.more = QPushButton(self.tr("Get more models…"), self)
        add = QPushButton(self.tr("Import a GGUF file…"), self)
        for button in (self.more, add):
            button.setProperty("look", "link")
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addStretch()
        row.addWidget(add)
        column = QVBoxLayout(self)
        side = em(self, 0.6)
        column.setContentsMargins(side, side, side, side)
        column.addWidget(self._hint)
        column.addWidget(self.list)
        column.addLayout(row)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)
        add.clicked.connect(self._on_import_clicked)
        self.more.clicked.connect(self._on_more_clicked)
        models.refreshed.connect(self.fit)

    def fit(self) -> None:
        """Fit the size to the list."""
        hint = self._models.hint
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        num_rows = self._models.rowCount()
        self.list.setVisible(num_rows > 0)
        row_height = self.list.sizeHintForRow(0) if num_rows else 0
        self.list.setFixedHeight(row_height * min(num_rows, _MAX_ROWS_SHOWN) + 4)
        self.setFixedWidth(em(self, 30))
        self.adjustSize()

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.hide()
            self._models.load(index.row())

    def _on_import_clicked(self) -> None:
        self.hide()
        self.import_pressed.emit()

    def _on_more_clicked(self) -> None:
        self.hide()
        self.more_pressed.emit()


def open_folder(folder: Path) -> None:
    """Show `folder` in the file manager; it is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def choose_file(parent: QWidget) -> str:
    """Let the user choose a GGUF file; "" if cancelled."""
    name, _ = QFileDialog.getOpenFileName(
        parent,
        parent.tr("Import a model"),
        "",
        parent.tr("Models (*.gguf);;All files (*)"),
    )
    return name


class _ModelDelegate(RowDelegate):
    def row_text(self, index: QModelIndex | QPersistentModelIndex) -> RowText:
        return RowText(
            index.data(),
            index.data(ModelRole.DETAILS),
            self.tr("loaded") if index.data(ModelRole.IS_LOADED) else "",
            warning=index.data(ModelRole.PROBLEM),
            is_marked=index.data(ModelRole.IS_LOADED),
        )
