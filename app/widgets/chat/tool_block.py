"""A call of a tool within an answer: a line that unfolds, and the question whether it may be made."""

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.viewmodels.chat.tool_steps import StepView
from app.widgets.chat.message_actions import MessageAction
from app.widgets.icons import IconButton
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground
from app.widgets.markdown.cost import Budget
from app.widgets.markdown.places import Span
from app.widgets.theme import em

_WAKE_MS = 500  # a click that was meant for what stood here before allows nothing


class ToolBlock(QWidget):
    """Open while the person is asked; what it shows is laid out only while it is open.

    Signals:
        height_changed(): call `arrange` again.
        toggled(): the same, because the user opened or folded it.
        decided(action: MessageAction): what the person said to the call.
    """

    height_changed = Signal()
    toggled = Signal()
    decided = Signal(MessageAction)

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run_in_background = run_in_background
        self._step: StepView | None = None
        self._is_arranging = False
        self.header = IconButton("chevron-right", "", self, size=0.95)
        self.header.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.header.setProperty("look", "thinking")
        self.header.setCheckable(True)
        self.header.toggled.connect(self._on_toggled)
        self.body: MessageBody | None = None
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

    @property
    def is_open(self) -> bool:
        """Whether it is open."""
        return self.header.isChecked()

    def show_step(self, step: StepView) -> None:
        """Show a call, or how far it has got."""
        before, self._step = self._step, step
        is_new = before is None or before.key != step.key
        was_asked = before is not None and before.is_asked and not is_new
        if is_new or was_asked != step.is_asked:
            self._set_open(is_open=step.is_asked)
        if step.is_asked and not was_asked:
            self._set_buttons(is_enabled=False)
            self._wake_timer.start()
        self._question.setVisible(step.is_asked)
        text = f"{step.title}: {step.status}"
        if self.header.text() != text:
            self.header.setText(text)
            self._describe()
        self._show_details()

    def arrange(self, width: int, span: Span, budget: Budget) -> int:
        """Lay out at `width` pixels, showing the details within `span`; returns the height."""
        self._is_arranging = True
        size = self.header.sizeHint()
        height = size.height()
        self.header.setGeometry(0, 0, min(width, size.width()), height)
        left = em(self, 1.1)
        if self.body is not None and self.is_open:
            top = height + em(self, 0.3)
            self.body.move(left, top)
            height = top + self.body.arrange(max(1, width - left), span.below(top), budget)
        if self._question.isVisibleTo(self):
            top, size = height + em(self, 0.5), self._question.sizeHint()
            self._question.setGeometry(left, top, max(1, width - left), size.height())
            height = top + size.height() + em(self, 0.3)
        self.resize(width, height)
        self._is_arranging = False
        return height

    def _create_button(self, text: str, action: MessageAction) -> QPushButton:
        button = QPushButton(text, self._question)
        button.clicked.connect(lambda: self.decided.emit(action))
        return button

    def _set_buttons(self, *, is_enabled: bool) -> None:
        for button in (self.allow, self.allow_in_chat, self.refuse):
            button.setEnabled(is_enabled)

    def _wake(self) -> None:
        self._set_buttons(is_enabled=True)

    def _set_open(self, *, is_open: bool) -> None:
        self.header.blockSignals(True)
        self.header.setChecked(is_open)
        self.header.blockSignals(False)
        self._show_fold()

    def _show_details(self) -> None:
        if self.is_open and self._step is not None:
            body = self._take_body()
            body.set_markdown(self._step.details, is_finished=True)
            body.show()
        elif self.body is not None:
            self.body.hide()

    def _take_body(self) -> MessageBody:
        if self.body is None:
            self.body = MessageBody(self._run_in_background, self)
            self.body.setAccessibleName(self.tr("The call and its result"))
            self.body.height_changed.connect(self._on_body_height_changed)
        return self.body

    def _describe(self) -> None:
        what = self.tr("Hide the call") if self.is_open else self.tr("Show the call")
        self.header.setToolTip(what)
        self.header.setAccessibleName(f"{self.header.text()}. {what}")

    def _show_fold(self) -> None:
        self.header.set_icon_name("chevron-down" if self.is_open else "chevron-right")
        self._describe()

    def _on_toggled(self) -> None:
        self._show_fold()
        self._show_details()
        self.toggled.emit()

    def _on_body_height_changed(self) -> None:
        if not self._is_arranging and self.is_open:
            self.height_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.body is None or not self.is_open:
            return
        painter = QPainter(self)
        place = self.body.geometry()
        bar = QRectF(em(self, 0.35), place.top(), em(self, 0.15), place.height())
        painter.fillRect(bar, self.palette().color(QPalette.ColorRole.Mid))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.height_changed.emit()
