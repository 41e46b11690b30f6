"""Tokenizer descriptions made by hand, and those of the golden models."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata, TokenizerMetadata
from engine.tokenizer.chat_template import ChatTemplate
from tests.support.tokenizer_metadata import make_tokenizer_metadata

MakeMetadata = Callable[..., TokenizerMetadata]
ReadMetadata = Callable[[Path], TokenizerMetadata]
OpenChat = Callable[[TokenizerMetadata], ChatTemplate]


@pytest.fixture(scope="session")
def make_metadata() -> MakeMetadata:
    """Build a description from tokens and whatever else differs from an empty file."""
    return make_tokenizer_metadata


@pytest.fixture(scope="session")
def read_metadata() -> ReadMetadata:
    """Read the description from a GGUF file."""

    def read(path: Path) -> TokenizerMetadata:
        with GGUFFile.open(path) as file:
            return ModelMetadata(file.metadata).tokenizer

    return read


@pytest.fixture
def open_chat() -> Iterator[OpenChat]:
    """Chat templates of descriptions; their processes end with the test."""
    with ExitStack() as opened:

        def open_(metadata: TokenizerMetadata) -> ChatTemplate:
            template = ChatTemplate.from_metadata(metadata)
            opened.callback(template.close)
            return template

        yield open_
