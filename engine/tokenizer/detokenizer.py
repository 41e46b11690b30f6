"""Turns a stream of token ids into text as it comes, in whole characters."""

import codecs
from collections.abc import Collection

from engine.tokenizer.tokenizer import Tokenizer


class Detokenizer:
    """The texts of `push` and `flush` together are what `Tokenizer.decode` gives for all ids.

    `continues`: the ids go on from text already shown, so a leading space belongs to them.
    `shown`: special tokens whose text is given all the same.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        *,
        skip_special: bool = True,
        continues: bool = False,
        shown: Collection[int] = (),
    ) -> None:
        self._tokenizer = tokenizer
        self._shown = shown
        self._skip_special = skip_special
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._drops_space = tokenizer.adds_space_prefix and not continues

    def push(self, token_id: int) -> str:
        """Return the characters that `token_id` completes; bytes that begin one are kept back.

        Bytes that can be no character become U+FFFD as soon as that is certain.
        """
        is_hidden = self._skip_special and self._tokenizer.is_hidden(token_id)
        if is_hidden and token_id not in self._shown:
            return ""
        data = self._tokenizer.token_bytes(token_id)
        if data and self._drops_space:
            self._drops_space = False
            data = data.removeprefix(b" ")
        return self._decoder.decode(data)

    def flush(self) -> str:
        """Return what is left at the end: U+FFFD for a character that was never completed."""
        return self._decoder.decode(b"", final=True)
