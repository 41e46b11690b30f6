"""The gated delta rule (arXiv:2412.06464) in steps of up to 16 rows, in one launch.

A program holds some columns of one value head's memory of one sequence in registers. It merges
accepted rows of the log into memory, replays the rest up to the run's first row without writing,
and then computes the run's rows in order. The last program of a head and run to end normalizes and
gates the head's output. Knows no projection.
"""

import math
from typing import Any

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels import sizes
from engine.kernels.cuda.activations import StoredRows
from engine.kernels.cuda.attention.parts import store_heads, stored_heads
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.launching.interpreted import loop_bound
from engine.kernels.cuda.residual.epilogue import silu
from engine.kernels.cuda.runs import run_of
from engine.kernels.cuda.scratch import DeltaScratch
from engine.kernels.operands import DeltaRule, DeltaState, StepInputs

STATE_ROWS = tl.constexpr(sizes.STATE_ROWS)
STATE_LAG = tl.constexpr(sizes.STATE_LAG)
FINISHED_ROWS = tl.constexpr(4)  # rows of a head that are normalized and gated at a time
_COLUMNS = 32  # columns of a head's memory per program


@triton.jit
def kept_share(a, bias, rate):
    """The decay of a head's memory: exp(softplus(a + bias) * rate)."""
    x = a + bias
    small = tl.exp(-tl.abs(x))
    ratio = small / (2.0 + small)  # log(1 + small) = 2 artanh(ratio), accurate for small values
    square = ratio * ratio
    series = square / 15.0 + 1.0 / 13.0
    for i in tl.static_range(6):
        series = series * square + 1.0 / (11 - 2 * i)
    return tl.exp((tl.maximum(x, 0.0) + 2.0 * ratio * series) * rate)


@triton.jit
def sigmoid(x):
    """1 / (1 + e⁻ˣ). Below -80 the result is practically 0, and exp would overflow."""
    return 1.0 / (1.0 + tl.exp(tl.minimum(-x, 80.0)))


@triton.jit
def inverse_length(x, eps):
    """1 / sqrt(sum of squares + eps) of x [N]."""
    return 1.0 / tl.sqrt(tl.sum(x * x, 0) + eps)


@triton.jit
def key_head_of(head, HK: tl.constexpr, HV: tl.constexpr, GROUPED: tl.constexpr):
    """The key head of a value head, and whether this is the key head's first value head."""
    if GROUPED:
        return head // (HV // HK), head % (HV // HK) == 0
    else:
        return head % HK, head < HK


@triton.jit
def load_memory(memory, base, first, is_key):
    """Load memory [BLOCK_S, C] and its base position; both are 0 for a run that begins at 0."""
    kept = tl.load(memory, mask=is_key[:, None], other=0.0)
    begin = tl.load(base)
    return tl.where(first > 0, kept, 0.0), tl.where(first > 0, begin, 0)


@triton.jit
def _memorised(memory, key, error):
    """memory + key errorᵀ, explicitly fused, so that `replay` and `advance` agree bit for bit.

    For capability 12.0 ptxas 12.9 fuses adjacent operations whatever enable_fp_fusion says.
    """
    return tl.fma(key[:, None], error[None, :], memory)


@triton.jit
def _logged_rows(
    log, position, is_key, HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, COUNT: tl.constexpr
):  # fmt: skip
    """Key [BLOCK_S], error [C] and decay of COUNT rows of the log, from `position` on."""
    keys, errors, decays = log
    rows = ()
    for i in tl.static_range(COUNT):
        place = (position + i) % STATE_ROWS
        key = tl.load(keys + place * (HK * S), mask=is_key, other=0.0)
        error = tl.load(errors + place * (HV * S))
        rows = rows + ((key, error, tl.load(decays + place * HV)),)
    return rows


@triton.jit
def replay(
    memory, log, begin, end, is_key,
    HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, AHEAD: tl.constexpr,
):  # fmt: skip
    """memory [BLOCK_S, C] after positions begin … end - 1 of the log, loaded AHEAD at a time.

    log: pointers to keys [BLOCK_S], errors [C] and the decay at position 0.
    """
    for start in range(0, loop_bound(end - begin), AHEAD):
        rows = _logged_rows(log, begin + start, is_key, HK, HV, S, AHEAD)
        for i in tl.static_range(AHEAD):
            key, error, kept = rows[i]
            after = _memorised(memory * kept, key, error)
            memory = tl.where(begin + start + i < end, after, memory)
    return memory


