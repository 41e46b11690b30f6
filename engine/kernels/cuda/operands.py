"""Operands of `Kernels` as the Triton kernels take them; TypeError for those of another device."""

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.weights import CudaMatrix, CudaPart
from engine.kernels.operands import Activations, Matrix, Norm


@dataclass(frozen=True, eq=False)
class Tiles:
    """A quantised weight [num_rows, num_cols]: `words` is an int32 view of its tiles."""

    words: Tensor
    kind: GGMLType
    num_rows: int
    num_cols: int


@dataclass(frozen=True, eq=False)
class Floats:
    """A float weight [num_rows, num_cols]: `values` is padded with zeros to multiples of 32."""

    values: Tensor
    num_rows: int
    num_cols: int


@dataclass(frozen=True, eq=False)
class Codes:
    """Quantised activations of a step of `width` rows, laid out as in residual/epilogue.py."""

    codes: Tensor
    scales: Tensor
    sum_squares: Tensor
    width: int


@dataclass(frozen=True, eq=False)
class Prepared:
    """The output activations of a kernel: codes and scales, values, or both."""

    codes: Tensor | None
    scales: Tensor | None
    values: Tensor | None
    sum_squares: Tensor


def launches(matrix: CudaMatrix) -> list[tuple[CudaPart, ...]]:
    """Group the parts into launches: one launch can take two adjacent quantised parts."""
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


def tiles(part: CudaPart) -> Tiles:
    return Tiles(part.data.view(torch.int32), part.kind, part.num_rows, part.num_cols)


def floats(part: CudaPart) -> Floats:
    return Floats(part.data, part.num_rows, part.num_cols)


def codes(x: CudaActivations) -> Codes:
    if x.codes is None or x.scales is None:
        raise TypeError("These activations have no codes, but the weight is quantised")
    return Codes(x.codes.view(torch.int32), x.scales, x.sum_squares, x.width)


def values_of(x: CudaActivations) -> Tensor:
    if x.values is None:
        raise TypeError("These activations have no values, but the weight is not quantised")
    return x.values


def prepared(x: CudaActivations) -> Prepared:
    return Prepared(x.codes, x.scales, x.values, x.sum_squares)


def cuda_matrix(weight: Matrix) -> CudaMatrix:
    if not isinstance(weight, CudaMatrix):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight


def cuda_activations(x: Activations) -> CudaActivations:
    if not isinstance(x, CudaActivations):
        raise TypeError(f"{type(x).__name__} is not of this device")
    return x
