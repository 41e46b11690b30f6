"""qwen2, qwen3, qwen3moe: llama with half-split RoPE pairs.

qwen2 has biases on q, k and v (arXiv:2407.10671); qwen3 an RMS norm per head of q and k instead,
and qwen3moe experts in every layer (arXiv:2505.09388).
"""

from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters

Model = Decoder


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Unlike llama: the rows of q and k are not permuted."""
    return ModelConfig.read(hparams, rope_interleaved=False)
