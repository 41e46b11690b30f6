"""The blocks of decode attention fit into splits and into the matrix instructions."""

import pytest
import torch

from engine.kernels.cuda.attention.block_shapes import block_shape
from engine.kernels.cuda.attention.splits import ATTENTION_SPLIT, padded_head_dim, split_sizes

CACHES = [torch.float32, torch.float16, torch.bfloat16, torch.int8, torch.uint8, torch.int32]
MULTIPROCESSOR_REGISTERS = 1 << 16


@pytest.mark.parametrize("cache", CACHES, ids=str)
@pytest.mark.parametrize("head_dim", [16, 24, 64, 80, 128, 192, 256, 512])
def test_a_block_is_part_of_every_split(cache: torch.dtype, head_dim: int) -> None:
    shape = block_shape(cache, padded_head_dim(head_dim))
    assert shape.positions >= 16  # the smallest side of a matrix instruction
    for num_kv_heads in (1, 2, 8, 40):
        sizes = split_sizes(num_kv_heads, 4, head_dim, None, shape.positions)
        for seen in (1, 300, 1000, ATTENTION_SPLIT * 20):
            assert sizes.of(seen) % shape.positions == 0


@pytest.mark.parametrize("cache", CACHES, ids=str)
def test_a_multiprocessor_holds_a_program_of_wide_heads_and_two_of_others(
    cache: torch.dtype,
) -> None:
    for block_d in (16, 32, 64, 128, 256, 512):
        shape = block_shape(cache, block_d)
        programs = 2 if block_d <= 128 and cache != torch.float32 else 1
        threads = 32 * shape.num_warps
        assert programs * threads * shape.num_registers <= MULTIPROCESSOR_REGISTERS
