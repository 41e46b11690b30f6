"""The ladder of spans, and how a prompt is cut into steps."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from engine.kernels.sizes import ExpertSizes
from engine.runtime.ladder import (
    chunk_ends,
    cpu_wide_prefill_widths,
    decode_widths,
    ladder,
    span_for,
    width_for,
)
from tests.support.shapes import LLAMA_8B


def test_spans_double_from_256_and_end_at_capacity() -> None:
    assert ladder(3000) == [256, 512, 1024, 2048, 3000]
    assert ladder(512) == [256, 512]
    assert ladder(100) == [100]


def test_every_length_has_the_smallest_span_of_the_ladder_that_holds_it() -> None:
    for capacity in (100, 512, 1000, 1025):
        spans = ladder(capacity)
        for length in range(1, capacity + 1):
            assert span_for(length, capacity) == min(s for s in spans if s >= length)


@pytest.mark.parametrize(
    ("num_tokens", "widths", "chunks"),
    [
        (70, (32,), [32, 32, 6]),
        (32, (32,), [32]),
        (100, (128, 512), [100]),
        (40, (32, 128), [40]),
        (160, (32, 128, 256, 512), [160]),
        (300, (32, 128, 256, 512), [300]),
        (200, (128, 512), [200]),
        (400, (128, 512), [400]),
        (1100, (128, 512), [512, 512, 76]),
        (530, (32, 128, 512, 1024), [512, 18]),
        (700, (128, 512, 1024), [700]),
        (1500, (128, 512, 1024, 2048), [1024, 476]),
        (1700, (128, 512, 1024, 2048), [1700]),
        (5000, (128, 512, 1024, 2048), [2048, 2048, 904]),
    ],
)
def test_a_prompt_is_cut_into_steps_of_few_rows(
    num_tokens: int, widths: tuple[int, ...], chunks: list[int]
) -> None:
    assert chunk_ends(num_tokens, widths) == [*accumulate(chunks)]


@pytest.mark.parametrize(
    "widths", [(32,), (16, 32), (32, 128, 512), (32, 128, 256, 512, 1024, 2048)]
)
def test_no_prompt_takes_longer_than_in_steps_of_one_width(widths: tuple[int, ...]) -> None:
    """Where a step costs as many rows more as the ladder expects."""

    def cost(ends: Iterable[int]) -> int:
        sizes = [end - begin for begin, end in pairwise((0, *ends))]
        assert all(0 < size <= widths[-1] for size in sizes)
        return sum(width_for(size, widths) + 384 for size in sizes)

    for num_tokens in (*range(1, 300), *range(300, 7000, 61)):
        ends = chunk_ends(num_tokens, widths)
        assert ends[-1] == num_tokens
        for width in widths:
            assert cost(ends) <= cost((*range(width, num_tokens, width), num_tokens))


def test_prompts_of_experts_come_in_wide_steps_where_the_processor_is_quick() -> None:
    experts = ExpertSizes(128, 8, 768)  # of Qwen3 30B-A3B, and its 48 layers
    layers = tuple(replace(layer, experts=experts) for layer in LLAMA_8B.layers) * 2
    model = replace(LLAMA_8B, layers=layers[:48], hidden_size=2048)
    widths = [cpu_wide_prefill_widths(model, threads) for threads in (1, 2, 4, 8, 16)]
    assert widths == [(), (), (128,), (128,), (128,)]
    assert cpu_wide_prefill_widths(LLAMA_8B, 64) == ()


def test_a_prefill_step_has_the_smallest_width_that_holds_it() -> None:
    assert [width_for(rows, (128, 512)) for rows in (1, 128, 129)] == [128, 128, 512]


def test_decode_widths_hold_a_row_of_each_sequence() -> None:
    assert [decode_widths(n) for n in (1, 2, 3, 8)] == [[1], [1, 2], [1, 2, 4], [1, 2, 4, 8]]
