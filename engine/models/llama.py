"""llama: RMS norm, rotary grouped-query attention, SwiGLU (arXiv:2302.13971, arXiv:2407.21783).

With experts it is what Mixtral files are (arXiv:2401.04088).
"""

from collections.abc import Mapping

from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.models.config import ModelConfig
from engine.models.decoder import Decoder

Model = Decoder


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
    """Rotary pairs are neighbours: the converter permutes the rows of q and k for that."""
    return ModelConfig.from_metadata(metadata, tensors, rope_interleaved=True)
