"""Decode steps that run ahead of the host."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.errors import NotFiniteError, TooComplexError
from engine.runtime.executor import Executor
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner
from engine.sampling.constraint import Constraint

UNCONSTRAINED: Mapping[int, Constraint] = {}


@dataclass(frozen=True)
class _LaunchedStep:
    """A decode step on its way, and the ids that it will have sampled."""

    rows: list[Rows]
    picks: Iterator[int]


class DecodeQueue:
    """Launches decode steps, up to `Executor.steps_ahead` of them before their tokens are known.

    A device that samples writes each token where the next step reads it, so steps follow each
    other there while the host handles an earlier token. A stop takes effect within that many steps.

    With constraints one step runs ahead, and waits on the device for the masks of its rows. They
    are published before `decode` returns or raises: nobody else ever finds a step that waits.
    """

    def __init__(self, runner: StepRunner, executor: Executor) -> None:
        self._runner = runner
        self._executor = executor
        self._launched: deque[_LaunchedStep] = deque()
        self._last_picks: list[int] | None = None
        self._constraints = UNCONSTRAINED
        self._waiting: list[Rows] | None = None  # the rows whose masks are not published

    def decode(
        self,
        rows: list[Rows],
        token_ids: list[int],
        *,
        ahead: int,
        constraints: Mapping[int, Constraint] = UNCONSTRAINED,
    ) -> list[int]:
        """Run a decode step, one row of each of some sequences; returns the id sampled after each.

        `ahead` is the number of steps that are likely to follow, each over the ids returned last.
        `constraints`, by sequence, have taken those ids then.
        """
        launched = self._launched
        is_launched = launched and launched[0].rows == rows and token_ids == self._last_picks
        if not is_launched or constraints != self._constraints:
            self.start(rows, token_ids, constraints)
        if constraints:
            ahead = min(ahead, 1)
        most = min(ahead, self._executor.steps_ahead)
        try:
            while len(launched) <= most:
                following = [row.following() for row in launched[-1].rows]
                if any(row.end > self._runner.capacity for row in following):
                    break
                self._launch(following)
            picks = self._last_picks = self._read(rows, token_ids)
            if constraints:
                self._take(rows, picks)
        except BaseException:
            self.clear()
            raise
        return picks

    def start(
        self,
        rows: list[Rows],
        token_ids: list[int],
        constraints: Mapping[int, Constraint] = UNCONSTRAINED,
        *,
        masks_first: bool = False,
    ) -> None:
        """Launch a decode step that `decode` is going to be asked for.

        Its masks are computed while it runs, or before it is launched.
        """
        self.clear()
        self._constraints = constraints
        self._runner.fill(rows, token_ids, constraints.keys())
        try:
            if masks_first:
                self._publish(rows)
                self._launch(rows)
                self._waiting = None
            else:
                self._launch(rows)
                self._publish(rows)
        except BaseException:
            self.clear()
            raise
        self._last_picks = token_ids

    def clear(self) -> None:
        """Forget the steps that ran ahead; the next step's inputs must be filled."""
        if self._waiting is not None:
            self._executor.publish(self._waiting, {})
            self._waiting = None
        self._launched.clear()
        self._last_picks = None

    def _launch(self, rows: list[Rows]) -> None:
        if self._constraints:
            self._waiting = rows
        buffers = self._runner.run_filled(Role.DECODE, rows)
        self._launched.append(_LaunchedStep(rows, self._executor.picks(buffers, rows)))

    def _publish(self, rows: list[Rows]) -> None:
        """Let the constrained rows of a step be sampled."""
        if self._constraints:
            masks = {sequence: each.mask() for sequence, each in self._constraints.items()}
            self._executor.publish(rows, masks)
            self._waiting = None

    def _read(self, rows: list[Rows], token_ids: list[int]) -> list[int]:
        """What the first step has picked."""
        try:
            return list(self._launched.popleft().picks)
        except NotFiniteError:
            if not self._constraints:
                raise
        # A mask may have come too late, or else this raises the same.
        self.start(rows, token_ids, self._constraints, masks_first=True)
        return list(self._launched.popleft().picks)

    def _take(self, rows: list[Rows], picks: list[int]) -> None:
        """Let the constraints go on, and with them the step that runs ahead."""
        for row, pick in zip(rows, picks, strict=True):
            constraint = self._constraints.get(row.sequence.index)
            if constraint is not None:
                constraint.take(pick)
        if self._waiting is not None:
            try:
                self._publish(self._waiting)
            except TooComplexError:  # `start` meets it again, if the answer goes on
                self.clear()
