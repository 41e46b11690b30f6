"""Hands rows to the processor, which computes some experts of a layer, and takes its sums back.

The processor computes while the GPU multiplies by its own experts: its weights of the processor's
slots become 0. The memory of both is `ExpertMailbox`; the host must expect the questions of each
step that is launched, or their kernels wait for nobody.
"""

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from engine.kernels import expert_mailbox
from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.helped_layers import HelpedLayer
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import DENSE, Extent, codes_end, grid_rows, scales_end
from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.residual.epilogue import (
    MAX_ROWS,
    code_offsets,
    inverse_rms,
    load_squares,
)
from engine.kernels.operands import Routes
from engine.quants.tiles import padded_cols

_NUM_WARPS = 4
_WARPS = tl.constexpr(_NUM_WARPS)
_BLOCK_COLS = 1024
_ASKED = tl.constexpr(expert_mailbox.ASKED)
_LAYER = tl.constexpr(expert_mailbox.LAYER)
_NUM_ROWS = tl.constexpr(expert_mailbox.NUM_ROWS)
_ANSWERED = tl.constexpr(expert_mailbox.ANSWERED)
_STOPPED = tl.constexpr(expert_mailbox.STOPPED)
_MOST_NANOSECONDS = tl.constexpr(60_000_000_000)
_POLL_NANOSECONDS = tl.constexpr(100_000)  # what a poll counts as in the interpreter


@triton.jit
def _release(word_ptr, value):
    """Store the int64 `value` once the processor can see all that was stored before."""
    tl.debug_barrier()
    if INTERPRETED:
        tl.store(word_ptr, value)
    else:
        thread = tl.arange(0, 32 * _WARPS)
        tl.inline_asm_elementwise(
            """{
                .reg .pred is_first;
                setp.eq.s32 is_first, $3, 0;
                mov.b32 $0, 0;
                @is_first fence.acq_rel.sys;
                @is_first st.release.sys.global.b64 [$1], $2;
            }""",
            "=&r,l,l,r",
            [word_ptr.to(tl.int64) + thread * 0, value + thread * 0, thread],
            dtype=tl.int32,
            is_pure=False,
            pack=1,
        )


@triton.jit
def _poll(word_ptr, polls):
    """The int64 at `word_ptr`, and the time in nanoseconds; the same for all threads.

    Later loads see what the processor has stored before it. One thread reads: threads that read
    another time would part.
    """
    if INTERPRETED:
        return tl.load(word_ptr, volatile=True), polls * _POLL_NANOSECONDS
    else:
        thread = tl.arange(0, 32 * _WARPS)
        words, times = tl.inline_asm_elementwise(
            """{
                .reg .pred is_first;
                setp.eq.s32 is_first, $3, 0;
                mov.b64 $0, 0;
                mov.b64 $1, 0;
                @is_first ld.acquire.sys.global.b64 $0, [$2];
                @is_first mov.u64 $1, %globaltimer;
            }""",
            "=&l,=&l,l,r",
            [word_ptr.to(tl.int64) + thread * 0, thread],
            dtype=(tl.int64, tl.int64),
            is_pure=False,
            pack=1,
        )
        return tl.sum(words, 0), tl.sum(times, 0)


@triton.jit
def _is_answered(words_ptr, number):
    """Wait for the answer to a question; whether it came."""
    polls = tl.full([], 1, tl.int64)
    passed = tl.full([], 0, tl.int64)
    answered, begin = _poll(words_ptr + _ANSWERED, polls)
    stopped = tl.full([], 0, tl.int64)
    while (answered < number) & (stopped == 0) & (passed < _MOST_NANOSECONDS):
        polls += 1
        answered, now = _poll(words_ptr + _ANSWERED, polls)
        passed = now - begin
        if polls % 1024 == 0:
            stopped, now = _poll(words_ptr + _STOPPED, polls)
    return answered >= number


