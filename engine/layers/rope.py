"""RoPE tables: cos and sin of every position, computed once at load. Knows no model."""

import math

import torch
from torch import Tensor


def rope_frequencies(
    dim: int, base: float, scaling_factor: float, factors: Tensor | None
) -> Tensor:
    """base^(-2i/dim) / scaling / factor_i, float64 [dim/2].

    `factors` [dim/2] are the file's divisors of the frequencies (llama 3, LongRoPE:
    arXiv:2402.13753).
    """
    exponents = torch.arange(0, dim, 2, dtype=torch.float64) / dim
    frequencies = base**-exponents / scaling_factor
    return frequencies if factors is None else frequencies / factors.double()


def yarn_shares(
    dim: int, base: float, original_context_len: int, betas: tuple[float, float]
) -> Tensor:
    """The share of each frequency that YaRN (arXiv:2309.00071) leaves unscaled, float64 [dim/2].

    1 for more than betas[0] turns within the original context, 0 for fewer than betas[1].
    """

    def pair(turns: float) -> float:
        """The fractional index of the pair with so many turns."""
        return dim * math.log(original_context_len / (turns * 2 * math.pi)) / (2 * math.log(base))

    first = max(0, math.floor(pair(betas[0])))
    last = min(dim - 1, math.ceil(pair(betas[1])))
    pairs = torch.arange(dim // 2, dtype=torch.float64)
    return 1 - ((pairs - first) / max(0.001, last - first)).clamp(0, 1)


def rope_tables(
    frequencies: Tensor, capacity: int, magnitude: float = 1.0
) -> tuple[Tensor, Tensor]:
    """cos and sin of position · frequency, times `magnitude`: float32 [capacity, dim/2].

    Angles are float64: float32 is off in the fourth digit at positions of a few thousand.
    """
    angles = torch.arange(capacity, dtype=torch.float64)[:, None] * frequencies
    return (magnitude * angles.cos()).float(), (magnitude * angles.sin()).float()


def unrotated_tables(dim: int, capacity: int) -> tuple[Tensor, Tensor]:
    """Identity tables [capacity, dim/2] (NoPE, arXiv:2305.19466)."""
    return torch.ones(capacity, dim // 2), torch.zeros(capacity, dim // 2)
