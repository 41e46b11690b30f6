"""Loops of routing and experts; see row_loops.py for the rules.

The rows of an expert are gathered and multiplied together, so its weights are read and decoded
once. Each row's result is independent of the others, and a row's slots are added in order.
"""

import numpy as np
from numba import njit

from engine.kernels.cpu.activations import clamped, gelu, sigmoid, silu
from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.crew import in_shares
from engine.kernels.cpu.ir.vectors import dot_1x1, exp_f32
from engine.kernels.cpu.products import (
    IS_FLOAT,
    multiply_expert,
    num_shares,
    quantize,
    quantize_row,
    quantized_extents,
)
from engine.kernels.cpu.row_loops import ONE
from engine.quants.block_loops import loop_part

_OUTPUTS_PER_TASK = 32
_ROWS_AT_ONCE = 64  # bounds what a task allocates
LEAST_SUM = np.float32(2.0**-14)


@njit(cache=True, inline="always")
def _activated(gate, up, activation):
    """`activations.ACTIVATIONS[activation]` of gate and up."""
    if activation == 0:
        return silu(gate) * up
    if activation == 1:
        return gelu(gate) * up
    return clamped(gate, up)


@njit(cache=True, inline="always")
def _score(logits, scoring, scores):
    """`Scoring`: 0 SOFTMAX, 1 SIGMOID, 2 SOFTMAX_OF_USED (a copy of the logits)."""
    if scoring == 0:
        highest = np.float32(-np.inf)
        for logit in logits:
            highest = max(highest, logit)
        total = np.float32(0.0)
        for e in range(len(logits)):
            scores[e] = exp_f32(logits[e] - highest)
            total += scores[e]
        for e in range(len(logits)):
            scores[e] /= total
    elif scoring == 1:
        for e in range(len(logits)):
            scores[e] = sigmoid(logits[e])
    else:
        scores[:] = logits


@njit(cache=True, inline="always")
def _choose(ranked, chosen):
    """chosen = indices of the highest of `ranked`, at a tie the lower; sets those to -inf."""
    for slot in range(len(chosen)):
        best = 0
        for e in range(1, len(ranked)):
            if ranked[e] > ranked[best]:
                best = e
        chosen[slot] = best
        ranked[best] = -np.inf


@njit(cache=True, inline="always")
def _weigh(scores, chosen, scoring, normalized, scale, expert_scale, weights):
    num_used = len(chosen)
    for slot in range(num_used):
        weights[slot] = scores[chosen[slot]]
    if scoring == 2:
        highest = weights[0]
        total = np.float32(0.0)
        for slot in range(num_used):
            weights[slot] = exp_f32(weights[slot] - highest)
            total += weights[slot]
        for slot in range(num_used):
            weights[slot] /= total
    factor = np.float32(scale)
    if normalized:
        total = np.float32(0.0)
        for slot in range(num_used):
            total += weights[slot]
        factor /= max(total, LEAST_SUM)
    for slot in range(num_used):
        weights[slot] *= factor
        if expert_scale is not None:
            weights[slot] *= expert_scale[chosen[slot]]


@touches(
    lambda o: {
        "x": (o.step.rows, o.x.shape[1]),
        "logits": (o.step.rows, o.logits.shape[1]),
        "bias": (o.logits.shape[1],),
        "selection_bias": (o.logits.shape[1],),
        "expert_scale": (o.logits.shape[1],),
        "shared_gate": (o.x.shape[1],),
        "experts": (o.step.rows, o.experts.shape[1]),
        "weights": (o.step.rows, o.experts.shape[1]),
        "shared": (o.step.rows,),
    }
)
@njit(cache=True)
def route(
    x, logits, bias, selection_bias, expert_scale, shared_gate, scoring, normalized, scale,
    experts, weights, shared, num_rows,
):  # fmt: skip
    """experts, weights [W, k], shared [W] for x [W, d] and logits [W, E], which are overwritten."""
    num_experts = logits.shape[1]
    scores = np.empty(num_experts, np.float32)
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        row = logits[w]
        if bias is not None:
            for e in range(num_experts):
                row[e] += bias[e]
        _score(row, scoring, scores)
        if selection_bias is not None:
            for e in range(num_experts):
                row[e] = scores[e] + selection_bias[e]
        _choose(row, experts[w])
        _weigh(scores, experts[w], scoring, normalized, scale, expert_scale, weights[w])
        shared[w] = ONE
        if shared_gate is not None:
            a, b = x[w].ctypes.data, shared_gate.ctypes.data
            dot_1x1(a, 0, b, 0, total.ctypes.data, 0, 0, x.shape[1], ONE)
            shared[w] = sigmoid(total[0])


