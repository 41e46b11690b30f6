"""The line under a message: versions, actions, statistics."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.domain import Author, MessageStatus
from app.viewmodels.chat.message_list import MessageView
from app.widgets.chat.footnote import Footnote
from app.widgets.chat.message_actions import MessageAction, MessageActions
from app.widgets.icons import CopyButton, IconButton


class MessageFooter(QWidget):
    """Hidden buttons keep their place and stay reachable by keyboard.

    Signals:
        copy_pressed(), regenerate_pressed(), edit_pressed()
        version_pressed(step: int): -1 for the previous, 1 for the next.
        action_chosen(action: MessageAction)
    """

    copy_pressed = Signal()
    regenerate_pressed = Signal()
    edit_pressed = Signal()
    version_pressed = Signal(int)
    action_chosen = Signal(MessageAction)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._versions = QWidget(self)
        self._older = IconButton(
            "chevron-left", self.tr("Previous version"), self._versions, size=1.05
        )
        self._version = QLabel(self._versions)
        self._newer = IconButton(
            "chevron-right", self.tr("Next version"), self._versions, size=1.05
        )
        self._copy = CopyButton(self.tr("Copy message"), self)
        self._regenerate = IconButton("regenerate", self.tr("Answer again"), self, size=1.05)
        self._edit = IconButton("edit", self.tr("Edit and send again"), self, size=1.05)
        self._actions = MessageActions(self)
        self._footnote = Footnote(self)
        self._version.setProperty("look", "small")
        self._arrange()
        self._copy.clicked.connect(self._on_copy_clicked)
        self._regenerate.clicked.connect(self.regenerate_pressed)
        self._edit.clicked.connect(self.edit_pressed)
        self._actions.chosen.connect(self.action_chosen)
        self._footnote.tint_toggled.connect(self._on_tint_toggled)
        self._older.clicked.connect(self._on_older_clicked)
        self._newer.clicked.connect(self._on_newer_clicked)

    def show_state(self, state: MessageView, *, is_quiet: bool) -> None:
        """Show the footer of a message; `is_quiet` as in `set_quiet`."""
        is_user = state.author is Author.USER
        is_streaming = state.status is MessageStatus.STREAMING
        self._versions.setVisible(state.num_versions > 1 and not is_streaming)
        # The arrows point away from each other in either direction of the layout.
        arrows = ("chevron-left", "chevron-right")
        older, newer = reversed(arrows) if self.isRightToLeft() else arrows
        self._older.set_icon_name(older)
        self._newer.set_icon_name(newer)
        self._older.setEnabled(state.version > 1)
        self._newer.setEnabled(state.version < state.num_versions)
        self._version.setText(f"{state.version}/{state.num_versions}")
        self._version.setAccessibleName(
            self.tr("Version {0} of {1}").format(state.version, state.num_versions)
        )
        self._copy.setVisible(bool(state.text) and not is_streaming)
        self._regenerate.setVisible(not is_user and not is_streaming)
        self._edit.setVisible(not is_streaming and (is_user or bool(state.text)))
        edit = self.tr("Edit and send again") if is_user else self.tr("Edit this answer")
        self._edit.set_description(edit)
        self._actions.show_state(state)
        self._footnote.setVisible(bool(state.footnote) and not is_user)
        self._footnote.show_answer(
            state.footnote, state.provenance, is_tinted=state.is_tinted if state.drafted else None
        )
        self._row.setDirection(
            QHBoxLayout.Direction.RightToLeft if is_user else QHBoxLayout.Direction.LeftToRight
        )
        self.set_quiet(is_quiet=is_quiet)
        self._copy.show_ready()

    def set_quiet(self, *, is_quiet: bool) -> None:
        """Draw the buttons only under the pointer or with the focus."""
        for button in (self._copy, self._regenerate, self._edit):
            button.set_quiet(is_quiet=is_quiet)
        self._actions.set_quiet(is_quiet=is_quiet)

    def set_busy(self, *, is_busy: bool) -> None:
        """During an answer, disable sending again and say why."""
        why = self.tr("Not while an answer is being made")
        self._regenerate.setEnabled(not is_busy)
        self._edit.setEnabled(not is_busy)
        self._regenerate.setToolTip(why if is_busy else self._regenerate.accessibleName())
        self._edit.setToolTip(why if is_busy else self._edit.accessibleName())
        self._actions.set_busy(is_busy=is_busy)

    def _arrange(self) -> None:
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self._row.addWidget(self._footnote)
        for button in (self._copy, self._regenerate, self._edit):
            self._row.addWidget(button)
        self._row.addWidget(self._actions)
        # A row of its own: the arrows keep their order where the footer runs from right to left.
        versions = QHBoxLayout(self._versions)
        versions.setContentsMargins(0, 0, 0, 0)
        versions.setSpacing(2)
        for widget in (self._older, self._version, self._newer):
            versions.addWidget(widget)
        self._row.addWidget(self._versions)
        self._row.addStretch()

    def _on_copy_clicked(self) -> None:
        self.copy_pressed.emit()
        self._copy.show_copied()

    def _on_tint_toggled(self) -> None:
        self.action_chosen.emit(MessageAction.TINT)

    def _on_older_clicked(self) -> None:
        self.version_pressed.emit(-1)

    def _on_newer_clicked(self) -> None:
        self.version_pressed.emit(1)
