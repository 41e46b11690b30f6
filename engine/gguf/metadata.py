"""Typed view of a GGUF file's key/values: the only place that knows raw key names of the tokenizer and of `general.*`."""

from dataclasses import dataclass


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
