"""Which tokens may come next in an answer that follows a grammar. Knows no model and no sampler.

Grammars are those of llguidance: https://github.com/guidance-ai/llguidance/blob/main/docs/syntax.md
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.errors import RequestError, TooComplexError
from engine.tokenizer.tokenizer import Tokenizer

if TYPE_CHECKING:
    from llguidance import LLMatcher, LLTokenizer


_REASON_LEN = 200
_LONGEST_CLOSING = 1000  # bytes, of one mark or of a header
# Text of which there is no choice may be cut into any tokens, as all other text.
_ANY_TOKENS = '%llguidance {"no_forcing": true}\n'


@dataclass(frozen=True)
class FreeText:
    """Text before the part that follows the grammar, up to what matches `closing`.

    `has_begun`: the prompt has opened it; else the token `opening_id` may, in place of the first.
    """

    closing: str
    has_begun: bool = False
    opening_id: int | None = None


class Constraint:
    """The state of one answer. `matcher` has the vocabulary of `tokenizer`."""

    def __init__(
        self, matcher: "LLMatcher", tokenizer: Tokenizer, mask_len: int, free: FreeText | None
    ) -> None:
        self._matcher = matcher
        self._tokenizer = tokenizer
        self._num_words = (tokenizer.num_tokens + 31) // 32
        self._mask = np.zeros(max(mask_len, self._num_words), np.int32)
        self._mask_len = mask_len
        self._opening_id = None if free is None else free.opening_id
        self._closing = re.compile(b"" if free is None else free.closing.encode())
        self._is_free = free is not None and free.has_begun
        self._written = b""
        self._put_back: int | None = None

    def mask(self) -> NDArray[np.int32]:
        """A bit for each id that may come next, int32 [ceil(V / 32)]; valid until the next call.

        Raises TooComplexError when the grammar takes more work than any form of an answer needs.
        """
        mask = self._mask
        if self._put_back is not None:
            only = np.zeros(self._mask_len, np.uint32)
            _allow(only, self._put_back)
            return only.view(np.int32)
        if self._is_free:
            return np.full(self._mask_len, -1, np.int32)
        self._matcher.unsafe_compute_mask_ptr(mask.ctypes.data, self._num_words * mask.itemsize)
        if self._matcher.is_error():
            raise TooComplexError
        if self._opening_id is not None:
            _allow(mask.view(np.uint32), self._opening_id)
        return mask[: self._mask_len]

    def take(self, token_id: int) -> None:
        """Go on with a token that `mask` allowed."""
        if self._put_back is not None:
            self._put_back = None
            return
        if self._is_free:
            written = self._written + self._tokenizer.token_bytes(token_id)
            self._written = written[-_LONGEST_CLOSING:]
            self._is_free = self._closing.search(self._written) is None
        elif token_id == self._opening_id:
            self._is_free = True
        else:
            self._matcher.consume_token(token_id)
        self._opening_id = None

    def put_back(self, token_id: int) -> None:
        """Allow only `token_id`, the last one taken, until it is taken once more."""
        self._put_back = token_id


class Grammars:
    """Makes the constraints of a model of `vocab_size` logits.

    The library is imported, and the vocabulary handed to it, for the first one.
    """

    def __init__(self, tokenizer: Tokenizer, vocab_size: int) -> None:
        self._tokenizer = tokenizer
        self._mask_len = (vocab_size + 31) // 32
        self._vocabularies: dict[frozenset[int], LLTokenizer] = {}

    def constrain(
        self, grammar: str, free: FreeText | None = None, mark_ids: frozenset[int] = frozenset()
    ) -> Constraint:
        """A constraint to `grammar`, whose text may hold the special tokens `mark_ids`.

        Raises RequestError for a grammar that is not valid.
        """
        from llguidance import LLMatcher

        matcher = LLMatcher(self._vocabulary(mark_ids), _ANY_TOKENS + grammar, log_level=0)
        if matcher.is_error():
            raise RequestError(
                f"The answer cannot be given the form that was asked for ({_reason(matcher)}); "
                "change its schema."
            )
        return Constraint(matcher, self._tokenizer, self._mask_len, free)

    def _vocabulary(self, mark_ids: frozenset[int]) -> "LLTokenizer":
        if mark_ids not in self._vocabularies:
            from llguidance import LLTokenizer, TokenizerWrapper

            words = _Words(self._tokenizer, mark_ids)
            eog_ids = sorted(self._tokenizer.eog_ids)
            self._vocabularies[mark_ids] = LLTokenizer(
                TokenizerWrapper(words), eos_token=eog_ids, slices=LLTokenizer.json_slices()
            )
        return self._vocabularies[mark_ids]


class _Words:
    """A vocabulary as llguidance reads it: bytes of each token, and which are never text."""

    def __init__(self, tokenizer: Tokenizer, mark_ids: frozenset[int]) -> None:
        ids = range(tokenizer.num_tokens)
        hidden = [i for i in ids if tokenizer.is_hidden(i) or i in tokenizer.eog_ids]
        self.tokens = [tokenizer.token_bytes(i) for i in ids]
        self.special_token_ids = [i for i in hidden if i not in mark_ids]
        self.eos_token_id = min(tokenizer.eog_ids)
        self.bos_token_id = None

    def __call__(self, text: str | bytes) -> list[int]:
        raise NotImplementedError("no text is forced, so none is encoded")


def _allow(mask: NDArray[np.uint32], token_id: int) -> None:
    word, bit = divmod(token_id, 32)
    mask[word] |= np.uint32(1 << bit)


def _reason(matcher: "LLMatcher") -> str:
    """The first line of what is wrong, without its place in our grammar."""
    line = matcher.get_error().strip().partition("\n")[0]
    return (
        line.rpartition("): ")[2]
        .removeprefix("failed to compile JSON schema: ")
        .rstrip(".")[:_REASON_LEN]
    )
