"""qwen2: llama with biases on q, k and v, and rotary pairs half a head apart (arXiv:2407.10671)."""

from collections.abc import Mapping

from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.models.config import ModelConfig
from engine.models.decoder import Decoder

Model = Decoder


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
    """Unlike llama: the rows of q and k are not permuted."""
    return ModelConfig.from_metadata(metadata, tensors, rope_interleaved=False)