@triton.jit
def advance(memory, q, k, v, kept, beta):
    """One row of the rule, from q, k [N] and v [C]: (memory [N, C], errors [C], output [C])."""
    memory = memory * kept
    recalled = tl.sum(k[:, None] * memory, 0)
    read = tl.sum(q[:, None] * memory, 0)
    error = beta * (v - recalled)
    return _memorised(memory, k, error), error, read + tl.sum(q * k, 0) * error


@triton.jit
def gated_rows(
    row, head, end, heads_out, gates, norm, heads_stride, stride, eps,
    S: tl.constexpr, BLOCK_S: tl.constexpr,
):  # fmt: skip
    """norm(o) * silu(z) of a head's rows `row` [R] before `end`: [R, BLOCK_S].

    o is in heads_out, whose rows are `heads_stride` apart, z in gates.
    """
    d = tl.arange(0, BLOCK_S)
    mask = (row < end)[:, None] & (d < S)[None, :]
    at = (head * S + d)[None, :]
    # Bypass L1: other programs wrote these while this one ran.
    x = tl.load(heads_out + row[:, None] * heads_stride + at, mask, other=0.0, cache_modifier=".cg")
    z = tl.load(gates + row[:, None] * stride + at, mask, other=0.0)
    weight = tl.load(norm + d, mask=d < S, other=0.0)
    inverse = 1.0 / tl.sqrt(tl.sum(x * x, 1) / S + eps)
    return x * inverse[:, None] * weight[None, :] * silu(z)


@triton.jit
def _window(ring, first, mask, CHANNELS: tl.constexpr, K: tl.constexpr, RING: tl.constexpr):
    """The convolution's inputs at the K - 1 positions before `first`.

    ring: pointers to row 0 of the ring of RING rows.
    """
    rows = ()
    for i in tl.static_range(K - 1):
        position = first - (K - 1) + i
        at = ring + (position & (RING - 1)) * CHANNELS
        # A comparison of blocks: the interpreter cannot combine a block mask with a scalar.
        rows = rows + (tl.load(at, mask=tl.where(mask, position, -1) >= 0, other=0.0),)
    return rows


@triton.jit
def _weights(conv, mask, K: tl.constexpr):
    """The convolution's weights, one tensor per tap; conv: pointers to the first tap."""
    rows = ()
    for i in tl.static_range(K):
        rows = rows + (tl.load(conv + i, mask=mask, other=0.0),)
    return rows


@triton.jit
def _mixed(window, current, weights, K: tl.constexpr):
    """silu of the convolution at row `current`."""
    total = tl.zeros_like(current)
    for i in tl.static_range(K - 1):
        total += weights[i] * window[i]
    return silu(total + weights[K - 1] * current)


@triton.jit
def _shifted(window, current, K: tl.constexpr):
    if K == 1:
        return window
    else:
        rows = ()
        for i in tl.static_range(1, K - 1):
            rows = rows + (window[i],)
        return rows + (current,)


def channels(o: Any) -> int:
    """The number of channels of the convolution."""
    return (2 * o.HK + o.HV) * o.S


def kept_rows(tensor: Tensor, num_rows: int, row_len: int) -> int:
    """End of the first `num_rows` rows of the last sequence in `tensor` [S, R, row_len]."""
    return ((len(tensor) - 1) * tensor.shape[1] + num_rows) * row_len if num_rows else 0


def kept_state(o: Any) -> dict[str, Extent | int]:
    """Extents of a `DeltaState`."""
    num_sequences = len(o.memory)
    return {
        "inputs": kept_rows(o.inputs, min(o.step.positions, o.RING), channels(o)),
        "keys": num_sequences * STATE_ROWS.value * o.HK * o.S,
        "errors": num_sequences * STATE_ROWS.value * o.HV * o.S,
        "decays": num_sequences * STATE_ROWS.value * o.HV,
        "memory": num_sequences * o.HV * o.S * o.S,
        "base": Extent.int32(num_sequences * o.HV * o.S),
    }


