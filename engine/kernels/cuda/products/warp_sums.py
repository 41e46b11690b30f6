"""Which tiles a program's warps have, and sums over warps, in one order however many there are.

The values of warps w and w + W / 2 are added first, then those of w and w + W / 4, and so on. So
half as many warps that have two sums each, of w and w + W / 2, arrive at the same bits.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.tiles.fragments import add_both
from engine.kernels.cuda.tiles.shared_words import (
    halved,
    once_first_warp_is_left,
    put_words,
    shared_words,
    taken_words,
)


@triton.jit
def threads_of(bases, WARPS: tl.constexpr, APART: tl.constexpr):
    """Each thread's lane, its sum (0 … WARPS - 1), and pointers to the tiles that it has.

    With APART a program has two warps for each sum, and each of them one of two tiles.
    """
    if APART:
        thread = tl.arange(0, 64 * WARPS)
        warp = thread // 32
        return thread % 32, warp // 2, (tl.where(warp % 2 == 0, bases[0], bases[1]),)
    else:
        thread = tl.arange(0, 32 * WARPS)
        return thread % 32, thread // 32, bases


@triton.jit
def sum_of_warps(x):
    """Sum x [WARPS, …] over its first axis."""
    if INTERPRETED:  # NumPy would add one after the other
        while x.shape[0] > 1:
            x = tl.sum(tl.reshape(x, (2, x.shape[0] // 2, *x.shape[1:])), 0)
        total = tl.reshape(x, x.shape[1:])
    else:  # Triton (3.6 to 3.9) exchanges values between lanes in this order
        total = tl.sum(x, 0)
    return total


@triton.jit
def sum_both_of_warps(x, y):
    """`sum_of_warps` of two tensors, whose warps wait for each other once."""
    if INTERPRETED:
        both = (sum_of_warps(x), sum_of_warps(y))
    else:
        both = tl.reduce((x, y), 0, add_both)
    return both


@triton.jit
def sums_in_first_warp(terms, column, WARPS: tl.constexpr):
    """`sum_of_warps` of one or two tensors [32 * WARPS], of which a thread has one of 32 columns.

    Returns as many tensors [WARPS, 32], whose first row has the sums. All warps but the first end,
    so that what follows takes no turns of other ones; a warp has each row.
    """
    thread = tl.arange(0, 32 * WARPS)
    words = shared_words(32 * WARPS * len(terms))
    for i in tl.static_range(len(terms)):
        put_words(words + i * WARPS * 128, thread // 32 * 32 + column, terms[i])
    words = once_first_warp_is_left(words, thread)
    sums = ()
    for i in tl.static_range(len(terms)):
        parts = ()
        for w in tl.static_range(WARPS):
            part = taken_words(
                words + i * WARPS * 128, w * 32 + thread % 32, thread // 32 * 32 + column, terms[i]
            )  # fmt: skip
            parts = parts + (part,)
        sums = sums + (tl.reshape(halved(parts), (WARPS, 32)),)
    return sums


@triton.jit
def sum_of_sets(sets, SETS: tl.constexpr):
    """Sum the one or two tensors of each warp."""
    if SETS == 1:
        return sets[0]
    else:
        return sets[0] + sets[1]


@triton.jit
def turned(sets, first, SETS: tl.constexpr):
    """`sets` with `first` in place of the first, which then comes last."""
    if SETS == 1:
        return (first,)
    else:
        return (sets[1], first)
