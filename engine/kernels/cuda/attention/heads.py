"""Loads a tile of heads, with RMS norm and RoPE. Knows no cache and no softmax."""

from typing import Any

import torch
import triton
import triton.language as tl

from engine.kernels.cuda.launching.extents import CACHE, Extent
from engine.kernels.sizes import PAGE_ROWS


def heads_end(num_heads: int, o: Any) -> int:
    """End of the elements read of a row: the last head, or the pair of its last element."""
    return num_heads * o.D + max(0, 2 * o.HALF - o.D)


def rotation(o: Any) -> dict[str, Extent | int]:
    """Extents that `load_rotation` reads."""
    angles = o.step.positions * o.HALF
    norm = max(o.D, 2 * o.HALF) if o.step.rows else 0
    return {"cos": angles, "sin": angles, "q_norm": norm, "k_norm": norm}


CACHE_TENSORS = ("keys", "values", "key_scales", "value_scales", "key_pages", "value_pages")


def cache_rows(num_kv_heads: int, o: Any) -> dict[str, Extent | int]:
    """Extents of keys and values [S, G, R, D]: of a ring, at most its R rows.

    Those in pages are reached through addresses alone.
    """
    rows = o.step.positions if o.WINDOW is None else min(o.step.positions, o.capacity)
    end = (len(o.keys) * num_kv_heads - 1) * o.capacity + rows if rows else 0
    halves, words = o.keys.dtype == torch.uint8, o.keys.dtype == torch.int32
    size = o.D // 2 if halves else o.D // 32 * 3 if words else o.D
    elements = Extent.elements(end * size, *CACHE)
    scales = Extent.elements(end * (o.D // 32), torch.float16)
    pages = Extent.elements(0, torch.int64)
    if o.key_pages is not None:
        page_bytes = PAGE_ROWS * size * o.keys.element_size()
        pages = Extent(1, _addresses_end(num_kv_heads, rows, o), None, (torch.int64,), page_bytes)
        elements, scales = Extent.elements(0, *CACHE), Extent.elements(0, torch.float16)
    return dict(zip(CACHE_TENSORS, (elements, elements, scales, scales, pages, pages), strict=True))


def _addresses_end(num_kv_heads: int, num_rows: int, o: Any) -> int:
    """End of the addresses read of pages [S, G, P, 2]; without scales the last is not."""
    if not num_rows:
        return 0
    num_pages, num_read = (-(-number // PAGE_ROWS) for number in (o.capacity, num_rows))
    end = 2 * ((len(o.keys) * num_kv_heads - 1) * num_pages + num_read)
    return end if o.key_scales is not None else end - 1


@triton.jit
def _partner(d, HALF: tl.constexpr, INTERLEAVED: tl.constexpr):
    """The element that RoPE pairs with each of `d` [BLOCK_D], and the pair's index.

    INTERLEAVED pairs (x[2i], x[2i+1]), else (x[i], x[i + HALF]); elements from 2 * HALF on have
    none.
    """
    if INTERLEAVED:
        pair = d // 2
        other = tl.where(d < 2 * HALF, d ^ 1, d)
    else:
        pair = tl.where(d < HALF, d, d - HALF)
        other = tl.where(d < HALF, d + HALF, tl.where(d < 2 * HALF, pair, d))
        if HALF % 4 == 0:  # loads of 16 bytes
            pair = tl.max_contiguous(tl.multiple_of(pair, 4), 4)
            other = tl.max_contiguous(tl.multiple_of(other, 4), 4)
    return other, pair


@triton.jit
def load_heads(
    heads, at, real, D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
    INTERLEAVED: tl.constexpr, NORMED: tl.constexpr,
):  # fmt: skip
    """What `turn` needs of the heads at heads + at [ROWS]: one or two [ROWS, BLOCK_D].

    The heads, and each element's RoPE partner unless it lies beside the element and has no norm.
    """
    d = tl.arange(0, BLOCK_D)
    mask = real[:, None] & (d < D)[None, :]
    x = tl.load(heads + (at[:, None] + d[None, :]), mask=mask, other=0.0)
    if INTERLEAVED and not NORMED:
        return (x,)
    else:
        other, _ = _partner(d, HALF, INTERLEAVED)
        partner = tl.load(heads + (at[:, None] + other[None, :]), mask=mask, other=0.0)
        return x, partner


@triton.jit
def load_rotation(
    position, real, cos, sin, norm, D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
    INTERLEAVED: tl.constexpr,
):  # fmt: skip
    """What `turn` needs that no kernel writes, at `position` [ROWS]; `norm` None: no norm.

    Cosine and sine of each element, from cos, sin [C, HALF], and the weights of the norm [D] of the
    element and of its partner: four [ROWS, BLOCK_D]. Of interleaved heads without a norm cosine and
    sine of each pair, and whether it turns: three [ROWS, BLOCK_D / 2].
    """
    if INTERLEAVED and norm is None:
        pair = tl.arange(0, BLOCK_D // 2)[None, :]
        turned = real[:, None] & (pair < HALF)
        angle = position[:, None] * HALF + pair
        cosine = tl.load(cos + angle, mask=turned, other=1.0)
        return cosine, tl.load(sin + angle, mask=turned, other=0.0), turned
    else:
        return _load_angles(position, real, cos, sin, norm, D, HALF, BLOCK_D, INTERLEAVED)


@triton.jit
def _load_angles(
    position, real, cos, sin, norm, D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
    INTERLEAVED: tl.constexpr,
):  # fmt: skip
    """`load_rotation` of each element."""
    d = tl.arange(0, BLOCK_D)
    other, pair = _partner(d, HALF, INTERLEAVED)
    angle = position[:, None] * HALF + pair[None, :]
    turned = real[:, None] & (d < 2 * HALF)[None, :]
    cosine = tl.load(cos + angle, mask=turned, other=1.0)
    sine = tl.load(sin + angle, mask=turned, other=0.0)
    if norm is not None:
        # One copy per row, so that they load in the layout of the heads.
        mask = real[:, None] & (d < D)[None, :]
        row = tl.zeros_like(position)[:, None]
        weight = tl.load(norm + (row + d[None, :]), mask=mask, other=0.0)
        other_weight = tl.load(norm + (row + other[None, :]), mask=mask, other=0.0)
        return cosine, sine, weight, other_weight
    else:
        return cosine, sine, cosine, sine  # without a norm the last two are unused


@triton.jit
def turn(
    loaded,
    rotation,
    eps,
    D: tl.constexpr,
    HALF: tl.constexpr,
    INTERLEAVED: tl.constexpr,
    NORMED: tl.constexpr,
):
    """RMS norm (arXiv:1910.07467) and RoPE (arXiv:2104.09864) of `load_heads`: [ROWS, BLOCK_D]."""
    if INTERLEAVED and not NORMED:
        return _turn_pairs(loaded[0], rotation)
    else:
        return _turn_elements(loaded, rotation, eps, D, HALF, INTERLEAVED, NORMED)


@triton.jit
def _turn_elements(
    loaded, rotation, eps, D: tl.constexpr, HALF: tl.constexpr, INTERLEAVED: tl.constexpr,
    NORMED: tl.constexpr,
):  # fmt: skip
    """`turn` by each element's partner."""
    x, partner = loaded
    cosine, sine, weight, other_weight = rotation
    d = tl.arange(0, x.shape[1])
    is_second = d % 2 == 1 if INTERLEAVED else d >= HALF
    sine = tl.where(is_second[None, :], sine, -sine)
    if NORMED:
        inverse = tl.rsqrt(tl.sum(x * x, 1) / D + eps)[:, None]
        x = x * inverse * weight
        partner = partner * inverse * other_weight
    return x * cosine + partner * sine


@triton.jit
def _turn_pairs(x, rotation):
    """RoPE of interleaved heads without a norm, each element and each angle loaded once."""
    cosine, sine, turned = rotation
    first, second = tl.split(tl.reshape(x, (x.shape[0], x.shape[1] // 2, 2)))
    turned_first = tl.where(turned, first * cosine + second * -sine, first)
    turned_second = tl.where(turned, second * cosine + first * sine, second)
    return tl.reshape(tl.join(turned_first, turned_second), x.shape)


@triton.jit
def norm_without_weight(x, eps, D: tl.constexpr):
    """RMS norm (arXiv:1910.07467) of heads [ROWS, BLOCK_D] that are zero from D on."""
    return x * tl.rsqrt(tl.sum(x * x, 1) / D + eps)[:, None]
