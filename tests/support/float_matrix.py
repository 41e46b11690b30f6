"""Matrices of float32 as kernels take them."""

import numpy as np
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cpu.weights import CpuMatrix, CpuWeights
from engine.kernels.interface import Kernels
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.reference.weights import DenseMatrix
from engine.kernels.weight_parts import Matrix, MatrixPart


def panels_of(values: Tensor) -> CpuMatrix:
    """`values` [N, K] for the CPU's kernels."""
    data = values.contiguous().numpy().view(np.uint8)
    return CpuWeights().matrix([MatrixPart(data, GGMLType.F32, *values.shape)])


def float_matrix(values: Tensor, kernels: Kernels) -> Matrix:
    """`values` [N, K] for the CPU's kernels, or for the reference."""
    return DenseMatrix(values) if isinstance(kernels, ReferenceKernels) else panels_of(values)
