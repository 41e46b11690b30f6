"""What the draft costs of the context, and what helps where it does not fit. Knows no widget."""

from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from app.domain import Attachment
from app.services.engine.engine_service import EngineService
from app.viewmodels import formatting
from app.viewmodels.chat.answer import AnswerRecorder
from app.viewmodels.chat.attachments import AttachmentsViewModel, estimate_tokens
from app.viewmodels.chat.message_list import MessageListModel
from app.viewmodels.chat.request import Requests
from engine.events import Inspected, InspectFailed, ModelInfo, TokensCounted

COUNT_MS = 300
_NEARLY_FULL = 0.75
_ANSWER_SHARE = 4  # a file is cut so that a quarter of the context is left for the answer
_MOST_TOKEN_LEN = 16  # characters, on average over a text
_CAUTION = 0.97  # the tokens of a text are not spread evenly over it


@dataclass(frozen=True, slots=True)
class Reload:
    """A longer context for the model at `path`, and the memory it takes in addition."""

    path: str
    context_len: int
    more_bytes: int

    @property
    def context(self) -> str:
        """16k, or 12,800."""
        thousands, rest = divmod(self.context_len, 1024)
        return formatting.count(self.context_len) if rest else f"{thousands}k"


@dataclass(frozen=True, slots=True)
class Cut:
    """The file that has to be shorter: `num_characters` of it fit."""

    attachment_id: int
    name: str
    num_characters: int


