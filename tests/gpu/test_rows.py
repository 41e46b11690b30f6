"""A row of a verify step is, bit for bit, the decode step of that token: logits and cache."""

import itertools
from collections.abc import Sequence

import pytest

from engine.config import Toggles
from engine.runtime.sequence import StepCounters
from engine.runtime.step_key import Role
from engine.session.session import Session
from tests.support.cuda_session import (
    cache_tensors,
    cuda_session,
    decoded_logits,
    is_poisoned,
    model_path,
    poison,
    prefill,
    same_bits,
    text_ids,
)
from tests.support.steps import run_step

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

WIDTHS = (2, 3, 4, 8, 16)
BEFORE, COMPARED = 20, 40  # rows before a window's end, and rows in all
MODELS = [
    ("tiny-llama", "f32"),
    ("tiny-llama", "f16"),
    ("tiny-llama", "bf16"),
    ("tiny-qwen3", "f16"),
    ("tinyq-llama-Q4_K", "f32"),
    *((f"tinyq-llama-{kind}", "f16") for kind in ("Q4_K", "Q6_K", "Q8_0", "Q2_K")),
    *(("starter_model", kv_type) for kv_type in ("f16", "q8_0", "q4_0", "tq3_0")),
    *(("large_model", kv_type) for kv_type in ("f16", "bf16", "q8_0", "q4_0", "tq3_0")),
]


class DecodedRows:
    """What decode steps give from position `first` on, after a prefix that prompt steps read."""

    def __init__(self, session: Session, ids: Sequence[int], first: int) -> None:
        model = session.model
        self._model, self._ids, self._first = model, ids, first
        self._cache = cache_tensors(model)
        for tensor in self._cache:
            poison(tensor)
        prefill(model, ids[:first])
        self._logits = decoded_logits(model, ids[first:], first)
        self._expected = [tensor.clone() for tensor in self._cache]

    def check_verify_step(self, position: int, num_rows: int) -> None:
        """A step over `num_rows` ids, the rows behind `position` being NaN before."""
        end = position + num_rows
        for tensor in self._cache:
            poison(tensor[:, position:])
        buffers = run_step(self._model, Role.VERIFY, self._ids[position:end], position)
        decoded = self._logits[position - self._first : end - self._first]
        where = f"width {self._model.runner.verify_width}, {num_rows} rows at {position}"
        assert same_bits(buffers.logits[:num_rows], decoded), where
        for tensor, expected in zip(self._cache, self._expected, strict=True):
            assert same_bits(tensor[:, :end], expected[:, :end]), where
            assert is_poisoned(tensor[:, end:]), where
            tensor.copy_(expected)


@pytest.mark.parametrize("window_end", [256, 1024])
@pytest.mark.parametrize(("name", "kv_type"), MODELS)
def test_verify_rows_are_decode_rows(
    request: pytest.FixtureRequest, name: str, kv_type: str, window_end: int
) -> None:
    with cuda_session(model_path(request, name), kv_type=kv_type, context_len=1100) as session:
        first = window_end - BEFORE
        rows = DecodedRows(session, text_ids(session, first + COMPARED), first)
        runner = session.model.runner
        counters = session.model.sequences[0].counters = StepCounters()
        num_steps = 0
        for width in WIDTHS:
            runner.verify_width = width
            runner.capture_planned()
            # Real rows become fewer and more again: what a fuller step left must not count.
            counts = itertools.cycle((width, 1, width - 1))
            for position, num_rows in zip(
                range(first, first + COMPARED - width), counts, strict=False
            ):
                rows.check_verify_step(position, num_rows)
                num_steps += 1
        assert counters.replays == num_steps


@pytest.mark.parametrize("name", ["tiny-llama", "tinyq-llama-Q4_K", "tinyq-llama-Q6_K"])
def test_steps_of_any_width_launched_one_by_one_are_the_same(
    request: pytest.FixtureRequest, name: str
) -> None:
    with cuda_session(model_path(request, name), context_len=300) as session:
        first = 256 - BEFORE
        rows = DecodedRows(session, text_ids(session, first + COMPARED), first)
        runner = session.model.runner
        for kvpad, fixed_verify in itertools.product((True, False), (True, False)):
            runner.toggles = Toggles(graph=False, kvpad=kvpad, fixed_verify=fixed_verify)
            for width in range(1, 17):
                runner.verify_width = width
                rows.check_verify_step(256 - width // 2, width)
