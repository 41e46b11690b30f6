"""The text of token ids, through the detokenizer."""

from collections.abc import Iterable

from engine.tokenizer.detokenizer import Detokenizer
from engine.tokenizer.tokenizer import Tokenizer


def decoded(tokenizer: Tokenizer, ids: Iterable[int], *, skip_special: bool = True) -> str:
    """The whole text of `ids`; special tokens are in it unless `skip_special`."""
    shown = () if skip_special else range(tokenizer.num_tokens)
    detokenizer = Detokenizer(tokenizer, shown=shown)
    return "".join(map(detokenizer.push, ids)) + detokenizer.flush()
