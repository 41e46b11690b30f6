"""Rows multiplied by what belongs to their positions, on the CUDA kernels."""

import torch

from engine.cache.arena import Arena
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.operands import StepInputs
from tests.support.shapes import plain_sizes

SIZES = plain_sizes(32, 64, 4, 2, 32, 32, 40, 10)


def test_columns_are_multiplied_whatever_positions_unreal_rows_have(device: str) -> None:
    place = torch.device(device)
    kernels = CudaKernels(Arena(place), SIZES, 4, CudaWeights(Arena(place)))
    positions = torch.tensor([9, 0, -(2**31), 2**31 - 1], dtype=torch.int32, device=place)
    count = torch.tensor([2], dtype=torch.int32, device=place)
    inputs = StepInputs(positions, positions, positions, torch.zeros_like(positions), count)
    before, factors = torch.randn(4, 64, device=place), torch.randn(10, device=place)
    x = before.clone()
    kernels.scale(x[:, :32], factors, inputs)
    assert torch.equal(x[:2, :32], before[:2, :32] * factors[[9, 0], None])
    assert torch.equal(x[:, 32:], before[:, 32:])
