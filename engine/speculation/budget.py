"""Drafts as much as pays, and bounds what drafting may cost."""

import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams, Toggles
from engine.runtime.sequence import StepCounters
from engine.speculation.drafter import Drafter

CREDIT_STEPS = 4.0
CREDIT_PER_TOKEN = 0.02
_MIN_PLAIN_STEPS = 3  # measured before the first draft
_MAX_REST = 400
_WEIGHT = 0.15  # of a new value in a moving average
_FIRST_ACCEPTANCE = 0.7
_ASSUMED_COST = (1.3, 0.25)  # of a round and of each draft in it, in plain steps, until measured


class BudgetedDrafter(Drafter):
    """Passes on another drafter's drafts, in the length that gives the most tokens a second.

    The time from one draft to the next is that of a plain step, or of a round of draft and verify;
    the tokens that came meanwhile tell how many drafts were accepted. A round that took longer than
    its tokens would have taken uses up credit, of which there are at most `CREDIT_STEPS` plain
    steps; every token brings `CREDIT_PER_TOKEN` of one. Without credit it rests. So over n tokens
    drafting loses at most CREDIT_PER_TOKEN * n + CREDIT_STEPS steps, and a round. The first round
    of an answer is free: it reads the prompt.
    """

    def __init__(self, drafter: Drafter, clock: Callable[[], float] = time.perf_counter) -> None:
        self._drafter = drafter
        self._clock = clock
        self._credit = CREDIT_STEPS
        self._num_plain = 0
        self._plain_seconds = 0.0
        self._round_seconds: dict[int, float] = {}  # by number of drafts
        self._acceptance: list[float] = []  # of the draft at each depth, once those before are
        self._rest = 0
        self._has_rested = False
        self._is_first_round = True
        self._last: tuple[float, int, int] | None = None  # when, len(ids), number of drafts

    @property
    def is_resting(self) -> bool:  # type: ignore[override]
        return self._rest > 1

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._last = None
        self._is_first_round = True
        self._drafter.begin(sampling, seed, counters)

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:
        self._num_plain = 0  # every time is another one now
        self._round_seconds.clear()
        self._drafter.configure(toggles, on_progress)

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        now = self._clock()
        if self._last is not None:
            then, num_ids, num_drafts = self._last
            self._account(now - then, len(ids) - num_ids, num_drafts)
        num_drafts = self._choose(most)
        drafts = self._drafter.draft(ids, num_drafts) if num_drafts else []
        self._last = (now, len(ids), len(drafts))
        return drafts

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:
        return self._drafter.take_up(ids, num_rows)

    def follow(self, ids: Sequence[int], num_rows: int) -> None:
        self._drafter.follow(ids, num_rows)

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        return self._drafter.logits_after(ids, positions)

    def close(self) -> None:
        self._drafter.close()

    def _account(self, seconds: float, num_tokens: int, num_drafts: int) -> None:
        self._credit = min(self._credit + CREDIT_PER_TOKEN * num_tokens, CREDIT_STEPS)
        if num_drafts == 0:
            self._note_plain(seconds)
            return
        num_accepted = num_tokens - 1
        for depth in range(min(num_accepted + 1, num_drafts)):
            if depth == len(self._acceptance):
                self._acceptance.append(_FIRST_ACCEPTANCE)
            accepted = float(depth < num_accepted)
            self._acceptance[depth] += _WEIGHT * (accepted - self._acceptance[depth])
        if self._is_first_round:
            # It read the prompt too, or was the first of its kind.
            self._is_first_round = False
            return
        known = self._round_seconds.get(num_drafts, seconds)
        self._round_seconds[num_drafts] = known + _WEIGHT * (seconds - known)
        gain = num_tokens - seconds / self._plain_seconds
        self._credit = min(self._credit + gain, CREDIT_STEPS)

    def _note_plain(self, seconds: float) -> None:
        self._num_plain += 1
        if self._num_plain == 1:
            self._plain_seconds = seconds
        # A pause of the machine is no step's time.
        bounded = min(seconds, 3 * self._plain_seconds)
        self._plain_seconds += max(_WEIGHT, 1 / self._num_plain) * (bounded - self._plain_seconds)

    def _choose(self, most: int) -> int:
        """The number of drafts of the next round; 0 rests."""
        if self._num_plain < _MIN_PLAIN_STEPS or most < 1:
            return 0
        if self._rest > 0:
            self._rest -= 1
            return 0
        best, best_rate = 1, 0.0
        chain, expected = 1.0, 1.0
        for depth in range(most):
            known = depth < len(self._acceptance)
            chain *= self._acceptance[depth] if known else _FIRST_ACCEPTANCE
            expected += chain
            rate = expected / self._cost(depth + 1)
            if rate > best_rate:
                best, best_rate = depth + 1, rate
        missing = self._cost(best) - 1 - self._credit
        if missing <= 0 or self._has_rested:
            self._has_rested = False
            return best
        self._rest = min(_MAX_REST, int(missing / CREDIT_PER_TOKEN))
        self._has_rested = True
        return 0

    def _cost(self, num_drafts: int) -> float:
        """Plain steps that a round takes; the nearest measured one tells of the others."""
        base, per_draft = _ASSUMED_COST
        if not self._round_seconds:
            return base + per_draft * num_drafts
        nearest = min(self._round_seconds, key=lambda known: abs(known - num_drafts))
        measured = self._round_seconds[nearest] / self._plain_seconds
        share = max(0.0, measured - base) / nearest
        return measured + share * (num_drafts - nearest)
