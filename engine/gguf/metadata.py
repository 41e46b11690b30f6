"""Typed view of a GGUF file's key/values: the only place that knows raw key names of the tokenizer and of `general.*`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar, cast, get_args, get_origin, overload

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.keyvalues import KeyValues, MetadataValue
from engine.gguf.split import model_stem
from engine.gguf.types import file_type_label

T = TypeVar("T")

_MAX_LABEL_CHARACTERS = 200
_MAX_ARCHITECTURE_CHARACTERS = 64
# The largest vocabularies in use have 262,144 tokens, 2 MB of text, and 514,906 merges, 5 MB.
_MOST_TEXTS = {"tokens": (2**19, 8 * 2**20), "merges": (3 * 2**18, 12 * 2**20)}
MAX_TOKEN_CHARACTERS = 512
"""The longest tokens in use are runs of 128 spaces."""
MAX_CONTEXT_LEN = 2**30
"""Tokens; the longest contexts in use hold some ten million."""
_KIND_NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
_TEMPLATE_KEY = "tokenizer.chat_template"
_NORMAL_TOKEN = 1
# Converters write "no such token" as -1, signed or not.
_NO_TOKEN = (-1, 2**32 - 1)


class Required(Enum):
    """The default of a key that has none."""

    REQUIRED = "the key must be there"


REQUIRED = Required.REQUIRED


@dataclass(frozen=True)
class TokenizerMetadata:
    """The `tokenizer.*` keys as they stand in the file; None where a key is absent.

    `token_types` are GGUF's: 1 normal, 2 unknown, 3 control, 4 user defined, 5 unused, 6 byte.
    `chat_templates` maps a name to each `tokenizer.chat_template.NAME`; the plain one is `chat_template`.
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
    remove_extra_whitespaces: bool | None
    chat_template: str | None
    chat_templates: dict[str, str]


