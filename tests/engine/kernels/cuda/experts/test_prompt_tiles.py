"""Prompt steps whose experts have any number of slots, against products of the weights' values."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.expert_memory import ExpertMemory, ExpertPlacement
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.tile_sizes import FLOAT_TILE_SLOTS, TILE_SLOTS
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.operands import Activation, Experts, Scoring
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import StackPart
from engine.quants.tiles import TILE_FORMATS
from tests.support.expert_case import ExpertCase, step
from tests.support.random_rows import random_rows, values_of

# Rows that are not real are NaN, of which numpy warns in the interpreter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

T = GGMLType
COUNTS = (0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 0, 63, 64, 65)
ROUNDED = 0.01  # weights and rows in bfloat16
EXACT = 1e-5


@dataclass(frozen=True, eq=False)
class Prompt:
    """A step of rows in random order, of which `counts` have chosen each expert, and no others."""

    kinds: tuple[GGMLType, GGMLType, GGMLType]
    counts: Sequence[int]
    hidden_size: int
    inner_size: int
    seed: int
    device: str

    def weights(self) -> list[tuple[NDArray[np.uint8], GGMLType, int]]:
        """Raw rows [E, n, bytes] of gate, up and down; of experts that nobody chose they are NaN."""
        d, f, e = self.hidden_size, self.inner_size, len(self.counts)
        found = []
        for number, (kind, shape) in enumerate(
            zip(self.kinds, ((f, d), (f, d), (d, f)), strict=True)
        ):
            raw = random_rows(kind, e * shape[0], shape[1], self.seed + number)
            if kind is T.MXFP4:  # exponents whose sums stay finite
                raw[:, ::17] = raw[:, ::17] % 8 + 120
            raw = raw.reshape(e, shape[0], -1)
            if kind is T.F32:
                raw[[count == 0 for count in self.counts]] = 255
            found.append((raw, kind, shape[1]))
        return found

    def rows(self) -> tuple[Tensor, Tensor]:
        """x [n, d] and the expert of each row [n]."""
        generator = torch.Generator().manual_seed(self.seed)
        experts = torch.repeat_interleave(torch.tensor(self.counts))
        experts = experts[torch.randperm(len(experts), generator=generator)]
        return torch.randn(len(experts), self.hidden_size, generator=generator), experts

    def got(self, x: Tensor, experts: Tensor, width: int) -> tuple[Tensor, Tensor]:
        """The mixture [n, d] of a step of `width` rows, and how often each expert was read."""
        on, e, n = torch.device(self.device), len(self.counts), len(x)
        sizes = ExpertSizes(e, 1, self.inner_size)
        case = ExpertCase(Scoring.SOFTMAX, Activation.SILU, sizes, self.hidden_size)
        placement = ExpertPlacement(e, (), tuple(range(e)))
        memory = ExpertMemory(Arena(on), {0: placement})
        store = CudaWeights(Arena(on), memory)
        stacks = (store.expert_stack(StackPart(*part)) for part in self.weights())
        made = Experts(*stacks, Activation.SILU)
        kernels = CudaKernels(Arena(on), case.step_sizes, width, store)
        activations = kernels.allocate_activations(self.hidden_size).rows(width)
        activations.dense.fill_(torch.nan)
        activations.dense[:n] = x.to(on)
        routes = case.no_routes(width, self.device)
        routes.experts[:n, 0] = experts.to(on)
        routes.weights[:n] = 1.0
        out = torch.full((width, self.hidden_size), torch.nan, device=on)
        kernels.mix_experts(activations, made, routes, out, step(n, width, self.device))
        assert out[n:].isnan().all()
        return out[:n].cpu(), memory.reads[0].cpu()

    def expected(self, x: Tensor, experts: Tensor) -> Tensor:
        """The mixture [n, d] by float32 products."""
        values = [
            torch.stack([values_of(each, kind, num_cols) for each in raw])
            for raw, kind, num_cols in self.weights()
        ]
        gate, up, down = (each[experts] for each in values)
        inner = torch.nn.functional.silu(torch.einsum("nfd,nd->nf", gate, x))
        inner = inner * torch.einsum("nfd,nd->nf", up, x)
        return torch.einsum("ndf,nf->nd", down, inner)

    def check(self, bound: float) -> None:
        x, experts = self.rows()
        scale = 0.1 / self.hidden_size**0.5  # for moderate gates
        x *= scale if bound == EXACT else scale * 0.05
        out, reads = self.got(x, experts, len(x) + 3)
        wanted = self.expected(x, experts)
        error = (out - wanted).norm(dim=1) / wanted.norm(dim=1)
        assert float(error.median()) < bound
        assert float(error.max()) < 4 * bound
        slots = FLOAT_TILE_SLOTS if T.F32 in self.kinds else TILE_SLOTS
        assert reads.tolist() == [-(-count // slots) for count in self.counts]


def test_every_number_of_slots(device: str) -> None:
    Prompt((T.Q4_0, T.Q8_0, T.Q5_1), COUNTS, 96, 32, 1, device).check(ROUNDED)


def test_every_number_of_slots_of_floats(device: str) -> None:
    Prompt((T.F32,) * 3, COUNTS[:11], 37, 45, 2, device).check(EXACT)


def test_floats_beside_quantized_weights(device: str) -> None:
    Prompt((T.Q8_0, T.F32, T.Q4_0), (3, 0, 17, 1), 64, 32, 3, device).check(ROUNDED)
    Prompt((T.Q8_0, T.Q4_0, T.F32), (3, 0, 17, 1), 64, 40, 4, device).check(ROUNDED)


@pytest.mark.parametrize("kind", sorted(TILE_FORMATS), ids=lambda kind: kind.name)
def test_every_type_of_weights(kind: GGMLType, device: str) -> None:
    size = max(kind.block_len, 32)
    Prompt((kind, kind, T.Q8_0), (13, 0, 5), size, 32, kind.value, device).check(ROUNDED)


def test_random_sizes(device: str) -> None:
    draw = random.Random()
    seed = draw.randrange(1 << 16)
    draw.seed(seed)
    kinds = (draw.choice((T.Q8_0, T.Q4_1, T.Q5_0)), T.Q8_0, draw.choice((T.Q4_0, T.IQ4_NL)))
    counts = [draw.choice((0, draw.randrange(10), draw.randrange(90))) for _ in range(3)] + [17]
    sizes = 32 * draw.randint(1, 5), 32 * draw.randint(1, 5)
    Prompt(kinds, counts, *sizes, seed, device).check(ROUNDED)


def test_a_row_has_the_same_bits_wherever_it_is(device: str) -> None:
    prompt = Prompt((T.Q4_K, T.Q6_K, T.Q8_0), (20, 0, 3, 35), 256, 32, 7, device)
    x, experts = prompt.rows()
    out, _ = prompt.got(x, experts, len(x))
    order = torch.randperm(len(x))[:30]
    fewer, _ = prompt.got(x[order], experts[order], 40)
    assert torch.equal(fewer, out[order])
