"""The answers that run side by side in one model, step by step. Knows no text."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import NotFiniteError, TooComplexError
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.scheduler.generation import Generation
from engine.scheduler.lent_drafter import LentDrafter
from engine.scheduler.prompt_turns import PromptTurns
from engine.speculation.drafter import Drafter

DECODE_STEPS = 4
"""Decode steps after a chunk of a prompt of full length; fewer after a shorter one."""
_ANY_LENGTH = 1 << 30


class Batch:
    """Generations, each of which asks in turn for what comes next.

    The first that asks for a token has the step computed for all that wait for one; the others find
    theirs when they ask. Each must go on asking, or leave.
    """

    def __init__(self, model: LoadedModel) -> None:
        self.drafting = LentDrafter()
        self._model = model
        self._members: list[Generation] = []
        self._picked: dict[Generation, int] = {}
        self._prompts = PromptTurns()
        self._num_due = DECODE_STEPS  # decode steps before the next chunk of a prompt

    @contextmanager
    def joined_by(self, generation: Generation) -> Iterator[None]:
        """Let `generation` ask during the block; its rows are in no step after it."""
        self._members.append(generation)
        try:
            self._begin(generation)
            yield
        finally:
            self._members.remove(generation)
            self._picked.pop(generation, None)
            self._prompts.leave(generation)
            self.drafting.leave(generation)

    def settle(self) -> None:
        """Begin again with those of whom nothing is computed: measured steps may have used them."""
        for generation in self._members:
            if not generation.num_computed:
                generation.begin()

    def advance(self, generation: Generation) -> list[int]:
        """What comes next for `generation`: ids; none after a chunk of its prompt, or a wait for it.

        Raises NotFiniteError when the model has no token for it; the others go on.
        """
        if generation.has_prompt_left:
            if generation in self._picked:  # a new drafter had its rows forgotten
                generation.put_back(self._picked.pop(generation))
            self._prefill(generation)
            return []
        if generation not in self._picked:
            drafter = self._drafter_for(generation)
            drafts = self._draft(drafter, generation)
            if drafts:
                picked = generation.verify(drafts, self._draft_behind)
                self.drafting.follow(generation)
                self.drafting.start(generation)
                return picked
            ahead = None if drafter is None else drafter.num_silent(generation.ids)
            self._decode(generation, ahead)
        token = self._picked.pop(generation)
        generation.take(token)
        self.drafting.follow(generation)
        return [token]

    def _begin(self, generation: Generation) -> None:
        if self._may_draft(generation):
            self.drafting.lend_new(generation)
        if generation.has_prompt_left:
            self._prompts.join(generation)

    def _prefill(self, generation: Generation) -> None:
        """Compute a chunk of a prompt, if it is its turn."""
        prompts = self._prompts
        if generation not in prompts:  # a new drafter had its rows forgotten
            self._begin(generation)
        is_due = self._num_due <= 0 or not self._waiting()
        if prompts.next is generation and is_due:
            generation.extend()
            if generation.has_prompt_left and not self._waits(generation):
                self._num_due = self._steps_after(generation.prefill())
            prompts.pass_on(generation)
            self.drafting.follow(generation)

    def _steps_after(self, num_rows: int) -> int:
        """Decode steps after a chunk of so many rows, in proportion to the longest chunk."""
        return -(-DECODE_STEPS * num_rows // self._model.chunk_len(_ANY_LENGTH))

    def _waits(self, generation: Generation) -> bool:
        """Whether one that came before computes the next chunk of `generation`, too.

        It is computed and stored once then.
        """
        before = self._members[: self._members.index(generation)]
        return any(generation.waits_for(each) for each in before)

    def _drafter_for(self, generation: Generation) -> Drafter | None:
        if self._may_draft(generation):
            return self.drafting.lend(generation)
        self.drafting.pause()
        return None

    def _may_draft(self, generation: Generation) -> bool:
        return len(self._members) == 1 and generation.picking.may_draft

    def _draft(self, drafter: Drafter | None, generation: Generation) -> list[int]:
        """The drafter's proposal, cut to the room in the answer and the cache."""
        most = min(generation.room, self._model.runner.verify_width) - 1
        return drafter.draft(generation.ids, most) if drafter is not None and most > 0 else []

    def _draft_behind(self, rows: Rows) -> None:
        self.drafting.draft_behind(rows, self._model.runner.verify_width)

    def _decode(self, generation: Generation, most_ahead: int | None) -> None:
        """Run the next decode step of `generation` and of all that wait for one as well.

        At most `most_ahead` steps, where that is given, run ahead of their tokens.
        """
        together = self._waiting()
        ahead = min(each.room for each in together) - 1
        if most_ahead is not None:
            ahead = min(ahead, most_ahead)
        if not all(each.picking.may_run_ahead for each in together):
            ahead = 0
        if len(self._prompts):
            ahead = min(ahead, self._num_due - 1)
        try:
            self._run(together, max(ahead, 0))
        except (NotFiniteError, TooComplexError):
            if len(together) == 1:
                raise
            self._run([generation], 0)  # one of them has no token; it fails alone
        self._num_due -= 1

    def _run(self, together: list[Generation], ahead: int) -> None:
        rows, token_ids = zip(*(each.next_row() for each in together), strict=True)
        constraints = {
            each.sequence.index: each.picking.constraint
            for each in together
            if each.picking.constraint is not None
        }
        picked = self._model.decode(
            list(rows), list(token_ids), ahead=ahead, constraints=constraints
        )
        for row, (each, token) in enumerate(zip(together, picked, strict=True)):
            num_logprobs = each.picking.num_logprobs
            if num_logprobs is not None:
                each.logprobs = self._model.logprobs(row, token, num_logprobs)
            self._picked[each] = token

    def _waiting(self) -> list[Generation]:
        """Those that lack their next token, in a fixed order."""
        return [
            each for each in self._members if not each.has_prompt_left and each not in self._picked
        ]
