"""Drafts a block of tokens in one step, from hidden rows of the target (DFlash)."""

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.config import EngineConfig
from engine.errors import NotFiniteError, RequestError
from engine.layers.features import Features
from engine.models.dflash import Config, Model
from engine.models.drafter_file import open_drafter
from engine.runtime.ladder import SPARE_ROWS, num_kept_rows
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.speculation.compatibility import check_own_vocabulary
from engine.speculation.costs import verify_seconds
from engine.speculation.loaded_drafter import LoadedDrafter


class BlockDrafter(LoadedDrafter):
    """Its cache holds a row for each of the target's, made from the target's hidden rows.

    The target keeps its latest rows in a ring (`Decoder.features`). They are taken from there once
    there are enough for a step, and before a draft.
    """

    def __init__(
        self,
        path: Path,
        target: LoadedModel,
        tokens: Sequence[str],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> None:
        """Load the drafter at `path`; `tokens` are the target's vocabulary.

        Raises EngineError when it cannot be loaded, or RequestError when it belongs to another
        model.
        """
        with open_drafter(path, target.config) as file:
            check_own_vocabulary(path.name, tokens, file.metadata)
            context_len = min(target.context_len, file.config.max_context_len)
            config = EngineConfig(context_len=context_len, toggles=target.runner.toggles)
            model = LoadedModel(file.of(target.model), config, target.device, on_plan=on_plan)
        super().__init__(model)
        assert isinstance(file.config, Config)
        assert isinstance(model.model, Model)
        self._config = file.config
        self._target = target
        model.runner.verify_width = self._config.block_size
        widths = target.device.prefill_widths
        self._most_behind = widths[0]
        self._num_kept = num_kept_rows(widths)
        self._features: Features | None = None
        shape = len(target.sequences), self._num_kept, self._config.features_size
        try:
            self._features = Features(model.allocate(*shape), self._config.target_layers)
            model.model.kept = self._features.ring
            target.keep_features(self._features)
            model.warm_up()
        except BaseException:
            self.close()
            raise

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:
        prefix, end = self.sequence.prefix, min(num_rows, self.model.context_len)
        prefix.remember()
        num_own = prefix.keep([*ids[:end], 0])
        return end - num_own < self._num_kept - SPARE_ROWS

    def follow(self, ids: Sequence[int], num_rows: int) -> None:
        end = min(num_rows, self.model.context_len)
        if end - len(self.sequence.prefix) >= self._most_behind:
            self._append(ids, end)

    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """Return `most` tokens, fewer at the end of the context or beyond a block."""
        last, prefix = len(ids) - 1, self.sequence.prefix
        block = self._block(ids[-1], last)
        room = min(most, len(block) - 1)
        if room < 1 or last - prefix.keep(ids) >= self._num_kept - SPARE_ROWS:
            return []
        self._append(ids, last)
        rows = Rows(self.sequence, last, len(block))
        try:
            return list(islice(self.model.verify(rows, block), 1, 1 + room))
        except NotFiniteError:
            prefix.clear()
            return []

    def num_behind(self, ids: Sequence[int]) -> int:
        return max(0, len(ids) - 1 - len(self.sequence.prefix))

    def num_steps(self, num_drafts: int) -> int:
        return min(num_drafts, 1)

    def step_seconds(self) -> float:
        return verify_seconds(self.model, min(self._config.block_size, self.model.context_len))

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V], each of the first draft after ids[position]."""
        out = np.empty((len(positions), self.model.config.vocab_size), np.float32)
        self.sequence.prefix.clear()
        target, num_done = self._target.sequences[0], 0
        for index in np.argsort(positions):
            position = positions[index]
            while num_done < position:
                num_done += self._target.prefill(target, ids[num_done:position], num_done)
                self._append(ids, num_done)
            block = self._block(ids[position], position)
            if len(block) < 2:
                raise RequestError(
                    f"There is no room for a draft after position {position}; load the model with "
                    "a larger context."
                )
            out[index] = self.model.logits(block, position)[1]
        self.sequence.prefix.clear()
        return out

    def close(self) -> None:
        if self._features is self._target.model.features:  # no other drafter's yet
            self._target.keep_features(None)
        super().close()

    def _block(self, token: int, position: int) -> list[int]:
        """The tokens of a block that begins with `token` at `position`."""
        num_rows = min(self._config.block_size, self.model.context_len - position)
        return [token, *[self._config.mask_token] * (num_rows - 1)]

    def _append(self, ids: Sequence[int], end: int) -> None:
        """Make the missing rows before `end`."""
        prefix = self.sequence.prefix
        is_long = end - len(prefix) > self._most_behind
        while (begin := len(prefix)) < end:
            num_done = self.model.prefill(self.sequence, list(ids[begin:end]), begin)
            prefix.append(ids[begin : begin + num_done])
        if is_long:
            prefix.remember()
