"""llama in the variants of its files: fast kernels against the reference, and one variant against another."""

from pathlib import Path

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.kv_cache import KVCache
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cpu import CpuKernels
from engine.kernels.interface import Kernels
from engine.kernels.reference import ReferenceKernels
from engine.layers.buffers import BufferSizes, allocate_buffers
from engine.models.llama import Model, read_config
from engine.models.weights import WeightReader
from tests.support.tiny_llama import FEED_FORWARD, HEAD_DIM, HEADS, HIDDEN, QKV, VOCAB
from tests.support.tiny_llama import write_tiny_llama as write

IDS = [3, 17, 0, 39, 8, 8, 21]


def logits_of(path: Path, kernels: Kernels) -> Tensor:
    """One step over IDS from an empty cache → [len(IDS), V]."""
    with GGUFFile.open(path) as file:
        config = read_config(ModelMetadata(file.metadata), file.tensors)
        model = Model(config, WeightReader(file, lambda _: None), 16)
    arena = Arena(torch.device("cpu"))
    cache = KVCache(arena, config.num_layers, config.num_kv_heads, config.head_dim, 16, "f32")
    sizes = BufferSizes(HIDDEN, QKV, HEADS, HEADS * HEAD_DIM, FEED_FORWARD, VOCAB)
    buffers = allocate_buffers(arena, sizes, 8, 8)
    rows = len(IDS)
    buffers.token_ids[:rows] = torch.tensor(IDS)
    buffers.positions[:rows] = buffers.kv_rows[:rows] = torch.arange(rows)
    buffers.num_rows[0] = rows
    model.forward(kernels, buffers, cache, 16, with_logits=True)
    return buffers.logits[:rows]


@pytest.mark.parametrize(
    "variant",
    [{}, {"biases": True}, {"fused": True}, {"tied": False}],
    ids=["plain", "biases", "fused qkv", "own output"],
)
def test_fast_kernels_give_the_reference_logits(tmp_path: Path, variant: dict[str, bool]) -> None:
    path = write(tmp_path / "m.gguf", **variant)
    fast, slow = logits_of(path, CpuKernels()), logits_of(path, ReferenceKernels())
    torch.testing.assert_close(fast, slow, rtol=1e-4, atol=1e-5)


def test_a_fused_projection_equals_three(tmp_path: Path) -> None:
    three = logits_of(write(tmp_path / "three.gguf"), CpuKernels())
    one = logits_of(write(tmp_path / "one.gguf", fused=True), CpuKernels())
    assert torch.equal(one, three)


def test_biases_matter(tmp_path: Path) -> None:
    without = logits_of(write(tmp_path / "without.gguf"), CpuKernels())
    with_biases = logits_of(write(tmp_path / "with.gguf", biases=True), CpuKernels())
    assert not torch.allclose(without, with_biases, atol=1e-3)
