"""mistral3: llama with its own YaRN keys and position-dependent query scaling.

The scaling keeps attention sharp over long contexts (arXiv:2501.19399).
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.layers.attention import Attention
from engine.models.config import AttentionConfig, ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.rope_config import RopeConfig, yarn_magnitude


@dataclass(frozen=True)
class Mistral3Config(ModelConfig):
    """`query_growth` t: queries are multiplied by 1 + t · ln(⌊position / original context⌋ + 1)."""

    query_growth: float = 0.0


def read_config(hparams: Hyperparameters) -> Mistral3Config:
    """RoPE pairs as in llama."""
    config = Mistral3Config.read(hparams, rope_interleaved=True).with_attention(
        lambda _, a: replace(a, rope=_with_yarn_keys(a.rope, hparams))
    )
    return replace(config, query_growth=hparams.factor("attention.temperature_scale", 0.0))


class Model(Decoder):
    """Queries are scaled only beyond the original context."""

    config: Mistral3Config

    def load_attention(self, index: int, a: AttentionConfig) -> Attention:
        """Unlike llama: query factors by position."""
        growth, original = self.config.query_growth, a.rope.original_context_len
        if not growth or self.capacity <= original:
            return super().load_attention(index, a)
        if self._query_factors is None:
            factors = _query_factors(growth, original, self.capacity)
            self._query_factors = self.weights.place(factors)
        return replace(super().load_attention(index, a), query_factors=self._query_factors)

    _query_factors: Tensor | None = None


def _with_yarn_keys(rope: RopeConfig, hparams: Hyperparameters) -> RopeConfig:
    """`rope` with the YaRN keys that only this architecture has."""
    if rope.yarn_betas is None:
        return rope
    fast = hparams.positive("rope.scaling.yarn_beta_fast", rope.yarn_betas[0])
    slow = hparams.positive("rope.scaling.yarn_beta_slow", rope.yarn_betas[1])
    multiplier = hparams.factor("rope.scaling.yarn_log_multiplier", 0.0)
    return replace(
        rope,
        yarn_betas=(fast, slow),
        magnitude=rope.magnitude / yarn_magnitude(rope.scaling_factor, multiplier),
    )


def _query_factors(growth: float, original_context_len: int, capacity: int) -> Tensor:
    """float32 [capacity]."""
    contexts = torch.arange(capacity) // original_context_len
    return (1 + growth * torch.log(contexts.double() + 1)).float()
