"""Sorts the slots of a prefill step by expert, and gathers their rows.

Slot row * USED + j is the j-th expert of a row. Sorted slots lie in blocks of 8, all of one expert:
`tile_slots` int32 [8 * NUM_BLOCKS] are their indices, -1 for padding. A tile is up to SLOTS slots
of one expert, in adjacent blocks: `tiles` int32 [T, 3] has the expert (-1 for unused tiles), the
first block, and the number of slots. Tables and grids have the largest possible number of both.
"""

from typing import Any

import torch
import triton
import triton.language as tl

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import DENSE, Extent
from engine.kernels.cuda.tile_sizes import SLOT_BLOCK
from engine.kernels.cuda.tiles.bfloat_fragments import store_rows
from engine.quants.tiles import padded_cols


def sorted_slots(o: Any, num_blocks: int) -> dict[str, Extent | int]:
    """Extents read of the tables by a kernel whose grid has a program, or more, for each tile."""
    return {
        "tiles_ptr": Extent.int32(3 * o.grid[1]),
        "tile_slots_ptr": Extent.int32(SLOT_BLOCK * num_blocks),
    }


@triton.jit
def _is_of(experts_ptr, begin, expert, num_slots, BLOCK: tl.constexpr):
    """Whether each of slots begin … begin + BLOCK - 1 is of `expert`, 0 or 1."""
    slot = begin + tl.arange(0, BLOCK)
    found = tl.load(experts_ptr + slot, mask=slot < num_slots, other=-1)
    return (found == expert).to(tl.int32)


@touches(
    lambda o: {
        "experts_ptr": Extent.int32(o.step.rows * o.USED),
        "counts_ptr": Extent.int32(o.grid[0]),
        "reads_ptr": Extent.int32(o.grid[0]),
    }
)
@triton.jit
def count_slots_kernel(
    experts_ptr, num_rows_ptr, counts_ptr, reads_ptr,
    USED: tl.constexpr, NUM_SLOTS: tl.constexpr, SLOTS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """One program: counts the slots of one expert; adds its tiles to `reads`, if any."""
    expert = tl.program_id(0)
    num_slots = tl.load(num_rows_ptr) * USED
    counts = tl.zeros((BLOCK,), tl.int32)
    for begin in range(0, NUM_SLOTS, BLOCK):
        counts += _is_of(experts_ptr, begin, expert, num_slots, BLOCK)
    count = tl.sum(counts, 0)
    tl.store(counts_ptr + expert, count)
    if reads_ptr is not None:
        num_tiles = (count + SLOTS - 1) // SLOTS
        tl.store(reads_ptr + expert, tl.load(reads_ptr + expert) + num_tiles)


@triton.jit
def _begin_and_end(counts, other, expert, SIZE: tl.constexpr):
    """The first of the parts of up to SIZE slots of an expert, and one past its last."""
    parts = (counts + SIZE - 1) // SIZE
    begin = tl.sum(tl.where(other < expert, parts, 0), 0)
    return begin, begin + tl.sum(tl.where(other == expert, parts, 0), 0)


@touches(
    lambda o: {
        "experts_ptr": Extent.int32(o.step.rows * o.USED),
        "counts_ptr": Extent.int32(o.E),
        "tiles_ptr": Extent.int32(3 * o.T),
        "tile_slots_ptr": Extent.int32(SLOT_BLOCK * o.NUM_BLOCKS),
    }
)
@triton.jit
def place_slots_kernel(
    experts_ptr, num_rows_ptr, counts_ptr, tiles_ptr, tile_slots_ptr,
    USED: tl.constexpr, NUM_SLOTS: tl.constexpr, E: tl.constexpr, T: tl.constexpr,
    NUM_BLOCKS: tl.constexpr, SLOTS: tl.constexpr,
    BLOCK: tl.constexpr, BLOCK_E: tl.constexpr, BLOCK_T: tl.constexpr,
):  # fmt: skip
    """One program: fills the tiles of one expert, after those of the experts before it."""
    expert = tl.program_id(0)
    num_slots = tl.load(num_rows_ptr) * USED
    other = tl.arange(0, BLOCK_E)
    counts = tl.load(counts_ptr + other, mask=other < E, other=0)
    count = tl.sum(tl.where(other == expert, counts, 0), 0)
    first, end = _begin_and_end(counts, other, expert, SLOTS)
    first_block, end_block = _begin_and_end(counts, other, expert, 8)
    tile = tl.arange(0, BLOCK_T)
    own = (tile >= first) & (tile < end)
    tl.store(tiles_ptr + tile * 3, expert, mask=own)
    tl.store(tiles_ptr + tile * 3 + 1, first_block + (tile - first) * (SLOTS // 8), mask=own)
    tl.store(tiles_ptr + tile * 3 + 2, tl.minimum(count - (tile - first) * SLOTS, SLOTS), mask=own)
    place = first_block * 8
    for begin in range(0, NUM_SLOTS, BLOCK):
        found = _is_of(experts_ptr, begin, expert, num_slots, BLOCK)
        at = tile_slots_ptr + place + tl.cumsum(found, 0) - 1
        tl.store(at, begin + tl.arange(0, BLOCK), mask=found > 0)
        place += tl.sum(found, 0)
    pad = place + tl.arange(0, BLOCK_E)  # at least 32
    tl.store(tile_slots_ptr + pad, -1, mask=pad < end_block * 8)
    if expert == E - 1:
        no_tile = (tile >= end) & (tile < T)
        tl.store(tiles_ptr + tile * 3, -1, mask=no_tile)
        tl.store(tiles_ptr + tile * 3 + 2, 0, mask=no_tile)
        for begin in range(0, NUM_BLOCKS * 8, BLOCK):
            unused = begin + tl.arange(0, BLOCK)
            is_unused = (unused >= end_block * 8) & (unused < NUM_BLOCKS * 8)
            tl.store(tile_slots_ptr + unused, -1, mask=is_unused)


@touches(
    lambda o: {
        "dense_ptr": Extent.rows(o.step.rows, o.K, o.K, *DENSE),
        "tile_slots_ptr": Extent.int32(SLOT_BLOCK * o.grid[0]),
        "rows_ptr": Extent.elements(SLOT_BLOCK * o.grid[0] * padded_cols(o.K), torch.bfloat16),
    }
)
@triton.jit
def gather_rows_kernel(
    dense_ptr, tile_slots_ptr, rows_ptr,
    K: tl.constexpr, USED: tl.constexpr, COLS: tl.constexpr,
):  # fmt: skip
    """One program: COLS columns of the rows of a block of slots, in the order of products."""
    block = tl.program_id(0)
    if tl.load(tile_slots_ptr + block * 8) >= 0:  # padding comes last
        slots = tl.load(tile_slots_ptr + block * 8 + tl.arange(0, 8))
        column = tl.program_id(1) * COLS + tl.arange(0, COLS)
        at = dense_ptr + (tl.maximum(slots, 0) // USED).to(tl.int64)[:, None] * K + column[None, :]
        x = tl.load(at, mask=(slots >= 0)[:, None] & (column < K)[None, :], other=0.0)
        KP: tl.constexpr = (K + 63) // 64 * 64
        store_rows(x, rows_ptr, block, 8, tl.program_id(1) * (COLS // 32), KP, 8, COLS)
