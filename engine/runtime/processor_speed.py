"""Measures how fast the processor multiplies weights that no cache holds with a row."""

import statistics
import time

import numpy as np
import torch

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.operands import Linear, StepInputs
from engine.kernels.sizes import StepSizes
from engine.kernels.weight_parts import MatrixPart

_BYTES = 512 << 20  # more than caches hold
_SHARE_OF_FREE = 8
_NUM_COLS, _BAND_ROWS = 4096, 4096
_REPEATS = 5


def measure_processor(kind: GGMLType, free: int) -> float:
    """Bytes per second of a matrix of `kind` on the threads that are set; `free` memory is left."""
    row_bytes = _NUM_COLS // kind.block_len * kind.block_bytes
    num_bands = max(1, min(_BYTES, free // _SHARE_OF_FREE) // (_BAND_ROWS * row_bytes))
    raw = np.random.default_rng(1).integers(0, 256, (_BAND_ROWS, row_bytes), np.uint8)
    band = MatrixPart(raw, kind, _BAND_ROWS, _NUM_COLS)
    matrix = CpuWeights().matrix([band] * num_bands)
    arena = Arena(torch.device("cpu"))
    sizes = StepSizes(
        hidden_size=_NUM_COLS, projected_size=0, attention=(), mixed_sizes=(),
        intermediate_sizes=(), vocab_size=1, capacity=1,
    )  # fmt: skip
    kernels = CpuKernels(arena, sizes, 1)
    zero, one = torch.zeros(1, dtype=torch.int32), torch.ones(1, dtype=torch.int32)
    inputs = StepInputs(zero, zero, zero, zero, one)
    x = kernels.allocate_activations(_NUM_COLS)
    x.rows(1).values.fill_(1.0)
    out = arena.allocate(1, matrix.num_rows)
    history = arena.allocate(1, 1, dtype=torch.int32)

    def seconds() -> float:
        begin = time.perf_counter()
        kernels.note_tokens(inputs, history)  # wakes the threads, as a step does
        kernels.project(x, Linear(matrix), out, inputs)
        return time.perf_counter() - begin

    seconds()  # compiles the loops, wakes the threads
    return matrix.nbytes / statistics.median(seconds() for _ in range(_REPEATS))
