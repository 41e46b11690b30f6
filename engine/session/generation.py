"""Prompt ids → answer ids, step by step: prefill, then decode or draft and verify. Knows no text."""

from collections.abc import Iterator, Sequence

from engine.cache.prefix import CachedPrefix
from engine.runtime.replay_engine import ReplayEngine
from engine.speculation.drafter import Drafter
from engine.speculation.verify import verify_walk


class Generation:
    """One answer. `ids` is the prompt and, growing, the answer; `num_cached` ids were kept.

    Every step leaves the cache, `prefix` and `ids` in agreement, so that it may end anywhere.
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
        """Compute the prompt but its last token; yields the number of tokens done, chunk by chunk."""
        begin = self.num_cached
        pending = self.ids[begin:-1]
        done = 0
        for now_done in self._engine.prefill(pending, begin):
            self._prefix.append(pending[done:now_done])
            done = now_done
            yield done
        self._prefix.remember()

    def step(self, drafter: Drafter | None, max_new: int) -> list[int]:
        """One step: the next one or more ids of the answer, at most `max_new` (≥ 1)."""
        drafts = self._draft(drafter, max_new)
        picked = self._verify(drafts) if drafts else self._decode(drafter, max_new)
        self.ids.extend(picked)
        return picked

    def cut(self, num_ids: int) -> None:
        """Forget ids beyond `num_ids`, and what the cache holds of them: the answer ended before.

        So the next turn finds in the cache what it would find without drafting.
        """
        if num_ids < len(self.ids):
            del self.ids[num_ids:]
            self._prefix.keep(self.ids)

    def _draft(self, drafter: Drafter | None, max_new: int) -> list[int]:
        """What the drafter proposes, as far as the answer and the cache have room for it."""
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
