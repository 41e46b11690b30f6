"""The shapes that steps are padded to: the rows of prefill steps, the ladder of KV spans."""

from collections.abc import Sequence

from engine.kernels.sizes import WIDEST_STEP
from engine.models.config import ModelConfig

CPU_PREFILL_WIDTHS: tuple[int, ...] = (32,)
CUDA_PREFILL_WIDTHS: tuple[int, ...] = (32, 128, 256, 512)
CUDA_WIDE_PREFILL_WIDTHS: tuple[int, ...] = (1024, WIDEST_STEP)
_MULTIPROCESSORS_OF_WIDEST = 100
_CPU_WIDE_WIDTHS = (128,)
_CPU_SECONDS = 2  # of a step: a stop may have to wait for its end
_EXPERT_WEIGHTS_A_SECOND = 3.6e10  # of a thread, in prompts: measured on two
_WIDEST_NARROW = 128
_STEP_ROWS = 384  # a prompt step takes as long as so many rows more would
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


def cuda_wide_prefill_widths(num_multiprocessors: int) -> tuple[int, ...]:
    """Rows of the prefill steps that a GPU has beyond its usual ones, where there is memory.

    They spare it to dequantize the weights again. What is to stop a step waits for its end, so a
    small GPU has fewer rows.
    """
    has_all = num_multiprocessors >= _MULTIPROCESSORS_OF_WIDEST
    return CUDA_WIDE_PREFILL_WIDTHS if has_all else CUDA_WIDE_PREFILL_WIDTHS[:1]


def cpu_wide_prefill_widths(model: ModelConfig, num_threads: int) -> tuple[int, ...]:
    """Those that the CPU has beyond its usual ones: where of 32 rows an expert has only a few."""
    experts = [layer.experts for layer in model.layers if layer.experts is not None]
    if not experts:
        return ()
    num_weights = 3 * model.hidden_size * sum(e.num_used * e.intermediate_size for e in experts)
    most_rows = _CPU_SECONDS * _EXPERT_WEIGHTS_A_SECOND * num_threads / num_weights
    return tuple(width for width in _CPU_WIDE_WIDTHS if width <= most_rows)


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

    All of them if they fit one of `widths`, unless several narrower steps should be faster.
    """
    return _quickest(num_left, widths)[1]


def _quickest(num_left: int, widths: Sequence[int]) -> tuple[int, int]:
    """What the steps over `num_left` tokens cost, in rows, and how many the first one takes."""
    if num_left >= widths[-1]:
        return widths[-1], widths[-1]  # the cost of such a step is not asked for
    at_once = width_for(num_left, widths) + _STEP_ROWS
    narrower = max((width for width in widths if width <= num_left), default=0)
    if narrower:
        apart = narrower + _STEP_ROWS
        if narrower < num_left:
            apart += _quickest(num_left - narrower, widths)[0]
        if apart < at_once:
            return apart, narrower
    return at_once, num_left


def chunk_ends(num_tokens: int, widths: Sequence[int]) -> list[int]:
    """Where the chunks of a prompt end that is computed from its first token on, ascending."""
    ends = [0]
    while ends[-1] < num_tokens:
        ends.append(ends[-1] + next_chunk_len(num_tokens - ends[-1], widths))
    return ends[1:]
