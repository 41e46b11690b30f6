"""Finds special tokens in text before the rest is encoded. Knows nothing about encodings."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

_MAX_EXCERPTS = 1 << 16

IsMark = Callable[[int, int, int], bool]
"""(start, end, token id) → whether this occurrence may be the token."""


class SpecialSplitter:
    """Splits text at every occurrence of the given tokens.

    Tokens are matched longest first (in UTF-8 bytes), then by lower id, each from left to right in
    the remaining text. This is llama.cpp's order; it differs from leftmost-longest for overlapping
    tokens.
    """

    def __init__(self, tokens: Mapping[str, int]) -> None:
        texts = sorted(filter(None, tokens), key=lambda text: (-len(text.encode()), tokens[text]))
        self._ids = tokens
        self._texts = {token_id: text for text, token_id in tokens.items()}
        self._rank = {text: rank for rank, text in enumerate(texts)}
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for text in texts:
            lengths[text[0]].add(len(text))
        self._lengths = {first: sorted(sizes) for first, sizes in lengths.items()}
        first_characters = "".join(map(re.escape, self._lengths))
        self._starts = re.compile(f"[{first_characters}]") if first_characters else None

    def split(self, text: str, is_mark: IsMark | None = None) -> Iterator[str | int]:
        """Yield, in order, the non-empty pieces of plain text and the ids between them.

        An occurrence that `is_mark` rejects is plain text.
        """
        parts: list[str | int] = [text]
        for token in sorted(self.occurring(text), key=self._rank.__getitem__):
            parts = self._cut(parts, token, is_mark)
        return (part for part in parts if part != "")

    def occurring(self, text: str) -> set[str]:
        """The tokens that occur in `text`, also inside one another."""
        found: set[str] = set()
        if self._starts is None:
            return found
        seen: set[str] = set()
        for match in self._starts.finditer(text):
            start, lengths = match.start(), self._lengths[match[0]]
            # A repeated excerpt, such as of a run of spaces, holds nothing new.
            excerpt = text[start : start + lengths[-1]]
            if excerpt in seen:
                continue
            if len(seen) >= _MAX_EXCERPTS:
                seen.clear()
            seen.add(excerpt)
            found.update(excerpt[:length] for length in lengths if excerpt[:length] in self._rank)
        return found

    def _cut(self, parts: list[str | int], token: str, is_mark: IsMark | None) -> list[str | int]:
        token_id, size = self._ids[token], len(token)
        cut: list[str | int] = []
        begin = 0  # offset of the part in the text
        for part in parts:
            if isinstance(part, int):
                cut.append(part)
                begin += len(self._texts[part])
                continue
            end, at = 0, part.find(token)
            while at >= 0:
                if is_mark is None or is_mark(begin + at, begin + at + size, token_id):
                    cut += (part[end:at], token_id)
                    end = at + size
                at = part.find(token, max(end, at + 1))
            cut.append(part[end:])
            begin += len(part)
        return cut
