"""olmo2, olmo3: post-norms only, one q and one k norm over all heads (arXiv:2501.00656)."""

from dataclasses import replace

from torch import Tensor

from engine.kernels.operands import Norm
from engine.layers.attention import Attention
from engine.models.config import AttentionConfig, ModelConfig, read_windows
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.rope_config import RopeConfig

_INTERVAL = 4


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """With a sliding window, every fourth layer has full attention, and only it scales RoPE."""
    config = ModelConfig.read(hparams, rope_interleaved=False)
    windows = read_windows(hparams, config.num_layers, lambda i: i % _INTERVAL < _INTERVAL - 1)

    def layer(index: int, a: AttentionConfig) -> AttentionConfig:
        if windows[index] is None:
            return a
        plain = RopeConfig(a.rope.dim, a.rope.base, 1.0, a.rope.interleaved, has_factors=False)
        return replace(a, window=windows[index], rope=plain)

    return config.with_attention(layer)


class Model(Decoder):
    """Blocks read the residual stream without a norm; their outputs are normed."""

    has_pre_norms = False
    has_post_norms = True

    def load_attention(self, index: int, a: AttentionConfig) -> Attention:
        """Unlike llama: q and k norms over all heads together."""
        query_norm, key_norm = (
            Norm(
                self.weights.vector(f"blk.{index}.attn_{name}_norm.weight", size),
                self.config.rms_eps,
            )
            for name, size in (("q", a.size), ("k", a.kv_size))
        )
        attention = super().load_attention(index, a)
        return replace(attention, query_norm=query_norm, key_norm=key_norm)

    def load_head_norm(self, _index: int, _name: str, _a: AttentionConfig) -> Tensor | None:
        """Unlike qwen3: no norm per head."""
        return None
