"""State and actions of the chat page. Knows no widget and no SQL."""

from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain import Author, Message, MessageStatus, Notice, NoticeLevel
from app.services.engine.engine_service import EngineService
from app.services.notices import Notices
from app.services.tools.service import ToolServers
from app.storage.conversations import Conversations
from app.storage.database import GoneError, StorageError
from app.storage.saved_texts import SavedTexts
from app.viewmodels.banner import Banner
from app.viewmodels.chat.answer import AnswerEnd, AnswerRecorder, NameOf
from app.viewmodels.chat.attachments import AttachmentsViewModel
from app.viewmodels.chat.branches import Branches
from app.viewmodels.chat.chat_settings import ChatSettingsViewModel
from app.viewmodels.chat.draft_cost import DraftCost
from app.viewmodels.chat.draft_tint import DraftTint
from app.viewmodels.chat.message_list import MessageListModel
from app.viewmodels.chat.message_queue import MessageQueue, QueuedMessage
from app.viewmodels.chat.model_offer import ModelOffer
from app.viewmodels.chat.prompt import title_of
from app.viewmodels.chat.prompt_library import PromptLibrary
from app.viewmodels.chat.request import Requests
from app.viewmodels.chat.sentences import activity, full_context, no_continuing, refusal
from app.viewmodels.chat.thinking import ThinkingViewModel
from app.viewmodels.chat.tool_rounds import ToolRounds
from app.viewmodels.chat.unsaved import Drafts
from app.viewmodels.settings import SettingsViewModel


