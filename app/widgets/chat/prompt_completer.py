"""The list of prompts that a slash in the message box opens."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QPlainTextEdit, QVBoxLayout

from app.viewmodels.chat.prompt_library import PromptLibrary, fill_in, variables_of
from app.widgets.announcement import announce
from app.widgets.chat.prompt_dialogs import PromptForm, PromptsDialog
from app.widgets.theme import em

_MAX_SHOWN = 8
_MAX_TYPED = 60
_MANAGE = "/"  # no prompt can be called that


class PromptCompleter(QObject):
    """Attaches to a text box: "/" and a part of a name offer prompts above it.

    Signals:
        chosen(text: str): a prompt to put into the box, its variables filled in.
    """

    chosen = Signal(str)

    def __init__(self, edit: QPlainTextEdit, library: PromptLibrary) -> None:
        super().__init__(edit)
        self._edit = edit
        self._library = library
        self._is_dismissed = False
        self.popup = QFrame(edit.window())
        self.popup.setObjectName("promptPopup")
        self.popup.hide()
        self.list = QListWidget(self.popup)
        self.list.setAccessibleName(self.tr("Prompts"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFocusProxy(edit)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self.popup)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        edit.installEventFilter(self)
        edit.textChanged.connect(self._on_text_changed)
        self.list.itemClicked.connect(self._choose)
        self.list.currentTextChanged.connect(self._on_current_changed)

    def _on_current_changed(self, text: str) -> None:
        if self.popup.isVisible():
            announce(self._edit, text)  # which keeps the focus

    def manage(self) -> PromptsDialog:
        """Open the list of all prompts."""
        dialog = PromptsDialog(self._library, self._edit.window())
        dialog.open()
        return dialog

    def _on_text_changed(self) -> None:
        text = self._edit.toPlainText()
        is_command = text.startswith("/") and "\n" not in text and len(text) <= _MAX_TYPED
        if not is_command:
            self._is_dismissed = False
        if is_command and not self._is_dismissed:
            self._show_matches(text[1:])
        else:
            self.popup.hide()

    def _show_matches(self, typed: str) -> None:
        names = self._library.matching(typed)
        if typed.strip() and not names:
            self.popup.hide()
            return
        self.list.clear()
        for name in names:
            item = QListWidgetItem(name, self.list)
            item.setData(Qt.ItemDataRole.UserRole, name)
        words = self.tr("Edit prompts…") if self._library.names else self.tr("Write a prompt…")
        QListWidgetItem(words, self.list).setData(Qt.ItemDataRole.UserRole, _MANAGE)
        self.list.setCurrentRow(0)
        self._place()

    def _place(self) -> None:
        """Above the box with its files, as wide as it."""
        edit, window = self._edit, self._edit.window()
        box = edit.parentWidget() or edit
        self.popup.setParent(window)
        row_height = max(self.list.sizeHintForRow(0), em(edit, 1.6))
        height = row_height * min(_MAX_SHOWN, self.list.count()) + em(edit, 0.5)
        corner = box.mapTo(window, QPoint(0, -height - em(edit, 0.4)))
        self.popup.setGeometry(corner.x(), max(0, corner.y()), box.width(), height)
        self.popup.show()
        self.popup.raise_()

    def _choose(self, item: QListWidgetItem) -> None:
        name = item.data(Qt.ItemDataRole.UserRole)
        self.popup.hide()
        if name == _MANAGE:
            self._edit.clear()
            self.manage()
            return
        text = self._library.text(name)
        if not text:
            return
        variables = variables_of(text)
        if not variables:
            self.chosen.emit(text.rstrip("\n"))
            return
        form = PromptForm(name, variables, self._edit.window())
        form.accepted.connect(lambda: self.chosen.emit(fill_in(text, form.values).rstrip("\n")))
        form.open()

    def _on_key(self, event: QKeyEvent) -> bool:
        """Whether the list has used the key."""
        row, last = self.list.currentRow(), self.list.count() - 1
        match event.key():
            case Qt.Key.Key_Up:
                self.list.setCurrentRow(last if row <= 0 else row - 1)
            case Qt.Key.Key_Down:
                self.list.setCurrentRow(0 if row >= last else row + 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Tab:
                item = self.list.currentItem()
                if item is not None:
                    self._choose(item)
            case Qt.Key.Key_Escape:
                self._is_dismissed = True
                self.popup.hide()
            case _:
                return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self._edit or self.popup.isHidden():
            return super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._on_key(event)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()  # Esc closes the list, it does not stop an answer
        elif event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self.popup.hide()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        return super().eventFilter(watched, event)