class DraftCost(QObject):
    """Counts when typing rests: with the model's tokenizer, or an estimate during an answer.

    `messages` are those of the open conversation.

    Signals:
        changed(): any property changed.
    """

    changed = Signal()

    def __init__(
        self,
        engine: EngineService,
        attachments: AttachmentsViewModel,
        messages: MessageListModel,
        requests: Requests,
        answer: AnswerRecorder,
    ) -> None:
        super().__init__(attachments)
        self._engine = engine
        self._attachments = attachments
        self._messages = messages
        self._requests = requests
        self._answer = answer
        self._conversation_id = 0
        self._text = ""
        self._file_tokens: dict[int, int] = {}
        self._draft_tokens: int | None = None
        self._prompt_tokens: int | None = None
        self._is_counting = self._is_outdated = False
        self._wanted_len = 0
        self._reload: Reload | None = None
        self._is_closed = False
        self._timer = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._timer.timeout.connect(self._count)
        attachments.changed.connect(self.refresh)
        answer.ended.connect(self.refresh)
        messages.rowsInserted.connect(self.refresh)
        messages.rowsRemoved.connect(self.refresh)
        engine.activity_changed.connect(self._on_activity_changed)

    @property
    def line(self) -> str:
        """312 tokens · 1,840 of 4,096 after this; "" where there is nothing to say."""
        model, used = self._engine.model, self._prompt_tokens
        size = "" if self._is_empty else self._size()
        if model is None or used is None or (self._is_empty and not self.is_nearly_full):
            return size
        words = self.tr("%1 of %2 after this") if size else self.tr("%1 of %2 are used")
        after = words.replace("%1", formatting.count(used))
        after = after.replace("%2", formatting.count(model.context_len))
        return formatting.line((size, after))

    @property
    def problem(self) -> str:
        """What does not fit and by how much; "" while everything does."""
        model, used = self._engine.model, self._prompt_tokens
        if model is None or used is None or used < model.context_len or self._is_empty:
            return ""
        largest = self._largest_file()
        if largest is None:
            words = self.tr("With the chat before it the message has %1 tokens; %2 fit.")
            number = used
            room = model.context_len - 1
        else:
            attachment_id, _ = largest
            number = self._file_tokens[attachment_id]
            room = max(0, self._room_for(attachment_id, model, used))
            words = self.tr("%3 has %1 tokens, of which %2 fit in the context.")
        counts = formatting.count(number), formatting.count(room)
        words = words.replace("%1", counts[0]).replace("%2", counts[1])
        return words.replace("%3", largest[1].name) if largest is not None else words

    @property
    def cut(self) -> Cut | None:
        """How to cut the largest file so that everything fits."""
        model, used, largest = self._engine.model, self._prompt_tokens, self._largest_file()
        if not self.problem or model is None or used is None or largest is None:
            return None
        attachment_id, file = largest
        share = self._room_for(attachment_id, model, used) / max(
            1, self._file_tokens[attachment_id]
        )
        num_characters = int(_CAUTION * share * len(file.text))
        return Cut(attachment_id, file.name, num_characters) if num_characters > 0 else None

    @property
    def reload(self) -> Reload | None:
        """A longer context, where this one is nearly full and the memory allows it."""
        return self._reload if self.is_nearly_full and not self._answer.is_busy else None

    @property
    def is_nearly_full(self) -> bool:
        """Whether little of the context would be left."""
        model, used = self._engine.model, self._prompt_tokens
        return model is not None and used is not None and used > _NEARLY_FULL * model.context_len

    def set_text(self, text: str) -> None:
        """Count another text, when typing rests."""
        self._text = text
        self.refresh()

    def open(self, conversation_id: int, text: str) -> None:
        """Count the draft of another conversation."""
        self._conversation_id = conversation_id
        self._is_outdated = self._is_counting
        self._forget_counts()
        self.set_text(text)

    def refresh(self) -> None:
        """Count again, soon: the draft or its conversation changed."""
        if not self._is_closed:
            self._timer.start()

    def close(self) -> None:
        """Count nothing more: the conversations are about to be closed."""
        self._is_closed = True
        self._timer.stop()

    def reload_model(self) -> None:
        """Load the model again with the longer context."""
        wanted, load = self._reload, self._engine.wanted
        if wanted is not None and load is not None:
            self._engine.reload(replace(load.config, context_len=wanted.context_len))

    def cut_file(self) -> None:
        """Cut the largest file so that everything fits."""
        wanted = self.cut
        if wanted is not None:
            self._file_tokens.pop(wanted.attachment_id, None)
            self._attachments.cut(wanted.attachment_id, wanted.num_characters)

    @property
    def _is_empty(self) -> bool:
        return not self._text.strip() and not self._attachments.files

    def _size(self) -> str:
        """312 tokens, or ~310 tokens."""
        if self._draft_tokens is not None:
            return formatting.tokens(self._draft_tokens)
        texts = (self._text, *(file.text for file in self._attachments.files.values()))
        return formatting.tokens(sum(map(estimate_tokens, texts)), is_exact=False)

    def _largest_file(self) -> tuple[int, Attachment] | None:
        known = [item for item in self._attachments.files.items() if item[0] in self._file_tokens]
        return max(known, key=lambda item: self._file_tokens[item[0]], default=None)

    def _room_for(self, attachment_id: int, model: ModelInfo, used: int) -> int:
        rest = used - self._file_tokens[attachment_id]
        return model.context_len - model.context_len // _ANSWER_SHARE - rest

    def _count(self) -> None:
        if self._is_counting:
            self._is_outdated = True
            return
        files, model = self._attachments.files, self._engine.model
        self._file_tokens = {key: n for key, n in self._file_tokens.items() if key in files}
        if model is None or self._answer.is_busy or self._engine.is_lent:
            self._forget_counts()
            return
        new = [key for key in files if key not in self._file_tokens]
        texts = (self._text, *(files[key].text for key in new))
        # Files that cannot fit are not counted again and again as part of the prompt.
        length = sum(len(file.text) for file in files.values())
        is_apart = length > _MOST_TOKEN_LEN * model.context_len
        prompt = self._requests.draft(
            self._conversation_id,
            self._messages.messages,
            self._text,
            () if is_apart else tuple(files.values()),
        )
        if not files and not any(message.role == "user" for message in prompt.messages):
            self._forget_counts()
            return
        self._is_counting = True

        def on_counted(counted: TokensCounted) -> None:
            self._on_counted(counted, new, is_apart=is_apart)

        self._engine.inquiries.count_tokens(prompt, texts, on_counted)

    def _on_counted(self, counted: TokensCounted, new: list[int], *, is_apart: bool) -> None:
        self._is_counting = False
        used = counted.prompt_tokens
        if counted.text_tokens:
            own, *others = counted.text_tokens
            self._file_tokens |= dict(zip(new, others, strict=True))
            known = self._file_tokens.keys() >= self._attachments.files.keys()
            in_files = sum(self._file_tokens.get(key, 0) for key in self._attachments.files)
            self._draft_tokens = own + in_files if known else None
            used = used + in_files if used is not None and is_apart else used
        else:
            self._draft_tokens = None
        self._prompt_tokens = used
        self._attachments.set_tokens(self._file_tokens)
        if self._is_outdated:  # perhaps of another conversation
            self._is_outdated = False
            self._forget_counts()
            self.refresh()
            return
        self._look_for_room()
        self.changed.emit()

    def _forget_counts(self) -> None:
        self._draft_tokens = self._prompt_tokens = None
        self.changed.emit()

    def _look_for_room(self) -> None:
        """Ask what a longer context takes, where one would help."""
        model, used = self._engine.model, self._prompt_tokens
        if model is None or used is None or not self.is_nearly_full:
            return
        wanted = 1 << max(used * 4 // 3, 2 * model.context_len - 1).bit_length()
        self._ask_about(model, min(wanted, model.max_context_len))

    def _ask_about(self, model: ModelInfo, context_len: int) -> None:
        load, least = self._engine.wanted, max(model.context_len, self._prompt_tokens or 0)
        if load is None or context_len <= least or context_len == self._wanted_len:
            return
        self._wanted_len, self._reload = context_len, None
        lengths = (model.context_len, context_len)
        configs = tuple(replace(load.config, context_len=length) for length in lengths)

        def on_inspected(answer: Inspected | InspectFailed) -> None:
            self._on_inspected(model, answer)

        self._engine.inspect(Path(model.path), configs, on_inspected)

    def _on_inspected(self, model: ModelInfo, answer: Inspected | InspectFailed) -> None:
        if isinstance(answer, InspectFailed) or model != self._engine.model:
            return
        now, then = (report.memory for report in answer.reports)
        if then.context_len != self._wanted_len or then.free_bytes is None:
            return
        if then.total_bytes <= then.free_bytes:
            more = then.total_bytes - now.total_bytes
            self._reload = Reload(model.path, then.context_len, more)
            self.changed.emit()
            return
        fitting = then.largest_context_len or 0
        if fitting < then.context_len:
            self._ask_about(model, fitting)

    def _on_activity_changed(self) -> None:
        """Another model counts otherwise."""
        self._file_tokens, self._wanted_len, self._reload = {}, 0, None
        self._attachments.set_tokens({})
        self._forget_counts()
        self.refresh()
