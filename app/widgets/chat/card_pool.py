"""Cards that are out of view, kept for the next messages that come into it."""

from collections.abc import Callable

from app.widgets.chat.message_card import MessageCard

_MAX_POOLED = 24


class CardPool:
    """Hidden cards; `create` makes one where there is none."""

    def __init__(self, create: Callable[[], MessageCard]) -> None:
        self._create = create
        self._cards: list[MessageCard] = []

    def take(self, message_id: int) -> MessageCard:
        """A card, preferably with this message."""
        for position, card in enumerate(self._cards):
            if card.state is not None and card.state.id == message_id:
                return self._cards.pop(position)
        return self._cards.pop(0) if self._cards else self._create()

    def release(self, *cards: MessageCard) -> None:
        """Hide cards, and keep them unless there are enough.

        One that has the focus gives it on, which may scroll: the transcript must be in order then.
        """
        for card in cards:
            card.hide()
            if len(self._cards) < _MAX_POOLED:
                self._cards.append(card)
            else:
                card.deleteLater()
