"""Quantized experts of steps of 2 to 16 rows: each is read once for all rows that chose it.

The kernels are those of decode.py, and so are `inner` and the bits of each row. A program whose row
is the first with an expert computes it for all of them, four at a time; the others have nothing to
do. Which rows they are is told by two numbers: bit r of `rows` is set for row r, and four bits of
`slots` from 4 r on say in which of its slots it has the expert.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import whole_groups
from engine.kernels.cuda.experts.expert_dot import (
    either,
    expert_pointer,
    prefetch_table,
)
from engine.kernels.cuda.experts.mixed_rows import finish_row, load_norm_of, load_row
from engine.kernels.cuda.experts.slot_extents import (
    apart_rows,
    gated_rows,
    gated_slots,
    mixed_slots,
    shared_down,
    slot_rows,
    summed_slots,
)
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent, expert_words, stack, stored_out
from engine.kernels.cuda.products.few_rows_dot import few_rows_terms, load_for_few_rows, one_of_four
from engine.kernels.cuda.products.tile_dot import products_of_terms, two_tiles
from engine.kernels.cuda.products.warp_sums import put_terms, words_of_terms
from engine.kernels.cuda.residual.activation import activated
from engine.kernels.cuda.residual.epilogue import (
    MAX_ROWS,
    code_offsets,
    inverse_rms,
    quantize_group,
)

MAX_SLOTS = 16  # that four bits tell apart


@triton.jit
def _rows_with(
    experts_ptr, num_rows, expert, slot, USED: tl.constexpr, WARPS: tl.constexpr
):  # fmt: skip
    """`rows` and `slots` of those that have `expert`, or of all rows for the shared one's slot."""
    PICKS: tl.constexpr = MAX_ROWS * USED
    thread = tl.arange(0, 32 * WARPS)
    rows = tl.zeros((32 * WARPS,), tl.int32)
    slots = tl.zeros((32 * WARPS,), tl.int64)
    for begin in tl.static_range(0, PICKS, 32 * WARPS):
        # Each is loaded once in a program: all programs read them at once.
        pick = begin + thread
        row, its_slot = pick // USED, pick % USED
        is_real = (row < num_rows) & (pick < PICKS)
        # Bypass L1: lines of an earlier layer may still be there.
        other = tl.load(experts_ptr + pick, mask=is_real, other=0, cache_modifier=".cg")
        its_slot = tl.where(slot == USED, USED, its_slot)
        is_same = tl.where(slot == USED, pick % USED == 0, other == expert) & is_real
        rows |= tl.where(is_same, 1 << tl.minimum(row, 15), 0)
        shift = (tl.minimum(row, 15) * 4).to(tl.int64)
        slots |= tl.where(is_same, its_slot.to(tl.int64) << shift, 0)
    return tl.sum(rows, 0), tl.sum(slots, 0)


@triton.jit
def _lowest(rows):
    """The number of the lowest bit of `rows`, by the exponent of a float; at least one is set."""
    return ((rows & -rows).to(tl.float32).to(tl.int32, bitcast=True) >> 23) - 127


@triton.jit
def _own_rows(experts_ptr, num_rows, row, slot, USED: tl.constexpr, WARPS: tl.constexpr):
    """The expert of a row's slot; its `rows`, none unless this one is the first; their `slots`."""
    is_real = row < num_rows
    own = experts_ptr + row * USED + tl.minimum(slot, USED - 1)
    expert = tl.load(own, mask=is_real, other=0, cache_modifier=".cg")
    rows, slots = _rows_with(experts_ptr, num_rows, expert, slot, USED, WARPS)
    is_first = is_real & (_lowest(rows) == row)
    return expert, tl.where(is_first, rows, 0), slots


@triton.jit
def _next_four(rows):
    """The four lowest rows, the first in place of those missing; how many; the rows left."""
    first = _lowest(rows)
    four = (first,)
    count = 1
    rows &= rows - 1
    for _ in tl.static_range(3):
        four = four + (tl.where(rows > 0, _lowest(rows), first),)
        count += (rows > 0).to(tl.int32)
        rows &= rows - 1
    return four, count, rows


@triton.jit
def _slots_of(four, slots):
    """The slot of each of four rows."""
    result = ()
    for i in tl.static_range(4):
        result = result + (((slots >> (four[i] * 4).to(tl.int64)) & 15).to(tl.int32),)
    return result


@triton.jit
def _offsets(four, code_stride: tl.constexpr):
    """`rows` of `few_rows_terms` for four rows of activations."""
    codes = ()
    scales = ()
    for i in tl.static_range(4):
        codes = codes + (four[i] * code_stride,)
        scales = scales + (four[i] * 2,)
    return codes, scales


