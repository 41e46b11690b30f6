"""gpt-oss: attention sinks, every other layer a window, experts with biases (arXiv:2508.10925)."""

from dataclasses import replace

from engine.kernels.operands import Activation, Heads, Scoring
from engine.kernels.sizes import ExpertSizes
from engine.layers.feed_forward import MixtureOfExperts
from engine.models.config import AttentionConfig, ModelConfig, read_windows
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Even layers see a window; all rotate alike."""
    config = ModelConfig.read(hparams, rope_interleaved=False)
    windows = read_windows(hparams, config.num_layers, lambda i: i % 2 == 0)

    def layer(index: int, a: AttentionConfig) -> AttentionConfig:
        return replace(a, window=windows[index])

    return config.with_attention(layer)


class Model(Decoder):
    """The second norm of a layer has another name than llama's."""

    feed_forward_norm_name = "post_attention_norm"

    def load_heads(self, index: int, a: AttentionConfig) -> Heads:
        """Unlike llama: with sinks."""
        sinks = self.weights.vector(f"blk.{index}.attn_sinks.weight", a.num_heads)
        return replace(super().load_heads(index, a), sinks=sinks)

    def load_experts(self, index: int, sizes: ExpertSizes) -> MixtureOfExperts:
        """Unlike others: logits are compared as they are, and gates bounded."""
        weights = self.layer_weights(index)
        return MixtureOfExperts(
            weights.router(sizes, Scoring.SOFTMAX_OF_USED, normalized=False),
            replace(weights.experts(sizes), activation=Activation.CLAMPED),
        )
