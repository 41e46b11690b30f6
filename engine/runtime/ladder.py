"""The shapes that steps are padded to: the rows of prefill steps, the ladder of KV spans."""

from collections.abc import Sequence

from engine.models.config import ModelConfig

CPU_PREFILL_WIDTHS: tuple[int, ...] = (32,)
CUDA_PREFILL_WIDTHS: tuple[int, ...] = (32, 128, 512)
_WIDEST_NARROW = 128
SMALLEST_SPAN = 256
SPARE_ROWS = 64  # of steps that run ahead, and of a verify step


def ladder(capacity: int) -> list[int]:
    """All spans of a cache of `capacity` rows: 256, 512, 1024, …, `capacity`."""
    spans = []
    span = SMALLEST_SPAN
    while span < capacity:
        spans.append(span)
        span *= 2
    return [*spans, capacity]


def span_for(length: int, capacity: int) -> int:
    """The smallest span of the ladder that holds `length` rows."""
    return next(span for span in ladder(capacity) if span >= length)


def decode_widths(num_sequences: int) -> list[int]:
    """Rows of decode steps, one of each of up to `num_sequences` sequences: 1, 2, 4, …"""
    return [1 << power for power in range((num_sequences - 1).bit_length() + 1)]


def prompt_widths(widths: tuple[int, ...], *, is_narrow: bool) -> tuple[int, ...]:
    """Those of a device's prefill `widths` that are used: without the widest ones if `is_narrow`.

    Fewer rows need less memory. A step that waits for the processor has no more: it would take too
    long to be stopped, and the GPU gains little from more.
    """
    return tuple(width for width in widths if not is_narrow or width <= _WIDEST_NARROW)


def width_for(num_rows: int, widths: Sequence[int]) -> int:
    """The smallest of `widths`, ascending, that holds `num_rows`; else the largest."""
    return next((width for width in widths if width >= num_rows), widths[-1])


def most_behind(drafter: ModelConfig, widths: Sequence[int]) -> int:
    """How many hidden rows a model with these prefill widths may have before `drafter` takes them.

    A prediction head waits for as many as it can take at once, others for a step of the narrowest.
    """
    return widths[-1] if drafter.joins_hidden else widths[0]


def num_kept_rows(drafter: ModelConfig, widths: Sequence[int]) -> int:
    """How many hidden rows of a model with these prefill widths are kept for its `drafter`.

    A step of the widest may come before they are taken.
    """
    return most_behind(drafter, widths) + widths[-1] + SPARE_ROWS


def next_chunk_len(num_left: int, widths: Sequence[int]) -> int:
    """How many of `num_left` prompt tokens the next prefill step takes.

    All of them if they fit one of `widths`, unless several steps of the next smaller width
    compute fewer rows.
    """
    width = width_for(num_left, widths)
    index = widths.index(width)
    if index > 0 and num_left <= width:
        smaller = widths[index - 1]
        if -(-num_left // smaller) * smaller < width:
            return smaller
    return min(num_left, width)


def chunk_ends(num_tokens: int, widths: Sequence[int]) -> list[int]:
    """Where the chunks of a prompt end that is computed from its first token on, ascending."""
    ends = [0]
    while ends[-1] < num_tokens:
        ends.append(ends[-1] + next_chunk_len(num_tokens - ends[-1], widths))
    return ends[1:]
