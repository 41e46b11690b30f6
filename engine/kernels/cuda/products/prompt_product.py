"""The product of a prompt's rows with quantized weights, which become bfloat16 in registers.

They are operand A of the matrix instruction of four warps (capability 9.0), which takes them from
registers; the rows are operand B, in shared memory. So weights are read as they are stored, and
no dequantized copy of them passes through the L2 cache.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import torch
import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import DENSE, Extent, whole_tiles, words
from engine.kernels.cuda.launching.interpreted import INTERPRETED, dot, loop_bound, rounded
from engine.kernels.cuda.products.bfloat_dot import stack
from engine.kernels.cuda.scratch import ProductScratch
from engine.kernels.cuda.tiles.bfloat_fragments import group_operands, lane_scales, unscaled
from engine.kernels.cuda.tiles.formats import tile_bytes
from engine.kernels.cuda.tiles.fragments import load_pair
from engine.kernels.cuda.tiles.scales import load_scale
from engine.kernels.cuda.weights import CudaPart

_BLOCK_COLS, _ORDER_WARPS = 1024, 4
_WARPS = 4

_SHARED_COLS = 2048  # more are divided among several programs
_LEAST_COLS = 512  # of each
_LONG_COLS = 8192  # with more it is better to divide columns than to take fewer rows
_FULL_PROGRAMS = 120  # nearly one for each multiprocessor
_MOST_SPLITS = 8
_MULTIPROCESSORS = 132
# Stages, and the programs that a multiprocessor runs at once, by rows; of some types one less of
# 128 rows and two stages.
_AT_ONCE = {32: ((3, 3),), 64: ((3, 2),), 128: ((2, 3), (3, 2))}


@touches(
    lambda o: {
        "rows_ptr": Extent.rows(o.grid[0], o.K, o.STRIDE, *DENSE),
        "out_ptr": Extent.elements(o.grid[0] * o.PADDED, torch.bfloat16),
    }
)
@triton.jit
def order_rows_kernel(
    rows_ptr, out_ptr, K: tl.constexpr, STRIDE: tl.constexpr, PADDED: tl.constexpr,
    BLOCK_K: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_K columns of one row, in the order of `weights_operand`."""
    row = tl.program_id(0).to(tl.int64)
    place = tl.program_id(1) * BLOCK_K + tl.arange(0, BLOCK_K)
    column = place // 16 * 16 + place % 8 // 2 * 4 + place % 2 * 2 + place % 16 // 8
    x = tl.load(rows_ptr + row * STRIDE + column, mask=column < K, other=0.0).to(tl.float32)
    tl.store(out_ptr + row * PADDED + place, rounded(x, tl.bfloat16), mask=place < PADDED)


@triton.jit
def _group_words(words, scales, H: tl.constexpr, TYPE: tl.constexpr):
    """Weights of a group as words [lane, row half, k, column half]."""
    a = group_operands(words, scales, H, TYPE)
    halves = ()
    for half in tl.static_range(2):
        even = tl.join(a[4 * half], a[4 * half + 1])
        odd = tl.join(a[4 * half + 2], a[4 * half + 3])
        halves = halves + (tl.join(even, odd),)
    return stack(halves, 2)


@triton.jit
def _pair_words(loaded, TYPE: tl.constexpr):
    """Weights of a pair as words [lane, row half, k, column half, group]."""
    scales = lane_scales(loaded[1], TYPE)
    first = _group_words(loaded[0], scales, 0, TYPE)
    return tl.join(first, _group_words(loaded[0], scales, 1, TYPE))


@triton.jit
def weights_operand(loaded, TYPE: tl.constexpr, WARPS: tl.constexpr, COUNT: tl.constexpr):
    """Weights of COUNT (2 or 4) pairs of each warp's tile: bfloat16 [16 WARPS, 64 COUNT].

    loaded: from `_load_pairs`. Of each 16 columns, place 8 k + 2 q + i has column 4 q + 2 i + k.
    """
    pairs = ()
    for n in tl.static_range(COUNT):
        pairs = pairs + (_pair_words(loaded[n], TYPE),)
    x = stack(pairs, COUNT)
    x = tl.join(x.to(tl.int16), (x >> 16).to(tl.int16)).to(tl.bfloat16, bitcast=True)
    # warp, r, q, row half, k, column half, group, pair (its low bit last), i
    if COUNT == 2:
        x = tl.permute(tl.reshape(x, (WARPS, 8, 4, 2, 2, 2, 2, 2, 2)), (0, 3, 1, 7, 6, 5, 4, 2, 8))
    else:
        x = tl.reshape(x, (WARPS, 8, 4, 2, 2, 2, 2, 2, 2, 2))
        x = tl.permute(x, (0, 3, 1, 7, 8, 6, 5, 4, 2, 9))
    return tl.reshape(x, (16 * WARPS, 64 * COUNT))


