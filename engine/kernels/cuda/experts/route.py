"""Routing: router logits from the residual stream, and what the choice of experts is made from.

In steps of up to 16 rows a program computes one logit of one row. The kernels of the mixture choose
the experts of few rows (choice.py); for more a launch of its own does, which is shorter than a
choice in each of their many programs. In prefill steps a matrix product computes the logits.
"""

from dataclasses import dataclass
from typing import Any

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import StoredRows, stream_stride
from engine.kernels.cuda.experts.choice import load_scores, sigmoid, weight_of_slot
from engine.kernels.cuda.experts.slots import route_of, scored_rows, store_route
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, stored_out
from engine.kernels.cuda.residual.row_groups import GROUPS, store_groups
from engine.kernels.operands import Norm, Router, Routes, Scoring

_BLOCK_COLS = 1024
_COLS_PER_WARP = 2048  # 64 per lane: they fit in registers with the operands of their products
_SCORINGS = (Scoring.SOFTMAX, Scoring.SIGMOID, Scoring.SOFTMAX_OF_USED)


@dataclass(frozen=True, eq=False)
class ScoredRoutes(Routes):
    """Routes that a mixture chooses from the logits float32 [16, E + 1] of `router`, and writes."""

    router: Router
    logits: Tensor


@dataclass(frozen=True, eq=False)
class Beside:
    """Rows that the launch of a router's logits stores, too: `norm` of the residual stream.

    Their factor 1 / rms is left to whoever reads them.
    """

    norm: Norm
    rows: StoredRows


@dataclass(frozen=True, eq=False)
class Choice:
    """What the kernels of a mixture choose experts from; without a router they read `Routes`."""

    operands: tuple[Tensor | None, Tensor | None, Tensor | None]  # logits, bias, selection bias
    scales: tuple[Tensor | None, float]  # of each expert, of all
    scoring: int
    weighted: dict[str, bool]  # other constants that weights depend on

    @classmethod
    def of(cls, routes: Routes) -> "Choice":
        """Of a mixture of `routes`."""
        if not isinstance(routes, ScoredRoutes):
            unused = {"NORMALIZED": False, "GATED": False}
            return cls((None, None, None), (None, 1.0), _SCORINGS.index(Scoring.SOFTMAX), unused)
        router = routes.router
        return cls(
            (routes.logits, router.bias, router.selection_bias),
            (router.expert_scale, router.scale),
            _SCORINGS.index(router.scoring),
            {"NORMALIZED": router.normalized, "GATED": router.shared_gate is not None},
        )


def _rows(o: Any) -> int:
    return min(o.step.rows, o.grid[1])


def _num_scores(o: Any) -> int:
    num_scores: int = o.E + (o.shared_gate_ptr is not None)
    return num_scores


