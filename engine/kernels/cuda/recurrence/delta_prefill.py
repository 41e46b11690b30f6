"""The gated delta rule in steps of more than 16 rows, in four launches. Knows no projection.

The first launch computes what is parallel over rows, the second what is parallel over chunks of
rows (delta_chunks.py), the third scans the chunks in order with a head's memory in registers, the
fourth normalizes and gates. All rows are of one sequence and are merged into its memory, which
cannot be rewound to a position within the step.
"""

import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import DENSE, Extent
from engine.kernels.cuda.launching.interpreted import loop_bound, rounded
from engine.kernels.cuda.launching.waves import programs_each
from engine.kernels.cuda.recurrence.delta_chunks import (
    CHUNK,
    PRECISION,
    halves_of,
    solve_chunks_kernel,
)
from engine.kernels.cuda.recurrence.delta_rule import (
    FINISHED_ROWS,
    channels,
    delta_blocks,
    gated_rows,
    kept_rows,
    kept_share,
    kept_state,
    key_head_of,
    load_memory,
    replay,
    share_of,
    sigmoid,
)
from engine.kernels.cuda.residual.epilogue import silu
from engine.kernels.cuda.scratch import DeltaScratch
from engine.kernels.operands import DeltaRule, DeltaState, StepInputs

ROWS = tl.constexpr(16)  # per program of the first launch
COLUMNS = tl.constexpr(16)  # of a head's memory per program of the scan


@touches(
    lambda o: {
        "projected": Extent.rows(o.step.rows, channels(o) + (o.S + 2) * o.HV, o.stride),
        "positions": Extent.int32(1),
        "sequences": Extent.int32(1),
        "conv": channels(o) * o.K,
        "decay": o.HV,
        "decay_bias": o.HV,
        "inputs": kept_rows(o.inputs, min(o.step.positions, o.RING), channels(o)),
        "mixed": o.step.rows * channels(o),
        "gates": o.step.rows * 2 * o.HV,
    }
)
@triton.jit
def prepare_delta_kernel(
    projected, positions, sequences, num_rows, conv, decay, decay_bias, inputs, mixed, gates,
    stride, scale, eps,
    HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, BLOCK_S: tl.constexpr, K: tl.constexpr,
    RING: tl.constexpr,
):  # fmt: skip
    """One program: 16 rows of one query, key or value head; for value heads also decay and beta."""
    CHANNELS: tl.constexpr = (2 * HK + HV) * S
    head = tl.program_id(1)
    count = tl.load(num_rows)
    if tl.program_id(0) * ROWS >= count:
        return
    first = tl.load(positions)
    inputs += tl.load(sequences).to(tl.int64) * (RING * CHANNELS)
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    i = tl.arange(0, BLOCK_S)
    channel = head * S + i
    real = row < count
    is_channel = (i < S)[None, :]
    total = tl.zeros((ROWS, BLOCK_S), tl.float32)
    for tap in tl.static_range(K):
        before = row - (K - 1) + tap
        mask = (real & (before >= 0))[:, None] & is_channel
        x = tl.load(projected + before[:, None] * stride + channel[None, :], mask, other=0.0)
        mask = (real & (before < 0) & (first + before >= 0))[:, None] & is_channel
        place = (first + before) & (RING - 1)
        x += tl.load(inputs + place[:, None] * CHANNELS + channel[None, :], mask, other=0.0)
        total += x * tl.load(conv + channel * K + tap, mask=i < S, other=0.0)[None, :]
    x = silu(total)
    if head < 2 * HK:
        inverse = 1.0 / tl.sqrt(tl.sum(x * x, 1) + eps)
        x *= (inverse * tl.where(head < HK, scale, 1.0))[:, None]
    else:
        value_head = head - 2 * HK
        scalars = projected + row * stride + (CHANNELS + HV * S) + value_head
        b = tl.load(scalars, mask=real, other=0.0)
        a = tl.load(scalars + HV, mask=real, other=0.0)
        kept = kept_share(a, tl.load(decay_bias + value_head), tl.load(decay + value_head))
        at = gates + row * (2 * HV) + value_head
        tl.store(at, kept, mask=real)
        tl.store(at + HV, sigmoid(b), mask=real)
    tl.store(mixed + row[:, None] * CHANNELS + channel[None, :], x, mask=real[:, None] & is_channel)


