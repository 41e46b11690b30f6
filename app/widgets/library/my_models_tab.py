"""The My models tab: the table, actions on the selected model, folders, disk space."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.library.actions import IMPORT_MODES, LibraryActions
from app.viewmodels.library.folder_move import FolderMove
from app.widgets.flow_layout import FlowLayout
from app.widgets.icons import IconButton
from app.widgets.library.model_details import ModelDetailsPanel
from app.widgets.library.model_table import ModelTable
from app.widgets.library.state_panel import StatePanel
from app.widgets.library.view_models import LibraryViewModels
from app.widgets.model_picker import choose_file, open_folder
from app.widgets.plain_widgets import ElidedLabel, create_bar, create_selectable_label, restyle
from app.widgets.theme import em

_DETAILS_EMS = 23
_SPLIT_EMS = 56  # from this width on, the details are beside the table


class ImportMenu(QMenu):
    """Each entry first asks for a GGUF file."""

    def __init__(self, actions: LibraryActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setAccessibleName(self.tr("Import"))
        words = {
            "in place": (
                self.tr("Use a file where it is…"),
                self.tr("Nothing is copied; the file must stay where it is."),
            ),
            "link": (
                self.tr("Link a file into the models folder…"),
                self.tr("Takes no room; only on the same disk."),
            ),
            "copy": (
                self.tr("Copy a file into the models folder…"),
                self.tr("The other file can be deleted afterwards."),
            ),
        }
        self.setToolTipsVisible(True)
        for mode in IMPORT_MODES:
            text, explanation = words[mode]
            action = self.addAction(text)
            action.setToolTip(explanation)
            # Kept in the slot: an action's data would come back as a plain string.
            action.triggered.connect(
                partial(self._ask_for_file, partial(actions.import_file, how=mode))
            )

    def _ask_for_file(self, import_file: Callable[[Path], None]) -> None:
        name = choose_file(self._window)
        if name:
            import_file(Path(name))


class FolderMenu(QMenu):
    """Filled each time it opens."""

    def __init__(self, actions: LibraryActions, mover: FolderMove, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._mover = mover
        self.setAccessibleName(self.tr("Folders"))
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._on_triggered)

    def fill(self) -> None:
        """Show the current folders."""
        self.clear()
        self.addAction(self.tr("Open the models folder"), self._on_open)
        self.addAction(self.tr("Move the models folder…"), self._on_move)
        self.addSeparator()
        self.addAction(self.tr("Watch a folder…"), self._on_add)
        for folder in self._actions.extra_folders:
            action = self.addAction(self.tr("Stop watching {0}").format(folder))
            action.setData(str(folder))

    def _on_open(self) -> None:
        open_folder(self._actions.folder)

    def _on_move(self) -> None:
        name = self._ask(self.tr("Where shall the models be kept?"))
        if name:
            self._mover.move(Path(name))

    def _on_add(self) -> None:
        name = self._ask(self.tr("Which folder has models?"))
        if name:
            self._actions.add_folder(Path(name))

    def _on_triggered(self, action: QAction) -> None:
        if action.data():
            self._actions.drop_folder(Path(action.data()))

    def _ask(self, title: str) -> str:
        return QFileDialog.getExistingDirectory(self.parentWidget(), title)


class MyModelsTab(QWidget):
    """Chat with, verify, show and delete models; import; watch folders; disk space.

    Signals:
        chat_pressed(): the selected model is being loaded.
        discover_pressed(): show the Discover tab.
    """

    chat_pressed = Signal()
    discover_pressed = Signal()

    def __init__(self, view_models: LibraryViewModels, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vm = view_models
        self._library, self._actions = view_models.library, view_models.actions
        self.table = ModelTable(self._library, self)
        self.details = ModelDetailsPanel(view_models.details, self)
        self.chat = QPushButton(self.tr("Chat with it"), self)
        self.chat.setProperty("look", "accent")
        self.options = QPushButton(self.tr("Load options…"), self)
        self.verify = IconButton("shield", self.tr("Check that the file is whole"), self)
        self.reveal = IconButton("folder", self.tr("Show the file in the file manager"), self)
        self.remove = IconButton("trash", self.tr("Move the model to the trash (Del)"), self)
        self.import_button = QToolButton(self)
        self.folders_button = QToolButton(self)
        self.problem = create_selectable_label(self)
        self.empty = StatePanel(self)
        self._outcome = create_selectable_label(self)
        self.undo = QPushButton(self.tr("Undo"), self)
        self.undo.setProperty("look", "link")
        self._dismiss = IconButton("close", self.tr("Dismiss"), self, size=0.9)
        self._progress = create_bar(self)
        self._space = ElidedLabel(self)
        self._disk = create_bar(self)
        self._stack = QStackedWidget(self)
        self._fill()
        self._arrange()
        self._connect()
        self._on_changed()

    def take_focus(self) -> None:
        """Focus the table, and select the first row if none is selected."""
        self.table.setFocus()
        if self.table.row < 0 and self._library.rowCount():
            self.table.selectRow(max(0, self._library.loaded_row))

    def _fill(self) -> None:
        for button, text, menu in (
            (self.import_button, self.tr("Import"), ImportMenu(self._actions, self)),
            (
                self.folders_button,
                self.tr("Folders"),
                FolderMenu(self._actions, self._vm.mover, self),
            ),
        ):
            button.setText(f"{text}  \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
            button.setAccessibleName(text)
            button.setProperty("look", "button")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setMenu(menu)
        self._disk.setFixedWidth(em(self, 9))
        self._disk.setAccessibleName(self.tr("How full the disk is"))
        self.empty.show_state(
            "library",
            self.tr("There is no model on this machine yet. Find one, or drop a .gguf file here."),
            self.tr("Find a model"),
        )
        delete = QAction(self.tr("Move to trash"), self.table)
        delete.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(self._on_remove)
        self.table.addAction(delete)
        undo = QAction(self.tr("Undo"), self)
        undo.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        undo.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.triggered.connect(self._actions.undo_remove)
        self.addAction(undo)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def _arrange(self) -> None:
        side = em(self, 1.4)
        top = QWidget(self)
        flow = FlowLayout(top, em(self, 0.5))
        for button in (self.chat, self.options, self.verify, self.reveal, self.remove):
            flow.addWidget(button)
        flow.add_stretch()
        flow.addWidget(self.import_button)
        flow.addWidget(self.folders_button)
        self._split = QWidget(self)
        beside = QHBoxLayout(self._split)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(em(self, 0.8))
        beside.addWidget(self.table, 1)
        beside.addWidget(self.details)
        self.details.setFixedWidth(em(self, _DETAILS_EMS))
        self._stack.addWidget(self._split)
        self._stack.addWidget(self.empty)
        said = QHBoxLayout()
        said.addWidget(self._outcome, 1)
        said.addWidget(self.undo)
        said.addWidget(self._dismiss)
        below = QFrame(self)
        space = QHBoxLayout(below)
        space.setContentsMargins(0, 0, 0, 0)
        space.setSpacing(em(self, 0.8))
        space.addWidget(self._disk)
        space.addWidget(self._space, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(side, em(self, 0.9), side, em(self, 0.7))
        column.setSpacing(em(self, 0.6))
        column.addWidget(top)
        column.addWidget(self._stack, 1)
        column.addWidget(self.problem)
        column.addLayout(said)
        column.addWidget(self._progress)
        column.addWidget(below)

    def _connect(self) -> None:
        self.chat.clicked.connect(self._on_chat)
        self.options.clicked.connect(self._on_options)
        self.verify.clicked.connect(self._on_verify)
        self.reveal.clicked.connect(self._on_reveal)
        self.remove.clicked.connect(self._on_remove)
        self.table.opened.connect(self._on_chat)
        self.table.chosen_changed.connect(self._on_changed)
        self.table.customContextMenuRequested.connect(self._on_menu_requested)
        self.empty.action_pressed.connect(self.discover_pressed)
        self.undo.clicked.connect(self._actions.undo_remove)
        self._dismiss.clicked.connect(self._actions.dismiss)
        self._library.changed.connect(self._on_changed)
        self._actions.changed.connect(self._on_actions_changed)
        self._on_actions_changed()

    def _on_changed(self) -> None:
        entry = self._library.entry(self.table.row)
        problem = (entry.problem or "") if entry else ""
        self.chat.setEnabled(entry is not None and not problem)
        self.options.setEnabled(entry is not None and not problem)
        self.verify.setEnabled(entry is not None)
        self.reveal.setEnabled(entry is not None)
        can_remove = entry is not None and not entry.is_read_only
        self.remove.setEnabled(can_remove)
        words = self.tr("Move the model to the trash (Del)")
        if entry is not None and entry.is_read_only:
            words = self.tr("It belongs to another program or folder; remove it there")
        self.remove.set_description(words)
        has_fault = entry is not None and bool(entry.fault)
        restyle(self.problem, "look", "danger" if has_fault else "muted")
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self._vm.details.show(entry)
        self._show_details()
        self._stack.setCurrentWidget(self._split if self._library.rowCount() else self.empty)

    def _show_details(self) -> None:
        is_wide = self.width() >= em(self, _SPLIT_EMS)
        self.details.setVisible(is_wide and self.table.row >= 0)

    def _on_actions_changed(self) -> None:
        actions = self._actions
        text = actions.busy or actions.outcome
        self._outcome.setText(text)
        self._outcome.setVisible(bool(text))
        self.undo.setVisible(actions.can_undo)
        self._dismiss.setVisible(bool(actions.outcome) and not actions.busy)
        self._progress.setVisible(bool(actions.busy))
        self._progress.setAccessibleName(actions.busy)
        self._progress.setValue(round(actions.fraction * 1000))
        self._space.set_text(actions.space_text)
        self._disk.setValue(round(actions.used_fraction * 1000))
        self._disk.setVisible(bool(actions.space_text))

    def _on_chat(self) -> None:
        entry = self._library.entry(self.table.row)
        if entry is not None and not entry.problem:
            self._vm.models.load_path(entry.path)
            self.chat_pressed.emit()

    def _on_options(self) -> None:
        entry = self._library.entry(self.table.row)
        if entry is not None:
            self._vm.load_options.open(entry)

    def _on_verify(self) -> None:
        entry = self._library.entry(self.table.row)
        if entry is not None:
            self._actions.verify(entry)

    def _on_reveal(self) -> None:
        entry = self._library.entry(self.table.row)
        if entry is not None:
            self._actions.reveal(entry.path)

    def _on_remove(self) -> None:
        entry = self._library.entry(self.table.row)
        if entry is not None and not entry.is_read_only:
            self._actions.remove(entry)

    def _on_menu_requested(self, place: QPoint) -> None:
        if not self.table.indexAt(place).isValid():
            return
        menu = QMenu(self)
        for button, text in (
            (self.chat, self.tr("Chat with it")),
            (self.options, self.tr("Load options…")),
            (self.verify, self.tr("Check the file")),
            (self.reveal, self.tr("Show in the file manager")),
            (self.remove, self.tr("Move to trash")),
        ):
            action = menu.addAction(text)
            action.setEnabled(button.isEnabled())
            action.triggered.connect(button.click)
        if self.table.row == self._library.loaded_row:
            menu.addAction(self.tr("Unload (Ctrl+U)"), self._vm.models.unload)
        rename = menu.addAction(self.tr("Rename…"))
        rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        rename.triggered.connect(self.table.edit_name)
        menu.exec(self.table.viewport().mapToGlobal(place))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_details()
