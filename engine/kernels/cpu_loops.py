"""The CPU kernels' loops, compiled by numba. Each takes numpy views of static buffers.

Parallel loops split over outputs only, never over a sum: results do not depend on the threads.
"""

import logging
import math

import numpy as np
from numba import njit, prange

from engine.kernels.vector_ir import (
    axpy,
    axpy_f16,
    dot_1x1,
    dot_1x1_f16,
    dot_1x4,
    dot_2x4,
    dot_4x1,
    dot_4x1_f16,
    float_from_bits,
    half_bits,
)
from engine.quants import loop_cache

logger = logging.getLogger(__name__)
logger.debug("Compiled loops are kept in %s", loop_cache.FOLDER)

ONE = np.float32(1.0)
SERIAL_WORK = 1 << 17  # multiply-adds below which waking a second thread costs more than it saves
ROWS_PER_TASK = 32  # output columns a thread takes at a time: their weights stay in its cache


@njit(cache=True, inline="always")
def exp_f32(x):
    """e**x for x ≤ 88, within two units in the last place; 0 below -87.

    Cody-Waite reduction to [-ln2/2, ln2/2] and a degree-6 Taylor polynomial.
    """
    if x < np.float32(-87.0):
        return np.float32(0.0)
    n = np.float32(math.floor(x * np.float32(1.4426950408889634) + np.float32(0.5)))
    r = x - n * np.float32(0.693359375)
    r = r - n * np.float32(-2.12194440e-4)
    p = np.float32(1.0 / 720.0)
    p = p * r + np.float32(1.0 / 120.0)
    p = p * r + np.float32(1.0 / 24.0)
    p = p * r + np.float32(1.0 / 6.0)
    p = p * r + np.float32(0.5)
    p = p * r + ONE
    p = p * r + ONE
    return p * float_from_bits(np.int32((np.int32(n) + 127) << 23))


@njit(cache=True)
def embed(token_ids, positions, table, history, out, num_rows):
    for w in range(num_rows[0]):
        out[w, :] = table[token_ids[w], :]
        history[positions[w]] = token_ids[w]


@njit(cache=True, inline="always")
def _normalize(values, weight, out, eps, total):
    """out = weight * values / rms(values); `out` may be `values`, `total` [1] is scratch."""
    size = weight.shape[0]
    address = values.ctypes.data
    dot_1x1(address, 0, address, 0, total.ctypes.data, 0, 0, size, ONE)
    scale = ONE / np.float32(math.sqrt(total[0] / np.float32(size) + np.float32(eps)))
    for i in range(size):
        out[i] = values[i] * scale * weight[i]


@njit(cache=True)
def rms_norm(x, weight, out, eps, num_rows):
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        _normalize(x[w], weight, out[w], eps, total)