@njit(cache=True)
def sort_slots(experts, slots, starts, used):
    """As `group_slots`, of all rows of experts [W, k]; leaves out slots with an expert below 0."""
    num_used = experts.shape[1]
    starts[:] = 0
    for w in range(len(experts)):
        for j in range(num_used):
            if experts[w, j] >= 0:
                starts[experts[w, j]] += 1
    end = 0
    num_experts = len(starts) - 1
    count = 0
    for e in range(num_experts):
        if starts[e] > 0:
            used[count] = e
            count += 1
        end += starts[e]
        starts[e] = end
    starts[num_experts] = end
    used[num_experts] = count
    for w in range(len(experts) - 1, -1, -1):
        for j in range(num_used):
            e = experts[w, j]
            if e >= 0:
                starts[e] -= 1
                slots[starts[e]] = w * num_used + j


@touches(
    lambda o: {
        "experts": (o.step.rows, o.experts.shape[1]),
        "slots": (o.step.rows * o.experts.shape[1],),
        "starts": (len(o.starts),),
        "used": (len(o.starts),),
    }
)
@njit(cache=True)
def group_slots(experts, slots, starts, used, num_rows):
    """Sort slots w * k + j by expert: expert e has slots[starts[e]] … slots[starts[e + 1] - 1].

    slots int32 [W * k], starts int32 [E + 1]; used int32 [E + 1] begins with the experts that have
    slots and ends with their number.
    """
    sort_slots(experts[: num_rows[0]], slots, starts, used)


