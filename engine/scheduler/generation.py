"""The ids of one answer and the rows of them that are computed. Knows no text and no other answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, Sequence
from engine.sampling.picking import Picking
from engine.speculation.verify import verify_walk

if TYPE_CHECKING:
    from engine.runtime.logprobs import Logprobs


class Generation:
    """One answer of at most `limit` ids with its prompt. `ids` is the prompt and the growing answer.

    `num_cached` ids of the prompt were computed before, for this or another sequence. Every step
    leaves the state, the prefix of `sequence` and `ids` consistent, so it may end after any.
    """

    def __init__(
        self,
        model: LoadedModel,
        sequence: Sequence,
        prompt_ids: list[int],
        limit: int,
        picking: Picking,
    ) -> None:
        self.sequence = sequence
        self.ids = prompt_ids
        self.limit = limit
        self.picking = picking
        self.logprobs: Logprobs | None = None
        """Of the last id, where they were asked for."""
        self._model = model
        self._prefix = sequence.prefix
        self.begin()
        self._prefix.remember()
        self.num_cached = self._prefix.begin(self.ids)
        self.extend()

    @property
    def num_computed(self) -> int:
        """How many of `ids`, from the first on, have rows in the cache."""
        return len(self._prefix)

    @property
    def num_prompt_left(self) -> int:
        """Prompt tokens that are not computed, but for the last, which a decode step takes."""
        return len(self.ids) - 1 - self.num_computed

    @property
    def has_prompt_left(self) -> bool:
        """Whether tokens of the prompt are to be computed before the first decode step."""
        return self.num_prompt_left > 0

    @property
    def room(self) -> int:
        """The most ids that may follow."""
        return self.limit - len(self.ids)

    def begin(self) -> None:
        """Sample as this answer wants, and count its steps, from now on."""
        picking = self.picking
        self._model.begin_answer(self.sequence, picking.sampling, picking.seed, picking.biases)

    def forget(self) -> None:
        """Let all rows be computed anew."""
        self._prefix.clear()
        self.num_cached = 0

    def extend(self) -> None:
        """Take over what another sequence has computed of the prompt meanwhile."""
        before = self.num_computed
        self._model.extend_prefix(self.sequence, self.ids)
        self.num_cached += self.num_computed - before
        self._end_prompt()

    def waits_for(self, other: "Generation") -> bool:
        """Whether `other` computes next what this prompt has to take over then."""
        end = other.num_computed + self._model.chunk_len(other.num_prompt_left)
        return (
            other.has_prompt_left
            and other.num_computed >= self.num_computed
            and self._model.takes_over(end - self.num_computed)
            and end < len(self.ids)
            and self.ids[:end] == other.ids[:end]
        )

    def prefill(self) -> int:
        """Compute the next chunk of the prompt; returns its length."""
        begin = self.num_computed
        num_done = self._model.prefill(self.sequence, self.ids[begin:-1], begin)
        self._prefix.append(self.ids[begin : begin + num_done], is_chunk=True)
        self._end_prompt()
        return num_done

    def next_row(self) -> tuple[Rows, int]:
        """The row of the next decode step, and its token."""
        row = Rows(self.sequence, self.num_computed)
        return row, self.ids[row.position]

    def take(self, picked: int) -> None:
        """Go on with the id that the decode step of `next_row` picked."""
        self._prefix.append(self.ids[-1:])
        self.ids.append(picked)

    def put_back(self, picked: int) -> None:
        """Let the decode step that picked this id, which was not taken, be computed anew."""
        if self.picking.constraint is not None:
            self.picking.constraint.put_back(picked)

    def verify(self, drafts: list[int], on_launched: Callable[[Rows], None]) -> list[int]:
        """Run a verify step; returns the ids that it picked, of which all but the last were drafted.

        `on_launched` is called before they are known.
        """
        rows = Rows(self.sequence, self.num_computed, 1 + len(drafts))
        token = self.ids[rows.position]
        picks = self._model.verify(rows, [token, *drafts])
        on_launched(rows)
        picked = verify_walk(drafts, picks)
        self._prefix.append([token, *picked[:-1]])
        self.ids.extend(picked)
        self.sequence.counters.note_drafts(len(drafts), len(picked) - 1)
        return picked

    def cut(self, num_ids: int) -> None:
        """Drop ids beyond `num_ids`, and their cache rows, because the answer ended earlier.

        The next turn then finds the same KV cache as without drafting.
        """
        if num_ids < len(self.ids):
            del self.ids[num_ids:]
            self._prefix.keep(self.ids)

    def _end_prompt(self) -> None:
        """Remember the state after the prompt."""
        if not self.has_prompt_left:
            self._prefix.remember()
