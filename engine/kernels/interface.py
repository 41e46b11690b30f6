"""The fused operations a step is made of: one protocol, an implementation per device, a slow reference.

Shapes: W rows (tokens) of a step, d hidden size, H query heads, G key/value heads, D head size,
F feed-forward size, V vocabulary, C capacity of the KV cache in rows; weights are [N, K]. Only the
first `num_rows[0]` rows are computed, a count read from memory when a kernel runs; the other rows are
neither read nor written. A row's result depends neither on W, on `num_rows`, nor on `span`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.gguf.types import GGMLType

ATTENTION_BLOCK = 256


class Memory(Protocol):
    """Where static tensors come from: the arena of a model."""

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """A tensor of `shape` that stays at one address."""


class Matrix(Protocol):
    """A weight [num_rows, num_cols] as its device keeps it."""

    @property
    def num_rows(self) -> int:
        """Outputs of the projection."""

    @property
    def num_cols(self) -> int:
        """Inputs of the projection."""


class Activations(Protocol):
    """Rows that a projection reads, as their device wants them: floats, codes and scales, both."""

    def rows(self, width: int) -> "Activations":
        """The same memory seen as `width` rows."""


@dataclass(frozen=True)
class MatrixPart:
    """Rows of a weight as they lie in the file: `data` is contiguous, of blocks of `type`."""

    data: NDArray[np.uint8]
    type: GGMLType
    num_rows: int
    num_cols: int


class WeightStore(Protocol):
    """Puts what the file holds where a device's kernels want it. Nothing of the file is kept."""

    def matrix(self, parts: Sequence[MatrixPart]) -> Matrix:
        """`parts`, all of one `num_cols`, below each other: a fused projection."""

    def place(self, data: Tensor) -> Tensor:
        """`data`, float32 of any shape in main memory, on the device."""


@dataclass(frozen=True)
class StepSizes:
    """The sizes that decide how large buffers and scratch are; `capacity` is that of the KV cache."""

    hidden_size: int
    qkv_size: int
    num_heads: int
    num_kv_heads: int
    attention_size: int
    intermediate_size: int
    vocab_size: int
    capacity: int


@dataclass(frozen=True, eq=False)
class Norm:
    """RMS norm: weight * x / sqrt(mean(x²) + eps) (arXiv:1910.07467); weight float32 [d]."""

    weight: Tensor
    eps: float


@dataclass(frozen=True, eq=False)
class Heads:
    """Grouped-query attention heads (arXiv:2305.13245) and their rotation (arXiv:2104.09864).

    cos, sin float32 [C, rot/2]. `interleaved` pairs (x[2i], x[2i+1]) instead of (x[i], x[i + rot/2]);
    elements from rot on are left as they are. `q_norm`, `k_norm` [D], where a model has them,
    normalise each head with `eps` before the rotation. `scale` multiplies the scores.
    """

    num_heads: int
    num_kv_heads: int
    head_dim: int
    scale: float
    interleaved: bool
    cos: Tensor
    sin: Tensor
    eps: float
    q_norm: Tensor | None = None
    k_norm: Tensor | None = None


@dataclass(frozen=True, eq=False)
class StepInputs:
    """What changes from step to step, as static int32 tensors that are filled before each run."""

    token_ids: Tensor  # [W]
    positions: Tensor  # [W]
    kv_rows: Tensor  # [W], where in the cache each row goes
    num_rows: Tensor  # [1], how many rows are real

    def rows(self, width: int) -> "StepInputs":
        """The same memory seen as a step of `width` rows."""
        return StepInputs(
            self.token_ids[:width], self.positions[:width], self.kv_rows[:width], self.num_rows
        )


class Kernels(Protocol):
    """Tensors are float32 unless said otherwise. `out` is overwritten."""

    def allocate_activations(self, num_cols: int) -> Activations:
        """Activations [W, num_cols] of the widest step."""

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
    ) -> None:
        """hidden [W, d] = rows `token_ids` of table [V, d]; out = norm(hidden).

        Also history[positions[w]] = token_ids[w]; history int32 [C].
        """

    def project(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        out: Tensor,
        eps: float | None,
        inputs: StepInputs,
    ) -> None:
        """out [W, N] = x @ weight.T + bias; bias [N].

        `eps` is that of the norm that made `x`: a device may leave the norm's scalar to the consumer.
        None: `x` is not normed.
        """

    def attend(
        self,
        qkv: Tensor,
        keys: Tensor,
        values: Tensor,
        heads: Heads,
        out: Activations,
        span: int,
        inputs: StepInputs,
    ) -> None:
        """out [W, H * D] = causal attention of each row; qkv [W, (H + 2G) * D] may be changed.

        Norms and rotates the heads, writes keys and values [G, C, D] (float32 or float16) at
        `kv_rows`, then attends to cache rows 0 … min(positions[w], span - 1). Softmax runs over
        blocks of `ATTENTION_BLOCK` positions, fixed on absolute positions, in order.
        """

    def project_add(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        """hidden [W, d] += x @ weight.T + bias; out = norm(hidden), for what comes next."""

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        """x [W, N] *= factors [C] at `positions`; x may be some columns of a wider tensor.

        A device may multiply rows that are not real, too: nobody reads them.
        """

    def project_gated(
        self, x: Activations, gate_up: Matrix, out: Activations, eps: float, inputs: StepInputs
    ) -> None:
        """out [W, F] = silu(gate) * up (arXiv:2002.05202); gate_up [2F, d] is gate above up."""
