"""A call of a tool within an answer: a line that unfolds, and the question whether it may be made."""

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.viewmodels.chat.tool_steps import StepView
from app.widgets.chat.folding_block import FoldingBlock, FoldWords
from app.widgets.chat.message_actions import MessageAction
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground
from app.widgets.theme import em

_WAKE_MS = 500  # a click that was meant for what stood here before allows nothing


class ToolBlock(FoldingBlock):
    """Open while the person is asked.

    Signals:
        decided(action: MessageAction): what the person said to the call.
    """

    decided = Signal(MessageAction)

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(run_in_background, parent)
        self._step: StepView | None = None
        self._question = QWidget(self)
        self.allow = self._create_button(self.tr("Allow once"), MessageAction.ALLOW_CALL)
        self.allow_in_chat = self._create_button(
            self.tr("Allow for this chat"), MessageAction.ALLOW_IN_CHAT
        )
        self.refuse = self._create_button(self.tr("Refuse"), MessageAction.REFUSE_CALL)
        row = QHBoxLayout(self._question)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.allow, self.allow_in_chat, self.refuse):
            row.addWidget(button)
        row.addStretch()
        self._question.hide()
        self._wake_timer = QTimer(self, singleShot=True, interval=_WAKE_MS)
        self._wake_timer.timeout.connect(self._wake)

    def show_step(self, step: StepView) -> None:
        """Show a call, or how far it has got."""
        before, self._step = self._step, step
        is_new = before is None or before.key != step.key
        was_asked = before is not None and before.is_asked and not is_new
        if is_new or was_asked != step.is_asked:
            self.set_open(is_open=step.is_asked)
        if step.is_asked and not was_asked:
            self._set_buttons(is_enabled=False)
            self._wake_timer.start()
        self._question.setVisible(step.is_asked)
        self._show_label(f"{step.title}: {step.status}")

    def _words(self) -> FoldWords:
        return FoldWords(
            self.tr("Show the call"), self.tr("Hide the call"), self.tr("The call and its result")
        )

    def _fill(self, body: MessageBody) -> None:
        if self._step is not None:
            body.set_markdown(self._step.details, is_finished=True)

    def _arrange_below(self, left: int, height: int, width: int) -> int:
        if not self._question.isVisibleTo(self):
            return height
        top, size = height + em(self, 0.5), self._question.sizeHint()
        self._question.setGeometry(left, top, width, size.height())
        return top + size.height() + em(self, 0.3)

    def _create_button(self, text: str, action: MessageAction) -> QPushButton:
        button = QPushButton(text, self._question)
        button.clicked.connect(lambda: self.decided.emit(action))
        return button

    def _set_buttons(self, *, is_enabled: bool) -> None:
        for button in (self.allow, self.allow_in_chat, self.refuse):
            button.setEnabled(is_enabled)

    def _wake(self) -> None:
        self._set_buttons(is_enabled=True)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.height_changed.emit()
