"""Softmax attention of query heads that share a key head, for some rows, block by block.

A block of keys and values is read from memory once for all of them; up to four at a time share what
is loaded into registers. Each query's sums have the order that they have alone, so how queries are
divided among tasks changes nothing. Counting references to arrays took a quarter of a short
context's time, which `loop_part` does not.
"""

import numpy as np
from numba import njit

from engine.kernels.cpu.attention_kernels import MOST_TOGETHER, call_kernel
from engine.kernels.cpu.ir.attention_tiles import divide_row, fill_row
from engine.kernels.cpu.ir.vectors import address
from engine.kernels.cpu.kv_rows import row_len
from engine.kernels.cpu.row_loops import ONE
from engine.kernels.sizes import PAGE_ROWS
from engine.quants.block_loops import loop_part

_MOST_QUERIES = 64  # of a task: their scores leave room for a block in the second cache
_TASKS_PER_THREAD = 4  # to share evenly
HIGHEST, SUM, NUM_STATES = range(3)  # columns of `states`: of the scores, of the weights


@loop_part
def _place(cache, holders, sequence, position, kv_head):
    """The address of a key head's rows in the cache that holds a position of a sequence."""
    holder = holders[sequence, position // PAGE_ROWS] if holders.shape[0] > 0 else sequence
    return address(cache) + holder * cache.strides[0] + kv_head * cache.strides[1]


@loop_part
def _seen(position, last, span, window, begin, end):
    """The first of the positions `begin` … `end` - 1 that a row sees, and the end of those.

    A row sees all up to itself, or up to `last` if that is not negative.
    """
    first = max(position + 1 - window, begin)
    return first, min(position if last < 0 else last, span - 1, end - 1) + 1


@loop_part
def _attend_block(
    kernel, begin, end, keys, values, later, row, num_rows, head, num_heads, last, qkv, k_cache,
    v_cache, positions, scores, states, slot, out, scale, span, window,
):  # fmt: skip
    """Let the positions of a block join the online softmax of each query that sees some.

    The first queries wait for memory, so what comes `later` is fetched meanwhile.
    """
    score, head_stride = address(scores) + slot * scores.strides[0], 4 * row_len(k_cache)
    state = address(states) + slot * states.strides[0]
    w, h = row, head
    while w < row + num_rows:
        first, stop = _seen(positions[w], last, span, window, begin, end)
        together, other = head + num_heads - h, w + 1
        while together < MOST_TOGETHER and other < row + num_rows:
            if _seen(positions[other], last, span, window, begin, end) != (first, stop):
                break
            together += num_heads
            other += 1
        together = min(together, MOST_TOGETHER)
        if first < stop:
            call_kernel(
                kernel, together, keys, k_cache.strides[2], values, v_cache.strides[2],
                k_cache.shape[2], row_len(k_cache), first, stop - first, h - head, num_heads,
                address(qkv) + w * qkv.strides[0] + h * head_stride, qkv.strides[0],
                address(out) + w * out.strides[0] + h * head_stride, out.strides[0],
                score, scores.strides[0], state, later, scale,
            )  # fmt: skip
        score, state = score + together * scores.strides[0], state + together * states.strides[0]
        h, later = h + together, -1
        while h >= head + num_heads:
            w, h = w + 1, h - num_heads


@loop_part
def _attend_rows(
    kernel, row, num_rows, head, num_heads, kv_head, last, qkv, k_cache, v_cache, holders,
    positions, sequences, scores, states, slot, sinks, out, scale, span, window,
):  # fmt: skip
    """Online softmax of some heads of rows of one sequence, over aligned blocks in order.

    A sink is an initial score without a value.
    """
    size, block, sequence = row_len(k_cache), scores.shape[1], sequences[row]
    begin, end, q = span, 0, slot
    for w in range(row, row + num_rows):
        first, stop = _seen(positions[w], last, span, window, 0, span)
        begin, end = min(begin, first), max(end, stop)
        for h in range(head, head + num_heads):
            total = address(out) + w * out.strides[0] + h * size * 4
            fill_row(total, size, np.float32(0.0))
            states[q, HIGHEST] = sinks[h] if sinks.shape[0] > 0 else np.float32(-np.inf)
            states[q, SUM] = ONE if sinks.shape[0] > 0 else np.float32(0.0)
            q += 1
    while begin < end:
        keys = _place(k_cache, holders, sequence, begin, kv_head)
        values = _place(v_cache, holders, sequence, begin, kv_head)
        following, later = begin - begin % block + block, 0
        if following < end:
            later = _place(k_cache, holders, sequence, following, kv_head)
        _attend_block(
            kernel, begin, min(following, end), keys, values, later, row, num_rows, head, num_heads,
            last, qkv, k_cache, v_cache, positions, scores, states, slot, out, scale, span, window,
        )  # fmt: skip
        begin = following
    q = slot
    for w in range(row, row + num_rows):
        for h in range(head, head + num_heads):
            total = address(out) + w * out.strides[0] + h * size * 4
            divide_row(total, size, states[q, SUM])
            q += 1


@njit(cache=True, error_model="numpy")
def task_size(num_rows, group, num_kv_heads, threads):
    """How many rows, and heads of a group that shares a key head, a task takes.

    A task of fewer queries than `MOST_TOGETHER` costs more for each, an idle thread most.
    """
    rows, heads = max(1, min(num_rows, _MOST_QUERIES // group)), group
    while threads > 1 and rows * heads > 1:
        num_tasks = -(-num_rows // rows) * -(-group // heads) * num_kv_heads
        wanted = threads if rows * heads <= MOST_TOGETHER else _TASKS_PER_THREAD * threads
        if num_tasks >= wanted:
            break
        if rows > 1:
            rows = (rows + 1) // 2
        else:
            heads = (heads + 1) // 2
    return rows, heads


@loop_part
def attend_some(
    share, shares, num_tasks, kernel, rows_per_task, heads_per_task, num_rows, ahead, qkv, k_cache,
    v_cache, holders, positions, sequences, scores, states, sinks, out, scale, span, window,
):  # fmt: skip
    """The tasks t with t % shares == share: attention of some heads, which share a key head."""
    num_heads, num_kv_heads = out.shape[1] // row_len(k_cache), k_cache.shape[1]
    group = num_heads // num_kv_heads
    num_chunks, num_parts = -(-num_rows // rows_per_task), -(-group // heads_per_task)
    for task in range(share, num_tasks, shares):
        kv_head, part = task // (num_chunks * num_parts), task // num_chunks % num_parts
        row = task % num_chunks * rows_per_task
        end = min(row + rows_per_task, num_rows)
        head = kv_head * group + part * heads_per_task
        heads = min(heads_per_task, group - part * heads_per_task)
        slot = row * num_heads + head * (end - row)  # no other task's rows of scratch
        while row < end:
            following, last = row + 1, -1
            while following < end and sequences[following] == sequences[row]:
                following += 1
            if row < ahead:
                w = following
                while w < ahead and sequences[w] == sequences[row]:
                    w += 1
                last = positions[w - 1]
            _attend_rows(
                kernel, row, following - row, head, heads, kv_head, last, qkv, k_cache, v_cache,
                holders, positions, sequences, scores, states, slot, sinks, out, np.float32(scale),
                span, window,
            )  # fmt: skip
            slot += (following - row) * heads
            row = following
