"""The open conversation: transcript or welcome page, banner, composer."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain import Author
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.tool_rounds import Decision
from app.viewmodels.model_picker import ModelPickerViewModel
from app.widgets.banner_bar import BannerBar
from app.widgets.chat.chat_settings_button import ChatSettingsButton
from app.widgets.chat.composer import Composer
from app.widgets.chat.cost_line import CostLine
from app.widgets.chat.message_actions import MessageAction
from app.widgets.chat.prompt_completer import PromptCompleter
from app.widgets.chat.queue_bar import QueueBar
from app.widgets.chat.thinking_button import ThinkingButton
from app.widgets.chat.tools_button import ToolsButton
from app.widgets.chat.transcript import TranscriptView
from app.widgets.chat.welcome import NoModelPage, WelcomePage
from app.widgets.drop_overlay import local_files, models_among
from app.widgets.markdown.browser import RunInBackground
from app.widgets.model_picker import choose_file, open_folder
from app.widgets.theme import em

_MAX_COLUMN_EMS = 55.6
_DECISIONS = {
    MessageAction.ALLOW_CALL: Decision.ALLOW,
    MessageAction.ALLOW_IN_CHAT: Decision.ALLOW_IN_CHAT,
    MessageAction.REFUSE_CALL: Decision.REFUSE,
}


class ChatPage(QWidget):
    """Sends what the user writes, keeps drafts and shows the conversation."""

    def __init__(
        self,
        chat: ChatViewModel,
        models: ModelPickerViewModel,
        run_in_background: RunInBackground,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("chatPage")
        self._chat = chat
        self._models = models
        self.submit: Callable[[str], bool] = chat.send
        self.transcript = TranscriptView(chat.messages, run_in_background, self)
        self.welcome = WelcomePage(self)
        self.no_model = NoModelPage(self)
        self.banner = BannerBar(chat.banner, self)
        self.composer = Composer(self)
        self.thinking = ThinkingButton(chat.thinking, self.composer)
        self.composer.add_choice(self.thinking)
        self.tools = ToolsButton(chat.tools.choice, self.composer)
        self.composer.add_choice(self.tools)
        self.composer.add_choice(ChatSettingsButton(chat.own, self.composer))
        self.prompts = PromptCompleter(self.composer.edit, chat.prompts)
        self.cost = CostLine(chat.cost, self.composer)
        self.composer.add_note(self.cost)
        self.queue = QueueBar(chat.queue, self)
        self._stack = QStackedWidget(self)
        for page in (self.transcript, self.welcome, self.no_model):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.4))
        column.addWidget(self._stack, 1)
        self._below = QVBoxLayout()
        self._below.setSpacing(em(self, 0.6))
        self._below.addWidget(self.banner)
        self._below.addWidget(self.queue)
        self._below.addWidget(self.composer)
        column.addLayout(self._below)
        self._connect()
        self._show_fitting_page()
        self._on_state_changed()

    def create_model_menu(self, message_id: int) -> QMenu:
        """The models that may answer again, the loaded one marked; deletes itself when closed."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        models = self._models
        for row, entry in enumerate(models.entries):
            if not entry.problem:
                action = menu.addAction(entry.shown_name)
                action.setCheckable(True)
                action.setChecked(row == models.loaded_row)
                answer = partial(self._chat.regenerate_with, message_id, entry.path)
                action.triggered.connect(answer)
        menu.addSeparator()
        for path, name in models.elsewhere.offered.items() if models.elsewhere else ():
            action = menu.addAction(name)
            action.triggered.connect(partial(self._chat.regenerate_with, message_id, Path(path)))
        return menu

    def import_model(self) -> None:
        """Let the user choose a GGUF file and import it."""
        name = choose_file(self)
        if name:
            self._models.import_file(Path(name))

    def choose_attachments(self) -> None:
        """Let the user choose files that go along with the message."""
        names, _ = QFileDialog.getOpenFileNames(self, self.tr("Attach files"))
        self._take_files([Path(name) for name in names])
        self.composer.take_focus()

    def take_drop(self, data: QMimeData) -> bool:
        """Attach dropped files, insert dropped text; False if all of it was a model to import."""
        paths = local_files(data)
        if not paths:
            self.composer.edit.insertFromMimeData(data)
        return not paths or self._take_files(paths)

    def _take_files(self, paths: Sequence[Path]) -> bool:
        """Import the first model and attach everything else; False if there is nothing else."""
        models = models_among(paths)
        if models:
            self._models.import_file(models[0])
        others = [path for path in paths if path not in models[:1]]
        self._chat.attachments.add_files(others)
        return bool(others)

    def may_close(self) -> bool:
        """Save what is unsaved; False if that fails and the user chose not to lose it."""
        self._chat.close()
        if not self._chat.has_unsaved_answers:
            return True
        question = self.tr(
            "The disk does not take it: it may be full. "
            "Close Encore all the same, and lose the answer?"
        )
        answer = QMessageBox.question(self.window(), self.tr("An answer is not saved"), question)
        return answer == QMessageBox.StandardButton.Yes

    def _connect(self) -> None:
        chat, models = self._chat, self._models
        self.composer.submitted.connect(self._on_submitted)
        self.composer.stop_pressed.connect(chat.stop)
        self.composer.text_changed.connect(chat.set_draft)
        self.prompts.chosen.connect(self._on_saved_prompt_chosen)
        self.composer.files_pasted.connect(self._take_files)
        self.composer.attach_pressed.connect(self.choose_attachments)
        self.composer.attach_text_pressed.connect(chat.attachments.add_text)
        self.composer.edit_last_pressed.connect(self._on_edit_last_pressed)
        self.composer.files.remove_pressed.connect(chat.attachments.remove)
        chat.attachments.changed.connect(self._on_attachments_changed)
        self.queue.edit_pressed.connect(self._on_edit_queued)
        self.transcript.regenerate_pressed.connect(self._on_regenerate_pressed)
        self.transcript.version_pressed.connect(chat.branches.show_version)
        self.transcript.edit_submitted.connect(self._on_edit_submitted)
        self.transcript.edit_continued.connect(self._on_edit_continued)
        self.transcript.edit_cancelled.connect(self.composer.take_focus)
        self.transcript.action_chosen.connect(self._on_action_chosen)
        self.welcome.prompt_chosen.connect(self._on_prompt_chosen)
        self.no_model.import_pressed.connect(self.import_model)
        self.no_model.folder_pressed.connect(self._on_folder_pressed)
        self.no_model.fetch_pressed.connect(models.fetch_starter)
        chat.state_changed.connect(self._on_state_changed)
        chat.conversation_opened.connect(self._on_conversation_opened)
        chat.branches.found.connect(self._on_found)
        for signal in (chat.messages.modelReset, chat.messages.rowsInserted):
            signal.connect(self._show_fitting_page)
        models.refreshed.connect(self._show_fitting_page)
        models.state_changed.connect(self._show_fitting_page)

    def _show_fitting_page(self) -> None:
        has_model = bool(self._models.model_name) or self._models.is_loading
        if self._chat.messages.rowCount():
            page: QWidget = self.transcript
        elif self._models.hint and not has_model:
            self.no_model.show_state(
                hint=self._models.hint,
                can_fetch=self._models.can_fetch_starter,
                progress=self._models.stage,
                fraction=self._models.fraction,
            )
            page = self.no_model
        else:
            page = self.welcome
        self._stack.setCurrentWidget(page)

    def _on_submitted(self, text: str) -> None:
        if self.submit(text):
            self.composer.clear()
            self.transcript.scroll_to_latest()

    def _on_regenerate_pressed(self, message_id: int) -> None:
        self._chat.regenerate(message_id)
        self.composer.take_focus()
        self.transcript.scroll_to_latest()

    def _on_edit_submitted(self, message_id: int, text: str) -> None:
        message = self._chat.messages.message(message_id)
        if message is not None and message.author is Author.ASSISTANT:
            if self._chat.branches.edit_answer(message_id, text):
                self.composer.take_focus()
        elif self._chat.edit_and_resend(message_id, text):
            self.composer.take_focus()
            self.transcript.scroll_to_latest()

    def _on_edit_continued(self, message_id: int, text: str) -> None:
        if self._chat.edit_and_continue(message_id, text):
            self.composer.take_focus()
            self.transcript.scroll_to_latest()

    def _on_action_chosen(self, message_id: int, action: MessageAction) -> None:
        match action:
            case MessageAction.CONTINUE:
                self._chat.continue_answer()
                self.transcript.scroll_to_latest()
            case MessageAction.OTHER_MODEL:
                self.create_model_menu(message_id).popup(QCursor.pos())
            case MessageAction.BRANCH:
                self._chat.branches.branch_into_new_chat(message_id)
            case MessageAction.DELETE:
                self._chat.branches.delete(message_id)
            case MessageAction.TINT:
                self._chat.tint.toggle()
                return  # the switch keeps the focus
            case _:
                self._chat.tools.decide(message_id, _DECISIONS[action])
        self.composer.take_focus()

    def _on_prompt_chosen(self, text: str) -> None:
        self.composer.suggest(text)
        self.composer.take_focus()

    def _on_saved_prompt_chosen(self, text: str) -> None:
        """Put a prompt in place of the slash and what was typed after it."""
        self.composer.set_text(text)
        self.composer.take_focus()

    def _on_attachments_changed(self) -> None:
        self.composer.show_files(self._chat.attachments.shown)

    def _on_edit_last_pressed(self) -> None:
        """Edit the last message: one that waits, else the last question."""
        if self.queue.rows:
            self._on_edit_queued(self.queue.rows[-1].message_id)
        elif not self._chat.is_busy:
            self.transcript.edit_last_question()

    def _on_edit_queued(self, message_id: int) -> None:
        """Put a waiting message back into the box, before what is written there."""
        written = self.composer.text
        text = self._chat.queue.edit(message_id)
        if written.strip() and written.strip() != text.strip():
            text = f"{text}\n\n{written}" if text.strip() else written
        self.composer.set_text(text)
        self.composer.take_focus()

    def _on_folder_pressed(self) -> None:
        open_folder(self._models.folder)

    def _on_state_changed(self) -> None:
        is_busy = self._chat.is_busy
        self.composer.set_state(is_busy=is_busy, can_send=self._chat.can_send)
        self.transcript.set_busy(is_busy=is_busy)

    def _on_conversation_opened(self) -> None:
        self.queue.show_conversation(self._chat.conversation_id)
        self.composer.set_text(self._chat.draft)
        self.transcript.scroll_to_latest()
        self._show_fitting_page()

    def _on_found(self, message_id: int, words: tuple[str, ...]) -> None:
        """Show the first of the `words` that stands in the message."""
        any(self.transcript.show_hit(message_id, word) for word in words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = max(em(self, 1.2), (self.width() - em(self, _MAX_COLUMN_EMS)) // 2)
        self._below.setContentsMargins(side, 0, side, em(self, 0.9))
