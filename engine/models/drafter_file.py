"""A drafter in a file of its own, which reads hidden rows of the model it drafts for."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import RequestError
from engine.gguf.drafter_folder import open_weights
from engine.gguf.file import GGUFFile, check_supported
from engine.gguf.metadata import ModelMetadata
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.models.config import ModelConfig
from engine.models.feature_drafter import FeatureConfig
from engine.models.gemma4_assistant import Config as AssistantConfig
from engine.models.head_file import HeadFile
from engine.models.registry import find_drafter

_TABLE = "token_embd.weight"
_INTEGERS = ("d2t", "masked_embd_ordering")  # tensors of them


@contextmanager
def open_drafter(path: Path, target: ModelConfig, *, with_data: bool = True) -> Iterator[HeadFile]:
    """Open the drafter for `target` in the GGUF or folder `path`, and close it after the block.

    Raises ModelFileError, UnsupportedModelError; RequestError when it was made for another model.
    """
    with open_weights(path, with_data=with_data) as gguf:
        metadata = ModelMetadata(gguf.metadata)
        architecture = find_drafter(metadata.architecture)
        check_supported(gguf.part({k: v for k, v in gguf.tensors.items() if k not in _INTEGERS}))
        # Without a table of its own it has the target's.
        shape = target.vocab_size, target.hidden_size
        table = TensorInfo(_TABLE, shape, GGMLType.F32, 0, 0)
        config = architecture.read_config(metadata, {_TABLE: table, **gguf.tensors})
        fitting = _fitted(config, target, gguf) if config.vocab_size == target.vocab_size else None
        if fitting is None:
            raise RequestError(
                f"The drafter in {gguf.path.name} was made for another model; choose the one that "
                "was made for this model."
            )
        yield HeadFile(gguf, metadata, architecture, fitting)


def _fitted(config: ModelConfig, target: ModelConfig, gguf: GGUFFile) -> ModelConfig | None:
    """The config of the drafter in `gguf` beside `target`; None for a drafter of another model."""
    if isinstance(config, AssistantConfig):
        return config.beside(target)
    assert isinstance(config, FeatureConfig)
    size = target.hidden_size
    borrows = not {_TABLE, "output.weight"} <= gguf.tensors.keys()
    fits = (
        (config.hidden_size == size or not borrows)
        and config.features_size == len(config.target_layers) * size
        and max(config.target_layers) <= target.num_layers
    )
    return config if fits else None
