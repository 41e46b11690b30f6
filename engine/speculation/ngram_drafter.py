"""Drafts what followed the same words earlier in the text."""

from collections.abc import Sequence

from engine.speculation.drafter import MOST_AHEAD, Drafter

_COMPARED_TAIL_LEN = 64


class NgramDrafter(Drafter):
    """Prompt lookup decoding: drafts what followed the last tokens earlier.

    From Saxena 2023 (github.com/apoorvumang/prompt-lookup-decoding). The last `ngram_max` tokens
    are looked up, then fewer, down to `ngram_min`; the most recent earlier occurrence of the
    longest match gives the draft.

    The n-gram index has one entry per token and n-gram length, so a step costs the same at any
    context length. It is rebuilt when the ids do not continue those of the last call.
    """

    sources = (True,)

    def __init__(self, longest: int, shortest: int) -> None:
        """Look up n-grams of these lengths."""
        self._lengths = range(longest, min(shortest, longest) - 1, -1)
        self._source: Sequence[int] | None = None
        self._ids: list[int] = []
        # n-gram → position after its latest occurrence
        self._followers: dict[tuple[int, ...], int] = {}
        # What the shortest n-grams may begin with, by how many tokens they lack.
        self._parts: list[set[tuple[int, ...]]] = [set() for _ in range(MOST_AHEAD)]

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        """Return up to `most` tokens that may follow `ids`, all tokens so far.

        A copy that reaches the end of the text continues in its own output, as in LZ77, so a
        repeating pattern gives a draft of full length.
        """
        self._index(ids)
        for length in self._lengths:
            start = self._followers.get(tuple(self._ids[-length:]))
            if start is not None:
                followed = self._ids[start : start + most]
                self.confidences = [length] * most
                return [followed[i % len(followed)] for i in range(most)]
        self.confidences, self.pause = (), "nothing"
        return []

    def is_free(self, ids: Sequence[int]) -> bool:  # noqa: ARG002
        return True

    def num_silent(self, ids: Sequence[int]) -> int:
        return self.num_without_repeats(ids)

    def num_without_repeats(self, ids: Sequence[int]) -> int:
        """A match so many tokens later begins with the last tokens now, which would be indexed."""
        self._index(ids)
        for num_later, parts in enumerate(self._parts, start=1):
            length = self._lengths[-1] - num_later
            if length < 1 or tuple(self._ids[-length:]) in parts:
                return num_later - 1
        return MOST_AHEAD

    def _index(self, ids: Sequence[int]) -> None:
        """Index what is new in `ids`."""
        if not self._is_continued_by(ids):
            self._ids.clear()
            self._followers.clear()
            for parts in self._parts:
                parts.clear()
        self._source = ids
        for token in ids[len(self._ids) :]:
            self._append(token)

    def _is_continued_by(self, ids: Sequence[int]) -> bool:
        """Whether the indexed ids are a prefix of `ids`.

        The list of the last call only grows or shrinks at its end, so its tail is compared; any
        other list is compared in full, once.
        """
        num_indexed = len(self._ids)
        start = max(num_indexed - _COMPARED_TAIL_LEN, 0) if ids is self._source else 0
        return list(ids[start:num_indexed]) == self._ids[start:]

    def _append(self, token: int) -> None:
        """Index the n-grams before `token`, then append it."""
        position = len(self._ids)
        for length in self._lengths:
            if length <= position:
                self._followers[tuple(self._ids[position - length :])] = position
        for num_later, parts in enumerate(self._parts, start=1):
            length = self._lengths[-1] - num_later
            if 1 <= length <= position:
                parts.add(tuple(self._ids[position - length :]))
        self._ids.append(token)
