"""RoPE parameters, read from GGUF metadata."""

from dataclasses import dataclass
from math import log

from engine.errors import UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.metadata import MAX_CONTEXT_LEN
from engine.models.hyperparameters import Hyperparameters


@dataclass(frozen=True)
class RopeConfig:
    """RoPE: `dim` rotated elements of a head, base frequency, scaling factor.

    `interleaved` pairs (x[2i], x[2i+1]) instead of (x[i], x[i + dim/2]). `yarn_betas`, None for
    linear scaling: turns within `original_context_len` tokens above which a frequency is not
    scaled, and below which it is scaled fully. cos and sin are multiplied by `magnitude`. With
    `has_factors` the file may hold divisors of the frequencies; without `rotates` there is no RoPE.
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


def read_rope(hparams: Hyperparameters, head_dim: int, *, interleaved: bool) -> RopeConfig:
    """The `rope.*` keys. Raises ModelFileError, UnsupportedModelError."""
    scaling = hparams.choice("rope.scaling.type", "none")
    if scaling not in ("none", "linear", "yarn", "longrope"):
        raise UnsupportedModelError(
            f"{hparams.name} stretches its context with {shown(scaling)} scaling, "
            "which is not supported yet; choose another model."
        )
    is_yarn = scaling == "yarn"
    factor = hparams.factor("rope.scaling.factor", least=1.0 if is_yarn else 1e-3)
    magnitude = hparams.factor("rope.scaling.attn_factor")
    key = "rope.scaling.original_context_length"
    original_context_len = hparams.whole(key, 0, most=MAX_CONTEXT_LEN) or hparams.whole(
        "context_length", least=1, most=MAX_CONTEXT_LEN
    )
    return RopeConfig(
        dim=hparams.size("rope.dimension_count", head_dim),
        base=_read_base(hparams, "rope.freq_base"),
        scaling_factor=factor,
        interleaved=interleaved,
        original_context_len=original_context_len,
        yarn_betas=(32.0, 1.0) if is_yarn else None,
        magnitude=magnitude * yarn_magnitude(factor) if is_yarn else magnitude,
    )


def sliding_rope(hparams: Hyperparameters, rope: RopeConfig, head_dim: int) -> RopeConfig:
    """RoPE of sliding-window layers: its own base and dimension, unscaled."""
    return RopeConfig(
        dim=hparams.size("rope.dimension_count_swa", head_dim),
        base=_read_base(hparams, "rope.freq_base_swa"),
        scaling_factor=1.0,
        interleaved=rope.interleaved,
        has_factors=False,
    )


def _read_base(hparams: Hyperparameters, key: str) -> float:
    """The base frequency; YaRN divides by its logarithm."""
    return hparams.positive(key, 10000.0, least=2.0, most=1e15)


def yarn_magnitude(factor: float, multiplier: float = 1.0) -> float:
    """YaRN's factor of cos and sin, 0.1 · multiplier · ln(factor) + 1 (arXiv:2309.00071)."""
    return 0.1 * multiplier * log(factor) + 1.0
