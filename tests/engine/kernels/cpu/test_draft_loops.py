"""Drafts that depend on each other on the CPU, against the reference."""

import pytest
import torch

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.reference.kernels import ReferenceKernels
from tests.support.chain_case import SIZE, VOCAB, assert_equal, run_chain
from tests.support.shapes import plain_sizes

SHAPES = [(1, 1, 0), (6, 6, 0), (6, 4, 1), (16, 16, 1), (16, 3, 0)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("has_tokens", [True, False])
def test_a_chain_is_the_references_and_rows_that_are_not_real_do_not_matter(
    shape: tuple[int, int, int], has_tokens: bool
) -> None:
    memory = Arena(torch.device("cpu"))
    sizes = plain_sizes(SIZE, SIZE, 1, 1, SIZE, SIZE, VOCAB, 30)
    ours = run_chain(CpuKernels(memory, sizes, 16), *shape, "cpu", has_tokens=has_tokens)
    expected = run_chain(ReferenceKernels(memory, 16), *shape, "cpu", has_tokens=has_tokens)
    assert_equal(ours, expected)
