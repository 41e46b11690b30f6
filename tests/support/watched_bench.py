"""What the watched cases share: draws of sizes, inputs of a step, and kernels on tensors of the CPU."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import SUPPORTED_WEIGHT_TYPES, GGMLType
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.operands import (
    Norm,
    StepInputs,
)
from engine.kernels.sizes import StepSizes
from engine.kernels.weight_parts import MatrixPart
from tests.support.random_rows import random_rows

WIDEST = 40
CAPACITY, VOCAB, SEQUENCES = 300, 29, 3
CPU = torch.device("cpu")
NORM_EPS = 1e-5

Random = np.random.Generator
Cases = Iterator[tuple[str, Callable[[], None]]]


def types() -> list[GGMLType]:
    """All weight types, in the order of their numbers."""
    return sorted(SUPPORTED_WEIGHT_TYPES)


def short(random: Random) -> int:
    """The width of a decode or verify step; of each of the shapes that products have, as often."""
    return int(
        random.choice([1, 2, random.integers(3, 5), random.integers(5, 9), random.integers(9, 17)])
    )


def prompt(random: Random) -> int:
    """The width of a prompt step."""
    return int(random.integers(MAX_ROWS + 1, WIDEST + 1))


def columns(random: Random, *kinds: GGMLType) -> int:
    """Some columns that rows of all of `kinds` can have, few more than the fewest."""
    blocks = max(kind.block_len for kind in kinds)
    return (
        int(random.integers(1, 99))
        if blocks == 1
        else blocks * int(random.integers(1, 4 - blocks // 128))
    )


def inputs_of(width: int, first: int = 0) -> StepInputs:
    """All rows are real, and of the last sequence; ids are the last there are."""
    positions = torch.arange(first, first + width, dtype=torch.int32)
    ids = VOCAB - 1 - positions % VOCAB
    return StepInputs(
        ids,
        positions,
        positions,
        torch.full_like(positions, SEQUENCES - 1),
        torch.tensor([width], dtype=torch.int32),
    )


def mixed(inputs: StepInputs) -> StepInputs:
    """The same step with rows of the first sequence before the others, which end where they did."""
    num_first = len(inputs.positions) // 2
    begin = torch.arange(num_first, dtype=torch.int32)
    positions = torch.cat([begin, inputs.positions[num_first:]])
    sequences = torch.cat([torch.zeros_like(begin), inputs.sequences[num_first:]])
    return replace(inputs, positions=positions, kv_rows=positions, sequences=sequences)


class Bench:
    """Kernels for weights of `kinds`, and operands as a model has them: as large as its steps need."""

    def __init__(self, sizes: StepSizes, *kinds: GGMLType, width: int = WIDEST) -> None:
        self.store = CudaWeights(Arena(CPU))
        floats = [kind.block_len == 1 for kind in kinds]
        self.store.has_floats, self.store.has_tiles = any(floats), not all(floats)
        self.width = width
        self.kernels = CudaKernels(Arena(CPU), sizes, max(width, MAX_ROWS), self.store)

    def activations(self, num_cols: int):  # type: ignore[no-untyped-def]
        """Of a step, of zeros."""
        x = self.kernels.allocate_activations(num_cols).rows(self.width)
        for tensor in (x.codes, x.scales, x.values, x.sum_squares, x.dense):
            if tensor is not None:
                tensor.zero_()
        return x

    def stream(self, num_cols: int) -> Tensor:
        """Rows of the residual stream."""
        rows = self.kernels.allocate_rows(num_cols)[: self.width]
        return rows.fill_(0.5)

    def some(self, num_cols: int) -> Tensor:
        """Some columns of wider rows."""
        return torch.randn(self.width, num_cols + 5)[:, 2:-3]


def sizes_of(num_cols: int, **others: object) -> StepSizes:
    """Of steps over rows of up to `num_cols` columns."""
    plain = StepSizes(num_cols, num_cols, (), (), (num_cols,), VOCAB, CAPACITY)
    return replace(plain, **others)


def part_of(kind: GGMLType, num_rows: int, num_cols: int) -> MatrixPart:
    """Random rows."""
    return MatrixPart(random_rows(kind, num_rows, num_cols, num_rows), kind, num_rows, num_cols)


def norm_of(num_cols: int) -> Norm:
    return Norm(torch.rand(num_cols) + 0.5, NORM_EPS)