@triton.jit
def _load_pairs(
    tile_ptr, pair, lane, K: tl.constexpr, TYPE: tl.constexpr, COUNT: tl.constexpr
):  # fmt: skip
    """(words, encoded scale) of COUNT pairs from `pair` on; beyond the tile, of its last."""
    LAST: tl.constexpr = (K + 63) // 64 - 1
    result = ()
    for n in tl.static_range(COUNT):
        at = tl.minimum(pair + n, LAST)
        words = load_pair(tile_ptr, at, lane, K, TYPE)
        result = result + ((words, load_scale(tile_ptr, at, lane, K, TYPE)),)
    return result


@triton.jit
def _sum_parts(
    parts_ptr, out_ptr, block, output, num_outputs, width, splits, out_stride,
    OUTPUTS: tl.constexpr, ROWS: tl.constexpr,
):  # fmt: skip
    """Store the sums of parts [splits, ROWS, OUTPUTS], 16 rows at a time."""
    for first in range(0, ROWS, 16):
        row = first + tl.arange(0, 16)
        at = parts_ptr + row[:, None] * OUTPUTS + tl.arange(0, OUTPUTS)[None, :]
        total = tl.load(at)
        for n in range(1, loop_bound(splits)):
            total += tl.load(at + n * (OUTPUTS * ROWS))
        row += block * ROWS
        to = out_ptr + row.to(tl.int64)[:, None] * out_stride + output[None, :]
        tl.store(to, total, mask=(row < width)[:, None] & (output < num_outputs)[None, :])


@triton.jit
def _finished(acc):
    """`acc` after a wait for the products that are on their way.

    They read their operand from registers, which the assembler gives to other values after any
    wait; Triton (3.6 to 3.9) would wait for some of them only.
    """
    if INTERPRETED:
        return acc
    else:
        return tl.inline_asm_elementwise("", "=f,0", [acc], dtype=tl.float32, is_pure=True, pack=1)


