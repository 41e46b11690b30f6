"""Drafts with the target's multi-token prediction head."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.config import EngineConfig, SamplingParams
from engine.errors import NotFiniteError, RequestError
from engine.models.head_file import HeadFile, open_head
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, StepCounters
from engine.speculation.compatibility import own_kv_type
from engine.speculation.loaded_drafter import LoadedDrafter

_SPARE_ROWS = 64  # of steps that run ahead, and of a verify step


class MtpDrafter(LoadedDrafter):
    """One layer that reads the target's hidden rows; a row is computed once the target's is.

    The target keeps its latest rows in a ring (`Decoder.taps`). While drafting, the head puts its
    own rows into the places that the target's next step overwrites. Rows that were computed from
    those are computed anew from the target's before the next draft.
    """

    _first: tuple[int, Iterator[int]] | None = None
    """The number of ids for which a first draft is launched, and the step's picks."""

    def __init__(
        self,
        path: Path,
        target: LoadedModel,
        verify_widths: Sequence[int],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> None:
        """Load the head in the file at `path`, which may be the target's own.

        Raises EngineError when it cannot be loaded, or RequestError when there is none or it
        belongs to another model.
        """
        with open_head(path) as file:
            _check_same_model(path, file, target)
            config = EngineConfig(
                context_len=target.context_len,
                kv_type=own_kv_type(target.kv_type),
                num_sequences=len(target.sequences),
                toggles=target.runner.toggles,
            )
            head = LoadedModel(file.of(target.model), config, target.device, on_plan=on_plan)
        super().__init__(head)
        self._target = target
        self._most_behind = target.device.prefill_widths[-1]
        self._num_kept = 2 * self._most_behind + _SPARE_ROWS
        head.runner.verify_widths = tuple(verify_widths)
        try:
            target.keep_hidden_for(head, self._num_kept)
            head.warm_up()
        except BaseException:
            self.close()
            raise

    def move_to(self, sequence: int) -> None:
        self.sequence = self.model.sequences[sequence]

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:
        num_own = self.sequence.prefix.keep([*ids[:num_rows], 0])
        return num_rows - num_own < self._num_kept - _SPARE_ROWS

    def follow(self, ids: Sequence[int], num_rows: int) -> None:
        if num_rows - len(self.sequence.prefix) >= self._most_behind:
            self._prefill(ids, num_rows)

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._first = None
        super().begin(sampling, seed, counters)

    def launch_first(self, ids: Sequence[int]) -> None:
        last, prefix = len(ids) - 1, self.sequence.prefix
        num_missing = len(ids) - prefix.keep(ids)
        if len(ids) > self.model.context_len or num_missing > self.model.runner.verify_width:
            return
        if num_missing == 1:
            self.model.start_decode([Rows(self.sequence, last)], [ids[last]])
        else:
            self._first = len(ids), self._verify_missing(ids)
        prefix.append(ids[len(prefix) :])  # the target's rows that they read are there only now

    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """Return `most` tokens, fewer at the end of the context."""
        room = min(most, self.model.context_len - len(ids) + 1)
        last, prefix = len(ids) - 1, self.sequence.prefix
        if room < 1 or last - prefix.keep(ids) >= self._num_kept - _SPARE_ROWS:
            return []
        drafts: list[int] = []
        try:
            drafts.append(self._first_draft(ids, room))
            while len(drafts) < room and self.may_go_on(ids, drafts):
                row = Rows(self.sequence, last + len(drafts))
                ahead = room - len(drafts) - 1
                drafts += self.model.decode([row], [drafts[-1]], ahead=ahead)
        except NotFiniteError:
            prefix.clear()
        return drafts

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V], each from the target's rows alone."""
        out = np.empty((len(positions), self.model.config.vocab_size), np.float32)
        self.sequence.prefix.clear()
        target, num_done = self._target.sequences[0], 0
        for index in np.argsort(positions):
            position = positions[index]
            while num_done < position:
                num_done += self._target.prefill(target, ids[num_done:position], num_done)
                self._prefill(ids, num_done)
            out[index] = self.model.logits(ids[position : position + 1], position)[0]
        self.sequence.prefix.clear()
        return out

    def close(self) -> None:
        if self._target.model.taps is self.model.model.taps:  # no other head's yet
            self._target.keep_hidden_for(None)
        super().close()

    def _first_draft(self, ids: Sequence[int], room: int) -> int:
        """The token after `ids`, whose missing rows are computed."""
        prefix, last = self.sequence.prefix, len(ids) - 1
        first, self._first = self._first, None
        if len(ids) - len(prefix) > self.model.runner.verify_width:
            self._prefill(ids, last)
        begin = len(prefix)
        if first is not None and first[0] == len(ids):
            *_, pick = first[1]
        elif begin == last:
            (pick,) = self.model.decode([Rows(self.sequence, last)], [ids[last]], ahead=room - 1)
        else:
            *_, pick = self._verify_missing(ids)
        prefix.append(ids[begin:])
        return pick

    def _verify_missing(self, ids: Sequence[int]) -> Iterator[int]:
        """Launch a verify step over the missing rows; the ids that it picks."""
        begin = len(self.sequence.prefix)
        rows = Rows(self.sequence, begin, len(ids) - begin)
        return self.model.verify(rows, list(ids[begin:]))

    def _prefill(self, ids: Sequence[int], end: int) -> None:
        """Compute the missing rows before `end`."""
        prefix = self.sequence.prefix
        while (begin := len(prefix)) < end:
            num_done = self.model.prefill(self.sequence, list(ids[begin:end]), begin)
            prefix.append(ids[begin : begin + num_done])


def _check_same_model(path: Path, file: HeadFile, target: LoadedModel) -> None:
    """Raise RequestError if the head in `file` does not belong to `target`, by their sizes."""
    own, others = file.config, target.config
    same = (own.hidden_size, own.vocab_size) == (others.hidden_size, others.vocab_size)
    if own.architecture != others.architecture or not same:
        raise RequestError(
            f"The prediction head in {path.name} belongs to another model; choose the one that "
            "was made with this model."
        )
