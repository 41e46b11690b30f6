"""A model's shape and constants, read from GGUF metadata: the only map from its keys to our fields."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import UnsupportedModelError
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata


@dataclass(frozen=True)
class RopeConfig:
    """Rotary embedding: `dim` rotated elements of a head, base frequency, linear scaling factor.

    `interleaved` pairs (x[2i], x[2i+1]) instead of (x[i], x[i + dim/2]).
    """

    dim: int
    base: float
    scaling_factor: float
    interleaved: bool


@dataclass(frozen=True)
class ModelConfig:
    """Shapes and constants of a decoder-only transformer."""

    architecture: str
    num_layers: int
    hidden_size: int
    intermediate_size: int
    num_heads: int
    num_kv_heads: int
    head_dim: int
    vocab_size: int
    rms_eps: float
    attention_scale: float
    max_context_len: int
    rope: RopeConfig

    @property
    def attention_size(self) -> int:
        """Elements of all query heads together."""
        return self.num_heads * self.head_dim

    @property
    def kv_size(self) -> int:
        """Elements of all key heads together."""
        return self.num_kv_heads * self.head_dim

    @property
    def qkv_size(self) -> int:
        """Rows of the fused query, key and value projection."""
        return self.attention_size + 2 * self.kv_size

    @classmethod
    def from_metadata(
        cls,
        metadata: ModelMetadata,
        tensors: Mapping[str, TensorInfo],
        *,
        rope_interleaved: bool,
    ) -> "ModelConfig":
        """Read the fields every architecture has. Raises ModelFileError, UnsupportedModelError."""
        hidden_size = metadata.hparam("embedding_length", int)
        num_heads = metadata.hparam("attention.head_count", int)
        head_dim = metadata.hparam(
            "attention.key_length", int, default=hidden_size // max(1, num_heads)
        )
        config = cls(
            architecture=metadata.architecture,
            num_layers=metadata.hparam("block_count", int),
            hidden_size=hidden_size,
            intermediate_size=metadata.hparam("feed_forward_length", int),
            num_heads=num_heads,
            num_kv_heads=metadata.hparam("attention.head_count_kv", int, default=num_heads),
            head_dim=head_dim,
            vocab_size=tensors["token_embd.weight"].shape[0]
            if "token_embd.weight" in tensors
            else 0,
            rms_eps=metadata.hparam("attention.layer_norm_rms_epsilon", float),
            attention_scale=metadata.hparam("attention.scale", float, default=0.0)
            or head_dim**-0.5,
            max_context_len=metadata.hparam("context_length", int),
            rope=_rope(metadata, head_dim, interleaved=rope_interleaved),
        )
        _check(config, metadata)
        return config


def _rope(metadata: ModelMetadata, head_dim: int, *, interleaved: bool) -> RopeConfig:
    scaling = metadata.hparam("rope.scaling.type", str, default="none")
    if scaling not in ("none", "linear"):
        raise UnsupportedModelError(
            f"{metadata.name} stretches its context with {scaling} scaling, "
            "which is not supported yet for its architecture; choose another model."
        )
    return RopeConfig(
        dim=metadata.hparam("rope.dimension_count", int, default=head_dim),
        base=metadata.hparam("rope.freq_base", float, default=10000.0),
        scaling_factor=metadata.hparam("rope.scaling.factor", float, default=1.0) or 1.0,
        interleaved=interleaved,
    )


def _check(config: ModelConfig, metadata: ModelMetadata) -> None:
    """Refuse what the kernels cannot express, before anything is loaded."""
    if metadata.hparam("expert_count", int, default=0):
        raise UnsupportedModelError(
            f"{metadata.name} is a mixture of experts, which is not supported yet for "
            f"{config.architecture} models."
        )
    sizes = (
        config.num_layers,
        config.hidden_size,
        config.intermediate_size,
        config.num_heads,
        config.num_kv_heads,
        config.head_dim,
        config.vocab_size,
        config.max_context_len,
    )
    if min(sizes) < 1 or config.num_heads % config.num_kv_heads:
        raise UnsupportedModelError(
            f"{metadata.name} describes a model of impossible shape; download it again."
        )
    if metadata.hparam("attention.value_length", int, default=config.head_dim) != config.head_dim:
        raise UnsupportedModelError(
            f"{metadata.name} has keys and values of different sizes; that is not supported yet."
        )
    if config.head_dim % 8 or config.rope.dim % 2 or config.rope.dim > config.head_dim:
        raise UnsupportedModelError(
            f"{metadata.name} has heads of {config.head_dim} elements, of which {config.rope.dim} "
            "are rotated; that shape is not supported yet."
        )
