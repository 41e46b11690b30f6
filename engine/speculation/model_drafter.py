"""Drafts with a smaller model that has the target's vocabulary."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotFiniteError
from engine.models.model_file import open_model
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.speculation.compatibility import check_vocabularies
from engine.speculation.drafter import READ_AT_ONCE
from engine.speculation.loaded_drafter import LoadedDrafter, load_beside
from engine.speculation.narrow_vocabulary import narrowed

_MAX_DECODED = 2  # more missing tokens than that are computed in a prefill step


class ModelDrafter(LoadedDrafter):
    """A whole model, which reads the same text as the target."""

    def __init__(
        self,
        path: Path,
        target: LoadedModel,
        tokens: Sequence[str],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> None:
        """Load the model at `path`; `tokens` are the target's vocabulary.

        Raises EngineError when it cannot be loaded, or RequestError when its vocabulary differs.
        """
        with open_model(path) as file:
            own = file.metadata.tokenizer.tokens
            self._is_shared = check_vocabularies(path.name, tokens, own)
            own_file = replace(file, config=narrowed(file.config))
            model = load_beside(target, own_file, on_plan, num_sequences=1)
        super().__init__(model)
        self._is_new_text = False  # since the state was remembered
        model.warm_up()

    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """Return up to `most` tokens, fewer where it picks one that the target lacks."""
        room = min(most, self.model.context_len - len(ids) + 1)
        self.pause = None
        if room < 1:
            return []
        if not self._catch_up(ids):
            self.pause = "reading"
            return []
        drafts: list[int] = []
        try:
            while len(drafts) < room and self.may_go_on(ids, drafts):
                token = drafts[-1] if drafts else ids[-1]
                pick = self._decode(token, ahead=room - len(drafts) - 1)
                if not self._knows(pick):
                    break
                drafts.append(pick)
        except NotFiniteError:
            self.sequence.prefix.clear()
        return drafts

    def launch_first(self, ids: Sequence[int]) -> None:
        prefix = self.sequence.prefix
        prefix.keep(ids)
        if len(ids) <= min(self.model.context_len, len(prefix) + _MAX_DECODED + 1):
            self._catch_up(ids)
            self._start(ids[-1])

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:  # noqa: ARG002
        self.sequence.prefix.keep(ids)
        return True

    def num_behind(self, ids: Sequence[int]) -> int:
        return len(ids) - 1 - len(self.sequence.prefix)

    def read_prompt(self, ids: Sequence[int], num_rows: int) -> None:
        if len(ids) <= self.model.context_len:
            self.sequence.prefix.keep(ids)
            self._prefill(ids, num_rows)
            self._is_new_text = True

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V] of its own vocabulary."""
        known = [token if self._knows(token) else 0 for token in ids]
        return self.model.logits_after(known, positions)

    def _catch_up(self, ids: Sequence[int]) -> bool:
        """Compute the rows of all `ids` but the last; False if there are too many for one draft."""
        prefix = self.sequence.prefix
        prefix.keep(ids)
        if len(ids) - len(prefix) > _MAX_DECODED + 1:
            end = min(len(prefix) + READ_AT_ONCE, len(ids) - 1)
            self._prefill(ids, end)
            self._is_new_text = True
            if end < len(ids) - 1:
                return False
        while (begin := len(prefix)) < len(ids) - 1:
            self._start(ids[begin])
            prefix.append(ids[begin : begin + 1])
        if self._is_new_text:
            prefix.remember()
            self._is_new_text = False
        return True

    def _prefill(self, ids: Sequence[int], end: int) -> None:
        """Compute the missing rows before `end` in prompt steps."""
        prefix = self.sequence.prefix
        while (begin := len(prefix)) < end:
            missing = [token if self._knows(token) else 0 for token in ids[begin:end]]
            num_done = self.model.prefill(self.sequence, missing, begin)
            prefix.append(ids[begin : begin + num_done])

    def _decode(self, token: int, *, ahead: int) -> int:
        """The token picked after `token`, which gets the next row."""
        rows, ids = self._next_row(token)
        (pick,) = self.model.decode(rows, ids, ahead=ahead)
        self.sequence.prefix.append([token])
        return pick

    def _start(self, token: int) -> None:
        """Launch the step over `token` in the next row."""
        self.model.start_decode(*self._next_row(token))

    def _next_row(self, token: int) -> tuple[list[Rows], list[int]]:
        # A token of the target's alone is read as another one; the draft may be worse for it.
        own = token if self._knows(token) else 0
        return [Rows(self.sequence, len(self.sequence.prefix))], [own]

    def _knows(self, token: int) -> bool:
        """Whether the token is the same one in both vocabularies."""
        return token < len(self._is_shared) and bool(self._is_shared[token])
