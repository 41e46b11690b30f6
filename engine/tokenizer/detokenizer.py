"""Decodes a stream of token ids into whole characters."""

import codecs
from collections.abc import Collection

from engine.tokenizer.tokenizer import Tokenizer


class Detokenizer:
    """The texts of `push` and `flush` concatenate to the text of all ids.

    `continues`: the ids continue a shown text, so a leading space is kept.
    `shown`: special tokens whose text is included.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        *,
        continues: bool = False,
        shown: Collection[int] = (),
    ) -> None:
        self._tokenizer = tokenizer
        self._shown = shown
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._drops_space = tokenizer.adds_space_prefix and not continues

    def push(self, token_id: int) -> str:
        """Return the characters that `token_id` completes; an incomplete one is held back.

        Invalid bytes become U+FFFD as soon as that is certain.
        """
        if self._tokenizer.is_hidden(token_id) and token_id not in self._shown:
            return ""
        data = self._tokenizer.token_bytes(token_id)
        if data and self._drops_space:
            self._drops_space = False
            data = data.removeprefix(b" ")
        return self._decoder.decode(data)

    def bytes_of(self, token_id: int) -> bytes:
        """The bytes of a token by itself."""
        return self._tokenizer.token_bytes(token_id)

    def flush(self) -> str:
        """Return the rest at the end: U+FFFD for an incomplete character."""
        return self._decoder.decode(b"", final=True)
