"""laguna (Poolside): gated attention, mostly sliding windows, sigmoid-routed small experts."""

from dataclasses import dataclass, replace

from engine.kernels.operands import GateFunction, Scoring
from engine.kernels.sizes import ExpertSizes
from engine.layers.feed_forward import MixtureOfExperts
from engine.models.config import LayerConfig, ModelConfig, read_windows
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.rope_config import sliding_rope

_INTERVAL = 4


@dataclass(frozen=True)
class LagunaConfig(ModelConfig):
    """Expert weights may be normalized and are multiplied by `expert_scale`."""

    normalizes_experts: bool = True
    expert_scale: float = 1.0


def read_config(hparams: Hyperparameters) -> LagunaConfig:
    """The first of every four layers has full attention; the leading layers have no experts."""
    config = LagunaConfig.read(hparams, rope_interleaved=False)
    windows = read_windows(hparams, config.num_layers, lambda i: i % _INTERVAL != 0)
    num_dense = hparams.whole("leading_dense_block_count", 0)
    dense = hparams.sizes("feed_forward_length", config.num_layers, 0)

    def layer(index: int, layer: LayerConfig) -> LayerConfig:
        a = layer.attention
        gate = hparams.tensors.get(f"blk.{index}.attn_gate.weight")
        a = replace(a, gate_size=gate.shape[0] if gate is not None else a.num_heads)
        if windows[index]:
            a = replace(a, window=windows[index], rope=sliding_rope(hparams, a.rope, a.head_dim))
        if index < num_dense:
            return LayerConfig(a, dense[index])
        return replace(layer, mixer=a)

    return replace(
        config.with_layers(layer),
        normalizes_experts=hparams.flag("expert_weights_norm", default=False),
        expert_scale=hparams.factor("expert_weights_scale"),
    )


class Model(Decoder):
    """Head outputs are multiplied by softplus(gate), one gate per head or per element."""

    config: LagunaConfig

    gate_function = GateFunction.SOFTPLUS

    def load_experts(self, index: int, sizes: ExpertSizes) -> MixtureOfExperts:
        """Unlike others: sigmoid router scores."""
        weights, c = self.layer_weights(index), self.config
        router = weights.router(
            sizes, Scoring.SIGMOID, normalized=c.normalizes_experts, scale=c.expert_scale
        )
        return MixtureOfExperts(router, weights.experts(sizes))
