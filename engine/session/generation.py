"""Generates answer ids step by step: prefill, then decode or verify. Knows no text."""

from collections.abc import Iterator, Sequence

from engine.cache.prefix import CachedPrefix
from engine.runtime.replay_engine import ReplayEngine
from engine.speculation.drafter import Drafter
from engine.speculation.verify import verify_walk


class Generation:
    """One answer. `ids` is the prompt and the growing answer; `num_cached` ids were in the cache.

    Every step leaves the KV cache, `prefix` and `ids` consistent, so it may end after any.
    """

    def __init__(
        self, engine: ReplayEngine, prefix: CachedPrefix, prompt_ids: Sequence[int]
    ) -> None:
        self.ids = list(prompt_ids)
        prefix.remember()
        self.num_cached = prefix.keep(self.ids)
        self._engine = engine
        self._prefix = prefix

    def prefill(self) -> Iterator[int]:
        """Prefill all but the last prompt token; yields the number of tokens done per chunk."""
        begin = self.num_cached
        pending = self.ids[begin:-1]
        done = 0
        for now_done in self._engine.prefill(pending, begin):
            self._prefix.append(pending[done:now_done])
            done = now_done
            yield done
        self._prefix.remember()

    def step(self, drafter: Drafter | None, max_new: int) -> list[int]:
        """Run one step; returns the next 1 to `max_new` ids of the answer."""
        drafts = self._draft(drafter, max_new)
        picked = self._verify(drafts) if drafts else self._decode(drafter, max_new)
        self.ids.extend(picked)
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
        room = min(max_new - 1, self._engine.context_len - len(self.ids))
        return drafter.draft(self.ids)[:room] if room > 0 else []

    def _decode(self, drafter: Drafter | None, max_new: int) -> list[int]:
        position = len(self._prefix)
        token = self.ids[position]
        has_room = max_new > 1 and len(self.ids) + 1 < self._engine.context_len
        picked = self._engine.decode(token, position, lookahead=drafter is None and has_room)
        self._prefix.append([token])
        return [picked]

    def _verify(self, drafts: list[int]) -> list[int]:
        position = len(self._prefix)
        token = self.ids[position]
        picked = verify_walk(drafts, self._engine.verify([token, *drafts], position))
        self._prefix.append([token, *picked[:-1]])
        counters = self._engine.runner.counters
        counters.drafted += len(drafts)
        counters.accepted += len(picked) - 1
        return picked
