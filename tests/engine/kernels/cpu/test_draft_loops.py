"""Drafts that depend on each other on the CPU, against the reference."""

import pytest
import torch

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.reference.kernels import ReferenceKernels
from tests.support.chain_case import (
    RANK,
    SIZE,
    VOCAB,
    assert_equal,
    assert_same_walk,
    run_chain,
    run_walk,
)
from tests.support.float_matrix import float_matrix
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


WALKS = [(1, 1, 3, 4), (6, 6, 3, 4), (6, 4, 2, 1), (16, 16, 7, 8), (16, 3, 1, 5)]


@pytest.mark.parametrize("shape", WALKS)
def test_convolutions_and_a_walk_are_the_references(
    shape: tuple[int, int, int, int],
) -> None:
    width, num_real, taps, k = shape
    memory = Arena(torch.device("cpu"))
    sizes = plain_sizes(SIZE, SIZE, 1, 1, SIZE, SIZE, VOCAB, 30)
    table = torch.randn(VOCAB, RANK)
    ours, expected = (
        run_walk(kernels, float_matrix(table, kernels), width, num_real, "cpu", taps, k)
        for kernels in (CpuKernels(memory, sizes, 16), ReferenceKernels(memory, 16))
    )
    assert_same_walk(ours, expected)
