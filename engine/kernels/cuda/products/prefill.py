"""The products of prefill steps.

Of few rows weights become bfloat16 in registers (prompt_product.py) where four warps multiply at
once. Elsewhere a block of weight rows is dequantized, small enough to stay in the L2 cache, then
multiplied. Float weights are multiplied in float32; all accumulate in float32.
"""

import torch
from torch import Tensor

from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.launching.capability import has_warpgroup_products
from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.products import prompt_product
from engine.kernels.cuda.products.dequantize import dequantize_rows
from engine.kernels.cuda.scratch import PREFILL_BLOCK_BYTES, ProductScratch, ordered_cols
from engine.kernels.cuda.weights import CudaMatrix, CudaPart

_ROWS_MULTIPLE = 32
_MANY_OUTPUTS = 16384
_MANY_COLS = 8192
_OUTPUTS_AT_ONCE = 4224  # whose programs, of 512 rows, the device runs all at once


class PrefillProducts:
    """x @ weight.T in steps of more than 16 rows."""

    def __init__(self, scratch: ProductScratch) -> None:
        self._scratch = scratch

    def multiply(self, x: CudaActivations, weight: CudaMatrix, out: Tensor) -> None:
        """out float32 [W, N] = x @ weight.T."""
        ordered = self._ordered(x) if self._multiplies_in_registers(x, weight) else None
        column = 0
        for part in weight.parts:
            columns = out[:, column : column + part.num_rows]
            if part.is_tiled and ordered is not None:
                prompt_product.multiply(ordered, part, columns, self._scratch)
            else:
                self._multiply_blocks(self._rows_for(x, part), part, columns)
            column += part.num_rows

    def _multiplies_in_registers(self, x: CudaActivations, weight: CudaMatrix) -> bool:
        return (
            any(part.is_tiled for part in weight.parts)
            and x.width <= _most_rows(weight.num_rows, weight.num_cols)
            and (INTERPRETED.value or has_warpgroup_products())
        )

    def _multiply_blocks(self, rows: Tensor, part: CudaPart, out: Tensor) -> None:
        """out = rows @ part.T, block by block of dequantized weights."""
        step = self._rows_of_block(part, rows.dtype)
        for first in range(0, part.num_rows, step):
            count = min(step, part.num_rows - first)
            block = self._dequantized(part, first, count, rows.dtype)
            _product(rows, block, out[:, first : first + count])

    def _ordered(self, x: CudaActivations) -> Tensor:
        """The rows in bfloat16, in the order of operands."""
        rows = x.dense_rows
        size = len(rows) * ordered_cols(rows.shape[1])
        ordered = self._scratch.halves.flatten()[:size].view(len(rows), -1)
        prompt_product.order_rows(rows, ordered)
        return ordered

    def _rows_for(self, x: CudaActivations, part: CudaPart) -> Tensor:
        rows = x.dense_rows
        if not part.is_tiled or rows.dtype == torch.bfloat16:
            return rows
        halves = self._scratch.halves.flatten()[: rows.numel()].view(rows.shape)
        halves.copy_(rows)
        return halves

    def _rows_of_block(self, part: CudaPart, dtype: torch.dtype) -> int:
        fitting = PREFILL_BLOCK_BYTES // (part.num_cols * dtype.itemsize)
        return max(1, fitting // _ROWS_MULTIPLE) * _ROWS_MULTIPLE

    def _dequantized(self, part: CudaPart, first: int, count: int, dtype: torch.dtype) -> Tensor:
        """Rows of a part as `dtype` [count, K]."""
        if part.data.dtype == dtype:
            return part.data[first : first + count, : part.num_cols]
        num_bytes = count * part.num_cols * dtype.itemsize
        block = self._scratch.block[:num_bytes].view(dtype).view(count, part.num_cols)
        if part.is_tiled:
            dequantize_rows(part.data, part.kind, part.num_cols, first, count, block)
        else:
            block.copy_(part.data[first : first + count, : part.num_cols])
        return block


def _most_rows(num_outputs: int, num_cols: int) -> int:
    """Up to how many rows it is faster not to dequantize, as measured (tests/gpu/README.md)."""
    if num_cols < 1024:
        return 32
    if num_cols < 2048:
        return 128
    is_long = num_cols >= _MANY_COLS and num_outputs <= _OUTPUTS_AT_ONCE
    return 512 if num_outputs >= _MANY_OUTPUTS or is_long else 256


def _product(rows: Tensor, block: Tensor, out: Tensor) -> None:
    """out float32 [W, n] = rows @ block.T."""
    if rows.dtype == torch.float32:
        torch.mm(rows, block.t(), out=out)
    elif rows.is_cuda:
        torch.mm(rows, block.t(), out_dtype=torch.float32, out=out)
    else:  # torch has no product of mixed dtypes on the CPU
        torch.mm(rows.float(), block.t().float(), out=out)