class ChatViewModel(QObject):
    """The open conversation, its answer in progress, and the user's actions.

    Connect ConversationListModel.current_changed to `open_conversation`, and
    `conversation_touched` to its `touch`. `messages` is the branch shown, `branches` changes it,
    `own` is what this chat sets for itself, `banner` the notice above the composer.

    Signals:
        state_changed(): `is_busy`, `can_send` or `status_text` changed.
        conversation_opened(conversation_id: int): another conversation is shown; read `draft`.
        conversation_touched(conversation_id: int): its title, preview or time changed.
        answer_ended(answer: Message): an answer ended in any way.
    """

    state_changed = Signal()
    conversation_opened = Signal(int)
    conversation_touched = Signal(int)
    answer_ended = Signal(object)

    def __init__(
        self,
        conversations: Conversations,
        engine: EngineService,
        settings: SettingsViewModel,
        notices: Notices,
        saved: SavedTexts,
        name_of: NameOf = attrgetter("name"),
        tool_servers: ToolServers | None = None,
    ) -> None:
        super().__init__()
        self._conversations = conversations
        self._engine = engine
        self._settings = settings
        self._name_of = name_of
        self._conversation_id: int | None = None
        # What the banner says about the branch shown; it goes when another is shown or answered.
        self._told: list[str] = []
        self.messages = MessageListModel(self)
        self.banner = Banner(self)
        self.tint = DraftTint(settings, self.messages, self)
        self.branches = Branches(conversations, self.messages, self.banner, self._may_change, self)
        self.branches.about_to_change.connect(self._withdraw_told)
        self.branches.changed.connect(self._on_branch_changed)
        self.own = ChatSettingsViewModel(conversations, settings, saved.presets, self)
        self.prompts = PromptLibrary(saved.prompts, self)
        for part in (self.branches, self.own, self.prompts):
            part.failed.connect(self._on_failed)
        self.model_offer = ModelOffer(self.own, engine, self.banner, self)
        self.attachments = AttachmentsViewModel(conversations.drafted, self.banner, self)
        self.queue = MessageQueue(self.attachments, self._ask, self._is_ready, self)
        self.drafts = Drafts(conversations, notices, self, self.queue.texts)
        self.queue.changed.connect(self.drafts.save_soon)
        self.thinking = ThinkingViewModel(settings, engine, self)
        self._requests = Requests(engine, self.own, self.thinking)
        self._answer = AnswerRecorder(conversations, engine, notices, name_of, parent=self)
        self.cost = DraftCost(engine, self.attachments, self.messages, self._requests, self._answer)
        self.tools = ToolRounds(self._answer, tool_servers, self.own, self._requests, self)
        self.tools.told.connect(self._on_tools_missing)
        self._answer.text_added.connect(self.messages.append_text)
        self._answer.reasoning_added.connect(self.messages.append_reasoning)
        self._answer.thinking_ended.connect(self.messages.end_thinking)
        self._answer.tool_uses_changed.connect(self.messages.update)
        self._answer.turns_dropped.connect(self._on_turns_dropped)
        self._answer.ended.connect(self._on_answer_ended)
        self._answer.saved.connect(self.conversation_touched)
        self._answer.state_changed.connect(self._on_state_changed)
        engine.activity_changed.connect(self._on_state_changed)
        engine.activity_changed.connect(self.queue.send_next)
        notices.reported.connect(self.banner.show)
        notices.withdrawn.connect(self.banner.withdraw)
        for notice in notices.take_unseen():
            self.banner.show(notice)

    @property
    def conversation_id(self) -> int | None:
        """The id of the open conversation."""
        return self._conversation_id

    @property
    def title(self) -> str:
        """Title of the open conversation, "" while it has none."""
        if self._conversation_id is None:
            return ""
        try:
            return self._conversations.get(self._conversation_id).title
        except KeyError:  # deleted in another window
            return ""

    @property
    def is_busy(self) -> bool:
        """Whether an answer is in progress (in any conversation), so that Stop is enabled."""
        return self._answer.is_busy

    @property
    def can_send(self) -> bool:
        """Whether a message sent now would be answered: a model is ready or loading, and idle."""
        return self._is_ready() and self._conversation_id is not None

    @property
    def has_unsaved_answers(self) -> bool:
        """Whether the disk has refused an answer; it is retried periodically, and by `close`."""
        return self._answer.has_unsaved

    @property
    def status_text(self) -> str:
        """The current activity, for the status bar."""
        return activity(self._answer, self._engine)

    @property
    def draft(self) -> str:
        """The unsent text of the open conversation."""
        return "" if self._conversation_id is None else self.drafts.text(self._conversation_id)

    def set_draft(self, text: str) -> None:
        """Set the unsent text of the open conversation; saved shortly after."""
        if self._conversation_id is not None:
            self.drafts.set_text(self._conversation_id, text)
            self.cost.set_text(text)

    def open_conversation(self, conversation_id: int) -> None:
        """Show a conversation. An answer in progress elsewhere continues."""
        self.drafts.save()
        self._withdraw_told()
        self._conversation_id = conversation_id
        self.own.open(conversation_id)
        self.attachments.open(conversation_id)
        self._show_branch()
        self.cost.open(conversation_id, self.draft)
        self.conversation_opened.emit(conversation_id)
        self.state_changed.emit()

    def send(self, text: str) -> bool:
        """Send `text` and the draft's files, or queue them; False if a banner says why not."""
        conversation_id, attached = self._conversation_id, self.attachments
        if conversation_id is None or not (text.strip() or attached.shown):
            return False
        if attached.is_reading:
            self.banner.refuse(self.tr("A file is still being read; send it in a moment."))
            return False
        if not self.is_busy and not self._may_ask():
            return False
        message = QueuedMessage(conversation_id, text, attached.hold())
        if self.is_busy or self.queue.is_going_on:
            self.queue.add(message)
            self.queue.send_next()
        elif not self._ask(message):
            attached.give_back(tuple(message.attachments))
            return False
        self.drafts.set_text(conversation_id, "")
        return True

    def stop(self) -> None:
        """Stop the answer in progress; its text stays, and what is queued waits."""
        self.queue.pause()
        self._answer.stop()

    def regenerate(self, message_id: int | None = None) -> None:
        """Answer again, as a new version. `message_id` names an answer; None means the last one."""
        shown = self.messages.messages
        if message_id is None and shown:
            message_id = shown[-1].id
        target = self.messages.message(message_id) if message_id is not None else None
        if target is None or not self._may_ask() or not self.branches.leave():
            return
        if target.author is Author.USER:
            self._start_answer(target)
        elif target.parent_id is not None:
            question = self.messages.message(target.parent_id)
            if question is not None:
                self._start_answer(question)

    def regenerate_with(self, message_id: int, model: Path, _is_checked: bool = False) -> None:  # noqa: FBT001, FBT002  a Qt slot
        """Load another model and have it answer again, as a new version."""
        if self._may_ask():
            if self._engine.model is None or Path(self._engine.model.path) != model:
                self.model_offer.load_wanted.emit(model)
            self.regenerate(message_id)

    def edit_and_resend(self, message_id: int, text: str) -> bool:
        """Send `text` as a new version of the user's message; False as in `send`."""
        edited = self.messages.message(message_id)
        if edited is None or edited.author is not Author.USER:
            return False
        if not text.strip() or not self._may_ask() or not self.branches.leave():
            return False
        files = dict(enumerate(edited.attachments))
        message = QueuedMessage(edited.conversation_id, text, files)
        return self._ask_below(edited.parent_id, message)

    def edit_and_continue(self, message_id: int, text: str) -> bool:
        """Keep `text` as a new version of an answer and have the model go on from its end."""
        if not self._may_continue():
            return False
        edited = self.branches.edit_answer_to_continue(message_id, text.rstrip(" "))
        if edited is not None:
            self.continue_answer()
        return edited is not None

    def continue_answer(self) -> None:
        """Have the model go on within the answer at the end, if it ended early."""
        shown = self.messages.messages
        if not shown or not shown[-1].is_unfinished or not self._may_continue():
            return
        answer = self._requests.unfinished(shown[-1])
        self._withdraw_told()
        try:
            self._conversations.tree_of(answer.id).reopen(answer.id)
        except StorageError as error:
            self._tell(NoticeLevel.ERROR, str(error))
            return
        self.messages.replace_last(answer)
        self.tools.go_on(answer, tuple(self.messages.messages[:-1]))
        self.conversation_touched.emit(answer.conversation_id)

    def continue_without_oldest(self) -> None:
        """After a full context: continue, without the oldest turns from now on."""
        if self._conversation_id is not None:
            self._requests.drop_oldest_of(self._conversation_id)
            self.continue_answer()

    def close(self) -> None:
        """Save unsaved text; call it before the window and the engine are closed."""
        self.drafts.save()
        self._answer.close()
        self.attachments.close()
        self.cost.close()

    def _is_ready(self) -> bool:
        return not self.is_busy and self._engine.is_available

    def _tell(self, level: NoticeLevel, text: str) -> None:
        """Say something about the branch shown."""
        notice = Notice(level, text)
        self._told.append(notice.text)
        self.banner.show(notice)

    def _withdraw_told(self) -> None:
        """Withdraw offers and what was said about the branch shown before."""
        self.banner.withdraw_offers()
        for text in self._told:
            self.banner.withdraw(text)
        self._told.clear()

    def _may_ask(self) -> bool:
        if not self.can_send:
            self.banner.refuse(refusal(self._answer, self._engine))
        return self.can_send

    def _may_continue(self) -> bool:
        problem = no_continuing(self._engine)
        if problem:
            self.banner.refuse(problem)
        return not problem and self._may_ask()

    def _ask(self, message: QueuedMessage) -> bool:
        """Save the question at the end of its conversation and request its answer."""
        branch = self._branch(message.conversation_id)
        if not self._ask_below(branch[-1].id if branch else None, message):
            return False
        self.attachments.release(tuple(message.attachments))
        return True

    def _ask_below(self, parent_id: int | None, message: QueuedMessage) -> bool:
        conversation_id, attachments = message.conversation_id, tuple(message.attachments.values())
        try:
            question = self._conversations.append(
                *(conversation_id, parent_id, Author.USER, message.text), attachments=attachments
            )
            if parent_id is None and not self._conversations.get(conversation_id).title:
                title = title_of(message.text, attachments)
                self._conversations.suggest_title(conversation_id, title)
        except StorageError as error:
            if isinstance(error, GoneError):
                self.queue.forget(conversation_id)
            self._tell(NoticeLevel.ERROR, str(error))
            return False
        self._start_answer(question)
        return True

    def _start_answer(self, question: Message) -> None:
        """Request an answer below `question`: the first, or another version."""
        self._withdraw_told()
        model = self._engine.model
        try:
            answer = self._conversations.append(
                question.conversation_id,
                question.id,
                Author.ASSISTANT,
                "",
                MessageStatus.STREAMING,
                model=self._name_of(model) if model else None,
                settings_json=self._settings.snapshot_json(self.own.of(question.conversation_id)),
            )
        except StorageError as error:
            self._tell(NoticeLevel.ERROR, str(error))
            return
        branch = self._branch(question.conversation_id)
        if question.conversation_id == self._conversation_id:
            self.messages.show(branch)
        self.tools.start(answer, branch[:-1])
        self.conversation_touched.emit(question.conversation_id)

    def _show_branch(self) -> None:
        if self._conversation_id is not None:
            self.messages.show(self._branch(self._conversation_id))

    def _branch(self, conversation_id: int) -> list[Message]:
        """The shown branch of a conversation, with what the disk does not have yet."""
        branch = self._conversations.branch(conversation_id)
        return [self._answer.latest(message) for message in branch]

    def _on_branch_changed(self, conversation_id: int) -> None:
        if conversation_id == self._conversation_id:
            self._show_branch()
        self.conversation_touched.emit(conversation_id)

    def _on_failed(self, problem: str) -> None:
        self._tell(NoticeLevel.ERROR, problem)

    def _may_change(self) -> bool:
        live = self._answer.message
        return live is None or live.conversation_id != self._conversation_id

    def _on_state_changed(self) -> None:
        if self.can_send:
            self.banner.withdraw_refusals()
        self.state_changed.emit()

    def _on_tools_missing(self, problem: str) -> None:
        self._tell(NoticeLevel.WARNING, problem)

    def _on_turns_dropped(self, num_messages: int) -> None:
        words = self.tr("The oldest messages (%1) were left out to make room.")
        self._tell(NoticeLevel.INFO, words.replace("%1", str(num_messages)))

    def _on_answer_ended(self, end: AnswerEnd) -> None:
        message = end.message
        if self.messages.row_of(message.id) >= 0:
            self.messages.replace_last(message)
            if end.is_context_full:
                self._offer_room(message)
            elif message.status is MessageStatus.FAILED and message.problem:
                self._tell(NoticeLevel.ERROR, message.problem)
        self.queue.go_on_after(message)
        self.conversation_touched.emit(message.conversation_id)
        self.answer_ended.emit(message)

    def _offer_room(self, message: Message) -> None:
        """Report a full context and offer to continue without the oldest turns."""
        notice = Notice(NoticeLevel.WARNING, full_context(message))
        if message.text:
            self.banner.show(notice, self.tr("Continue"), self.continue_without_oldest)
        else:
            self.banner.show(notice, self.tr("Answer"), self._retry)

    def _retry(self) -> None:
        if self._conversation_id is not None:
            self._requests.drop_oldest_of(self._conversation_id)
            self.regenerate()
