"""Drafts from the first ids of a large vocabulary, as long as the text has few others."""

from collections.abc import Sequence
from dataclasses import replace

from engine.models.config import ModelConfig
from engine.models.model_file import ModelFile

SIZE = 1 << 16
"""How many ids: tokens learned early by a tokenizer's training have low ids and are frequent."""

_WEIGHT = 1 / 256  # of a token in the moving average
_MOST_OTHERS = 1 / 32


def narrowed(config: ModelConfig) -> ModelConfig:
    """The config of a drafter, with narrow steps if its vocabulary is at least twice as large.

    Most of what a small drafter reads in a step is its output matrix, and a prediction head reads
    the model's own.
    """
    size = SIZE if config.can_be_narrow and config.vocab_size >= 2 * SIZE else 0
    return replace(config, narrow_vocab_size=size)


def narrowed_file(file: ModelFile) -> ModelFile:
    """The file of a drafter, with a `narrowed` config."""
    return replace(file, config=narrowed(file.config))


class NarrowVocabulary:
    """Watches what share of a text's tokens is among the first `size` ids; all if that is 0.

    A token of another id cannot be drafted by a narrow step. Scripts of which a tokenizer learned
    little, or late, have many of them.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._others = 0.0  # the share of other tokens
        self._num_seen: int | None = None

    def forget(self) -> None:
        """The next text is another one, or goes on with what somebody else wrote."""
        self._num_seen = None

    def suffices(self, ids: Sequence[int]) -> bool:
        """Whether few tokens of late are others; `ids` go on where those of the last call ended."""
        begin = len(ids) if self._num_seen is None else self._num_seen
        for token in ids[begin:]:
            self._others += _WEIGHT * (float(token >= self._size) - self._others)
        self._num_seen = len(ids)
        return bool(self._size) and self._others <= _MOST_OTHERS
