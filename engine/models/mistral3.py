"""mistral3: llama with YaRN as its file sets it, and queries that grow with the position.

The growth keeps attention sharp over long contexts (arXiv:2501.19399).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.errors import UnsupportedModelError
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.layers.attention import Attention
from engine.models.config import AttentionConfig, ModelConfig
from engine.models.decoder import Decoder
from engine.models.rope_config import RopeConfig, yarn_magnitude


@dataclass(frozen=True)
class Mistral3Config(ModelConfig):
    """`query_growth` t: queries are multiplied by 1 + t · ln(⌊position / original context⌋ + 1)."""

    query_growth: float = 0.0


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> Mistral3Config:
    """Rotary pairs are llama's."""
    config = Mistral3Config.from_metadata(metadata, tensors, rope_interleaved=True).with_attention(
        lambda _, a: replace(a, rope=_with_yarn_keys(a.rope, metadata))
    )
    return replace(
        config, query_growth=metadata.hparam("attention.temperature_scale", float, default=0.0)
    )


class Model(Decoder):
    """Within the original context queries are as they are, so only a longer one scales them."""

    config: Mistral3Config

    def load_attention(self, index: int, a: AttentionConfig) -> Attention:
        """Unlike llama: queries have factors."""
        growth, original = self.config.query_growth, a.rope.original_context_len
        if not growth or self.capacity <= original:
            return super().load_attention(index, a)
        if self._query_factors is None:
            factors = _query_factors(growth, original, self.capacity)
            self._query_factors = self.weights.place(factors)
        return replace(super().load_attention(index, a), query_factors=self._query_factors)

    _query_factors: Tensor | None = None


def _with_yarn_keys(rope: RopeConfig, metadata: ModelMetadata) -> RopeConfig:
    """`rope` with what only this architecture's files say of YaRN."""
    if rope.yarn_betas is None:
        return rope
    fast = metadata.hparam("rope.scaling.yarn_beta_fast", float, default=rope.yarn_betas[0])
    slow = metadata.hparam("rope.scaling.yarn_beta_slow", float, default=rope.yarn_betas[1])
    multiplier = metadata.hparam("rope.scaling.yarn_log_multiplier", float, default=0.0)
    if min(fast, slow) <= 0 or multiplier < 0:
        raise UnsupportedModelError(
            f"{metadata.name} stretches its context in an impossible way; download it again."
        )
    return replace(
        rope,
        yarn_betas=(fast, slow),
        magnitude=rope.magnitude / yarn_magnitude(rope.scaling_factor, multiplier),
    )


def _query_factors(growth: float, original_context_len: int, capacity: int) -> Tensor:
    """float32 [capacity]."""
    contexts = torch.arange(capacity) // original_context_len
    return (1 + growth * torch.log(contexts.double() + 1)).float()