@touches(
    lambda o: {
        "tiles_ptr": words(o.TYPE, whole_tiles(o.num_outputs), o.K),
        "rows_ptr": Extent.elements(o.width * o.STRIDE, torch.bfloat16),
        "parts_ptr": 0 if o.splits == 1 else o.grid[0] * 16 * o.WARPS * o.ROWS,
        "arrived_ptr": Extent.int32(0 if o.splits == 1 else o.grid[0] // o.splits),
        "out_ptr": Extent.rows(o.width, o.num_outputs, o.out_stride),
    }
)
@triton.jit(do_not_specialize=["num_outputs", "width", "splits"])
def prompt_product_kernel(
    tiles_ptr, rows_ptr, parts_ptr, arrived_ptr, out_ptr, num_outputs, width, splits, out_stride,
    K: tl.constexpr, STRIDE: tl.constexpr, TYPE: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, COUNT: tl.constexpr, IS_SPLIT: tl.constexpr,
    STAGES: tl.constexpr,
):  # fmt: skip
    """One program: a share of the columns of 16 WARPS outputs of ROWS rows.

    The last of `splits` programs to arrive sums their parts [programs, ROWS, 16 WARPS]; arrived
    int32 counts them, and is 0 before and after. Programs of the same weights are neighbors.
    """
    STEPS: tl.constexpr = (K + 64 * COUNT - 1) // (64 * COUNT)
    OUTPUTS: tl.constexpr = 16 * WARPS
    blocks = tl.cdiv(width, ROWS)
    block = tl.program_id(0) % blocks
    group = tl.program_id(0) // blocks
    split = group % splits
    group //= splits
    row = block * ROWS + tl.arange(0, ROWS)
    thread = tl.arange(0, 32 * WARPS)
    lane = thread % 32
    tile = tl.minimum(group * WARPS + thread // 32, (num_outputs + 15) // 16 - 1)
    tile_ptr = tiles_ptr + tile.to(tl.int64) * (tile_bytes(TYPE, K) // 4)
    column = tl.arange(0, 64 * COUNT)
    row_ptr = rows_ptr + tl.minimum(row, width - 1).to(tl.int64) * STRIDE
    acc = tl.zeros((OUTPUTS, ROWS), tl.float32)
    begin, end = 0, STEPS
    if IS_SPLIT:
        begin, end = loop_bound(split * STEPS // splits), loop_bound((split + 1) * STEPS // splits)
    following = _load_pairs(tile_ptr, begin * COUNT, lane, K, TYPE, COUNT)
    for step in tl.range(begin, end, num_stages=STAGES):
        loaded = following
        following = _load_pairs(tile_ptr, (step + 1) * COUNT, lane, K, TYPE, COUNT)
        x = tl.load(row_ptr[None, :] + (step * (64 * COUNT) + column)[:, None])
        acc = _finished(dot(weights_operand(loaded, TYPE, WARPS, COUNT), x, acc, None))
    acc *= unscaled(TYPE)
    output = group * OUTPUTS + tl.arange(0, OUTPUTS)
    if not IS_SPLIT:
        at = out_ptr + row.to(tl.int64)[None, :] * out_stride + output[:, None]
        tl.store(at, acc, mask=(output < num_outputs)[:, None] & (row < width)[None, :])
    else:
        place = group * blocks + block
        parts_ptr += place.to(tl.int64) * splits * (OUTPUTS * ROWS)
        at = tl.arange(0, OUTPUTS)[:, None] + tl.arange(0, ROWS)[None, :] * OUTPUTS
        tl.store(parts_ptr + split * (OUTPUTS * ROWS) + at, acc)
        tl.debug_barrier()
        before = tl.atomic_add(arrived_ptr + place, 1, sem="acq_rel")
        if before == splits - 1:
            tl.store(arrived_ptr + place, 0)
            _sum_parts(
                parts_ptr, out_ptr, block, output, num_outputs, width, splits, out_stride,
                OUTPUTS, ROWS,
            )  # fmt: skip


def order_rows(rows: Tensor, out: Tensor) -> None:
    """Store rows [W, K], bfloat16 or float32, as bfloat16 [W, `ordered_cols` of K]."""
    width, num_cols = rows.shape
    padded = out.shape[1]
    order_rows_kernel[(width, triton.cdiv(padded, _BLOCK_COLS))](
        rows, out, K=num_cols, STRIDE=rows.stride(0), PADDED=padded, BLOCK_K=_BLOCK_COLS,
        num_warps=_ORDER_WARPS, enable_fp_fusion=False,
    )  # fmt: skip


class PromptShape(NamedTuple):
    """How programs of 64 outputs divide a product."""

    rows: int
    count: int  # pairs of 32 columns that a program multiplies at a time
    splits: int  # programs that share the columns
    stages: int  # of the loop over columns, whose rows are on their way to shared memory


def prompt_shape(num_outputs: int, num_cols: int, width: int) -> PromptShape:
    """The shape for a product of `width` rows, as measured (tests/gpu/README.md)."""
    rows = min(128, max(32, 1 << (width - 1).bit_length()))
    if num_cols <= _LONG_COLS:
        while rows > 32 and _num_programs(num_outputs, width, rows) < _FULL_PROGRAMS:
            rows //= 2
    programs = _num_programs(num_outputs, width, rows)
    _, splits, stages = min(_divisions(programs, rows, num_cols))
    return PromptShape(rows, 2 if rows == 128 else 4, splits, stages)


def _divisions(programs: int, rows: int, num_cols: int) -> Iterator[tuple[float, int, int]]:
    """(time, splits, stages) of ways to divide the columns of `programs` programs.

    The time is in units of what a program takes that has a multiprocessor for itself.
    """
    most = min(_MOST_SPLITS, num_cols // _LEAST_COLS) if num_cols > _SHARED_COLS else 1
    for (stages, at_once), splits in product(_AT_ONCE[rows], range(1, most + 1)):
        turns = -(-programs * splits // (_MULTIPROCESSORS * at_once))
        if splits == 1 or turns == 1:
            yield at_once * turns / splits, splits, stages


def _num_programs(num_outputs: int, width: int, rows: int) -> int:
    """Programs that do not share columns."""
    return -(-num_outputs // (16 * _WARPS)) * -(-width // rows)


def multiply(rows: Tensor, part: CudaPart, out: Tensor, scratch: ProductScratch) -> None:
    """out float32 [W, N], some columns of a wider tensor, = rows @ part.T.

    rows: from `order_rows`.
    """
    width = len(rows)
    shape = prompt_shape(part.num_rows, part.num_cols, width)
    programs = _num_programs(part.num_rows, width, shape.rows)
    prompt_product_kernel[(programs * shape.splits,)](
        part.words, rows, scratch.block.view(torch.float32), scratch.arrived, out,
        part.num_rows, width, shape.splits, out.stride(0),
        K=part.num_cols, STRIDE=rows.shape[1], TYPE=int(part.kind), ROWS=shape.rows,
        WARPS=_WARPS, COUNT=shape.count, IS_SPLIT=shape.splits > 1, STAGES=shape.stages,
        num_warps=_WARPS, enable_fp_fusion=False,
    )  # fmt: skip
