"""The CPU's loops of recurrent layers: the gated delta rule and the short convolution.

Parallel loops split over rows or heads, never over a sum. What is in a ring stands at position % R.
"""

import math

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.crew import in_shares
from engine.kernels.cpu.ir.vectors import dot_1x1
from engine.kernels.cpu.row_loops import ONE, SERIAL_WORK, exp_f32
from engine.kernels.sizes import MAX_LOGGED_ROWS, STATE_ROWS, conv_rows

ZERO = np.float32(0.0)


@njit(cache=True, inline="always")
def _sigmoid(x):
    # e**-x overflows for very negative x, where the result is 0 to the last bit
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
    """As many as `target` has. An assignment of slices would take long to compile."""
    for i in range(target.shape[0]):
        target[i] = source[i]


@njit(cache=True)
def _add_tap(total, x, weight):
    for i in range(total.shape[0]):
        total[i] += weight[i] * x[i]


@njit(cache=True)
def _prepare_row(w, first, projected, conv, decay, decay_bias, eps, ring, mixed, gates, num_keys):
    channels, taps = conv.shape
    num_values = decay.shape[0]
    size = channels // (2 * num_keys + num_values)
    row = mixed[w]
    row[:] = ZERO
    for tap in range(taps):
        before = w - taps + 1 + tap
        if before >= 0:
            _add_tap(row, projected[before, :channels], conv[:, tap])
        elif first + before >= 0:
            _add_tap(row, ring[(first + before) % ring.shape[0]], conv[:, tap])
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
    """Of u, z, b and a together."""
    size = channels // (2 * num_keys + num_values)
    return channels + num_values * (size + 2)


@touches(
    lambda o: {
        "projected": (
            o.step.rows,
            max(delta_columns(len(o.conv), len(o.decay), o.num_keys), o.ring.shape[1]),
        ),
        "positions": (o.step.rows,),
        "conv": (o.mixed.shape[1], o.conv.shape[1]),
        "decay": (len(o.decay),),
        "decay_bias": (len(o.decay),),
        "ring": (conv_rows(o.conv.shape[1]), len(o.conv)),
        "mixed": (o.step.rows, len(o.conv)),
        "gates": (o.step.rows, 2 * len(o.decay)),
    }
)
@njit(cache=True, nogil=True)
def prepare_delta(
    projected, positions, conv, decay, decay_bias, eps, ring, mixed, gates, num_keys, num_rows, crew
):  # fmt: skip
    """mixed [W, channels]: q and k of unit length, v; gates [W, 2 * Hv]: what is kept, then beta."""
    rows = num_rows[0]
    if rows == 0:
        return
    first = positions[0]
    if rows * conv.size < SERIAL_WORK:
        for w in range(rows):
            _prepare_row(
                w, first, projected, conv, decay, decay_bias, eps, ring, mixed, gates, num_keys
            )
    else:
        arguments = (
            first, projected, conv, decay, decay_bias, eps, ring, mixed, gates, num_keys,
        )  # fmt: skip
        _prepare_rows(crew, rows, arguments)
    for w in range(max(0, rows - ring.shape[0]), rows):
        _copy(projected[w], ring[(first + w) % ring.shape[0]])


@njit(cache=True)
def _apply(memory, kept, key, error):
    """memory = kept * memory + key errorᵀ."""
    for i in range(memory.shape[0]):
        k = key[i]
        for j in range(memory.shape[1]):
            memory[i, j] = memory[i, j] * kept + k * error[j]


@njit(cache=True)
def _recall(memory, kept, key, out):
    """out = kept * key · memory, added up over the keys in order."""
    out[:] = ZERO
    for i in range(memory.shape[0]):
        k = key[i]
        for j in range(memory.shape[1]):
            out[j] += k * (memory[i, j] * kept)


@njit(cache=True)
def _replay(memory, keys, errors, decays, head, key_columns, columns, begin, end):
    """Do what positions begin … end - 1 of the log did."""
    for position in range(begin, end):
        place = position % keys.shape[0]
        _apply(memory, decays[place, head], keys[place][key_columns], errors[place][columns])


@njit(cache=True)
def _scan_head(
    head, first, rows, projected, mixed, gates, norm, eps, keys, errors, decays, memory, base,
    scratch, out, num_keys, grouped, lag,
):  # fmt: skip
    """All rows of one value head; scratch [Hv, S + 2, S]. The first that reads a key puts it down."""
    own = scratch[head]
    group = memory.shape[0] // num_keys
    key_head = head // group if grouped else head % num_keys
    owns_key = head % group == 0 if grouped else head < num_keys
    size, num_values = memory.shape[1], memory.shape[0]
    columns = slice(head * size, (head + 1) * size)
    key_columns = slice(key_head * size, (key_head + 1) * size)
    channels, all_keys = mixed.shape[1], keys.shape[1]
    is_logged = projected.shape[0] <= MAX_LOGGED_ROWS
    state, recalled, error = memory[head], own[size], own[size + 1]
    begin = base[head, 0]
    if first == 0:
        begin = 0
        state[:, :] = ZERO
    after = max(begin, first - lag) if is_logged else first
    _replay(state, keys, errors, decays, head, key_columns, columns, begin, after)
    base[head, :] = after
    if is_logged:
        for i in range(size):
            _copy(state[i], own[i])
        state = own[:size]
        _replay(state, keys, errors, decays, head, key_columns, columns, after, first)
    else:
        base[head, :] = first + rows
    query_scale = ONE / np.float32(math.sqrt(size))
    total = np.empty(1, np.float32)
    for w in range(rows):
        query = mixed[w, key_columns]
        key = mixed[w, all_keys:][key_columns]
        value = mixed[w, 2 * all_keys :][columns]
        kept = gates[w, head]
        _recall(state, kept, key, recalled)
        for j in range(size):
            error[j] = gates[w, num_values + head] * (value[j] - recalled[j])
        _apply(state, kept, key, error)
        _recall(state, ONE, query, recalled)
        for j in range(size):
            recalled[j] *= query_scale
        _store_gated(recalled, projected[w, channels:][columns], norm, eps, out[w, columns], total)
        if is_logged:
            place = (first + w) % keys.shape[0]
            if owns_key:
                _copy(key, keys[place, key_columns])
            _copy(error, errors[place, columns])
            decays[place, head] = kept


