"""Launches of routing and experts in steps of up to 16 rows."""

from dataclasses import dataclass, replace
from typing import Any

import triton
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.expert_memory import CudaStack
from engine.kernels.cuda.experts.decode import gate_experts_kernel, mix_experts_kernel
from engine.kernels.cuda.experts.expert_shapes import (
    down_limit,
    down_shape,
    gate_limit,
    gate_shape,
    mix_cluster,
    pairs_ahead,
)
from engine.kernels.cuda.experts.handover import ask, take
from engine.kernels.cuda.experts.route import (
    Beside,
    Choice,
    ScoredRoutes,
    choose_scored,
    score,
)
from engine.kernels.cuda.experts.several_rows import (
    MAX_SLOTS,
    gate_several_kernel,
    mix_several_kernel,
)
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.operands import cuda_activations, cuda_matrix, norm_weight
from engine.kernels.cuda.products.launch_shapes import Shape
from engine.kernels.cuda.residual.activation import activation_number
from engine.kernels.cuda.scratch import ExpertScratch
from engine.kernels.cuda.weights import CudaMatrix, CudaPart
from engine.kernels.operands import (
    Experts,
    Norm,
    ParallelBranches,
    Residual,
    Router,
    Routes,
)
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import ExpertStack

_APART_AHEAD = 3  # pairs that a program of an MLP beside the experts loads ahead for its down
_FEW_ROWS, _FEW_EXPERTS = 3, 128  # for which each program chooses by itself


@dataclass(frozen=True, eq=False)
class SharedPart:
    """A weight of the shared expert: `words` is an int32 view; a routed one's kind without one."""

    words: Tensor | None
    kind: GGMLType
    is_tiled: bool

    @classmethod
    def of(cls, part: CudaPart) -> "SharedPart":
        """The operand for the kernels."""
        return cls(part.words, part.kind, part.is_tiled)

    @classmethod
    def absent(cls, like: CudaStack) -> "SharedPart":
        """Stands for the weight of a shared expert that there is not."""
        return cls(None, like.kind, like.is_tiled)


