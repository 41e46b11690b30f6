"""Dequantizes GGUF blocks to float32 tensors, on several threads."""

from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.errors import UnsupportedModelError
from engine.gguf.types import GGMLType
from engine.quants import codebook_blocks, grid_blocks, k_blocks, simple_blocks, ternary_blocks
from engine.quants.block_loops import BlockLoop

_LOOPS: dict[GGMLType, BlockLoop] = {
    GGMLType.F32: simple_blocks.f32,
    GGMLType.F16: simple_blocks.f16,
    GGMLType.BF16: simple_blocks.bf16,
    GGMLType.Q8_0: simple_blocks.q8_0,
    GGMLType.Q4_0: simple_blocks.q4_0,
    GGMLType.Q4_1: simple_blocks.q4_1,
    GGMLType.Q5_0: simple_blocks.q5_0,
    GGMLType.Q5_1: simple_blocks.q5_1,
    GGMLType.Q2_K: k_blocks.q2_k,
    GGMLType.Q3_K: k_blocks.q3_k,
    GGMLType.Q4_K: k_blocks.q4_k,
    GGMLType.Q5_K: k_blocks.q5_k,
    GGMLType.Q6_K: k_blocks.q6_k,
    GGMLType.IQ4_NL: codebook_blocks.iq4_nl,
    GGMLType.IQ4_XS: codebook_blocks.iq4_xs,
    GGMLType.MXFP4: codebook_blocks.mxfp4,
    GGMLType.NVFP4: codebook_blocks.nvfp4,
    GGMLType.IQ1_S: grid_blocks.iq1_s,
    GGMLType.IQ1_M: grid_blocks.iq1_m,
    GGMLType.IQ2_XXS: grid_blocks.iq2_xxs,
    GGMLType.IQ2_XS: grid_blocks.iq2_xs,
    GGMLType.IQ2_S: grid_blocks.iq2_s,
    GGMLType.IQ3_XXS: grid_blocks.iq3_xxs,
    GGMLType.IQ3_S: grid_blocks.iq3_s,
    GGMLType.TQ1_0: ternary_blocks.tq1_0,
    GGMLType.TQ2_0: ternary_blocks.tq2_0,
}
_CHUNK_VALUES = 1 << 18  # large enough to hide the cost of handing a chunk to a thread


def loop_of(kind: GGMLType) -> BlockLoop:
    """The loop that dequantizes blocks of `kind`; raises UnsupportedModelError if there is none."""
    loop = _LOOPS.get(kind)
    if loop is None:
        known = ", ".join(known.name for known in _LOOPS)
        raise UnsupportedModelError(f"Tensor type {kind.name} is not supported, only {known}.")
    return loop


def dequantize_into(data: NDArray[np.uint8], kind: GGMLType, out: Tensor) -> None:
    """Dequantize `data`, the blocks of type `kind` in order, to `out`.

    `data` is contiguous, of any shape; `out` is a contiguous float32 CPU tensor of equal length.
    Values follow the format's definition in float32, each product and sum rounded once.
    Raises UnsupportedModelError for a type without a loop, ValueError when the sizes differ or
    `out` is not contiguous float32.
    """
    loop = loop_of(kind)
    if out.dtype != torch.float32 or not out.is_contiguous():
        raise ValueError("out must be a contiguous float32 tensor")
    if data.nbytes * kind.block_len != out.numel() * kind.block_bytes:
        raise ValueError(f"{data.nbytes} bytes of {kind.name} do not fill {out.numel()} values")
    # Always read-only, so that numba compiles each loop for one signature.
    blocks = data.reshape(-1, kind.block_bytes).view()
    blocks.flags.writeable = False
    values = out.view(-1, kind.block_len).numpy()
    _run_in_chunks(loop, blocks, values)


def _run_in_chunks(loop: BlockLoop, blocks: NDArray[np.uint8], values: NDArray[np.float32]) -> None:
    """Run `loop` over all blocks; chunk by chunk on the kernels' number of threads when many."""
    step = _CHUNK_VALUES // values.shape[1]
    begins = range(0, len(blocks), step)
    threads = min(numba.get_num_threads(), len(begins))
    if threads <= 1:
        loop(blocks, values)
        return

    def run(begin: int) -> None:
        loop(blocks[begin : begin + step], values[begin : begin + step])

    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(run, begins):
            pass  # the result re-raises an exception of the thread
