"""Byte-level BPE (GPT-2): words by the `tokenizers` library, which also merges long text.

Knows no special tokens.
"""

import re
import threading
from collections.abc import Iterator

from tokenizers import Regex, Tokenizer, models, pre_tokenizers

from engine.errors import ModelFileError
from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.merging import first_ids, merge_pieces, split_merges
from engine.tokenizer.pre_tokenizers import PreTokenizer

# The library's memory grows with the length of a call, so long text is split into chunks. In no
# pre-tokenizer of our table does a word continue from a letter or digit into one of these.
_CHUNK_END = re.compile("[^\\W_](?=[\\s\u3002\uff0c])")
_CHUNK_LEN = 1 << 14
# Longer runs without such a place are cut here, to bound memory; real text has none.
_MAX_CHUNK_LEN = 1 << 18
# In characters: so many are merged here in less time than the library's model takes to be made.
_MOST_MERGED = 1 << 15


class ByteLevelEncoder:
    """Encodes text as UTF-8 bytes, each mapped to a printable character, merged by rank.

    The library's model merges two to four times as fast, but takes some tenths of a second to be
    made of a large vocabulary: that waits until more text than that of a first question has come.
    """

    def __init__(self, metadata: TokenizerMetadata, pre_tokenizer: PreTokenizer) -> None:
        """Raise `ModelFileError` when the file has no merges."""
        if not metadata.merges:
            raise ModelFileError(
                "The tokenizer in this model file has no merges, so it cannot be used; "
                "get the file again or choose another one."
            )
        splits = [
            pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in pre_tokenizer.patterns
        ]
        to_bytes = pre_tokenizers.ByteLevel(
            add_prefix_space=False, trim_offsets=False, use_regex=False
        )
        self._words = pre_tokenizers.Sequence([*splits, to_bytes])
        self._ignores_merges = pre_tokenizer.ignore_merges
        self._merger: _Merger | None = _Merger(
            metadata.tokens, metadata.merges, ignores_merges=self._ignores_merges
        )
        self._library: Tokenizer | None = None
        self._lock = threading.Lock()  # of the making of the library's model

    def encode(self, text: str) -> list[int]:
        """Return the ids of `text`, which holds no special tokens."""
        merger = self._merger
        if merger is not None and merger.num_merged + len(text) <= _MOST_MERGED:
            words = self._words.pre_tokenize_str(text)
            return [token_id for word, _ in words for token_id in merger.ids_of(word)]
        library = self._whole_library()
        ids: list[int] = []
        for chunk in _chunks(text):
            ids += library.encode(chunk, add_special_tokens=False).ids
        return ids

    @staticmethod
    def piece_bytes(token: str) -> bytes:
        """The bytes of an ordinary token."""
        return b"".join(_BYTES.get(character) or character.encode() for character in token)

    def _whole_library(self) -> Tokenizer:
        """The library's tokenizer, which replaces our merging."""
        with self._lock:
            if self._library is None:
                assert self._merger is not None
                library = Tokenizer(self._merger.library_model())
                library.pre_tokenizer = self._words
                self._library, self._merger = library, None
            return self._library


class _Merger:
    """Merges the characters of words as the library's model does; `num_merged` characters so far.

    A character that is no token is dropped. `ignores_merges`: a word that is a token is that one.
    """

    def __init__(
        self, tokens: tuple[str, ...], merges: tuple[str, ...], *, ignores_merges: bool
    ) -> None:
        self.num_merged = 0
        self._ids = first_ids(tokens)
        self._merges = merges
        self._ranks = dict(zip(merges, range(len(merges)), strict=True))  # the last of duplicates
        self._ignores_merges = ignores_merges
        self._known: dict[str, list[int]] = {}

    def ids_of(self, word: str) -> list[int]:
        """The ids of a word, which has no spaces."""
        known = self._known.get(word)
        if known is None:
            self.num_merged += len(word)
            known = self._known[word] = self._merged(word)
        return known

    def library_model(self) -> models.BPE:
        """The library's model of the same vocabulary and merges."""
        ids = self._ids
        merges = [
            (left, right)
            for left, right in split_merges(self._merges)
            if left in ids and right in ids and left + right in ids
        ]
        return models.BPE(vocab=ids, merges=merges, ignore_merges=self._ignores_merges)

    def _merged(self, word: str) -> list[int]:
        ids = self._ids
        if self._ignores_merges and word in ids:
            return [ids[word]]
        sound = "".join(filter(ids.__contains__, word))
        return [ids[piece] for piece in merge_pieces(sound, self._rank)]

    def _rank(self, left: str, right: str) -> float | None:
        rank = self._ranks.get(f"{left} {right}")
        return rank if rank is not None and left + right in self._ids else None


def _chunks(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > _CHUNK_LEN:
        match = _CHUNK_END.search(text, start + _CHUNK_LEN, start + _MAX_CHUNK_LEN)
        end = match.end() if match else start + _MAX_CHUNK_LEN
        yield text[start:end]
        start = end
    yield text[start:]


def _byte_alphabet() -> dict[str, bytes]:
    """GPT-2's byte alphabet: printable Latin-1 maps to itself, the rest to U+0100 and up."""
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = [byte for byte in range(256) if byte not in printable]
    alphabet = {chr(byte): bytes([byte]) for byte in printable}
    return alphabet | {chr(0x100 + n): bytes([byte]) for n, byte in enumerate(others)}


_BYTES = _byte_alphabet()
