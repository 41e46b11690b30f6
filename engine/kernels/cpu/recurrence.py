"""Loops of recurrent layers: the gated delta rule and the short convolution.

Parallel loops split over rows or heads, never over a sum. Rings are indexed by position % R. A run
is the adjacent rows of one sequence; the rows before it are in the state of that sequence. Loops
that divide use numpy's error model, as in activations.py.
"""

import math
from typing import Any

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.crew import in_shares
from engine.kernels.cpu.ir.vectors import dot_1x1, exp_f32
from engine.kernels.cpu.row_loops import ONE, SERIAL_WORK
from engine.kernels.sizes import MAX_LOGGED_ROWS, STATE_ROWS, conv_rows

ZERO = np.float32(0.0)


@njit(cache=True, inline="always")
def _sigmoid(x):
    # Clamped, since e**-x overflows for very negative x, where the result rounds to 0.
    return ONE / (ONE + exp_f32(min(-x, np.float32(88.0))))


@njit(cache=True, inline="always")
def _softplus(x):
    return max(x, ZERO) + np.float32(math.log1p(exp_f32(-abs(x))))


@njit(cache=True)
def _divide_by_length(values, eps, total):
    """values /= sqrt(sum of squares + eps); `total` [1] is scratch."""
    address = values.ctypes.data
    dot_1x1(address, 0, address, 0, total.ctypes.data, 0, 0, values.shape[0], ONE)
    inverse = ONE / np.float32(math.sqrt(total[0] + np.float32(eps)))
    for i in range(values.shape[0]):
        values[i] *= inverse


@njit(cache=True)
def _copy(source, target):
    """Copy len(target) elements. A slice assignment would take long to compile."""
    for i in range(target.shape[0]):
        target[i] = source[i]


@njit(cache=True)
def _add_tap(total, x, weight):
    for i in range(total.shape[0]):
        total[i] += weight[i] * x[i]


@njit(cache=True, inline="always")
def _run_rows_before(w, sequences, most):
    """The number of rows before row w in its run, at most `most`."""
    count = 0
    while count < min(most, w) and sequences[w - count - 1] == sequences[w]:
        count += 1
    return count


@njit(cache=True, error_model="numpy")
def _prepare_row(
    w, projected, positions, sequences, conv, decay, decay_bias, eps, ring, mixed, gates, num_keys
):  # fmt: skip
    channels, taps = conv.shape
    num_values = decay.shape[0]
    size = channels // (2 * num_keys + num_values)
    num_before = _run_rows_before(w, sequences, taps - 1)
    row = mixed[w]
    row[:] = ZERO
    for tap in range(taps):
        back = taps - 1 - tap
        if back <= num_before:
            _add_tap(row, projected[w - back, :channels], conv[:, tap])
        elif back <= positions[w]:
            place = (positions[w] - back) % ring.shape[1]
            _add_tap(row, ring[sequences[w], place], conv[:, tap])
    for i in range(channels):
        row[i] *= _sigmoid(row[i])
    total = np.empty(1, np.float32)
    for head in range(2 * num_keys):
        _divide_by_length(row[head * size : (head + 1) * size], eps, total)
    at = channels + num_values * size
    for head in range(num_values):
        a = projected[w, at + num_values + head]
        gates[w, head] = exp_f32(_softplus(a + decay_bias[head]) * decay[head])
        gates[w, num_values + head] = _sigmoid(projected[w, at + head])


_prepare_rows = in_shares(_prepare_row)


def delta_columns(channels: int, num_values: int, num_keys: int) -> int:
    """The columns of u, z, b and a together."""
    size = channels // (2 * num_keys + num_values)
    return channels + num_values * (size + 2)


@touches(
    lambda o: {
        "projected": (
            o.step.rows,
            max(delta_columns(len(o.conv), len(o.decay), o.num_keys), o.ring.shape[2]),
        ),
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
        "conv": (o.mixed.shape[1], o.conv.shape[1]),
        "decay": (len(o.decay),),
        "decay_bias": (len(o.decay),),
        "ring": (len(o.ring), conv_rows(o.conv.shape[1]), len(o.conv)),
        "mixed": (o.step.rows, len(o.conv)),
        "gates": (o.step.rows, 2 * len(o.decay)),
    }
)
@njit(cache=True, nogil=True)
def prepare_delta(
    projected, positions, sequences, conv, decay, decay_bias, eps, ring, mixed, gates, num_keys,
    num_rows, crew,
):  # fmt: skip
    """mixed [W, channels] = q and k of unit length, v; gates [W, 2 * Hv] = decay, beta."""
    rows, ring_rows = num_rows[0], ring.shape[1]
    if rows * conv.size < SERIAL_WORK:
        for w in range(rows):
            _prepare_row(
                w, projected, positions, sequences, conv, decay, decay_bias, eps, ring, mixed,
                gates, num_keys,
            )  # fmt: skip
    else:
        arguments = (
            projected, positions, sequences, conv, decay, decay_bias, eps, ring, mixed, gates,
            num_keys,
        )  # fmt: skip
        _prepare_rows(crew, rows, arguments)
    for w in range(max(0, rows - ring_rows), rows):
        _copy(projected[w], ring[sequences[w], positions[w] % ring_rows])


