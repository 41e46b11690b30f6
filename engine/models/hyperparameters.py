"""Reads a model's hyperparameters and checks each against its range; nothing else does.

The tensor table bounds the ranges, so no allocation is sized by an unchecked number.
"""

import re
from collections.abc import Mapping
from typing import TypeVar

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.metadata import REQUIRED, ModelMetadata, Required
from engine.gguf.tensors import TensorInfo

Number = TypeVar("Number", int, float)
Value = TypeVar("Value", int, bool)

# Two to four times the largest models in use: time and scratch grow with these limits.
MAX_HEADS = 1024
MAX_EXPERTS = 1024
MAX_USED_EXPERTS = 32
_MAX_LAYERS = 512
_MAX_VOCAB = 2**20
_MAX_SIZE = 2**17  # of a row of activations
_MAX_COUNT = 2**31 - 1
_LEAST_FACTOR, _MOST_FACTOR = 1e-6, 1e6
_BLOCK_NAME = re.compile(r"blk\.(\d{1,9})\.")


class Hyperparameters:
    """The hyperparameters in a file's metadata. `tensors` is the file's tensor table.

    Keys omit the architecture prefix. All methods raise ModelFileError for a missing value or one
    of the wrong type, UnsupportedModelError for one out of range.
    """

    def __init__(self, metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> None:
        self._metadata = metadata
        self.tensors = tensors
        self.architecture = metadata.architecture
        self.name = metadata.name
        self.num_tokens = metadata.num_tokens
        self.longest = max((max(tensor.shape) for tensor in tensors.values()), default=0)
        """The longest dimension of any tensor: no row of activations is longer."""

    @property
    def vocab_size(self) -> int:
        """Rows of the token embedding."""
        embedding = self.tensors.get("token_embd.weight")
        if embedding is None or len(embedding.shape) != 2:
            raise ModelFileError(
                f"{self.name} has no table of embeddings; the file is incomplete, "
                "download it again."
            )
        return self._bounded("vocabulary", embedding.shape[0], 1, _MAX_VOCAB)

    def num_layers(self, num_others: int = 0, *, is_whole: bool = True) -> int:
        """Decoder layers: the model's blocks except the last `num_others`.

        A whole file holds tensors of each.
        """
        count = self.whole("block_count", least=1 + num_others, most=_MAX_LAYERS + num_others)
        held = {found[1] for name in self.tensors if (found := _BLOCK_NAME.match(name))}
        if is_whole and count - num_others > len(held):
            raise self.impossible(f"it has {count} layers and tensors of {len(held)}")
        return count - num_others

    def whole(
        self,
        key: str,
        default: int | Required = REQUIRED,
        *,
        least: int = 0,
        most: int = _MAX_COUNT,
    ) -> int:
        """An integer."""
        return self._bounded(key, self._metadata.hparam(key, int, default), least, most)

    def size(self, key: str, default: int | Required = REQUIRED, *, least: int = 1) -> int:
        """A dimension; at most the longest of any tensor."""
        return self.whole(key, default, least=least, most=min(self.longest, _MAX_SIZE))

    def sizes(
        self, key: str, num_layers: int, default: int | Required = REQUIRED
    ) -> tuple[int, ...]:
        """A size per layer, 0 for none: one number for all layers, or a list."""
        given = default if isinstance(default, Required) else (default,)
        return self.each(key, num_layers, given, most=min(self.longest, _MAX_SIZE))

    def each(
        self,
        key: str,
        num_layers: int,
        default: tuple[int, ...] | Required = REQUIRED,
        *,
        most: int,
    ) -> tuple[int, ...]:
        """An integer per layer, 0 … `most`: one number for all layers, or a list."""
        values = self._metadata.hparam_each(key, int, default)
        values = values * num_layers if len(values) == 1 else values
        values = self._of_layers(key, values, num_layers)
        return tuple(self._bounded(key, value, 0, most) for value in values)

    def numbers(self, key: str, most_values: int) -> tuple[int, ...]:
        """A list of integers, at most so many; empty when the key is missing."""
        values = self._metadata.hparam_each(key, int, ())
        self._bounded(f"number of {key}", len(values), 0, most_values)
        return tuple(self._bounded(key, value, 0, _MAX_COUNT) for value in values)

    def token(self, role: str, vocab_size: int) -> int:
        """The id of a token with a role, such as "mask"."""
        return self._bounded(f"{role} token", self._metadata.token(role), 0, vocab_size - 1)

    def positive(
        self,
        key: str,
        default: float | Required = REQUIRED,
        *,
        least: float = _LEAST_FACTOR,
        most: float = _MOST_FACTOR,
    ) -> float:
        """A number above 0."""
        return self._bounded(key, self._metadata.hparam(key, float, default), least, most)

    def factor(self, key: str, default: float = 1.0, *, least: float = _LEAST_FACTOR) -> float:
        """A number above 0; `default` when the key is missing or 0."""
        value = self._metadata.hparam(key, float, 0.0) or default
        return value if value == default else self._bounded(key, value, least, _MOST_FACTOR)

    def flag(self, key: str, *, default: bool) -> bool:
        """A bool."""
        return self._metadata.hparam(key, bool, default)

    def flags(self, key: str, num_layers: int) -> tuple[bool, ...]:
        """A list of bools, one per layer."""
        return self._of_layers(key, self._metadata.hparam_each(key, bool, ()), num_layers)

    def choice(self, key: str, default: str) -> str:
        """A string."""
        return self._metadata.hparam(key, str, default)

    def has_list(self, key: str) -> bool:
        """Whether `key` exists and is a list."""
        return self._metadata.has_list(key)

    def impossible(self, reason: str) -> UnsupportedModelError:
        """The error for hyperparameters that contradict each other or the tensors."""
        return UnsupportedModelError(
            f"{self.name} describes a model of impossible shape: {reason}; "
            "download it again or choose another file."
        )

    def _of_layers(self, key: str, values: tuple[Value, ...], num_layers: int) -> tuple[Value, ...]:
        if len(values) < num_layers:
            raise self.impossible(f"{key} has {len(values)} values for {num_layers} layers")
        return values[:num_layers]

    def _bounded(self, key: str, value: Number, least: Number, most: Number) -> Number:
        if not least <= value <= most:
            raise self.impossible(
                f"its {key} is {shown(str(value))}, not between {least} and {most}"
            )
        return value
