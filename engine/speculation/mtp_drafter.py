"""Drafts with the target's multi-token prediction head."""

from collections.abc import Callable, Iterator
from collections.abc import Sequence as Ids
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.config import EngineConfig, SamplingParams
from engine.errors import NotFiniteError
from engine.models.head_file import open_head
from engine.runtime.executor import Accepted, LaterPicks
from engine.runtime.ladder import SPARE_ROWS, most_behind, num_kept_rows
from engine.runtime.load_plan import Beside
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, Sequence, StepCounters
from engine.speculation.compatibility import own_kv_type
from engine.speculation.loaded_drafter import LoadedDrafter
from engine.speculation.narrow_vocabulary import narrowed_file


@dataclass
class _LaunchedDraft:
    """Steps of a draft behind a verify step; the first is over the ids from `begin` on."""

    begin: int
    picks: list[LaterPicks]
    num_ids: int | None = None  # until the verify step's outcome is known

    def of(self, sequence: Sequence) -> Iterator[int]:
        """The ids drafted, each once its step has ended."""
        assert self.num_ids is not None
        first, *others = self.picks
        rows = Rows(sequence, self.begin, self.num_ids - self.begin)
        *_, pick = first([rows])
        yield pick
        for picks in others:
            rows = rows.following()
            yield from picks([rows])


class MtpDrafter(LoadedDrafter):
    """One layer that reads the target's hidden rows; a row is computed once the target's is.

    The target keeps its latest rows in a ring (`Decoder.taps`). While drafting, the head puts its
    own rows into the places that the target's next step overwrites. Rows that were computed from
    those are computed anew from the target's before the next draft.

    On a device that knows what a verify step accepts, a draft as long as the last one is launched
    behind it.
    """

    _launched: _LaunchedDraft | None = None
    _num_drafted = 0  # in the last round

    def __init__(
        self,
        path: Path,
        target: LoadedModel,
        verify_widths: Ids[int],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> None:
        """Load the head in the file at `path`, which may be the target's own.

        Raises EngineError when it cannot be loaded, or RequestError when there is none or it
        belongs to another model.
        """
        target.check_lends(path.name)
        with open_head(path, target.config) as file:
            config = EngineConfig(
                context_len=target.context_len,
                kv_type=own_kv_type(target.kv_type),
                host_layers="bus",
                num_sequences=len(target.sequences),
                toggles=target.runner.toggles,
            )
            own = narrowed_file(file.of(target.model))
            beside = Beside(target_widths=target.prompt_widths)
            head = LoadedModel(own, config, target.device, on_plan=on_plan, beside=beside)
        super().__init__(head)
        self._target = target
        widths = target.prompt_widths
        self._most_behind = most_behind(head.config, widths)
        self._num_kept = num_kept_rows(head.config, widths)
        head.runner.verify_widths = tuple(verify_widths)
        try:
            target.keep_hidden_for(head, self._num_kept)
            head.warm_up()
            head.behind.prepare(target.runner, Accepted.PICKS)
        except BaseException:
            self.close()
            raise

    def move_to(self, sequence: int) -> None:
        self.sequence = self.model.sequences[sequence]
        self._narrow.forget()

    def take_up(self, ids: Ids[int], num_rows: int) -> bool:
        num_own = self.sequence.prefix.keep([*ids[:num_rows], 0])
        return num_rows - num_own < self._num_kept - SPARE_ROWS

    def follow(self, ids: Ids[int], num_rows: int) -> None:
        launched, prefix = self._launched, self.sequence.prefix
        if launched is not None and launched.num_ids is None:
            launched.num_ids = num_rows + 1
            prefix.append(ids[launched.begin : num_rows + 1])
        if num_rows - len(prefix) >= self._most_behind:
            self._prefill(ids, num_rows)

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._launched, self._num_drafted = None, 0
        super().begin(sampling, seed, counters)

    def draft_behind(self, rows: Rows, most: int) -> None:  # noqa: ARG002
        # What is picked after a row belongs to the next position.
        own = Rows(self.sequence, rows.position + 1, rows.num_rows)
        num_drafts = min(self._num_drafted, self.model.context_len - own.end + 1)
        self._launched = None
        if num_drafts < 1 or len(self.sequence.prefix) != own.position:
            return
        if picks := self.model.behind.drafts(self._target.runner, own, num_drafts):
            self._launched = _LaunchedDraft(own.position, picks)

    def propose(self, ids: Ids[int], most: int) -> list[int]:
        """Return `most` tokens, fewer at the end of the context."""
        room = min(most, self.model.context_len - len(ids) + 1)
        last, prefix = len(ids) - 1, self.sequence.prefix
        launched, self._launched, self._num_drafted = self._launched, None, 0
        # Rows of a launched draft may be there for all ids.
        if room < 1 or last - prefix.keep([*ids, 0]) >= self._num_kept - SPARE_ROWS:
            return []
        picks: Iterator[int] = iter(())
        if launched is not None and launched.num_ids == len(ids):
            picks = launched.of(self.sequence)
        drafts: list[int] = []
        try:
            while len(drafts) < room and self.may_go_on(ids, drafts):
                pick = next(picks, None)
                if pick is None and not drafts:
                    pick = self._first_draft(ids, room)
                elif pick is None:
                    row, ahead = Rows(self.sequence, last + len(drafts)), room - len(drafts) - 1
                    (pick,) = self.model.decode([row], [drafts[-1]], ahead=ahead)
                drafts.append(pick)
        except NotFiniteError:
            prefix.clear()
        self._num_drafted = len(drafts)
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

    def _first_draft(self, ids: Ids[int], room: int) -> int:
        """The token after `ids`, whose missing rows are computed."""
        prefix, last = self.sequence.prefix, len(ids) - 1
        if len(ids) - len(prefix) > self.model.runner.verify_width:
            self._prefill(ids, last)
        begin = len(prefix)
        if begin == last:
            (pick,) = self.model.decode([Rows(self.sequence, last)], [ids[last]], ahead=room - 1)
        else:
            rows = Rows(self.sequence, begin, len(ids) - begin)
            *_, pick = self.model.verify(rows, list(ids[begin:]))
        prefix.append(ids[begin:])
        return pick

    def _prefill(self, ids: Ids[int], end: int) -> None:
        """Compute the missing rows before `end`."""
        prefix = self.sequence.prefix
        while (begin := len(prefix)) < end:
            num_done = self.model.prefill(self.sequence, list(ids[begin:end]), begin)
            prefix.append(ids[begin : begin + num_done])
