"""Loops of attention: head norms, RoPE, KV cache writes, softmax attention, output gates.

A cache has R rows per sequence; position p is in row p % R. Parallel loops split over rows and
heads only.
"""

import math
from typing import Any

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.crew import in_shares
from engine.kernels.cpu.kv_rows import add_rows, row_len, score_1, score_8, write_row
from engine.kernels.cpu.row_loops import ONE, SERIAL_WORK, exp_f32, normalize
from engine.kernels.sizes import PAGE_ROWS


@touches(
    lambda o: {
        "qkv": (o.step.rows, (o.num_heads - 1) * o.head_dim + 2 * o.cos.shape[1]),
        "cos": (o.step.positions, o.cos.shape[1]),
        "sin": (o.step.positions, o.cos.shape[1]),
        "positions": (o.step.rows,),
    }
)
@njit(cache=True)
def rope(qkv, cos, sin, positions, num_heads, head_dim, interleaved, num_rows):
    half = cos.shape[1]
    stride = 2 if interleaved else 1
    partner = 1 if interleaved else half
    for w in range(num_rows[0]):
        position = positions[w]
        for head in range(num_heads):
            base = head * head_dim
            for i in range(half):
                c, s = cos[position, i], sin[position, i]
                first = base + i * stride
                a, b = qkv[w, first], qkv[w, first + partner]
                qkv[w, first] = a * c - b * s
                qkv[w, first + partner] = a * s + b * c


@touches(
    lambda o: {
        "qkv": (o.step.rows, (o.first_head + o.num_heads) * len(o.weight)),
        "weight": (len(o.weight),),
    }
)
@njit(cache=True)
def norm_heads(qkv, weight, first_head, num_heads, eps, num_rows):
    size = weight.shape[0]
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        for head in range(first_head, first_head + num_heads):
            values = qkv[w, head * size : (head + 1) * size]
            normalize(values, weight, values, eps, total)


@touches(
    lambda o: {
        "qkv": (o.step.rows, (o.num_heads + 2 * o.k_cache.shape[1]) * row_len(o.k_cache)),
        "k_cache": o.v_cache.shape,
        "v_cache": o.k_cache.shape,
        "kv_rows": (o.step.rows,),
        "sequences": (o.step.rows,),
    }
)
@njit(cache=True)
def append_kv(qkv, k_cache, v_cache, kv_rows, sequences, num_heads, num_rows):
    num_kv_heads, ring = k_cache.shape[1], k_cache.shape[2]
    size = row_len(k_cache)
    for w in range(num_rows[0]):
        sequence, row = sequences[w], kv_rows[w] % ring
        for head in range(num_kv_heads):
            key = (num_heads + head) * size
            value = (num_heads + num_kv_heads + head) * size
            write_row(qkv[w, key : key + size], k_cache[sequence, head, row])
            write_row(qkv[w, value : value + size], v_cache[sequence, head, row])


@njit(cache=True)
def _transform_row(w, rows, num_values, length):
    """Each `length` of the first values of a row times a Hadamard matrix, by butterflies."""
    factor = np.float32(1.0 / math.sqrt(length))
    for first in range(0, num_values, length):
        span = 1
        while span < length:
            for pair in range(first, first + length, 2 * span):
                for i in range(pair, pair + span):
                    a, b = rows[w, i], rows[w, i + span]
                    rows[w, i], rows[w, i + span] = a + b, a - b
            span *= 2
        for i in range(first, first + length):
            rows[w, i] *= factor


_transform_rows = in_shares(_transform_row)


@touches(lambda o: {"rows": (o.step.rows, o.num_values)})
@njit(cache=True, nogil=True)
def transform_heads(rows, num_values, length, num_rows, crew):
    """Multiply the first `num_values` of each row by a Hadamard matrix of `length`, a power of two.

    The matrix is its own inverse.
    """
    if num_rows[0] * num_values < SERIAL_WORK // 16:
        for w in range(num_rows[0]):
            _transform_row(w, rows, num_values, length)
    else:
        _transform_rows(crew, num_rows[0], (rows, num_values, length))


@njit(cache=True, inline="always")
def _block_scores(k_cache, keys, first, query, scores, count, head_dim, scale):
    """scores[j] = scale * dot(key first + j, query), j < count; rows may wrap around the ring.

    keys (row 0), query and scores are addresses.
    """
    ring, stride = k_cache.shape[2], k_cache.strides[2]
    done = 0
    while done < count:
        row = (first + done) % ring
        end = done + min(count - done, ring - row)
        key = keys + row * stride
        while done + 8 <= end:
            score_8(k_cache, key, stride, query, scores + done * 4, head_dim, scale)
            done += 8
            key += 8 * stride
        while done < end:
            score_1(k_cache, key, stride, query, scores + done * 4, head_dim, scale)
            done += 1
            key += stride


@njit(cache=True, inline="always")
def _add_block(v_cache, values, first, weights, total, count, head_dim):
    """total += weights[j] * value first + j, j < count in order; see `_block_scores`."""
    ring, stride = v_cache.shape[2], v_cache.strides[2]
    done = 0
    while done < count:
        row = (first + done) % ring
        num_rows = min(count - done, ring - row)
        value = values + row * stride
        add_rows(v_cache, total, value, stride, weights + done * 4, num_rows, head_dim)
        done += num_rows


