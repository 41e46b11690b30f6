"""Heads of a step's rows: loading, RMS norm and rotation of a tile of them. Knows no cache and no softmax."""

import triton
import triton.language as tl


@triton.jit
def load_heads(
    heads,
    at,
    position,
    real,
    cos,
    sin,
    norm,
    D: tl.constexpr,
    HALF: tl.constexpr,
    BLOCK_D: tl.constexpr,
    INTERLEAVED: tl.constexpr,
):
    """All that `turn` needs of one head a row: a tuple of [ROWS, BLOCK_D], used by nothing here.

    heads + at [ROWS]: where the heads start; cos, sin [C, HALF]; norm [D] or None. INTERLEAVED pairs
    (x[2i], x[2i+1]), else (x[i], x[i + HALF]); from 2 * HALF on nothing turns. The tuple: x, what each
    element of x is paired with, its cosine and sine, the norm's weights of both.
    """
    d = tl.arange(0, BLOCK_D)
    if INTERLEAVED:
        pair = d // 2
        other = tl.where(d < 2 * HALF, d ^ 1, d)
    else:
        pair = tl.where(d < HALF, d, d - HALF)
        other = tl.where(d < HALF, d + HALF, tl.where(d < 2 * HALF, pair, d))
        if HALF % 4 == 0:  # sixteen bytes at a time
            pair = tl.max_contiguous(tl.multiple_of(pair, 4), 4)
            other = tl.max_contiguous(tl.multiple_of(other, 4), 4)
    mask = real[:, None] & (d < D)[None, :]
    x = tl.load(heads + (at[:, None] + d[None, :]), mask=mask, other=0.0)
    partner = tl.load(heads + (at[:, None] + other[None, :]), mask=mask, other=0.0)
    angle = position[:, None] * HALF + pair[None, :]
    turned = real[:, None] & (d < 2 * HALF)[None, :]
    cosine = tl.load(cos + angle, mask=turned, other=1.0)
    sine = tl.load(sin + angle, mask=turned, other=0.0)
    weight, other_weight = x, partner  # unused where there is no norm
    if norm is not None:
        # A copy for each row, so that they come in the layout of x.
        row = tl.zeros_like(at)[:, None]
        weight = tl.load(norm + (row + d[None, :]), mask=mask, other=0.0)
        other_weight = tl.load(norm + (row + other[None, :]), mask=mask, other=0.0)
    return x, partner, cosine, sine, weight, other_weight


@triton.jit
def turn(
    loaded,
    eps,
    D: tl.constexpr,
    HALF: tl.constexpr,
    INTERLEAVED: tl.constexpr,
    NORMED: tl.constexpr,
):
    """The heads [ROWS, BLOCK_D] of `load_heads`, normed (arXiv:1910.07467) and rotated (arXiv:2104.09864)."""
    x, partner, cosine, sine, weight, other_weight = loaded
    d = tl.arange(0, x.shape[1])
    is_second = d % 2 == 1 if INTERLEAVED else d >= HALF
    sine = tl.where(is_second[None, :], sine, -sine)
    if NORMED:
        inverse = tl.rsqrt(tl.sum(x * x, 1) / D + eps)[:, None]
        x = x * inverse * weight
        partner = partner * inverse * other_weight
    return x * cosine + partner * sine
