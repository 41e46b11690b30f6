"""Splits that the blocks of a cluster hand to each other and combine, without a launch for it.

Of steps of one row: the heads of a tile see the same positions. Each block attends to a share of
the row's splits. The tile's outputs, in groups of 32 columns of a head, are divided among all
blocks; each adds the splits of its groups in ascending order, with the bits of combine.py.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.attention.parts import TILE, store_finished
from engine.kernels.cuda.tiles.cluster_words import (
    cluster_words,
    once_all_have_come,
    put_if,
    words_of_block,
)
from engine.kernels.cuda.tiles.shared_words import (
    halved,
    once_all_have_put,
    put_first_rows,
    put_sums,
    put_words,
    take,
)

_WORDS = tl.constexpr(34)  # of a split of a group: its columns, the largest score, the softmax sum


@triton.jit
def share_of_block(lowest, last, shift, CLUSTER: tl.constexpr):
    """First and last position of a block's splits, and how many splits the row has.

    The row sees positions lowest … last in splits of 1 << `shift`.
    """
    first = lowest >> shift
    num_parts = (last >> shift) - first + 1
    share = tl.cdiv(num_parts, CLUSTER)
    begin = (first + tl.program_id(0) % CLUSTER * share) << shift
    return begin, tl.minimum(last, begin + (share << shift) - 1), num_parts


@triton.constexpr_function
def groups_of_block(most_groups, cluster):
    """The most groups that a block combines of a tile's."""
    return -(-most_groups // cluster)


@triton.jit
def words_of_parts(num_parts, num_groups, MOST_GROUPS: tl.constexpr, CLUSTER: tl.constexpr):
    """Words of a block for its groups' splits, at most CLUSTER; all that are there are put."""
    rank = tl.program_id(0) % CLUSTER
    groups = (num_groups - rank + (CLUSTER - 1)) // CLUSTER
    OWN: tl.constexpr = groups_of_block(MOST_GROUPS, CLUSTER)
    return cluster_words(CLUSTER * OWN * _WORDS, groups * num_parts * _WORDS, CLUSTER)


@triton.jit
def put_part(
    words, own_words, part, largest, weights, total, num_groups,
    MOST_GROUPS: tl.constexpr, CLUSTER: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Hand a split of the tile's groups, the `part`th, to the blocks that combine them.

    largest [16], weights [16, BLOCK] and total [16, C] of head rows go through `own_words`, so that
    each warp sends the 32 columns of a group at once.
    """
    C: tl.constexpr = total.shape[1]
    GROUPS: tl.constexpr = C // 32
    ROWS: tl.constexpr = MOST_GROUPS // GROUPS
    TOTALS: tl.constexpr = ROWS * (C + 8)
    put_first_rows(own_words, total, ROWS)
    put_sums(own_words + 4 * TOTALS, weights, WARPS)
    put_words(own_words + 4 * (TOTALS + TILE * WARPS), tl.arange(0, TILE), largest)
    own_words = once_all_have_put(own_words)
    thread = tl.arange(0, 32 * max(WARPS, triton.next_power_of_2(MOST_GROUPS)))
    group, lane = thread // 32, thread % 32
    row = tl.minimum(group // GROUPS, ROWS - 1)
    to = words_of_block(words, group % CLUSTER)
    OWN: tl.constexpr = groups_of_block(MOST_GROUPS, CLUSTER)
    place = (part * OWN + group // CLUSTER) * _WORDS
    real = group < num_groups
    value = take(own_words, row * (C + 8) + group % GROUPS * 32 + lane, False)
    put_if(to, place + lane, value, real)
    weight = ()
    for w in tl.static_range(WARPS):
        weight = weight + (take(own_words, TOTALS + row * WARPS + w, False),)
    of_row = take(own_words, TOTALS + TILE * WARPS + row, False)
    scalar = tl.where(lane == 0, of_row, halved(weight))
    put_if(to, place + 32 + lane, scalar, real & (lane < 2))


@triton.jit
def _taken_parts(words, own, num_parts, OWN: tl.constexpr, CLUSTER: tl.constexpr):
    """What has been put of CLUSTER splits: largest [M], softmax sum [M], total [M, 32] each."""
    place = own * _WORDS
    columns = words + (place[:, None] + tl.arange(0, 32)[None, :]) * 4
    parts = ()
    for i in tl.static_range(CLUSTER):
        there = i < num_parts
        first = i * (OWN * _WORDS)
        parts = parts + (
            (
                tl.where(there, take(words, place + (first + 32), True), float("-inf")),
                tl.where(there, take(words, place + (first + 33), True), 0.0),
                tl.where(there, take(columns, first, True), 0.0),
            ),
        )
    return parts


@triton.jit
def _combined(words, own, num_parts, OWN: tl.constexpr, CLUSTER: tl.constexpr):
    """(largest [M], softmax sum [M], total [M, 32]) of a block's groups `own` [M] over parts."""
    parts = _taken_parts(words, own, num_parts, OWN, CLUSTER)
    largest = parts[0][0]
    for i in tl.static_range(1, CLUSTER):
        largest = tl.maximum(largest, parts[i][0])
    weight, total = tl.zeros_like(parts[0][1]), tl.zeros_like(parts[0][2])
    for i in tl.static_range(CLUSTER):
        factor = tl.exp2(parts[i][0] - largest)
        weight += parts[i][1] * factor
        total += parts[i][2] * factor[:, None]
    return largest, weight, total


@triton.jit
def store_combined(
    words, num_parts, num_groups, first_head, row, slice_of_head, sinks, gate, gate_stride,
    codes, scales, values_out, K, MOST_GROUPS: tl.constexpr, D: tl.constexpr, C: tl.constexpr,
    GATE: tl.constexpr, GATES_HEADS: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr, CLUSTER: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Combine a block's groups once all their splits have come, and store them.

    They are `slice_of_head`, of C columns, of the heads from `first_head` on.
    """
    GROUPS: tl.constexpr = C // 32
    OWN: tl.constexpr = groups_of_block(MOST_GROUPS, CLUSTER)
    M: tl.constexpr = max(WARPS, triton.next_power_of_2(OWN))
    words = once_all_have_come(words)
    own = tl.arange(0, M)
    state = _combined(words, tl.minimum(own, OWN - 1), num_parts, OWN, CLUSTER)
    group = own * CLUSTER + tl.program_id(0) % CLUSTER
    real = (own < OWN) & (group < num_groups)
    part = (first_head + group // GROUPS) * (D // 32) + slice_of_head * GROUPS + group % GROUPS
    store_finished(
        state, (group * 0 + row, part, real), sinks, gate, gate_stride,
        codes, scales, values_out, K,
        32, 32, GATE, GATES_HEADS, 1, D // 32, WRITE_CODES, WRITE_VALUES,
    )  # fmt: skip
