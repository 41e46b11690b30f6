"""A multi-token prediction head in a model's file, or in a file of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import RequestError
from engine.gguf.drafter_kind import FIRST_BLOCK, HEAD_PROJECTION
from engine.gguf.file import GGUFFile, check_supported
from engine.gguf.metadata import ModelMetadata
from engine.models.config import ModelConfig
from engine.models.model_file import ModelFile
from engine.models.registry import Architecture, HeadArchitecture, find_architecture

if TYPE_CHECKING:
    from engine.models.decoder import Decoder
    from engine.models.weights import WeightReader


@dataclass(frozen=True)
class HeadFile:
    """A prediction head in an open GGUF: its tensors, renamed to those of block 0."""

    gguf: GGUFFile
    metadata: ModelMetadata
    architecture: HeadArchitecture
    config: ModelConfig

    def of(self, trunk: "Decoder") -> ModelFile:
        """The head as a model that drafts for `trunk`."""

        def load(config: ModelConfig, weights: "WeightReader", capacity: int) -> "Decoder":
            return self.architecture.load(config, weights, capacity, trunk)

        architecture = Architecture(self.architecture.read_config, load)
        return ModelFile(self.gguf, self.metadata, architecture, self.config)


@contextmanager
def open_head(path: Path, target: ModelConfig, *, with_data: bool = True) -> Iterator[HeadFile]:
    """Open the head for `target` in the GGUF at `path`, and close it after the block.

    Raises ModelFileError, UnsupportedModelError; RequestError when there is none, none that is
    supported, or that of another model.
    """
    with GGUFFile.open(path, with_data=with_data) as gguf:
        metadata = ModelMetadata(gguf.metadata)
        architecture = find_architecture(metadata.architecture).head
        block = next(
            (
                name.removesuffix(HEAD_PROJECTION)
                for name in gguf.tensors
                if name.endswith(HEAD_PROJECTION)
            ),
            None,
        )
        if architecture is None or block is None:
            raise RequestError(
                f"{path.name} has no prediction head that can draft; choose ngram or a smaller "
                "model of the same family."
            )
        check_supported(gguf)
        config = architecture.read_config(metadata, gguf.tensors)
        if _shape(config) != _shape(target):
            raise RequestError(
                f"The prediction head in {path.name} belongs to another model; choose the one that "
                "was made with this model."
            )
        tensors = {
            (new := FIRST_BLOCK + name.removeprefix(f"{block}.")): replace(tensor, name=new)
            for name, tensor in gguf.tensors.items()
            if name.startswith(f"{block}.")
        }
        yield HeadFile(gguf.part(tensors), metadata, architecture, config)


def _shape(model: ModelConfig) -> tuple[str, int, int]:
    """What a head and its model have in common."""
    return model.architecture, model.hidden_size, model.vocab_size