@triton.jit
def _inner_offsets(four, slot, FP: tl.constexpr):
    """The same for four rows of `inner`, each in its slot."""
    codes = ()
    scales = ()
    for i in tl.static_range(4):
        codes = codes + ((slot[i] * MAX_ROWS + four[i]) * (FP // 4),)
        scales = scales + (slot[i] * (FP // 32 * MAX_ROWS * 2) + four[i] * 2,)
    return codes, scales


@triton.jit
def _four_rows_dot(
    ahead, bases, codes_ptr, scales_ptr, rows, K: tl.constexpr, TYPES: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles with the four activation rows at `rows`: [4, 32] for each two."""
    terms = few_rows_terms(
        ahead, bases, codes_ptr, scales_ptr, K, TYPES, 4, WARPS, TILES, UNROLL, rows, SETS
    )
    words = words_of_terms(TILES // 2, 4, WARPS)
    for t in tl.static_range(TILES // 2):
        put_terms(words, t, terms[t], 4, WARPS, False)
    return products_of_terms(words, terms, TYPES, 4, WARPS, False, False)


@triton.jit
def _gate_up(
    gate_ptr, up_ptr, group, codes_ptr, scales_ptr, rows, K: tl.constexpr,
    TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    SETS: tl.constexpr,
):  # fmt: skip
    """Products of 32 rows of both weights with four activation rows: two [4, 32]."""
    TYPES: tl.constexpr = (TYPE_GATE, TYPE_GATE, TYPE_UP, TYPE_UP)
    bases = two_tiles(gate_ptr, group, K, TYPE_GATE, 4) + two_tiles(up_ptr, group, K, TYPE_UP, 4)
    thread = tl.arange(0, 32 * WARPS)
    ahead = load_for_few_rows(bases, thread // 32, thread % 32, K, TYPES, 4, WARPS, UNROLL)
    return _four_rows_dot(
        ahead, bases, codes_ptr, scales_ptr, rows, K, TYPES, WARPS, 4, UNROLL, SETS
    )


@triton.jit
def _down(
    down_ptr, group, codes_ptr, scales_ptr, rows, K: tl.constexpr, TYPE: tl.constexpr,
    WARPS: tl.constexpr, UNROLL: tl.constexpr, WAITS: tl.constexpr,
):  # fmt: skip
    """Products of 32 rows of a weight with four rows of `inner`: [4, 32].

    If WAITS, waits for the kernel before once the first weights are on their way.
    """
    bases = two_tiles(down_ptr, group, K, TYPE, 4)
    thread = tl.arange(0, 32 * WARPS)
    TYPES: tl.constexpr = (TYPE, TYPE)
    ahead = load_for_few_rows(bases, thread // 32, thread % 32, K, TYPES, 2, WARPS, UNROLL)
    if WAITS:
        gdc_wait()
    return _four_rows_dot(
        ahead, bases, codes_ptr, scales_ptr, rows, K, TYPES, WARPS, 2, UNROLL, 1
    )[0]  # fmt: skip


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
        "experts_ptr": Extent.int32(slot_rows(o) * o.USED),
        **gated_slots(o),
    }
)
@triton.jit
def gate_several_kernel(
    gates_ptr, ups_ptr, reads_ptr, gate_bias_ptr, up_bias_ptr, shared_gate_ptr, shared_up_ptr,
    codes_ptr, scales_ptr, apart_codes_ptr, apart_scales_ptr, sum_squares_ptr, experts_ptr,
    num_rows_ptr, eps, inner_codes, inner_scales,
    K: tl.constexpr, SIZE: tl.constexpr, E: tl.constexpr, F: tl.constexpr, SHARED_F: tl.constexpr,
    FP: tl.constexpr, USED: tl.constexpr, TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr,
    TYPE_SHARED_GATE: tl.constexpr, TYPE_SHARED_UP: tl.constexpr, ACTIVATION: tl.constexpr,
    WARPS: tl.constexpr, UNROLL: tl.constexpr, GROUPS: tl.constexpr, NORMED: tl.constexpr,
    SETS: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """As `gate_experts_kernel`; `reads` counts an expert once for all rows."""
    PER_SLOT: tl.constexpr = (F + 31) // 32
    program = tl.program_id(0)
    row = tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    if PDL:
        prefetch_table(gates_ptr, E)
        prefetch_table(ups_ptr, E)
        gdc_wait()  # in idle programs, too: a wait for this kernel must cover those before it
        gdc_launch_dependents()  # only now: the next kernel reads the routes before it waits
    slot = tl.minimum(program // PER_SLOT, USED)
    group = program - slot * PER_SLOT
    is_shared = slot == USED
    if apart_codes_ptr is not None:
        codes_ptr = tl.where(is_shared, apart_codes_ptr, codes_ptr)
        scales_ptr = tl.where(is_shared, apart_scales_ptr, scales_ptr)
    expert, rows, slots = _own_rows(experts_ptr, num_rows, row, slot, USED, WARPS)
    if rows != 0:
        expert = tl.minimum(tl.maximum(expert, 0), E - 1)
        if reads_ptr is not None:
            is_first = (group == 0) & (slot < USED)
            tl.atomic_add(reads_ptr + expert, 1, mask=is_first, sem="relaxed")
        column = group * 32 + tl.arange(0, 32)
        i = tl.arange(0, 4)
        while rows != 0:
            four, count, rows = _next_four(rows)
            at = _offsets(four, (K + 63) // 64 * 16)
            # Without a shared expert its types are those of the others.
            if TYPE_SHARED_GATE == TYPE_GATE and TYPE_SHARED_UP == TYPE_UP:
                gate_ptr = either(
                    is_shared, shared_gate_ptr, expert_pointer(gates_ptr, expert, TYPE_GATE, F, K)
                )
                up_ptr = either(
                    is_shared, shared_up_ptr, expert_pointer(ups_ptr, expert, TYPE_UP, F, K)
                )
                gate, up = _gate_up(
                    gate_ptr, up_ptr, group, codes_ptr, scales_ptr, at, K,
                    TYPE_GATE, TYPE_UP, WARPS, UNROLL, SETS,
                )  # fmt: skip
            elif is_shared:
                gate, up = _gate_up(
                    shared_gate_ptr, shared_up_ptr, group, codes_ptr, scales_ptr, at, K,
                    TYPE_SHARED_GATE, TYPE_SHARED_UP, WARPS, UNROLL, SETS,
                )  # fmt: skip
            else:
                gate, up = _gate_up(
                    expert_pointer(gates_ptr, expert, TYPE_GATE, F, K),
                    expert_pointer(ups_ptr, expert, TYPE_UP, F, K), group,
                    codes_ptr, scales_ptr, at, K, TYPE_GATE, TYPE_UP, WARPS, UNROLL, SETS,
                )  # fmt: skip
            size = tl.where(is_shared, SHARED_F, F)
            own_row = one_of_four(i, four)
            if NORMED:
                part = tl.arange(0, GROUPS)[None, :]
                squares = tl.load(
                    sum_squares_ptr + own_row[:, None] * (K // 32) + part,
                    mask=part < K // 32, other=0.0,
                )  # fmt: skip
                inverse = inverse_rms((squares,), SIZE, eps)[:, None]
                gate *= inverse
                up *= inverse
            if gate_bias_ptr is not None:
                biased = column < tl.where(slot < USED, F, 0)
                bias_at = expert * F + column
                gate += tl.load(gate_bias_ptr + bias_at, mask=biased, other=0.0)[None, :]
                up += tl.load(up_bias_ptr + bias_at, mask=biased, other=0.0)[None, :]
            x = tl.where((column < size)[None, :], activated(gate, up, ACTIVATION), 0.0)
            codes, scale, total = quantize_group(x)
            own_slot = one_of_four(i, _slots_of(four, slots))
            real = i < count
            place = (own_slot * MAX_ROWS + own_row)[:, None] * FP
            offsets = group // 2 * 64 + code_offsets(group % 2 * 32 + tl.arange(0, 32))
            tl.store(inner_codes + place + offsets[None, :], codes, mask=real[:, None])
            scale_at = own_slot * (FP // 32 * MAX_ROWS * 2) + (group * MAX_ROWS + own_row) * 2
            tl.store(inner_scales + scale_at, scale, mask=real)
            tl.store(inner_scales + scale_at + 1, total, mask=real)
            if rows != 0:
                tl.debug_barrier()  # all have taken what was put


@touches(
    lambda o: {
        "downs_ptr": stack(o.downs_ptr, o.TYPE, o.E, o.N, whole_groups(o.F)),
        "down_bias_ptr": o.E * o.SIZE,
        "shared_down_ptr": shared_down(o),
        **mixed_slots(o),
        "experts_ptr": Extent.int32(slot_rows(o) * o.USED),
        "weights_ptr": slot_rows(o) * o.USED,
        "shared_ptr": slot_rows(o) if o.SLOTS > o.USED else 0,
        "parts_ptr": slot_rows(o) * summed_slots(o) * o.N,
        "arrived_ptr": Extent.int32(slot_rows(o) * (o.N // 32)),
        "apart_ptr": Extent.rows(slot_rows(o), o.SIZE, o.APART_STRIDE),
        "out_ptr": Extent.rows(slot_rows(o), *((o.N, o.N) if o.ADDS else (o.SIZE, o.STRIDE))),
        "norm_weight_ptr": o.SIZE,
        "sum_squares_out": slot_rows(o) * (o.N // 32),
        **stored_out(slot_rows(o), o.N),
    }
)
@triton.jit
def mix_several_kernel(
    downs_ptr, down_bias_ptr, shared_down_ptr, inner_codes, inner_scales,
    experts_ptr, weights_ptr, shared_ptr, num_rows_ptr, parts_ptr, arrived_ptr, apart_ptr,
    out_ptr, norm_weight_ptr, sum_squares_out, codes_out, scales_out, values_out,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, E: tl.constexpr, F: tl.constexpr,
    SHARED_F: tl.constexpr, FP: tl.constexpr, USED: tl.constexpr, SLOTS: tl.constexpr,
    TYPE: tl.constexpr, TYPE_SHARED: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    SHARED_UNROLL: tl.constexpr, APART_STRIDE: tl.constexpr,
    ADDS: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """As `mix_experts_kernel`; the last program to arrive for a row's outputs sums its slots."""
    SUMMED: tl.constexpr = SLOTS if apart_ptr is None else USED
    K: tl.constexpr = (F + 31) // 32 * 32
    if PDL:
        gdc_launch_dependents()
    slot = tl.program_id(0) % SLOTS
    group = tl.program_id(0) // SLOTS
    row = tl.program_id(1)
    num_rows = tl.load(num_rows_ptr)
    expert, rows, slots = _own_rows(experts_ptr, num_rows, row, slot, USED, WARPS)
    if rows != 0:
        expert = tl.minimum(tl.maximum(expert, 0), E - 1)
        norm = load_norm_of(norm_weight_ptr, group, SIZE, ADDS)
        column = group * 32 + tl.arange(0, 32)
        i = tl.arange(0, 4)
        thread = tl.arange(0, 32 * WARPS)
        while rows != 0:
            four, count, rows = _next_four(rows)
            in_slots = _slots_of(four, slots)
            at = _inner_offsets(four, in_slots, FP)
            own_row, own_slot = one_of_four(i, four), one_of_four(i, in_slots)
            real = i < count
            weight_at = weights_ptr + own_row * USED + tl.minimum(own_slot, USED - 1)
            if SLOTS > USED:
                weight_at = tl.where(own_slot == USED, shared_ptr + own_row, weight_at)
            weight = tl.load(weight_at, cache_modifier=".cg")
            if SLOTS > USED:
                if slot == USED:
                    x = _down(
                        shared_down_ptr, group, inner_codes, inner_scales, at,
                        (SHARED_F + 31) // 32 * 32, TYPE_SHARED, WARPS, SHARED_UNROLL, PDL,
                    )  # fmt: skip
                else:
                    x = _down(
                        expert_pointer(downs_ptr, expert, TYPE, N, K), group,
                        inner_codes, inner_scales, at, K, TYPE, WARPS, UNROLL, PDL,
                    )  # fmt: skip
            else:
                x = _down(
                    expert_pointer(downs_ptr, expert, TYPE, N, K), group,
                    inner_codes, inner_scales, at, K, TYPE, WARPS, UNROLL, PDL,
                )  # fmt: skip
            if down_bias_ptr is not None:
                biased = column < tl.where(slot < USED, SIZE, 0)
                bias = tl.load(down_bias_ptr + expert * SIZE + column, mask=biased, other=0.0)
                x += bias[None, :]
            if slot < SUMMED:
                part_at = (own_row * SUMMED + own_slot)[:, None] * N + column[None, :]
                tl.store(parts_ptr + part_at, x * weight[:, None], mask=real[:, None])
                tl.debug_barrier()
                arrived_at = arrived_ptr + one_of_four(thread % 4, four) * (N // 32) + group
                before = tl.atomic_add(arrived_at, 1, mask=thread < count, sem="acq_rel")
                is_last = (thread < count) & (before == SUMMED - 1)
                done = tl.sum(tl.where(is_last, 1 << thread % 4, 0), 0)
                while done != 0:
                    tl.debug_barrier()  # all threads read what others have stored
                    last = one_of_four(_lowest(done), four)
                    done &= done - 1
                    finish_row(
                        parts_ptr + last * (SUMMED * N), arrived_ptr + last * (N // 32) + group,
                        group, last, load_row(out_ptr, group, last, N, 1, ADDS), norm, out_ptr,
                        sum_squares_out, codes_out, scales_out, values_out,
                        N, SIZE, STRIDE, SUMMED, ADDS,
                        norm_weight_ptr is not None, WRITE_CODES, WRITE_VALUES,
                    )  # fmt: skip
            elif apart_ptr is not None:
                apart_at = own_row.to(tl.int64)[:, None] * APART_STRIDE + column[None, :]
                is_out = real[:, None] & (column < SIZE)[None, :]
                tl.store(apart_ptr + apart_at, x, mask=is_out)
            if rows != 0:
                tl.debug_barrier()  # all have taken what was put
    elif PDL:
        gdc_wait()  # a wait for this kernel must cover those before it
