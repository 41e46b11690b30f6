"""Counts the bytes that a step's kernels read, without launching them."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from torch import Tensor

from engine.kernels.operands import (
    Activation,
    Activations,
    ConvState,
    DeltaRule,
    DeltaState,
    Experts,
    ExpertStack,
    Heads,
    Matrix,
    Norm,
    Router,
    Routes,
    ShortConv,
    StepInputs,
)

WeightReads = Callable[[str, Matrix | ExpertStack], Iterable[tuple[str, int]]]

_ALLOCATES_NOTHING = "Nothing is computed here, so there is nothing to allocate"


@dataclass(frozen=True)
class Readers:
    """The names of the kernels that read the KV cache, recurrent state and router weights."""

    attention: str
    recurrence: str
    routing: str


class TrafficCounter:
    """Implements `Kernels` to count the bytes of one token's step at `position`.

    `num_bytes` counts by kernel: weights (of experts only those used), the keys and values seen,
    and recurrent memories, read and written. The one row read from an embedding table is left out.
    `weight_reads(operation, weight)` gives a device's kernels for an operation and the bytes that
    each reads of `weight`. Operations are project, project_add, project_gated, gate_experts and
    mix_experts, and gate_shared and mix_shared for the shared expert.
    """

    def __init__(self, position: int, weight_reads: WeightReads, readers: Readers) -> None:
        self.num_bytes = Counter[str]()
        self._num_cached = position + 1
        self._weight_reads = weight_reads
        self._readers = readers

    def allocate_rows(self, num_cols: int) -> Tensor:
        raise TypeError(_ALLOCATES_NOTHING)

    def allocate_activations(self, num_cols: int) -> Activations:
        raise TypeError(_ALLOCATES_NOTHING)

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        scale: float = 1.0,
    ) -> None:
        """Not counted: negligible."""

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
        gate: Tensor | None = None,
    ) -> None:
        num_seen = self._num_cached
        if heads.window is not None:
            num_seen = min(num_seen, heads.window)
        seen = sum(cache[0, :, :num_seen].nbytes for cache in (keys, values))
        self.num_bytes[self._readers.attention] += seen

    def project_add(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        self._count("project_add", weight)

    def add_branch(
        self,
        branch: Tensor | None,
        branch_norm: Norm | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        """Not counted: negligible."""

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        """Not counted: negligible."""

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        """Not counted: negligible."""

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        """Not counted: negligible."""

    def project_gated(
        self,
        x: Activations,
        gate_up: Matrix,
        out: Activations,
        eps: float | None,
        inputs: StepInputs,
        activation: Activation = Activation.SILU,
    ) -> None:
        self._count("project_gated", gate_up)

    def gate(
        self,
        x: Tensor,
        up: Tensor,
        out: Activations,
        inputs: StepInputs,
        activation: Activation,
    ) -> None:
        """Not counted: negligible."""

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        """Not counted: negligible."""

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> None:
        self.num_bytes[self._readers.routing] += router.weight.nbytes

    def mix_experts(
        self,
        x: Activations,
        experts: Experts,
        routes: Routes,
        eps: float | None,
        out: Tensor,
        inputs: StepInputs,
    ) -> None:
        num_used = routes.experts.shape[1]
        for operation, stack in (
            ("gate_experts", experts.gate),
            ("gate_experts", experts.up),
            ("mix_experts", experts.down),
        ):
            self._count(operation, stack, num_used, stack.num_experts)
        if experts.shared_gate_up is not None and experts.shared_down is not None:
            self._count("gate_shared", experts.shared_gate_up)
            self._count("mix_shared", experts.shared_down)

    def add_experts(
        self,
        x: Activations,
        experts: Experts,
        routes: Routes,
        eps: float | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        self.mix_experts(x, experts, routes, eps, hidden, inputs)

    def mix_delta(
        self,
        projected: Tensor,
        rule: DeltaRule,
        state: DeltaState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        self.num_bytes[self._readers.recurrence] += 2 * state.memory[0].nbytes

    def convolve(
        self,
        projected: Tensor,
        conv: ShortConv,
        state: ConvState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        """Not counted: negligible."""

    def _count(
        self, operation: str, weight: Matrix | ExpertStack, used: int = 1, of: int = 1
    ) -> None:
        """Count the bytes of `used` of the `of` equal parts of a weight."""
        for kernel, num_bytes in self._weight_reads(operation, weight):
            self.num_bytes[kernel] += num_bytes * used // of
