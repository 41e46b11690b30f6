"""Which tiles a program's warps have, and sums over warps, in one order however many there are.

The values of warps w and w + W / 2 are added first, then those of w and w + W / 4, and so on. So
half as many warps that have two sums each, of w and w + W / 2, arrive at the same bits.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.tiles.cluster_words import (
    cluster_thread,
    cluster_words,
    once_first_warps_of_cluster_are_left,
    put_in_cluster,
)
from engine.kernels.cuda.tiles.shared_words import (
    halved,
    once_all_have_put,
    once_first_warps_are_left,
    put_words,
    shared_words,
    take,
)

_ROW = tl.constexpr(36)  # words from one row of 32 columns to the next


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
def _sum_of_warps(x):
    """Sum x [WARPS, C] over warps, in the interpreter: NumPy would add in another order."""
    while x.shape[0] > 1:
        x = tl.sum(tl.reshape(x, (2, x.shape[0] // 2, *x.shape[1:])), 0)
    return tl.reshape(x, x.shape[1:])


@triton.constexpr_function
def result_rows(num_rows, num_warps):
    """Rows of a result for up to eight activation rows, of which the first count: one a warp.

    With fewer warps than rows, a warp has several.
    """
    return max(num_rows, num_warps) if num_rows <= 8 else num_rows


@triton.jit
def _place(thread, i, ROWS: tl.constexpr, APART: tl.constexpr):
    """Where a thread's term i lies among those of one sum, ROWS rows of 32 columns.

    Rows are so far apart that lanes of a quad, which have several, meet in no bank.
    """
    quad, column = thread % 4, thread % 32 // 4
    if ROWS <= 2:  # a column of all rows
        return i * _ROW + quad // 2 * 16 + quad % 2 * 8 + column
    elif ROWS == 4:  # two columns of a tile, of two rows
        return (quad % 2 * 2 + i % 2) * _ROW + quad // 2 * 16 + i // 2 * 8 + column
    else:  # two columns of each tile, of two rows
        tile = thread // 32 % 2 if APART else i // 4
        return (quad * 2 + i % 2) * _ROW + tile * 16 + i % 4 // 2 * 8 + column


@triton.jit
def words_of_terms(
    NUMBER: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr, CLUSTER: tl.constexpr = 1
):
    """Shared words for the terms of NUMBER times 32 columns, of at most eight rows at a time."""
    AT_ONCE: tl.constexpr = ROWS if ROWS <= 8 else 8
    if CLUSTER > 1:
        return cluster_words(
            NUMBER * (AT_ONCE * _ROW * WARPS), NUMBER * (AT_ONCE * 32 * WARPS), CLUSTER
        )
    else:
        return shared_words(NUMBER * (AT_ONCE * _ROW * WARPS))


@triton.jit
def put_terms(
    words, index, terms, ROWS: tl.constexpr, WARPS: tl.constexpr, APART: tl.constexpr,
    CLUSTER: tl.constexpr = 1,
):  # fmt: skip
    """Put each thread's terms, in the order of `_place`, of the 32 columns with this index."""
    SHARING: tl.constexpr = 2 if APART else 1
    thread = cluster_thread(32 * WARPS * SHARING // CLUSTER, CLUSTER)
    first = (index * WARPS + thread // (32 * SHARING)) * (ROWS * _ROW)
    for i in tl.static_range(len(terms)):
        place = first + _place(thread, i, ROWS, APART)
        if CLUSTER > 1:
            put_in_cluster(words, place, terms[i])
        else:
            put_words(words, place, terms[i])


@triton.jit
def _taken_sums(
    words, index, terms, R: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr,
    APART: tl.constexpr, ONCE: tl.constexpr,
):  # fmt: skip
    """The sums of what `put_terms` has put: those of row i % ROWS in row i of [R, 32]."""
    if INTERPRETED:
        THREADS: tl.constexpr = 64 if APART else 32
        place = tl.arange(0, 64 * ROWS)
        placed = tl.zeros((WARPS, 64 * ROWS), tl.float32)
        for i in tl.static_range(len(terms)):
            at = _place(tl.arange(0, THREADS), i, ROWS, APART)
            is_there = place[:, None] == at[None, :]
            of_warps = tl.reshape(terms[i], (WARPS, 1, THREADS))
            placed += tl.sum(tl.where(tl.expand_dims(is_there, 0), of_warps, 0.0), 2)
        row, column = tl.arange(0, R) % ROWS, tl.arange(0, 32)
        wanted = row[:, None] * _ROW + column[None, :]
        is_wanted = tl.reshape(wanted, (32 * R, 1)) == place[None, :]
        placed = _sum_of_warps(placed)
        total = tl.sum(tl.where(is_wanted, placed[None, :], 0.0), 1)
    else:
        thread = tl.arange(0, 32 * R)
        at = (index * (WARPS * ROWS) + thread // 32 % ROWS) * _ROW + thread % 32
        parts = ()
        for w in tl.static_range(WARPS):
            parts = parts + (take(words, at + w * (ROWS * _ROW), ONCE),)
        total = halved(parts)
    return tl.reshape(total, (R, 32))


@triton.jit
def sums_of_terms(
    words, terms, ROWS: tl.constexpr, WARPS: tl.constexpr, APART: tl.constexpr, ENDS: tl.constexpr,
    CLUSTER: tl.constexpr = 1,
):  # fmt: skip
    """Sums over warps of all terms that they have put, for which they wait once.

    If ENDS, [`result_rows`, 32] for each 32 columns, and all warps but those of the rows end: what
    follows takes no turns of others. Else [ROWS, 32], and warps put others only after a wait.
    """
    NUM_WARPS: tl.constexpr = 2 * WARPS if APART else WARPS
    R: tl.constexpr = result_rows(ROWS, NUM_WARPS // CLUSTER) if ENDS else ROWS
    if CLUSTER > 1:
        thread = cluster_thread(32 * NUM_WARPS // CLUSTER, CLUSTER)
        words = once_first_warps_of_cluster_are_left(words, thread, ROWS)
    elif ENDS and ROWS < NUM_WARPS:
        words = once_first_warps_are_left(words, tl.arange(0, 32 * NUM_WARPS), ROWS)
    else:
        words = once_all_have_put(words)
    sums = ()
    for t in tl.static_range(len(terms)):
        sums = sums + (_taken_sums(words, t, terms[t], R, ROWS, WARPS, APART, ENDS),)
    return sums


@triton.jit
def _computed(x):
    """x, as it is: the compiler would put off its sums, and keep all terms in registers."""
    if INTERPRETED:
        return x
    else:
        return tl.inline_asm_elementwise(
            "mov.f32 $0, $1;", "=f,f", [x], dtype=tl.float32, is_pure=False, pack=1
        )


@triton.jit
def sums_of_sixteen_rows(words, blocks, WARPS: tl.constexpr, APART: tl.constexpr):
    """The sums [16, 32] of the terms of two times eight rows, by the same words."""
    put_terms(words, 0, blocks[0], 8, WARPS, APART)
    first = _computed(sums_of_terms(words, (blocks[0],), 8, WARPS, APART, False)[0])
    words = once_all_have_put(words)  # and have taken
    put_terms(words, 0, blocks[1], 8, WARPS, APART)
    second = _computed(sums_of_terms(words, (blocks[1],), 8, WARPS, APART, False)[0])
    return tl.reshape(tl.permute(tl.join(first, second), (2, 0, 1)), (16, 32))


@triton.jit
def added(first, second):
    """The terms of a warp's two sets."""
    sums = ()
    for i in tl.static_range(len(first)):
        sums = sums + (first[i] + second[i],)
    return sums


@triton.jit
def turned(sets, first, SETS: tl.constexpr):
    """`sets` with `first` in place of the first, which then comes last."""
    if SETS == 1:
        return (first,)
    else:
        return (sets[1], first)