@njit(cache=True)
def _apply(memory, kept, key, error):
    """memory = kept * memory + key errorᵀ."""
    for i in range(memory.shape[0]):
        k = key[i]
        for j in range(memory.shape[1]):
            memory[i, j] = memory[i, j] * kept + k * error[j]


@njit(cache=True)
def _recall(memory, kept, key, out):
    """out = kept * key · memory, summed over the key elements in order."""
    out[:] = ZERO
    size, i = memory.shape[0], 0
    while i + 4 <= size:  # a sum is loaded and stored once for four
        a, b, c, d = key[i], key[i + 1], key[i + 2], key[i + 3]
        for j in range(memory.shape[1]):
            total = out[j] + a * (memory[i, j] * kept)
            total += b * (memory[i + 1, j] * kept)
            total += c * (memory[i + 2, j] * kept)
            out[j] = total + d * (memory[i + 3, j] * kept)
        i += 4
    for k in range(i, size):
        for j in range(memory.shape[1]):
            out[j] += key[k] * (memory[k, j] * kept)


@njit(cache=True)
def _apply_and_recall(memory, kept, key, error, query, out):
    """As `_apply`, then out = query · memory."""
    out[:] = ZERO
    size, i = memory.shape[0], 0
    while i + 2 <= size:
        a, b, p, q = key[i], key[i + 1], query[i], query[i + 1]
        for j in range(memory.shape[1]):
            first = memory[i, j] * kept + a * error[j]
            second = memory[i + 1, j] * kept + b * error[j]
            memory[i, j], memory[i + 1, j] = first, second
            out[j] = (out[j] + p * first) + q * second
        i += 2
    for k in range(i, size):
        for j in range(memory.shape[1]):
            value = memory[k, j] * kept + key[k] * error[j]
            memory[k, j] = value
            out[j] += query[k] * value


@njit(cache=True)
def _replay(memory, keys, errors, decays, sequence, head, key_columns, columns, begin, end):
    """Apply the logged updates of positions begin … end - 1 of a sequence."""
    for position in range(begin, end):
        place = position % keys.shape[1]
        kept = decays[sequence, place, head]
        _apply(memory, kept, keys[sequence, place, key_columns], errors[sequence, place, columns])


@njit(cache=True, inline="always")
def _run_end(begin, rows, sequences):
    """The end of the run that begins at row `begin`, at most `rows`."""
    end = begin + 1
    while end < rows and sequences[end] == sequences[begin]:
        end += 1
    return end


@njit(cache=True)
def _scan_head(
    head, rows, projected, positions, sequences, mixed, gates, norm, eps, keys, errors, decays,
    memory, base, scratch, out, num_keys, grouped, lag,
):  # fmt: skip
    """Process all rows of one value head, run by run; scratch [Hv, D + 2, D].

    The first value head of a key head logs the key.
    """
    own = scratch[head]
    num_values, size = memory.shape[1], memory.shape[2]
    group = num_values // num_keys
    key_head = head // group if grouped else head % num_keys
    owns_key = head % group == 0 if grouped else head < num_keys
    columns = slice(head * size, (head + 1) * size)
    key_columns = slice(key_head * size, (key_head + 1) * size)
    channels, all_keys = mixed.shape[1], keys.shape[2]
    is_logged = projected.shape[0] <= MAX_LOGGED_ROWS
    recalled, error = own[size], own[size + 1]
    query_scale = ONE / np.float32(math.sqrt(size))
    total = np.empty(1, np.float32)
    end = 0
    while end < rows:
        begin, sequence, first = end, sequences[end], positions[end]
        end = _run_end(begin, rows, sequences)
        state = memory[sequence, head]
        old = base[sequence, head, 0]
        if first == 0:
            old = 0
            state[:, :] = ZERO
        after = max(old, first - lag) if is_logged else first
        _replay(state, keys, errors, decays, sequence, head, key_columns, columns, old, after)
        base[sequence, head, :] = after if is_logged else first + end - begin
        if is_logged:
            for i in range(size):
                _copy(state[i], own[i])
            state = own[:size]
            _replay(state, keys, errors, decays, sequence, head, key_columns, columns, after, first)
        for w in range(begin, end):
            query = mixed[w, key_columns]
            key = mixed[w, all_keys:][key_columns]
            value = mixed[w, 2 * all_keys :][columns]
            kept = gates[w, head]
            _recall(state, kept, key, recalled)
            for j in range(size):
                error[j] = gates[w, num_values + head] * (value[j] - recalled[j])
            _apply_and_recall(state, kept, key, error, query, recalled)
            for j in range(size):
                recalled[j] *= query_scale
            gate = projected[w, channels:][columns]
            _store_gated(recalled, gate, norm, eps, out[w, columns], total)
            if is_logged:
                place = positions[w] % keys.shape[1]
                if owns_key:
                    _copy(key, keys[sequence, place, key_columns])
                _copy(error, errors[sequence, place, columns])
                decays[sequence, place, head] = kept


