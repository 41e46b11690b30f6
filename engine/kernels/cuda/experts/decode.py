"""Experts of a row: two kernels with one program per 32 outputs of a row's slot.

A slot is one of the experts of a row; the last may be the shared expert, with matrices and a size
of its own. Steps of 2 to 16 rows are computed so, row by row, where a weight is not quantized, or
rows and experts are few; see several_rows.py for the others. The first kernel leaves the gated
activations in `inner`, laid out as in residual/epilogue.py: 16 rows per slot, FP columns whatever
the slot's size.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import whole_groups
from engine.kernels.cuda.experts.expert_dot import (
    are_tiled,
    either,
    expert_dot,
    expert_pointer,
    prefetch_table,
    two_expert_dots,
)
from engine.kernels.cuda.experts.mixed_rows import (
    finish_row,
    load_norm_of,
    load_row,
    put_slot,
    store_first,
    store_row,
    sum_of_cluster,
)
from engine.kernels.cuda.experts.slot_extents import (
    apart_rows,
    gated_rows,
    gated_slots,
    mixed_slots,
    shared_down,
    slot_rows,
    summed_slots,
)
from engine.kernels.cuda.experts.slots import expert_in, route_of, scored_rows, store_route
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent, expert_words, stack, stored_out
from engine.kernels.cuda.products.warp_sums import words_of_terms
from engine.kernels.cuda.residual.activation import activated
from engine.kernels.cuda.residual.epilogue import (
    MAX_ROWS,
    inverse_rms,
    load_squares,
    store_activations,
)
from engine.kernels.cuda.tiles.cluster_words import cluster_words


@touches(
    lambda o: {
        "gates_ptr": stack(o.gates_ptr, o.TYPE_GATE, o.E, o.F, o.K),
        "ups_ptr": stack(o.ups_ptr, o.TYPE_UP, o.E, o.F, o.K),
        "reads_ptr": Extent.int32(o.E),
        "gate_bias_ptr": o.E * o.F,
        "up_bias_ptr": o.E * o.F,
        "shared_gate_ptr": expert_words(o.TYPE_SHARED_GATE, o.SHARED_F, o.K),
        "shared_up_ptr": expert_words(o.TYPE_SHARED_UP, o.SHARED_F, o.K),
        **gated_rows(o),
        **apart_rows(o),
        "experts_ptr": Extent.int32(slot_rows(o) * o.USED if o.logits_ptr is None else 0),
        **scored_rows(o, slot_rows(o), o.E),
        **gated_slots(o),
    }
)
@triton.jit
def gate_experts_kernel(
    gates_ptr, ups_ptr, reads_ptr, gate_bias_ptr, up_bias_ptr, shared_gate_ptr, shared_up_ptr,
    codes_ptr, scales_ptr, values_ptr, apart_codes_ptr, apart_scales_ptr, sum_squares_ptr,
    experts_ptr, num_rows_ptr, eps, logits_ptr, router_bias_ptr, selection_bias_ptr,
    inner_codes, inner_scales, inner_values,
    K: tl.constexpr, SIZE: tl.constexpr, E: tl.constexpr, F: tl.constexpr, SHARED_F: tl.constexpr,
    FP: tl.constexpr, USED: tl.constexpr, TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr,
    TYPE_SHARED_GATE: tl.constexpr, TYPE_SHARED_UP: tl.constexpr, ACTIVATION: tl.constexpr,
    WARPS: tl.constexpr, UNROLL: tl.constexpr, GROUPS: tl.constexpr, NORMED: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, SCORING: tl.constexpr,
    PDL: tl.constexpr, SETS: tl.constexpr, CLUSTER: tl.constexpr,
):  # fmt: skip
    """inner = activation(x @ gate.T + bias, x @ up.T + bias) per slot; x has SIZE columns.

    reads int32 [E], if any, counts how often each expert is read. The shared expert reads the rows
    of `apart_codes_ptr`, if any, which have the same sums of squares.
    """
    PER_SLOT: tl.constexpr = (F + 31) // 32
    ENDS: tl.constexpr = are_tiled(TYPE_GATE, TYPE_UP) and are_tiled(
        TYPE_SHARED_GATE, TYPE_SHARED_UP
    )
    R: tl.constexpr = WARPS // CLUSTER if ENDS else 1
    program = tl.program_id(0) // CLUSTER
    row = tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    if PDL:
        prefetch_table(gates_ptr, E)
        prefetch_table(ups_ptr, E)
    words = words_of_terms(2, 1, WARPS, CLUSTER) if CLUSTER > 1 else None
    if PDL:
        gdc_wait()  # in idle programs, too: a wait for this kernel must cover those before it
        gdc_launch_dependents()  # only now: the next kernel reads the routes before it waits
    if row < num_rows:
        early = ()
        if NORMED:
            early = load_squares(sum_squares_ptr + row * (K // 32), K, 1, GROUPS, R, ENDS)
        if codes_ptr is not None:
            codes_ptr += row * ((K + 63) // 64 * 16)
            scales_ptr += row * 2
        if values_ptr is not None:
            values_ptr += row * K
        slot = tl.minimum(program // PER_SLOT, USED)
        group = program - slot * PER_SLOT
        column = group * 32 + tl.arange(0, 32)
        expert = expert_in(
            experts_ptr, logits_ptr, router_bias_ptr, selection_bias_ptr, row,
            tl.where(slot < USED, slot, 0), E, USED, SCORING,
        )  # fmt: skip
        is_shared = slot == USED
        if apart_codes_ptr is not None:
            apart_codes_ptr += row * ((K + 63) // 64 * 16)
            codes_ptr = tl.where(is_shared, apart_codes_ptr, codes_ptr)
            scales_ptr = tl.where(is_shared, apart_scales_ptr + row * 2, scales_ptr)
        # Without a shared expert its types are those of the others.
        if TYPE_SHARED_GATE == TYPE_GATE and TYPE_SHARED_UP == TYPE_UP:
            gate_ptr = either(
                is_shared, shared_gate_ptr, expert_pointer(gates_ptr, expert, TYPE_GATE, F, K)
            )
            up_ptr = either(
                is_shared, shared_up_ptr, expert_pointer(ups_ptr, expert, TYPE_UP, F, K)
            )
            gate, up = two_expert_dots(
                words, gate_ptr, up_ptr, group, codes_ptr, scales_ptr, values_ptr, K,
                TYPE_GATE, TYPE_UP, WARPS, UNROLL, SETS, ENDS, early, CLUSTER,
            )  # fmt: skip
        elif is_shared:
            gate, up = two_expert_dots(
                words, shared_gate_ptr, shared_up_ptr, group, codes_ptr, scales_ptr, values_ptr, K,
                TYPE_SHARED_GATE, TYPE_SHARED_UP, WARPS, UNROLL, SETS, ENDS, early, CLUSTER,
            )  # fmt: skip
        else:
            gate, up = two_expert_dots(
                words, expert_pointer(gates_ptr, expert, TYPE_GATE, F, K),
                expert_pointer(ups_ptr, expert, TYPE_UP, F, K), group,
                codes_ptr, scales_ptr, values_ptr, K,
                TYPE_GATE, TYPE_UP, WARPS, UNROLL, SETS, ENDS, early, CLUSTER,
            )  # fmt: skip
        size = tl.where(is_shared, SHARED_F, F)
        if reads_ptr is not None:
            is_first = (group == 0) & (slot < USED)
            tl.atomic_add(reads_ptr + expert, 1, mask=is_first, sem="relaxed")
        if NORMED:
            inverse = inverse_rms(early, SIZE, eps)[:, None]
            gate *= inverse
            up *= inverse
        if gate_bias_ptr is not None:
            at = expert * F + column
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
            x, group, tl.arange(0, R) < 1, inner_codes, inner_scales, inner_values, FP,
            R, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@touches(
    lambda o: {
        "downs_ptr": stack(o.downs_ptr, o.TYPE, o.E, o.N, whole_groups(o.F)),
        "down_bias_ptr": o.E * o.SIZE,
        "shared_down_ptr": shared_down(o),
        **mixed_slots(o),
        "experts_ptr": Extent.int32(slot_rows(o) * o.USED),
        "weights_ptr": slot_rows(o) * o.USED,
        "shared_ptr": slot_rows(o),
        **scored_rows(o, slot_rows(o), o.E + (o.GATED and o.SLOTS > o.USED)),
        "expert_scale_ptr": o.E,
        "parts_ptr": slot_rows(o) * summed_slots(o) * o.N if o.CLUSTER == 1 else 0,
        "arrived_ptr": Extent.int32(slot_rows(o) * (o.N // 32) if o.CLUSTER == 1 else 0),
        "apart_ptr": Extent.rows(slot_rows(o), o.SIZE, o.APART_STRIDE),
        "out_ptr": Extent.rows(slot_rows(o), *((o.N, o.N) if o.ADDS else (o.SIZE, o.STRIDE))),
        "norm_weight_ptr": o.SIZE,
        "sum_squares_out": slot_rows(o) * (o.N // 32),
        **stored_out(slot_rows(o), o.N),
    }
)
@triton.jit
def mix_experts_kernel(
    downs_ptr, down_bias_ptr, shared_down_ptr, inner_codes, inner_scales, inner_values,
    experts_ptr, weights_ptr, shared_ptr, num_rows_ptr, logits_ptr, router_bias_ptr,
    selection_bias_ptr, expert_scale_ptr, scale, parts_ptr, arrived_ptr, apart_ptr,
    out_ptr, norm_weight_ptr, sum_squares_out, codes_out, scales_out, values_out,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, E: tl.constexpr, F: tl.constexpr,
    SHARED_F: tl.constexpr, FP: tl.constexpr, USED: tl.constexpr, SLOTS: tl.constexpr,
    TYPE: tl.constexpr, TYPE_SHARED: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    SHARED_UNROLL: tl.constexpr, APART_STRIDE: tl.constexpr,
    ADDS: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    SCORING: tl.constexpr, NORMALIZED: tl.constexpr, GATED: tl.constexpr, PDL: tl.constexpr,
    CLUSTER: tl.constexpr,
):  # fmt: skip
    """out = weighted sum of inner @ down.T + bias over the slots; SIZE outputs, padded to N.

    The last program to arrive for 32 outputs of a row sums the slots' `parts` [16, SLOTS, N];
    arrived int32 [16, N / 32] counts programs and is 0 before and after. If ADDS, out is the
    residual stream: the sum is added to it, and the result is stored as activations for the next
    matrix. With `apart_ptr` the shared expert's outputs are stored there, and are not in the sum.

    Where the programs of the SLOTS are the blocks of a CLUSTER, the first one sums instead, and
    there are no parts.
    """
    SUMMED: tl.constexpr = SLOTS if apart_ptr is None else USED
    K: tl.constexpr = (F + 31) // 32 * 32
    ENDS: tl.constexpr = are_tiled(TYPE, TYPE_SHARED)
    if PDL:
        gdc_launch_dependents()
    slot = tl.program_id(0) % SLOTS
    group = tl.program_id(0) // SLOTS
    row = tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    words = cluster_words(32 * SLOTS, 32 * SLOTS, CLUSTER) if CLUSTER > 1 else None
    norm = load_norm_of(norm_weight_ptr, group, SIZE, ADDS)
    if row < num_rows:
        place = slot * MAX_ROWS + row
        if inner_codes is not None:
            inner_codes += place * (FP // 4)
            inner_scales += slot * (FP // 32 * MAX_ROWS * 2) + row * 2
        if inner_values is not None:
            inner_values += place * FP
        column = group * 32 + tl.arange(0, 32)
        expert, weight = route_of(
            experts_ptr, weights_ptr, shared_ptr, logits_ptr, router_bias_ptr, selection_bias_ptr,
            expert_scale_ptr, scale, row, slot, E, USED, SCORING, NORMALIZED, GATED,
        )  # fmt: skip
        if SLOTS > USED:
            if slot == USED:
                x = expert_dot(
                    shared_down_ptr, group, inner_codes, inner_scales, inner_values,
                    (SHARED_F + 31) // 32 * 32, TYPE_SHARED, WARPS, SHARED_UNROLL, PDL, ENDS,
                )  # fmt: skip
            else:
                x = expert_dot(
                    expert_pointer(downs_ptr, expert, TYPE, N, K), group,
                    inner_codes, inner_scales, inner_values, K, TYPE, WARPS, UNROLL, PDL, ENDS,
                )  # fmt: skip
        else:
            x = expert_dot(
                expert_pointer(downs_ptr, expert, TYPE, N, K), group,
                inner_codes, inner_scales, inner_values, K, TYPE, WARPS, UNROLL, PDL, ENDS,
            )  # fmt: skip
        hidden = load_row(out_ptr, group, row, N, WARPS if ENDS else 1, ADDS)
        if down_bias_ptr is not None:
            at = expert * SIZE + column
            biased = column < tl.where(slot < USED, SIZE, 0)
            x += tl.load(down_bias_ptr + at, mask=biased, other=0.0)[None, :]
        if logits_ptr is not None:
            store_route(
                experts_ptr + row * USED, weights_ptr + row * USED, shared_ptr + row,
                group, slot, expert, weight, USED, SLOTS,
            )  # fmt: skip
        if CLUSTER > 1:
            put_slot(words, slot, x * weight)
            if slot == 0:
                store_row(
                    sum_of_cluster(words, SLOTS, WARPS), group, row, hidden, norm, out_ptr,
                    sum_squares_out, codes_out, scales_out, values_out, N, SIZE, STRIDE, ADDS,
                    norm_weight_ptr is not None, WRITE_CODES, WRITE_VALUES,
                )  # fmt: skip
        elif slot < SUMMED:
            parts_ptr += row * (SUMMED * N)
            store_first(parts_ptr + slot * N + column, x * weight, column < N)
            tl.debug_barrier()
            arrived_ptr += row * (N // 32) + group
            before = tl.atomic_add(arrived_ptr, 1, sem="acq_rel")
            if before == SUMMED - 1:
                finish_row(
                    parts_ptr, arrived_ptr, group, row, hidden, norm, out_ptr, sum_squares_out,
                    codes_out, scales_out, values_out, N, SIZE, STRIDE, SUMMED, ADDS,
                    norm_weight_ptr is not None, WRITE_CODES, WRITE_VALUES,
                )  # fmt: skip
        elif apart_ptr is not None:
            apart_ptr += row.to(tl.int64) * APART_STRIDE
            store_first(apart_ptr + column, x, column < SIZE)
    elif PDL:
        gdc_wait()  # a wait for this kernel must cover those before it
