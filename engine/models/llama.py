"""llama: RMS norm, RoPE, grouped-query attention, SwiGLU (arXiv:2302.13971, arXiv:2407.21783).

Mixtral files are llama with experts (arXiv:2401.04088).
"""

from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters

Model = Decoder


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """RoPE pairs are adjacent: the converter permutes the rows of q and k."""
    return ModelConfig.read(hparams, rope_interleaved=True)