@njit(cache=True, error_model="numpy")
def _store_gated(x, gate, norm, eps, out, total):
    """out = norm(x) * silu(gate)."""
    size = x.shape[0]
    address = x.ctypes.data
    dot_1x1(address, 0, address, 0, total.ctypes.data, 0, 0, size, ONE)
    inverse = ONE / np.float32(math.sqrt(total[0] / np.float32(size) + np.float32(eps)))
    for j in range(size):
        out[j] = x[j] * inverse * norm[j] * (gate[j] * _sigmoid(gate[j]))


_scan_heads = in_shares(_scan_head)


def value_columns(memory: Any) -> int:
    """The value columns of all heads of a memory [S, Hv, D, D]."""
    columns: int = memory.shape[1] * memory.shape[2]
    return columns


@touches(
    lambda o: {
        "projected": (o.step.rows, o.mixed.shape[1] + value_columns(o.memory)),
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
        "mixed": (o.step.rows, 2 * o.keys.shape[2] + value_columns(o.memory)),
        "gates": (o.step.rows, 2 * o.memory.shape[1]),
        "norm": (o.memory.shape[2],),
        "keys": (len(o.memory), STATE_ROWS, o.num_keys * o.memory.shape[2]),
        "errors": (len(o.memory), o.keys.shape[1], value_columns(o.memory)),
        "decays": (len(o.memory), o.keys.shape[1], o.memory.shape[1]),
        "memory": (*o.memory.shape[:3], o.scratch.shape[2]),
        "base": (*o.memory.shape[:2], 1),
        "scratch": (o.memory.shape[1], o.memory.shape[2] + 2, max(o.memory.shape[2:])),
        "out": (o.step.rows, value_columns(o.memory)),
    }
)
@njit(cache=True, nogil=True)
def scan_delta(
    projected, positions, sequences, mixed, gates, norm, eps, keys, errors, decays, memory, base,
    scratch, out, num_keys, grouped, lag, num_rows, crew,
):  # fmt: skip
    """The delta rule on the outputs of `prepare_delta`; scratch [Hv, D + 2, D]."""
    rows, num_values = num_rows[0], memory.shape[1]
    if rows * memory[0].size < SERIAL_WORK:
        for head in range(num_values):
            _scan_head(
                head, rows, projected, positions, sequences, mixed, gates, norm, eps, keys, errors,
                decays, memory, base, scratch, out, num_keys, grouped, lag,
            )  # fmt: skip
    else:
        arguments = (
            rows, projected, positions, sequences, mixed, gates, norm, eps, keys, errors, decays,
            memory, base, scratch, out, num_keys, grouped, lag,
        )  # fmt: skip
        _scan_heads(crew, num_values, arguments)


@njit(cache=True)
def _convolve_row(w, projected, positions, sequences, weight, ring, out):
    size, taps = weight.shape
    num_before = _run_rows_before(w, sequences, taps - 1)
    row = out[w]
    row[:] = ZERO
    for tap in range(taps):
        back = taps - 1 - tap
        if back <= num_before:
            before = projected[w - back]
            for i in range(size):
                row[i] += weight[i, tap] * (before[i] * before[2 * size + i])
        elif back <= positions[w]:
            place = (positions[w] - back) % ring.shape[1]
            _add_tap(row, ring[sequences[w], place], weight[:, tap])
    for i in range(size):
        row[i] *= projected[w, size + i]


_convolve_rows = in_shares(_convolve_row)


@touches(
    lambda o: {
        "projected": (o.step.rows, 3 * len(o.weight)),
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
        "weight": (o.out.shape[1], o.weight.shape[1]),
        "ring": (len(o.ring), conv_rows(o.weight.shape[1]), max(len(o.weight), o.out.shape[1])),
        "out": (o.step.rows, len(o.weight)),
    }
)
@njit(cache=True, nogil=True)
def convolve(projected, positions, sequences, weight, ring, out, num_rows, crew):
    """out [W, d] = c * causal convolution of b * u, which is written to `ring` [S, R, d]."""
    rows, size, ring_rows = num_rows[0], weight.shape[0], ring.shape[1]
    if rows * weight.size < SERIAL_WORK:
        for w in range(rows):
            _convolve_row(w, projected, positions, sequences, weight, ring, out)
    else:
        _convolve_rows(crew, rows, (projected, positions, sequences, weight, ring, out))
    for w in range(max(0, rows - ring_rows), rows):
        kept = ring[sequences[w], positions[w] % ring_rows]
        for i in range(size):
            kept[i] = projected[w, i] * projected[w, 2 * size + i]
