"""Merges characters into tokens by priority: SentencePiece BPE and Gemma 4's ranked merges.

Knows vocabularies as strings, no special tokens.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import pairwise

from engine.gguf.metadata import TokenizerMetadata

SPACE_MARK = "\u2581"
# Longer runs without a place to cut are cut here, to bound memory; real text has none.
_MAX_RUN_LEN = 1 << 16
# In characters: some hundred thousand words.
_MAX_CACHED_LEN = 1 << 20

# (left piece, right piece) → priority, lowest first; None if they do not merge.
Priority = Callable[[str, str], float | None]
# (priority, index of the left piece, index of the right piece, merged text)
_Candidate = tuple[float, int, int, str]


class MergingEncoder:
    """Encodes text, with spaces as U+2581, by merging neighbors by priority, then leftmost.

    Text is first cut between characters that are adjacent in no token: no merge crosses such a
    place, so the result is the same and repeated words come from a cache.
    Characters without a token become their UTF-8 bytes (`<0xE2>`…), else the unknown token.
    """

    def __init__(
        self, metadata: TokenizerMetadata, priority: Priority, merged: Iterable[str]
    ) -> None:
        self._ids = first_ids(metadata.tokens)
        self._byte_ids = [self._ids.get(f"<0x{byte:02X}>", metadata.unk_id) for byte in range(256)]
        self._priority = priority
        self._joinable = {a + b for text in merged for a, b in pairwise(text)}
        self._cache: dict[str, list[int]] = {}
        self._cached_len = 0

    def encode(self, text: str) -> list[int]:
        """Return the ids of `text`, which holds no special tokens."""
        ids: list[int] = []
        for word in self._words(text.replace(" ", SPACE_MARK)):
            known = self._cache.get(word)
            ids += self._remember(word) if known is None else known
        return ids

    @staticmethod
    def piece_bytes(token: str) -> bytes:
        """The bytes of an ordinary token."""
        return token.replace(SPACE_MARK, " ").encode("utf-8", "replace")

    def _words(self, text: str) -> Iterator[str]:
        start = 0
        joinable = self._joinable
        for index, (a, b) in enumerate(pairwise(text), start=1):
            if a + b not in joinable or index - start == _MAX_RUN_LEN:
                yield text[start:index]
                start = index
        if text:
            yield text[start:]

    def _remember(self, word: str) -> list[int]:
        ids = [token_id for piece in self._pieces(word) for token_id in self._piece_ids(piece)]
        self._cached_len += len(word)
        if self._cached_len > _MAX_CACHED_LEN:
            self._cache.clear()
            self._cached_len = len(word)
        self._cache[word] = ids
        return ids

    def _pieces(self, word: str) -> list[str]:
        # Gemma 4 has tokens for runs of newlines but no merges to them.
        if word in self._ids and not word.strip("\n"):
            return [word]
        return merge_pieces(word, self._priority)

    def _piece_ids(self, piece: str) -> Iterator[int]:
        token_id = self._ids.get(piece)
        if token_id is not None:
            yield token_id
            return
        for byte in piece.encode():
            byte_id = self._byte_ids[byte]
            if byte_id is not None:
                yield byte_id


def create_sentencepiece_encoder(metadata: TokenizerMetadata) -> MergingEncoder:
    """Merges whose result is a token, highest score first."""
    scores = metadata.scores or (0.0,) * len(metadata.tokens)
    costs = {text: -score for text, score in zip(metadata.tokens[::-1], scores[::-1], strict=True)}

    def priority(left: str, right: str) -> float | None:
        return costs.get(left + right)

    return MergingEncoder(metadata, priority, metadata.tokens)


def create_ranked_encoder(metadata: TokenizerMetadata) -> MergingEncoder:
    """The file's merges in its order; never across a newline."""
    ranks: dict[tuple[str, str], float] = {}
    for rank, (left, right) in enumerate(split_merges(metadata.merges or ())):
        ranks.setdefault((left, right), rank)
    newline_runs = (text for text in metadata.tokens if not text.strip("\n"))

    def priority(left: str, right: str) -> float | None:
        return ranks.get((left, right))

    merged = (left + right for left, right in ranks if "\n" not in left + right)
    return MergingEncoder(metadata, priority, (*merged, *newline_runs))


def first_ids(tokens: tuple[str, ...]) -> dict[str, int]:
    """Text → id; the first of duplicates."""
    return dict(zip(reversed(tokens), range(len(tokens) - 1, -1, -1), strict=True))


def split_merges(merges: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Split "left right" at the space; a left side may itself begin with one."""
    for merge in merges:
        place = merge.find(" ", 1)
        if place > 0:
            yield merge[:place], merge[place + 1 :]


def merge_pieces(text: str, priority: Priority) -> list[str]:
    """Merge the characters of `text` until no neighbors merge; O(n log n)."""
    pieces = list(text)
    following = list(range(1, len(pieces) + 1))
    preceding = list(range(-1, len(pieces) - 1))
    heap: list[_Candidate] = [
        (cost, index, index + 1, left + right)
        for index, (left, right) in enumerate(pairwise(pieces))
        if (cost := priority(left, right)) is not None
    ]
    heapify(heap)
    while heap:
        _, left, right, merged = heappop(heap)
        # False if either side was merged since this candidate was pushed.
        is_whole = pieces[left] and pieces[right]
        if not is_whole or len(pieces[left]) + len(pieces[right]) != len(merged):
            continue
        pieces[left], pieces[right] = merged, ""
        after = following[left] = following[right]
        before = preceding[left]
        if after < len(pieces):
            preceding[after] = left
            _note(heap, pieces, (left, after), priority)
        if before >= 0:
            _note(heap, pieces, (before, left), priority)
    return [piece for piece in pieces if piece]


def _note(
    heap: list[_Candidate], pieces: list[str], neighbors: tuple[int, int], priority: Priority
) -> None:
    left, right = neighbors
    cost = priority(pieces[left], pieces[right])
    if cost is not None:
        heappush(heap, (cost, left, right, pieces[left] + pieces[right]))
