"""The memory of a model: cut from one block, freed at once."""

import gc
import random
import weakref
from itertools import pairwise

import pytest
import torch

from engine.cache.arena import Arena
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.sizes import aligned

CPU = torch.device("cpu")
DTYPES = [torch.uint8, torch.float16, torch.bfloat16, torch.int32, torch.float32, torch.int64]


def test_tensors_of_one_block_are_apart_and_aligned() -> None:
    shapes = [(random.randint(1, 40), random.randint(1, 40)) for _ in range(50)]
    kinds = [random.choice(DTYPES) for _ in shapes]
    sizes = [aligned(n * k * kind.itemsize) for (n, k), kind in zip(shapes, kinds, strict=True)]
    arena = Arena(CPU, sum(sizes))
    tensors = [
        arena.allocate(*shape, dtype=kind) for shape, kind in zip(shapes, kinds, strict=True)
    ]
    assert (arena.num_bytes_cut, arena.num_bytes_beside) == (sum(sizes), 0)
    begins = [tensor.data_ptr() for tensor in tensors]
    assert [after - before for before, after in pairwise(begins)] == sizes[:-1]
    for number, tensor in enumerate(tensors):
        tensor.fill_(number)
    assert all(bool((tensor == number).all()) for number, tensor in enumerate(tensors))


@pytest.mark.parametrize("num_bytes", [0, 4096])
def test_what_is_touched_beyond_the_end_of_a_tensor_is_seen(num_bytes: int) -> None:
    arena = Arena(CPU, num_bytes)
    for num_values, fits in ((4 * 64, True), (4 * 64 - 17, False)):
        columns = arena.allocate(num_values).as_strided((4, 40), (64, 1))
        assert Extent.rows(4, 40, 64).fits(columns)
        assert Extent.rows(4, 64, 64).fits(columns) == fits  # with the padding of the last row


def test_what_the_block_has_no_room_for_has_memory_of_its_own() -> None:
    arena = Arena(torch.device("meta"), 1100)
    arena.allocate(200)
    arena.allocate(100)
    assert (arena.num_bytes_cut, arena.num_bytes_beside) == (aligned(800), 400)
    assert arena.allocate(0, 7).shape == (0, 7)


def test_the_block_is_freed_with_the_last_tensor_of_it() -> None:
    arena = Arena(CPU, 1 << 20)
    block = weakref.ref(arena._block.untyped_storage())
    first, second = arena.allocate(7), arena.allocate(9)
    arena.release()
    del first
    gc.collect()
    assert block() is not None
    second.zero_()
    del second
    gc.collect()
    assert block() is None
