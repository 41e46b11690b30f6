"""llama: RMS norm, rotary grouped-query attention, SwiGLU (arXiv:2302.13971, arXiv:2407.21783).

With experts it is what Mixtral files are (arXiv:2401.04088).
"""

from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters

Model = Decoder


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Rotary pairs are neighbours: the converter permutes the rows of q and k for that."""
    return ModelConfig.read(hparams, rope_interleaved=True)
