"""The products of prefill steps: dequantize a block of weight rows, then multiply.

A block is small enough to stay in the L2 cache in between. Quantized weights are multiplied in
bfloat16, float weights in float32; both accumulate in float32.
"""

import torch
from torch import Tensor

from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.products.dequantize import dequantize_rows
from engine.kernels.cuda.scratch import PREFILL_BLOCK_BYTES, ProductScratch
from engine.kernels.cuda.weights import CudaMatrix, CudaPart

_ROWS_MULTIPLE = 32


class PrefillProducts:
    """x @ weight.T in steps of more than 16 rows."""

    def __init__(self, scratch: ProductScratch) -> None:
        self._scratch = scratch

    def multiply(self, x: CudaActivations, weight: CudaMatrix, out: Tensor) -> None:
        """out float32 [W, N] = x @ weight.T."""
        column = 0
        for part in weight.parts:
            rows = self._rows_for(x, part)
            step = self._rows_of_block(part, rows.dtype)
            for first in range(0, part.num_rows, step):
                count = min(step, part.num_rows - first)
                block = self._dequantized(part, first, count, rows.dtype)
                _product(rows, block, out[:, column + first : column + first + count])
            column += part.num_rows

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


def _product(rows: Tensor, block: Tensor, out: Tensor) -> None:
    """out float32 [W, n] = rows @ block.T."""
    if rows.dtype == torch.float32:
        torch.mm(rows, block.t(), out=out)
    elif rows.is_cuda:
        torch.mm(rows, block.t(), out_dtype=torch.float32, out=out)
    else:  # torch has no product of mixed dtypes on the CPU
        torch.mm(rows.float(), block.t().float(), out=out)
