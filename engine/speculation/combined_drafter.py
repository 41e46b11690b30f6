"""Long repeats in the text first, which cost nothing to draft; else another drafter."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams, Toggles
from engine.runtime.sequence import Rows, StepCounters
from engine.speculation.drafter import Drafter
from engine.speculation.ngram_drafter import NgramDrafter

_LONG_MATCH = 8  # tokens; a shorter repeat tells less than a model does


class CombinedDrafter(Drafter):
    """Drafts what followed the last tokens earlier, where that many were the same.

    `inner` drafts where nothing repeats, and where its drafts are being verified already.
    """

    sources = (False, True)

    def __init__(self, drafter: Drafter) -> None:
        self.inner = drafter
        self._repeats = NgramDrafter(_LONG_MATCH, _LONG_MATCH)
        self._has_repeat = False  # in the text of the last draft

    @property
    def runs_ahead(self) -> bool:  # type: ignore[override]
        return self.inner.runs_ahead

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        drafts = self._repeats.draft(ids, most)
        self.confidences, self._has_repeat = self._repeats.confidences, bool(drafts)
        if not drafts or self.inner.num_verifying(ids):
            self.inner.goes_on = self.goes_on
            drafts = self.inner.draft(ids, most)
            self.confidences = self.inner.confidences
        self.pause = None if drafts else self.inner.pause
        return drafts

    def is_free(self, ids: Sequence[int]) -> bool:
        return not self.inner.num_verifying(ids) and bool(self._repeats.draft(ids, 1))

    def num_verifying(self, ids: Sequence[int]) -> int:
        return self.inner.num_verifying(ids)

    def num_without_repeats(self, ids: Sequence[int]) -> int:
        return self._repeats.num_without_repeats(ids)

    def num_behind(self, ids: Sequence[int]) -> int:
        return self.inner.num_behind(ids)

    def num_steps(self, num_drafts: int) -> int:
        return self.inner.num_steps(num_drafts)

    def step_seconds(self) -> float:
        return self.inner.step_seconds()

    def move_to(self, sequence: int) -> None:
        self.inner.move_to(sequence)

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:
        return self.inner.take_up(ids, num_rows)

    def follow(self, ids: Sequence[int], num_rows: int) -> None:
        self.inner.follow(ids, num_rows)

    def draft_behind(self, rows: Rows, most: int) -> None:
        self.inner.draft_behind(rows, 0 if self._has_repeat else most)

    def start(self, ids: Sequence[int]) -> None:
        if not self.is_free(ids):
            self.inner.start(ids)

    def read_prompt(self, ids: Sequence[int], num_rows: int) -> None:
        self.inner.read_prompt(ids, num_rows)

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self.inner.begin(sampling, seed, counters)

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:
        self.inner.configure(toggles, on_progress)

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        return self.inner.logits_after(ids, positions)

    def close(self) -> None:
        self.inner.close()
