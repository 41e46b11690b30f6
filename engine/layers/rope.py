"""Rotary tables: cosines and sines of every position, computed once at load."""

import torch
from torch import Tensor


def rope_tables(
    dim: int, base: float, scaling_factor: float, capacity: int, factors: Tensor | None
) -> tuple[Tensor, Tensor]:
    """cos and sin, float32 [capacity, dim/2], of position · base^(-2i/dim) / factor_i / scaling.

    `factors` [dim/2] are the file's own divisors of the frequencies (llama 3). Angles are float64: in
    float32 a position of a few thousand would already be off in the fourth digit.
    """
    exponents = torch.arange(0, dim, 2, dtype=torch.float64) / dim
    frequencies = base**-exponents / scaling_factor
    if factors is not None:
        frequencies = frequencies / factors.double()
    angles = torch.arange(capacity, dtype=torch.float64)[:, None] * frequencies
    return angles.cos().float(), angles.sin().float()
