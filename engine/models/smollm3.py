"""smollm3: llama in which no fourth layer rotates its heads (NoPE, arXiv:2305.19466, arXiv:2501.18795)."""

from collections.abc import Mapping
from dataclasses import replace

from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.layers.rope import unrotated_tables
from engine.models import llama
from engine.models.config import ModelConfig
from engine.models.weights import WeightReader

_INTERVAL = 4  # the same in all files: no key says it


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
    """Unlike llama: two kinds of rotary tables."""
    config = llama.read_config(metadata, tensors)
    return replace(config, rope=replace(config.rope, num_tables=2))


class Model(llama.Model):
    """The last of every four layers has tables that leave heads as they are."""

    def __init__(self, config: ModelConfig, weights: WeightReader, capacity: int) -> None:
        super().__init__(config, weights, capacity)
        cos, sin = map(weights.place, unrotated_tables(config.rope.dim, capacity))
        for i in range(_INTERVAL - 1, config.num_layers, _INTERVAL):
            layer = self.layers[i]
            self.layers[i] = replace(layer, heads=replace(layer.heads, cos=cos, sin=sin))