@dataclass(frozen=True, eq=False)
class Shared:
    """The expert that every row has, in a slot after those of the others; size 0 without one.

    An MLP beside the experts is one that has activations `x` and outputs `out` of its own.
    """

    gate: SharedPart
    up: SharedPart
    down: SharedPart
    size: int
    x: CudaActivations | None = None
    out: Tensor | None = None

    @classmethod
    def of(cls, experts: Experts) -> "Shared":
        """The shared expert of a mixture."""
        gate_up, down = experts.shared_gate_up, experts.shared_down
        if isinstance(gate_up, CudaMatrix) and isinstance(down, CudaMatrix):
            return cls._of(gate_up, down)
        stacks = (stack_of(each) for each in (experts.gate, experts.up, experts.down))
        gate, up, absent_down = map(SharedPart.absent, stacks)
        return cls(gate, up, absent_down, 0)

    @classmethod
    def beside(cls, branches: ParallelBranches, x: CudaActivations, out: Tensor) -> "Shared":
        """The MLP of `branches`, whose outputs are to be in `out`."""
        gate_up, down = cuda_matrix(branches.gate_up.weight), cuda_matrix(branches.down.weight)
        return replace(cls._of(gate_up, down), x=x, out=out)

    @classmethod
    def _of(cls, gate_up: CudaMatrix, down: CudaMatrix) -> "Shared":
        (part,) = down.parts
        gate, up = gate_up.halves()
        parts = SharedPart.of(gate), SharedPart.of(up), SharedPart.of(part)
        return cls(*parts, gate_up.num_rows // 2)

    @property
    def is_tiled(self) -> bool:
        """Whether all its weights are quantized."""
        return self.gate.is_tiled and self.up.is_tiled and self.down.is_tiled


def stack_of(weight: ExpertStack) -> CudaStack:
    """The operand for the kernels. Raises TypeError for a weight of another device."""
    if not isinstance(weight, CudaStack):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight


class CudaExperts:
    """Launches for up to 16 rows."""

    def __init__(self, scratch: ExpertScratch, sizes: ExpertSizes, *, pdl: bool) -> None:
        self._scratch, self._sizes, self._pdl = scratch, sizes, pdl

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, num_rows: Tensor,
        beside: Beside | None = None,
    ) -> Routes:  # fmt: skip
        """As `Kernels.route`; the experts of few rows are chosen by the kernels of the mixture."""
        logits = self._scratch.logits
        score(hidden, norm, router, logits, num_rows, beside, pdl=self._pdl)
        scored = ScoredRoutes(routes.experts, routes.weights, routes.shared, router, logits)
        num_experts = len(router.weight)
        if len(hidden) == 1 or (len(hidden) <= _FEW_ROWS and num_experts <= _FEW_EXPERTS):
            return scored
        return choose_scored(scored, self._scratch.num_slots, num_rows, pdl=self._pdl)

    def can_compute(
        self, branches: ParallelBranches, x: CudaActivations, norm: Norm | None
    ) -> bool:
        """Whether `compute` takes `branches`.

        All is quantized, no expert is shared, norms and activations of both are alike.
        """
        experts, gate_up = branches.experts, cuda_matrix(branches.gate_up.weight)
        down = cuda_matrix(branches.down.weight)
        stacks = [stack_of(each) for each in (experts.gate, experts.up, experts.down)]
        return (
            all(stack.is_tiled and stack.helped is None for stack in stacks)
            and all(part.is_tiled for part in (*gate_up.parts, *down.parts))
            and (gate_up.has_like_halves and len(down.parts) == 1)
            and (experts.shared_gate_up is None and branches.down.bias is None)
            and branches.gate_up.activation is experts.activation
            and norm is not None
            and x.eps == norm.eps
        )

    def compute(
        self,
        branches: ParallelBranches,
        x: CudaActivations,
        stream: Residual,
        routes: Routes,
        out: tuple[Tensor, Tensor],
        num_rows: Tensor,
    ) -> None:
        """As `Kernels.compute_branches`, the MLP in the launches of the experts."""
        dense, mixture = out
        own = self._scratch.normed_as(x)
        assert stream.norm is not None  # as `can_compute` demands
        beside, norm, router = Beside(stream.norm, own), branches.router_norm, branches.router
        routes = self.route(stream.hidden, norm, router, routes, num_rows, beside)
        experts, shared = branches.experts, Shared.beside(branches, x, dense)
        once = self._reads_once(experts, shared, routes, x.width)
        self._gate(own, experts, shared, routes, num_rows, once=once)
        self._project(experts, shared, routes, mixture, num_rows, once=once)

    def mix(
        self,
        x: CudaActivations,
        experts: Experts,
        routes: Routes,
        out: Tensor | Residual,
        num_rows: Tensor,
    ) -> None:
        """As `Kernels.mix_experts` or, for a residual, `Kernels.add_experts`."""
        shared, helped = Shared.of(experts), stack_of(experts.gate).helped
        if helped is not None:
            if isinstance(routes, ScoredRoutes):
                routes = choose_scored(routes, self._num_slots(shared), num_rows, pdl=self._pdl)
            helped.bind(experts)
            ask(helped, x, routes, num_rows)
        once = self._reads_once(experts, shared, routes, x.width)
        self._gate(x, experts, shared, routes, num_rows, once=once)
        if helped is not None and isinstance(out, Residual):
            take(helped, out.hidden, num_rows)  # the last kernel of the mixture stores its norm
        self._project(experts, shared, routes, out, num_rows, once=once)
        if helped is not None and not isinstance(out, Residual):
            take(helped, out, num_rows)

    def _num_slots(self, shared: Shared) -> int:
        return self._sizes.num_used + (shared.size > 0)

    def _reads_once(self, experts: Experts, shared: Shared, routes: Routes, width: int) -> bool:
        """Whether an expert is read once for all rows that chose it."""
        stacks = [stack_of(each) for each in (experts.gate, experts.up, experts.down)]
        is_tiled = all(each.is_tiled for each in stacks) and shared.is_tiled
        is_chosen = not isinstance(routes, ScoredRoutes)
        return width > 1 and is_chosen and is_tiled and self._sizes.num_used < MAX_SLOTS

    def _gate(
        self, x: CudaActivations, experts: Experts, shared: Shared, routes: Routes,
        num_rows: Tensor, *, once: bool,
    ) -> None:  # fmt: skip
        """inner = activation(gate, up) of each row's experts and of the shared one."""
        inner, apart = self._scratch.inner, (None, None)
        if shared.x is not None:
            apart = (shared.x.code_words, shared.x.scales)
        gate, up = stack_of(experts.gate), stack_of(experts.up)
        size = self._sizes.intermediate_size
        parts = gate, up, shared.gate, shared.up
        kinds, tiled = {each.kind for each in parts}, all(each.is_tiled for each in parts)
        programs = self._sizes.num_used * triton.cdiv(size, 32) + triton.cdiv(shared.size, 32)
        shape = gate_shape(x.num_cols, programs, x.width, kinds, tiled=tiled)
        weights = (
            gate.operand, up.operand, gate.reads, experts.gate_bias, experts.up_bias,
            shared.gate.words, shared.up.words,
        )  # fmt: skip
        common = {
            "K": whole_groups(x.num_cols), "SIZE": x.num_cols, "E": experts.num_experts,
            "F": size, "SHARED_F": shared.size,
            "FP": inner.num_cols, "USED": self._sizes.num_used,
            "TYPE_GATE": int(gate.kind), "TYPE_UP": int(up.kind),
            "TYPE_SHARED_GATE": int(shared.gate.kind), "TYPE_SHARED_UP": int(shared.up.kind),
            "ACTIVATION": activation_number(experts.activation), **x.normed,
            **self._options(shape, gate_limit(shape, programs, once=once)),
        }  # fmt: skip
        if once:
            gate_several_kernel[(programs, x.width)](
                *weights, x.code_words, x.scales, *apart, x.sum_squares, routes.experts, num_rows,
                x.eps or 0.0, inner.codes, inner.scales,
                UNROLL=pairs_ahead(x.num_cols, shape.warps, 2), SETS=shape.sets, **common,
            )  # fmt: skip
            return
        chosen_by = Choice.of(routes)
        gate_experts_kernel[(programs * shape.cluster, x.width)](
            *weights, x.code_words, x.scales, x.values, *apart, x.sum_squares, routes.experts,
            num_rows, x.eps or 0.0, *chosen_by.operands, inner.codes, inner.scales, inner.values,
            UNROLL=shape.ahead, SETS=shape.sets, CLUSTER=shape.cluster, SCORING=chosen_by.scoring,
            **inner.writes, **common,
        )  # fmt: skip

    def _project(
        self, experts: Experts, shared: Shared, routes: Routes, out: Tensor | Residual,
        num_rows: Tensor, *, once: bool,
    ) -> None:  # fmt: skip
        """out [W, d] = weighted sum of the down projections of `inner`, or a residual += it."""
        scratch, inner = self._scratch, self._scratch.inner
        down = stack_of(experts.down)
        num_cols, padded = experts.down.num_rows, whole_groups(experts.down.num_rows)
        size, tiled = self._sizes.intermediate_size, down.is_tiled and shared.down.is_tiled
        shape = down_shape(size, tiled=tiled)
        if isinstance(out, Residual):
            to, target, norm = cuda_activations(out.normed), out.hidden, norm_weight(out.norm)
            stored, writes = (to.sum_squares, to.codes, to.scales, to.values), to.writes
        else:
            target, norm, stored = out, None, (None, None, None, None)
            writes = {"WRITE_CODES": False, "WRITE_VALUES": False}
        num_slots = self._num_slots(shared)
        grid = (padded // 32 * num_slots, len(target))
        weights = (down.operand, experts.down_bias, shared.down.words)
        routed = (routes.experts, routes.weights, routes.shared, num_rows)
        common = {
            "N": padded, "SIZE": num_cols, "STRIDE": target.stride(0), "E": experts.num_experts,
            "F": size, "SHARED_F": shared.size,
            "FP": inner.num_cols, "USED": self._sizes.num_used, "SLOTS": num_slots,
            "TYPE": int(down.kind), "TYPE_SHARED": int(shared.down.kind),
            "APART_STRIDE": 0 if shared.out is None else shared.out.stride(0),
            "ADDS": isinstance(out, Residual), **writes,
            **self._options(shape, down_limit(shape, once=once)),
        }  # fmt: skip
        parts, apart = (scratch.parts, scratch.mixed, shared.out), shared.out is not None
        if once:
            ahead = pairs_ahead(size, shape.warps, 3)
            mix_several_kernel[grid](
                *weights, inner.code_words, inner.scales, *routed, *parts,
                target, norm, *stored, UNROLL=ahead, SHARED_UNROLL=1 if apart else ahead,
                **common,
            )  # fmt: skip
            return
        chosen_by = Choice.of(routes)
        mix_experts_kernel[grid](
            *weights, inner.code_words, inner.scales, inner.values, *routed,
            *chosen_by.operands, *chosen_by.scales, *parts,
            target, norm, *stored,
            UNROLL=shape.ahead, SHARED_UNROLL=_APART_AHEAD if apart else shape.ahead,
            CLUSTER=mix_cluster(num_slots, tiled=tiled, apart=apart), SCORING=chosen_by.scoring,
            **chosen_by.weighted, **common,
        )  # fmt: skip

    def _options(self, shape: Shape, limit: int | None) -> dict[str, Any]:
        options: dict[str, Any] = {"WARPS": shape.warps, "PDL": self._pdl}
        if limit is not None:
            options["maxnreg"] = limit
        options |= {"num_warps": shape.num_warps, "enable_fp_fusion": False}
        return {**options, **launch_options(pdl=self._pdl)}
