"""Softmax attention of query heads that share a key head, for some rows, block by block.

A block of keys and values is read from memory once for all of them; up to four at a time share what
is loaded into registers. Each query's sums have the order that they have alone, so how queries are
divided among tasks changes nothing. Arrays outlive the loops: without `_nrt` nobody counts their
references, which took a quarter of a short context's time.
"""

import numpy as np
from numba import njit
from numba.cpython.unsafe.tuple import tuple_setitem

from engine.kernels.cpu.ir.attention_tiles import divide_row, fetch, fill_row, soften
from engine.kernels.cpu.ir.vectors import address
from engine.kernels.cpu.kv_rows import add_rows, row_len, score_row, score_tile, tile_rows
from engine.kernels.cpu.row_loops import ONE
from engine.kernels.sizes import PAGE_ROWS

_MOST_TOGETHER = 4  # queries in registers
_MOST_QUERIES = 64  # of a task: their scores leave room for a block in the second cache
_TASKS_PER_THREAD = 4  # to share evenly
_FETCHED_ROWS = 16  # at a time
HIGHEST, SUM, NUM_STATES = range(3)  # columns of `states`: of the scores, of the weights


@njit(cache=True, inline="always")
def _score(k_cache, keys, first, count, queries, scores, scale, later):
    """scores[q][j] = scale * dot(key first + j, query q), j < count; rows may wrap around the ring.

    keys (row 0), queries and scores are addresses. So is `later`, or 0: that of rows to fetch.
    """
    ring, stride, size = k_cache.shape[2], k_cache.strides[2], row_len(k_cache)
    together = tile_rows(queries)
    done = 0
    while done < count:
        row = (first + done) % ring
        end = done + min(count - done, ring - row)
        while done + together <= end:
            if later != 0:
                fetch(later + row * stride, together * stride)
            key = keys + row * stride
            score_tile(k_cache, key, stride, queries, scores, done * 4, size, scale)
            done += together
            row += together
        while done < end:
            key = keys + row * stride
            score_row(k_cache, key, stride, queries, scores, done * 4, size, scale)
            done += 1
            row += 1


@njit(cache=True, inline="always")
def _add(cache, stride, values, first, count, weights, totals, later):
    """totals[q] += weights[q][j] * value first + j, j < count in order; see `_score`."""
    ring, size = cache.shape[2], row_len(cache)
    done = 0
    while done < count:
        row = (first + done) % ring
        num_rows = min(count - done, ring - row)
        if later != 0:
            num_rows = min(num_rows, _FETCHED_ROWS)
            fetch(later + (row + PAGE_ROWS) % ring * stride, num_rows * stride)
        value = values + row * stride
        add_rows(cache, value, stride, totals, weights, done * 4, num_rows, size)
        done += num_rows


@njit(cache=True, inline="always")
def _addresses(numbers, first, num_before, num_heads, head_stride, row_stride):
    """As many addresses of heads as `numbers` has, from the one after `num_before` of a row on."""
    found, at = numbers, first
    for i in range(len(numbers)):
        found = tuple_setitem(found, i, at)
        num_before, at = num_before + 1, at + head_stride
        if num_before == num_heads:
            num_before, at = 0, at + row_stride - num_heads * head_stride
    return found


@njit(cache=True, _nrt=False)
def _attend_together(
    numbers, cache, keys, values, value_stride, first, count, num_before, num_heads, query,
    query_stride, total, total_stride, score, score_stride, states, scale, later,
):  # fmt: skip
    """Let `count` positions join the online softmax of as many queries as `numbers` has.

    `query`, `total` and `score` are the first one's addresses. `later` is that of the key head's
    next block, to be fetched as these values are, 0 if there is none; below that, nothing is.
    """
    size = row_len(cache)
    head_stride = 4 * size
    queries = _addresses(numbers, query, num_before, num_heads, head_stride, query_stride)
    totals = _addresses(numbers, total, num_before, num_heads, head_stride, total_stride)
    scores = _addresses(numbers, score, 0, 1, score_stride, score_stride)
    _score(cache, keys, first, count, queries, scores, scale, values if later >= 0 else 0)
    soften(scores, count, totals, size, states)
    _add(cache, value_stride, values, first, count, scores, totals, max(later, 0))


