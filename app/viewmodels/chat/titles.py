"""Titles of conversations, written by the model itself while nothing else is asked of it."""

import re
import uuid
from dataclasses import replace

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.domain import Author, Message
from app.services.engine.engine_service import EngineService
from app.storage.conversations import Conversations
from app.storage.database import StorageError
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.prompt import chat_prompt
from app.viewmodels.settings import SettingsViewModel
from engine.commands import Generate
from engine.config import SamplingParams
from engine.events import Finished, ModelInfo

IDLE_MS = 1500
# Smaller models answer the question again, or write a sentence.
MIN_PARAMETERS = 900_000_000
_MAX_TOKENS = 24
_MAX_REQUEST_TOKENS = 120  # the request and the title, generously
_MAX_LEN = 60
_REQUEST = (
    "Write a title of two to six words for this conversation, in the language of my first "
    "message. Answer with the title alone, without quotation marks."
)
_LABEL = re.compile(r"^\s*(?:title|titel|titre|título)\s*[:\N{FULLWIDTH COLON}]\s*", re.IGNORECASE)
_FRAME = " \t*_#`\"'“”„«»「」『』.。"


class TitleWriter(QObject):
    """Asks for a title after the first answer of a conversation that a person has not named.

    The request continues the conversation, so that what the engine knows of it is used again and
    kept for the next question. It is dropped as soon as the person asks something.

    Signals:
        titled(conversation_id: int): it has a title by the model.
    """

    titled = Signal(int)

    def __init__(
        self,
        conversations: Conversations,
        chat: ChatViewModel,
        engine: EngineService,
        settings: SettingsViewModel,
    ) -> None:
        super().__init__(chat)
        self._conversations = conversations
        self._chat = chat
        self._engine = engine
        self._settings = settings
        self._conversation_id = 0
        self._request_id = ""
        self._begun: set[int] = set()
        self._is_closed = False
        self._timer = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._timer.timeout.connect(self._ask)
        chat.conversation_touched.connect(self._on_touched)

    def close(self) -> None:
        """Ask nothing more: the conversations are about to be closed."""
        self._is_closed = True
        self._stop()

    def _on_touched(self, conversation_id: int) -> None:
        if self._is_closed:
            return
        self._stop()
        if self._chat.is_busy:
            if self._chat.messages.rowCount() == 2:  # the first question, and its answer to be
                self._begun.add(conversation_id)
        elif conversation_id in self._begun:
            self._begun.discard(conversation_id)
            self._conversation_id = conversation_id
            self._timer.start()

    def _stop(self) -> None:
        self._timer.stop()
        if self._request_id:
            self._engine.quiet.cancel(self._request_id)
            self._request_id = ""

    def _can_name(self, conversation_id: int) -> bool:
        model = self._engine.model
        if not self._settings.settings.model_titles or model is None or not _is_able(model):
            return False
        try:
            is_named = self._conversations.get(conversation_id).is_named
        except KeyError:  # deleted meanwhile
            return False
        branch = self._conversations.branch(conversation_id)
        return not is_named and _is_first_answer(branch) and _has_room(branch[-1], model)

    def _ask(self) -> None:
        if self._chat.is_busy or not self._can_name(self._conversation_id):
            return
        branch = self._conversations.branch(self._conversation_id)
        request = replace(branch[0], text=_REQUEST)
        system_prompt = self._chat.own.of(self._conversation_id).system_prompt
        prompt = chat_prompt([*branch, request], system_prompt)
        self._request_id = uuid.uuid4().hex
        command = Generate(
            request_id=self._request_id,
            prompt=msgspec.structs.replace(prompt, thinking=False),
            sampling=SamplingParams(temperature=0.0),
            max_tokens=_MAX_TOKENS,
        )
        self._engine.quiet.ask(command, self._on_answered)

    def _on_answered(self, finished: Finished | None) -> None:
        self._request_id = ""
        # What was cut at the limit is no title.
        title = clean_title(finished.text) if finished and finished.reason == "stop" else ""
        if not title:
            return
        try:
            self._conversations.suggest_title(self._conversation_id, title)
        except StorageError:  # the first words will do
            return
        self.titled.emit(self._conversation_id)


def clean_title(answer: str) -> str:
    """The title that a model wrote, without what models put around it; "" if it wrote none."""
    line = next((line for line in answer.splitlines() if line.strip(_FRAME)), "")
    title = " ".join(_LABEL.sub("", line.strip(_FRAME)).strip(_FRAME).split())
    return title if len(title) <= _MAX_LEN else ""


def _is_able(model: ModelInfo) -> bool:
    if model.endpoint:
        return True  # its size is not known; a bad title is not taken
    thinking = model.thinking
    thinks_always = thinking is not None and thinking.is_on and not thinking.is_switchable
    return model.num_parameters >= MIN_PARAMETERS and not thinks_always


def _is_first_answer(branch: list[Message]) -> bool:
    authors = [message.author for message in branch]
    return authors == [Author.USER, Author.ASSISTANT] and bool(branch[-1].text)


def _has_room(answer: Message, model: ModelInfo) -> bool:
    used = (answer.stats.prompt_tokens or 0) + (answer.stats.new_tokens or 0)
    return not model.context_len or used + _MAX_REQUEST_TOKENS <= model.context_len
