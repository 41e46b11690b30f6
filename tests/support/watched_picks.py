"""Watched cases of what picks tokens, and of drafts that depend on each other."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch

from engine.cache.arena import Arena
from engine.config import SamplingParams
from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.sampling.accept import (
    fill_accepted,
    fill_block,
    fill_drafts,
    fill_next,
    fill_picked,
)
from engine.kernels.cuda.sampling.buffers import RING
from engine.kernels.cuda.sampling.sample import Advance
from engine.kernels.operands import (
    Confidence,
)
from engine.kernels.sizes import SelectorSizes
from engine.sampling.device_sampler import DeviceSampler
from tests.support import chain_case
from tests.support.watched_bench import (
    CAPACITY,
    CPU,
    SEQUENCES,
    Bench,
    Cases,
    Random,
    inputs_of,
    norm_of,
    part_of,
    short,
    sizes_of,
)

LAST_SLOT = RING - 2  # a row at this position leaves its pick in the last slot


def picks(random: Random) -> Cases:
    """Tokens picked from rows of several sizes of vocabulary, with settings of all kinds."""
    plain = SamplingParams(temperature=0.0)
    kept = {"temperature": 1.2, "top_k": 5, "top_p": 0.9, "min_p": 0.01}
    penalised = {"repeat_penalty": 1.3, "penalty_last_n": 30, "frequency_penalty": 0.2}
    every = {"temperature": 5.0, "top_k": 0, "top_p": 0.99, "min_p": 0.0}
    for number, changes in enumerate(({}, kept, penalised | kept, every)):
        vocab, width = int(random.integers(3, 600)), int(random.integers(1, SEQUENCES + 1))
        advances = number % 2 == 0

        def pick(
            changes: dict[str, float] = changes,
            vocab: int = vocab,
            width: int = width,
            advances: bool = advances,
            sharpness: int | None = number if advances else None,
        ) -> None:
            fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
            sampler = DeviceSampler(Arena(CPU), vocab, CAPACITY, width, SEQUENCES)
            for sequence in range(SEQUENCES):
                biases = {0: 1.5, vocab - 1: -2.0} if advances else {}
                sampler.set(sequence, SamplingParams(**(fields | changes)), 7, sharpness, biases)
            if advances:
                sampler.await_masks([SEQUENCES - 1])
                mask = np.full((vocab + 31) // 32, -1, np.int32)
                sampler.publish(SEQUENCES - 1, LAST_SLOT + width - 1, mask)
            inputs, ints = inputs_of(width, LAST_SLOT), torch.int32
            next_inputs = (torch.zeros(width, dtype=ints) for _ in range(3))
            sampler.launch(
                torch.randn(width, vocab),
                inputs.positions,
                torch.arange(SEQUENCES - width, SEQUENCES, dtype=ints),
                inputs.num_rows,
                torch.zeros(SEQUENCES, CAPACITY, dtype=ints),
                Advance(*next_inputs) if advances else None,
                torch.zeros(width, dtype=ints),
                torch.zeros(RING, width, dtype=ints),
            )

        yield f"{vocab} ids, width {width}, {changes}, advances {advances}", pick
    for block in (0, int(random.integers(2, MAX_ROWS + 1))):
        width = max(short(random), 2)

        def accept(width: int = width, block: int = block) -> None:
            verified, to = inputs_of(width, 14), inputs_of(block or width, 14)
            picked = torch.roll(verified.token_ids, -1)  # all drafts are right
            if block:
                fill_block(verified, picked, to, 3, block)
                fill_drafts(to, picked, verified, 1, min(width, block) - 1)
            else:
                fill_accepted(verified, picked, to)
                fill_picked(verified, picked, to)
                fill_next(to, picked)

        yield f"accepted of {width}, a block of {block}", accept
    for has_tokens in (False, True):
        width, vocab = short(random), int(random.choice([5, 29, 1024, 1500, 2100]))
        size, rank = int(random.integers(1, 200)), int(random.integers(1, 70))
        yield f"a chain of {width} of {vocab} ids", chain(width, vocab, size, rank, has_tokens)
    for k in (1, int(random.integers(2, 9))):
        width, taps = short(random), int(random.integers(1, 8))
        yield f"a walk over {width} rows, {k} candidates, {taps} taps", walk(width, taps, k)


def walk(width: int, taps: int, k: int) -> Callable[[], None]:
    """Convolutions over a block, and drafts chosen among candidates."""

    def run() -> None:
        selector = SelectorSizes(k, chain_case.RANK)
        sizes = sizes_of(chain_case.SIZE, selector=selector, vocab_size=chain_case.VOCAB)
        bench = Bench(sizes, GGMLType.F32, width=width)
        part = part_of(GGMLType.F32, chain_case.VOCAB, chain_case.RANK)
        table = bench.store.matrix([part])
        chain_case.run_walk(bench.kernels, table, width, width, "cpu", taps, k)

    return run


def chain(width: int, vocab: int, size: int, rank: int, has_tokens: bool) -> Callable[[], None]:
    """A block's drafts, whose last id is the likeliest."""

    def run() -> None:
        bench = Bench(
            sizes_of(size, chain_rank=rank, own_vocab_size=vocab), GGMLType.F32, width=width
        )
        kernels, inputs, ints = bench.kernels, inputs_of(width), torch.int32
        ids, counts = torch.zeros(MAX_ROWS + 1, dtype=ints), torch.zeros(MAX_ROWS, dtype=ints)
        kernels.begin_chain(ids, counts, width - 1, inputs)
        added, logits = torch.randn(1, vocab), torch.randn(width, vocab)[width - 1 :]
        added[0, -1] = 99.0
        tokens = torch.arange(vocab, dtype=ints).flip(0) if has_tokens else None
        one = replace(inputs, num_rows=counts[width - 1 :])
        kernels.extend_chain(added, logits, tokens, ids[width : width + 1], one)
        confidence = Confidence(norm_of(size), torch.randn(size + rank), 0.25)
        out = torch.zeros(MAX_ROWS)
        kernels.rate_drafts(bench.some(size), bench.some(rank), confidence, out, inputs)

    return run
