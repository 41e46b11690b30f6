"""Loading and unloading, cancelling, failing, what lies in unused memory, what the cache keeps."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished, MeterUpdate, Notice
from engine.kernels.cuda.kernels import CudaKernels
from engine.runtime.cuda_executor import CudaExecutor
from engine.runtime.cuda_graph import CudaGraphStep
from engine.session.session import Session
from tests.support.cuda_session import (
    GREEDY,
    answer,
    cache_tensors,
    command,
    cuda_session,
    num_chunks,
    set_up,
    text_ids,
)
from tests.support.golden_names import ARCHITECTURES

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

MODELS = ("tinyq-llama-Q4_K", "tiny-llama")
WARM_UP_CYCLES, CYCLES = 4, 100
DRIVER_BYTES = 16 << 20  # what a driver may take for itself meanwhile
SAMPLED = SamplingParams(temperature=0.8, seed=7, repeat_penalty=1.1)
NGRAM = SpeculationConfig(kind="ngram")


@pytest.fixture
def path(golden_dir: Path) -> Path:
    return golden_dir / f"{MODELS[0]}.gguf"


def test_a_hundred_loads_leave_memory_as_it_was(golden_dir: Path) -> None:
    names = itertools.cycle(MODELS)

    def use(cycles: int) -> tuple[int, int, int]:
        for _, name in zip(range(cycles), names, strict=False):
            with cuda_session(
                golden_dir / f"{name}.gguf", context_len=256, speculation=NGRAM
            ) as session:
                answer(session, text_ids(session, 40), 8)
        free, _ = torch.cuda.mem_get_info()
        return torch.cuda.memory_allocated(), torch.cuda.memory_reserved(), free

    allocated, reserved, free = use(WARM_UP_CYCLES)
    allocated_after, reserved_after, free_after = use(CYCLES)
    assert allocated_after <= allocated
    assert reserved_after <= reserved
    assert free_after >= free - DRIVER_BYTES


@pytest.mark.parametrize("toggles", [Toggles(), Toggles(graph=False)], ids=["replayed", "eager"])
def test_a_cancelled_answer_ends_within_two_steps(path: Path, toggles: Toggles) -> None:
    with cuda_session(path, context_len=4096) as session:
        ids = text_ids(session, 200)
        set_up(session, toggles)
        expected = answer(session, ids, 60)
        session.forget()
        before = None
        steps = session.steps(command(ids, None), lambda: before is not None)
        for event in itertools.chain.from_iterable(steps):
            if before is None and isinstance(event, MeterUpdate) and event.meter.new_tokens:
                before = event.meter.new_tokens
            finished = event
        assert isinstance(finished, Finished)
        assert finished.reason == "cancelled"
        assert before is not None
        assert before <= len(finished.ids) <= before + CudaExecutor.steps_ahead
        meter = finished.meter
        num_steps = (meter.replays or 0) + (meter.eager or 0)
        assert num_steps <= num_chunks(session, 199) + len(finished.ids) + CudaExecutor.steps_ahead
        num_compared = min(len(finished.ids), 60)
        assert finished.ids[:num_compared] == expected.ids[:num_compared]
        assert answer(session, ids, 60).ids == expected.ids


def failing(function: Callable[..., Any], calls: int) -> Callable[..., Any]:
    """`function`, but only so many times."""
    left = itertools.count(calls, -1)

    def call(*args: Any) -> Any:
        if next(left) <= 0:
            raise RuntimeError("This was to be expected.")
        return function(*args)

    return call


def run_with_notices(session: Session, ids: list[int]) -> tuple[Finished, list[str]]:
    events = list(session.generate(command(ids, 60, SAMPLED)))
    finished = events[-1]
    assert isinstance(finished, Finished)
    return finished, [event.message for event in events if isinstance(event, Notice)]


def check_fallback(session: Session, ids: list[int], expected: tuple[int, ...]) -> None:
    """The answer in which replay fails is the same, and so is the next; it is said once."""
    finished, notices = run_with_notices(session, ids)
    assert finished.ids == expected
    assert len(notices) == 1
    assert "launched one by one" in notices[0]
    assert finished.meter.eager
    session.forget()
    finished, notices = run_with_notices(session, ids)
    assert finished.ids == expected
    assert notices == []
    assert (finished.meter.replays, finished.meter.recaptures) == (0, 0)


@pytest.mark.parametrize("speculation", [SpeculationConfig(), NGRAM], ids=["none", "ngram"])
@pytest.mark.parametrize("where", ["capture", "while capturing", "replay"])
def test_a_failure_in_the_middle_of_an_answer_changes_no_token(
    path: Path, monkeypatch: pytest.MonkeyPatch, where: str, speculation: SpeculationConfig
) -> None:
    with cuda_session(path, context_len=512) as session:
        ids = text_ids(session, 200)
        set_up(session, speculation=speculation)
        expected = answer(session, ids, 60, SAMPLED).ids
        set_up(session, Toggles(kvpad=where == "replay"), speculation)
        if where == "capture":
            monkeypatch.setattr(CudaGraphStep, "capture", failing(CudaGraphStep.capture, 9))
        elif where == "replay":
            monkeypatch.setattr(CudaGraphStep, "replay", failing(CudaGraphStep.replay, 9))
        else:
            project_gated = CudaKernels.project_gated
            fail = failing(lambda: None, 20)

            def fail_in_a_capture(*args: Any) -> None:
                if torch.cuda.is_current_stream_capturing():
                    fail()
                project_gated(*args)

            monkeypatch.setattr(CudaKernels, "project_gated", fail_in_a_capture)
        check_fallback(session, ids, expected)


def test_a_failure_while_loading_is_said_with_the_first_answer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cuda_session(path, context_len=512) as session:
        ids = text_ids(session, 200)
        expected = answer(session, ids, 60, SAMPLED).ids
    monkeypatch.setattr(CudaGraphStep, "capture", failing(CudaGraphStep.capture, 3))
    with cuda_session(path, context_len=512) as session:
        check_fallback(session, ids, expected)


@pytest.mark.parametrize("num_sequences", [1, 3])
@pytest.mark.parametrize("name", [MODELS[0], *(f"tiny-{name}" for name in ARCHITECTURES)])
def test_all_tensors_of_a_model_lie_in_its_block(
    golden_dir: Path, name: str, num_sequences: int
) -> None:
    path = golden_dir / f"{name}.gguf"
    with cuda_session(path, context_len=512, num_sequences=num_sequences) as session:
        arena = session.model._arena
        begin, end = arena._block.data_ptr(), arena._block.data_ptr() + len(arena._block)
        places = [tensor.data_ptr() for tensor in arena._tensors if tensor.numel()]
        assert len(places) > 50
        assert all(begin <= place < end and place % 256 == 0 for place in places)
        answer(session, text_ids(session, 200), 20)
        assert arena.num_bytes_beside == 0


@pytest.mark.parametrize("speculation", [SpeculationConfig(), NGRAM], ids=["none", "ngram"])
@pytest.mark.parametrize("name", [MODELS[0], *(f"tiny-{name}" for name in ARCHITECTURES)])
def test_what_lies_in_unused_memory_changes_nothing(
    golden_dir: Path, name: str, speculation: SpeculationConfig
) -> None:
    with cuda_session(golden_dir / f"{name}.gguf", context_len=512) as session:
        ids = text_ids(session, 200)
        set_up(session, speculation=speculation)
        expected = answer(session, ids, 120, SAMPLED)
        session.forget()
        # Every static buffer and the whole cache; integers are counters and padding, which stay.
        for tensor in session.model._arena._tensors:
            if tensor.is_floating_point():
                tensor.fill_(torch.nan)
        assert answer(session, ids, 120, SAMPLED).ids == expected.ids


def test_rows_behind_what_is_used_change_nothing(path: Path) -> None:
    with cuda_session(path, context_len=512) as session:
        ids = text_ids(session, 200)
        expected = answer(session, ids, 120)
        for tensor in cache_tensors(session.model):
            tensor[:, len(ids) - 1 :] = torch.nan
        again = answer(session, ids, 120)
        assert again.meter.cached_tokens == len(ids) - 1
        assert again.ids == expected.ids


def test_a_prompt_read_by_the_same_steps_gives_the_same_answer(path: Path) -> None:
    """Keys and values depend on the kind of step that made them: prompt steps round otherwise.

    So what is promised: rows kept in the cache are as good as read again by the same steps, and
    nothing of another conversation matters. A conversation continued turn by turn may differ
    from the same text read at once.
    """
    with cuda_session(path, context_len=1024) as session:
        ids = text_ids(session, 300)
        first = answer(session, ids, 60, SAMPLED)
        kept = answer(session, ids, 60, SAMPLED)
        assert kept.meter.cached_tokens == len(ids) - 1
        assert kept.ids == first.ids
        other = [ids[0] + 1, *ids[1:], *ids]
        assert answer(session, other, 200, GREEDY).meter.cached_tokens == 0
        after_other = answer(session, ids, 60, SAMPLED)
        assert after_other.meter.cached_tokens == 0
        assert after_other.ids == first.ids
        logits = session.logits(ids[:40])
    with cuda_session(path, context_len=1024) as session:
        assert (session.logits(ids[:40]) == logits).all()
        assert answer(session, ids, 60, SAMPLED).ids == first.ids


@pytest.mark.parametrize("speculation", [SpeculationConfig(), NGRAM], ids=["none", "ngram"])
def test_a_conversation_is_the_same_in_another_context_and_after_a_reload(
    golden_dir: Path, speculation: SpeculationConfig
) -> None:
    hashes = set()
    for context_len in (700, 1024, 4096, 700):
        with cuda_session(
            golden_dir / f"{MODELS[0]}.gguf", context_len=context_len, speculation=speculation
        ) as session:
            ids = text_ids(session, 230)
            turns = []
            for _ in range(3):
                turns.append(answer(session, ids, 50, SAMPLED))
                ids += [*turns[-1].ids, *text_ids(session, 7)]
            assert turns[1].meter.cached_tokens
            hashes.add(tuple(turn.fnv1a64 for turn in turns))
    assert len(hashes) == 1
