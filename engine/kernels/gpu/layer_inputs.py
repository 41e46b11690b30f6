"""What layers get of the token beside the residual stream: rows of a table, mixed with a normed projection."""

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.gguf.types import GGMLType
from engine.kernels.gpu.dependent_launch import launch_options
from engine.kernels.gpu.embed import table_group
from engine.kernels.operands import Norm
from engine.quants.tiles import TILE_FORMATS

_HALF_ROOT = tl.constexpr(0.5**0.5)


@triton.jit
def mix_layer_inputs_kernel(
    token_ids_ptr, num_rows_ptr, table_ptr, weight_ptr, x_ptr, scale, eps,
    K: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, BLOCK_K: tl.constexpr,
    TYPE: tl.constexpr, IS_TILED: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_K columns of one row, whole norms of SIZE columns each."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        first = tl.program_id(1) * BLOCK_K
        x_ptr += row.to(tl.int64) * STRIDE
        token = tl.load(token_ids_ptr + row)
        PART: tl.constexpr = min(SIZE, 32)  # columns of a norm within a group
        part = tl.arange(0, 32 // PART)[:, None]
        within = tl.arange(0, PART)[None, :]
        if SIZE >= 32:  # else a group of 32 has whole norms in it
            whole = tl.load(x_ptr + first + tl.arange(0, SIZE))
            inverse = 1.0 / tl.sqrt(tl.sum(whole * whole, 0) / SIZE + eps)
        for i in tl.static_range(BLOCK_K // 32):
            column = first + i * 32 + part * PART + within
            x = tl.load(x_ptr + column, mask=column < K, other=0.0)
            if SIZE < 32:
                inverse = (1.0 / tl.sqrt(tl.sum(x * x, 1) / SIZE + eps))[:, None]
            pair = tl.program_id(1) * (BLOCK_K // 64) + i // 2
            own = table_group(table_ptr, token, pair, i % 2, K, TYPE, IS_TILED)
            own = tl.reshape(own, (32 // PART, PART)) * scale
            weight = tl.load(weight_ptr + (column % SIZE))
            mixed = (x * inverse * weight + own) * _HALF_ROOT
            tl.store(x_ptr + column, mixed, mask=column < K)


def mix_layer_inputs(
    token_ids: Tensor,
    num_rows: Tensor,
    table: Tensor,
    kind: GGMLType,
    scale: float,
    norm: Norm,
    x: Tensor,
    *,
    pdl: bool,
) -> None:
    """x = (norm(x) + scale * table[token_ids]) / sqrt(2), of the first num_rows[0] rows.

    x float32 [W, K], normed by each P = len(norm.weight) columns, P a power of two that divides K;
    token_ids int32 [W]; num_rows int32 [1]; table [V, K]: tiles, uint8, or row-major float32, float16
    or bfloat16. Raises ValueError for another P.
    """
    width, num_cols = x.shape
    size = len(norm.weight)
    if size & (size - 1) or num_cols % size:
        raise ValueError(f"{size} inputs of a layer are not a power of two that divides {num_cols}")
    block = max(64, size)
    is_tiled = kind in TILE_FORMATS
    mix_layer_inputs_kernel[(width, triton.cdiv(num_cols, block))](
        token_ids, num_rows, table.view(torch.int32) if is_tiled else table, norm.weight, x, scale, norm.eps,
        K=num_cols, SIZE=size, STRIDE=x.stride(0), BLOCK_K=block, TYPE=int(kind),
        IS_TILED=is_tiled, PDL=pdl, num_warps=1, enable_fp_fusion=False,
        **launch_options(pdl=pdl),
    )  # fmt: skip
