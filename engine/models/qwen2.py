"""qwen2: llama with biases on q, k and v, and half-split RoPE pairs (arXiv:2407.10671)."""

from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters

Model = Decoder


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Unlike llama: the rows of q and k are not permuted."""
    return ModelConfig.read(hparams, rope_interleaved=False)
