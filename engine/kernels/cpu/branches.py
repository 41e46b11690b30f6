"""Branches, norms and layer inputs on the CPU, compiled by numba; see row_loops.py. Knows no product."""

import math

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.row_loops import inverse_rms, normalize

HALF_ROOT = np.float32(math.sqrt(0.5))


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


@touches(
    lambda o: {
        "x": (o.step.rows, o.x.shape[1]),
        "weight": (o.x.shape[1],),
        "onto": (o.step.rows, o.x.shape[1]),
    }
)
@njit(cache=True)
def add_normed(x, weight, eps, onto, num_rows):
    """onto [W, N] += norm(x)."""
    size = x.shape[1]
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        inverse = inverse_rms(x[w], size, eps, total)
        for i in range(size):
            onto[w, i] += x[w, i] * inverse * weight[i]


@touches(
    lambda o: {
        "rows": (o.step.rows, o.x.shape[1]),
        "weight": (len(o.weight),),
        "x": (o.step.rows, -(-o.x.shape[1] // len(o.weight)) * len(o.weight)),
    }
)
@njit(cache=True)
def mix_layer_inputs(rows, scale, weight, eps, x, num_rows):
    """x [W, L * P] = (norm of each P columns + scale * rows) / sqrt(2)."""
    size = len(weight)
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        for begin in range(0, x.shape[1], size):
            part = x[w, begin : begin + size]
            normalize(part, weight, part, eps, total)
        for i in range(x.shape[1]):
            x[w, i] = (x[w, i] + np.float32(scale) * rows[w, i]) * HALF_ROOT
