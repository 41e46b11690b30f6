"""Attention of rows of several sequences in one step, on the CPU: each row as if its sequence were alone."""

from dataclasses import dataclass, replace
from random import Random

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.interface import Kernels
from engine.kernels.operands import QKV, GateFunction, KVState, StepInputs
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.sizes import PAGE_ROWS
from tests.support.attention_case import AttentionCase, Shape
from tests.support.kv_types import FLOATS, KV_TYPES, packed
from tests.support.runs import Run, inputs_of, random_counts
from tests.support.shapes import plain_sizes

NUM_SEQUENCES, MAX_WIDTH, LONGEST = 5, 48, 1500
PLAIN = Shape(num_heads=6, num_kv_heads=2, head_dim=32, capacity=LONGEST)
WINDOWED = replace(PLAIN, head_dim=64, window=300, capacity=812, normed=True, has_sinks=True)
GATED = replace(WINDOWED, window=3, capacity=515, gate_function=GateFunction.SIGMOID)
READER = replace(PLAIN, appends=False)
SHAPES = {"all": PLAIN, "ring": WINDOWED, "short ring": GATED, "another layer's": READER}


@dataclass(eq=False)
class Step:
    """Random rows of `runs` over caches of `NUM_SEQUENCES` sequences, which are full."""

    shape: Shape
    kv_type: str
    runs: list[Run]

    def __post_init__(self) -> None:
        shape, rows = self.shape, [position for run in self.runs for position in run.positions]
        self.case = AttentionCase(shape, rows, "cpu")
        self.heads = replace(self.case.heads, cos=self.angles().cos(), sin=self.angles().sin())
        cache = (NUM_SEQUENCES, shape.num_kv_heads, shape.capacity, shape.head_dim)
        self.keys, self.values = (packed(self.kv_type, torch.randn(cache)) for _ in range(2))

    def angles(self) -> Tensor:
        """Of all positions."""
        return torch.arange(LONGEST)[:, None] / torch.logspace(0, 3, self.shape.head_dim // 2)

    def on(
        self,
        kernels: Kernels,
        inputs: StepInputs,
        rows: slice,
        keys: Tensor,
        values: Tensor,
        holders: Tensor | None = None,
    ) -> Tensor:
        """What `rows` get as a step with `inputs`, [rows, H * D]; others are NaN. Caches are changed."""
        qkv, gate = self.case.qkv[rows], self.case.gate
        count, width = len(qkv), len(inputs.positions)
        out = DenseActivations(torch.full((width, self.heads.size), torch.nan))
        given = torch.full((width, qkv.shape[1]), torch.nan)
        given[:count] = qkv
        if gate is not None:
            gate = torch.cat([gate[rows], torch.full((width - count, gate.shape[1]), torch.nan)])
        kv = KVState(keys, values, holders=holders)
        kernels.attend(QKV(given, gate), kv, self.heads, out, LONGEST, inputs)
        assert out.values[count:].isnan().all()
        return out.values[:count]


def random_runs(random: Random) -> list[Run]:
    """Runs of up to 16 rows at positions far apart, some at the beginning, some at the end."""
    return [
        Run(sequence, random.choice([0, random.randrange(LONGEST - count), LONGEST - count]), count)
        for sequence, count in random_counts(random, NUM_SEQUENCES)
    ]


def cpu(shape: Shape) -> CpuKernels:
    size = shape.num_heads * shape.head_dim
    sizes = plain_sizes(8, size, shape.num_heads, shape.num_kv_heads, size, 8, 8, LONGEST)
    return CpuKernels(Arena(torch.device("cpu")), sizes, MAX_WIDTH)


def bits(cache: Tensor) -> Tensor:
    return cache.view(torch.uint8)


@pytest.mark.parametrize("kv_type", KV_TYPES)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_row_is_the_same_whatever_other_sequences_are_in_its_step(
    shape: Shape, kv_type: str
) -> None:
    kernels, random = cpu(shape), Random(42)
    for seed in range(12):
        torch.manual_seed(seed)
        prompt = [Run(random.randrange(NUM_SEQUENCES), 500, 40)]
        runs = random_runs(random) if seed else prompt
        step, begin = Step(shape, kv_type, runs), 0
        keys, values = step.keys.clone(), step.values.clone()
        num_rows = sum(run.count for run in runs)
        width = random.randint(num_rows, 16) if seed else MAX_WIDTH
        together = step.on(kernels, inputs_of(runs, width), slice(num_rows), keys, values)
        for run in runs:
            # Alone in a model of one sequence, and each row alone.
            own = slice(run.sequence, run.sequence + 1)
            own_keys, own_values = step.keys[own].clone(), step.values[own].clone()
            for row, position in enumerate(run.positions, begin):
                inputs = inputs_of([Run(0, position, 1)], 1)
                alone = step.on(kernels, inputs, slice(row, row + 1), own_keys, own_values)
                assert torch.equal(alone[0], together[row])
            begin += run.count
            step.keys[own], step.values[own] = own_keys, own_values
        assert torch.equal(bits(keys), bits(step.keys))
        assert torch.equal(bits(values), bits(step.values))


@pytest.mark.parametrize("kv_type", FLOATS)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_rows_of_several_sequences_are_what_the_reference_gives(shape: Shape, kv_type: str) -> None:
    random = Random(43)
    for seed in range(3):
        torch.manual_seed(seed)
        runs = random_runs(random)
        num_rows = sum(run.count for run in runs)
        step, inputs = Step(shape, kv_type, runs), inputs_of(runs, 16)
        fast, slow = (
            (step.on(kernels, inputs, slice(num_rows), *caches), *caches)
            for kernels, caches in (
                (cpu(shape), (step.keys.clone(), step.values.clone())),
                (ReferenceKernels(Arena(torch.device("cpu")), 16), (step.keys, step.values)),
            )
        )
        tolerance = 5e-6 if kv_type == "f32" else 2e-3
        for ours, expected in zip(fast, slow, strict=True):
            torch.testing.assert_close(
                ours.float(), expected.float(), atol=tolerance, rtol=4 * tolerance
            )


def exchanged(random: Random, step: Step) -> tuple[Tensor, Tensor, Tensor]:
    """The caches of `step` with pages in rows of other sequences, but those written, and `holders`."""
    num_pages = -(-LONGEST // PAGE_ROWS)
    holders = torch.arange(NUM_SEQUENCES, dtype=torch.int32)[:, None].repeat(1, num_pages)
    keys, values = step.keys.clone(), step.values.clone()
    for page in range(num_pages):
        rows = slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
        written = {
            run.sequence for run in step.runs for p in run.positions if p // PAGE_ROWS == page
        }
        others = [each for each in range(NUM_SEQUENCES) if each not in written]
        for sequence, holder in zip(others, random.sample(others, len(others)), strict=True):
            holders[sequence, page] = holder
            keys[holder, :, rows] = step.keys[sequence, :, rows]
            values[holder, :, rows] = step.values[sequence, :, rows]
    return keys, values, holders


@pytest.mark.parametrize("kv_type", KV_TYPES)
@pytest.mark.parametrize("shape", [PLAIN, READER], ids=["all", "another layer's"])
def test_a_row_is_the_same_whoever_holds_the_pages_of_its_sequence(
    shape: Shape, kv_type: str
) -> None:
    random = Random(44)
    for seed in range(6):
        torch.manual_seed(seed)
        runs = random_runs(random)
        rows, inputs = slice(sum(run.count for run in runs)), inputs_of(runs, 16)
        step = Step(shape, kv_type, runs)
        shared = exchanged(random, step)
        own = step.keys, step.values
        for kernels in (cpu(shape), ReferenceKernels(Arena(torch.device("cpu")), 16)):
            if isinstance(kernels, CpuKernels) or kv_type in FLOATS:
                caches = [each.clone() for each in own]
                expected = step.on(kernels, inputs, rows, *caches)
                assert torch.equal(step.on(kernels, inputs, rows, *shared), expected)
