"""Generates answer ids step by step: prefill, then decode or verify. Knows no text."""

from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, Sequence
from engine.speculation.drafter import Drafter
from engine.speculation.verify import verify_walk


class Generation:
    """One answer. `ids` is the prompt and the growing answer; `num_cached` ids were in the cache.

    Every step leaves the state, the prefix of `sequence` and `ids` consistent, so it may end after
    any.
    """

    def __init__(
        self,
        model: LoadedModel,
        sequence: Sequence,
        prompt_ids: list[int],
        drafter: Drafter | None = None,
    ) -> None:
        self.ids = prompt_ids
        self._model = model
        self._sequence = sequence
        self._prefix = sequence.prefix
        self._prefix.remember()
        self.num_cached = self._prefix.keep(self.ids)
        if drafter is not None and not drafter.take_up(self.ids, self.num_cached):
            self._prefix.clear()
            self.num_cached = 0
        if not self.has_prompt_left:
            self._prefix.remember()

    @property
    def has_prompt_left(self) -> bool:
        """Whether prompt tokens but the last, which the first decode step takes, are not computed."""
        return len(self._prefix) < len(self.ids) - 1

    def prefill(self, drafter: Drafter | None = None) -> int:
        """Compute the next chunk of the prompt; returns its length."""
        begin = len(self._prefix)
        num_done = self._model.prefill(self._sequence, self.ids[begin:-1], begin)
        self._prefix.append(self.ids[begin : begin + num_done])
        if not self.has_prompt_left:
            self._prefix.remember()
        if drafter is not None:
            drafter.follow(self.ids, len(self._prefix))
        return num_done

    def step(self, drafter: Drafter | None, max_new: int) -> list[int]:
        """Run one step; returns the next 1 to `max_new` ids of the answer."""
        drafts = self._draft(drafter, max_new)
        picked = self._verify(drafts) if drafts else self._decode(drafter, max_new)
        self.ids.extend(picked)
        if drafter is not None:
            drafter.follow(self.ids, len(self._prefix))
        return picked

    def cut(self, num_ids: int) -> None:
        """Drop ids beyond `num_ids`, and their cache rows, because the answer ended earlier.

        The next turn then finds the same KV cache as without drafting.
        """
        if num_ids < len(self.ids):
            del self.ids[num_ids:]
            self._prefix.keep(self.ids)

    def _draft(self, drafter: Drafter | None, max_new: int) -> list[int]:
        """The drafter's proposal, cut to the room in the answer and the cache."""
        if drafter is None:
            return []
        rows = self._model.runner.verify_width
        room = min(max_new, self._model.context_len - len(self.ids) + 1, rows) - 1
        return drafter.draft(self.ids, room) if room > 0 else []

    def _decode(self, drafter: Drafter | None, max_new: int) -> list[int]:
        row = Rows(self._sequence, len(self._prefix))
        token = self.ids[row.position]
        is_plain = drafter is None or drafter.is_resting
        room = min(max_new, self._model.context_len - len(self.ids)) - 1
        picked = self._model.decode([row], [token], ahead=max(room, 0) if is_plain else 0)
        self._prefix.append([token])
        return picked

    def _verify(self, drafts: list[int]) -> list[int]:
        rows = Rows(self._sequence, len(self._prefix), 1 + len(drafts))
        token = self.ids[rows.position]
        picked = verify_walk(drafts, self._model.verify(rows, [token, *drafts]))
        self._prefix.append([token, *picked[:-1]])
        self._sequence.counters.note_drafts(len(drafts), len(picked) - 1)
        return picked
