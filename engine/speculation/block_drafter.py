"""Drafts a block of tokens in one step (DFlash)."""

from collections.abc import Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotFiniteError, RequestError
from engine.models.dflash import Config
from engine.runtime.sequence import Rows
from engine.speculation.costs import verify_seconds
from engine.speculation.feature_reader import FeatureReader


class BlockDrafter(FeatureReader):
    """A block is computed after the rows in the cache, and leaves none there."""

    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """Return `most` tokens, fewer at the end of the context or beyond a block."""
        last, prefix = len(ids) - 1, self.sequence.prefix
        block = self._block(ids[-1], last)
        room = min(most, len(block) - 1)
        if room < 1:
            return []
        prefix.keep(ids)
        if not self._reaches(last):
            return []
        self.append(ids, last)
        rows = Rows(self.sequence, last, len(block))
        try:
            return list(islice(self.model.verify(rows, block), 1, 1 + room))
        except NotFiniteError:
            prefix.clear()
            return []

    def num_steps(self, num_drafts: int) -> int:
        return min(num_drafts, 1)

    def step_seconds(self) -> float:
        return verify_seconds(self.model, len(self._block(0, 0)))

    def first_logits(self, ids: list[int], position: int) -> NDArray[np.float32]:
        block = self._block(ids[position], position)
        if len(block) < 2:
            raise RequestError(
                f"There is no room for a draft after position {position}; load the model with a "
                "larger context."
            )
        logits: NDArray[np.float32] = self.model.logits(block, position)[1]
        return logits

    def append(self, ids: Sequence[int], end: int) -> None:
        prefix = self.sequence.prefix
        is_long = end - len(prefix) > self._most_behind
        while (begin := len(prefix)) < end:
            num_done = self.model.prefill(self.sequence, list(ids[begin:end]), begin)
            prefix.append(ids[begin : begin + num_done])
        if is_long:
            prefix.remember()

    def _block(self, token: int, position: int) -> list[int]:
        """The tokens of a block that begins with `token` at `position`."""
        config = self.model.config
        assert isinstance(config, Config)
        num_rows = min(config.block_size, self.model.context_len - position)
        return [token, *[config.mask_token] * (num_rows - 1)]