@triton.jit
def share_of(
    sequence, inputs, keys, errors, decays, memory, base,
    HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, RING: tl.constexpr,
):  # fmt: skip
    """Pointers to the part of a `DeltaState` that belongs to `sequence` (int64)."""
    return (
        inputs + sequence * (RING * (2 * HK + HV) * S),
        keys + sequence * (STATE_ROWS * HK * S),
        errors + sequence * (STATE_ROWS * HV * S),
        decays + sequence * (STATE_ROWS * HV),
        memory + sequence * (HV * S * S),
        base + sequence * (HV * S),
    )


@touches(
    lambda o: {
        **kept_state(o),
        "projected": Extent.rows(o.step.rows, channels(o) + (o.S + 2) * o.HV, o.stride),
        "positions": Extent.int32(o.grid[2]),
        "sequences": Extent.int32(o.grid[2]),
        "conv": channels(o) * o.K,
        "decay": o.HV,
        "decay_bias": o.HV,
        "norm": o.S,
        "heads_out": o.step.rows * o.HV * o.S,
        "num_ended": Extent.int32(o.step.rows * o.HV),
        **stored_heads(o.step.rows, o.HV * o.S, o.out_stride),
    }
)
@triton.jit
def mix_delta_kernel(
    projected, positions, sequences, num_rows, conv, decay, decay_bias, norm,
    inputs, keys, errors, decays, memory, base, heads_out, num_ended, codes, scales, values_out,
    stride, out_stride, scale, eps,
    HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, BLOCK_S: tl.constexpr,
    COLUMNS: tl.constexpr, K: tl.constexpr, RING: tl.constexpr, GROUPED: tl.constexpr,
    SINGLE_ROW: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """One program: COLUMNS of one value head, for the run that begins at one row, if any.

    No other kernel of a step writes the state, so it is read before the wait.
    """
    if PDL:
        gdc_launch_dependents()
    CHANNELS: tl.constexpr = (2 * HK + HV) * S
    head = tl.program_id(0)
    begin = tl.program_id(2)
    first = tl.load(positions + begin)
    count = tl.load(num_rows)
    width = tl.num_programs(2)
    sequence, first_row, length = run_of(begin, sequences, count, width, SINGLE_ROW)
    if (first_row < begin) | (length == 0):
        return
    end = begin + length
    inputs, keys, errors, decays, memory, base = share_of(
        sequence, inputs, keys, errors, decays, memory, base, HK, HV, S, RING
    )
    key_head, is_first = key_head_of(head, HK, HV, GROUPED)
    owns_key = is_first & (tl.program_id(1) == 0)
    i = tl.arange(0, BLOCK_S)
    is_key = i < S
    column = head * S + tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    q_channel = key_head * S + i
    k_channel = HK * S + q_channel
    v_channel = 2 * HK * S + column
    is_value = column < HV * S

    at = memory + head * (S * S - S) + i[:, None] * S + column[None, :]
    state, before = load_memory(at, base + head * S + tl.program_id(1) * COLUMNS, first, is_key)
    log = (keys + q_channel, errors + column, decays + head)
    after = tl.maximum(before, first - STATE_LAG)
    state = replay(state, log, before, after, is_key, HK, HV, S, 2)
    tl.debug_barrier()  # the memory is read before it is overwritten
    tl.store(at, state, mask=is_key[:, None])
    tl.store(base + column, tl.zeros_like(column) + after)
    state = replay(state, log, after, first, is_key, HK, HV, S, STATE_LAG)

    q_weights = _weights(conv + q_channel * K, is_key, K)
    k_weights = _weights(conv + k_channel * K, is_key, K)
    v_weights = _weights(conv + v_channel * K, is_value, K)
    q_window = _window(inputs + q_channel, first, is_key, CHANNELS, K, RING)
    k_window = _window(inputs + k_channel, first, is_key, CHANNELS, K, RING)
    v_window = _window(inputs + v_channel, first, is_value, CHANNELS, K, RING)
    bias = tl.load(decay_bias + head)
    rate = tl.load(decay + head)
    if PDL:
        gdc_wait()

    gates = projected + CHANNELS  # z, then b, then a
    scalars = gates + HV * S + head
    at_first = begin * stride
    q_next = tl.load(projected + at_first + q_channel, mask=is_key, other=0.0)
    k_next = tl.load(projected + at_first + k_channel, mask=is_key, other=0.0)
    v_next = tl.load(projected + at_first + v_channel)
    b_next = tl.load(scalars + at_first)
    a_next = tl.load(scalars + at_first + HV)
    for row in range(loop_bound(begin), loop_bound(end)):
        q_row, k_row, v_row, b, a = q_next, k_next, v_next, b_next, a_next
        # The next row loads while this one is computed; after the last, the last again.
        following = tl.minimum(row + 1, end - 1) * stride
        q_next = tl.load(projected + following + q_channel, mask=is_key, other=0.0)
        k_next = tl.load(projected + following + k_channel, mask=is_key, other=0.0)
        v_next = tl.load(projected + following + v_channel)
        b_next = tl.load(scalars + following)
        a_next = tl.load(scalars + following + HV)

        q = _mixed(q_window, q_row, q_weights, K)
        k = _mixed(k_window, k_row, k_weights, K)
        v = _mixed(v_window, v_row, v_weights, K)
        q *= inverse_length(q, eps) * scale
        k *= inverse_length(k, eps)
        kept = kept_share(a, bias, rate)
        state, error, read = advance(state, q, k, v, kept, sigmoid(b))
        tl.store(heads_out + row * (HV * S) + column, read)

        position = first + (row - begin)
        place = position % STATE_ROWS
        tl.store(errors + place * (HV * S) + column, error)
        ring = inputs + position % RING * CHANNELS
        tl.store(ring + v_channel, v_row)
        if tl.program_id(1) == 0:
            tl.store(decays + place * HV + head, kept)
        if owns_key:
            tl.store(keys + place * (HK * S) + q_channel, k, mask=is_key)
            tl.store(ring + q_channel, q_row, mask=is_key)
            tl.store(ring + k_channel, k_row, mask=is_key)
        q_window = _shifted(q_window, q_row, K)
        k_window = _shifted(k_window, k_row, K)
        v_window = _shifted(v_window, v_row, K)

    tl.debug_barrier()  # all writes of this program precede the count
    num_ended += begin * HV + head
    ended = tl.atomic_add(num_ended, 1)
    if ended == S // COLUMNS - 1:
        tl.store(num_ended, 0)
        for start in range(loop_bound(begin), loop_bound(end), FINISHED_ROWS):
            rows = start + tl.arange(0, FINISHED_ROWS)
            x = gated_rows(
                rows, head, end, heads_out, gates, norm, HV * S, stride, eps, S, BLOCK_S
            )  # fmt: skip
            store_heads(
                x, rows, tl.zeros_like(rows) + head, rows < end, codes, scales, values_out,
                out_stride, S, BLOCK_S, WRITE_CODES, WRITE_VALUES,
            )  # fmt: skip


def delta_blocks(head_dim: int) -> tuple[int, int, int]:
    """(padded head_dim, columns per program, warps); no more lanes than padded elements."""
    padded = max(32, triton.next_power_of_2(head_dim))
    return padded, math.gcd(head_dim, _COLUMNS), min(4, padded // 32)


def mix_delta(
    x: Tensor,
    rule: DeltaRule,
    state: DeltaState,
    scratch: DeltaScratch,
    out: StoredRows,
    inputs: StepInputs,
    *,
    pdl: bool = False,
) -> None:
    """As `Kernels.mix_delta` for the first num_rows[0] of W ≤ 16 rows.

    `out` has codes only if 32 divides S.
    """
    size, num_heads = rule.head_dim, rule.num_value_heads
    padded, columns, warps = delta_blocks(size)
    mix_delta_kernel[(num_heads, size // columns, len(x))](
        x, inputs.positions, inputs.sequences, inputs.num_rows,
        rule.conv, rule.decay, rule.decay_bias, rule.norm.weight, *state.tensors,
        scratch.heads_out, scratch.num_ended, out.codes, out.scales, out.values,
        x.stride(0), num_heads * size if out.values is None else out.values.stride(0),
        size**-0.5, rule.norm.eps,
        HK=rule.num_key_heads, HV=num_heads, S=size, BLOCK_S=padded, COLUMNS=columns,
        K=rule.conv.shape[1], RING=state.inputs.shape[1], GROUPED=rule.grouped,
        SINGLE_ROW=len(x) == 1, **out.writes, PDL=pdl,
        num_warps=warps, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip
