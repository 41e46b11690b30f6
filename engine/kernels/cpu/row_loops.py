"""Loops over a step's rows: norms, sums, factors, float products. Numba compiles them.

Parallel loops split over outputs only, never over a sum: results do not depend on the threads.
"""

import logging
import math

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.crew import in_shares
from engine.kernels.cpu.ir.vectors import (
    dot_1x1,
    dot_1x4,
    dot_2x4,
    dot_4x1,
)
from engine.quants import loop_cache
from engine.quants.block_loops import loop_part

logger = logging.getLogger(__name__)
logger.debug("Compiled loops are kept in %s", loop_cache.FOLDER)

ONE = np.float32(1.0)
HALF_ROOT = np.float32(math.sqrt(0.5))
SERIAL_WORK = 1 << 15  # multiply-adds below which a second thread costs more than it saves
ROWS_PER_TASK = 32  # output columns per task: their weights stay in the cache


@touches(
    lambda o: {
        "ids": (o.step.rows,),
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
        "history": (len(o.history), o.step.positions),
    }
)
@njit(cache=True)
def note_ids(ids, positions, sequences, history, num_rows):
    for w in range(num_rows[0]):
        history[sequences[w], positions[w]] = ids[w]


@loop_part
def row_shares(rows, work):
    """The shares of a loop over rows that computes `work` values of each."""
    return rows if rows * work >= SERIAL_WORK else 1


@njit(cache=True, inline="always")
def inverse_rms(values, size, eps, total):
    """1 / sqrt(mean(values²) + eps) of `size` values; `total` [1] is scratch."""
    address = values.ctypes.data
    dot_1x1(address, 0, address, 0, total.ctypes.data, 0, 0, size, ONE)
    return ONE / np.float32(math.sqrt(total[0] / np.float32(size) + np.float32(eps)))


@njit(cache=True, inline="always")
def normalize(values, weight, out, eps, total):
    """out = weight * values / rms(values); `out` may be `values`, `total` [1] is scratch."""
    size = weight.shape[0]
    scale = inverse_rms(values, size, eps, total)
    for i in range(size):
        out[i] = values[i] * scale * weight[i]


@njit(cache=True)
def _norm_some(share, x, weight, out, eps, rows, shares):
    """The rows w with w % shares == share."""
    total = np.empty(1, np.float32)
    for w in range(share, rows, shares):
        normalize(x[w], weight, out[w], eps, total)


_norm_in_shares = in_shares(_norm_some)


@touches(
    lambda o: {
        "x": (o.step.rows, len(o.weight)),
        "weight": (len(o.weight),),
        "out": (o.step.rows, len(o.weight)),
    }
)
@njit(cache=True, nogil=True)
def rms_norm(x, weight, out, eps, num_rows, crew):
    shares = row_shares(num_rows[0], weight.shape[0])
    _norm_in_shares(crew, shares, (x, weight, out, eps, num_rows[0], shares))


@njit(cache=True)
def _multiply_columns(share, x, weight, out, rows):
    num_outputs, size = weight.shape
    x_stride, w_stride, y_stride = x.strides[0], weight.strides[0], out.strides[0]
    x_base, w_base, y_base = x.ctypes.data, weight.ctypes.data, out.ctypes.data
    begin = share * ROWS_PER_TASK
    end = min(num_outputs, begin + ROWS_PER_TASK)
    row = 0
    while row + 4 <= rows:
        xa, ya = x_base + row * x_stride, y_base + row * y_stride
        n = begin
        while n + 2 <= end:
            w = w_base + n * w_stride
            dot_2x4(w, w_stride, xa, x_stride, ya + n * 4, 4, y_stride, size, ONE)
            n += 2
        if n < end:
            w = w_base + n * w_stride
            dot_1x4(w, w_stride, xa, x_stride, ya + n * 4, 4, y_stride, size, ONE)
        row += 4
    while row < rows:
        xa, ya = x_base + row * x_stride, y_base + row * y_stride
        n = begin
        while n + 4 <= end:
            w = w_base + n * w_stride
            dot_4x1(w, w_stride, xa, x_stride, ya + n * 4, 4, y_stride, size, ONE)
            n += 4
        while n < end:
            w = w_base + n * w_stride
            dot_1x1(w, w_stride, xa, x_stride, ya + n * 4, 4, y_stride, size, ONE)
            n += 1
        row += 1


_multiply_all_columns = in_shares(_multiply_columns)


@touches(
    lambda o: {
        "x": (o.step.rows, o.weight.shape[1]),
        "weight": o.weight.shape,
        "out": (o.step.rows, o.weight.shape[0]),
    }
)
@njit(cache=True, nogil=True)
def matmul(x, weight, out, num_rows, crew):
    shares = (weight.shape[0] + ROWS_PER_TASK - 1) // ROWS_PER_TASK
    _multiply_all_columns(crew, shares, (x, weight, out, num_rows[0]))


@loop_part
def _add_some(share, x, y, rows, shares):
    """The rows w with w % shares == share."""
    for w in range(share, rows, shares):
        for i in range(x.shape[1]):
            x[w, i] += y[w, i]


_add_in_shares = in_shares(_add_some)


@touches(lambda o: {"x": (o.step.rows, o.x.shape[1]), "y": (o.step.rows, o.x.shape[1])})
@njit(cache=True, nogil=True)
def add(x, y, num_rows, crew):
    """x += y."""
    shares = row_shares(num_rows[0], x.shape[1])
    _add_in_shares(crew, shares, (x, y, num_rows[0], shares))


@touches(lambda o: {"x": (o.step.rows, o.x.shape[1]), "bias": (o.x.shape[1],)})
@njit(cache=True)
def add_bias(x, bias, num_rows):
    for w in range(num_rows[0]):
        for i in range(x.shape[1]):
            x[w, i] += bias[i]


