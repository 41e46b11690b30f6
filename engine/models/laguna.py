"""laguna: gated attention, windows in most layers, many small experts chosen by sigmoid scores (Poolside)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.kernels.operands import GateFunction, Heads, Scoring
from engine.kernels.sizes import ExpertSizes
from engine.layers.feed_forward import MixtureOfExperts
from engine.models.config import (
    AttentionConfig,
    LayerConfig,
    ModelConfig,
    per_layer,
    read_windows,
)
from engine.models.decoder import Decoder
from engine.models.rope_config import sliding_rope

_INTERVAL = 4


@dataclass(frozen=True)
class LagunaConfig(ModelConfig):
    """The weights of experts may be normalised, and are multiplied by `expert_scale`."""

    normalizes_experts: bool = True
    expert_scale: float = 1.0


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> LagunaConfig:
    """The first of every four layers sees all positions; the first layers have no experts."""
    config = LagunaConfig.from_metadata(metadata, tensors, rope_interleaved=False)
    windows = read_windows(metadata, config.num_layers, lambda i: i % _INTERVAL != 0)
    num_dense = metadata.hparam("leading_dense_block_count", int, default=0)
    dense = per_layer(metadata, "feed_forward_length", config.num_layers, default=(0,))

    def layer(index: int, layer: LayerConfig) -> LayerConfig:
        a = layer.attention
        gate = tensors.get(f"blk.{index}.attn_gate.weight")
        a = replace(a, gate_size=gate.shape[0] if gate is not None else a.num_heads)
        if windows[index]:
            a = replace(a, window=windows[index], rope=sliding_rope(metadata, a.rope, a.head_dim))
        if index < num_dense:
            return LayerConfig(a, dense[index])
        return replace(layer, mixer=a)

    return replace(
        config.with_layers(layer),
        normalizes_experts=metadata.hparam("expert_weights_norm", bool, default=False),
        expert_scale=metadata.hparam("expert_weights_scale", float, default=0.0) or 1.0,
    )


class Model(Decoder):
    """What heads put out is multiplied by softplus of a gate of each head, or of each element."""

    config: LagunaConfig

    def load_heads(self, index: int, a: AttentionConfig) -> Heads:
        """Unlike llama: gated."""
        return replace(super().load_heads(index, a), gate_function=GateFunction.SOFTPLUS)

    def load_experts(self, index: int, sizes: ExpertSizes) -> MixtureOfExperts:
        """Unlike others: sigmoid scores."""
        weights, c = self.layer_weights(index), self.config
        router = weights.router(
            sizes, Scoring.SIGMOID, normalized=c.normalizes_experts, scale=c.expert_scale
        )
        return MixtureOfExperts(router, weights.experts(sizes))
