"""Launches of routing and experts in steps of up to 16 rows."""

from dataclasses import dataclass
from typing import Any

import triton
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.expert_memory import CudaStack
from engine.kernels.cuda.experts.decode import gate_experts_kernel, mix_experts_kernel
from engine.kernels.cuda.experts.handover import ask, take
from engine.kernels.cuda.experts.route import Choice, ScoredRoutes, choose_scored, score
from engine.kernels.cuda.experts.several_rows import (
    MAX_SLOTS,
    gate_several_kernel,
    mix_several_kernel,
)
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.operands import cuda_activations, norm_weight
from engine.kernels.cuda.residual.activation import activation_number
from engine.kernels.cuda.scratch import ExpertScratch
from engine.kernels.cuda.weights import CudaMatrix, CudaPart
from engine.kernels.operands import Experts, Norm, Residual, Router, Routes
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import ExpertStack

_FLOAT_WARPS = 8  # of programs with float weights: four outputs per warp
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


def stack_of(weight: ExpertStack) -> CudaStack:
    """The operand for the kernels. Raises TypeError for a weight of another device."""
    if not isinstance(weight, CudaStack):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight


def gate_up_shape(num_cols: int, *, tiled: bool) -> tuple[int, int]:
    """(warps, pairs loaded ahead) of a program with four tiles and one row."""
    if not tiled:
        return _FLOAT_WARPS, 1
    return _shape(num_cols, 4, 4) if num_cols <= 4096 else _shape(num_cols, 8, 1)


def down_shape(num_cols: int, *, tiled: bool) -> tuple[int, int]:
    """The same with two tiles and one row: many programs, few columns."""
    if not tiled:
        return _FLOAT_WARPS, 1
    return _shape(num_cols, 4 if num_cols <= 1024 else 8 if num_cols <= 4096 else 16, 4)


