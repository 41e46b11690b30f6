"""How a model rotates its heads, read from GGUF metadata."""

from dataclasses import dataclass
from math import log

from engine.errors import UnsupportedModelError
from engine.gguf.metadata import ModelMetadata


@dataclass(frozen=True)
class RopeConfig:
    """Rotary embedding: `dim` rotated elements of a head, base frequency, scaling factor.

    `interleaved` pairs (x[2i], x[2i+1]) instead of (x[i], x[i + dim/2]). `yarn_betas`, where scaling is
    YaRN's and not linear: turns within `original_context_len` tokens above which a frequency stays
    as it is, and below which it is scaled. Cosines and sines are multiplied by `magnitude`. With
    `has_factors` the frequencies are divided by factors of the file, if it has any; without `rotates`
    heads stay as they are.
    """

    dim: int
    base: float
    scaling_factor: float
    interleaved: bool
    original_context_len: int = 0
    yarn_betas: tuple[float, float] | None = None
    magnitude: float = 1.0
    has_factors: bool = True
    rotates: bool = True


def read_rope(metadata: ModelMetadata, head_dim: int, *, interleaved: bool) -> RopeConfig:
    """The `rope.*` keys. Raises ModelFileError, UnsupportedModelError."""
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


def sliding_rope(metadata: ModelMetadata, rope: RopeConfig, head_dim: int) -> RopeConfig:
    """How layers with a window rotate: with a base, and a number of elements, of their own; unscaled."""
    return RopeConfig(
        dim=metadata.hparam("rope.dimension_count_swa", int, default=head_dim),
        base=metadata.hparam("rope.freq_base_swa", float, default=10000.0),
        scaling_factor=1.0,
        interleaved=rope.interleaved,
        has_factors=False,
    )


def yarn_magnitude(factor: float, multiplier: float = 1.0) -> float:
    """YaRN's factor of cosines and sines, 0.1 · multiplier · ln(factor) + 1 (arXiv:2309.00071)."""
    return 0.1 * multiplier * log(factor) + 1.0
