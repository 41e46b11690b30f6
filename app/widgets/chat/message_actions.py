"""What can be done with a message beyond copying and editing: continue, branch, delete."""

from enum import StrEnum

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from app.domain import Author
from app.viewmodels.chat.message_list import MessageView
from app.widgets.icons import IconButton


class MessageAction(StrEnum):
    """What a person chose for a message."""

    CONTINUE = "continue"
    OTHER_MODEL = "other model"
    BRANCH = "branch"
    TINT = "tint"
    DELETE = "delete"
    ALLOW_CALL = "allow the call"
    ALLOW_IN_CHAT = "allow the tool in this chat"
    REFUSE_CALL = "refuse the call"


class MessageActions(QWidget):
    """A button that continues an unfinished answer, and one with a menu of the rest.

    Signals:
        chosen(action: MessageAction)
    """

    chosen = Signal(MessageAction)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_busy = self._is_answer = False
        self._continue = IconButton("play", self.tr("Continue this answer"), self, size=1.05)
        self._continue.setText(self.tr("Continue"))
        self._continue.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._more = IconButton("more", self.tr("More actions"), self, size=1.05)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self._continue)
        row.addWidget(self._more)
        self._continue.clicked.connect(self._on_continue_clicked)
        self._more.clicked.connect(self._on_more_clicked)

    def show_state(self, state: MessageView) -> None:
        """Offer what fits the message."""
        self._is_answer = state.author is Author.ASSISTANT
        self._continue.setVisible(state.can_continue)
        self._more.setVisible(not state.is_streaming)

    def set_quiet(self, *, is_quiet: bool) -> None:
        """Draw the menu's button only under the pointer or with the focus."""
        self._more.set_quiet(is_quiet=is_quiet)

    def set_busy(self, *, is_busy: bool) -> None:
        """During an answer, none can be continued and nothing deleted."""
        self._is_busy = is_busy
        self._continue.setEnabled(not is_busy)
        why = self.tr("Not while an answer is being made")
        self._continue.setToolTip(why if is_busy else self._continue.accessibleName())

    def create_menu(self) -> QMenu:
        """The menu of the rest, which deletes itself when it is closed."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if self._is_answer:
            other = menu.addAction(self.tr("Answer again with another model…"))
            other.setEnabled(not self._is_busy)
            other.triggered.connect(self._on_other_model_chosen)
        branch = menu.addAction(self.tr("Branch into a new chat"))
        branch.triggered.connect(self._on_branch_chosen)
        menu.addSeparator()
        delete = menu.addAction(self.tr("Delete"))
        delete.setEnabled(not self._is_busy)
        delete.triggered.connect(self._on_delete_chosen)
        return menu

    def _on_more_clicked(self) -> None:
        below = QPoint(0, self._more.height())
        self.create_menu().popup(self._more.mapToGlobal(below))

    def _on_continue_clicked(self) -> None:
        self.chosen.emit(MessageAction.CONTINUE)

    def _on_other_model_chosen(self) -> None:
        self.chosen.emit(MessageAction.OTHER_MODEL)

    def _on_branch_chosen(self) -> None:
        self.chosen.emit(MessageAction.BRANCH)

    def _on_delete_chosen(self) -> None:
        self.chosen.emit(MessageAction.DELETE)
