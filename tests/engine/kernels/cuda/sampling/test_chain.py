"""Drafts that depend on each other on the CUDA kernels, against the reference."""

from dataclasses import replace

import pytest
import torch

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.reference.weights import DenseWeights
from engine.kernels.sizes import SelectorSizes
from engine.kernels.weight_parts import MatrixPart
from tests.support.chain_case import (
    RANK,
    SIZE,
    VOCAB,
    assert_equal,
    assert_same_walk,
    run_chain,
    run_walk,
)
from tests.support.shapes import plain_sizes

SHAPES = [(1, 1, 0), (6, 6, 0), (6, 4, 1), (16, 16, 1), (16, 3, 0)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("has_tokens", [True, False])
def test_a_chain_is_the_references_and_rows_that_are_not_real_do_not_matter(
    shape: tuple[int, int, int], has_tokens: bool, device: str
) -> None:
    place = torch.device(device)
    sizes = replace(plain_sizes(SIZE, SIZE, 1, 1, SIZE, SIZE, VOCAB, 30), chain_rank=RANK)
    kernels = CudaKernels(Arena(place), sizes, 16, CudaWeights(Arena(place)))
    ours = run_chain(kernels, *shape, device, has_tokens=has_tokens)
    plain = ReferenceKernels(Arena(torch.device("cpu")), 16)
    assert_equal(ours, run_chain(plain, *shape, "cpu", has_tokens=has_tokens))


WALKS = [(1, 1, 3, 4), (6, 6, 3, 4), (6, 4, 2, 1), (16, 16, 7, 8), (16, 3, 1, 5)]


@pytest.mark.parametrize("shape", WALKS)
def test_convolutions_and_a_walk_are_the_references(
    shape: tuple[int, int, int, int], device: str
) -> None:
    width, num_real, taps, k = shape
    place, store = torch.device(device), CudaWeights(Arena(torch.device(device)))
    sizes = plain_sizes(SIZE, SIZE, 1, 1, SIZE, SIZE, VOCAB, 30)
    sizes = replace(sizes, selector=SelectorSizes(k, RANK))
    data = torch.randn(VOCAB, RANK).view(torch.uint8).numpy()
    part = MatrixPart(data, GGMLType.F32, VOCAB, RANK)
    kernels = CudaKernels(Arena(place), sizes, 16, store)
    ours = run_walk(kernels, store.matrix([part]), width, num_real, device, taps, k)
    plain = ReferenceKernels(Arena(torch.device("cpu")), 16)
    table = DenseWeights().matrix([part])
    assert_same_walk(ours, run_walk(plain, table, width, num_real, "cpu", taps, k))
