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
        conversations.conversations_deleted.connect(self._on_deleted)
        exchange.imported.connect(self._on_imported)

    def _on_deleted(self, sentence: str) -> None:
        self._banner.show(Notice(NoticeLevel.INFO, sentence), self.tr("Undo"), self._undo_delete)

    def _on_imported(self, sentence: str, ids: list[int]) -> None:
        notice = Notice(NoticeLevel.INFO, sentence)
        if ids:
            undo = partial(self._conversations.delete, *ids)
            self._banner.show(notice, self.tr("Undo"), undo)
        else:
            self._banner.show(notice)

    def _undo_delete(self) -> None:
        if not self._conversations.undo_delete():
            text = self.tr("It cannot be brought back: another window has removed it for good.")
            self._banner.show(Notice(NoticeLevel.WARNING, text))
