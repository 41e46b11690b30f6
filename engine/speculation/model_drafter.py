"""Drafts with a smaller model that has the target's vocabulary."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams
from engine.errors import NotFiniteError
from engine.models.model_file import open_model
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, StepCounters
from engine.speculation.compatibility import check_vocabularies
from engine.speculation.drafter import READ_AT_ONCE
from engine.speculation.loaded_drafter import LoadedDrafter, load_beside
from engine.speculation.narrow_vocabulary import narrowed_file
from engine.speculation.requantized_weights import requantized_file

_FIRST_WIDTHS = (2, 4)  # of steps over what the text has become since the last draft
_MOST_MISSING = _FIRST_WIDTHS[-1]  # more tokens than that are read in prompt steps


@dataclass(frozen=True)
class _FirstStep:
    """A step on its way over `missing`, the last tokens of a text, and what it picks after each."""

    rows: Rows
    missing: list[int]
    picks: Iterator[int]


class ModelDrafter(LoadedDrafter):
    """A whole model, which reads the same text as the target.

    The first step of a draft is over all tokens that it has not read, most often two: where every
    draft was right, the last one and what the target has added.
    """

    _first: _FirstStep | None = None

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
        self._load = partial(load_beside, target, on_plan=on_plan, num_sequences=1)
        self._exact_path: Path | None = None  # of its file, whose weights are other ones
        with open_model(path) as file:
            own = file.metadata.tokenizer.tokens
            self._is_shared = check_vocabularies(path.name, tokens, own)
            is_on_cpu = target.device.torch_device.type == "cpu"
            small = requantized_file(file, target.num_parameters, is_on_cpu=is_on_cpu)
            if small is not file:
                self._exact_path = path
            model = self._load(narrowed_file(small))
        super().__init__(model)
        self._is_new_text = False  # since the state was remembered
        model.runner.verify_widths = _FIRST_WIDTHS
        model.warm_up()

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._first = None
        super().begin(sampling, seed, counters)

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
                ahead = room - len(drafts) - 1
                if drafts:
                    pick = self._decode(drafts[-1], ahead=ahead)
                else:
                    pick = self._first_pick(ids, ahead=ahead)
                if not self._knows(pick):
                    break
                drafts.append(pick)
        except NotFiniteError:
            self.sequence.prefix.clear()
        return drafts

    def launch_first(self, ids: Sequence[int]) -> None:
        prefix = self.sequence.prefix
        prefix.keep(ids)
        if len(ids) > min(self.model.context_len, len(prefix) + _MOST_MISSING):
            return
        if len(ids) - len(prefix) == 1:
            self.model.start_decode(*self._next_row(ids[-1]))
        else:
            self._first = self._launch_first(ids)

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
        """Logits float32 [len(positions), V] of its own vocabulary, with the weights of its file.

        Raises EngineError when those cannot be loaded besides.
        """
        if self._exact_path is None:
            return self.model.logits_after(self._own(ids), positions)
        with open_model(self._exact_path) as file:
            exact = self._load(file)
        with closing(exact):
            exact.warm_up()
            return exact.logits_after(self._own(ids), positions)

    def _catch_up(self, ids: Sequence[int]) -> bool:
        """Read `ids` but for the last few; False if there are too many to read before one draft."""
        prefix = self.sequence.prefix
        prefix.keep(ids)
        if len(ids) - len(prefix) > _MOST_MISSING:
            end = min(len(prefix) + READ_AT_ONCE, len(ids) - 1)
            self._prefill(ids, end)
            self._is_new_text = True
            if end < len(ids) - 1:
                return False
        if self._is_new_text:
            prefix.remember()
            self._is_new_text = False
        return True

    def _first_pick(self, ids: Sequence[int], *, ahead: int) -> int:
        """The token picked after `ids`, of which a few are read first; `ahead` as in `decode`."""
        prefix, first, self._first = self.sequence.prefix, self._first, None
        begin = len(prefix)
        if begin == len(ids) - 1:
            return self._decode(ids[-1], ahead=ahead)
        if first is None or (first.rows.position, first.missing) != (begin, list(ids[begin:])):
            first = self._launch_first(ids)
        *_, pick = first.picks
        prefix.append(first.missing)
        return pick

    def _launch_first(self, ids: Sequence[int]) -> _FirstStep:
        begin = len(self.sequence.prefix)
        missing = list(ids[begin:])
        rows = Rows(self.sequence, begin, len(missing))
        return _FirstStep(rows, missing, self.model.verify(rows, self._own(missing)))

    def _prefill(self, ids: Sequence[int], end: int) -> None:
        """Compute the missing rows before `end` in prompt steps."""
        prefix = self.sequence.prefix
        while (begin := len(prefix)) < end:
            missing = self._own(ids[begin:end])
            num_done = self.model.prefill(self.sequence, missing, begin)
            prefix.append(ids[begin : begin + num_done])

    def _decode(self, token: int, *, ahead: int) -> int:
        """The token picked after `token`, which gets the next row."""
        rows, ids = self._next_row(token)
        (pick,) = self.model.decode(rows, ids, ahead=ahead)
        self.sequence.prefix.append([token])
        return pick

    def _next_row(self, token: int) -> tuple[list[Rows], list[int]]:
        return [Rows(self.sequence, len(self.sequence.prefix))], self._own([token])

    def _own(self, ids: Sequence[int]) -> list[int]:
        """A token of the target's alone is read as another one; the draft may be worse for it."""
        return [token if self._knows(token) else 0 for token in ids]

    def _knows(self, token: int) -> bool:
        """Whether the token is the same one in both vocabularies."""
        return token < len(self._is_shared) and bool(self._is_shared[token])
