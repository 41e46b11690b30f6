"""A drafter that knows the answer, and is wrong at times on purpose."""

from collections.abc import Sequence

from engine.speculation.drafter import Drafter


class ExactDrafter(Drafter):
    """Proposes what follows in `answer`, the whole text's ids; every `every`-th position is wrong."""

    def __init__(self, answer: Sequence[int], every: int, draft_tokens: int) -> None:
        self._answer = list(answer)
        self._every = every
        self._draft_tokens = draft_tokens

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        begin = len(ids)
        following = range(begin, min(begin + min(self._draft_tokens, most), len(self._answer)))
        return [self._answer[i] ^ (i % self._every == 0) for i in following]
