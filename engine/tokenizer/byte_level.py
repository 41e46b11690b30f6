"""Byte-level BPE (GPT-2) on the `tokenizers` library. Knows no special tokens."""

import re
from collections.abc import Iterator

from tokenizers import Regex, Tokenizer, models, pre_tokenizers

from engine.errors import ModelFileError
from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.merging import first_ids, split_merges
from engine.tokenizer.pre_tokenizers import PreTokenizer

# The library's memory grows with the length of a call, so long text is split into chunks. In no
# pre-tokenizer of our table does a word continue from a letter or digit into one of these.
_CHUNK_END = re.compile("[^\\W_](?=[\\s\u3002\uff0c])")
_CHUNK_LEN = 1 << 14
# Longer runs without such a place are cut here, to bound memory; real text has none.
_MAX_CHUNK_LEN = 1 << 18


class ByteLevelEncoder:
    """Encodes text as UTF-8 bytes, each mapped to a printable character, merged by rank."""

    def __init__(self, metadata: TokenizerMetadata, pre_tokenizer: PreTokenizer) -> None:
        """Raise `ModelFileError` when the file has no merges."""
        if not metadata.merges:
            raise ModelFileError(
                "The tokenizer in this model file has no merges, so it cannot be used; "
                "get the file again or choose another one."
            )
        ids = first_ids(metadata.tokens)
        merges = [
            (left, right)
            for left, right in split_merges(metadata.merges)
            if left in ids and right in ids and left + right in ids
        ]
        model = models.BPE(vocab=ids, merges=merges, ignore_merges=pre_tokenizer.ignore_merges)
        self._tokenizer = Tokenizer(model)
        splits = [
            pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in pre_tokenizer.patterns
        ]
        to_bytes = pre_tokenizers.ByteLevel(
            add_prefix_space=False, trim_offsets=False, use_regex=False
        )
        self._tokenizer.pre_tokenizer = pre_tokenizers.Sequence([*splits, to_bytes])

    def encode(self, text: str) -> list[int]:
        """Return the ids of `text`, which holds no special tokens."""
        ids: list[int] = []
        for chunk in _chunks(text):
            ids += self._tokenizer.encode(chunk, add_special_tokens=False).ids
        return ids

    @staticmethod
    def piece_bytes(token: str) -> bytes:
        """The bytes of an ordinary token."""
        return b"".join(_BYTES.get(character) or character.encode() for character in token)


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