class ModelMetadata:
    """What a model says about itself.

    `values` is `GGUFFile.metadata`. Every property and method raises `ModelFileError` when a key has
    a value of the wrong kind or a required key is missing.
    """

    def __init__(self, values: Mapping[str, MetadataValue]) -> None:
        self._values = values
        self._file_name = values.file_name if isinstance(values, KeyValues) else None
        self._source = self._file_name or "The model file"

    @property
    def architecture(self) -> str:
        """The architecture, such as "llama"; the prefix of its hyperparameters."""
        name = self._get("general.architecture", str)
        if len(name) > _MAX_ARCHITECTURE_CHARACTERS:
            raise self._damaged(f"its architecture {shown(name)} is none")
        return name

    @property
    def name(self) -> str:
        """The model's name, or the file's when it has none: a short line, never empty."""
        name = self._label("general.name")
        if name or self._file_name is None:
            return name or "This model"
        return model_stem(Path(self._file_name))

    @property
    def license(self) -> str | None:
        """The licence as the file has it, usually an SPDX name in lower case: a short line."""
        return self._label("general.license") or None

    @property
    def quantization(self) -> str | None:
        """A label such as "Q4_K_M", or None when the file has none that is known."""
        file_type = self._get("general.file_type", int, None)
        return None if file_type is None else file_type_label(file_type)

    @property
    def context_length(self) -> int | None:
        """Tokens the model was trained to hold, at most `MAX_CONTEXT_LEN`."""
        length = self.hparam("context_length", int, None)
        if length is not None and not 1 <= length <= MAX_CONTEXT_LEN:
            raise self._damaged(f"its context_length is {length}, not 1 to {MAX_CONTEXT_LEN}")
        return length

    @overload
    def hparam(self, key: str, kind: type[T], default: None) -> T | None: ...
    @overload
    def hparam(self, key: str, kind: type[T], default: T | Required = REQUIRED) -> T: ...
    def hparam(self, key: str, kind: type[T], default: T | Required | None = REQUIRED) -> T | None:
        """The value of `{architecture}.{key}`, or `default` when the key is absent.

        `kind` is int, float, bool, str, or list of one of these. A whole number serves as a float;
        a float that is not finite is refused.
        """
        full_key = f"{self.architecture}.{key}"
        return self._get(full_key, kind, default)

    def hparam_each(
        self, key: str, kind: type[T], default: tuple[T, ...] | Required = REQUIRED
    ) -> tuple[T, ...]:
        """The values of `{architecture}.{key}`: of a list, or the one that stands for all."""
        full_key = f"{self.architecture}.{key}"
        value = self._values.get(full_key)
        if value is None:
            if isinstance(default, Required):
                raise self._damaged(f"it has no {shown(full_key)}")
            return default
        if isinstance(value, tuple):
            return self._converted_items(full_key, value, kind)
        return (self._converted(full_key, value, kind),)

    def has_list(self, key: str) -> bool:
        """Whether `{architecture}.{key}` is there and is a list."""
        return isinstance(self._values.get(f"{self.architecture}.{key}"), tuple)

    @property
    def tokenizer_model(self) -> str:
        """The kind of tokenizer, such as "gpt2". Raises `UnsupportedModelError` when there is none."""
        if "tokenizer.ggml.model" not in self._values:
            raise UnsupportedModelError(
                f"{self._source} has no tokenizer; choose a file that holds the complete model."
            )
        return self._get("tokenizer.ggml.model", str)

    @property
    def num_tokens(self) -> int:
        """Words in the tokenizer's list, 0 without one."""
        key = "tokenizer.ggml.tokens"
        if isinstance(self._values, KeyValues):
            return self._values.num_items(key)
        words = self._values.get(key)
        return len(words) if isinstance(words, tuple) else 0

    @property
    def has_chat_template(self) -> bool:
        """Whether the file says how a conversation is written."""
        return bool(self._get(_TEMPLATE_KEY, str, "")) or any(
            key.startswith(f"{_TEMPLATE_KEY}.") for key in self._values
        )

    @property
    def tokenizer(self) -> TokenizerMetadata:
        """The tokenizer's keys, checked against each other.

        Raises `UnsupportedModelError` when the file has no tokenizer.
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
            remove_extra_whitespaces=self._get(
                "tokenizer.ggml.remove_extra_whitespaces", bool, None
            ),
            chat_template=self._get(_TEMPLATE_KEY, str, None),
            chat_templates={
                key.removeprefix(f"{_TEMPLATE_KEY}."): self._get(key, str)
                for key in self._values
                if key.startswith(f"{_TEMPLATE_KEY}.")
            },
        )

    def _check_vocabulary(self) -> None:
        """Raise `ModelFileError` for more tokens or merges than any model has, before they are decoded."""
        if not isinstance(self._values, KeyValues):
            return
        for name, (most, most_bytes) in _MOST_TEXTS.items():
            key = f"tokenizer.ggml.{name}"
            count, num_bytes = self._values.num_items(key), self._values.num_text_bytes(key)
            if count > most or num_bytes > most_bytes:
                raise self._damaged(
                    f"it has {count} {name} of {num_bytes} bytes, more than any model"
                )

    def _label(self, key: str) -> str:
        """A text as one short line that can be printed; empty when there is none."""
        text = self._get(key, str, "")
        is_whole = len(text) <= _MAX_LABEL_CHARACTERS
        text = text if is_whole else text[:_MAX_LABEL_CHARACTERS] + "…"
        printable = (character if character.isprintable() else " " for character in text)
        return " ".join("".join(printable).split())

    def _items(self, key: str, item: type[T], count: int | None = None) -> tuple[T, ...] | None:
        """The array `tokenizer.ggml.{key}`, None when absent; it must have `count` values, if given."""
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
        if get_origin(kind) is list:
            return cast("T", list(self._converted_items(key, value, get_args(kind)[0])))
        return self._converted(key, value, kind)

    def _converted(self, key: str, value: object, kind: type[T]) -> T:
        """`value` as a `kind`, exactly: true is no number, a whole number may serve as a float."""
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
            f"{self._source} is damaged or incomplete: {reason};"
            " download it again or choose another file."
        )