@njit(cache=True, parallel=True)
def matmul(x, weight, out, num_rows):
    num_outputs, size = weight.shape
    rows = num_rows[0]
    x_stride, w_stride, y_stride = x.strides[0], weight.strides[0], out.strides[0]
    x_base, w_base, y_base = x.ctypes.data, weight.ctypes.data, out.ctypes.data
    for task in prange((num_outputs + ROWS_PER_TASK - 1) // ROWS_PER_TASK):
        begin = task * ROWS_PER_TASK
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


@njit(cache=True)
def add(x, y, num_rows):
    for w in range(num_rows[0]):
        for i in range(x.shape[1]):
            x[w, i] += y[w, i]


@njit(cache=True)
def add_bias(x, bias, num_rows):
    for w in range(num_rows[0]):
        for i in range(x.shape[1]):
            x[w, i] += bias[i]


@njit(cache=True)
def scale(x, factors, positions, num_rows):
    for w in range(num_rows[0]):
        factor = factors[positions[w]]
        for i in range(x.shape[1]):
            x[w, i] *= factor


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


@njit(cache=True)
def norm_heads(qkv, weight, first_head, num_heads, eps, num_rows):
    size = weight.shape[0]
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        for head in range(first_head, first_head + num_heads):
            values = qkv[w, head * size : (head + 1) * size]
            _normalize(values, weight, values, eps, total)


@njit(cache=True)
def append_kv(qkv, k_cache, v_cache, kv_rows, num_heads, num_rows):
    num_kv_heads, _, head_dim = k_cache.shape
    for w in range(num_rows[0]):
        row = kv_rows[w]
        for head in range(num_kv_heads):
            k_base = (num_heads + head) * head_dim
            v_base = (num_heads + num_kv_heads + head) * head_dim
            for i in range(head_dim):
                k_cache[head, row, i] = qkv[w, k_base + i]
                v_cache[head, row, i] = qkv[w, v_base + i]


@njit(cache=True)
def append_kv_f16(qkv, k_cache, v_cache, kv_rows, num_heads, num_rows):
    num_kv_heads, _, head_dim = k_cache.shape
    for w in range(num_rows[0]):
        row = kv_rows[w]
        for head in range(num_kv_heads):
            k_base = (num_heads + head) * head_dim
            v_base = (num_heads + num_kv_heads + head) * head_dim
            for i in range(head_dim):
                k_cache[head, row, i] = half_bits(qkv[w, k_base + i])
                v_cache[head, row, i] = half_bits(qkv[w, v_base + i])


@njit(cache=True, inline="always")
def _block_scores(keys, stride, query, scores, count, head_dim, scale, is_half):
    """scores[j] = scale * dot(key j, query) for `count` keys."""
    j = 0
    while j + 4 <= count:
        if is_half:
            dot_4x1_f16(keys + j * stride, stride, query, 0, scores + j * 4, 4, 0, head_dim, scale)
        else:
            dot_4x1(keys + j * stride, stride, query, 0, scores + j * 4, 4, 0, head_dim, scale)
        j += 4
    while j < count:
        if is_half:
            dot_1x1_f16(keys + j * stride, stride, query, 0, scores + j * 4, 4, 0, head_dim, scale)
        else:
            dot_1x1(keys + j * stride, stride, query, 0, scores + j * 4, 4, 0, head_dim, scale)
        j += 1


@njit(cache=True, inline="always")
def _attend(task, qkv, k_cache, v_cache, positions, scores, out, scale, span):
    """One head of one row: softmax over blocks of absolute positions, in order."""
    num_kv_heads, _, head_dim = k_cache.shape
    num_heads = out.shape[1] // head_dim
    block = scores.shape[1]
    kv_stride = k_cache.strides[1]
    is_half = k_cache.itemsize == 2
    w, head = task // num_heads, task % num_heads
    kv_head = head // (num_heads // num_kv_heads)
    length = min(positions[w] + 1, span)
    query = qkv[w].ctypes.data + head * head_dim * 4
    keys = k_cache[kv_head].ctypes.data
    values = v_cache[kv_head].ctypes.data
    total = out[w, head * head_dim : (head + 1) * head_dim]
    weights = scores[task]
    total[:] = np.float32(0.0)
    highest = np.float32(-np.inf)
    denominator = np.float32(0.0)
    for begin in range(0, length, block):
        count = min(block, length - begin)
        _block_scores(
            keys + begin * kv_stride,
            kv_stride,
            query,
            weights.ctypes.data,
            count,
            head_dim,
            np.float32(scale),
            is_half,
        )
        before = highest
        for j in range(count):
            highest = max(highest, weights[j])
        if begin > 0 and highest > before:
            correction = exp_f32(before - highest)
            denominator *= correction
            for i in range(head_dim):
                total[i] *= correction
        for j in range(count):
            weight = exp_f32(weights[j] - highest)
            denominator += weight
            value = values + (begin + j) * kv_stride
            if is_half:
                axpy_f16(total.ctypes.data, weight, value, head_dim)
            else:
                axpy(total.ctypes.data, weight, value, head_dim)
    for i in range(head_dim):
        total[i] /= denominator


@njit(cache=True, parallel=True)
def attention(qkv, k_cache, v_cache, positions, scores, out, scale, span, num_rows):
    num_tasks = num_rows[0] * (out.shape[1] // k_cache.shape[2])
    longest = min(positions[num_rows[0] - 1] + 1, span)
    if num_tasks * longest * k_cache.shape[2] < SERIAL_WORK:
        for task in range(num_tasks):
            _attend(task, qkv, k_cache, v_cache, positions, scores, out, scale, span)
    else:
        for task in prange(num_tasks):
            _attend(task, qkv, k_cache, v_cache, positions, scores, out, scale, span)


@njit(cache=True, inline="always")
def _swiglu_row(w, gate_up, out):
    size = out.shape[1]
    for i in range(size):
        gate = gate_up[w, i]
        # e**-gate overflows for very negative gates, where silu is 0 to the last bit
        bounded = min(-gate, np.float32(88.0))
        out[w, i] = gate / (ONE + exp_f32(bounded)) * gate_up[w, size + i]


@njit(cache=True, parallel=True)
def swiglu(gate_up, out, num_rows):
    if num_rows[0] * out.shape[1] < SERIAL_WORK // 16:
        for w in range(num_rows[0]):
            _swiglu_row(w, gate_up, out)
    else:
        for w in prange(num_rows[0]):
            _swiglu_row(w, gate_up, out)
