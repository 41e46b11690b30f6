"""gpt-oss: attention sinks, alternating sliding windows, biased experts (arXiv:2508.10925)."""

from dataclasses import replace

from engine.kernels.operands import Activation, Heads, Scoring
from engine.kernels.sizes import ExpertSizes
from engine.layers.feed_forward import MixtureOfExperts
from engine.models.config import AttentionConfig, ModelConfig, read_windows
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Even layers have a sliding window; all share one RoPE."""
    config = ModelConfig.read(hparams, rope_interleaved=False)
    windows = read_windows(hparams, config.num_layers, lambda i: i % 2 == 0)

    def layer(index: int, a: AttentionConfig) -> AttentionConfig:
        return replace(a, window=windows[index])

    return config.with_attention(layer)


class Model(Decoder):
    """The feed-forward norm has another name than in llama."""

    feed_forward_norm_name = "post_attention_norm"

    def load_heads(self, index: int, a: AttentionConfig) -> Heads:
        """Unlike llama: attention sinks."""
        sinks = self.weights.vector(f"blk.{index}.attn_sinks.weight", a.num_heads)
        return replace(super().load_heads(index, a), sinks=sinks)

    def load_experts(self, index: int, sizes: ExpertSizes) -> MixtureOfExperts:
        """Unlike others: top-k on raw router logits, clamped gates."""
        weights = self.layer_weights(index)
        return MixtureOfExperts(
            weights.router(sizes, Scoring.SOFTMAX_OF_USED, normalized=False),
            replace(weights.experts(sizes), activation=Activation.CLAMPED),
        )
