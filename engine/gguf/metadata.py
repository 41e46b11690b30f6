"""A typed view of GGUF metadata; the only place that knows `tokenizer.*` and `general.*` keys."""

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TypeVar, overload

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.keyvalues import KeyValues
from engine.gguf.name_parts import NameParts
from engine.gguf.split import model_stem
from engine.gguf.types import file_type_label

T = TypeVar("T")

_MAX_LABEL_CHARACTERS = 200
_MAX_ARCHITECTURE_CHARACTERS = 64
# The largest vocabularies in use: 262,144 tokens, 2 MB of text; 514,906 merges, 5 MB.
_MOST_TEXTS = {"tokens": (2**19, 8 * 2**20), "merges": (3 * 2**18, 12 * 2**20)}
MAX_TOKEN_CHARACTERS = 512
"""The longest tokens in use are runs of 128 spaces."""
MAX_CONTEXT_LEN = 2**30
"""In tokens; the longest contexts in use hold about ten million."""
_KIND_NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
_TEMPLATE_KEY = "tokenizer.chat_template"
_NORMAL_TOKEN = 1
# Converters write "no such token" as -1, signed or not.
_NO_TOKEN = (-1, 2**32 - 1)


class Required(Enum):
    """The default of a required key."""

    REQUIRED = "the key must be there"


REQUIRED = Required.REQUIRED


@dataclass(frozen=True)
class TokenizerMetadata:
    """The raw `tokenizer.*` keys; None for an absent key.

    `token_types` are GGUF's: 1 normal, 2 unknown, 3 control, 4 user defined, 5 unused, 6 byte.
    `chat_templates` maps NAME to `tokenizer.chat_template.NAME`; `chat_template` is the default.
    """

    model: str
    pre: str | None
    tokens: tuple[str, ...]
    token_types: tuple[int, ...]
    scores: tuple[float, ...] | None
    merges: tuple[str, ...] | None
    bos_id: int | None
    eos_id: int | None
    unk_id: int | None
    pad_id: int | None
    eot_id: int | None
    eom_id: int | None
    add_bos: bool | None
    add_eos: bool | None
    add_space_prefix: bool | None
    chat_template: str | None
    chat_templates: dict[str, str]