@touches(
    lambda o: {
        **kept_state(o),
        "projected": Extent.rows(o.step.rows, channels(o), o.stride),
        "positions": Extent.int32(1),
        "sequences": Extent.int32(1),
        "mixed": o.step.rows * channels(o),
        "gates": o.step.rows * 2 * o.HV,
        "recalls": o.step.rows * o.HV * o.S,
        "shares": o.step.rows * o.HV * CHUNK.value,
    }
)
@triton.jit
def scan_delta_kernel(
    projected, positions, sequences, num_rows, mixed, gates, recalls, shares,
    inputs, keys, errors, decays, memory, base, stride,
    HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, BLOCK_S: tl.constexpr,
    K: tl.constexpr, RING: tl.constexpr, GROUPED: tl.constexpr,
):  # fmt: skip
    """One program: COLUMNS of one value head, over all rows, chunk by chunk.

    The rows' outputs replace their values in `mixed`. Columns beyond the head's are its last one.
    """
    CHANNELS: tl.constexpr = (2 * HK + HV) * S
    head = tl.program_id(0)
    count = tl.load(num_rows)
    first = tl.load(positions)
    sequence = tl.load(sequences).to(tl.int64)
    if count == 0:
        return
    inputs, keys, errors, decays, memory, base = share_of(
        sequence, inputs, keys, errors, decays, memory, base, HK, HV, S, RING
    )
    key_head, is_first = key_head_of(head, HK, HV, GROUPED)
    owns_key = is_first & (tl.program_id(1) == 0)
    i = tl.arange(0, BLOCK_S)
    is_key = i < S
    column = head * S + tl.minimum(tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS), S - 1)
    q_channel = key_head * S + i
    k_channel = HK * S + q_channel
    v_channel = 2 * HK * S + column

    at = memory + head * (S * S - S) + i[:, None] * S + column[None, :]
    state, begin = load_memory(at, base + head * S + tl.program_id(1) * COLUMNS, first, is_key)
    log = (keys + q_channel, errors + column, decays + head)
    state = replay(state, log, begin, first, is_key, HK, HV, S, 4)
    operands = (mixed + q_channel, mixed + k_channel, recalls + head * S + i, mixed + v_channel)
    scalars = (gates + head, shares + head * CHUNK)
    # Loads ahead of a chunk would need more registers than there are.
    for chunk in tl.range(loop_bound(tl.cdiv(count, CHUNK)), num_stages=1):
        readers, k, values, begun, rest, share, all_kept = _load_chunk(
            operands, scalars, chunk * CHUNK, count, is_key, CHANNELS, HV, S
        )
        both = tl.dot(readers, state, input_precision=PRECISION)
        recalled, read = halves_of(both, COLUMNS)
        errors_of = values - recalled
        read = tl.dot(share, errors_of, begun[:, None] * read, input_precision=PRECISION)
        memorised = tl.trans(k * rest[:, None])
        state = tl.dot(memorised, errors_of, state * all_kept, input_precision=PRECISION)
        row = chunk * CHUNK + tl.arange(0, CHUNK)
        tl.store(
            mixed + row[:, None] * CHANNELS + v_channel[None, :], read, mask=(row < count)[:, None]
        )
    tl.debug_barrier()  # the memory is read before it is overwritten
    tl.store(at, state, mask=is_key[:, None])
    tl.store(base + column, tl.zeros_like(column) + (first + count))
    # The convolution of this step is done: keep the inputs that the next step reads.
    for row in range(loop_bound(tl.maximum(count - (K - 1), 0)), loop_bound(count)):
        u = projected + row * stride
        ring = inputs + (first + row) % RING * CHANNELS
        tl.store(ring + v_channel, tl.load(u + v_channel))
        if owns_key:
            q = tl.load(u + q_channel, mask=is_key, other=0.0)
            k = tl.load(u + k_channel, mask=is_key, other=0.0)
            tl.store(ring + q_channel, q, mask=is_key)
            tl.store(ring + k_channel, k, mask=is_key)


@triton.jit
def _load_chunk(
    operands, scalars, first, count, is_key,
    CHANNELS: tl.constexpr, HV: tl.constexpr, S: tl.constexpr,
):  # fmt: skip
    """What `solve_chunks_kernel` leaves of the chunk from row `first` on; 0 from `count` on.

    Recalls and then queries [2 * CHUNK, BLOCK_S], keys [CHUNK, BLOCK_S], values [CHUNK, COLUMNS],
    what is kept from the chunk's begin to each row and from there to its end [CHUNK], shares
    [CHUNK, CHUNK], and what is kept over the whole chunk.
    """
    row = first + tl.arange(0, CHUNK)
    real = row < count
    queries, keys, recalls, values = operands
    gates, shares = scalars
    row_gates = gates + row * (2 * HV)
    s = tl.arange(0, CHUNK)[None, :]
    reader = tl.arange(0, 2 * CHUNK)[:, None]
    reader_row = first + reader % CHUNK
    readers = tl.where(
        reader < CHUNK,
        recalls[None, :] + reader_row * (HV * S),
        queries[None, :] + reader_row * CHANNELS,
    )
    return (
        tl.load(readers, mask=(reader_row < count) & is_key[None, :], other=0.0),
        tl.load(
            keys[None, :] + row[:, None] * CHANNELS, real[:, None] & is_key[None, :], other=0.0
        ),
        tl.load(values[None, :] + row[:, None] * CHANNELS, mask=real[:, None], other=0.0),
        tl.load(row_gates, mask=real, other=0.0),
        tl.load(row_gates + HV, mask=real, other=0.0),
        tl.load(shares + row[:, None] * (HV * CHUNK) + s, mask=real[:, None], other=0.0),
        tl.load(gates + tl.minimum(first + CHUNK, count) * (2 * HV) - 2 * HV),
    )


