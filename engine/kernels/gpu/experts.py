"""Experts of steps of up to 16 rows: two kernels, both with a program for 32 outputs of a row's slot.

A slot is one of the experts that a row uses; the last one may be an expert that all rows share, with
matrices and a size of its own. Rows are computed one by one, so their bits do not depend on the width.
Between the two kernels lies what a slot's gate and up values became: `inner`, activations laid out as
in epilogue.py, 16 rows for each slot, FP columns whatever the slot's size.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.gpu.activation import activated
from engine.kernels.gpu.epilogue import (
    MAX_ROWS,
    add_residual,
    inverse_rms,
    load_hidden,
    load_norm,
    load_squares,
    store_activations,
)
from engine.kernels.gpu.expert_dot import expert_dot, two_expert_dots


@triton.jit
def _expert_of(experts_ptr, slot, E: tl.constexpr):
    """The expert of a row's slot; a number that is none would lead out of the matrices."""
    return tl.minimum(tl.maximum(tl.load(experts_ptr + slot), 0), E - 1)


@triton.jit
def gate_experts_kernel(
    gate_ptr, up_ptr, gate_bias_ptr, up_bias_ptr, shared_gate_ptr, shared_up_ptr,
    codes_ptr, scales_ptr, values_ptr, sum_squares_ptr, experts_ptr, num_rows_ptr, eps,
    inner_codes, inner_scales, inner_values,
    K: tl.constexpr, SIZE: tl.constexpr, E: tl.constexpr, F: tl.constexpr, SHARED_F: tl.constexpr,
    FP: tl.constexpr, USED: tl.constexpr, TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr,
    TYPE_SHARED_GATE: tl.constexpr, TYPE_SHARED_UP: tl.constexpr, ACTIVATION: tl.constexpr,
    WARPS: tl.constexpr, UNROLL: tl.constexpr, GROUPS: tl.constexpr, NORMED: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """inner = activation(x @ gate.T + bias, x @ up.T + bias) of each slot's expert; x has SIZE columns."""
    PER_SLOT: tl.constexpr = (F + 31) // 32
    if PDL:
        gdc_launch_dependents()
    program = tl.program_id(0)
    row = tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    if PDL:
        gdc_wait()  # in every program: what waits for this kernel waits for those before it, too
    if row < num_rows:
        if NORMED:
            squares = load_squares(sum_squares_ptr + row * (K // 32), K, 1, GROUPS)
        if codes_ptr is not None:
            codes_ptr += row * ((K + 63) // 64 * 16)
            scales_ptr += row * 2
        if values_ptr is not None:
            values_ptr += row * K
        slot = tl.minimum(program // PER_SLOT, USED)
        group = program - slot * PER_SLOT
        column = group * 32 + tl.arange(0, 32)
        size = F
        if SHARED_F > 0:
            if slot == USED:
                gate, up = two_expert_dots(
                    shared_gate_ptr, shared_up_ptr, 0, group,
                    codes_ptr, scales_ptr, values_ptr,
                    SHARED_F, K, TYPE_SHARED_GATE, TYPE_SHARED_UP, WARPS, UNROLL,
                )  # fmt: skip
            else:
                expert = _expert_of(experts_ptr + row * USED, slot, E)
                gate, up = two_expert_dots(
                    gate_ptr, up_ptr, expert, group,
                    codes_ptr, scales_ptr, values_ptr, F, K, TYPE_GATE, TYPE_UP, WARPS, UNROLL,
                )  # fmt: skip
            size = tl.where(slot == USED, SHARED_F, F)
        else:
            expert = _expert_of(experts_ptr + row * USED, slot, E)
            gate, up = two_expert_dots(
                gate_ptr, up_ptr, expert, group,
                codes_ptr, scales_ptr, values_ptr, F, K, TYPE_GATE, TYPE_UP, WARPS, UNROLL,
            )  # fmt: skip
        if NORMED:
            inverse = inverse_rms(squares, SIZE, eps)[:, None]
            gate *= inverse
            up *= inverse
        if gate_bias_ptr is not None:
            at = _expert_of(experts_ptr + row * USED, tl.minimum(slot, USED - 1), E) * F + column
            biased = column < tl.where(slot < USED, F, 0)
            gate += tl.load(gate_bias_ptr + at, mask=biased, other=0.0)[None, :]
            up += tl.load(up_bias_ptr + at, mask=biased, other=0.0)[None, :]
        x = tl.where((column < size)[None, :], activated(gate, up, ACTIVATION), 0.0)
        place = slot * MAX_ROWS + row
        if WRITE_CODES:
            inner_codes += place * FP
            inner_scales += slot * (FP // 32 * MAX_ROWS * 2) + row * 2
        if WRITE_VALUES:
            inner_values += place * FP
        store_activations(
            x, group, tl.full((1,), 1, tl.int1), inner_codes, inner_scales, inner_values, FP,
            1, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@triton.jit
def _sum_of_slots(
    parts_ptr, weights_ptr, shared_ptr, column, USED: tl.constexpr, SLOTS: tl.constexpr, N: tl.constexpr
):  # fmt: skip
    """Weighted sum of a row's parts at `column` [32], in the order of its slots: [1, 32]."""
    total = tl.zeros((1, 32), tl.float32)
    for slot in tl.static_range(SLOTS):
        weight = tl.load(weights_ptr + slot) if slot < USED else tl.load(shared_ptr)
        # Past the nearest cache: other programs wrote them while this one ran.
        part = tl.load(parts_ptr + slot * N + column[None, :], cache_modifier=".cg")
        total = tl.fma(part, weight, total)
    return total


@triton.jit
def mix_experts_kernel(
    down_ptr, down_bias_ptr, shared_down_ptr, inner_codes, inner_scales, inner_values,
    experts_ptr, weights_ptr, shared_ptr, num_rows_ptr, parts_ptr, arrived_ptr,
    out_ptr, norm_weight_ptr, sum_squares_out, codes_out, scales_out, values_out,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, E: tl.constexpr, F: tl.constexpr,
    SHARED_F: tl.constexpr, FP: tl.constexpr, USED: tl.constexpr, SLOTS: tl.constexpr,
    TYPE: tl.constexpr, TYPE_SHARED: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    ADDS: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """out = weighted sum of inner @ down.T + bias over the slots; SIZE outputs, padded to N.

    The program that comes last for 32 outputs of a row adds up what the others left in `parts`
    [16, SLOTS, N]; arrived int32 [16, N / 32] counts them, 0 before and after. Where it ADDS, out is
    the residual stream, which grows by the sum, and becomes activations for the next matrix.
    """
    if PDL:
        gdc_launch_dependents()
    slot = tl.program_id(0) % SLOTS
    group = tl.program_id(0) // SLOTS
    row = tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    if ADDS:
        norm = load_norm(group, norm_weight_ptr, norm_weight_ptr, SIZE, False)
    if PDL:
        gdc_wait()  # in every program: what waits for this kernel waits for those before it, too
    if row < num_rows:
        place = slot * MAX_ROWS + row
        if inner_codes is not None:
            inner_codes += place * (FP // 4)
            inner_scales += slot * (FP // 32 * MAX_ROWS * 2) + row * 2
        if inner_values is not None:
            inner_values += place * FP
        column = group * 32 + tl.arange(0, 32)
        if SLOTS > USED:
            if slot == USED:
                x = expert_dot(
                    shared_down_ptr, 0, group, inner_codes, inner_scales, inner_values,
                    N, (SHARED_F + 31) // 32 * 32, TYPE_SHARED, WARPS, UNROLL,
                )  # fmt: skip
            else:
                expert = _expert_of(experts_ptr + row * USED, slot, E)
                x = expert_dot(
                    down_ptr, expert, group, inner_codes, inner_scales,
                    inner_values, N, (F + 31) // 32 * 32, TYPE, WARPS, UNROLL,
                )  # fmt: skip
        else:
            expert = _expert_of(experts_ptr + row * USED, slot, E)
            x = expert_dot(
                down_ptr, expert, group, inner_codes, inner_scales,
                inner_values, N, (F + 31) // 32 * 32, TYPE, WARPS, UNROLL,
            )  # fmt: skip
        if down_bias_ptr is not None:
            at = _expert_of(experts_ptr + row * USED, tl.minimum(slot, USED - 1), E) * SIZE + column
            biased = column < tl.where(slot < USED, SIZE, 0)
            x += tl.load(down_bias_ptr + at, mask=biased, other=0.0)[None, :]
        parts_ptr += row * (SLOTS * N)
        tl.store(parts_ptr + slot * N + column[None, :], x)
        tl.debug_barrier()
        arrived_ptr += row * (N // 32) + group
        before = tl.atomic_add(arrived_ptr, 1, sem="acq_rel")
        if before == SLOTS - 1:
            total = _sum_of_slots(
                parts_ptr, weights_ptr + row * USED, shared_ptr + row, column, USED, SLOTS, N
            )
            tl.store(arrived_ptr, 0)
            if ADDS:
                real = tl.full((1,), 1, tl.int1)
                out_ptr += row * N
                hidden = load_hidden(group, real, out_ptr, N, 1)
                hidden = add_residual(
                    total, hidden, norm, group, real, out_ptr, sum_squares_out + row * (N // 32),
                    N, 1, norm_weight_ptr is not None,
                )  # fmt: skip
                if WRITE_CODES:
                    codes_out += row * ((N + 63) // 64 * 64)
                    scales_out += row * 2
                if WRITE_VALUES:
                    values_out += row * N
                store_activations(
                    hidden, group, real, codes_out, scales_out, values_out, N,
                    1, WRITE_CODES, WRITE_VALUES,
                )  # fmt: skip
            else:
                at = out_ptr + row.to(tl.int64) * STRIDE + column[None, :]
                tl.store(at, total, mask=column[None, :] < SIZE)
