"""Checks a model's shapes against each other and the kernels before anything is allocated."""

from engine.errors import UnsupportedModelError
from engine.models.config import AttentionConfig, ConvConfig, DeltaConfig, ModelConfig
from engine.models.hyperparameters import Hyperparameters

_MAX_HEAD_DIM = 512
_MAX_TAPS = 256


def check_shape(config: ModelConfig, hparams: Hyperparameters) -> None:
    """Raise UnsupportedModelError for shapes that the kernels or the tensors rule out."""
    if hparams.num_tokens > config.vocab_size:
        raise UnsupportedModelError(
            f"{hparams.name} has a tokenizer of {hparams.num_tokens} words, but embeddings of only "
            f"{config.vocab_size}; download it again or choose another file."
        )
    if not config.attention_layers:
        raise hparams.impossible("none of its layers is attention")
    inputs_size = config.layer_input_size * config.num_layers
    if inputs_size > hparams.longest:
        raise hparams.impossible(f"its layers have {inputs_size} inputs of their own")
    for index, layer in enumerate(config.layers):
        mixer = layer.mixer
        if not layer.experts and layer.intermediate_size < 1:
            raise hparams.impossible(f"layer {index} has no feed-forward block")
        if isinstance(mixer, AttentionConfig):
            _check_attention(config, mixer, index, hparams)
        elif isinstance(mixer, DeltaConfig):
            _check_delta(mixer, hparams)
        _check_length(mixer.size, hparams)
        if isinstance(mixer, ConvConfig | DeltaConfig) and not 1 <= mixer.conv_len <= _MAX_TAPS:
            raise hparams.impossible(f"its convolutions have {mixer.conv_len} taps")


def _check_attention(
    config: ModelConfig, a: AttentionConfig, index: int, hparams: Hyperparameters
) -> None:
    if min(a.num_heads, a.num_kv_heads, a.head_dim) < 1 or a.num_heads % a.num_kv_heads:
        raise hparams.impossible(
            f"layer {index} has {a.num_heads} heads and {a.num_kv_heads} of keys and values"
        )
    if a.gate_size not in (0, a.num_heads, a.size):
        raise hparams.impossible(f"layer {index} has {a.gate_size} gates for {a.num_heads} heads")
    if a.head_dim > _MAX_HEAD_DIM or a.rope.dim % 2 or not 2 <= a.rope.dim <= a.head_dim:
        raise UnsupportedModelError(
            f"{hparams.name} has heads of {a.head_dim} elements, of which {a.rope.dim} "
            "are rotated; that shape is not supported yet."
        )
    if a.shared_with is not None and not _can_share(config, a, index):
        raise hparams.impossible(f"layer {index} shares keys and values that are not as its own")


def _can_share(config: ModelConfig, a: AttentionConfig, index: int) -> bool:
    """Whether `a`, the attention of layer `index`, can read the KV of the layer it shares."""
    if a.shared_with is None or not 0 <= a.shared_with < index:
        return False
    owner = config.layers[a.shared_with].mixer
    if not isinstance(owner, AttentionConfig) or owner.shared_with is not None:
        return False
    return (owner.num_kv_heads, owner.head_dim, owner.window) == (
        a.num_kv_heads,
        a.head_dim,
        a.window,
    )


def _check_delta(c: DeltaConfig, hparams: Hyperparameters) -> None:
    if c.num_value_heads % c.num_key_heads:
        raise hparams.impossible(
            f"it has {c.num_value_heads} value heads and {c.num_key_heads} of keys"
        )
    if c.head_dim > _MAX_HEAD_DIM:
        raise UnsupportedModelError(
            f"{hparams.name} has recurrent heads of {c.head_dim} elements; that shape is not "
            "supported yet."
        )
    _check_length(c.shape(0).num_channels, hparams)


def _check_length(size: int, hparams: Hyperparameters) -> None:
    if size > hparams.longest:
        raise hparams.impossible(
            f"rows of {size} values are longer than any of its tensors, {hparams.longest}"
        )