@triton.jit
def _load_block(
    codes_ptr, scales_ptr, values_ptr, dense_ptr, row, column, K: tl.constexpr
):  # fmt: skip
    """Columns of a row as float32; of a norm the factor 1 / rms is still missing."""
    real = column < K
    if dense_ptr is not None:
        return tl.load(dense_ptr + row.to(tl.int64) * K + column, mask=real, other=0.0).to(
            tl.float32
        )
    elif values_ptr is not None:
        return tl.load(values_ptr + row * K + column, mask=real, other=0.0)
    else:
        at = codes_ptr + row * ((K + 63) // 64 * 64) + column // 64 * 64
        codes = tl.load(at + code_offsets(column % 64), mask=real, other=0)
        scale = tl.load(scales_ptr + (column // 32 * MAX_ROWS + row) * 2, mask=real, other=0.0)
        return codes.to(tl.float32) * scale


def _asked(o: Any) -> dict[str, Extent | int]:
    """Extents of the rows and routes, and of the mailbox they are written to."""
    rows = grid_rows(o)
    codes = (rows - 1) * padded_cols(o.K) + codes_end(o.K) if rows else 0
    return {
        "codes_ptr": Extent.elements(codes, torch.int8),
        "scales_ptr": scales_end(rows, o.K) - 1 if rows else 0,  # not the last total
        "values_ptr": Extent.rows(rows, o.K, o.K),
        "dense_ptr": Extent.rows(rows, o.K, o.K, *DENSE),
        "sum_squares_ptr": rows * (o.K // 32) if o.NORMED else 0,
        "experts_ptr": Extent.int32(rows * o.USED),
        "weights_ptr": rows * o.USED,
        "is_host_ptr": Extent.elements(o.E, torch.int8),
        "state_ptr": Extent.elements(2, torch.int64),
        "words_ptr": Extent.elements(expert_mailbox.NUM_ROWS + 1, torch.int64),
        "rows_ptr": rows * o.SIZE,
        "handed_experts_ptr": Extent.int32(rows * o.USED),
        "handed_weights_ptr": rows * o.USED,
    }


@touches(_asked)
@triton.jit(do_not_specialize=["layer"])
def ask_kernel(
    codes_ptr, scales_ptr, values_ptr, dense_ptr, sum_squares_ptr, eps, experts_ptr, weights_ptr,
    is_host_ptr, num_rows_ptr, state_ptr, words_ptr, rows_ptr, handed_experts_ptr,
    handed_weights_ptr, layer,
    K: tl.constexpr, SIZE: tl.constexpr, E: tl.constexpr, USED: tl.constexpr,
    SLOTS: tl.constexpr, GROUPS: tl.constexpr, NORMED: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """One program: a row. The last one to arrive asks the question of the layer.

    state int64 [2] has the number of questions and, while rows are written, that of rows.
    """
    row = tl.program_id(0)
    num_rows = tl.load(num_rows_ptr)
    if row < num_rows:
        inverse = 1.0
        if NORMED:
            squares = load_squares(sum_squares_ptr + row * (K // 32), K, 1, GROUPS, 1, False)
            inverse = tl.sum(inverse_rms(squares, SIZE, eps), 0)
        for begin in range(0, SIZE, BLOCK):
            column = begin + tl.arange(0, BLOCK)
            x = _load_block(codes_ptr, scales_ptr, values_ptr, dense_ptr, row, column, K)
            at = rows_ptr + row.to(tl.int64) * SIZE + column
            tl.store(at, x * inverse, mask=column < SIZE)
        slot = tl.arange(0, SLOTS)
        own, at = slot < USED, row * USED + slot
        expert = tl.load(experts_ptr + at, mask=own, other=0)
        weight = tl.load(weights_ptr + at, mask=own, other=0.0)
        tl.store(handed_experts_ptr + at, expert, mask=own)
        tl.store(handed_weights_ptr + at, weight, mask=own)
        is_host = tl.load(is_host_ptr + tl.minimum(tl.maximum(expert, 0), E - 1))
        tl.store(weights_ptr + at, 0.0, mask=own & (is_host != 0))
        tl.debug_barrier()
        before = tl.atomic_add(state_ptr + 1, 1, sem="acq_rel")
        if before == num_rows - 1:
            number = tl.load(state_ptr, volatile=True) + 1
            tl.debug_barrier()  # all threads have read it
            tl.store(state_ptr, number)
            tl.store(state_ptr + 1, 0)
            tl.store(words_ptr + _LAYER, layer)
            tl.store(words_ptr + _NUM_ROWS, num_rows)
            _release(words_ptr + _ASKED, number)


@touches(
    lambda o: {
        "state_ptr": Extent.elements(1, torch.int64),
        "words_ptr": Extent.elements(expert_mailbox.STOPPED + 1, torch.int64),
        "mixed_ptr": grid_rows(o) * o.SIZE,
        "target_ptr": Extent.rows(grid_rows(o), o.SIZE, o.STRIDE),
    }
)
@triton.jit
def take_kernel(
    state_ptr, words_ptr, mixed_ptr, target_ptr, num_rows_ptr,
    SIZE: tl.constexpr, STRIDE: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """target [W, SIZE] += the answer to the last question; NaN where none comes."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
        at = target_ptr + row.to(tl.int64) * STRIDE + column
        before = tl.load(at, mask=column < SIZE, other=0.0)
        is_there = _is_answered(words_ptr, tl.load(state_ptr))
        mixed_ptr += row.to(tl.int64) * SIZE
        # The processor writes this memory: nothing of it may come from a cache.
        mixed = tl.load(mixed_ptr + column, mask=column < SIZE, other=0.0, volatile=True)
        tl.store(at, tl.where(is_there, before + mixed, float("nan")), mask=column < SIZE)


def ask(helped: HelpedLayer, x: CudaActivations, routes: Routes, num_rows: Tensor) -> None:
    """Hand over the rows x and their routes, whose weights of the processor's experts become 0."""
    mailbox = helped.mailbox
    is_prompt = x.width > MAX_ROWS.value
    has_values = not is_prompt and x.values is not None
    has_codes = not is_prompt and not has_values
    normed = {"NORMED": False, "GROUPS": 1} if is_prompt else x.normed
    ask_kernel[(x.width,)](
        x.codes if has_codes else None, x.scales if has_codes else None,
        x.values if has_values else None, x.dense_rows if is_prompt else None,
        x.sum_squares, x.eps or 0.0, routes.experts, routes.weights, helped.is_host, num_rows,
        helped.state, mailbox.words, mailbox.rows, mailbox.experts, mailbox.weights, helped.number,
        K=whole_groups(x.num_cols), SIZE=x.num_cols, E=len(helped.is_host),
        USED=routes.experts.shape[1], SLOTS=_lanes(routes.experts.shape[1]),
        BLOCK=_BLOCK_COLS, **normed, num_warps=_NUM_WARPS, enable_fp_fusion=False,
    )  # fmt: skip


def take(helped: HelpedLayer, target: Tensor, num_rows: Tensor) -> None:
    """target [W, d] += what the processor's experts add to each row."""
    width, num_cols = target.shape
    mailbox = helped.mailbox
    take_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        helped.state, mailbox.words, mailbox.mixed, target, num_rows,
        SIZE=num_cols, STRIDE=target.stride(0), BLOCK=_BLOCK_COLS,
        num_warps=_NUM_WARPS, enable_fp_fusion=False,
    )  # fmt: skip


def _lanes(count: int) -> int:
    """A power of two of at least `count`, one for each thread at least."""
    lanes: int = max(32 * _NUM_WARPS, triton.next_power_of_2(count))
    return lanes
