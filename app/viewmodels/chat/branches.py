"""Versions, branches and deletions in the open conversation. Knows no engine and no widget."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.domain import Author, Notice, NoticeLevel
from app.storage.conversations import Conversations
from app.storage.database import StorageError
from app.storage.message_tree import Deletion
from app.viewmodels.banner import Banner
from app.viewmodels.chat.message_list import MessageListModel


class Branches(QObject):
    """What a person does with the messages shown, besides asking.

    `may_change` says whether the branch may change now.

    Signals:
        about_to_change(): an action begins that shows other messages.
        changed(conversation_id: int): another branch of it is to be shown.
        created(conversation_id: int): a conversation was made, and is to be opened.
        failed(problem: str): nothing was changed.
        found(message_id: int, words: tuple[str, ...]): a search leads to this message.
    """

    about_to_change = Signal()
    changed = Signal(int)
    created = Signal(int)
    failed = Signal(str)
    found = Signal(int, object)

    def __init__(
        self,
        conversations: Conversations,
        messages: MessageListModel,
        banner: Banner,
        may_change: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._messages = messages
        self._banner = banner
        self._may_change = may_change

    def show_version(self, message_id: int, step: int) -> None:
        """Show the next (`step` 1) or previous (-1) version of a message, with its replies."""
        shown = self._messages.message(message_id)
        if shown is None or not self._may_change():
            return

        def show() -> None:
            if self._conversations.tree_of(message_id).show_version(message_id, step):
                self._show(shown.conversation_id)

        self._attempt(show)

    def show_message(self, message_id: int, words: tuple[str, ...]) -> None:
        """Show a message of the open conversation that was found by one of `words`."""
        if self._messages.message(message_id) is None and self._may_change():

            def show() -> None:
                self._show(self._conversations.tree_of(message_id).show_message(message_id))

            self._attempt(show)
        if self._messages.message(message_id) is not None:
            self.found.emit(message_id, words)

    def leave(self) -> bool:
        """Remember the branch shown before another version takes its place; False if refused."""
        shown = self._messages.messages

        def note() -> None:
            if shown:
                self._conversations.tree_of(shown[0].id).leave(shown[0].conversation_id)

        return self._attempt(note)

    def edit_answer(self, message_id: int, text: str) -> int | None:
        """Keep `text` as a version of an answer, with what follows it; returns the version's id."""
        return self._edit(message_id, text, keeps_rest=True)

    def edit_answer_to_continue(self, message_id: int, text: str) -> int | None:
        """Keep `text` as a version of an answer at the end of the branch; returns its id."""
        return self._edit(message_id, text, keeps_rest=False)

    def branch_into_new_chat(self, message_id: int) -> None:
        """Copy the messages up to this one into a new conversation and open it."""
        shown = self._messages.message(message_id)
        if shown is None or shown.is_streaming:
            return

        def copy() -> None:
            title = self._conversations.get(shown.conversation_id).title
            words = self.tr("%1 (branch)").replace("%1", title) if title else ""
            self.created.emit(
                self._conversations.tree_of(message_id).branch_into_new(message_id, words)
            )

        self._attempt(copy)

    def delete(self, message_id: int) -> None:
        """Delete a version or a turn, and offer to undo it."""
        shown = self._messages.message(message_id)
        if shown is None or not self._may_change():
            return

        def delete() -> None:
            deletion = self._conversations.tree_of(message_id).delete(message_id)
            self._show(shown.conversation_id)
            self._offer_undo(deletion)

        self._attempt(delete)

    def _edit(self, message_id: int, text: str, *, keeps_rest: bool) -> int | None:
        edited = self._messages.message(message_id)
        if edited is None or edited.author is Author.USER or not text.strip():
            return None
        if not self._may_change():
            return None
        row = self._messages.row_of(message_id)
        rest = [one.id for one in self._messages.messages[row + 1 :]] if keeps_rest else []
        made: list[int] = []

        def edit() -> None:
            made.append(self._conversations.tree_of(message_id).edit_answer(message_id, text, rest))
            self._show(edited.conversation_id)

        self._attempt(edit)
        return made[0] if made else None

    def _offer_undo(self, deletion: Deletion) -> None:
        if deletion.is_version:
            text = self.tr("This version was deleted, with what followed it.")
        else:
            text = self.tr("The question was deleted, with its answer.")

        def restore() -> None:
            self._conversations.tree_of(deletion.conversation_id).restore(deletion)
            self._show(deletion.conversation_id)

        def undo() -> None:
            self._attempt(restore)

        self._banner.show(Notice(NoticeLevel.INFO, text), self.tr("Undo"), undo)

    def _show(self, conversation_id: int) -> None:
        self.about_to_change.emit()
        self.changed.emit(conversation_id)

    def _attempt(self, action: Callable[[], object]) -> bool:
        """Whether it succeeded; `failed` says why not."""
        try:
            action()
        except StorageError as error:
            self.failed.emit(str(error))
        except KeyError:
            self.failed.emit(self.tr("This conversation was deleted in another window."))
        else:
            return True
        return False