@touches(
    lambda o: {
        "x": (o.step.rows, o.x.shape[1]),
        "factors": (o.step.positions,),
        "positions": (o.step.rows,),
    }
)
@njit(cache=True)
def scale(x, factors, positions, num_rows):
    for w in range(num_rows[0]):
        factor = factors[positions[w]]
        for i in range(x.shape[1]):
            x[w, i] *= factor


@touches(
    lambda o: {
        "x": (o.step.rows, len(o.weight)),
        "weight": (len(o.weight),),
        "ring": o.ring.shape,
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
    }
)
@njit(cache=True)
def keep_rows(x, weight, eps, ring, positions, sequences, offset, num_rows):
    """ring[sequence, (position + offset) % R] = norm(x)."""
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        place = (positions[w] + offset) % ring.shape[1]
        normalize(x[w], weight, ring[sequences[w], place], eps, total)


@touches(
    lambda o: {
        "x": (o.step.rows, o.ring.shape[2]),
        "ring": o.ring.shape,
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
    }
)
@njit(cache=True)
def keep_plain_rows(x, ring, positions, sequences, offset, num_rows):
    """ring[sequence, (position + offset) % R] = x."""
    for w in range(num_rows[0]):
        place = (positions[w] + offset) % ring.shape[1]
        ring[sequences[w], place] = x[w, : ring.shape[2]]


@touches(
    lambda o: {
        "ring": o.ring.shape,
        "out": (o.step.rows, o.ring.shape[2]),
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
    }
)
@njit(cache=True)
def take_rows(ring, out, positions, sequences, num_rows):
    """out = the row kept at the position."""
    for w in range(num_rows[0]):
        out[w, : ring.shape[2]] = ring[sequences[w], positions[w] % ring.shape[1]]


@touches(
    lambda o: {
        "x": (o.step.rows, o.ring.shape[2]),
        "ring": o.ring.shape,
        "out": (o.step.rows, 2 * o.ring.shape[2]),
        "positions": (o.step.rows,),
        "sequences": (o.step.rows,),
    }
)
@njit(cache=True)
def join_rows(x, ring, out, positions, sequences, offset, num_rows):
    """out = x and the row kept at the position + offset."""
    size = ring.shape[2]
    for w in range(num_rows[0]):
        out[w, :size] = x[w, :size]
        place = positions[w] + offset
        if place < 0:
            out[w, size : 2 * size] = 0.0
        else:
            kept = ring[sequences[w], place % ring.shape[1]]
            out[w, size : 2 * size] = kept


@touches(
    lambda o: {
        "x": (o.step.rows, o.x.shape[1]),
        "columns": (o.out.shape[1],),
        "out": (o.step.rows, len(o.columns)),
    }
)
@njit(cache=True)
def spread(x, columns, out, num_rows):
    """out[v] = x[columns[v]], -inf where that is -1."""
    for w in range(num_rows[0]):
        for v in range(out.shape[1]):
            out[w, v] = x[w, columns[v]] if columns[v] >= 0 else -np.inf


@touches(lambda o: {"x": (o.step.rows, o.out.shape[1]), "out": (o.step.rows, o.out.shape[1])})
@njit(cache=True)
def copy(x, out, num_rows):
    for w in range(num_rows[0]):
        out[w, :] = x[w, :]


@touches(lambda o: {"x": (o.step.rows, o.x.shape[1])})
@njit(cache=True)
def multiply(x, factor, num_rows):
    for w in range(num_rows[0]):
        for i in range(x.shape[1]):
            x[w, i] *= np.float32(factor)


@touches(lambda o: {"x": (o.step.rows, len(o.weight)), "weight": (len(o.weight),)})
@njit(cache=True)
def normalize_rows(x, weight, eps, num_rows):
    """x [W, N] = norm(x)."""
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        normalize(x[w], weight, x[w], eps, total)


@njit(cache=True)
def _add_some_normed(share, x, weight, eps, onto, rows, shares):
    """The rows w with w % shares == share."""
    size = x.shape[1]
    total = np.empty(1, np.float32)
    for w in range(share, rows, shares):
        inverse = inverse_rms(x[w], size, eps, total)
        for i in range(size):
            onto[w, i] += x[w, i] * inverse * weight[i]


_add_normed_in_shares = in_shares(_add_some_normed)


@touches(
    lambda o: {
        "x": (o.step.rows, o.x.shape[1]),
        "weight": (o.x.shape[1],),
        "onto": (o.step.rows, o.x.shape[1]),
    }
)
@njit(cache=True, nogil=True)
def add_normed(x, weight, eps, onto, num_rows, crew):
    """onto [W, N] += norm(x)."""
    shares = row_shares(num_rows[0], x.shape[1])
    _add_normed_in_shares(crew, shares, (x, weight, eps, onto, num_rows[0], shares))


@touches(
    lambda o: {
        "rows": (o.step.rows, o.x.shape[1]),
        "weight": (len(o.weight),),
        "x": (o.step.rows, -(-o.x.shape[1] // len(o.weight)) * len(o.weight)),
    }
)
@njit(cache=True)
def mix_layer_inputs(rows, scale, weight, eps, x, num_rows):
    """x [W, L * P] = (norm of each P columns of x + scale * rows) / sqrt(2)."""
    size = len(weight)
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        for begin in range(0, x.shape[1], size):
            part = x[w, begin : begin + size]
            normalize(part, weight, part, eps, total)
        for i in range(x.shape[1]):
            x[w, i] = (x[w, i] + np.float32(scale) * rows[w, i]) * HALF_ROOT
