"""Routing: router logits from the residual stream, then the top-k experts of each row.

In steps of up to 16 rows both are one launch: a program computes one logit of one row, and the last
to arrive for its row chooses the experts. In prefill steps a matrix product computes the logits.
"""

from typing import Any

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import stream_stride
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.sampling.sort_key import rank_of_logit
from engine.kernels.operands import Norm, Router, Routes, Scoring

_BLOCK_COLS = 1024
_COLS_PER_WARP = 2048  # 64 per lane: they fit in registers with the operands of their products
_SCORINGS = (Scoring.SOFTMAX, Scoring.SIGMOID, Scoring.SOFTMAX_OF_USED)
_SOFTMAX, _SIGMOID = tl.constexpr(0), tl.constexpr(1)
_TAKEN = tl.constexpr(-0x80000000)  # below every rank of a logit
_LEAST_SUM = tl.constexpr(2.0**-14)


@triton.jit
def _sigmoid(x):
    return 1.0 / (1.0 + tl.exp(tl.minimum(-x, 80.0)))


@triton.jit
def _choose(
    logits_ptr, bias_ptr, selection_bias_ptr, expert_scale_ptr, experts_ptr, weights_ptr, scale,
    E: tl.constexpr, USED: tl.constexpr, SCORING: tl.constexpr, NORMALIZED: tl.constexpr,
    BLOCK_E: tl.constexpr, SLOTS: tl.constexpr,
):  # fmt: skip
    """Experts and weights of one row from its logits [E]; each lane has its own expert and slot."""
    expert = tl.arange(0, BLOCK_E)
    slot = tl.arange(0, SLOTS)
    real = expert < E
    # Bypass L1: other programs wrote these while this one ran.
    logits = tl.load(logits_ptr + expert, mask=real, other=float("-inf"), cache_modifier=".cg")
    if bias_ptr is not None:
        logits += tl.load(bias_ptr + expert, mask=real, other=0.0)
    scores = logits
    if SCORING == _SOFTMAX:
        scores = tl.exp(logits - tl.max(logits, 0))
        scores /= tl.sum(scores, 0)
    elif SCORING == _SIGMOID:
        scores = _sigmoid(logits)
    # Rank logits, not scores: rounding may make two scores equal.
    ranked = logits
    if selection_bias_ptr is not None:
        ranked = scores + tl.load(selection_bias_ptr + expert, mask=real, other=0.0)
    ranks = tl.where(real, rank_of_logit(ranked), _TAKEN)
    chosen = tl.zeros((SLOTS,), tl.int32)
    weights = tl.zeros((SLOTS,), tl.float32)
    for j in tl.static_range(USED):
        best = tl.min(tl.where(ranks == tl.max(ranks, 0), expert, BLOCK_E), 0)
        weight = tl.sum(tl.where(expert == best, scores, 0.0), 0)
        chosen = tl.where(slot == j, best, chosen)
        weights = tl.where(slot == j, weight, weights)
        ranks = tl.where(expert == best, _TAKEN, ranks)
    used = slot < USED
    if SCORING != _SOFTMAX and SCORING != _SIGMOID:
        weights = tl.where(used, weights, float("-inf"))
        weights = tl.exp(weights - tl.max(weights, 0))
        weights /= tl.sum(weights, 0)
    if NORMALIZED:
        weights /= tl.maximum(tl.sum(weights, 0), _LEAST_SUM)
    weights *= scale
    if expert_scale_ptr is not None:
        weights *= tl.load(expert_scale_ptr + chosen, mask=used, other=0.0)
    tl.store(experts_ptr + slot, chosen, mask=used)
    tl.store(weights_ptr + slot, weights, mask=used)


def _rows(o: Any) -> int:
    return min(o.step.rows, o.grid[1])


def _chosen(o: Any) -> dict[str, Extent | int]:
    """Extents that `_choose` reads besides the logits, and those it writes."""
    return {
        "bias_ptr": o.E,
        "selection_bias_ptr": o.E,
        "expert_scale_ptr": o.E,
        "experts_ptr": Extent.int32(o.step.rows * o.USED),
        "weights_ptr": o.step.rows * o.USED,
        "shared_ptr": o.step.rows,
    }