@njit(cache=True, inline="always")
def _holder(holders, sequence, position):
    """Whose rows hold a position of a sequence; without `holders` its own."""
    return holders[sequence, position // PAGE_ROWS] if holders.shape[0] > 0 else sequence


@njit(cache=True)
def _attend(
    task, qkv, k_cache, v_cache, holders, positions, sequences, scores, sinks, out, scale, span,
    window, ahead,
):  # fmt: skip
    """Online softmax of one head of one row, over aligned blocks of positions in order.

    A sink is an initial score without a value. The row sees those of its sequence among the first
    `ahead` rows, even after itself.
    """
    num_kv_heads, head_dim = k_cache.shape[1], row_len(k_cache)
    num_heads = out.shape[1] // head_dim
    block = scores.shape[1]
    w, head = task // num_heads, task % num_heads
    kv_head = head // (num_heads // num_kv_heads)
    last = w
    while last + 1 < ahead and sequences[last + 1] == sequences[w]:
        last += 1
    end = min(positions[last] + 1, span)
    first = max(positions[w] + 1 - window, 0)
    query = qkv[w].ctypes.data + head * head_dim * 4
    total = out[w, head * head_dim : (head + 1) * head_dim]
    weights = scores[task]
    total[:] = np.float32(0.0)
    highest = np.float32(-np.inf)
    denominator = np.float32(0.0)
    if sinks.shape[0] > 0:
        highest = sinks[head]
        denominator = ONE
    while first < end:
        count = min(first - first % block + block, end) - first  # up to the block boundary
        holder = _holder(holders, sequences[w], first)
        keys = k_cache[holder, kv_head].ctypes.data
        values = v_cache[holder, kv_head].ctypes.data
        _block_scores(
            k_cache, keys, first, query, weights.ctypes.data, count, head_dim, np.float32(scale)
        )
        before = highest
        for j in range(count):
            highest = max(highest, weights[j])
        if highest > before:
            correction = exp_f32(before - highest)
            denominator *= correction
            for i in range(head_dim):
                total[i] *= correction
        for j in range(count):
            weights[j] = exp_f32(weights[j] - highest)
        for j in range(count):
            denominator += weights[j]
        _add_block(v_cache, values, first, weights.ctypes.data, total.ctypes.data, count, head_dim)
        first += count
    for i in range(head_dim):
        total[i] /= denominator


_attend_all = in_shares(_attend)


def num_kv_heads_read(k_cache: Any, out: Any) -> int:
    """The number of key heads that the query heads of `out` read."""
    num_heads: int = out.shape[1] // row_len(k_cache)
    num_kv_heads: int = k_cache.shape[1]
    return (num_heads - 1) // max(1, num_heads // num_kv_heads) + 1


def cache_read(cache: Any, other: Any, out: Any) -> tuple[int, ...]:
    """The extent of a cache that attention reads; `other` must have as many sequences and rows."""
    return len(other), num_kv_heads_read(cache, out), *other.shape[2:]


def pages_read(o: Any) -> tuple[int, int]:
    """The extent of the holders that attention reads."""
    return len(o.k_cache), -(-min(o.step.positions, o.span) // PAGE_ROWS)


@touches(
    lambda o: {
        "qkv": (o.step.rows, o.out.shape[1]),
        "k_cache": cache_read(o.k_cache, o.v_cache, o.out),
        "v_cache": cache_read(o.k_cache, o.k_cache, o.out),
        "holders": pages_read(o) if len(o.holders) else (0, 0),
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
        "scores": (o.step.rows * (o.out.shape[1] // row_len(o.k_cache)), o.scores.shape[1]),
        "sinks": (o.out.shape[1] // row_len(o.k_cache) if len(o.sinks) else 0,),
        "out": (o.step.rows, o.out.shape[1]),
    }
)
@njit(cache=True, nogil=True)
def attention(
    qkv, k_cache, v_cache, holders, positions, sequences, scores, sinks, out, scale, span, window,
    is_causal, num_rows, crew,
):  # fmt: skip
    ahead = 0 if is_causal else num_rows[0]
    num_tasks = num_rows[0] * (out.shape[1] // row_len(k_cache))
    longest = 0
    for w in range(num_rows[0]):
        longest = max(longest, min(positions[w] + 1, span, window))
    if num_tasks * longest * row_len(k_cache) < SERIAL_WORK:
        for task in range(num_tasks):
            _attend(
                task, qkv, k_cache, v_cache, holders, positions, sequences, scores, sinks, out,
                scale, span, window, ahead,
            )  # fmt: skip
    else:
        arguments = (
            qkv, k_cache, v_cache, holders, positions, sequences, scores, sinks, out, scale, span,
            window, ahead,
        )  # fmt: skip
        _attend_all(crew, num_tasks, arguments)


@njit(cache=True, inline="always")
def _gate_factor(x, is_sigmoid):
    # e**|x| may overflow; e**-|x| cannot.
    small = exp_f32(-abs(x))
    if is_sigmoid:
        return (ONE if x >= 0 else small) / (ONE + small)
    return max(x, np.float32(0.0)) + np.float32(math.log1p(small))


@njit(cache=True)
def _gate_row(w, out, gate, is_sigmoid):
    num_gates = gate.shape[1]
    size = out.shape[1] // num_gates
    for i in range(num_gates):
        factor = _gate_factor(gate[w, i], is_sigmoid)
        for j in range(i * size, (i + 1) * size):
            out[w, j] *= factor


_gate_rows = in_shares(_gate_row)


@touches(lambda o: {"out": (o.step.rows, o.out.shape[1]), "gate": (o.step.rows, o.gate.shape[1])})
@njit(cache=True, nogil=True)
def gate_heads(out, gate, is_sigmoid, num_rows, crew):
    """out *= sigmoid or softplus of gate, which has one column per element or per head of out."""
    if num_rows[0] * gate.shape[1] < SERIAL_WORK // 16:
        for w in range(num_rows[0]):
            _gate_row(w, out, gate, is_sigmoid)
    else:
        _gate_rows(crew, num_rows[0], (out, gate, is_sigmoid))
