"""A second chat beside the open one, and questions that are put to both."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain import Message, MessageStatus
from app.services.engine.engine_service import EngineService
from app.storage.database import StorageError
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.message_queue import QueuedMessage
from app.viewmodels.conversation_list import ConversationListModel


@dataclass(frozen=True, slots=True)
class _Waiting:
    chat: ChatViewModel
    message: QueuedMessage


class BesideViewModel(QObject):
    """`main` is the chat that the list opens, `chat` the one beside it. No conversation is in both.

    With `asks_both`, `send` puts a question to both, each answered by the model that its chat is
    set to. First comes the one whose model is loaded; `load` then brings the other's.

    Signals:
        changed(): `is_open`, `asks_both` or `status` changed.
    """

    changed = Signal()

    def __init__(
        self,
        main: ChatViewModel,
        chat: ChatViewModel,
        listed: ConversationListModel,
        engine: EngineService,
        load: Callable[[Path], None],
    ) -> None:
        super().__init__(main)
        self.main, self.chat = main, chat
        self._listed = listed
        self._engine = engine
        self._load = load
        self._is_open = False
        self._asks_both = False
        self._waiting: list[_Waiting] = []
        main.conversation_opened.connect(self._on_main_opened)
        chat.conversation_touched.connect(self._on_touched)
        listed.changed.connect(self._on_list_changed)
        for each in (main, chat):
            each.answer_ended.connect(self._on_answer_ended)
        engine.load_failed.connect(self._give_up)
        engine.activity_changed.connect(self._go_on)

    @property
    def is_open(self) -> bool:
        """Whether there is a chat beside."""
        return self._is_open

    @property
    def asks_both(self) -> bool:
        """Whether a question is put to both."""
        return self._asks_both and self._is_open

    @property
    def status(self) -> str:
        """What a question that is not asked yet waits for, "" if none is waiting."""
        if not self._waiting:
            return ""
        if self._engine.is_loading:
            name = self._waiting[0].chat.own.model_name
            return self.tr("Loading %1…").replace("%1", name) if name else ""
        return self.tr("Waiting for the other answer…")

    def set_asks_both(self, asks_both: bool) -> None:  # noqa: FBT001  a Qt slot
        """Put questions to both chats, or to the one they are written in."""
        self._asks_both = asks_both
        self.changed.emit()

    def toggle(self) -> None:
        """Open a new chat beside, or close the one that is there."""
        if self._is_open:
            self.close()
        else:
            self.open(self._listed.find_empty(self.main.conversation_id))

    def open(self, conversation_id: int) -> None:
        """Show a conversation beside; the one in `main` stays there."""
        if conversation_id == self.main.conversation_id:
            return
        self.main.drafts.save()
        self.chat.open_conversation(conversation_id)
        self._is_open = True
        self.changed.emit()

    def close(self) -> None:
        """Show `main` alone; an answer beside is stopped, its text stays, an unused chat goes."""
        if not self._is_open:
            return
        self._give_up()
        if self.chat.is_busy:
            self.chat.stop()
        self.chat.drafts.save()
        self._is_open = False
        self._discard_unused()
        self.changed.emit()

    def send(self, chat: ChatViewModel, text: str) -> bool:
        """Send what was written in `chat`, to both if asked to; False if a banner says why not."""
        files = chat.attachments
        own_id, other = chat.conversation_id, self.chat if chat is self.main else self.main
        is_question = bool(text.strip() or files.files) and not files.is_reading
        if not self.asks_both or not is_question or not self._engine.is_available:
            return chat.send(text)
        if own_id is None or other.conversation_id is None:
            return chat.send(text)
        held = files.hold()
        copied = {-1 - number: file for number, file in enumerate(held.values())}
        asked = [
            _Waiting(chat, QueuedMessage(own_id, text, held)),
            _Waiting(other, QueuedMessage(other.conversation_id, text, copied)),
        ]
        chat.set_draft("")
        self._waiting += sorted(asked, key=lambda each: not self._has_model(each.chat))
        self._go_on()
        return True

    def _discard_unused(self) -> None:
        beside = self.chat.conversation_id
        if beside is None or beside == self.main.conversation_id:
            return
        if not self.chat.attachments.shown:
            with contextlib.suppress(StorageError):  # an empty row is not worth a sentence
                self._listed.discard_unused(beside)

    def _has_model(self, chat: ChatViewModel) -> bool:
        """Whether the model that `chat` is set to is loaded; a lost one is nobody's to wait for."""
        wanted, loaded = chat.own.model, self._engine.model
        if not wanted or not Path(wanted).exists():
            return True
        return loaded is not None and Path(loaded.path) == Path(wanted)

    def _go_on(self) -> None:
        """Ask what can be asked now, or load the model that the next question is for."""
        while self._waiting and not self._engine.is_loading and self._engine.is_available:
            first = self._waiting[0]
            if not self._has_model(first.chat):
                if not self.main.is_busy and not self.chat.is_busy:
                    self._load(Path(first.chat.own.model))
                break
            del self._waiting[0]
            first.chat.queue.add(first.message)
            first.chat.queue.send_next()
        self.changed.emit()

    def _give_up(self) -> None:
        """Leave what waits in its chat's queue, for the person to send."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            each.chat.queue.add(each.message)
            each.chat.queue.pause()
        self.changed.emit()

    def _on_answer_ended(self, answer: Message) -> None:
        if answer.status is MessageStatus.STOPPED:
            self._give_up()
        self._go_on()

    def _on_main_opened(self, conversation_id: int) -> None:
        if self._is_open and conversation_id == self.chat.conversation_id:
            self.close()

    def _on_touched(self, conversation_id: int) -> None:
        """An answer that was stopped by closing ends a moment later."""
        if not self._is_open and conversation_id == self.main.conversation_id:
            self.main.open_conversation(conversation_id)

    def _on_list_changed(self) -> None:
        beside = self.chat.conversation_id
        if self._is_open and beside is not None and not self._listed.has(beside):
            self.close()
