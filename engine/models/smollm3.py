"""smollm3: llama without RoPE in every fourth layer (arXiv:2305.19466, arXiv:2501.18795)."""

from dataclasses import replace

from engine.models import llama
from engine.models.config import AttentionConfig, ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters

Model = Decoder
_INTERVAL = 4  # the same in all files: no key says it


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Unlike llama: every fourth layer is NoPE."""

    def layer(index: int, a: AttentionConfig) -> AttentionConfig:
        rotates = (index + 1) % _INTERVAL != 0
        return replace(a, rope=replace(a.rope, rotates=rotates, has_factors=rotates))

    return llama.read_config(hparams).with_attention(layer)
