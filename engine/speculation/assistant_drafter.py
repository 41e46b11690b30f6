"""Drafts with a small model that reads the target's keys and values (gemma4-assistant)."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotFiniteError
from engine.models.drafter_file import open_drafter
from engine.runtime.ladder import num_kept_rows
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.speculation.compatibility import check_own_vocabulary
from engine.speculation.loaded_drafter import LoadedDrafter, load_beside


class AssistantDrafter(LoadedDrafter):
    """It keeps nothing of the text: the target's cache and its last hidden row say it all.

    Each draft's row leaves the hidden row that it predicts where the target's next step puts its
    own (`Decoder.taps`).
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
            own, num_sequences = file.of(target.model), len(target.sequences)
            model = load_beside(target, own, on_plan, num_sequences=num_sequences, reads_cache=True)
        super().__init__(model)
        self._target = target
        try:
            num_kept = num_kept_rows(model.config, target.prompt_widths)
            target.keep_hidden_for(model, num_kept)
            model.warm_up()
        except BaseException:
            self.close()
            raise

    def move_to(self, sequence: int) -> None:
        self.sequence = self.model.sequences[sequence]

    def launch_first(self, ids: Sequence[int]) -> None:
        last = len(ids) - 1
        if 1 <= last < self.model.context_len:
            row = Rows(self.sequence, last, cache_row=last - 1)
            self.model.start_decode([row], [ids[-1]])

    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """Return `most` tokens, fewer at the end of the context."""
        last = len(ids) - 1
        room = min(most, self.model.context_len - last)
        drafts: list[int] = []
        if last < 1:  # nothing is before it
            return drafts
        try:
            while len(drafts) < room and self.may_go_on(ids, drafts):
                row = Rows(self.sequence, last + len(drafts), cache_row=last - 1)
                token = drafts[-1] if drafts else ids[-1]
                drafts += self.model.decode([row], [token], ahead=room - len(drafts) - 1)
        except NotFiniteError:
            pass
        return drafts

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V], each of the first draft after ids[position]."""
        out = np.zeros((len(positions), self.model.config.vocab_size), np.float32)
        target, num_done = self._target.sequences[0], 0
        target.prefix.clear()
        for index in np.argsort(positions):
            position = positions[index]
            while num_done < position:
                num_done += self._target.prefill(target, ids[num_done:position], num_done)
            if position > 0:  # nothing is before the first token
                rows = self.model.logits([ids[position]], position, cache_row=position - 1)
                out[index] = rows[0]
        return out

    def close(self) -> None:
        if self._target.model.taps is self.model.model.taps:  # no other drafter's yet
            self._target.keep_hidden_for(None)
        super().close()
