"""Steps that follow another model's on the device, before the host knows what they compute."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.runtime.decode_queue import DecodeQueue
from engine.runtime.executor import Accepted, Behind, Block, Drafts, Executor, LaterPicks
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner


@dataclass
class _LaunchedVerify:
    """A verify step of `num_rows` on its way; `num_steps` of its model were launched with it.

    Its first `rows`, with these `token_ids`, are told once the host knows them.
    """

    picks: LaterPicks
    num_rows: int
    num_steps: int
    rows: Rows | None = None
    token_ids: Sequence[int] = ()


class StepsBehind:
    """Launches steps of one model behind the last step of another, `other`.

    A drafter's follow the target's verify step, and that of the next round follows the drafter's.
    Nothing waits for them.
    """

    def __init__(self, runner: StepRunner, executor: Executor, decoding: DecodeQueue) -> None:
        """Steps of `decoding` that run ahead are forgotten."""
        self._runner = runner
        self._executor = executor
        self._decoding = decoding
        self._verifying: _LaunchedVerify | None = None

    def prepare(self, other: StepRunner, *inputs: Behind) -> None:
        """Compile what fills such inputs of a step behind one of `other`, before it is needed."""
        for what in inputs:
            if self._runner.fill_behind(other, what) and what is Accepted.PICKS:
                self._runner.fill_next()

    def append(self, other: StepRunner, rows: Rows) -> bool:
        """Launch a prompt step behind a verify step, over the rows that it accepts.

        `rows`, of this model's sequence, are those that it may accept. False where that is not
        known on the device.
        """
        self._decoding.clear()
        is_filled = self._runner.fill_behind(other, Accepted.ROWS)
        if is_filled:
            self._runner.run_filled(Role.PREFILL, [rows])
        return is_filled

    def block(self, other: StepRunner, rows: Rows, mask_token: int) -> LaterPicks:
        """Launch a verify step over a block that begins with the next token of the target.

        The token is the last that the verify step of `append` picks; `mask_token`s follow. `rows`
        are the last that the block may have.
        """
        self._runner.fill_behind(other, Block(mask_token, rows.num_rows))
        self._runner.run_filled(Role.VERIFY, [rows])
        return self._executor.picks_behind()

    def drafts(self, other: StepRunner, rows: Rows, num_drafts: int) -> list[LaterPicks]:
        """Launch the steps of a draft behind a verify step; the picks of each.

        The first is over what the verify step picks, as far as it accepts: `rows` of this model's
        sequence at most. Each other one is over what the one before picks last. None where that is
        not known on the device.
        """
        self._decoding.clear()
        if not self._runner.fill_behind(other, Accepted.PICKS):
            return []
        self._runner.run_filled(Role.VERIFY, [rows])
        launched, row = [self._executor.picks_behind()], rows
        for _ in range(1, num_drafts):
            if row is rows:
                self._runner.fill_next()
            row = row.following()
            self._runner.run_filled(Role.DECODE, [row])
            launched.append(self._executor.picks_behind())
        return launched

    def verify(self, other: StepRunner, verified: Rows, drafts: Drafts) -> bool:
        """Launch the verify step of `drafts` behind the block of a drafter.

        The block is behind this model's last step, which verifies the rows `verified`. False where
        the drafts are not known on the device, or the state could not go back to each of those rows
        any more.
        """
        self._verifying = None
        # The last that it may have: all rows before are accepted, and were prepared with them.
        rows = Rows(verified.sequence, verified.end, 1 + drafts.number)
        if not rows.sequence.state.can_begin(verified.position + 1, rows.position, rows.num_rows):
            return False
        self._decoding.clear()
        if not self._runner.fill_behind(other, drafts):
            return False
        self._runner.run_filled(Role.VERIFY, [rows])
        picks = self._executor.picks_behind()
        self._verifying = _LaunchedVerify(picks, rows.num_rows, self._runner.num_steps)
        return True

    def tell(self, rows: Rows, token_ids: Sequence[int]) -> None:
        """The first rows of the verify step launched last are these, with these tokens."""
        if self._verifying is not None:
            self._verifying.rows, self._verifying.token_ids = rows, token_ids

    def take(self, rows: Rows, token_ids: Sequence[int]) -> Iterator[int] | None:
        """The picks of the verify step launched last, if its first rows are known to be these.

        None as well if another step came after it.
        """
        launched, self._verifying = self._verifying, None
        if launched is None or launched.num_steps != self._runner.num_steps:
            return None
        known = launched.rows if rows.num_rows <= launched.num_rows else None
        if known is None or (known.sequence, known.position) != (rows.sequence, rows.position):
            return None
        is_wanted = list(launched.token_ids[: rows.num_rows]) == list(token_ids)
        return launched.picks([rows]) if is_wanted else None

    def forget(self) -> None:
        """Nobody wants the verify step launched last."""
        self._verifying = None