@njit(cache=True)
def _gather_share(share, x, slots, num_used, rows, codes, records, takes_codes, shares):
    """rows[i], codes and records = the row of x that slot i is of, i % shares == share."""
    for i in range(share, len(slots), shares):
        rows[i] = x[slots[i] // num_used]
        if takes_codes:
            quantize_row(rows, codes, records, i)


_gather_shares = in_shares(_gather_share)


@loop_part
def _num_chunks(size):
    return (size + _OUTPUTS_PER_TASK - 1) // _OUTPUTS_PER_TASK


@njit(cache=True)
def _gate_share(
    task, x, codes, records, gate, up, gate_bias, up_bias, activation, starts, used, inner
):  # fmt: skip
    size = inner.shape[1]
    chunks = _num_chunks(size)
    e, begin = used[task // chunks], task % chunks * _OUTPUTS_PER_TASK
    end = min(size, begin + _OUTPUTS_PER_TASK)
    most = min(_ROWS_AT_ONCE, starts[e + 1] - starts[e])
    gates = np.empty((most, _OUTPUTS_PER_TASK), np.float32)
    ups = np.empty((most, _OUTPUTS_PER_TASK), np.float32)
    for first in range(starts[e], starts[e + 1], most):
        rows = min(most, starts[e + 1] - first)
        multiply_expert(gate, e, begin, end, x, codes, records, first, rows, gates)
        multiply_expert(up, e, begin, end, x, codes, records, first, rows, ups)
        for m in range(rows):
            for n in range(begin, end):
                g, u = gates[m, n - begin], ups[m, n - begin]
                if gate_bias is not None:
                    g += gate_bias[e, n]
                if up_bias is not None:
                    u += up_bias[e, n]
                inner[first + m, n] = _activated(g, u, activation)


_gate_shares = in_shares(_gate_share)


@touches(
    lambda o: {
        "x": o.x.shape,
        "rows": (len(o.inner), o.x.shape[1]),
        **quantized_extents(len(o.inner), o.x.shape[1], o.gate, o.up),
        "gate": (len(o.starts) - 1, o.inner.shape[1], o.x.shape[1]),
        "up": (len(o.starts) - 1, o.inner.shape[1], o.x.shape[1]),
        "gate_bias": (len(o.starts) - 1, o.inner.shape[1]),
        "up_bias": (len(o.starts) - 1, o.inner.shape[1]),
        "slots": (len(o.inner),),
        "starts": (len(o.starts),),
        "used": (len(o.starts),),
        "inner": (len(o.inner) // len(o.x) * len(o.x), o.inner.shape[1]),
    }
)
@njit(cache=True, nogil=True)
def gate_experts(
    x, rows, codes, records, gate, up, gate_bias, up_bias, activation, slots, starts, used, inner,
    crew,
):  # fmt: skip
    """inner [W * k, F] = activation(gate, up) per slot, in the order of `slots`.

    gate, up as in `multiply_expert`; rows [W * k, d], codes and records are scratch.
    """
    taken = slots[: starts[len(starts) - 1]]
    takes_codes = gate[IS_FLOAT] == 0 or up[IS_FLOAT] == 0
    shares = num_shares(len(taken), x.shape[1])
    num_used = len(inner) // len(x)
    _gather_shares(crew, shares, (x, taken, num_used, rows, codes, records, takes_codes, shares))
    _gate_shares(
        crew,
        used[len(starts) - 1] * _num_chunks(inner.shape[1]),
        (rows, codes, records, gate, up, gate_bias, up_bias, activation, starts, used, inner),
    )


@njit(cache=True)
def _project_share(task, inner, codes, records, down, down_bias, slots, starts, used, parts):
    size = parts.shape[1]
    chunks = _num_chunks(size)
    e, begin = used[task // chunks], task % chunks * _OUTPUTS_PER_TASK
    end = min(size, begin + _OUTPUTS_PER_TASK)
    most = min(_ROWS_AT_ONCE, starts[e + 1] - starts[e])
    outputs = np.empty((most, _OUTPUTS_PER_TASK), np.float32)
    for first in range(starts[e], starts[e + 1], most):
        rows = min(most, starts[e + 1] - first)
        multiply_expert(down, e, begin, end, inner, codes, records, first, rows, outputs)
        for m in range(rows):
            part = parts[slots[first + m]]
            for n in range(begin, end):
                part[n] = outputs[m, n - begin]
                if down_bias is not None:
                    part[n] += down_bias[e, n]


_project_shares = in_shares(_project_share)


@touches(
    lambda o: {
        "inner": (len(o.parts), o.inner.shape[1]),
        **quantized_extents(len(o.parts), o.inner.shape[1], o.down),
        "down": (len(o.starts) - 1, o.parts.shape[1], o.inner.shape[1]),
        "down_bias": (len(o.starts) - 1, o.parts.shape[1]),
        "slots": (len(o.parts),),
        "starts": (len(o.starts),),
        "used": (len(o.starts),),
        "parts": (len(o.inner), o.parts.shape[1]),
    }
)
@njit(cache=True, nogil=True)
def project_experts(inner, codes, records, down, down_bias, slots, starts, used, parts, crew):
    """parts [W * k, d], by slot, = inner [W * k, F], in the order of `slots`, times down.

    down as in `multiply_expert`; codes and records are scratch.
    """
    if down[IS_FLOAT] == 0:
        quantize(inner, codes, records, starts[len(starts) - 1], crew)
    arguments = (inner, codes, records, down, down_bias, slots, starts, used, parts)
    tasks = used[len(starts) - 1] * _num_chunks(parts.shape[1])
    _project_shares(crew, tasks, arguments)


@touches(
    lambda o: {
        "parts": (o.step.rows * o.weights.shape[1], o.out.shape[1]),
        "weights": (o.step.rows, o.weights.shape[1]),
        "shared_part": (o.step.rows, o.out.shape[1]),
        "shared": (o.step.rows,),
        "out": (o.step.rows, o.out.shape[1]),
    }
)
@njit(cache=True)
def add_up(parts, weights, shared_part, shared, out, num_rows):
    """out [W, d] = sum of weights [W, k] * parts [W * k, d], + shared [W] * shared_part."""
    num_used = weights.shape[1]
    for w in range(num_rows[0]):
        row = out[w]
        row[:] = np.float32(0.0)
        for j in range(num_used):
            weight = weights[w, j]
            part = parts[w * num_used + j]
            for i in range(len(row)):
                row[i] += weight * part[i]
        if shared_part is not None:
            weight = shared[w]
            for i in range(len(row)):
                row[i] += weight * shared_part[w, i]
