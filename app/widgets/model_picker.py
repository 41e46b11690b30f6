"""The model button and its list."""

from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QPushButton,
    QStyle,
    QStyleOptionToolButton,
    QStyleOptionViewItem,
    QStylePainter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.formatting import tool_tip
from app.viewmodels.library.load_options import LoadOptions
from app.viewmodels.model_role import ModelRole
from app.viewmodels.model_search import ModelSearch
from app.widgets.icons import icon_pixmap
from app.widgets.plain_widgets import SearchField, create_label, fill_list
from app.widgets.row_delegate import RowDelegate, RowText
from app.widgets.theme import em

_MAX_ROWS_SHOWN = 8
_ARROW_EMS = 1.5


class ModelPicker(QToolButton):
    """Shows the model, or its loading progress."""

    def __init__(
        self, search: ModelSearch, options: LoadOptions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._models = models = search.models
        self.popup = ModelPopup(search, options, self)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.open_popup)
        models.state_changed.connect(self._on_state_changed)
        self._on_state_changed()

    def open_popup(self) -> None:
        """Open the list under the button."""
        self.popup.begin()
        self.popup.move(self.mapToGlobal(QPoint(0, self.height() + 4)))
        self.popup.show()
        self.popup.search.setFocus()

    def _on_state_changed(self) -> None:
        models = self._models
        if models.is_loading:
            text = self.tr("{0} {1} %").format(models.stage, round(models.fraction * 100))
            text = f"{models.loading_name}: {text}" if models.stage else f"{models.loading_name}…"
        else:
            text = models.model_name or self.tr("Choose a model")
        self.setText(text)
        self.setAccessibleName(self.tr("Model: {0}").format(text))
        self.setToolTip(tool_tip(models.model_line or self.tr("Choose a model")))
        self.update()

    def sizeHint(self) -> QSize:
        # The arrow stands after the name; a tool button has its icon before the text.
        return super().sizeHint() + QSize(em(self, _ARROW_EMS), 0)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(em(self, 6), hint.width()), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        palette, room = self.palette(), em(self, _ARROW_EMS)
        inside = self.rect().adjusted(em(self, 0.4), 0, -em(self, 0.4), 0)
        name = QStyle.visualRect(self.layoutDirection(), inside, inside.adjusted(0, 0, -room, 0))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, name.width())
        painter.setPen(palette.color(QPalette.ColorRole.ButtonText))
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        side, color = em(self, 0.9), palette.color(QPalette.ColorRole.PlaceholderText).name()
        corner = QRect(inside.right() - side, (self.height() - side) // 2, side, side)
        arrow = icon_pixmap("chevron-down", color, side, self.devicePixelRatioF())
        painter.drawPixmap(QStyle.visualRect(self.layoutDirection(), inside, corner), arrow)
        if self._models.is_loading:
            height = em(self, 0.18)
            bar = QRectF(0, self.height() - height, self.width() * self._models.fraction, height)
            painter.fillRect(bar, self.palette().color(QPalette.ColorRole.Accent))


class ModelPopup(QFrame):
    """The local models, and how to add one. Typing searches; Enter loads the model that is marked.

    Signals:
        import_pressed()
        more_pressed(): find more models.
    """

    import_pressed = Signal()
    more_pressed = Signal()

    def __init__(self, search: ModelSearch, options: LoadOptions, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("modelPopup")
        self._models, self._found, self._load_options = search.models, search, options
        self.search = SearchField(
            self.tr("Search your models"), self.tr("Search your models"), self
        )
        self.list = QListView(self)
        fill_list(self.list, self._found, _ModelDelegate(self.list), self.tr("Models"))
        self._hint = create_label(self, "muted")
        self.options = QPushButton(self.tr("Load options…"), self)
        self.unload = QPushButton(self.tr("Unload"), self)
        self.more = QPushButton(self.tr("Get more models…"), self)
        self.add = QPushButton(self.tr("Import a GGUF file…"), self)
        self._arrange()
        self._connect()

    def begin(self) -> None:
        """Show all models, with the first one marked."""
        self.search.clear()
        self._found.begin()
        self.fit()

    def fit(self) -> None:
        """Fit the size to the list."""
        num_rows = self._found.rowCount()
        hint = "" if num_rows else self._models.hint
        if not hint and not num_rows:
            hint = self.tr("No model of yours has these words.")
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.list.setVisible(num_rows > 0)
        row_height = self.list.sizeHintForRow(0) if num_rows else 0
        self.list.setFixedHeight(row_height * min(num_rows, _MAX_ROWS_SHOWN) + 4)
        if not self.list.currentIndex().isValid():
            self._mark_from(0, 1)
        self._on_marked()
        self.unload.setVisible(bool(self._models.model_name))
        self.setFixedWidth(em(self, 32))
        self.adjustSize()

    def _arrange(self) -> None:
        self.unload.setToolTip(self.tr("Free the memory of the loaded model (Ctrl+U)"))
        for button in (self.options, self.unload, self.more, self.add):
            button.setProperty("look", "link")
        column = QVBoxLayout(self)
        side = em(self, 0.6)
        column.setContentsMargins(side, side, side, side)
        for widget in (self.search, self._hint, self.list):
            column.addWidget(widget)
        for left, right in ((self.options, self.unload), (self.more, self.add)):
            row = QHBoxLayout()
            row.addWidget(left)
            row.addStretch()
            row.addWidget(right)
            column.addLayout(row)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_text_changed)
        self.search.returnPressed.connect(self._on_return)
        self.search.installEventFilter(self)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)
        self.options.clicked.connect(self._on_options_clicked)
        self.unload.clicked.connect(self._on_unload_clicked)
        self.add.clicked.connect(self._on_import_clicked)
        self.more.clicked.connect(self._on_more_clicked)
        self._models.refreshed.connect(self.fit)
        if self._models.elsewhere is not None:
            self._models.elsewhere.refreshed.connect(self.fit)
        self.list.selectionModel().currentChanged.connect(self._on_marked)

    def _on_text_changed(self, text: str) -> None:
        self._found.set_text(text)
        self._mark_from(0, 1)
        self.fit()

    def _mark_from(self, row: int, step: int) -> None:
        """Mark the next model at or after `row`: the name of an engine cannot be chosen."""
        while 0 <= row < self._found.rowCount():
            if self._found.can_mark(row):
                self.list.setCurrentIndex(self._found.index(row, 0))
                return
            row += step

    def _on_marked(self) -> None:
        entry = self._found.entry(self.list.currentIndex().row())
        self.options.setEnabled(entry is not None)

    def _on_return(self) -> None:
        self._on_chosen(self.list.currentIndex())

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid() and self._found.load(index.row()):
            self.hide()

    def _on_options_clicked(self) -> None:
        entry = self._found.entry(self.list.currentIndex().row())
        if entry is not None and not entry.problem:
            self.hide()
            self._load_options.open(entry)

    def _on_unload_clicked(self) -> None:
        self.hide()
        self._models.unload()

    def _on_import_clicked(self) -> None:
        self.hide()
        self.import_pressed.emit()

    def _on_more_clicked(self) -> None:
        self.hide()
        self.more_pressed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys move the mark while the cursor stays in the search field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self._mark_from(self.list.currentIndex().row() + step, step)
                return True
        return super().eventFilter(watched, event)


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
        is_loaded = index.data(ModelRole.IS_LOADED)
        return RowText(
            index.data(),
            index.data(ModelRole.DETAILS),
            self.tr("loaded") if is_loaded else index.data(ModelRole.FIT).label,
            warning=index.data(ModelRole.FAULT),
            is_marked=is_loaded,
        )

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """The row that Enter chooses looks focused, though the search field has the focus."""
        if option.state & QStyle.StateFlag.State_Selected:
            option.state |= QStyle.StateFlag.State_HasFocus
        super().paint(painter, option, index)