class ModelMetadata:
    """The metadata of a model.

    `values` is `GGUFFile.metadata`. Every property and method raises `ModelFileError` for a value
    of the wrong type or a missing required key.
    """

    def __init__(self, values: KeyValues) -> None:
        self._values = values
        self._file_name = values.file_name

    @property
    def architecture(self) -> str:
        """The architecture, such as "llama"; the prefix of its hyperparameters."""
        name = self._get("general.architecture", str)
        if len(name) > _MAX_ARCHITECTURE_CHARACTERS:
            raise self._damaged(f"its architecture {shown(name)} is none")
        return name

    @property
    def name(self) -> str:
        """The model's name, else the file's: one short line, never empty."""
        return self._label("general.name") or model_stem(Path(self._file_name))

    @property
    def name_parts(self) -> NameParts:
        """What the file says of its name beside `name`."""
        keys = ("general.basename", "general.size_label", "general.finetune")
        return NameParts(*map(self._label, keys))

    @property
    def license(self) -> str | None:
        """The license in the file, usually a lower-case SPDX name: one short line."""
        return self._label("general.license") or None

    @property
    def quantization(self) -> str | None:
        """A label such as "Q4_K_M"; None if missing or unknown."""
        file_type = self._get("general.file_type", int, None)
        return None if file_type is None else file_type_label(file_type)

    @property
    def context_length(self) -> int | None:
        """The trained context length in tokens, at most `MAX_CONTEXT_LEN`."""
        length = self._get(f"{self.architecture}.context_length", int, None)
        if length is not None and not 1 <= length <= MAX_CONTEXT_LEN:
            raise self._damaged(f"its context_length is {length}, not 1 to {MAX_CONTEXT_LEN}")
        return length

    def hparam(self, key: str, kind: type[T], default: T | Required = REQUIRED) -> T:
        """The value of `{architecture}.{key}`, or `default` when the key is absent.

        `kind` is int, float, bool or str. An int is accepted as a float; a non-finite float is
        refused.
        """
        return self._get(f"{self.architecture}.{key}", kind, default)

    def hparam_each(
        self, key: str, kind: type[T], default: tuple[T, ...] | Required = REQUIRED
    ) -> tuple[T, ...]:
        """The values of `{architecture}.{key}`: a list, or one scalar as a 1-tuple."""
        full_key = f"{self.architecture}.{key}"
        value = self._values.get(full_key)
        if isinstance(value, tuple):
            return self._converted_items(full_key, value, kind)
        if value is None and not isinstance(default, Required):
            return default
        return (self._get(full_key, kind),)

    def has_list(self, key: str) -> bool:
        """Whether `{architecture}.{key}` exists and is a list."""
        return isinstance(self._values.get(f"{self.architecture}.{key}"), tuple)

    @property
    def tokenizer_model(self) -> str:
        """The tokenizer type, such as "gpt2". Raises `UnsupportedModelError` if there is none."""
        if "tokenizer.ggml.model" not in self._values:
            raise UnsupportedModelError(
                f"{self._file_name} has no tokenizer; choose a file that holds the complete model."
            )
        return self._get("tokenizer.ggml.model", str)

    @property
    def num_tokens(self) -> int:
        """Number of tokens in the vocabulary, 0 without one."""
        return self._values.num_items("tokenizer.ggml.tokens")

    @property
    def has_chat_template(self) -> bool:
        """Whether the file has a chat template."""
        return bool(self._get(_TEMPLATE_KEY, str, "")) or any(
            key.startswith(f"{_TEMPLATE_KEY}.") for key in self._values
        )

    @cached_property
    def tokenizer(self) -> TokenizerMetadata:
        """The tokenizer's keys, checked for consistency once.

        Raises `UnsupportedModelError` if the file has no tokenizer.
        """
        model = self.tokenizer_model
        self._check_vocabulary()
        tokens = self._items("tokens", str)
        if not tokens:
            raise self._damaged("its vocabulary is empty")
        longest = max(tokens, key=len)
        if len(longest) > MAX_TOKEN_CHARACTERS:
            raise self._damaged(f"a token has {len(longest)} characters: {shown(longest)}")
        num_tokens = len(tokens)
        types = self._items("token_type", int, num_tokens) or (_NORMAL_TOKEN,) * num_tokens
        return TokenizerMetadata(
            model=model,
            pre=self._get("tokenizer.ggml.pre", str, None),
            tokens=tokens,
            token_types=types,
            scores=self._items("scores", float, num_tokens),
            merges=self._items("merges", str),
            bos_id=self._token_id("bos", num_tokens),
            eos_id=self._token_id("eos", num_tokens),
            unk_id=self._token_id("unknown", num_tokens),
            pad_id=self._token_id("padding", num_tokens),
            eot_id=self._token_id("eot", num_tokens),
            eom_id=self._token_id("eom", num_tokens),
            add_bos=self._get("tokenizer.ggml.add_bos_token", bool, None),
            add_eos=self._get("tokenizer.ggml.add_eos_token", bool, None),
            add_space_prefix=self._get("tokenizer.ggml.add_space_prefix", bool, None),
            chat_template=self._get(_TEMPLATE_KEY, str, None),
            chat_templates={
                key.removeprefix(f"{_TEMPLATE_KEY}."): self._get(key, str)
                for key in self._values
                if key.startswith(f"{_TEMPLATE_KEY}.")
            },
        )

    def token(self, role: str) -> int:
        """The id of the token with the role, which the file must name."""
        return self._get(f"tokenizer.ggml.{role}_token_id", int)

    def _check_vocabulary(self) -> None:
        """Raise `ModelFileError` for too many tokens or merges, before they are decoded."""
        for name, (most, most_bytes) in _MOST_TEXTS.items():
            key = f"tokenizer.ggml.{name}"
            count, num_bytes = self._values.num_items(key), self._values.num_text_bytes(key)
            if count > most or num_bytes > most_bytes:
                raise self._damaged(
                    f"it has {count} {name} of {num_bytes} bytes, more than any model"
                )

    def _label(self, key: str) -> str:
        """A string as one short printable line; empty if missing."""
        text = self._get(key, str, "")
        is_whole = len(text) <= _MAX_LABEL_CHARACTERS
        text = text if is_whole else text[:_MAX_LABEL_CHARACTERS] + "…"
        printable = (character if character.isprintable() else " " for character in text)
        return " ".join("".join(printable).split())

    def _items(self, key: str, item: type[T], count: int | None = None) -> tuple[T, ...] | None:
        """The array `tokenizer.ggml.{key}`, of `count` values if given; None if absent."""
        full_key = f"tokenizer.ggml.{key}"
        values = self._values.get(full_key)
        if values is None:
            return None
        items = self._converted_items(full_key, values, item)
        if count is not None and len(items) != count:
            raise self._damaged(f"{full_key} has {len(items)} values for {count} tokens")
        return items

    def _token_id(self, role: str, num_tokens: int) -> int | None:
        key = f"tokenizer.ggml.{role}_token_id"
        token_id = self._get(key, int, None)
        if token_id is None or token_id in _NO_TOKEN:
            return None
        if not 0 <= token_id < num_tokens:
            raise self._damaged(f"{key} is {token_id}, but there are {num_tokens} tokens")
        return token_id

    @overload
    def _get(self, key: str, kind: type[T], default: None) -> T | None: ...
    @overload
    def _get(self, key: str, kind: type[T], default: T | Required = REQUIRED) -> T: ...
    def _get(self, key: str, kind: type[T], default: T | Required | None = REQUIRED) -> T | None:
        value = self._values.get(key)
        if value is None:
            if isinstance(default, Required):
                raise self._damaged(f"it has no {shown(key)}")
            return default
        return self._converted(key, value, kind)

    def _converted(self, key: str, value: object, kind: type[T]) -> T:
        """`value` as a `kind`: a bool is not a number, an int is accepted as a float."""
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise self._damaged(f"{shown(key)} is not {_KIND_NAMES[kind]}")
        if isinstance(value, float) and not math.isfinite(value):
            raise self._damaged(f"{shown(key)} is not a finite number")
        return value

    def _converted_items(self, key: str, value: object, item: type[T]) -> tuple[T, ...]:
        if not isinstance(value, tuple):
            raise self._damaged(f"{shown(key)} is not a list")
        if set(map(type, value)) <= {item}:
            return value
        return tuple(self._converted(f"{key}[{i}]", each, item) for i, each in enumerate(value))

    def _damaged(self, reason: str) -> ModelFileError:
        return ModelFileError(
            f"{self._file_name} is damaged or incomplete: {reason};"
            " download it again or choose another file."
        )
