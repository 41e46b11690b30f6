"""Counts what a step's kernels read: it stands in for a device's kernels and launches nothing."""

from collections import Counter
from collections.abc import Callable, Iterable

from torch import Tensor

from engine.kernels.interface import Activations, Heads, Matrix, Norm, StepInputs

WeightReads = Callable[[str, Matrix], Iterable[tuple[str, int]]]


class TrafficCounter:
    """Implements `Kernels` for a walk through one token's step at `position`.

    `num_bytes` counts, by kernel, the weights and the keys and values that the step must read.
    `weight_reads(operation, weight)` names the kernels that a device has for an operation of `Kernels`,
    with the bytes each reads of `weight`; `attention` is its kernel that reads the cache. Of the
    embedding a step reads one row, which does not count.
    """

    def __init__(self, position: int, weight_reads: WeightReads, attention: str) -> None:
        self.num_bytes = Counter[str]()
        self._num_cached = position + 1
        self._weight_reads = weight_reads
        self._attention = attention

    def allocate_activations(self, num_cols: int) -> Activations:
        raise TypeError("Nothing is computed here, so there is nothing to allocate")

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
    ) -> None:
        """Nothing worth counting."""

    def project(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        out: Tensor,
        eps: float | None,
        inputs: StepInputs,
    ) -> None:
        self._count("project", weight)

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
        cached = sum(cache[:, : self._num_cached].nbytes for cache in (keys, values))
        self.num_bytes[self._attention] += cached

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
        self._count("project_add", weight)

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        """Nothing worth counting."""

    def project_gated(
        self, x: Activations, gate_up: Matrix, out: Activations, eps: float, inputs: StepInputs
    ) -> None:
        self._count("project_gated", gate_up)

    def _count(self, operation: str, weight: Matrix) -> None:
        for kernel, num_bytes in self._weight_reads(operation, weight):
            self.num_bytes[kernel] += num_bytes
