"""Counts the bytes that a step's kernels read, without launching them."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NoReturn

from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import (
    QKV,
    Activations,
    DeltaRule,
    DeltaState,
    Experts,
    GateUp,
    Heads,
    KVState,
    Linear,
    Norm,
    ParallelBranches,
    Residual,
    Router,
    Routes,
    StepInputs,
)
from engine.kernels.weight_parts import ExpertStack, Matrix

WeightReads = Callable[[str, Matrix | ExpertStack], Iterable[tuple[str, int]]]


@dataclass(frozen=True)
class Readers:
    """The names of the kernels that read the KV cache, recurrent state and router weights."""

    attention: str
    recurrence: str
    routing: str


class TrafficCounter(Kernels):
    """Implements `Kernels` to count the bytes of one token's step at `position`.

    `num_bytes` counts by kernel: weights (of experts only those used), the keys and values seen,
    and recurrent memories, read and written. The one row read from an embedding table is left out.
    `weight_reads(operation, weight)` gives a device's kernels for an operation and the bytes that
    each reads of `weight`. Operations are project, project_add, project_gated, gate_experts and
    mix_experts, and gate_shared and mix_shared for the shared expert, gate_beside and mix_beside
    for an MLP beside the experts.
    """

    def __init__(self, position: int, weight_reads: WeightReads, readers: Readers) -> None:
        self.num_bytes = Counter[str]()
        self._num_cached = position + 1
        self._weight_reads = weight_reads
        self._readers = readers

    def _allocated(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("Nothing is computed here, so there is nothing to allocate")

    allocate_rows = allocate_activations = scratch = _allocated

    def _uncounted(self, *_: object, **__: object) -> None:
        """Negligible."""

    embed = note_tokens = add_branch = normalize = scale = softcap = gate = _uncounted
    mix_layer_inputs = convolve = keep_rows = join_rows = take_rows = append = spread = _uncounted
    begin_chain = extend_chain = rate_drafts = _uncounted
    read_rows = convolve_block = choose_candidates = walk_candidates = _uncounted

    def project(self, x: Activations, linear: Linear, out: Tensor, inputs: StepInputs) -> None:
        self._count("project", linear.weight)

    def attend(
        self, x: QKV, kv: KVState, heads: Heads, out: Activations, span: int, inputs: StepInputs
    ) -> None:
        num_seen = self._num_cached
        if heads.window is not None:
            num_seen = min(num_seen, heads.window)
        seen = sum(cache[0, :, :num_seen].nbytes for cache in kv.tensors)
        self.num_bytes[self._readers.attention] += seen

    def project_add(self, x: Activations, linear: Linear, to: Residual, inputs: StepInputs) -> None:
        self._count("project_add", linear.weight)

    def project_add_normed(
        self,
        x: Activations,
        linear: Linear,
        norm: Norm,
        to: Residual,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        self._count("project", linear.weight)

    def project_gated(
        self, x: Activations, gate_up: GateUp, out: Activations, inputs: StepInputs
    ) -> None:
        self._count("project_gated", gate_up.weight)

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> Routes:
        self.num_bytes[self._readers.routing] += router.weight.nbytes
        return routes

    def mix_experts(
        self, x: Activations, experts: Experts, routes: Routes, out: Tensor, inputs: StepInputs
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

    def compute_branches(
        self,
        branches: ParallelBranches,
        x: Activations,
        stream: Residual,
        activated: Activations,
        routes: Routes,
        out: tuple[Tensor, Tensor],
        inputs: StepInputs,
    ) -> None:
        self._count("gate_beside", branches.gate_up.weight)
        self._count("mix_beside", branches.down.weight)
        self.route(stream.hidden, branches.router_norm, branches.router, routes, inputs)
        self.mix_experts(x, branches.experts, routes, out[1], inputs)

    def add_experts(
        self, x: Activations, experts: Experts, routes: Routes, to: Residual, inputs: StepInputs
    ) -> None:
        self.mix_experts(x, experts, routes, to.hidden, inputs)

    def mix_delta(
        self, x: Tensor, rule: DeltaRule, state: DeltaState, out: Activations, inputs: StepInputs
    ) -> None:
        self.num_bytes[self._readers.recurrence] += 2 * state.memory[0].nbytes

    def _count(
        self, operation: str, weight: Matrix | ExpertStack, used: int = 1, of: int = 1
    ) -> None:
        """Count the bytes of `used` of the `of` equal parts of a weight."""
        for kernel, num_bytes in self._weight_reads(operation, weight):
            self.num_bytes[kernel] += num_bytes * used // of
