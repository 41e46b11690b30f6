"""Descriptions of tokenizers made by hand, as they would be read from a file."""

from typing import Any

from engine.gguf.metadata import TokenizerMetadata


def make_tokenizer_metadata(
    tokens: list[str], model: str = "llama", **fields: Any
) -> TokenizerMetadata:
    """A description from tokens and whatever else differs from an empty file."""
    absent = dict.fromkeys(TokenizerMetadata.__dataclass_fields__)
    types = tuple(fields.pop("token_types", ())) or (1,) * len(tokens)
    return TokenizerMetadata(
        **(
            absent
            | {"model": model, "tokens": tuple(tokens), "token_types": types}
            | {"chat_templates": {}}
            | fields
        )
    )
