"""One message in the transcript: thoughts, text, footer, editor."""

import re

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QStyle, QWidget

from app.domain import Author, MessageStatus, part_of
from app.viewmodels.chat.message_list import MessageView
from app.widgets.chat.answer_steps import AnswerSteps
from app.widgets.chat.attachment_row import AttachmentRow
from app.widgets.chat.finder import Hit
from app.widgets.chat.message_actions import MessageAction
from app.widgets.chat.message_editor import MessageEditor
from app.widgets.chat.message_footer import MessageFooter
from app.widgets.chat.thinking_block import ThinkingBlock
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground
from app.widgets.markdown.cost import Budget
from app.widgets.markdown.places import Place, Span
from app.widgets.markdown.style import TEXT_SCALE
from app.widgets.plain_widgets import ElidedLabel, create_label
from app.widgets.theme import em

MAX_SHOWN_QUESTION = 6000
_BUBBLE_SHARE = 0.82
_DOTS = "●"


class MessageCard(QWidget):
    """Reports its height for a width; the transcript positions it.

    Signals:
        height_changed(): call `arrange` again.
        thoughts_toggled(): the same, because the user opened or folded the thoughts, or a call.
        regenerate_pressed(id: int), version_pressed(id: int, step: int)
        edit_submitted(id: int, text: str), edit_continued(id: int, text: str), edit_cancelled()
        action_chosen(id: int, action: MessageAction)
    """

    height_changed = Signal()
    thoughts_toggled = Signal()
    regenerate_pressed = Signal(int)
    version_pressed = Signal(int, int)
    edit_submitted = Signal(int, str)
    edit_continued = Signal(int, str)
    edit_cancelled = Signal()
    action_chosen = Signal(int, MessageAction)

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: MessageView | None = None
        self._is_arranging = False
        self._shows_all = False
        self._bubble = QRectF()
        self._model = ElidedLabel(self)
        self.thoughts = ThinkingBlock(run_in_background, self)
        self.steps = AnswerSteps(run_in_background, self)
        self._steps_len = 0  # of the answer's text; the browser shows the rest
        self.browser = MessageBody(run_in_background, self)
        self._more = QPushButton(self.tr("Show all"), self)
        self._more.setProperty("look", "link")
        self._problem = create_label(self, "danger")
        self._waiting = QLabel(_DOTS, self)
        self._waiting.setProperty("look", "muted")
        self._waiting.setAccessibleName(self.tr("The answer is on its way"))
        self.footer = MessageFooter(self)
        self._editor: MessageEditor | None = None
        self.files = AttachmentRow(self, is_at_right=True)
        self._connect()

    @property
    def state(self) -> MessageView | None:
        """The message shown."""
        return self._state

    def show_state(self, state: MessageView, *, is_busy: bool) -> None:
        """Show a message; more text of the same one is appended."""
        if self._state is None or self._state.id != state.id:
            self._shows_all = False
            self.thoughts.set_open(is_open=False)
            self._close_editor()
        self._state = state
        is_streaming = state.status == MessageStatus.STREAMING
        is_user = state.author == Author.USER
        self._steps_len = self.steps.show_state(state)
        if is_user:
            shown = state.text if self._shows_all else state.text[:MAX_SHOWN_QUESTION]
            self.browser.set_plain(shown)
        else:
            rest = state.text[self._steps_len :]
            self.browser.set_markdown(rest, is_finished=not is_streaming)
        begin = self._steps_len
        tinted = part_of(state.drafted, begin, len(state.text)) if state.is_tinted else ()
        self.browser.tint(tinted)
        self.browser.setAccessibleName(self.tr("Your message") if is_user else self.tr("Answer"))
        self._show_head(state)
        self.files.show_sent(state.attachments)
        self.thoughts.show_state(state.thinking, state.reasoning, is_live=state.is_thinking)
        self._more.setVisible(
            is_user and len(state.text) > MAX_SHOWN_QUESTION and not self._shows_all
        )
        self._problem.setVisible(bool(state.problem))
        self._problem.setText(state.problem)
        self._waiting.setVisible(state.is_silent)
        self._show_footer(is_busy=is_busy)

    def _show_head(self, state: MessageView) -> None:
        """Show what stands above the text of an answer: its model and its thoughts."""
        self._model.setVisible(bool(state.model) and not self.is_edited)
        self._model.set_text(state.model)
        self._model.setAccessibleName(self.tr("Answered by {0}").format(state.model))
        self.thoughts.setVisible(bool(state.thinking) and not self.is_edited)

    def set_busy(self, *, is_busy: bool) -> None:
        """Update the buttons when an answer begins or ends."""
        self.footer.set_busy(is_busy=is_busy)

    @property
    def cost(self) -> float:
        """The cost of the next `arrange`, in units."""
        return self.browser.cost

    @property
    def is_long(self) -> bool:
        """Whether it is only partly laid out, depending on the view."""
        return any(body.is_long for body in self._bodies)

    @property
    def is_edited(self) -> bool:
        """Whether its editor is open."""
        return self._editor is not None

    @property
    def wait_ms(self) -> int | None:
        """Milliseconds until `arrange` has more to do; None: until something changes."""
        waits = [body.wait_ms for body in self._bodies]
        return min((wait for wait in waits if wait is not None), default=None)

    @property
    def _bodies(self) -> list[MessageBody]:
        """The text bodies that `arrange` lays out."""
        if self._editor is not None:
            return []
        thoughts, said = self.thoughts.body, self.browser
        bodies = [*self.steps.bodies, *([] if self._waiting.isVisibleTo(self) else [said])]
        if thoughts is None or not self.thoughts.is_open or not self.thoughts.isVisibleTo(self):
            return bodies
        return [*bodies, thoughts]

    def place_at(self, y: int) -> tuple[MessageBody, Place] | None:
        """The line `y` pixels below the top; None if there is no text."""
        for body in self._bodies:
            top = body.mapTo(self, QPoint()).y()
            if top <= y < top + body.height():
                return body, body.place_at(y - top)
        return None

    def y_of(self, place: tuple[MessageBody, Place]) -> int:
        """The current position of a line from `place_at`, in pixels below the top."""
        body, line = place
        return body.mapTo(self, QPoint()).y() + body.y_of(line)

    def mark(self, pattern: re.Pattern[str] | None, hit: Hit | None) -> None:
        """Mark what `pattern` finds, and `hit` as the current one, which is unfolded."""
        thought = hit.start if hit is not None and hit.is_thought else None
        said = hit.start if hit is not None and not hit.is_thought else None
        if said is not None and said >= MAX_SHOWN_QUESTION and self._more.isVisibleTo(self):
            self._on_more_clicked()
        begin = self._steps_len
        self.steps.mark(pattern, said if said is not None and said < begin else None)
        self.browser.mark(pattern, said - begin if said is not None and said >= begin else None)
        self.thoughts.mark(pattern, thought)

    def y_of_hit(self, hit: Hit) -> int:
        """The current position of the marked `hit`, in pixels below the top."""
        said = self.steps.body_at(hit.start, self._steps_len) or self.browser
        body = self.thoughts.body if hit.is_thought else said
        return 0 if body is None else body.mapTo(self, QPoint()).y() + body.y_of_hit

    def arrange(self, width: int, span: Span, budget: Budget) -> int:
        """Lay out at `width` pixels, showing the text within `span`; returns the height."""
        if self._state is None:
            return 0
        self._is_arranging = True
        gap, top = em(self, 0.35), 0
        if self._editor is not None:
            top = self._editor.height_for(width)
            self._editor.setGeometry(0, 0, width, top)
        elif self._state.author == Author.USER:
            top = self._arrange_bubble(width, span, budget)
        else:
            top = self._arrange_answer(width, span, budget)
        if self._more.isVisibleTo(self):
            size = self._more.sizeHint()
            corner = QPoint(width - size.width(), top)
            self._more.setGeometry(self._mirrored(QRect(corner, size), width))
            top += size.height()
        if self._problem.isVisibleTo(self):
            height = self._problem.heightForWidth(width)
            self._problem.setGeometry(0, top + gap, width, height)
            top += height + gap
        footer_height = self.footer.sizeHint().height()
        is_user = self._state.author == Author.USER
        self.footer.setGeometry(0, top + gap, width, footer_height)
        self._is_arranging = False
        # An answer is closer to its question than to the next one.
        height = top + gap + footer_height + em(self, 0.1 if is_user else 2.2)
        self.resize(width, height)
        return height

    def _arrange_bubble(self, width: int, span: Span, budget: Budget) -> int:
        pad_x, pad_y = em(self, 1.0), em(self, 0.6)
        files_height = self.files.arrange(width)
        begin = files_height + em(self, 0.4) if files_height else 0
        widest = round(width * _BUBBLE_SHARE) - 2 * pad_x
        top = begin + pad_y + em(self, 0.16)
        height = self.browser.arrange(widest, span.below(top), budget)
        if begin and self._state is not None and not self._state.text:
            self._bubble = QRectF()
            return files_height
        used = self.browser.used_width
        if used != widest:
            height = self.browser.arrange(used, span.below(top), Budget())
        wide = used + 2 * pad_x
        bubble = self._mirrored(QRect(width - wide, begin, wide, height + 2 * pad_y), width)
        self.browser.move(bubble.left() + pad_x, top)
        self._bubble = QRectF(bubble).adjusted(0.5, 0.5, -0.5, -0.5)
        return begin + height + 2 * pad_y

    def _mirrored(self, place: QRect, width: int) -> QRect:
        """Where `place`, meant for a card `width` wide from left to right, is in this window."""
        return QStyle.visualRect(self.layoutDirection(), QRect(0, 0, width, 0), place)

    def _arrange_answer(self, width: int, span: Span, budget: Budget) -> int:
        self._bubble = QRectF()
        top = 0
        if self._model.isVisibleTo(self):
            height = self._model.sizeHint().height()
            self._model.setGeometry(0, 0, width, height)
            top = height + em(self, 0.3)
        has_text = self._state is not None and bool(self._state.text or self._state.steps)
        if self.thoughts.isVisibleTo(self):
            self.thoughts.move(0, top)
            gap = em(self, 0.9 if self.thoughts.is_open else 0.5)
            height = self.thoughts.arrange(width, span.below(top), budget)
            top += height + (gap if has_text else 0)
        if self.steps.isVisibleTo(self):
            self.steps.move(0, top)
            top += self.steps.arrange(width, span.below(top), budget)
        if self._waiting.isVisibleTo(self):
            size = self._waiting.sizeHint()
            self._waiting.setGeometry(self._mirrored(QRect(QPoint(0, top), size), width))
            self.browser.setGeometry(0, top, width, 0)
            return top + size.height()
        self.browser.move(0, top)
        return top + self.browser.arrange(width, span.below(top), budget)

    def _connect(self) -> None:
        self.browser.height_changed.connect(self._on_browser_height_changed)
        self.thoughts.height_changed.connect(self._on_browser_height_changed)
        self.thoughts.toggled.connect(self.thoughts_toggled)
        self.steps.height_changed.connect(self._on_browser_height_changed)
        self.steps.toggled.connect(self.thoughts_toggled)
        self.steps.decided.connect(self._on_action_chosen)
        self._more.clicked.connect(self._on_more_clicked)
        self.footer.copy_pressed.connect(self._on_copy_pressed)
        self.footer.regenerate_pressed.connect(self._on_regenerate_pressed)
        self.footer.edit_pressed.connect(self.edit)
        self.footer.version_pressed.connect(self._on_version_pressed)
        self.footer.action_chosen.connect(self._on_action_chosen)

    def _on_regenerate_pressed(self) -> None:
        if self._state is not None:
            self.regenerate_pressed.emit(self._state.id)

    def _show_footer(self, *, is_busy: bool) -> None:
        state = self._state
        if state is None:
            return
        self.footer.show_state(state, is_quiet=not self.underMouse() and not state.is_last)
        self.footer.set_busy(is_busy=is_busy)
        self.footer.setVisible(self._editor is None)

    def _set_quiet(self, *, is_quiet: bool) -> None:
        if self._state is not None and not self._state.is_last:
            self.footer.set_quiet(is_quiet=is_quiet)

    def _on_browser_height_changed(self) -> None:
        if not self._is_arranging:
            self.height_changed.emit()

    def _on_more_clicked(self) -> None:
        if self._state is not None:
            self._shows_all = True
            self._more.hide()
            self.browser.set_plain(self._state.text)
            self.height_changed.emit()

    def _on_copy_pressed(self) -> None:
        if self._state is not None:
            QGuiApplication.clipboard().setText(self._state.text)

    def _on_version_pressed(self, step: int) -> None:
        if self._state is not None:
            self.version_pressed.emit(self._state.id, step)

    def edit(self) -> None:
        """Open the editor of the message."""
        if self._state is None or self._editor is not None:
            return
        is_answer = self._state.author == Author.ASSISTANT
        self._editor = MessageEditor(self._state.text, self, is_answer=is_answer)
        self._editor.submitted.connect(self._on_edit_submitted)
        self._editor.continued.connect(self._on_edit_continued)
        self._editor.cancelled.connect(self._on_edit_cancelled)
        self._editor.height_changed.connect(self.height_changed)
        for hidden in (
            self._model,
            self.thoughts,
            self.steps,
            self.files,
            self.browser,
            self.footer,
        ):
            hidden.hide()
        self._editor.show()
        self._editor.take_focus()
        self.height_changed.emit()

    def _on_edit_submitted(self, text: str) -> None:
        if self._state is not None:
            self.edit_submitted.emit(self._state.id, text)

    def _on_edit_continued(self, text: str) -> None:
        if self._state is not None:
            self.edit_continued.emit(self._state.id, text)

    def _on_action_chosen(self, action: MessageAction) -> None:
        if self._state is not None:
            self.action_chosen.emit(self._state.id, action)

    def _on_edit_cancelled(self) -> None:
        self._close_editor()
        self.height_changed.emit()
        self.edit_cancelled.emit()

    def _close_editor(self) -> None:
        if self._editor is not None:
            self._editor.deleteLater()
            self._editor.hide()
            self._editor = None
        self.browser.show()
        self.steps.setVisible(self._state is not None and bool(self._state.steps))
        self.files.setVisible(self._state is not None and bool(self._state.attachments))
        self.footer.show()
        if self._state is not None:
            self._show_head(self._state)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._bubble.isEmpty() or self._editor is not None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.setBrush(self.palette().color(QPalette.ColorRole.AlternateBase))
        radius = em(self, 1.0)
        painter.drawRoundedRect(self._bubble, radius, radius)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._set_quiet(is_quiet=False)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_quiet(is_quiet=True)


def estimate_height(widget: QWidget, text: str, width: int) -> int:
    """The height of a card for `text` that was never laid out, in pixels."""
    per_line = max(20, round(width / em(widget, 0.55 * TEXT_SCALE)))
    lines = len(text) / per_line + text.count("\n") * 0.7 + 1
    return round(lines * em(widget, 1.75 * TEXT_SCALE)) + em(widget, 4.5)
