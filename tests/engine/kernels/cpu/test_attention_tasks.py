"""Attention of random rows and heads over random caches: bit for bit what each gives alone."""

from dataclasses import dataclass
from random import Random

import numpy as np
import pytest
import torch

from engine.kernels.cpu.attention import attention
from engine.kernels.cpu.attention_blocks import task_size
from engine.kernels.cpu.attention_kernels import attention_kernel
from engine.kernels.cpu.crew import HELPERS, Crew
from engine.kernels.cpu.kv_rows import as_array, row_format
from engine.kernels.sizes import PAGE_ROWS
from engine.kernels.step_bounds import StepBounds
from tests.support.kv_types import FLOATS, KV_TYPES, packed, poison
from tests.support.plain_attention import Floats, attend_one, rows_seen

NUM_SEQUENCES = 3
THREADS = (1, 2, 3, 5, 8, 16)


def crew_of(threads: int) -> Crew:
    """One thread that takes all shares of a crew of so many."""
    crew = Crew(1)
    crew.state[HELPERS] = threads - 1
    return crew


@dataclass
class Case:
    """Random operands of the loop; what no row sees of the caches is not a number."""

    random: Random
    kv_type: str

    def __post_init__(self) -> None:
        random = self.random
        torch.manual_seed(random.randrange(1 << 30))
        self.group, self.num_kv_heads = random.choice([1, 2, 3, 4, 6, 7, 9]), random.randint(1, 3)
        sizes = [8, 20, 44, 64, 72] if self.kv_type in FLOATS else [32, 64, 96]
        self.head_dim, self.num_heads = random.choice(sizes), self.group * self.num_kv_heads
        self.is_causal = random.random() < 0.7
        self.window = random.choice([None, None, random.randint(1, 700)])
        self.rows = self._random_rows()
        self.width = len(self.rows) + random.randint(0, 2)
        self.span = max(position for _, position in self.rows) + random.randint(1, 40)
        ring = self.span
        if self.window is not None:
            ring = min(ring, self.window + max(self._lengths()) + random.randint(0, 9))
        cache = (NUM_SEQUENCES, self.num_kv_heads, ring, self.head_dim)
        self.keys, self.values = (packed(self.kv_type, torch.randn(cache)) for _ in range(2))
        self.holders = torch.zeros(0, 0, dtype=torch.int32)
        if self.window is None and random.random() < 0.5:
            self.holders = torch.randint(
                NUM_SEQUENCES, (NUM_SEQUENCES, -(-ring // PAGE_ROWS))
            ).int()
        self.queries = 2 * torch.randn(self.width, self.num_heads * self.head_dim + 5)
        self.sinks = 2 * torch.randn(self.num_heads if random.random() < 0.3 else 0)
        self._poison_unseen()

    def _random_rows(self) -> list[tuple[int, int]]:
        """Sequence and position of each row: runs in a row, or causal rows in any order."""
        rows, longest = [], self.random.choice([1, 2, 4, 8, 30])
        for sequence in self.random.sample(range(NUM_SEQUENCES), self.random.randint(1, 3)):
            first = self.random.choice([0, 250, self.random.randrange(900)])
            rows += [(sequence, first + i) for i in range(self.random.randint(1, longest))]
        if self.is_causal and self.random.random() < 0.5:
            self.random.shuffle(rows)
        return rows

    def _lengths(self) -> list[int]:
        return [sum(each == sequence for each, _ in self.rows) for sequence in range(NUM_SEQUENCES)]

    def seen(self, row: int) -> range:
        """The positions that a row sees."""
        sequence, position = self.rows[row]
        last = position
        if not self.is_causal:
            last = max(p for each, p in self.rows if each == sequence)
        first = 0 if self.window is None else max(0, position + 1 - self.window)
        return range(first, min(last + 1, self.span))

    def _poison_unseen(self) -> None:
        is_seen = torch.zeros(NUM_SEQUENCES, self.keys.shape[2], dtype=torch.bool)
        for row, (sequence, _) in enumerate(self.rows):
            for position in self.seen(row):
                page = position // PAGE_ROWS
                holder = int(self.holders[sequence, page]) if len(self.holders) else sequence
                is_seen[holder, position % self.keys.shape[2]] = True
        for cache in (self.keys, self.values):
            nothing = cache.clone()
            poison(nothing)
            kept = is_seen[:, None].view(NUM_SEQUENCES, 1, -1, *[1] * (cache.ndim - 3))
            cache.copy_(torch.where(kept, cache, nothing))

    def run(self, threads: int) -> Floats:
        """What the loop gives with so many threads, [rows, H * D]."""
        size = self.width * self.num_heads
        out = torch.full((self.width, self.num_heads * self.head_dim), torch.nan)
        rows = [*self.rows, *[(-(2**31), -(2**31))] * (self.width - len(self.rows))]
        sequences, positions = torch.tensor(rows, dtype=torch.int32).T.contiguous()
        scratch = torch.full((size, PAGE_ROWS), torch.nan), torch.full((size, 2), torch.nan)
        tensors = self.queries, self.keys, self.values, self.holders, positions, sequences
        arrays = [as_array(each) for each in (*tensors, *scratch, self.sinks, out)]
        window = self.span if self.window is None else self.window
        numbers = self.head_dim**-0.5, self.span, window, int(self.is_causal)
        state = crew_of(threads).state
        operands = attention_kernel(row_format(as_array(self.keys))).address, *arrays, *numbers
        attention.check([*operands, StepBounds(self.width, self.span, 1), state])
        attention.run(*operands, np.array([len(self.rows)], np.int32), state)
        assert out[len(self.rows) :].isnan().all()
        return out[: len(self.rows)].numpy()

    def expected(self) -> Floats:
        """Each head of each row alone."""
        out = np.empty((len(self.rows), self.num_heads, self.head_dim), np.float32)
        for row, (sequence, _) in enumerate(self.rows):
            seen = self.seen(row)
            for head in range(self.num_heads):
                place = self.holders, sequence, head // self.group, seen
                keys, values = (rows_seen(cache, *place) for cache in (self.keys, self.values))
                query = self.queries[row, head * self.head_dim : (head + 1) * self.head_dim].numpy()
                sink = float(self.sinks[head]) if len(self.sinks) else None
                out[row, head] = attend_one(
                    self.kv_type, query, keys, values, self.head_dim**-0.5, sink, seen.start
                )
        return out.reshape(len(self.rows), -1)


@pytest.mark.parametrize("kv_type", KV_TYPES)
def test_a_head_of_a_row_has_the_bits_that_it_has_alone(kv_type: str) -> None:
    random = Random(KV_TYPES.index(kv_type))
    for _ in range(6):
        case = Case(random, kv_type)
        expected = case.expected().view(np.int32)
        for threads in THREADS:
            np.testing.assert_array_equal(case.run(threads).view(np.int32), expected, str(case))


def test_every_thread_has_a_task_as_long_as_there_are_queries() -> None:
    random = Random(1)
    for _ in range(2000):
        num_rows, group = random.randint(1, 40), random.randint(1, 16)
        num_kv_heads, threads = random.randint(1, 8), random.randint(1, 16)
        rows, heads = task_size(num_rows, group, num_kv_heads, threads)
        assert 1 <= rows <= num_rows
        assert 1 <= heads <= group
        num_tasks = -(-num_rows // rows) * -(-group // heads) * num_kv_heads
        assert num_tasks >= threads or rows * heads == 1
