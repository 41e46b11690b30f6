"""A model's shape and constants, read from GGUF metadata: the only map from its keys to our fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Self

from engine.errors import UnsupportedModelError
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata


@dataclass(frozen=True)
class RopeConfig:
    """Rotary embedding: `dim` rotated elements of a head, base frequency, scaling factor.

    `interleaved` pairs (x[2i], x[2i+1]) instead of (x[i], x[i + dim/2]). `yarn_betas`, where scaling is
    YaRN's and not linear: turns within `original_context_len` tokens above which a frequency stays
    as it is, and below which it is scaled. Cosines and sines are multiplied by `magnitude`. There are
    `num_tables` of them, one for each way that a model's layers rotate.
    """

    dim: int
    base: float
    scaling_factor: float
    interleaved: bool
    original_context_len: int = 0
    yarn_betas: tuple[float, float] | None = None
    magnitude: float = 1.0
    num_tables: int = 1


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
    ) -> Self:
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
    if scaling not in ("none", "linear", "yarn", "longrope"):
        raise UnsupportedModelError(
            f"{metadata.name} stretches its context with {scaling} scaling, "
            "which is not supported yet; choose another model."
        )
    is_yarn = scaling == "yarn"
    factor = metadata.hparam("rope.scaling.factor", float, default=1.0) or 1.0
    magnitude = metadata.hparam("rope.scaling.attn_factor", float, default=1.0)
    original_context_len = metadata.hparam(
        "rope.scaling.original_context_length", int, default=0
    ) or metadata.hparam("context_length", int)
    if factor <= 0 or original_context_len < 1:
        raise UnsupportedModelError(
            f"{metadata.name} stretches its context in an impossible way; download it again."
        )
    return RopeConfig(
        dim=metadata.hparam("rope.dimension_count", int, default=head_dim),
        base=metadata.hparam("rope.freq_base", float, default=10000.0),
        scaling_factor=factor,
        interleaved=interleaved,
        original_context_len=original_context_len,
        yarn_betas=(32.0, 1.0) if is_yarn else None,
        magnitude=magnitude * yarn_magnitude(factor) if is_yarn else magnitude,
    )


def yarn_magnitude(factor: float, multiplier: float = 1.0) -> float:
    """YaRN's factor of cosines and sines, 0.1 · multiplier · ln(factor) + 1 (arXiv:2309.00071)."""
    return 0.1 * multiplier * log(factor) + 1.0


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
