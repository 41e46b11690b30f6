"""The interface of an architecture's module: it reads the config and builds the model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.cache.state import ModelState
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.kernels.interface import Kernels
from engine.layers.buffers import StepBuffers
from engine.models.config import ModelConfig
from engine.models.weights import WeightReader


class Model(Protocol):
    """A loaded model. It launches kernels on static tensors and holds no sequence state."""

    config: ModelConfig

    def forward(
        self,
        kernels: Kernels,
        buffers: StepBuffers,
        state: ModelState,
        span: int,
        *,
        with_logits: bool,
    ) -> None:
        """Launch one step over the rows of `buffers`; attention reads at most `span` positions."""


@dataclass(frozen=True)
class Architecture:
    """The two entry points of an architecture's module.

    `load` takes the config, the weights and the capacity of the KV cache in tokens.
    """

    read_config: Callable[[ModelMetadata, Mapping[str, TensorInfo]], ModelConfig]
    load: Callable[[ModelConfig, WeightReader, int], Model]