@njit(cache=True, inline="always")
def _place(cache, holders, sequence, position, kv_head):
    """The address of a key head's rows in the cache that holds a position of a sequence."""
    holder = holders[sequence, position // PAGE_ROWS] if holders.shape[0] > 0 else sequence
    return address(cache) + holder * cache.strides[0] + kv_head * cache.strides[1]


@njit(cache=True, inline="always")
def _seen(position, last, span, window, begin, end):
    """The first of the positions `begin` … `end` - 1 that a row sees, and the end of those.

    A row sees all up to itself, or up to `last` if that is not negative.
    """
    first = max(position + 1 - window, begin)
    return first, min(position if last < 0 else last, span - 1, end - 1) + 1


@njit(cache=True, inline="always")
def _attend_block(
    begin, end, keys, values, later, row, num_rows, head, num_heads, last, qkv, k_cache,
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
        while together < _MOST_TOGETHER and other < row + num_rows:
            if _seen(positions[other], last, span, window, begin, end) != (first, stop):
                break
            together += num_heads
            other += 1
        together = min(together, _MOST_TOGETHER)
        shared = (
            k_cache, keys, values, v_cache.strides[2], first, stop - first, h - head, num_heads,
            address(qkv) + w * qkv.strides[0] + h * head_stride, qkv.strides[0],
            address(out) + w * out.strides[0] + h * head_stride, out.strides[0],
            score, scores.strides[0], state, scale, later,
        )  # fmt: skip
        if first < stop:
            if together == 4:
                _attend_together((0, 1, 2, 3), *shared)
            elif together == 3:
                _attend_together((0, 1, 2), *shared)
            elif together == 2:
                _attend_together((0, 1), *shared)
            else:
                _attend_together((0,), *shared)
        score, state = score + together * scores.strides[0], state + together * states.strides[0]
        h, later = h + together, -1
        while h >= head + num_heads:
            w, h = w + 1, h - num_heads


@njit(cache=True, inline="always")
def _attend_rows(
    row, num_rows, head, num_heads, kv_head, last, qkv, k_cache, v_cache, holders, positions,
    sequences, scores, states, slot, sinks, out, scale, span, window,
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
            begin, min(following, end), keys, values, later, row, num_rows, head, num_heads, last,
            qkv, k_cache, v_cache, positions, scores, states, slot, out, scale, span, window,
        )  # fmt: skip
        begin = following
    q = slot
    for w in range(row, row + num_rows):
        for h in range(head, head + num_heads):
            total = address(out) + w * out.strides[0] + h * size * 4
            divide_row(total, size, states[q, SUM])
            q += 1


@njit(cache=True)
def task_size(num_rows, group, num_kv_heads, threads):
    """How many rows, and heads of a group that shares a key head, a task takes.

    A task of fewer queries than `_MOST_TOGETHER` costs more for each, an idle thread most.
    """
    rows, heads = max(1, min(num_rows, _MOST_QUERIES // group)), group
    while threads > 1 and rows * heads > 1:
        num_tasks = -(-num_rows // rows) * -(-group // heads) * num_kv_heads
        wanted = threads if rows * heads <= _MOST_TOGETHER else _TASKS_PER_THREAD * threads
        if num_tasks >= wanted:
            break
        if rows > 1:
            rows = (rows + 1) // 2
        else:
            heads = (heads + 1) // 2
    return rows, heads


@njit(cache=True, _nrt=False)
def attend(
    task, rows_per_task, heads_per_task, num_rows, ahead, qkv, k_cache, v_cache, holders,
    positions, sequences, scores, states, sinks, out, scale, span, window,
):  # fmt: skip
    """Attention of some heads of some rows, which share a key head."""
    num_heads, num_kv_heads = out.shape[1] // row_len(k_cache), k_cache.shape[1]
    group = num_heads // num_kv_heads
    num_chunks, num_parts = -(-num_rows // rows_per_task), -(-group // heads_per_task)
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
            row, following - row, head, heads, kv_head, last, qkv, k_cache, v_cache, holders,
            positions, sequences, scores, states, slot, sinks, out, np.float32(scale), span,
            window,
        )  # fmt: skip
        slot += (following - row) * heads
        row = following
