"""Experts read most come into device memory, those read least make room; the next load begins with them."""

import ctypes
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.expert_memory import CudaStack, ExpertMemory, ExpertPlacement
from engine.runtime.expert_promotion import ExpertPromotion
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.residency import ExpertGroup, HeldExperts

NUM_LAYERS, NUM_EXPERTS, NUM_SLOTS, EXPERT_BYTES = 2, 6, 3, 64
HELD = tuple(
    HeldExperts(ExpertGroup(layer, NUM_EXPERTS, EXPERT_BYTES), NUM_SLOTS, NUM_EXPERTS)
    for layer in range(NUM_LAYERS)
)


class Model:
    """Layers of experts whose bytes are their number; `read` is a step that reads some."""

    def __init__(self, folder: Path, num_copies: int = NUM_EXPERTS) -> None:
        self.usage = ExpertUsage(folder / "usage.npy", HELD)
        orders = [self.usage.by_score(layer, NUM_EXPERTS) for layer in range(NUM_LAYERS)]
        self.memory = ExpertMemory(
            Arena(torch.device("cpu")),
            {
                layer: ExpertPlacement(
                    NUM_EXPERTS, tuple(order[:NUM_SLOTS]), tuple(order[NUM_EXPERTS - num_copies :])
                )
                for layer, order in enumerate(orders)
            },
        )
        self.stacks: list[CudaStack] = []
        for layer in range(NUM_LAYERS):
            stack, matrix = self.memory.add(layer, GGMLType.F32, (4, 4), EXPERT_BYTES)
            numbers = torch.arange(NUM_EXPERTS, dtype=torch.uint8)[:, None]
            self.memory.store(layer, matrix, 0, numbers.expand(-1, EXPERT_BYTES))
            self.stacks.append(stack)
        self.promotion = ExpertPromotion(self.memory, self.usage)

    def read(self, *experts: int, steps: int = 1) -> None:
        """Steps that read these experts of each layer, wherever the tables say they are."""
        for _ in range(steps):
            for stack in self.stacks:
                for expert in experts:
                    at = int(stack.addresses[expert])
                    assert ctypes.string_at(at, EXPERT_BYTES) == bytes([expert]) * EXPERT_BYTES
                    assert stack.reads is not None
                    stack.reads[expert] += 1
            self.promotion.after_step()

    def resident(self) -> list[set[int]]:
        return [set(layer.slots) for layer in self.memory.layers.values()]


def test_experts_read_most_come_in_and_are_there_at_the_next_load(tmp_path: Path) -> None:
    model = Model(tmp_path)
    assert model.resident() == [{0, 1, 2}] * NUM_LAYERS
    model.read(0, 4, 5, steps=60)
    assert model.resident() == [{0, 4, 5}] * NUM_LAYERS
    model.promotion.close()
    again = Model(tmp_path)
    assert again.resident() == [{0, 4, 5}] * NUM_LAYERS
    again.read(*range(NUM_EXPERTS))


def test_experts_move_at_any_moment_and_are_read_where_they_are(tmp_path: Path) -> None:
    model, draw = Model(tmp_path), np.random.default_rng()
    for _ in range(40):
        likely = draw.choice(NUM_EXPERTS, 2, replace=False)
        model.read(*(int(expert) for expert in likely), steps=int(draw.integers(1, 30)))
        assert all(len(resident) <= NUM_SLOTS for resident in model.resident())
    model.read(*range(NUM_EXPERTS))


def test_an_even_use_moves_nothing(tmp_path: Path) -> None:
    model = Model(tmp_path)
    model.read(*range(NUM_EXPERTS), steps=100)
    assert model.resident() == [{0, 1, 2}] * NUM_LAYERS


def test_chance_moves_little(tmp_path: Path) -> None:
    model, draw = Model(tmp_path), np.random.default_rng(4)
    num_moves, before = 0, model.resident()
    for _ in range(400):
        model.read(*(int(expert) for expert in draw.choice(NUM_EXPERTS, 2, replace=False)))
        num_moves += sum(len(a - b) for a, b in zip(model.resident(), before, strict=True))
        before = model.resident()
    assert num_moves < 20


def test_an_expert_without_a_copy_keeps_its_slot(tmp_path: Path) -> None:
    model = Model(tmp_path, num_copies=NUM_EXPERTS - 1)
    model.read(3, 4, 5, steps=100)
    for resident in model.resident():
        assert 0 in resident
        assert len(resident & {3, 4, 5}) == NUM_SLOTS - 1


def test_what_was_read_is_counted(tmp_path: Path) -> None:
    model = Model(tmp_path)
    model.read(0, 5, steps=16)
    traffic = model.promotion.traffic
    assert 0 < traffic.hits < traffic.reads <= 2 * 2 * 16
    assert traffic.bus_bytes == (traffic.reads - traffic.hits) * EXPERT_BYTES
    assert model.promotion.resident_share == 0.5


@pytest.mark.parametrize("content", [b"", b"nothing", b"\x93NUMPY\x01\x00v\x00{'descr'"])
def test_a_damaged_profile_is_no_profile(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "usage.npy").write_bytes(content)
    assert Model(tmp_path).resident() == [{0, 1, 2}] * NUM_LAYERS


def test_a_profile_of_another_shape_is_no_profile(tmp_path: Path) -> None:
    np.save(tmp_path / "usage.npy", np.ones((1, 3), np.float32))
    assert not ExpertUsage(tmp_path / "usage.npy", HELD).scores.any()
