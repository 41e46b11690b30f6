"""Drafts a block of tokens in one step (DFlash 1 and 2, DSpark)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams
from engine.errors import NotFiniteError, RequestError
from engine.models.dflash import Config
from engine.runtime.executor import Accepted, Block, Drafts, LaterPicks
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, StepCounters
from engine.speculation.costs import verify_seconds
from engine.speculation.feature_reader import FeatureReader

_LEVELS = 5  # of confidence, by which acceptance is counted


@dataclass
class _LaunchedBlock:
    """A block behind a verify step that began at `begin`; its first token is at `position`.

    The next verify step is behind it where that has `num_verified` of its drafts.
    """

    begin: int
    picks: LaterPicks
    num_verified: int = 0
    position: int | None = None  # until the step's outcome is known


class BlockDrafter(FeatureReader):
    """A block is computed after the rows in the cache, and leaves none there.

    The next one is launched behind the verify step of the last, on a device that knows what it
    accepts: it reads the token and its position there. So is the verify step of its drafts, where
    it is known how many. A drafter that rates its drafts is as sure of them as it says; of those
    the host decides how many are verified.
    """

    _launched: _LaunchedBlock | None = None
    ratings: Sequence[float] = ()
    """How likely each of the last drafts is right, where it says so."""

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._launched = None
        super().begin(sampling, seed, counters)

    def draft_behind(self, rows: Rows, most: int) -> None:
        begin, size = rows.position, len(self._block(0, rows.end))
        own, verifying = Rows(self.sequence, begin, rows.num_rows), self._target.runner
        self._launched = None
        if len(self.sequence.prefix) != begin or size < self._config.block_size:
            return
        if self.model.behind.append(verifying, own):
            block = Rows(self.sequence, own.end, size)
            picks = self.model.behind.block(verifying, block, self._config.mask_token)
            self._launched = _LaunchedBlock(begin, picks, self._verify_behind(rows, most))

    def num_verifying(self, ids: Sequence[int]) -> int:
        launched = self._launched
        is_next = launched is not None and launched.position == len(ids) - 1
        return launched.num_verified if launched is not None and is_next else 0

    def follow(self, ids: Sequence[int], num_rows: int) -> None:
        launched, prefix = self._launched, self.sequence.prefix
        if launched is not None and launched.position is None:
            launched.position = num_rows
            prefix.append(ids[launched.begin : num_rows])
        super().follow(ids, num_rows)

    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """Return `most` tokens, fewer at the end of the context or beyond a block.

        Those alone that are being verified, if any are.
        """
        last, prefix = len(ids) - 1, self.sequence.prefix
        block, first = self._block(ids[-1], last), self._config.first_row
        num_verified = self.num_verifying(ids)
        room = min(most, num_verified or most, len(block) - first)
        if room < 1:
            return []
        prefix.keep(ids)
        if not self._reaches(last):
            return []
        rows, launched = Rows(self.sequence, last, len(block)), self._launched
        self._launched = None
        self.append(ids, last)
        if launched is not None and launched.position == last:
            picks = launched.picks([rows])
        else:
            picks = self.model.verify(rows, block)
        try:
            drafts = list(islice(picks, first, first + room))
        except NotFiniteError:
            prefix.clear()
            return []
        if num_verified:
            verified = Rows(self._target.sequences[self.sequence.index], last, 1 + len(drafts))
            self._target.behind.tell(verified, [ids[-1], *drafts])
        if self._config.has_confidence:
            self.ratings = self.model.confidences(first + room)[first:]
        return drafts

    def confidence(self, token: int, rivals: Sequence[int]) -> int:
        if not self._config.has_confidence:
            return super().confidence(token, rivals)
        level = self.ratings[len(self.confidences)] * _LEVELS
        return min(int(level), _LEVELS - 1) if level > 0 else 0  # also of NaN

    def num_steps(self, num_drafts: int) -> int:
        return min(num_drafts, 1)

    def step_seconds(self) -> float:
        return verify_seconds(self.model, len(self._block(0, 0)))

    def first_logits(self, ids: list[int], position: int) -> NDArray[np.float32]:
        block = self._block(ids[position], position)
        first = self._config.first_row
        if len(block) <= first:
            raise RequestError(
                f"There is no room for a draft after position {position}; load the model with a "
                "larger context."
            )
        logits: NDArray[np.float32] = self.model.logits(block, position)[first]
        return logits

    def append(self, ids: Sequence[int], end: int) -> None:
        prefix = self.sequence.prefix
        is_long = end - len(prefix) > self._most_behind
        while (begin := len(prefix)) < end:
            num_done = self.model.prefill(self.sequence, list(ids[begin:end]), begin)
            prefix.append(ids[begin : begin + num_done])
        if is_long:
            prefix.remember()

    def _read_from(self, target: LoadedModel) -> None:
        super()._read_from(target)
        block = Block(self._config.mask_token, self._config.block_size)
        self.model.behind.prepare(target.runner, Accepted.ROWS, block)
        target.behind.prepare(self.model.runner, Drafts(self._config.first_row, 1))

    def _verify_behind(self, verified: Rows, most: int) -> int:
        """Launch the verify step of the drafts of the block just launched; how many it has.

        At most `most`. The target's last step has the rows `verified`.
        """
        config, target = self._config, self._target
        number = min(most, config.block_size - config.first_row)
        if number < 1 or config.has_confidence:
            return 0
        drafts = Drafts(config.first_row, number)
        return number if target.behind.verify(self.model.runner, verified, drafts) else 0

    def _block(self, token: int, position: int) -> list[int]:
        """The tokens of a block that begins with `token` at `position`."""
        num_rows = min(self._config.block_size, self.model.context_len - position)
        return [token, *[self._config.mask_token] * (num_rows - 1)]

    @property
    def _config(self) -> Config:
        config = self.model.config
        assert isinstance(config, Config)
        return config
