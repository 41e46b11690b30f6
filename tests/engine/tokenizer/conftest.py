"""Tokenizer descriptions made by hand, and those of the golden models."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata, TokenizerMetadata

MakeMetadata = Callable[..., TokenizerMetadata]
ReadMetadata = Callable[[Path], TokenizerMetadata]


@pytest.fixture(scope="session")
def make_metadata() -> MakeMetadata:
    """Build a description from tokens and whatever else differs from an empty file."""

    def make(tokens: list[str], model: str = "llama", **fields: Any) -> TokenizerMetadata:
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

    return make


@pytest.fixture(scope="session")
def read_metadata() -> ReadMetadata:
    """Read the description from a GGUF file."""

    def read(path: Path) -> TokenizerMetadata:
        with GGUFFile.open(path) as file:
            return ModelMetadata(file.metadata).tokenizer

    return read
