"""Answers on a device whose rows of a prompt depend on the chunk that they were computed in.

Here it is the CPU with other keys for each chunk. Neither answers beside nor earlier ones change
what a conversation gets, and what several begin with is computed once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
import torch

from engine.config import EngineConfig, SamplingParams
from engine.kernels.operands import KVState
from engine.runtime.cpu_device import CpuDevice
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS, chunk_ends
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Sequence
from engine.session.session import Session
from tests.support.prompt_steps import needs_with
from tests.support.side_by_side import (
    LONG_SYSTEM,
    Asked,
    answer_together,
    check_equal,
    draw,
    ids_command,
    next_turns,
)

pytestmark = pytest.mark.timeout(600)

NUM_SEQUENCES = 4
SAMPLED = SamplingParams(temperature=1.5, seed=5)


@pytest.fixture(scope="module")
def computed() -> list[tuple[int, int]]:
    """The position and the length of each chunk, as they were computed."""
    return []


@contextmanager
def uneven(path: Path, num_sequences: int, computed: list[tuple[int, int]]) -> Iterator[Session]:
    """A session whose prompts' keys depend on the chunk that they are computed in."""
    prefill = LoadedModel.prefill

    def change_keys(model: LoadedModel, sequence: Sequence, ids: list[int], position: int) -> int:
        num_rows = prefill(model, sequence, ids, position)
        computed.append((position, num_rows))
        factor = 0.5 + (position * 31 + num_rows * 17) % 101 / 101
        for layer in model.state.layers:
            if isinstance(layer.content, KVState):
                keys = layer.content.keys
                rows = torch.arange(position, position + num_rows) % keys.shape[2]
                keys[sequence.index, :, rows] *= factor
        return num_rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CpuDevice, "prompt_rows_are_exact", False)
        patch.setattr(CpuDevice, "memory_needs", needs_with(*CUDA_PREFILL_WIDTHS))
        patch.setattr(LoadedModel, "prefill", change_keys)
        config = EngineConfig(device="cpu", context_len=1200, num_sequences=num_sequences)
        session = Session.load(path, config)
        yield session
        session.close()


@pytest.fixture(scope="module", params=["llama", "gemma3", "qwen35"])
def loaded(
    request: pytest.FixtureRequest, golden_dir: Path, computed: list[tuple[int, int]]
) -> Iterator[Session]:
    path = golden_dir / f"tiny-{request.param}.gguf"
    with uneven(path, NUM_SEQUENCES, computed) as session:
        yield session


@pytest.fixture
def session(loaded: Session, computed: list[tuple[int, int]]) -> Session:
    loaded.forget()
    computed.clear()
    return loaded


def ask(ids: list[int], num_tokens: int = 12, begins: int = 0) -> Asked:
    return Asked(ids_command(ids, num_tokens, SAMPLED), begins)


def test_each_answer_is_what_it_is_alone(session: Session) -> None:
    for seed in range(6):
        random = Random(seed)
        system = LONG_SYSTEM[: random.choice([90, 300, 700])]
        asked = draw(random, 3 * NUM_SEQUENCES, alike=0.8, system=system)
        answer_together(session, asked)
        check_equal(session, asked)


def test_no_turn_depends_on_which_conversations_are_still_cached(session: Session) -> None:
    for seed in range(4):
        random = Random(seed)
        asked = draw(random, 2 * NUM_SEQUENCES, alike=0.5, system=LONG_SYSTEM[:550])
        answer_together(session, asked)
        turns = []
        for _ in range(3):
            asked = next_turns(random, asked)
            random.shuffle(asked)
            answer_together(session, asked)
            turns += asked
        check_equal(session, turns)


def test_what_several_begin_with_is_computed_once(
    session: Session, computed: list[tuple[int, int]]
) -> None:
    system = list(LONG_SYSTEM)
    asked = [ask([*system, 200 + i, *range(60, 60 + 20 * i)]) for i in range(NUM_SEQUENCES)]
    answer_together(session, asked)
    # A recurrent state cannot go back to the end of a chunk, once the next one is computed.
    assert computed.count((0, 512)) <= (2 if session.model.state.has_lag else 1)
    check_equal(session, asked)


def test_answers_to_one_prompt_compute_it_once(
    session: Session, computed: list[tuple[int, int]]
) -> None:
    prompt = list(LONG_SYSTEM[:661])
    asked = [ask(prompt) for _ in range(NUM_SEQUENCES)]
    answer_together(session, asked)
    ends = chunk_ends(660, CUDA_PREFILL_WIDTHS)
    assert [position + num_rows for position, num_rows in computed] == ends
    check_equal(session, asked[:1])


def second_turn_begins(session: Session, computed: list[tuple[int, int]], prompt_len: int) -> int:
    """The first position that is computed for the second turn of a conversation."""
    first = ask(list(LONG_SYSTEM[:prompt_len]))
    answer_together(session, [first])
    assert first.finished is not None
    computed.clear()
    again = ask([*LONG_SYSTEM[:prompt_len], *first.finished.ids, *range(200, 240)])
    answer_together(session, [again])
    return min(position for position, _ in computed)


def test_a_conversation_goes_on_behind_the_last_whole_chunk(
    session: Session, computed: list[tuple[int, int]]
) -> None:
    assert second_turn_begins(session, computed, 600) == 512


@pytest.mark.parametrize("name", ["llama", "qwen35"])
def test_the_only_conversation_goes_on_with_all_that_is_computed(
    golden_dir: Path, computed: list[tuple[int, int]], name: str
) -> None:
    with uneven(golden_dir / f"tiny-{name}.gguf", 1, computed) as session:
        assert second_turn_begins(session, computed, 150) >= 149
