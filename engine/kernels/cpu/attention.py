"""Loops of attention: head norms, RoPE, KV cache writes, softmax attention, output gates.

A cache has R rows per sequence; position p is in row p % R. Parallel loops split over rows and
heads only.
"""

import math
from typing import Any

import numpy as np
from numba import njit

from engine.kernels.cpu.attention_blocks import NUM_STATES, attend_some, task_size
from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.crew import crew_size, in_shares
from engine.kernels.cpu.ir.vectors import exp_f32
from engine.kernels.cpu.kv_rows import row_len, write_row
from engine.kernels.cpu.row_loops import ONE, SERIAL_WORK, normalize, row_shares
from engine.kernels.sizes import PAGE_ROWS
from engine.quants.block_loops import loop_part


@loop_part
def _turn_neighbors(values, cos, sin):
    """Turn each pair of adjacent values."""
    for i in range(len(cos)):
        a, b = values[2 * i], values[2 * i + 1]
        values[2 * i] = a * cos[i] - b * sin[i]
        values[2 * i + 1] = a * sin[i] + b * cos[i]


@loop_part
def _turn_halves(firsts, seconds, cos, sin):
    """Turn each pair of a value of the first half and one of the second."""
    for i in range(len(cos)):
        a, b = firsts[i], seconds[i]
        firsts[i] = a * cos[i] - b * sin[i]
        seconds[i] = a * sin[i] + b * cos[i]


@loop_part
def _turn_some(share, qkv, cos, sin, positions, num_heads, head_dim, interleaved, rows, shares):
    """Turn the heads of the rows w with w % shares == share."""
    half = cos.shape[1]
    for w in range(share, rows, shares):
        c, s = cos[positions[w]], sin[positions[w]]
        for first in range(0, num_heads * head_dim, head_dim):
            values = qkv[w, first : first + 2 * half]
            if interleaved:
                _turn_neighbors(values, c, s)
            else:
                _turn_halves(values[:half], values[half:], c, s)


_turn_in_shares = in_shares(_turn_some)


@touches(
    lambda o: {
        "qkv": (o.step.rows, (o.num_heads - 1) * o.head_dim + 2 * o.cos.shape[1]),
        "cos": (o.step.positions, o.cos.shape[1]),
        "sin": (o.step.positions, o.cos.shape[1]),
        "positions": (o.step.rows,),
    }
)
@njit(cache=True, nogil=True)
def rope(qkv, cos, sin, positions, num_heads, head_dim, interleaved, num_rows, crew):
    """Turn the first 2 * cos.shape[1] values of each head by the angles of its row's position."""
    rows = num_rows[0]
    shares = row_shares(rows, num_heads * cos.shape[1])
    _turn_in_shares(
        crew, shares,
        (qkv, cos, sin, positions, num_heads, head_dim, interleaved, rows, shares),
    )  # fmt: skip


@njit(cache=True)
def _norm_some_heads(share, qkv, weight, first_head, num_heads, eps, rows, shares):
    """The heads of the rows w with w % shares == share."""
    size = weight.shape[0]
    total = np.empty(1, np.float32)
    for w in range(share, rows, shares):
        for head in range(first_head, first_head + num_heads):
            values = qkv[w, head * size : (head + 1) * size]
            normalize(values, weight, values, eps, total)


_norm_heads_in_shares = in_shares(_norm_some_heads)


@touches(
    lambda o: {
        "qkv": (o.step.rows, (o.first_head + o.num_heads) * len(o.weight)),
        "weight": (len(o.weight),),
    }
)
@njit(cache=True, nogil=True)
def norm_heads(qkv, weight, first_head, num_heads, eps, num_rows, crew):
    """Norm some heads of each row, in place."""
    shares = row_shares(num_rows[0], num_heads * weight.shape[0])
    arguments = (qkv, weight, first_head, num_heads, eps, num_rows[0], shares)
    _norm_heads_in_shares(crew, shares, arguments)


