"""Maps an architecture's name to its module, imported on demand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from engine.errors import UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.metadata import ModelMetadata
from engine.gguf.tensors import TensorInfo
from engine.models.config import ModelConfig
from engine.models.hyperparameters import Hyperparameters
from engine.models.shape_checks import check_shape

if TYPE_CHECKING:
    from engine.models.decoder import Decoder
    from engine.models.weights import WeightReader

_MODULES = {
    "gemma3": "engine.models.gemma3",
    "gemma4": "engine.models.gemma4",
    "glm4": "engine.models.glm4",
    "gpt-oss": "engine.models.gpt_oss",
    "granite": "engine.models.granite",
    "laguna": "engine.models.laguna",
    "lfm2": "engine.models.lfm2",
    "lfm2moe": "engine.models.lfm2",
    "llama": "engine.models.llama",
    "mistral3": "engine.models.mistral3",
    "olmo2": "engine.models.olmo2",
    "phi3": "engine.models.phi3",
    "qwen2": "engine.models.qwen2",
    "qwen3": "engine.models.qwen2",
    "qwen35": "engine.models.qwen35",
    "qwen35moe": "engine.models.qwen35",
    "qwen3moe": "engine.models.qwen2",
    "qwen3next": "engine.models.qwen35",
    "smollm3": "engine.models.smollm3",
}

# Those that only draft for another model.
_DRAFTERS = {
    "dflash": "engine.models.dflash",
    "eagle3": "engine.models.eagle3",
    "gemma4-assistant": "engine.models.gemma4_assistant",
}

SUPPORTED = tuple(sorted(_MODULES))


ConfigReader = Callable[[ModelMetadata, Mapping[str, TensorInfo]], ModelConfig]


@dataclass(frozen=True)
class HeadArchitecture:
    """The entry points of a multi-token prediction head, or of another drafter.

    `load` takes the arguments of `Architecture.load` and the model that the head drafts for.
    """

    read_config: ConfigReader
    load: "Callable[[ModelConfig, WeightReader, int, Decoder], Decoder]"


@dataclass(frozen=True)
class Architecture:
    """The entry points of an architecture's module.

    `load` takes the config, the weights and the capacity of the KV cache in tokens.
    """

    read_config: ConfigReader
    load: "Callable[[ModelConfig, WeightReader, int], Decoder]"
    head: HeadArchitecture | None = None


def find_architecture(name: str) -> Architecture:
    """The architecture of a GGUF's `general.architecture`.

    Raises UnsupportedModelError, listing the supported names.
    """
    if is_drafter(name):
        raise UnsupportedModelError(
            f"Models of architecture {shown(name)} only draft tokens for another model; load that "
            "one, and choose this file to draft from."
        )
    if name not in _MODULES:
        raise UnsupportedModelError(
            f"Models of architecture {shown(name)} are not supported yet; supported are: "
            f"{', '.join(SUPPORTED)}."
        )
    module = import_module(_MODULES[name])
    head = None
    if hasattr(module, "Head"):
        head = HeadArchitecture(_checked(module.read_head_config), module.Head)
    return Architecture(_checked(module.read_config), module.Model, head)


def is_drafter(name: str) -> bool:
    """Whether models of the architecture only draft for another model."""
    return name in _DRAFTERS


def find_drafter(name: str) -> HeadArchitecture:
    """The architecture called `name`, one of a drafter."""
    module = import_module(_DRAFTERS[name])
    return HeadArchitecture(_checked(module.read_config), module.Model)


def _checked(read: Callable[[Hyperparameters], ModelConfig]) -> ConfigReader:
    def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
        hparams = Hyperparameters(metadata, tensors)
        config = read(hparams)
        check_shape(config, hparams)
        return config

    return read_config
