"""Drafts token by token with one layer, from its own output where the target has none (EAGLE-3)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotFiniteError
from engine.runtime.sequence import Rows
from engine.speculation.feature_reader import FeatureReader


class EagleDrafter(FeatureReader):
    """A row reads its own token's hidden rows and the next token, and predicts the one after that.

    So the prefix holds one id more than there are rows. Rows of drafts are overwritten by those of
    the target's hidden rows.
    """

    @property
    def num_rows(self) -> int:
        """The rows in its cache."""
        return max(0, len(self.sequence.prefix) - 1)

    def launch_first(self, ids: Sequence[int]) -> None:
        last, prefix = len(ids) - 1, self.sequence.prefix
        prefix.keep([*ids, 0])  # the last one belongs to the row before it
        if 1 <= last <= self.model.context_len and self._reaches(last):
            self.append(ids, last)
            self.model.start_decode([Rows(self.sequence, last - 1)], [ids[-1]])

    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """Return `most` tokens, fewer at the end of the context."""
        last, prefix = len(ids) - 1, self.sequence.prefix
        room = min(most, self.model.context_len - last + 1)
        prefix.keep([*ids, 0])  # the last one belongs to the row before it
        if room < 1 or last < 1 or not self._reaches(last):
            return []
        self.append(ids, last)
        drafts: list[int] = []
        try:
            while len(drafts) < room and self.may_go_on(ids, drafts):
                row = Rows(self.sequence, last - 1 + len(drafts))
                token = drafts[-1] if drafts else ids[-1]
                drafts += self.model.decode([row], [token], ahead=room - len(drafts) - 1)
        except NotFiniteError:
            prefix.clear()
        return drafts

    def first_logits(self, ids: list[int], position: int) -> NDArray[np.float32]:
        if position < 1:  # nothing is before the first token
            return np.zeros(self.model.config.vocab_size, np.float32)
        logits: NDArray[np.float32] = self.model.logits([ids[position]], position - 1)[0]
        return logits

    def append(self, ids: Sequence[int], end: int) -> None:
        prefix = self.sequence.prefix
        while (begin := self.num_rows) < end:
            num_done = self.model.prefill(self.sequence, list(ids[begin + 1 : end + 1]), begin)
            prefix.append(ids[len(prefix) : begin + num_done + 1])
