"""lfm2, lfm2moe: mostly gated short convolutions, some attention (arXiv:2511.23404)."""

from dataclasses import replace

from engine.kernels.operands import Scoring
from engine.models.config import ConvConfig, LayerConfig, ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Layers without KV heads are convolutions; the leading layers have no experts."""
    config = ModelConfig.read(hparams, rope_interleaved=False)
    conv = ConvConfig(config.hidden_size, hparams.size("shortconv.l_cache"))
    num_dense = hparams.whole("leading_dense_block_count", 0)
    dense = hparams.sizes("feed_forward_length", config.num_layers, 0)

    def layer(index: int, layer: LayerConfig) -> LayerConfig:
        if layer.attention.num_kv_heads == 0:
            layer = replace(layer, mixer=conv)
        return LayerConfig(layer.mixer, dense[index]) if index < num_dense else layer

    return config.with_layers(layer)


class Model(Decoder):
    """The final norm has another name than in llama; router scores are sigmoids."""

    output_norm_name = "token_embd_norm"
    scoring = Scoring.SIGMOID
