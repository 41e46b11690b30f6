"""Rows of a cache that lie in pages: those of several sequences, or some in host memory.

A head's page of 256 positions begins at an address in a table int64 [S, G, P, 2], which has one for
its elements and one for its scales. A kernel reads the table when it runs. A cache in pages is a
tuple here: the pages of its head, and where elements and scales would be in one piece.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.attention.stored_rows import rows_from
from engine.kernels.sizes import PAGE_ROWS

PAGE = tl.constexpr(PAGE_ROWS)


@triton.jit
def head_cache(pages, elements, scales, head, first, capacity, D: tl.constexpr):
    """The cache of a head among all sequences' heads.

    If `pages` is None, one in one piece, whose rows begin at `first`.
    """
    if pages is None:
        return rows_from(elements, scales, first, D)
    elif scales is None:
        return pages + head * (tl.cdiv(capacity, PAGE) * 2), elements, elements
    else:
        return pages + head * (tl.cdiv(capacity, PAGE) * 2), elements, scales


@triton.jit
def at_position(cache, start):
    """A cache and the row of position `start` in it; so many of its page follow there."""
    if cache[0].dtype.element_ty.is_int64():
        page = start // PAGE
        place = cache[0] + page * 2
        elements = tl.multiple_of(tl.load(place).to(cache[1].dtype), 16)
        scales = elements.to(cache[2].dtype)
        if cache[1].dtype.element_ty.is_int():
            scales = tl.multiple_of(tl.load(place + 1).to(cache[2].dtype), 16)
        return (elements, scales), start - page * PAGE
    else:
        return cache, start


@triton.jit
def at_positions(cache, position, real):
    """As `at_position`, of positions [ROWS] of which each `real` one may be in another page."""
    if cache[0].dtype.element_ty.is_int64():
        place = cache[0] + position // PAGE * 2
        elements = tl.load(place, mask=real, other=0)[:, None].to(cache[1].dtype)
        # Else rows are stored in another layout, in which the norm before it adds in another order.
        elements = tl.multiple_of(elements, (16, 16))
        scales = elements.to(cache[2].dtype)
        if cache[1].dtype.element_ty.is_int():
            scales = tl.load(place + 1, mask=real, other=0)[:, None].to(cache[2].dtype)
            scales = tl.multiple_of(scales, (16, 16))
        return (elements, scales), position % PAGE
    else:
        return cache, position
