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
from engine.models import llama
from engine.models.config import ModelConfig, RopeConfig, yarn_magnitude
from engine.models.weights import WeightReader


@dataclass(frozen=True)
class Mistral3Config(ModelConfig):
    """`query_growth` t: queries are multiplied by 1 + t · ln(⌊position / original context⌋ + 1)."""

    query_growth: float = 0.0


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> Mistral3Config:
    """Rotary pairs are llama's."""
    config = Mistral3Config.from_metadata(metadata, tensors, rope_interleaved=True)
    return replace(
        config,
        rope=_with_yarn_keys(config.rope, metadata),
        query_growth=metadata.hparam("attention.temperature_scale", float, default=0.0),
    )


class Model(llama.Model):
    """Within the original context queries are as they are, so only a longer one scales them."""

    def __init__(self, config: Mistral3Config, weights: WeightReader, capacity: int) -> None:
        super().__init__(config, weights, capacity)
        original = config.rope.original_context_len
        if config.query_growth and capacity > original:
            factors = weights.place(_query_factors(config.query_growth, original, capacity))
            self.layers = [replace(layer, query_factors=factors) for layer in self.layers]


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
