"""The ladder of spans, and how a prompt is cut into steps."""

from itertools import accumulate

import pytest

from engine.runtime.ladder import chunk_ends, decode_widths, ladder, span_for, width_for


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
        (200, (128, 512), [128, 72]),
        (300, (128, 512), [128, 128, 44]),
        (400, (128, 512), [400]),
        (1100, (128, 512), [512, 512, 76]),
        (1300, (128, 512), [512, 512, 128, 128, 20]),
    ],
)
def test_a_prompt_is_cut_into_steps_of_few_rows(
    num_tokens: int, widths: tuple[int, ...], chunks: list[int]
) -> None:
    assert chunk_ends(num_tokens, widths) == [*accumulate(chunks)]


def test_a_prefill_step_has_the_smallest_width_that_holds_it() -> None:
    assert [width_for(rows, (128, 512)) for rows in (1, 128, 129)] == [128, 128, 512]


def test_decode_widths_hold_a_row_of_each_sequence() -> None:
    assert [decode_widths(n) for n in (1, 2, 3, 8)] == [[1], [1, 2], [1, 2, 4], [1, 2, 4, 8]]
