"""Dequantizes rows of a tiled matrix for the matrix products of prefill. Knows no product."""

import torch
import triton
import triton.language as tl
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import DENSE, Extent, whole_tiles, words
from engine.kernels.cuda.launching.interpreted import rounded
from engine.kernels.cuda.tiles.formats import tile_bytes
from engine.kernels.cuda.tiles.fragments import load_pair
from engine.kernels.cuda.tiles.values import group_values
from engine.quants.tiles import TILE_ROWS, TileLayout

_WARPS = 4


@touches(
    lambda o: {
        "tiles_ptr": words(o.TYPE, 16 * o.first_tile + whole_tiles(o.num_rows), o.K),
        "out_ptr": Extent.elements(o.num_rows * o.K, *DENSE),
    }
)
@triton.jit(do_not_specialize=["first_tile", "num_rows"])
def dequantize_kernel(
    tiles_ptr, out_ptr, first_tile, num_rows,
    K: tl.constexpr, TYPE: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """One program: WARPS pairs (64 columns) of a tile; each lane dequantizes 32 codes of a pair."""
    PAIRS: tl.constexpr = (K + 63) // 64
    BLOCKS: tl.constexpr = (PAIRS + WARPS - 1) // WARPS
    tile_index = tl.program_id(0) // BLOCKS
    tile_ptr = tiles_ptr + (first_tile + tile_index).to(tl.int64) * (tile_bytes(TYPE, K) // 4)
    out_ptr += tile_index.to(tl.int64) * 16 * K
    thread = tl.arange(0, 32 * WARPS)
    lane = thread % 32
    pair = tl.program_id(0) % BLOCKS * WARPS + thread // 32
    real_pair = tl.minimum(pair, PAIRS - 1)
    words = load_pair(tile_ptr, real_pair, lane, K, TYPE)
    for h in tl.static_range(2):
        values = group_values(tile_ptr, words, real_pair, lane, h, K, TYPE)
        for i in tl.static_range(4):
            row = lane // 4 + 8 * (i % 2)
            column = pair * 64 + h * 32 + i // 2 * 16 + lane % 4 * 4
            at = out_ptr + (row * K + column)[:, None] + tl.arange(0, 4)[None, :]
            valid = (column < K) & (tile_index * 16 + row < num_rows)
            tl.store(at, rounded(values[i], out_ptr.dtype.element_ty), mask=valid[:, None])


def dequantize_rows(
    tiles: Tensor, kind: GGMLType, num_cols: int, first_row: int, num_rows: int, out: Tensor
) -> None:
    """Dequantize `num_rows` rows from `first_row` on of tiles uint8 [num_tiles, tile_bytes].

    `first_row` is a multiple of 16; out [num_rows, num_cols] is contiguous, float32 or bfloat16.
    Raises ValueError for a misaligned or excessive `first_row` and for an `out` of another shape.
    """
    if first_row % TILE_ROWS or first_row + num_rows > tiles.shape[0] * TILE_ROWS:
        raise ValueError(f"rows from {first_row} on begin inside a tile, or overrun the matrix")
    if out.shape != (num_rows, num_cols) or not out.is_contiguous():
        raise ValueError(f"out is not [{num_rows}, {num_cols}] and contiguous")
    blocks = -(-TileLayout(kind, num_cols).num_pairs // _WARPS)
    dequantize_kernel[(-(-num_rows // TILE_ROWS) * blocks,)](
        tiles.view(torch.int32),
        out,
        first_row // TILE_ROWS,
        num_rows,
        K=num_cols,
        TYPE=int(kind),
        WARPS=_WARPS,
        num_warps=_WARPS,
        enable_fp_fusion=False,
    )
