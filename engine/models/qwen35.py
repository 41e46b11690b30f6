"""qwen35, qwen35moe, qwen3next: gated delta rule in three of four layers, gated attention in the fourth.

Gated DeltaNet: arXiv:2412.06464; gated attention: arXiv:2505.06708. A file may have a head that predicts
further tokens behind its layers; it is no part of the model itself.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.kernels.operands import GateFunction, Heads
from engine.models.config import AttentionConfig, DeltaConfig, LayerConfig, ModelConfig
from engine.models.decoder import Decoder
from engine.models.weights import WeightReader

_INTERVAL = 4


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
    """Which layers are recurrent the file says, by a list or by an interval."""
    config = ModelConfig.from_metadata(metadata, tensors, rope_interleaved=False)
    num_layers = config.num_layers - metadata.hparam("nextn_predict_layers", int, default=0)
    config = replace(config, layers=config.layers[:num_layers])
    interval = metadata.hparam("full_attention_interval", int, default=_INTERVAL) or _INTERVAL
    recurrent = metadata.hparam_each("attention.recurrent_layers", bool, ())
    if len(recurrent) < num_layers:
        recurrent = tuple((i + 1) % interval != 0 for i in range(num_layers))
    delta = DeltaConfig(
        num_key_heads=metadata.hparam("ssm.group_count", int),
        num_value_heads=metadata.hparam("ssm.time_step_rank", int),
        head_dim=metadata.hparam("ssm.state_size", int),
        conv_len=metadata.hparam("ssm.conv_kernel", int),
        grouped=metadata.architecture == "qwen3next",
    )

    def layer(index: int, layer: LayerConfig) -> LayerConfig:
        if recurrent[index]:
            return replace(layer, mixer=delta)
        return replace(layer, mixer=replace(layer.attention, gate_size=layer.attention.size))

    return config.with_layers(layer)


class Model(Decoder):
    """What heads put out is multiplied by the sigmoid of a gate that is projected beside the query."""

    feed_forward_norm_name = "post_attention_norm"

    def __init__(self, config: ModelConfig, weights: WeightReader, capacity: int) -> None:
        self.ignored_tensors = weights.names(f"blk.{config.num_layers}.")
        super().__init__(config, weights, capacity)

    def load_heads(self, index: int, a: AttentionConfig) -> Heads:
        """Unlike llama: gated."""
        return replace(super().load_heads(index, a), gate_function=GateFunction.SIGMOID)
