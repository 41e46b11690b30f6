"""What drafters share that read hidden rows of several layers of the target."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.layers.features import Features
from engine.models.drafter_file import open_drafter
from engine.models.feature_drafter import FeatureDrafter
from engine.runtime.ladder import SPARE_ROWS, most_behind, num_kept_rows
from engine.runtime.loaded_model import LoadedModel
from engine.speculation.compatibility import check_own_vocabulary
from engine.speculation.loaded_drafter import LoadedDrafter, load_beside
from engine.speculation.narrow_vocabulary import narrowed_file


class FeatureReader(LoadedDrafter):
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
        target.check_lends(path.name)
        with open_drafter(path, target.config) as file:
            check_own_vocabulary(path.name, tokens, file.metadata)
            own = narrowed_file(file.of(target.model))
            model = load_beside(target, own, on_plan, num_sequences=len(target.sequences))
        super().__init__(model)
        self._target = target
        self._features: Features | None = None
        widths = target.prompt_widths
        self._most_behind = most_behind(model.config, widths)
        self._num_kept = num_kept_rows(model.config, widths)
        try:
            self._read_from(target)
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def append(self, ids: Sequence[int], end: int) -> None:
        """Make the missing rows before `end` from the target's, which it has for all of them."""

    @abstractmethod
    def first_logits(self, ids: list[int], position: int) -> NDArray[np.float32]:
        """Logits float32 [V] of the first draft after ids[position]."""

    @property
    def num_rows(self) -> int:
        """The rows in its cache."""
        return len(self.sequence.prefix)

    def num_behind(self, ids: Sequence[int]) -> int:
        return max(0, len(ids) - 1 - self.num_rows)

    def move_to(self, sequence: int) -> None:
        self.sequence = self.model.sequences[sequence]
        self._narrow.forget()

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:
        end = min(num_rows, self.model.context_len)
        self.sequence.prefix.remember()
        self.sequence.prefix.keep([*ids[:end], 0])
        return self._reaches(end)

    def follow(self, ids: Sequence[int], num_rows: int) -> None:
        end = min(num_rows, self.model.context_len)
        if end - self.num_rows >= self._most_behind:
            self.append(ids, end)

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V], each of the first draft after ids[position]."""
        out = np.empty((len(positions), self.model.config.vocab_size), np.float32)
        self.sequence.prefix.clear()
        target, num_done = self._target.sequences[0], 0
        for index in np.argsort(positions):
            position = positions[index]
            while num_done < position:
                num_done += self._target.prefill(target, ids[num_done:position], num_done)
                self.append(ids, num_done)
            out[index] = self.first_logits(ids, position)
        self.sequence.prefix.clear()
        return out

    def close(self) -> None:
        kept = self._target.model.features
        if kept is not None and kept is self._features:  # no other drafter's yet
            self._target.keep_features(None)
        super().close()

    def _reaches(self, end: int) -> bool:
        """Whether the ring still has all rows before `end` that are missing."""
        return end - self.num_rows < self._num_kept - SPARE_ROWS

    def _read_from(self, target: LoadedModel) -> None:
        own = self.model.model
        assert isinstance(own, FeatureDrafter)
        shape = len(target.sequences), self._num_kept
        own.kept = self.model.allocate(*shape, own.config.features_size).zero_()
        if own.keeps_own:
            own.own = self.model.allocate(*shape, own.config.hidden_size).zero_()
        self.model.runner.verify_width = own.config.block_size
        self._features = Features(own.kept, own.config.target_layers)
        target.keep_features(self._features)
        self.model.warm_up()
