"""Decode attention of several sequences in a step: each has the bits and the cache it has alone."""

import dataclasses
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest
import torch
from torch import Tensor

from engine.kernels.cuda.activations import StoredRows
from engine.kernels.cuda.attention.decode import attend
from engine.kernels.cuda.attention.splits import attention_scratch_size
from engine.kernels.operands import QKV, GateFunction, KVState
from engine.kernels.sizes import MAX_LOGGED_ROWS, AttentionSizes
from tests.support.attention_case import AttentionCase, Shape
from tests.support.runs import Run, inputs_of, random_counts

NUM_SEQUENCES = 5
FULL = Shape(num_heads=3, num_kv_heads=1, head_dim=32)
SHAPES = {
    "full": FULL,
    "heads for two tiles": dataclasses.replace(FULL, num_heads=20),
    "short window": dataclasses.replace(FULL, window=40, capacity=560, has_sinks=True),
    "long window": dataclasses.replace(
        FULL, window=300, capacity=1024, gate_function=GateFunction.SIGMOID, dtype=torch.float32
    ),
    "another layer's cache": dataclasses.replace(FULL, head_dim=16, appends=False),
    "sliced heads": dataclasses.replace(FULL, num_heads=4, num_kv_heads=2, head_dim=128),
    "sliced heads in a window": dataclasses.replace(
        FULL, head_dim=256, window=300, capacity=1024, has_sinks=True
    ),
}
PLACES = (0, 1, 62, 250, 255, 256, 400, 511, 560)
FAR = (1022, 1117)  # behind the beginning of a ring


@dataclass(eq=False)
class Output:
    """What a step left: activations of its real rows, and all caches."""

    values: Tensor
    codes: Tensor
    keys: Tensor
    cached_values: Tensor

    @property
    def caches(self) -> tuple[Tensor, Tensor]:
        return self.keys, self.cached_values


class Batch:
    """Rows of several sequences of a layer, and caches that hold what is before them, else NaN."""

    def __init__(self, shape: Shape, runs: Sequence[Run], device: str) -> None:
        self.shape, self.runs, self.device = shape, runs, device
        self.cases = [AttentionCase(shape, list(run.positions), device) for run in runs]
        longest = max(self.cases, key=lambda case: len(case.cos))
        for case in self.cases:
            for name in ("cos", "sin", "q_norm", "k_norm", "sinks"):
                setattr(case, name, getattr(longest, name))
        cache = (NUM_SEQUENCES, *longest.keys.shape)
        self.keys = torch.full(cache, torch.nan, dtype=shape.dtype, device=device)
        self.values = self.keys.clone()
        for run, case in zip(runs, self.cases, strict=True):
            self.keys[run.sequence], self.values[run.sequence] = case.keys, case.values

    def step(self, chosen: Sequence[int], width: int, span: int, num_programs: int) -> Output:
        """A step of the runs `chosen`, on caches and scratch of its own."""
        shape, cases = self.shape, [self.cases[i] for i in chosen]
        inputs = inputs_of([self.runs[i] for i in chosen], width, self.device)
        num_cols, count = shape.num_heads * shape.head_dim, int(inputs.num_rows)
        unreal = torch.full((width - count, cases[0].qkv.shape[1]), torch.nan, device=self.device)
        gates = [case.gate for case in cases if case.gate is not None]
        gate = torch.full((width, num_cols), torch.nan, device=self.device) if gates else None
        if gate is not None:
            gate[:count] = torch.cat(gates)
        padded = -(-num_cols // 64) * 64
        codes = torch.zeros((16, padded), dtype=torch.int8, device=self.device)
        scales = torch.zeros((padded // 32, 16, 2), device=self.device)
        out = torch.full((16, num_cols), torch.nan, device=self.device)
        has_codes = shape.head_dim % 32 == 0
        sizes = AttentionSizes(
            shape.num_heads, shape.num_kv_heads, shape.head_dim, shape.capacity, shape.window
        )
        keys, values = self.keys.clone(), self.values.clone()
        stored = StoredRows(
            num_cols=num_cols,
            codes=codes if has_codes else None,
            scales=scales if has_codes else None,
            values=out,
        )
        qkv = torch.cat([*(case.qkv for case in cases), unreal])
        partials = torch.full((attention_scratch_size(sizes),), torch.nan, device=self.device)
        attend(
            QKV(qkv, gate), KVState(keys, values), cases[0].heads, stored, partials, inputs,
            span=span, num_programs=num_programs,
        )  # fmt: skip
        assert out[count:].isnan().all()
        assert not codes[count:].any()
        return Output(out[:count], codes[:count], keys, values)


def random_runs(random: Random, shape: Shape) -> list[Run]:
    """Of sequences in any order, at positions that have nothing to do with each other."""
    counts = random_counts(random, NUM_SEQUENCES)
    places = PLACES if shape.window is None else PLACES + FAR
    return [Run(sequence, random.choice(places), count) for sequence, count in counts]


def check_batch(shape: Shape, seed: int, device: str) -> None:
    """A step of several runs against each of them alone, and against float64."""
    random = Random(seed)
    torch.manual_seed(seed)
    batch = Batch(shape, random_runs(random, shape), device)
    counts = [run.count for run in batch.runs]
    span = max(run.positions.stop for run in batch.runs)
    width = random.randint(sum(counts), MAX_LOGGED_ROWS)
    together = batch.step(range(len(counts)), width, span, random.choice([1, 3, 132]))
    expected_caches = [batch.keys.clone(), batch.values.clone()]
    for i, run in enumerate(batch.runs):
        rows = slice(sum(counts[:i]), sum(counts[: i + 1]))
        stop = run.positions.stop
        alone = batch.step([i], run.count, random.randint(stop, stop + 300), 132)
        if device == "cuda" or shape.head_dim < 128:
            assert torch.equal(together.values[rows], alone.values), run
            assert torch.equal(together.codes[rows], alone.codes), run
        else:  # numpy's matrix products of fewer columns have other bits
            torch.testing.assert_close(together.values[rows], alone.values, atol=1e-3, rtol=1e-2)
            assert (together.codes[rows].int() - alone.codes).abs().max() <= 1, run
        for expected, cache in zip(expected_caches, alone.caches, strict=True):
            expected[run.sequence] = cache[run.sequence]
        exact = batch.cases[i].expected()[0].flatten(1)
        tolerance = 4e-3 if shape.dtype == torch.float16 else 2e-5
        torch.testing.assert_close(alone.values.double(), exact, atol=tolerance, rtol=tolerance)
    for expected, cache in zip(expected_caches, together.caches, strict=True):
        assert torch.equal(cache.nan_to_num(9), expected.nan_to_num(9))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("_draw", range(2))
def test_each_sequence_has_the_bits_it_has_alone(shape: Shape, _draw: int, device: str) -> None:
    check_batch(shape, secrets.randbits(32), device)
