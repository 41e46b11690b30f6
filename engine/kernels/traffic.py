"""Counts what a step's kernels read: it stands in for a device's kernels and launches nothing."""

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
    """A device's kernels that read what is no `Matrix`: the cache, a recurrent state, a router's weight."""

    attention: str
    recurrence: str
    routing: str


class TrafficCounter:
    """Implements `Kernels` for a walk through one token's step at `position`.

    `num_bytes` counts, by kernel, what the step must read: weights, of experts those that a token uses,
    keys and values that it sees; and recurrent memories, which it reads and writes.
    `weight_reads(operation, weight)` names the kernels that a device has for an operation, with the
    bytes each reads of `weight`. Operations are project, project_add, project_gated, and of experts
    gate_experts and mix_experts, of the one for all tokens gate_shared and mix_shared. Of a table a
    step reads one row, which does not count.
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
        """Nothing worth counting."""

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        """Nothing worth counting."""

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        """Nothing worth counting."""

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        """Nothing worth counting."""

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
        """Nothing worth counting."""

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        """Nothing worth counting."""

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
        """Nothing worth counting."""

    def _count(
        self, operation: str, weight: Matrix | ExpertStack, used: int = 1, of: int = 1
    ) -> None:
        """What the operation reads of `used` of the `of` parts that a weight consists of."""
        for kernel, num_bytes in self._weight_reads(operation, weight):
            self.num_bytes[kernel] += num_bytes * used // of