@njit(cache=True)
def _store_gated(x, gate, norm, eps, out, total):
    """out = norm(x) * silu(gate)."""
    size = x.shape[0]
    address = x.ctypes.data
    dot_1x1(address, 0, address, 0, total.ctypes.data, 0, 0, size, ONE)
    inverse = ONE / np.float32(math.sqrt(total[0] / np.float32(size) + np.float32(eps)))
    for j in range(size):
        out[j] = x[j] * inverse * norm[j] * (gate[j] * _sigmoid(gate[j]))


_scan_heads = in_shares(_scan_head)


@touches(
    lambda o: {
        "projected": (o.step.rows, o.mixed.shape[1] + len(o.memory) * o.memory.shape[1]),
        "positions": (o.step.rows,),
        "mixed": (o.step.rows, 2 * o.keys.shape[1] + len(o.memory) * o.memory.shape[1]),
        "gates": (o.step.rows, 2 * len(o.memory)),
        "norm": (o.memory.shape[1],),
        "keys": (STATE_ROWS, o.num_keys * o.memory.shape[1]),
        "errors": (len(o.keys), len(o.memory) * o.memory.shape[1]),
        "decays": (len(o.keys), len(o.memory)),
        "memory": (len(o.memory), o.memory.shape[1], o.scratch.shape[2]),
        "base": (len(o.memory), 1),
        "scratch": (len(o.memory), o.memory.shape[1] + 2, max(o.memory.shape[1:])),
        "out": (o.step.rows, len(o.memory) * o.memory.shape[1]),
    }
)
@njit(cache=True, nogil=True)
def scan_delta(
    projected, positions, mixed, gates, norm, eps, keys, errors, decays, memory, base,
    scratch, out, num_keys, grouped, lag, num_rows, crew,
):  # fmt: skip
    """The delta rule over rows that `prepare_delta` has prepared; scratch [Hv, S + 2, S]."""
    rows = num_rows[0]
    if rows == 0:
        return
    first = positions[0]
    if rows * memory.size < SERIAL_WORK:
        for head in range(memory.shape[0]):
            _scan_head(
                head, first, rows, projected, mixed, gates, norm, eps, keys, errors, decays,
                memory, base, scratch, out, num_keys, grouped, lag,
            )  # fmt: skip
    else:
        arguments = (
            first, rows, projected, mixed, gates, norm, eps, keys, errors, decays,
            memory, base, scratch, out, num_keys, grouped, lag,
        )  # fmt: skip
        _scan_heads(crew, memory.shape[0], arguments)


@njit(cache=True)
def _convolve_row(w, first, projected, weight, ring, out):
    size, taps = weight.shape
    row = out[w]
    row[:] = ZERO
    for tap in range(taps):
        before = w - taps + 1 + tap
        if before >= 0:
            for i in range(size):
                row[i] += weight[i, tap] * (projected[before, i] * projected[before, 2 * size + i])
        elif first + before >= 0:
            _add_tap(row, ring[(first + before) % ring.shape[0]], weight[:, tap])
    for i in range(size):
        row[i] *= projected[w, size + i]


_convolve_rows = in_shares(_convolve_row)


@touches(
    lambda o: {
        "projected": (o.step.rows, 3 * len(o.weight)),
        "positions": (o.step.rows,),
        "weight": (o.out.shape[1], o.weight.shape[1]),
        "ring": (conv_rows(o.weight.shape[1]), max(len(o.weight), o.out.shape[1])),
        "out": (o.step.rows, len(o.weight)),
    }
)
@njit(cache=True, nogil=True)
def convolve(projected, positions, weight, ring, out, num_rows, crew):
    """out [W, d] = c * causal convolution of b * u, which is put into `ring` [R, d]."""
    rows = num_rows[0]
    if rows == 0:
        return
    first, size = positions[0], weight.shape[0]
    if rows * weight.size < SERIAL_WORK:
        for w in range(rows):
            _convolve_row(w, first, projected, weight, ring, out)
    else:
        _convolve_rows(crew, rows, (first, projected, weight, ring, out))
    for w in range(max(0, rows - ring.shape[0]), rows):
        place = (first + w) % ring.shape[0]
        for i in range(size):
            ring[place, i] = projected[w, i] * projected[w, 2 * size + i]
