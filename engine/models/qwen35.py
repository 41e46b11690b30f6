"""qwen35, qwen35moe, qwen3next: three gated delta rule layers to one of gated attention.

Gated DeltaNet: arXiv:2412.06464; gated attention: arXiv:2505.06708. The file may have the layer of
a multi-token prediction head behind the others; the model itself ignores it.
"""

from dataclasses import replace

from engine.kernels.operands import GateFunction
from engine.models.config import DeltaConfig, LayerConfig, ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.prediction_head import PredictionHead
from engine.models.weights import WeightReader

_INTERVAL = 4


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """The file lists the recurrent layers or gives an interval."""
    config = ModelConfig.read(
        hparams, rope_interleaved=False, num_others=hparams.whole("nextn_predict_layers", 0)
    )
    interval = hparams.whole("full_attention_interval", _INTERVAL) or _INTERVAL
    if hparams.has_list("attention.recurrent_layers"):
        recurrent = hparams.flags("attention.recurrent_layers", config.num_layers)
    else:
        recurrent = tuple((i + 1) % interval != 0 for i in range(config.num_layers))
    delta = DeltaConfig(
        num_key_heads=hparams.size("ssm.group_count"),
        num_value_heads=hparams.size("ssm.time_step_rank"),
        head_dim=hparams.size("ssm.state_size"),
        conv_len=hparams.size("ssm.conv_kernel"),
        grouped=hparams.architecture == "qwen3next",
    )

    def layer(index: int, layer: LayerConfig) -> LayerConfig:
        return replace(layer, mixer=delta) if recurrent[index] else _gated(layer)

    return config.with_layers(layer)


def read_head_config(hparams: Hyperparameters) -> ModelConfig:
    """The config of the prediction head, whose only layer is the last one of the whole model."""
    config = ModelConfig.read(hparams, rope_interleaved=False, is_whole=False)
    return replace(config, layers=(_gated(config.layers[-1]),), joins_hidden=True)


def _gated(layer: LayerConfig) -> LayerConfig:
    return replace(layer, mixer=replace(layer.attention, gate_size=layer.attention.size))


class Model(Decoder):
    """Head outputs are multiplied by sigmoid(gate), projected together with q."""

    feed_forward_norm_name = "post_attention_norm"
    gate_function = GateFunction.SIGMOID

    def __init__(self, config: ModelConfig, weights: WeightReader, capacity: int) -> None:
        self.ignored_tensors = weights.names(f"blk.{config.num_layers}.")
        super().__init__(config, weights, capacity)


class Head(PredictionHead, Model):
    """A layer of gated attention."""