@touches(
    lambda o: {
        "hidden_ptr": Extent.rows(_rows(o), o.K, o.STRIDE),
        "norm_ptr": o.K,
        "router_ptr": o.E * o.K,
        "shared_gate_ptr": o.K,
        "logits_ptr": (_rows(o) - 1) * (o.E + 1) + o.grid[0] if _rows(o) else 0,
        "arrived_ptr": Extent.int32(_rows(o)),
        **_chosen(o),
    }
)
@triton.jit
def route_kernel(
    hidden_ptr, norm_ptr, router_ptr, shared_gate_ptr, bias_ptr, selection_bias_ptr,
    expert_scale_ptr, logits_ptr, arrived_ptr, experts_ptr, weights_ptr, shared_ptr, num_rows_ptr,
    eps, scale,
    K: tl.constexpr, STRIDE: tl.constexpr, E: tl.constexpr, USED: tl.constexpr,
    SCORING: tl.constexpr, NORMALIZED: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_E: tl.constexpr,
    SLOTS: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: the logit of one expert of one row; program E, if any, the shared expert's gate.

    arrived int32 [W] counts a row's programs and is 0 before and after.
    """
    if PDL:
        gdc_launch_dependents()
    program = tl.program_id(0)
    row = tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    weight_ptr = router_ptr + program * K
    if shared_gate_ptr is not None:
        weight_ptr = tl.where(program < E, weight_ptr, shared_gate_ptr)
    if K % 4 == 0:
        weight_ptr = tl.multiple_of(weight_ptr, 16)
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
        tl.store(logits_ptr + row * (E + 1) + program, logit)
        if program == 0 and shared_gate_ptr is None:
            tl.store(shared_ptr + row, 1.0)
        if program == E:
            tl.store(shared_ptr + row, _sigmoid(logit))
        tl.debug_barrier()
        before = tl.atomic_add(arrived_ptr + row, 1, sem="acq_rel")
        if before == tl.num_programs(0) - 1:
            _choose(
                logits_ptr + row * (E + 1), bias_ptr, selection_bias_ptr, expert_scale_ptr,
                experts_ptr + row * USED, weights_ptr + row * USED, scale,
                E, USED, SCORING, NORMALIZED, BLOCK_E, SLOTS,
            )  # fmt: skip
            tl.store(arrived_ptr + row, 0)


@touches(
    lambda o: {
        "normed_ptr": 0 if o.shared_gate_ptr is None else o.step.rows * o.K,
        "shared_gate_ptr": o.K,
        "logits_ptr": o.step.rows * o.E,
        **_chosen(o),
    }
)
@triton.jit
def choose_kernel(
    normed_ptr, shared_gate_ptr, logits_ptr, bias_ptr, selection_bias_ptr, expert_scale_ptr,
    experts_ptr, weights_ptr, shared_ptr, num_rows_ptr, scale,
    K: tl.constexpr, E: tl.constexpr, USED: tl.constexpr, SCORING: tl.constexpr,
    NORMALIZED: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_E: tl.constexpr, SLOTS: tl.constexpr,
):  # fmt: skip
    """One program: one row of a prefill step; normed [W, K], logits [W, E]."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        gate = 1.0
        if shared_gate_ptr is not None:
            dots = tl.zeros((BLOCK_K,), tl.float32)
            for begin in tl.static_range(0, K, BLOCK_K):
                column = begin + tl.arange(0, BLOCK_K)
                weight = tl.load(shared_gate_ptr + column, mask=column < K, other=0.0)
                x = tl.load(normed_ptr + row * K + column, mask=column < K, other=0.0)
                dots = tl.fma(x, weight, dots)
            gate = _sigmoid(tl.sum(dots, 0))
        tl.store(shared_ptr + row, gate)
        _choose(
            logits_ptr + row * E, bias_ptr, selection_bias_ptr, expert_scale_ptr,
            experts_ptr + row * USED, weights_ptr + row * USED, scale,
            E, USED, SCORING, NORMALIZED, BLOCK_E, SLOTS,
        )  # fmt: skip


def route(
    hidden: Tensor,
    norm: Norm,
    router: Router,
    logits: Tensor,
    arrived: Tensor,
    routes: Routes,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """routes = router(norm(hidden)) of the first num_rows[0] of at most 16 rows.

    hidden float32 [W, d]; logits float32 [16, E + 1] is scratch; arrived int32 [16] is 0 before and
    after; num_rows int32 [1].
    """
    num_experts, num_cols = router.weight.shape
    has_gate = router.shared_gate is not None
    warps = _num_warps(num_cols)
    route_kernel[(num_experts + has_gate, len(hidden))](
        hidden, norm.weight, router.weight, router.shared_gate, router.bias,
        router.selection_bias, router.expert_scale, logits, arrived,
        routes.experts, routes.weights, routes.shared, num_rows, norm.eps, router.scale,
        STRIDE=stream_stride(hidden), PDL=pdl, **_shape(router, warps), **launch_options(pdl=pdl),
    )  # fmt: skip


def choose(
    normed: Tensor, logits: Tensor, router: Router, routes: Routes, num_rows: Tensor
) -> None:
    """`route` of a prefill step, from normed float32 [W, d] and logits [W, E] without the bias."""
    choose_kernel[(len(normed),)](
        normed, router.shared_gate, logits, router.bias, router.selection_bias,
        router.expert_scale, routes.experts, routes.weights, routes.shared, num_rows, router.scale,
        **_shape(router, 1),
    )  # fmt: skip


def _num_warps(num_cols: int) -> int:
    return min(4, triton.next_power_of_2(triton.cdiv(num_cols, _COLS_PER_WARP)))


def _shape(router: Router, warps: int) -> dict[str, int | bool]:
    num_experts, num_cols = router.weight.shape
    return {
        "K": num_cols,
        "E": num_experts,
        "USED": router.num_used,
        "SCORING": _SCORINGS.index(router.scoring),
        "NORMALIZED": router.normalized,
        # At least one column per lane: Triton reduces fewer over the wrong lanes.
        "BLOCK_K": min(_BLOCK_COLS, max(32 * warps, triton.next_power_of_2(num_cols))),
        "BLOCK_E": max(32 * warps, triton.next_power_of_2(num_experts)),
        "SLOTS": 32 * warps,
        "num_warps": warps,
        "enable_fp_fusion": False,
    }
