"""Offers in the banner to undo what was done in the sidebar."""

from functools import partial

from PySide6.QtCore import QObject

from app.domain import Notice, NoticeLevel
from app.viewmodels.banner import Banner
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.sidebar.exchange import ExchangeViewModel


class UndoOffers(QObject):
    """Says what was deleted or imported, with a button that undoes it."""

    def __init__(
        self, banner: Banner, conversations: ConversationListModel, exchange: ExchangeViewModel
    ) -> None:
        super().__init__(banner)
        self._banner = banner
        self._conversations = conversations
        self._sentences: dict[tuple[int, ...], str] = {}
        conversations.conversations_deleted.connect(self._on_deleted)
        conversations.deletion_undone.connect(self._on_undone)
        exchange.imported.connect(self._on_imported)

    def _on_deleted(self, sentence: str, ids: tuple[int, ...]) -> None:
        self._sentences[ids] = sentence

        def undo() -> None:
            self._conversations.undo_delete(ids)

        self._banner.show(Notice(NoticeLevel.INFO, sentence), self.tr("Undo"), undo)

    def _on_imported(self, sentence: str, ids: list[int]) -> None:
        if ids:
            undo = partial(self._conversations.delete, *ids)
            self._banner.show(Notice(NoticeLevel.INFO, sentence), self.tr("Undo"), undo)
        else:
            self._banner.show(Notice(NoticeLevel.INFO, sentence, is_passing=True))

    def _on_undone(self, ids: tuple[int, ...], is_restored: bool) -> None:  # noqa: FBT001
        self._banner.withdraw(self._sentences.pop(ids))
        if not is_restored:
            text = self.tr("It cannot be brought back: another window has removed it for good.")
            self._banner.show(Notice(NoticeLevel.WARNING, text))
