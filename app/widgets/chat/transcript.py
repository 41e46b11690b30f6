"""The scrolling transcript: widgets exist only for messages near the view."""

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from app.domain import Author, MessageStatus
from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.card_pool import CardPool
from app.widgets.chat.find_in_chat import FindInChat
from app.widgets.chat.message_actions import MessageAction
from app.widgets.chat.message_card import MessageCard, estimate_height
from app.widgets.chat.to_latest import ToLatestButton
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground
from app.widgets.markdown.cost import Budget
from app.widgets.markdown.places import Place, Span
from app.widgets.row_heights import RowHeights
from app.widgets.theme import em

_MAX_COLUMN_EMS = 54.0  # 80 characters
_MAX_PASSES = 6


class _Anchor(NamedTuple):
    """The content at the top of the view: row, offset of its top, and the line there."""

    row: int
    offset: int
    line: tuple[MessageBody, Place] | None = None


class TranscriptView(QAbstractScrollArea):
    """Shows a MessageListModel.

    Other rows have estimated heights; when one is measured, the line at the top of the view stays
    in place. The view follows new text only while it is at the bottom. Work beyond the budget of
    one turn of the event loop is continued in the next turns.

    Signals:
        regenerate_pressed(id: int), version_pressed(id: int, step: int)
        edit_submitted(id: int, text: str), edit_continued(id: int, text: str), edit_cancelled()
        action_chosen(id: int, action: MessageAction)
    """

    regenerate_pressed = Signal(int)
    version_pressed = Signal(int, int)
    edit_submitted = Signal(int, str)
    edit_continued = Signal(int, str)
    edit_cancelled = Signal()
    action_chosen = Signal(int, MessageAction)

    def __init__(
        self,
        model: MessageListModel,
        run_in_background: RunInBackground,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._run_in_background = run_in_background
        self._rows = RowHeights()
        self._cards: dict[int, MessageCard] = {}
        self._pool = CardPool(self._create_card)
        self._follows = True
        self._is_arranging = self._is_busy = False
        self._column_width, self._sought_row = 0, -1  # a row until it is where it should be
        self._arrange_timer = QTimer(self, singleShot=True)
        self._arrange_timer.timeout.connect(self._arrange)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self.viewport().setAutoFillBackground(False)
        self._to_latest = ToLatestButton(self)
        self._to_latest.clicked.connect(self.scroll_to_latest)
        self.finder = FindInChat(model, self)
        self._is_seeking = False  # until the current hit is where it should be
        self._connect_model()
        self._on_reset()

    @property
    def is_following(self) -> bool:
        """Whether new text keeps the end in view."""
        return self._follows

    @property
    def cards(self) -> dict[int, MessageCard]:
        """The existing cards by row."""
        return self._cards

    @property
    def is_settled(self) -> bool:
        """Whether everything in view is shown."""
        return not self._arrange_timer.isActive()

    def set_busy(self, *, is_busy: bool) -> None:
        """Update the cards when an answer begins or ends."""
        self._is_busy = is_busy
        for card in self._cards.values():
            card.set_busy(is_busy=is_busy)

    def scroll_to_latest(self) -> None:
        """Scroll to the end and follow it."""
        self._follows = True
        self._arrange()

    def edit_last_question(self) -> None:
        """Open the editor of the last question, in view."""
        asked = (r for r in range(len(self._rows)) if self._model.view(r).author is Author.USER)
        row = max(asked, default=-1)
        if row >= 0:
            self._measure(row, Budget())
            if not 0 <= self._rows.top(row) - self._scroll < self.viewport().height() // 2:
                self._follows, self._sought_row = False, row
            self._cards[row].edit()
            self._arrange()

    def show_hit(self, message_id: int, text: str) -> bool:
        """Scroll to the words `text` of a message and mark them; False if they are not there."""
        return self.finder.show_hit(message_id, text)

    def _connect_model(self) -> None:
        self.finder.toggled.connect(self._on_find_toggled)
        self.finder.marks_changed.connect(self._on_marks_changed)
        self.finder.hit_wanted.connect(self._on_hit_wanted)
        self._model.modelReset.connect(self._on_reset)
        self._model.rowsInserted.connect(self._on_rows_inserted)
        self._model.rowsRemoved.connect(self._on_rows_removed)
        self._model.dataChanged.connect(self._on_data_changed)
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled_by_person)

    def _estimate(self, row: int) -> int:
        return estimate_height(self, self._model.view(row).text, self._column_width)

    def _is_streaming(self, row: int) -> bool:
        return self._model.view(row).status is MessageStatus.STREAMING

    def _arrange(self, budget: Budget | None = None) -> None:
        """Create cards near the view, measure them and position all cards.

        `budget` is the rest of this turn of the event loop.
        """
        if self._is_arranging:
            return
        self._is_arranging = True
        self._arrange_timer.stop()
        anchor, budget = self._anchor(), budget or Budget()
        wanted: list[int] = []
        for _ in range(_MAX_PASSES):
            self._update_scroll_bar(self._sought() or anchor)
            wanted = sorted(self._rows_near_view())
            measured = [self._measure(row, budget) for row in wanted]
            if not any(measured):
                break
        self._release_except(set(wanted))
        self._update_scroll_bar(self._sought() or anchor)
        self._place_cards()
        self._is_arranging = False
        self._plan_next(wanted)

    def _measure(self, row: int, budget: Budget) -> bool:
        """Show a row if the budget allows; returns whether its height may have changed."""
        card = self._cards.get(row)
        is_new = card is None or not self._rows.is_measured(row)
        if card is not None and not is_new and not card.is_long and card.wait_ms is None:
            return False
        if card is None:
            state = self._model.view(row)
            card = self._pool.take(state.id)
            card.show_state(state, is_busy=self._is_busy)
            self._mark(card)
            if not budget.take(card.cost):
                self._pool.release(card)
                return False
            self._cards[row] = card
            card.show()
        height, before = self._arrange_card(row, card, budget), self._rows.height(row)
        self._rows.measure(row, height)
        return is_new or height != before

    def _arrange_card(self, row: int, card: MessageCard, budget: Budget) -> int:
        height = self.viewport().height()
        top = self._scroll - self._rows.top(row)
        span = Span(top - height // 2, top + height + height // 2)
        return card.arrange(self._column_width, span, budget)

    def _plan_next(self, wanted: list[int]) -> None:
        """Schedule another turn if the budget of this one did not suffice."""
        waits = [card.wait_ms for card in self._cards.values()]
        if any(row not in self._cards or not self._rows.is_measured(row) for row in wanted):
            waits.append(0)
        wait = min((wait for wait in waits if wait is not None), default=None)
        if wait is not None:
            self._arrange_timer.start(wait)
        else:
            self._is_seeking, self._sought_row = False, -1

    @property
    def _scroll(self) -> int:
        return self.verticalScrollBar().value() - self._padding

    def _anchor(self) -> _Anchor:
        row = self._rows.row_at(self._scroll)
        if row < 0:
            return _Anchor(-1, 0)
        offset, card = self._scroll - self._rows.top(row), self._cards.get(row)
        if self._follows or card is None or offset < 0:
            return _Anchor(row, offset)
        line = card.place_at(offset)
        # Content above the text keeps its distance from the top of the row.
        return _Anchor(row, offset if line is None else offset - card.y_of(line), line)

    def _sought(self) -> _Anchor | None:
        """Where the current hit, or a row, is seen while it is sought."""
        if self._sought_row >= 0:
            return _Anchor(self._sought_row, -self._padding)
        hit = self.finder.current if self._is_seeking else None
        ids = [message.id for message in self._model.messages] if hit else []
        if hit is None or hit.message_id not in ids:
            return None
        row = ids.index(hit.message_id)
        y = self._cards[row].y_of_hit(hit) if row in self._cards else 0
        return _Anchor(row, y - self.viewport().height() // 3)

    def _mark(self, card: MessageCard) -> None:
        if card.state is not None:
            card.mark(self.finder.pattern, self.finder.hit_in(card.state.id))

    def _update_scroll_bar(self, anchor: _Anchor) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setSingleStep(em(self, 2.5))
        bar.setMaximum(max(0, self._rows.total + 2 * self._padding - height))
        if self._follows:
            bar.setValue(bar.maximum())
        elif 0 <= anchor.row < len(self._rows):
            top, card = self._rows.top(anchor.row), self._cards.get(anchor.row)
            if anchor.line is not None and card is not None:
                top += card.y_of(anchor.line)
            bar.setValue(top + anchor.offset + self._padding)

    @property
    def _padding(self) -> int:
        return em(self, 1.4)

    def _rows_near_view(self) -> set[int]:
        if not len(self._rows):
            return set()
        height = self.viewport().height()
        top = self._scroll
        first = self._rows.row_at(top - height // 2)
        last = self._rows.row_at(top + height + height // 2)
        near = set(range(first, last + 1))
        focused = QApplication.focusWidget()
        if focused is not None:
            near |= {row for row, card in self._cards.items() if card.isAncestorOf(focused)}
        if self._is_streaming(len(self._rows) - 1):
            near.add(len(self._rows) - 1)
        return near

    def _create_card(self) -> MessageCard:
        card = MessageCard(self._run_in_background, self.viewport())
        card.height_changed.connect(self._on_card_height_changed)
        card.thoughts_toggled.connect(self._on_thoughts_toggled)
        card.regenerate_pressed.connect(self.regenerate_pressed)
        card.version_pressed.connect(self.version_pressed)
        card.edit_submitted.connect(self.edit_submitted)
        card.edit_continued.connect(self.edit_continued)
        card.edit_cancelled.connect(self.edit_cancelled)
        card.action_chosen.connect(self.action_chosen)
        return card

    def _release_except(self, wanted: set[int]) -> None:
        gone = [row for row in self._cards if row not in wanted]
        self._pool.release(*map(self._cards.pop, gone))

    def _place_cards(self) -> None:
        left = (self.width() - self._column_width) // 2
        for row, card in self._cards.items():
            card.move(left, self._rows.top(row) - self._scroll)
        bar = self.verticalScrollBar()
        self._to_latest.setVisible(not self._follows and bar.maximum() > 0)
        self._to_latest.place(self.size())

    def _refresh_row(self, row: int, budget: Budget) -> None:
        card = self._cards.get(row)
        if card is not None:
            self._is_arranging = True
            card.show_state(self._model.view(row), is_busy=self._is_busy)
            self._rows.measure(row, self._arrange_card(row, card, budget))
            self._is_arranging = False

    def _on_reset(self) -> None:
        gone, self._cards = self._cards, {}
        self._rows.reset([self._estimate(row) for row in range(self._model.rowCount())])
        self._pool.release(*gone.values())
        self._arrange()

    def _on_rows_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        moved = last - first + 1
        self._cards = {row + moved * (row >= first): card for row, card in self._cards.items()}
        self._rows.insert(first, [self._estimate(row) for row in range(first, last + 1)])
        if self._model.view(last).author is Author.USER:
            self._follows = True
        budget = Budget()
        for row in self._cards:
            self._refresh_row(row, budget)
        self._arrange(budget)

    def _on_rows_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        gone = [self._cards.pop(row) for row in range(first, last + 1) if row in self._cards]
        moved = last - first + 1
        self._cards = {row - moved * (row > last): card for row, card in self._cards.items()}
        self._rows.remove(first, last)
        self._pool.release(*gone)
        self._arrange()

    def _on_data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        anchor, budget = self._anchor(), Budget()
        for row in range(first.row(), last.row() + 1):
            self._refresh_row(row, budget)
        self._is_arranging = True
        self._update_scroll_bar(anchor)
        self._is_arranging = False
        self._arrange(budget)

    def _on_card_height_changed(self) -> None:
        if self._is_arranging:
            return
        for row, card in self._cards.items():
            if card is self.sender():
                self._rows.forget_measure(row)
                self._follows = self._follows and not card.is_edited
        self._arrange_timer.start(0)

    def _on_thoughts_toggled(self) -> None:
        """Keep the header in place; follow only reasoning that still arrives."""
        for row, card in list(self._cards.items()):
            if card is self.sender():
                if card.state is None or not card.state.is_thinking:
                    self._follows = False
                anchor = self._anchor()
                self._rows.measure(row, self._arrange_card(row, card, Budget()))
                self._update_scroll_bar(anchor)
        self._arrange()
        self._on_scrolled_by_person()
        self._place_cards()

    def _on_find_toggled(self) -> None:
        height = self.finder.bar.sizeHint().height() if self.finder.is_open else 0
        self.setViewportMargins(0, height, 0, 0)
        self.finder.bar.setGeometry(0, 0, self.width(), height)
        self.finder.set_first_row(self._rows.row_at(max(0, self._scroll)))

    def _on_marks_changed(self) -> None:
        for row, card in self._cards.items():
            self._mark(card)
            self._rows.forget_measure(row)  # what was folded may be open
        self._arrange_timer.start(0)

    def _on_hit_wanted(self) -> None:
        self._follows, self._is_seeking, self._sought_row = False, True, -1
        self._arrange()

    def _on_scrolled_by_person(self) -> None:
        bar = self.verticalScrollBar()
        self._is_seeking, self._sought_row = False, -1
        self._follows = bar.sliderPosition() >= bar.maximum() - em(self, 0.5)

    def sizeHint(self) -> QSize:
        return QSize(em(self, 46), em(self, 36))

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002, N802 - Qt's
        if not self._is_arranging:
            self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = {
            Qt.Key.Key_Home: self.verticalScrollBar().SliderAction.SliderToMinimum,
            Qt.Key.Key_End: self.verticalScrollBar().SliderAction.SliderToMaximum,
        }.get(Qt.Key(event.key()))
        if action is None:
            super().keyPressEvent(event)
        else:
            self.verticalScrollBar().triggerAction(action)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.finder.bar.resize(self.width(), self.finder.bar.height())
        room = self.width() - em(self, 3.2)
        width = max(1, min(room, em(self, _MAX_COLUMN_EMS)))
        if width != self._column_width:
            self._column_width = width
            self._rows.forget_measures()
        self._arrange()
