"""Operands of `Kernels` as the Triton kernels take them; TypeError for those of another device."""

from torch import Tensor

from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.weights import CudaMatrix, CudaPart
from engine.kernels.operands import Activations, Norm
from engine.kernels.weight_parts import Matrix


def launches(matrix: CudaMatrix) -> list[tuple[CudaPart, ...]]:
    """Group the parts into launches: one launch can take two adjacent quantized parts."""
    runs: list[tuple[CudaPart, ...]] = []
    for part in matrix.parts:
        joins = (
            bool(runs)
            and len(runs[-1]) == 1
            and runs[-1][0].is_tiled
            and part.is_tiled
            and runs[-1][0].num_rows % 32 == 0
        )
        if joins:
            runs[-1] = (runs[-1][0], part)
        else:
            runs.append((part,))
    return runs


def norm_weight(norm: Norm | None) -> Tensor | None:
    return None if norm is None else norm.weight


def cuda_matrix(weight: Matrix) -> CudaMatrix:
    if not isinstance(weight, CudaMatrix):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight


def cuda_activations(x: Activations) -> CudaActivations:
    if not isinstance(x, CudaActivations):
        raise TypeError(f"{type(x).__name__} is not of this device")
    return x
