"""A model file, opened once: its GGUF, metadata, architecture and config."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UnsupportedModelError
from engine.gguf.drafter_kind import is_head_alone
from engine.gguf.file import GGUFFile, check_supported
from engine.gguf.metadata import ModelMetadata
from engine.models.config import ModelConfig
from engine.models.registry import Architecture, find_architecture


@dataclass(frozen=True)
class ModelFile:
    """A GGUF of a supported architecture, all of whose tensors have supported types."""

    gguf: GGUFFile
    metadata: ModelMetadata
    architecture: Architecture
    config: ModelConfig


@contextmanager
def open_model(path: Path, *, with_data: bool = True) -> Iterator[ModelFile]:
    """Open the GGUF at `path`, and close it after the block; without data, from headers alone.

    Raises ModelFileError, UnsupportedModelError.
    """
    with GGUFFile.open(path, with_data=with_data) as gguf:
        metadata = ModelMetadata(gguf.metadata)
        architecture = find_architecture(metadata.architecture)
        if is_head_alone(gguf.tensors):
            raise UnsupportedModelError(
                f"The prediction head in {path.name} only drafts tokens for another model; load "
                "that one, and choose this file to draft from."
            )
        check_supported(gguf)
        config = architecture.read_config(metadata, gguf.tensors)
        yield ModelFile(gguf, metadata, architecture, config)
