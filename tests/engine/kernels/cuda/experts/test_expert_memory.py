"""Experts wherever they lie, and while they move: the bits of those all in device memory."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import SUPPORTED_WEIGHT_TYPES, GGMLType
from engine.kernels.cuda.expert_memory import ExpertMemory, ExpertPlacement
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.operands import Experts, Norm, Residual
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import StackPart
from tests.support.cuda_steps import CudaSteps
from tests.support.expert_case import SILU, ExpertCase, on_device, step
from tests.support.random_rows import random_rows

# Rows that are not real are NaN, of which numpy warns in the interpreter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

CASE = replace(SILU, sizes=ExpertSizes(4, 2, 32), hidden_size=32)
NUM_EXPERTS = CASE.sizes.num_experts
ALL = tuple(range(NUM_EXPERTS))
HOST = ExpertPlacement(NUM_EXPERTS, (), ALL)
EVERY_OTHER = ExpertPlacement(NUM_EXPERTS, ALL[::2], ALL[1::2])
MOVING = ExpertPlacement(NUM_EXPERTS, ALL[:2], ALL)
KIND = GGMLType.Q8_0
WIDTHS = (1, 17)  # a short step and a prompt


class Mixture:
    """Random experts, the same wherever they are placed; None: all in device memory."""

    def __init__(
        self,
        device: str,
        placement: ExpertPlacement | None,
        case: ExpertCase = CASE,
        kind: GGMLType = KIND,
    ) -> None:
        on = torch.device(device)
        self._device, self._case, self._kind = device, case, kind
        self.memory = ExpertMemory(Arena(on), {} if placement is None else {0: placement})
        store = CudaWeights(Arena(on), self.memory)
        size, hidden = case.sizes.intermediate_size, case.hidden_size
        shapes = ((size, hidden), (size, hidden), (hidden, size))
        stacks = (
            store.expert_stack(StackPart(self._rows(seed, *shape), kind, shape[1]))
            for seed, shape in enumerate(shapes)
        )
        self.experts = Experts(*stacks, case.activation)
        self._kernels = CudaKernels(Arena(on), case.step_sizes, max(WIDTHS), store)

    def _rows(self, seed: int, num_rows: int, num_cols: int) -> NDArray[np.uint8]:
        num_experts = self._case.sizes.num_experts
        rows = random_rows(self._kind, num_experts * num_rows, num_cols, seed)
        return rows.reshape(num_experts, num_rows, -1)

    def outputs(self, before_each: Callable[[], None] = lambda: None) -> list[Tensor]:
        """What steps of several widths give."""
        torch.manual_seed(2)
        case, outputs = self._case, []
        for width in WIDTHS:
            hidden = torch.randn(width, case.hidden_size).to(self._device)
            inputs, routes = step(width, width, self._device), case.no_routes(width, self._device)
            norm, router = case.norm(), case.router()
            norm = Norm(norm.weight.to(self._device), norm.eps)
            router = on_device(router, self._device)
            x = self._kernels.allocate_activations(case.hidden_size).rows(width)
            out = torch.empty_like(hidden)
            before_each()
            self._kernels.add_branch(None, Residual(hidden, norm, x), inputs)
            routes = self._kernels.route(hidden, norm, router, routes, inputs)
            self._kernels.mix_experts(x.after(norm), self.experts, routes, out, inputs)
            outputs.append(out.cpu())
        return outputs


@pytest.fixture(scope="module")
def expected(device: str) -> list[Tensor]:
    return Mixture(device, None).outputs()


@pytest.mark.parametrize("placement", [HOST, EVERY_OTHER], ids=["all", "every other one"])
def test_experts_in_host_memory_give_the_same_bits(
    device: str, placement: ExpertPlacement, expected: list[Tensor]
) -> None:
    mixture = Mixture(device, placement)
    for got, wanted in zip(mixture.outputs(), expected, strict=True):
        assert torch.equal(got, wanted)
    # Of a short step each row's experts are read, of a prompt each tile's.
    reads = int(mixture.memory.reads.sum())
    assert WIDTHS[0] * CASE.sizes.num_used + CASE.sizes.num_used <= reads


@pytest.mark.parametrize("seed", range(4))
def test_experts_found_by_their_number_are_those_of_a_table(seed: int, device: str) -> None:
    choose = random.Random(seed)
    kind = choose.choice(sorted(SUPPORTED_WEIGHT_TYPES))
    num_experts, most = choose.randint(3, 9), 96 // kind.block_len
    size = kind.block_len * choose.randint(1, max(1, most))  # of floats, any
    hidden_size = max(32, kind.block_len) * choose.randint(1, max(1, min(3, most)))
    case = replace(SILU, sizes=ExpertSizes(num_experts, 2, size), hidden_size=hidden_size)
    shuffled = tuple(choose.sample(range(num_experts), num_experts))
    tabled = Mixture(device, ExpertPlacement(num_experts, shuffled, ()), case, kind)
    ordered = Mixture(device, None, case, kind)
    for got, wanted in zip(ordered.outputs(), tabled.outputs(), strict=True):
        assert torch.equal(got, wanted), (kind, case)


def test_experts_that_move_between_steps_give_the_same_bits(
    device: str, expected: list[Tensor]
) -> None:
    draw, mixture = random.Random(), Mixture(device, MOVING)
    memory, layer = mixture.memory, mixture.memory.layers[0]

    def move_some() -> None:
        for _ in range(draw.randint(1, 4)):
            leaving = draw.choice(sorted(layer.slots))
            coming = draw.choice(sorted(set(ALL) - set(layer.slots)))
            slot = memory.evict(0, leaving)
            memory.publish()
            memory.copy_in(0, coming, slot)
            memory.admit(0, coming, slot)
        memory.publish()

    for got, wanted in zip(mixture.outputs(move_some), expected, strict=True):
        assert torch.equal(got, wanted)


def test_an_expert_without_a_copy_stays(device: str) -> None:
    memory = Mixture(device, ExpertPlacement(NUM_EXPERTS, ALL[:2], ALL[1:])).memory
    with pytest.raises(ValueError, match="expert 0 of layer 0 has no copy"):
        memory.evict(0, 0)
    assert memory.evict(0, 1) == 1


def test_logits_of_a_model_half_in_host_memory(golden_dir: Path, device: str) -> None:
    path, on = golden_dir / "tiny-qwen3moe.gguf", torch.device(device)
    store = CudaWeights(
        Arena(on),
        ExpertMemory(
            Arena(on), dict.fromkeys(range(3), ExpertPlacement(8, (1, 3, 5, 7), (0, 2, 4, 6)))
        ),
    )
    whole = CudaSteps(path, device, 64, 16)
    halved = CudaSteps(path, device, 64, 16, store=store)
    assert torch.equal(halved.step([5], 0, 1), whole.step([5], 0, 1))
