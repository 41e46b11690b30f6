"""llama in the variants of its files: fast kernels against the reference, and one variant against another."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.interface import Kernels
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.reference.weights import DenseWeights
from engine.layers.buffers import allocate_buffers
from engine.models.llama import Model
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from tests.support.shapes import plain_sizes
from tests.support.tiny_llama import FEED_FORWARD, HEAD_DIM, HEADS, HIDDEN, KV_HEADS, QKV, VOCAB
from tests.support.tiny_llama import write_tiny_llama as write

IDS = [3, 17, 0, 39, 8, 8, 21]
MAX_WIDTH, CAPACITY = 8, 16
SIZES = plain_sizes(HIDDEN, QKV, HEADS, KV_HEADS, HEADS * HEAD_DIM, FEED_FORWARD, VOCAB, CAPACITY)

CreateKernels = Callable[[Arena], Kernels]


def fast(arena: Arena) -> Kernels:
    return CpuKernels(arena, SIZES, MAX_WIDTH)


def reference(arena: Arena) -> Kernels:
    return ReferenceKernels(arena, MAX_WIDTH)


def logits_of(path: Path, create_kernels: CreateKernels) -> Tensor:
    """One step over IDS from an empty cache → [len(IDS), V]."""
    with GGUFFile.open(path) as file:
        architecture = find_architecture("llama")
        config = architecture.read_config(ModelMetadata(file.metadata), file.tensors)
        store = DenseWeights() if create_kernels is reference else CpuWeights()
        model = Model(config, WeightReader(file, store, lambda _: None), CAPACITY)
    arena = Arena(torch.device("cpu"))
    state = ModelState(arena, config.layer_shapes(CAPACITY), CAPACITY, "f32")
    kernels = create_kernels(arena)
    buffers = allocate_buffers(arena, kernels, SIZES, MAX_WIDTH, MAX_WIDTH)
    rows, inputs = len(IDS), buffers.inputs
    inputs.token_ids[:rows] = torch.tensor(IDS)
    inputs.positions[:rows] = inputs.kv_rows[:rows] = torch.arange(rows)
    inputs.sequences[:rows] = 0
    inputs.num_rows[0] = rows
    model.forward(kernels, buffers, state, CAPACITY, with_logits=True)
    return buffers.logits[:rows]


@pytest.mark.parametrize(
    "variant",
    [{}, {"biases": True}, {"fused": True}, {"tied": False}],
    ids=["plain", "biases", "fused qkv", "own output"],
)
def test_fast_kernels_give_the_reference_logits(tmp_path: Path, variant: dict[str, bool]) -> None:
    path = write(tmp_path / "m.gguf", **variant)
    torch.testing.assert_close(
        logits_of(path, fast), logits_of(path, reference), rtol=1e-4, atol=1e-5
    )


def test_a_fused_projection_equals_three(tmp_path: Path) -> None:
    three = logits_of(write(tmp_path / "three.gguf"), fast)
    one = logits_of(write(tmp_path / "one.gguf", fused=True), fast)
    assert torch.equal(one, three)


def test_biases_matter(tmp_path: Path) -> None:
    without = logits_of(write(tmp_path / "without.gguf"), fast)
    with_biases = logits_of(write(tmp_path / "with.gguf", biases=True), fast)
    assert not torch.allclose(without, with_biases, atol=1e-3)