@touches(
    lambda o: {
        "projected": Extent.rows(o.step.rows, channels(o) + o.HV * o.S, o.stride),
        "norm": o.S,
        "heads_out": Extent.rows(o.step.rows, o.HV * o.S, channels(o)),
        "out": Extent.rows(o.step.rows, o.HV * o.S, o.out_stride, *DENSE),
    }
)
@triton.jit
def finish_delta_kernel(
    projected, num_rows, norm, heads_out, out, stride, out_stride, eps,
    HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, BLOCK_S: tl.constexpr,
):  # fmt: skip
    """One program: FINISHED_ROWS rows of one head; rows of heads_out are those of `mixed`."""
    CHANNELS: tl.constexpr = (2 * HK + HV) * S
    head = tl.program_id(0)
    count = tl.load(num_rows)
    row = tl.program_id(1) * FINISHED_ROWS + tl.arange(0, FINISHED_ROWS)
    gates = projected + CHANNELS
    x = gated_rows(row, head, count, heads_out, gates, norm, CHANNELS, stride, eps, S, BLOCK_S)
    d = tl.arange(0, BLOCK_S)
    mask = (row < count)[:, None] & (d < S)[None, :]
    at = out + row[:, None] * out_stride + (head * S + d)[None, :]
    tl.store(at, rounded(x, out.dtype.element_ty), mask=mask)


def _scan_registers(programs: int) -> int | None:
    """At most so many a thread: where two programs a multiprocessor would not be all, three are.

    What is put aside for it costs less than a second wave of programs.
    """
    return 168 if programs_each(programs) > 2 else None


def prefill_delta(
    x: Tensor,
    rule: DeltaRule,
    state: DeltaState,
    scratch: DeltaScratch,
    out: Tensor,
    inputs: StepInputs,
) -> None:
    """As `Kernels.mix_delta` for the first num_rows[0] of W rows, which are merged into memory.

    out bfloat16 or float32 [W, Hv * S].
    """
    width, stride = x.shape[0], x.stride(0)
    mixed, gates, recalls, shares = scratch.mixed, scratch.gates, scratch.heads_out, scratch.shares
    at = (inputs.positions, inputs.sequences, inputs.num_rows)
    size, num_keys, num_heads = rule.head_dim, rule.num_key_heads, rule.num_value_heads
    padded, _, warps = delta_blocks(size)
    shape = {"HK": num_keys, "HV": num_heads, "S": size, "BLOCK_S": padded}
    taps = {"K": rule.conv.shape[1], "RING": state.inputs.shape[1]}
    options = {"num_warps": warps, "enable_fp_fusion": False}
    prepare_delta_kernel[(triton.cdiv(width, ROWS.value), 2 * num_keys + num_heads)](
        x, *at, rule.conv, rule.decay, rule.decay_bias, state.inputs, mixed,
        gates, stride, size**-0.5, rule.norm.eps, **taps, **shape, **options,
    )  # fmt: skip
    solve_chunks_kernel[(num_heads, triton.cdiv(width, CHUNK.value))](
        mixed, gates, recalls, shares, inputs.num_rows, GROUPED=rule.grouped, **shape, **options,
    )  # fmt: skip
    parts = triton.cdiv(size, COLUMNS.value)
    scan_delta_kernel[(num_heads, parts)](
        x, *at, mixed, gates, recalls, shares, *state.tensors, stride,
        GROUPED=rule.grouped, maxnreg=_scan_registers(num_heads * parts),
        **taps, **shape, **options,
    )  # fmt: skip
    finish_delta_kernel[(num_heads, triton.cdiv(width, FINISHED_ROWS.value))](
        x, inputs.num_rows, rule.norm.weight, mixed[:, 2 * num_keys * size :], out, stride,
        out.stride(0), rule.norm.eps, **shape, **options,
    )  # fmt: skip
