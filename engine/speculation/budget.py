"""Drafts as much as pays, and bounds what drafting may cost."""

import math
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams, Toggles
from engine.runtime.sequence import Rows, StepCounters
from engine.speculation.acceptance import Acceptance
from engine.speculation.costs import StepCosts
from engine.speculation.drafter import READ_AT_ONCE, Drafter

CREDIT_STEPS = 4.0
CREDIT_PER_TOKEN = 0.02
_MOST_SAVED = 16.0  # steps that rounds have saved and others may lose again
_FEW_BEHIND = 8  # tokens that a drafter reads on the way to its next draft
_WEIGHT = 0.15  # of a round in a moving average


@dataclass(frozen=True)
class _Round:
    """What was done since the text had `num_ids` ids, at `seconds` on the clock.

    Of a draft with these `confidences`, the first `num_drafts` are verified. It took
    `draft_seconds`, `first_seconds` of them for the first token, where that is known. A step that
    was launched for the next draft may delay it: one over `num_read` tokens, or one for nothing.
    """

    seconds: float
    num_ids: int
    num_drafts: int = 0
    confidences: Sequence[int] = ()
    plan: "_Plan | None" = None
    draft_seconds: float = 0.0
    first_seconds: float | None = None
    num_read: int = 0
    is_delayed: bool = False


@dataclass(frozen=True)
class _Plan:
    """A draft of at most `most` tokens, of which `least` are verified even if that may not pay.

    `reading` is charged to the credit, of what the drafter takes to read `num_read` tokens first.
    """

    position: int
    most: int
    least: int
    is_free: bool
    num_read: int
    reading: float


