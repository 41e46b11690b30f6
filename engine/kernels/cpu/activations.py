"""Loops of activations and softcap; see row_loops.py for the rules. Knows no product.

Loops that divide use numpy's error model: a check for zero would prevent vectorization.
"""

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.crew import in_shares
from engine.kernels.cpu.ir.vectors import exp_f32
from engine.kernels.cpu.row_loops import ONE, SERIAL_WORK
from engine.kernels.operands import Activation
from engine.quants.block_loops import loop_part

ACTIVATIONS = (Activation.SILU, Activation.GELU, Activation.CLAMPED)
"""Loops take an activation as its index in this tuple."""

BOUND = np.float32(88.0)  # e**x overflows above it, where sigmoid(-x) rounds to 0
CAP = np.float32(7.0)
COLUMNS_PER_TASK = 4096


@njit(cache=True, inline="always")
def sigmoid(x):
    return ONE / (ONE + exp_f32(min(-x, BOUND)))


@njit(cache=True, inline="always")
def silu(x):
    """x * sigmoid(x) (arXiv:1702.03118)."""
    return x / (ONE + exp_f32(min(-x, BOUND)))


@njit(cache=True, inline="always")
def gelu(x):
    """The tanh form (arXiv:1606.08415), as (1 + tanh(y)) / 2 = sigmoid(2y)."""
    cubic = x + np.float32(0.044715) * x * x * x
    return x / (ONE + exp_f32(min(np.float32(-1.5957691216057308) * cubic, BOUND)))


@njit(cache=True, inline="always")
def clamped(gate, up):
    """`Activation.CLAMPED`."""
    gate = min(gate, CAP)
    up = max(min(up, CAP), -CAP)
    return gate * sigmoid(np.float32(1.702) * gate) * (up + ONE)


@njit(cache=True, inline="always")
def _gate_row(gate, up, out, activation):
    # One loop per activation, so that each is vectorized.
    if activation == 0:
        for i in range(len(out)):
            out[i] = silu(gate[i]) * up[i]
    elif activation == 1:
        for i in range(len(out)):
            out[i] = gelu(gate[i]) * up[i]
    else:
        for i in range(len(out)):
            out[i] = clamped(gate[i], up[i])


@loop_part
def _gate_some(share, gate_up, out, activation, rows, shares):
    """Columns of rows, `COLUMNS_PER_TASK` together, of which this share takes each `shares`-th."""
    size = out.shape[1]
    chunks = (size + COLUMNS_PER_TASK - 1) // COLUMNS_PER_TASK
    for part in range(share, rows * chunks, shares):
        w, begin = part // chunks, part % chunks * COLUMNS_PER_TASK
        end = min(size, begin + COLUMNS_PER_TASK)
        gate, up = gate_up[w, begin:end], gate_up[w, size + begin : size + end]
        _gate_row(gate, up, out[w, begin:end], activation)


_gate_in_shares = in_shares(_gate_some)


@touches(
    lambda o: {"gate_up": (o.step.rows, 2 * o.out.shape[1]), "out": (o.step.rows, o.out.shape[1])}
)
@njit(cache=True, nogil=True, error_model="numpy")
def gate_halves(gate_up, out, activation, num_rows, crew):
    """out [W, F] = activation(gate, up); gate_up [W, 2F] is gate, then up."""
    rows, size = num_rows[0], out.shape[1]
    shares = 1
    if rows * size >= SERIAL_WORK // 8:
        shares = rows * ((size + COLUMNS_PER_TASK - 1) // COLUMNS_PER_TASK)
    _gate_in_shares(crew, shares, (gate_up, out, activation, rows, shares))


@touches(
    lambda o: {
        "x": (o.step.rows, o.out.shape[1]),
        "up": (o.step.rows, o.out.shape[1]),
        "out": (o.step.rows, o.out.shape[1]),
    }
)
@njit(cache=True, error_model="numpy")
def gate(x, up, out, activation, num_rows):
    """out [W, N] = activation(x, up)."""
    for w in range(num_rows[0]):
        _gate_row(x[w], up[w], out[w], activation)


@njit(cache=True, error_model="numpy")
def _cap_columns(share, logits, cap, rows):
    begin = share * COLUMNS_PER_TASK
    end = min(logits.shape[1], begin + COLUMNS_PER_TASK)
    for w in range(rows):
        row = logits[w, begin:end]
        for i in range(len(row)):
            x = row[i] / cap
            small = exp_f32(np.float32(-2.0) * abs(x))
            size_of = cap * ((ONE - small) / (ONE + small))
            row[i] = size_of if x > np.float32(0.0) else -size_of


_cap_all_columns = in_shares(_cap_columns)


@touches(lambda o: {"logits": (o.step.rows, o.logits.shape[1])})
@njit(cache=True, nogil=True)
def softcap(logits, cap, num_rows, crew):
    """logits [W, V] = cap * tanh(logits / cap)."""
    shares = (logits.shape[1] + COLUMNS_PER_TASK - 1) // COLUMNS_PER_TASK
    _cap_all_columns(crew, shares, (logits, np.float32(cap), num_rows[0]))
