"""smollm3: llama in which no fourth layer rotates its heads (NoPE, arXiv:2305.19466, arXiv:2501.18795)."""

from collections.abc import Mapping
from dataclasses import replace

from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.models import llama
from engine.models.config import AttentionConfig, ModelConfig
from engine.models.decoder import Decoder

Model = Decoder
_INTERVAL = 4  # the same in all files: no key says it


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
    """Unlike llama: the last of every four layers leaves heads as they are."""

    def layer(index: int, a: AttentionConfig) -> AttentionConfig:
        rotates = (index + 1) % _INTERVAL != 0
        return replace(a, rope=replace(a.rope, rotates=rotates, has_factors=rotates))

    return llama.read_config(metadata, tensors).with_attention(layer)