class BudgetedDrafter(Drafter):
    """Passes on another drafter's drafts, in the length that gives the most tokens a second.

    What a round costs, in plain steps, is in `costs`; what it will give follows from how often
    drafts were accepted, by depth and confidence. Each round that costs more than its tokens uses
    up credit, of which there are `CREDIT_STEPS` at first; every token brings `CREDIT_PER_TOKEN`.
    A round that could cost more than the credit is not begun, nor one that is not expected to pay
    for more than the tokens have brought. So over n tokens drafting loses at most
    CREDIT_PER_TOKEN * n + CREDIT_STEPS steps, and what never seems to pay loses no CREDIT_STEPS.
    Outside of the budget is what a drafter that is expected to pay needs to read a prompt.
    """

    def __init__(
        self,
        drafter: Drafter,
        costs: StepCosts,
        measure: Callable[[StepCosts], None] = StepCosts.forget,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Pass on the drafts of `drafter`, which is `inner`.

        `measure` fills `costs`, or forgets them, when steps have changed.
        """
        self.inner = drafter
        self.costs = costs
        self._measure = measure
        self._clock = clock
        self._credit = CREDIT_STEPS
        self._advance = CREDIT_STEPS  # what of it no token has brought
        self._goal = 0.0  # credit that is saved for
        self._acceptance: dict[bool, Acceptance] = defaultdict(Acceptance)  # by `is_free`
        self._rest: dict[bool, int] = {}
        self._lost_unseen = 0.0  # of the rate, on average, where drafts are verified unseen
        self._is_first_round = True
        self._last: _Round | None = None
        self._num_tokens, self._spent, self._has_drafted = 0, 0.0, False
        self._asked: _Plan | None = None
        self._is_launched = False  # the first step of the next draft
        self._asked_at: list[float] = []  # when it was asked whether the draft goes on
        drafter.goes_on = self._may_go_on

    @property
    def is_resting(self) -> bool:  # type: ignore[override]
        return self.pause in ("loss", "reading")

    @property
    def gain(self) -> float | None:  # type: ignore[override]
        """How many times as fast as plain steps the answer was so far; None without drafts."""
        return self._num_tokens / self._spent if self._has_drafted and self._spent else None

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._last = None
        self._is_first_round, self._is_launched = True, False
        self._num_tokens, self._spent, self._has_drafted = 0, 0.0, False
        self.pause = None
        self.inner.begin(sampling, seed, counters)

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:
        self.inner.configure(toggles, on_progress)
        self._last, self._is_launched = None, False
        self._measure(self.costs)

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        now = self._clock()
        if self._last is not None:
            self._account(self._last, now - self._last.seconds, len(ids) - self._last.num_ids)
        is_launched, self._is_launched = self._is_launched, False
        self._last = _Round(now, len(ids), is_delayed=is_launched)
        self._rest = {source: left - 1 for source, left in self._rest.items() if left > 1}
        ahead = self._plan_ahead(ids, most)
        plan = self._asked = ahead or self._plan(ids, most)
        if plan is None:
            return []
        end = len(ids) - 1 - max(plan.num_read - READ_AT_ONCE, 0)
        if plan.num_read and (num_read := self._read(ids, end)):
            if plan.reading:
                self._credit -= self.costs.reading(len(ids), num_read)
            num_read = num_read if self.inner.runs_ahead else 0
            self.pause, self._last = "reading", _Round(self._clock(), len(ids), num_read=num_read)
            return []
        self._asked_at, began = [], self._clock()
        drafts = self.inner.draft(ids, plan.most)
        seconds = self._clock() - began
        first_seconds = self._asked_at[0] - began if self._asked_at else None
        self.pause = None if drafts else self.inner.pause
        confidences = (*self.inner.confidences, *[0] * len(drafts))[: len(drafts)]
        num_drafts, rate = self._best(plan, len(drafts), confidences)
        if drafts and not plan.is_free and not plan.least:
            self._note_unseen(plan, confidences, rate)
        if ahead is not None:
            num_drafts = len(drafts)
        self._last = _Round(
            now, len(ids), num_drafts, confidences, plan, seconds, first_seconds,
            is_delayed=is_launched and plan.is_free,
        )  # fmt: skip
        return drafts[:num_drafts]

    def num_silent(self, ids: Sequence[int]) -> int:
        rests = {source: max(self._rest.get(source, 0) - 1, 0) for source in self.inner.sources}
        if True in rests:
            rests[True] = max(rests[True], self.inner.num_without_repeats(ids))
        return min(rests.values())

    def move_to(self, sequence: int) -> None:
        self.inner.move_to(sequence)

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:
        return self.inner.take_up(ids, num_rows)

    def follow(self, ids: Sequence[int], num_rows: int) -> None:
        self.inner.follow(ids, num_rows)

    def draft_behind(self, rows: Rows, most: int) -> None:
        if self._pays:
            self._is_launched = self.inner.runs_ahead
            self.inner.draft_behind(rows, self._num_unseen(rows, most))

    def num_verifying(self, ids: Sequence[int]) -> int:
        return self.inner.num_verifying(ids)

    def start(self, ids: Sequence[int]) -> None:
        if self._pays:
            self._is_launched = self.inner.runs_ahead
            self.inner.start(ids)

    @property
    def _pays(self) -> bool:
        """Whether the last draft was no trial and took steps, so that another one is likely."""
        plan = self._asked
        return plan is not None and not plan.is_free and not plan.least

    def read_prompt(self, ids: Sequence[int], num_rows: int) -> None:
        most = self.costs.most_drafts
        plan = _Plan(num_rows, most, 1, is_free=False, num_read=0, reading=0.0)
        if not self.costs.is_known or self._best(plan, most, ())[1] <= 1:
            return
        num_read = self._read(ids, num_rows)
        if self.inner.runs_ahead:
            self._spent += self.costs.reading(num_rows, num_read)

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        return self.inner.logits_after(ids, positions)

    def close(self) -> None:
        self.inner.close()

    def _read(self, ids: Sequence[int], end: int) -> int:
        """Let the drafter read the tokens before `end`; returns how many it lacked.

        How long that takes is known here only where nothing runs ahead.
        """
        began, num_behind = self._clock(), self.inner.num_behind(ids)
        self.inner.read_prompt(ids, end)
        num_read = num_behind - self.inner.num_behind(ids)
        if num_read > 0 and not self.inner.runs_ahead:
            self.costs.note_reading(num_read, self._clock() - began)
            self._spent += self.costs.reading(end, num_read)
        return max(num_read, 0)

    def _account(self, done: _Round, seconds: float, num_tokens: int) -> None:
        self._num_tokens += num_tokens
        most = max(CREDIT_STEPS, self._goal, self._credit)
        self._credit = min(self._credit + CREDIT_PER_TOKEN * num_tokens, most)
        costs, position, plan = self.costs, done.num_ids, done.plan
        if plan is None or not done.confidences:
            self._account_plain(done, seconds - done.draft_seconds, num_tokens)
            return
        self._is_first_round = False
        self._has_drafted = True
        self._acceptance[plan.is_free].note(done.confidences, done.num_drafts, num_tokens - 1)
        num_steps = self._num_steps(plan, len(done.confidences))
        if num_steps:
            parts = done.first_seconds, done.draft_seconds
            costs.note_draft(position, num_steps, plan.num_read, *parts)
        if not done.is_delayed:
            costs.note_verify(position, done.num_drafts, seconds - done.draft_seconds)
        cost = costs.round(position, done.num_drafts, num_steps)
        self._spent += cost + costs.reading(position, plan.num_read)
        most = max(_MOST_SAVED, most)
        self._credit = min(self._credit + num_tokens - cost - plan.reading, most)
        self._advance = min(self._advance, max(self._credit, 0.0))

    def _account_plain(self, done: _Round, seconds: float, num_tokens: int) -> None:
        self._spent += num_tokens
        if not done.num_read and not done.is_delayed:
            self.costs.note_plain(done.num_ids, seconds)
            return
        waited = self.costs.note_delayed(done.num_ids, done.num_read, seconds)
        self._spent += waited
        if done.is_delayed:
            self._credit -= waited

    def _plan(self, ids: Sequence[int], most: int) -> _Plan | None:
        """The next draft; None if there is none."""
        is_free = self.inner.is_free(ids)
        if most < 1 or not self.costs.is_known_at(len(ids)) or self._rest.get(is_free):
            return None
        num_read = 0 if is_free else self.inner.num_behind(ids)
        num_read = num_read if num_read > _FEW_BEHIND else 0
        reading = self.costs.reading(len(ids), num_read)
        plan = _Plan(len(ids), most, 1, is_free, num_read, reading)
        length, rate = self._best(plan, most, ())
        if rate > 1:
            plan = replace(plan, least=0, reading=0.0 if self._is_first_round else reading)
        kept = 0.0 if rate > 1 else self._advance
        length = self._affordable(plan, length, self._credit - kept)
        loss = self._loss(plan, length)
        missing = loss + kept - self._credit
        if missing <= 0:
            self._goal = 0.0
            return replace(plan, most=length)
        self._goal = max(self._goal, loss + kept)
        self._rest[is_free] = math.ceil(missing / CREDIT_PER_TOKEN)
        is_for_reading = rate > 1 and loss - plan.reading <= self._credit
        self.pause = "reading" if is_for_reading else "loss"
        return None

    def _plan_ahead(self, ids: Sequence[int], most: int) -> _Plan | None:
        """That of a draft which is being verified already."""
        num_drafts = min(self.inner.num_verifying(ids), most)
        plan = _Plan(len(ids), num_drafts, 0, is_free=False, num_read=0, reading=0.0)
        return plan if num_drafts else None

    def _num_unseen(self, rows: Rows, most: int) -> int:
        """How many drafts to verify behind `rows` before their confidences are known.

        None where to know them is worth more than the time that it takes, or where both rounds
        could cost more than the credit.
        """
        asked, position = self._asked, rows.end + 1
        if asked is None or not self.costs.is_known_at(position):
            return 0
        most = min(most, self.costs.most_drafts)
        plan = _Plan(position, most, 0, is_free=False, num_read=0, reading=0.0)
        num_drafts, rate = self._best(plan, most, ())
        loss = self._loss(plan, num_drafts)
        is_worth_it = self._lost_unseen * (1 + loss) <= self.costs.handover(position)
        is_affordable = self._loss(asked, rows.num_rows - 1) + loss <= self._credit
        return num_drafts if rate > 1 and is_worth_it and is_affordable else 0

    def _note_unseen(self, plan: _Plan, confidences: Sequence[int], rate: float) -> None:
        """`rate` is that of the best part of a draft; all of it is what had been chosen unseen."""
        whole = replace(plan, least=len(confidences))
        lost = 1 - self._best(whole, len(confidences), confidences)[1] / rate
        self._lost_unseen += _WEIGHT * (lost - self._lost_unseen)

    def _affordable(self, plan: _Plan, length: int, credit: float) -> int:
        """The best number of drafts, at most `length`, that cannot cost more than the credit.

        `length` if no such number is expected to pay.
        """
        fitting = length
        while fitting > 1 and self._loss(plan, fitting) > credit:
            fitting -= 1
        if fitting == length:
            return length
        best, rate = self._best(plan, fitting, ())
        return best if rate > 1 else length

    def _loss(self, plan: _Plan, num_drafts: int) -> float:
        """The most that a round may cost, in plain steps: none of its drafts is right."""
        num_steps = self._num_steps(plan, num_drafts)
        return self.costs.round(plan.position, num_drafts, num_steps) - 1 + plan.reading

    def _num_steps(self, plan: _Plan, num_drafts: int) -> int:
        return 0 if plan.is_free else self.inner.num_steps(num_drafts)

    def _may_go_on(self, confidences: Sequence[int]) -> bool:
        plan = self._asked
        self._asked_at.append(self._clock())
        return plan is None or self._best(plan, plan.most, confidences)[0] > len(confidences)

    def _best(self, plan: _Plan, most: int, confidences: Sequence[int]) -> tuple[int, float]:
        """The number of drafts that gives the most tokens a plain step, and how many.

        `confidences` are those of what is drafted already, whose steps cannot be saved any more.
        """
        acceptance, cost_of = self._acceptance[plan.is_free], self.costs.rounds(plan.position)
        num_done = len(confidences)
        best, best_rate = 0, 0.0
        chain, expected = 1.0, 1.0
        for num_drafts in range(most + 1):
            if num_drafts:
                depth = num_drafts - 1
                chain *= acceptance.chance(depth, confidences[depth] if depth < num_done else None)
                expected += chain
            num_steps = self._num_steps(plan, max(num_drafts, num_done))
            rate = expected / cost_of(num_drafts, num_steps)
            if num_drafts >= plan.least and rate > best_rate:
                best, best_rate = num_drafts, rate
        return best, best_rate
