"""Operands of `Kernels` as the Triton kernels take them. Each raises TypeError for another device's."""

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.weights import CudaMatrix, CudaPart
from engine.kernels.operands import Activations, Matrix, Norm


@dataclass(frozen=True, eq=False)
class Tiles:
    """A quantised weight: `words` int32 view of its tiles, of a type, `num_rows` × `num_cols`."""

    words: Tensor
    kind: GGMLType
    num_rows: int
    num_cols: int


@dataclass(frozen=True, eq=False)
class Floats:
    """A float weight: `values` [N, K] padded with zeros to multiples of 32, `num_rows` × `num_cols` its own."""

    values: Tensor
    num_rows: int
    num_cols: int


@dataclass(frozen=True, eq=False)
class Codes:
    """Quantised activations of a step of `width` rows; see residual/epilogue.py."""

    codes: Tensor
    scales: Tensor
    sum_squares: Tensor
    width: int


@dataclass(frozen=True, eq=False)
class Prepared:
    """Where activations for the next matrix are written: codes and scales, values, or both."""

    codes: Tensor | None
    scales: Tensor | None
    values: Tensor | None
    sum_squares: Tensor


def launches(matrix: CudaMatrix) -> list[tuple[CudaPart, ...]]:
    """The parts that go into one launch each: two quantised neighbours fit in one."""
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
