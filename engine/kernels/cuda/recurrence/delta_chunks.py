"""The gated delta rule by chunks of rows: what of a chunk does not depend on the memory before it.

A chunk has rows t = 0 … 15 with keys k, queries q, values v, shares kept[t] and gates beta[t]. Of
what row s leaves in the memory, share(s, t) is there after row t: the product of kept[s + 1] …
kept[t]. With the memory M before the chunk, the rule's errors (arXiv:2412.06464, section 3) are

    e[t] = beta[t] (v[t] - share(-1, t) k[t] M - Σ_{s<t} share(s, t) (k[t]·k[s]) e[s])

Let A be the strictly lower triangular matrix of beta[t] share(s, t) (k[t]·k[s]) and T = (I + A)⁻¹:

    e = T (beta v) - T (beta share(-1) k) M
    out[t] = share(-1, t) q[t] M + Σ_{s≤t} share(s, t) (q[t]·k[s]) e[s]
    M after the chunk = share(-1, 15) M + Σ_s share(s, 15) k[s]ᵀ e[s]

T is computed row by row: the terms of a series would cancel where keys are alike.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.recurrence.delta_rule import channels, key_head_of
from engine.kernels.cuda.scratch import DELTA_CHUNK

CHUNK = tl.constexpr(DELTA_CHUNK)
PRECISION = tl.constexpr("tf32x3")  # as exact as float32


@triton.jit
def halves_of(x, COLUMNS: tl.constexpr):
    """The first and the last CHUNK rows of x [2 * CHUNK, COLUMNS]."""
    return tl.split(tl.permute(tl.reshape(x, (2, CHUNK, COLUMNS)), (1, 2, 0)))


@triton.jit
def _inverse(coupling):
    """(I + A)⁻¹ of a strictly lower triangular A [CHUNK, CHUNK], given transposed."""
    row = tl.arange(0, CHUNK)[:, None]
    column = tl.arange(0, CHUNK)[None, :]
    inverse = tl.where(row == column, 1.0, 0.0)
    for i in tl.static_range(1, CHUNK):
        weights = tl.sum(tl.where(column == i, coupling, 0.0), 1)
        following = tl.sum(weights[:, None] * inverse, 0)
        inverse -= tl.where(row == i, following[None, :], 0.0)
    return inverse


@touches(
    lambda o: {
        "mixed": o.step.rows * channels(o),
        "gates": o.step.rows * 2 * o.HV,
        "recalls": o.step.rows * o.HV * o.S,
        "shares": o.step.rows * o.HV * CHUNK.value,
    }
)
@triton.jit
def solve_chunks_kernel(
    mixed, gates, recalls, shares, num_rows,
    HK: tl.constexpr, HV: tl.constexpr, S: tl.constexpr, BLOCK_S: tl.constexpr,
    GROUPED: tl.constexpr,
):  # fmt: skip
    """One program: a chunk of one value head.

    In each row T (beta v) replaces the value, and share(-1, t) and share(t, 15) replace kept and
    beta. T (beta share(-1) k) goes to recalls [W, HV * S], share(s, t) (q[t]·k[s]) to shares
    [W, HV, CHUNK].
    """
    CHANNELS: tl.constexpr = (2 * HK + HV) * S
    head, first = tl.program_id(0), tl.program_id(1) * CHUNK
    count = tl.load(num_rows)
    if first >= count:
        return
    row = first + tl.arange(0, CHUNK)
    real = row < count
    i = tl.arange(0, BLOCK_S)
    mask = real[:, None] & (i < S)[None, :]
    at = mixed + row[:, None] * CHANNELS + i[None, :]
    scalars = gates + row * (2 * HV) + head
    kept = tl.load(scalars, mask=real, other=1.0)
    beta = tl.load(scalars + HV, mask=real, other=0.0)
    key_head, _ = key_head_of(head, HK, HV, GROUPED)
    k = tl.load(at + (HK + key_head) * S, mask=mask, other=0.0)
    # Keys, then queries: one product, for fewer registers.
    reader = tl.arange(0, 2 * CHUNK)[:, None]
    reader_row = first + reader % CHUNK
    reader_head = key_head + tl.where(reader < CHUNK, HK, 0)
    readers = tl.load(
        mixed + reader_row * CHANNELS + reader_head * S + i[None, :],
        mask=(reader_row < count) & (i < S)[None, :],
        other=0.0,
    )
    both = tl.dot(readers, tl.trans(k), input_precision=PRECISION)
    alike, asked = halves_of(both, CHUNK)  # [t, s]

    s = tl.arange(0, CHUNK)[:, None]
    t = tl.arange(0, CHUNK)[None, :]
    share = tl.cumprod(tl.where(t > s, kept[None, :], 1.0), 1)  # [s, t]
    share = tl.where(t >= s, share, 0.0)
    inverse = _inverse(tl.where(t > s, share * alike * beta[None, :], 0.0))
    begun = tl.cumprod(kept, 0)
    v = tl.load(at + (2 * HK + head) * S, mask=mask, other=0.0)
    values = tl.dot(inverse, beta[:, None] * v, input_precision=PRECISION)
    recall = tl.dot(inverse, (beta * begun)[:, None] * k, input_precision=PRECISION)

    tl.store(at + (2 * HK + head) * S, values, mask=mask)
    tl.store(recalls + row[:, None] * (HV * S) + head * S + i[None, :], recall, mask=mask)
    place = shares + row[:, None] * (HV * CHUNK) + head * CHUNK + t
    tl.store(place, tl.trans(share) * asked, mask=real[:, None])
    tl.store(scalars, begun, mask=real)
    tl.store(scalars + HV, tl.sum(tl.where(t == CHUNK - 1, share, 0.0), 1), mask=real)
