"""gemma3: pre- and post-norms, sliding-window attention, GEGLU (arXiv:2503.19786)."""

from dataclasses import replace

from engine.kernels.operands import Activation
from engine.models.config import AttentionConfig, ModelConfig, read_windows
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.rope_config import sliding_rope
from engine.models.weights import WeightReader

_INTERVAL = 6
_LAYERS_OF_27B = 62  # it alone scales scores by the hidden size, and no key says so


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Every sixth layer has full attention; the others a sliding window and their own RoPE."""
    config = ModelConfig.read(hparams, rope_interleaved=False)
    key = "attention.sliding_window_pattern"
    interval = _INTERVAL if hparams.has_list(key) else hparams.whole(key, _INTERVAL, least=1)
    windows = read_windows(hparams, config.num_layers, lambda i: i % interval < interval - 1)

    def layer(index: int, a: AttentionConfig) -> AttentionConfig:
        if config.num_layers == _LAYERS_OF_27B:
            a = replace(a, scale=(config.hidden_size / a.num_heads) ** -0.5)
        if windows[index] is None:
            return a
        return replace(a, window=windows[index], rope=sliding_rope(hparams, a.rope, a.head_dim))

    return config.with_attention(layer)


class Model(Decoder):
    """Pre- and post-norms; GEGLU; embeddings are scaled by sqrt(d)."""

    has_post_norms = True
    activation = Activation.GELU

    def __init__(self, config: ModelConfig, weights: WeightReader, capacity: int) -> None:
        self.embedding_scale = config.hidden_size**0.5
        super().__init__(config, weights, capacity)
