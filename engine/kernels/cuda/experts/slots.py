"""The expert and the weight of a row's slot, as the kernels of a mixture take them.

They are read from `Routes`, or chosen from the row's logits [16, E + 1].
"""

from typing import Any

import triton
import triton.language as tl

from engine.kernels.cuda.experts.choice import (
    expert_of_slot,
    load_scores,
    sigmoid,
    weight_of_slot,
)
from engine.kernels.cuda.launching.extents import Extent


@triton.jit
def _clamped(expert, E: tl.constexpr):
    """An expert's number, so that no index leaves the matrices."""
    return tl.minimum(tl.maximum(expert, 0), E - 1)


@triton.jit
def expert_in(
    experts_ptr, logits_ptr, bias_ptr, selection_bias_ptr, row, slot,
    E: tl.constexpr, USED: tl.constexpr, SCORING: tl.constexpr,
):  # fmt: skip
    """The expert of a row's slot: chosen from the row's logits if there are any."""
    if logits_ptr is None:
        return _clamped(tl.load(experts_ptr + row * USED + slot), E)
    else:
        scored = load_scores(
            logits_ptr + row * (E + 1), bias_ptr, selection_bias_ptr, E, SCORING, False
        )
        return _clamped(expert_of_slot(scored[1], slot, USED), E)


@triton.jit
def route_of(
    experts_ptr, weights_ptr, shared_ptr, logits_ptr, bias_ptr, selection_bias_ptr,
    expert_scale_ptr, scale, row, slot,
    E: tl.constexpr, USED: tl.constexpr, SCORING: tl.constexpr, NORMALIZED: tl.constexpr,
    GATED: tl.constexpr,
):  # fmt: skip
    """The expert of a row's slot and its weight; before the kernel has waited."""
    own = tl.minimum(slot, USED - 1)
    # Bypass L1: lines of an earlier layer may still be there.
    if logits_ptr is None:
        expert = tl.load(experts_ptr + row * USED + own, cache_modifier=".cg")
        weight = tl.load(weights_ptr + row * USED + own, cache_modifier=".cg")
        if slot == USED:
            weight = tl.load(shared_ptr + row, cache_modifier=".cg")
    else:
        scores, ranks = load_scores(
            logits_ptr + row * (E + 1), bias_ptr, selection_bias_ptr, E, SCORING, True
        )
        expert, weight = weight_of_slot(
            scores, ranks, own, expert_scale_ptr, scale, USED, SCORING, NORMALIZED
        )
        if slot == USED:
            weight = weight * 0.0 + 1.0
            if GATED:
                weight = sigmoid(tl.load(logits_ptr + row * (E + 1) + E, cache_modifier=".cg"))
    return _clamped(expert, E), weight


@triton.jit
def store_route(
    experts_ptr, weights_ptr, shared_ptr, group, slot, expert, weight,
    USED: tl.constexpr, SLOTS: tl.constexpr,
):  # fmt: skip
    """Write the expert and the weight of a row's slot, by the program of its first outputs."""
    is_first = group == 0
    tl.store(experts_ptr + slot, expert, mask=is_first & (slot < USED))
    tl.store(weights_ptr + slot, weight, mask=is_first & (slot < USED))
    if SLOTS > USED:
        tl.store(shared_ptr, weight, mask=is_first & (slot == USED))
    else:
        tl.store(shared_ptr, 1.0, mask=is_first & (slot == 0))


def scored_rows(o: Any, num_rows: int, num_logits: int) -> dict[str, Extent | int]:
    """Extents read to choose experts from `num_logits` logits a row."""
    return {
        "logits_ptr": (num_rows - 1) * (o.E + 1) + num_logits if num_rows else 0,
        "router_bias_ptr": o.E,
        "selection_bias_ptr": o.E,
    }