@triton.jit
def _store_beside(
    hidden_ptr, weight_ptr, program, row, num_rows_ptr, codes_out, scales_out,
    K: tl.constexpr, STRIDE: tl.constexpr, GROUPS: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """GROUPS groups of 32 columns of a row times a norm's weight, as activations."""
    group = program * GROUPS + tl.arange(0, GROUPS)
    column = group[:, None] * 32 + tl.arange(0, 32)[None, :]
    weight = tl.load(weight_ptr + column, mask=column < K, other=0.0)
    if PDL:
        gdc_wait()
    if row < tl.load(num_rows_ptr):
        x = tl.load(hidden_ptr + row * STRIDE + column, mask=column < K, other=0.0)
        store_groups(x * weight, row, group, codes_out, scales_out, None, STRIDE, True, False)


@triton.jit
def _store_score(
    hidden_ptr, norm_ptr, weight_ptr, logit_ptr, row, num_rows_ptr, eps,
    K: tl.constexpr, STRIDE: tl.constexpr, BLOCK_K: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """The logit of a row from the K weights at `weight_ptr`."""
    num_rows = tl.load(num_rows_ptr)
    weights = ()
    for begin in tl.static_range(0, K, BLOCK_K):
        column = begin + tl.arange(0, BLOCK_K)
        norm = tl.load(norm_ptr + column, mask=column < K, other=0.0)
        weight = tl.load(weight_ptr + column, mask=column < K, other=0.0)
        weights = weights + (weight * norm,)
    if PDL:
        gdc_wait()  # in idle programs, too: a wait for this kernel must cover those before it
    if row < num_rows:
        dots = tl.zeros((BLOCK_K,), tl.float32)
        squares = tl.zeros((BLOCK_K,), tl.float32)
        for begin in tl.static_range(0, K, BLOCK_K):
            column = begin + tl.arange(0, BLOCK_K)
            hidden = tl.load(hidden_ptr + row * STRIDE + column, mask=column < K, other=0.0)
            dots = tl.fma(hidden, weights[begin // BLOCK_K], dots)
            squares = tl.fma(hidden, hidden, squares)
        logit = tl.sum(dots, 0) / tl.sqrt(tl.sum(squares, 0) / K + eps)
        tl.store(logit_ptr, logit)


@touches(
    lambda o: {
        "hidden_ptr": Extent.rows(_rows(o), o.K, o.STRIDE),
        "norm_ptr": o.K,
        "router_ptr": o.E * o.K,
        "shared_gate_ptr": o.K,
        "beside_norm_ptr": o.K,
        "logits_ptr": (_rows(o) - 1) * (o.E + 1) + _num_scores(o) if _rows(o) else 0,
        **stored_out(_rows(o), o.STRIDE),
    }
)
@triton.jit
def route_kernel(
    hidden_ptr, norm_ptr, router_ptr, shared_gate_ptr, beside_norm_ptr, logits_ptr, codes_out,
    scales_out, num_rows_ptr, eps,
    K: tl.constexpr, STRIDE: tl.constexpr, E: tl.constexpr, BLOCK_K: tl.constexpr,
    GROUPS: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: the logit of one expert of one row; program E, if any, the shared expert's.

    Those after them store the rows times another norm's weight, as activations for the experts.
    """
    NUM_SCORES: tl.constexpr = E if shared_gate_ptr is None else E + 1
    if PDL:
        gdc_launch_dependents()
    program = tl.program_id(0)
    row = tl.program_id(1)
    weight_ptr = router_ptr + program * K
    if shared_gate_ptr is not None:
        weight_ptr = tl.where(program < E, weight_ptr, shared_gate_ptr)
    if K % 4 == 0:
        weight_ptr = tl.multiple_of(weight_ptr, 16)
    logit_ptr = logits_ptr + row * (E + 1) + program
    if program < NUM_SCORES:
        _store_score(
            hidden_ptr, norm_ptr, weight_ptr, logit_ptr, row, num_rows_ptr, eps,
            K, STRIDE, BLOCK_K, PDL,
        )  # fmt: skip
    elif beside_norm_ptr is not None:
        _store_beside(
            hidden_ptr, beside_norm_ptr, program - NUM_SCORES, row, num_rows_ptr,
            codes_out, scales_out, K, STRIDE, GROUPS, PDL,
        )  # fmt: skip


@touches(
    lambda o: {
        **scored_rows(o, _rows(o), o.E + (o.GATED and o.SLOTS > o.USED)),
        "expert_scale_ptr": o.E,
        "experts_ptr": Extent.int32(_rows(o) * o.USED),
        "weights_ptr": _rows(o) * o.USED,
        "shared_ptr": _rows(o),
    }
)
@triton.jit
def choose_scored_kernel(
    logits_ptr, router_bias_ptr, selection_bias_ptr, expert_scale_ptr, scale,
    experts_ptr, weights_ptr, shared_ptr, num_rows_ptr,
    E: tl.constexpr, USED: tl.constexpr, SLOTS: tl.constexpr, SCORING: tl.constexpr,
    NORMALIZED: tl.constexpr, GATED: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: a slot of a row of a step of up to 16 rows; logits [16, E + 1]."""
    slot, row = tl.program_id(0), tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    if PDL:
        gdc_wait()  # in idle programs, too: a wait for this kernel must cover those before it
        gdc_launch_dependents()
    if row < num_rows:
        expert, weight = route_of(
            experts_ptr, weights_ptr, shared_ptr, logits_ptr, router_bias_ptr, selection_bias_ptr,
            expert_scale_ptr, scale, row, slot, E, USED, SCORING, NORMALIZED, GATED,
        )  # fmt: skip
        store_route(
            experts_ptr + row * USED, weights_ptr + row * USED, shared_ptr + row,
            0, slot, expert, weight, USED, SLOTS,
        )  # fmt: skip


@touches(
    lambda o: {
        "normed_ptr": 0 if o.shared_gate_ptr is None else o.step.rows * o.K,
        "shared_gate_ptr": o.K,
        "logits_ptr": o.step.rows * o.E,
        "bias_ptr": o.E,
        "selection_bias_ptr": o.E,
        "expert_scale_ptr": o.E,
        "experts_ptr": Extent.int32(o.step.rows * o.USED),
        "weights_ptr": o.step.rows * o.USED,
        "shared_ptr": o.step.rows,
    }
)
@triton.jit
def choose_kernel(
    normed_ptr, shared_gate_ptr, logits_ptr, bias_ptr, selection_bias_ptr, expert_scale_ptr,
    experts_ptr, weights_ptr, shared_ptr, num_rows_ptr, scale,
    K: tl.constexpr, E: tl.constexpr, USED: tl.constexpr, SCORING: tl.constexpr,
    NORMALIZED: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    """One program: a slot of a row of a prefill step; normed [W, K], logits [W, E]."""
    row, slot = tl.program_id(0), tl.program_id(1)
    if row < tl.load(num_rows_ptr):
        if slot == 0:
            gate = 1.0
            if shared_gate_ptr is not None:
                dots = tl.zeros((BLOCK_K,), tl.float32)
                for begin in tl.static_range(0, K, BLOCK_K):
                    column = begin + tl.arange(0, BLOCK_K)
                    weight = tl.load(shared_gate_ptr + column, mask=column < K, other=0.0)
                    x = tl.load(normed_ptr + row * K + column, mask=column < K, other=0.0)
                    dots = tl.fma(x, weight, dots)
                gate = sigmoid(tl.sum(dots, 0))
            tl.store(shared_ptr + row, gate)
        scores, ranks = load_scores(
            logits_ptr + row * E, bias_ptr, selection_bias_ptr, E, SCORING, True
        )
        expert, weight = weight_of_slot(
            scores, ranks, slot, expert_scale_ptr, scale, USED, SCORING, NORMALIZED
        )
        tl.store(experts_ptr + row * USED + slot, expert)
        tl.store(weights_ptr + row * USED + slot, weight)


def score(
    hidden: Tensor,
    norm: Norm,
    router: Router,
    logits: Tensor,
    num_rows: Tensor,
    beside: Beside | None,
    *,
    pdl: bool,
) -> None:
    """Router logits of norm(hidden), without the bias, of the first num_rows[0] of at most 16 rows.

    hidden float32 [W, d]; logits float32 [16, E + 1], the shared expert's last; num_rows int32 [1].
    Also the rows of `beside`, if any.
    """
    num_experts, num_cols = router.weight.shape
    has_gate = router.shared_gate is not None
    warps, programs, stored = _num_warps(num_cols), num_experts + has_gate, (None, None)
    if beside is not None:
        programs += triton.cdiv(num_cols, 32 * GROUPS)
        stored = (beside.rows.codes, beside.rows.scales)
    route_kernel[(programs, len(hidden))](
        hidden, norm.weight, router.weight, router.shared_gate,
        None if beside is None else beside.norm.weight, logits, *stored, num_rows, norm.eps,
        K=num_cols, STRIDE=stream_stride(hidden), E=num_experts, BLOCK_K=_block(num_cols, warps),
        GROUPS=GROUPS, PDL=pdl, num_warps=warps, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip


def choose_scored(scored: ScoredRoutes, num_slots: int, num_rows: Tensor, *, pdl: bool) -> Routes:
    """The routes that a mixture would choose by itself, of up to 16 rows, written already."""
    chosen_by = Choice.of(scored)
    choose_scored_kernel[(num_slots, len(scored.experts))](
        *chosen_by.operands, *chosen_by.scales,
        scored.experts, scored.weights, scored.shared, num_rows,
        E=len(scored.router.weight), USED=scored.router.num_used, SLOTS=num_slots,
        SCORING=chosen_by.scoring, **chosen_by.weighted, PDL=pdl,
        num_warps=1, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip
    return Routes(scored.experts, scored.weights, scored.shared)


def choose(
    normed: Tensor, logits: Tensor, router: Router, routes: Routes, num_rows: Tensor
) -> None:
    """routes = those of normed float32 [W, d] in a prefill step; logits [W, E] without the bias."""
    num_experts, num_cols = router.weight.shape
    choose_kernel[(len(normed), router.num_used)](
        normed, router.shared_gate, logits, router.bias, router.selection_bias,
        router.expert_scale, routes.experts, routes.weights, routes.shared, num_rows, router.scale,
        K=num_cols, E=num_experts, USED=router.num_used, SCORING=_SCORINGS.index(router.scoring),
        NORMALIZED=router.normalized, BLOCK_K=_block(num_cols, 1),
        num_warps=1, enable_fp_fusion=False,
    )  # fmt: skip


def _num_warps(num_cols: int) -> int:
    return min(4, triton.next_power_of_2(triton.cdiv(num_cols, _COLS_PER_WARP)))


def _block(num_cols: int, warps: int) -> int:
    """Columns at a time, at least one per lane: Triton reduces fewer over the wrong lanes."""
    return min(_BLOCK_COLS, max(32 * warps, triton.next_power_of_2(num_cols)))
