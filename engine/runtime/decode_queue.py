"""Decode steps that run ahead of the host."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from engine.runtime.executor import Executor
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner


@dataclass(frozen=True)
class _LaunchedStep:
    """A decode step on its way, and the ids that it will have sampled."""

    rows: list[Rows]
    picks: Iterator[int]


class DecodeQueue:
    """Launches decode steps, up to `Executor.steps_ahead` of them before their tokens are known.

    A device that samples writes each token where the next step reads it, so steps follow each
    other there while the host handles an earlier token. A stop takes effect within that many steps.
    """

    def __init__(self, runner: StepRunner, executor: Executor) -> None:
        self._runner = runner
        self._executor = executor
        self._launched: deque[_LaunchedStep] = deque()
        self._last_picks: list[int] | None = None

    def decode(self, rows: list[Rows], token_ids: list[int], *, ahead: int) -> list[int]:
        """Run a decode step, one row of each of some sequences; returns the id sampled after each.

        `ahead` is the number of steps that are likely to follow, each over the ids returned last.
        """
        launched = self._launched
        if not launched or launched[0].rows != rows or token_ids != self._last_picks:
            self.start(rows, token_ids)
        while len(launched) <= min(ahead, self._executor.steps_ahead):
            following = [row.following() for row in launched[-1].rows]
            if any(row.end > self._runner.capacity for row in following):
                break
            self._launch(following)
        self._last_picks = list(launched.popleft().picks)
        return self._last_picks

    def start(self, rows: list[Rows], token_ids: list[int]) -> None:
        """Launch a decode step that `decode` is going to be asked for."""
        self.clear()
        self._runner.fill(rows, token_ids)
        self._launch(rows)
        self._last_picks = token_ids

    def clear(self) -> None:
        """Forget the steps that ran ahead; the next step's inputs must be filled."""
        self._launched.clear()
        self._last_picks = None

    def _launch(self, rows: list[Rows]) -> None:
        buffers = self._runner.run_filled(Role.DECODE, rows)
        self._launched.append(_LaunchedStep(rows, self._executor.picks(buffers, rows)))