@njit(cache=True)
def _append_head(share, qkv, k_cache, v_cache, kv_rows, sequences, num_heads, rows):
    """The keys (even shares) or values (odd ones) of a key head: rows may replace each other."""
    num_kv_heads, ring = k_cache.shape[1], k_cache.shape[2]
    size, head = row_len(k_cache), share // 2
    first = (num_heads + head + share % 2 * num_kv_heads) * size
    for w in range(rows):
        sequence, row = sequences[w], kv_rows[w] % ring
        values = qkv[w, first : first + size]
        if share % 2:
            write_row(values, v_cache[sequence, head, row])
        else:
            write_row(values, k_cache[sequence, head, row])


_append_heads = in_shares(_append_head)


@touches(
    lambda o: {
        "qkv": (o.step.rows, (o.num_heads + 2 * o.k_cache.shape[1]) * row_len(o.k_cache)),
        "k_cache": o.v_cache.shape,
        "v_cache": o.k_cache.shape,
        "kv_rows": (o.step.rows,),
        "sequences": (o.step.rows,),
    }
)
@njit(cache=True, nogil=True)
def append_kv(qkv, k_cache, v_cache, kv_rows, sequences, num_heads, num_rows, crew):
    """Write the keys and values of each row, which follow its queries, to its row of the caches."""
    num_kv_heads, rows = k_cache.shape[1], num_rows[0]
    arguments = (qkv, k_cache, v_cache, kv_rows, sequences, num_heads, rows)
    if rows * num_kv_heads * row_len(k_cache) < SERIAL_WORK:
        for share in range(2 * num_kv_heads):
            _append_head(share, qkv, k_cache, v_cache, kv_rows, sequences, num_heads, rows)
    else:
        _append_heads(crew, 2 * num_kv_heads, arguments)


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


_attend_all = in_shares(attend_some)


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
        "states": (o.step.rows * (o.out.shape[1] // row_len(o.k_cache)), NUM_STATES),
        "sinks": (o.out.shape[1] // row_len(o.k_cache) if len(o.sinks) else 0,),
        "out": (o.step.rows, o.out.shape[1]),
    }
)
@njit(cache=True, nogil=True, error_model="numpy")
def attention(
    kernel, qkv, k_cache, v_cache, holders, positions, sequences, scores, states, sinks, out, scale,
    span, window, is_causal, num_rows, crew,
):  # fmt: skip
    ahead = 0 if is_causal else num_rows[0]
    num_heads, num_kv_heads = out.shape[1] // row_len(k_cache), k_cache.shape[1]
    longest = 0
    for w in range(num_rows[0]):
        longest = max(longest, min(positions[w] + 1, span, window))
    is_short = num_rows[0] * num_heads * longest * row_len(k_cache) < SERIAL_WORK
    threads = 1 if is_short else crew_size(crew)
    rows, heads = task_size(num_rows[0], num_heads // num_kv_heads, num_kv_heads, threads)
    num_tasks = -(-num_rows[0] // rows) * -(-(num_heads // num_kv_heads) // heads) * num_kv_heads
    shares = 1 if is_short else num_tasks
    arguments = (
        shares, num_tasks, kernel, rows, heads, num_rows[0], ahead, qkv, k_cache, v_cache, holders,
        positions, sequences, scores, states, sinks, out, scale, span, window,
    )  # fmt: skip
    _attend_all(crew, shares, arguments)


@njit(cache=True, inline="always")
def _gate_factor(x, is_sigmoid):
    # e**|x| may overflow; e**-|x| cannot.
    small = exp_f32(-abs(x))
    if is_sigmoid:
        return (ONE if x >= 0 else small) / (ONE + small)
    return max(x, np.float32(0.0)) + np.float32(math.log1p(small))


@njit(cache=True, error_model="numpy")  # a check for zero would prevent vectorization
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