def _shape(num_cols: int, warps: int, unroll: int) -> tuple[int, int]:
    pairs = -(-num_cols // 64)
    warps = min(warps, 1 << (pairs.bit_length() - 1))
    return warps, _pairs_ahead(num_cols, warps, unroll)


def _pairs_ahead(num_cols: int, warps: int, most: int) -> int:
    """Pairs that a program loads ahead, of those that each warp has."""
    return min(most, -(-num_cols // (64 * warps)))


class CudaExperts:
    """Launches for up to 16 rows."""

    def __init__(self, scratch: ExpertScratch, sizes: ExpertSizes, *, pdl: bool) -> None:
        self._scratch, self._sizes, self._pdl = scratch, sizes, pdl

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, num_rows: Tensor
    ) -> Routes:
        """As `Kernels.route`; the experts of few rows are chosen by the kernels of the mixture."""
        logits = self._scratch.logits
        score(hidden, norm, router, logits, num_rows, pdl=self._pdl)
        scored = ScoredRoutes(routes.experts, routes.weights, routes.shared, router, logits)
        num_experts = len(router.weight)
        if len(hidden) == 1 or (len(hidden) <= _FEW_ROWS and num_experts <= _FEW_EXPERTS):
            return scored
        return choose_scored(scored, self._scratch.num_slots, num_rows, pdl=self._pdl)

    def mix(
        self,
        x: CudaActivations,
        experts: Experts,
        routes: Routes,
        out: Tensor | Residual,
        num_rows: Tensor,
    ) -> None:
        """As `Kernels.mix_experts` or, for a residual, `Kernels.add_experts`."""
        helped = stack_of(experts.gate).helped
        if helped is not None:
            if isinstance(routes, ScoredRoutes):
                routes = choose_scored(routes, self._scratch.num_slots, num_rows, pdl=self._pdl)
            helped.bind(experts)
            ask(helped, x, routes, num_rows)
        once = self._reads_once(experts, routes, x.width)
        self._gate(x, experts, routes, num_rows, once=once)
        if helped is not None and isinstance(out, Residual):
            take(helped, out.hidden, num_rows)  # the last kernel of the mixture stores its norm
        self._project(experts, routes, out, num_rows, once=once)
        if helped is not None and not isinstance(out, Residual):
            take(helped, out, num_rows)

    def _reads_once(self, experts: Experts, routes: Routes, width: int) -> bool:
        """Whether an expert is read once for all rows that chose it."""
        stacks = [stack_of(each) for each in (experts.gate, experts.up, experts.down)]
        shared = (experts.shared_gate_up, experts.shared_down)
        parts = [part for each in shared if isinstance(each, CudaMatrix) for part in each.parts]
        is_tiled = all(each.is_tiled for each in stacks) and all(each.is_tiled for each in parts)
        is_chosen = not isinstance(routes, ScoredRoutes)
        return width > 1 and is_chosen and is_tiled and self._sizes.num_used < MAX_SLOTS

    def _gate(
        self, x: CudaActivations, experts: Experts, routes: Routes, num_rows: Tensor, *, once: bool
    ) -> None:
        """inner = activation(gate, up) of each row's experts and of the shared one."""
        inner = self._scratch.inner
        gate, up = stack_of(experts.gate), stack_of(experts.up)
        shared_gate, shared_up, shared_size = SharedPart.absent(gate), SharedPart.absent(up), 0
        if isinstance(experts.shared_gate_up, CudaMatrix):
            shared_gate, shared_up = map(SharedPart.of, experts.shared_gate_up.halves())
            shared_size = experts.shared_gate_up.num_rows // 2
        size = self._sizes.intermediate_size
        tiled = all(stack.is_tiled for stack in (gate, up, shared_gate, shared_up))
        warps, unroll = gate_up_shape(x.num_cols, tiled=tiled)
        programs = self._sizes.num_used * triton.cdiv(size, 32) + triton.cdiv(shared_size, 32)
        weights = (
            gate.addresses, up.addresses, gate.reads, experts.gate_bias, experts.up_bias,
            shared_gate.words, shared_up.words,
        )  # fmt: skip
        common = {
            "K": whole_groups(x.num_cols), "SIZE": x.num_cols, "E": experts.num_experts,
            "F": size, "SHARED_F": shared_size,
            "FP": inner.num_cols, "USED": self._sizes.num_used,
            "TYPE_GATE": int(gate.kind), "TYPE_UP": int(up.kind),
            "TYPE_SHARED_GATE": int(shared_gate.kind), "TYPE_SHARED_UP": int(shared_up.kind),
            "ACTIVATION": activation_number(experts.activation), **x.normed, **self._options(warps),
        }  # fmt: skip
        if once:
            gate_several_kernel[(programs, x.width)](
                *weights, x.code_words, x.scales, x.sum_squares, routes.experts, num_rows,
                x.eps or 0.0, inner.codes, inner.scales,
                UNROLL=_pairs_ahead(x.num_cols, warps, 2), **common,
            )  # fmt: skip
            return
        chosen_by = Choice.of(routes)
        gate_experts_kernel[(programs, x.width)](
            *weights, x.code_words, x.scales, x.values, x.sum_squares, routes.experts, num_rows,
            x.eps or 0.0, *chosen_by.operands, inner.codes, inner.scales, inner.values,
            UNROLL=unroll, SCORING=chosen_by.scoring, **inner.writes, **common,
        )  # fmt: skip

    def _project(
        self,
        experts: Experts,
        routes: Routes,
        out: Tensor | Residual,
        num_rows: Tensor,
        *,
        once: bool,
    ) -> None:
        """out [W, d] = weighted sum of the down projections of `inner`, or a residual += it."""
        scratch, inner = self._scratch, self._scratch.inner
        down = stack_of(experts.down)
        shared = SharedPart.absent(down)
        if isinstance(experts.shared_down, CudaMatrix):
            (part,) = experts.shared_down.parts
            shared = SharedPart.of(part)
        num_cols, padded = experts.down.num_rows, whole_groups(experts.down.num_rows)
        size, tiled = self._sizes.intermediate_size, down.is_tiled and shared.is_tiled
        warps, unroll = down_shape(size, tiled=tiled)
        if isinstance(out, Residual):
            to, target, norm = cuda_activations(out.normed), out.hidden, norm_weight(out.norm)
            stored, writes = (to.sum_squares, to.codes, to.scales, to.values), to.writes
        else:
            target, norm, stored = out, None, (None, None, None, None)
            writes = {"WRITE_CODES": False, "WRITE_VALUES": False}
        grid = (padded // 32 * scratch.num_slots, len(target))
        weights = (down.addresses, experts.down_bias, shared.words)
        routed = (routes.experts, routes.weights, routes.shared, num_rows)
        common = {
            "N": padded, "SIZE": num_cols, "STRIDE": target.stride(0), "E": experts.num_experts,
            "F": size, "SHARED_F": self._sizes.shared_size,
            "FP": inner.num_cols, "USED": self._sizes.num_used, "SLOTS": scratch.num_slots,
            "TYPE": int(down.kind), "TYPE_SHARED": int(shared.kind),
            "ADDS": isinstance(out, Residual), **writes, **self._options(warps),
        }  # fmt: skip
        if once:
            mix_several_kernel[grid](
                *weights, inner.code_words, inner.scales, *routed, scratch.parts, scratch.mixed,
                target, norm, *stored, UNROLL=_pairs_ahead(size, warps, 3), **common,
            )  # fmt: skip
            return
        chosen_by = Choice.of(routes)
        mix_experts_kernel[grid](
            *weights, inner.code_words, inner.scales, inner.values, *routed,
            *chosen_by.operands, *chosen_by.scales, scratch.parts, scratch.mixed,
            target, norm, *stored,
            UNROLL=unroll, SCORING=chosen_by.scoring, **chosen_by.weighted, **common,
        )  # fmt: skip

    def _options(self, warps: int) -> dict[str, Any]:
        options: dict[str, Any] = {"WARPS": warps, "PDL": self._pdl, "num_warps": warps}
        return {**options, "enable_fp_fusion": False, **launch_options(pdl=self._pdl)}
