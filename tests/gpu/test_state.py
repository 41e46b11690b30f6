"""Windows and recurrent states over many requests, on CUDA."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.session.session import Session
from tests.support.cuda_session import cuda_session
from tests.support.golden_names import ARCHITECTURES
from tests.support.host_snapshots import keep_snapshots_in_host_memory
from tests.support.state_checks import (
    CONTEXT,
    RECURRENT,
    WINDOWED,
    Load,
    check_drafts,
    check_in_a_row,
    check_regenerated,
    check_ring,
    check_turns,
    some_ids,
)

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]


@pytest.fixture
def load(golden_dir: Path) -> Iterator[Load]:
    with ExitStack() as sessions:

        def load(name: str) -> Session:
            path = golden_dir / f"tiny-{name}.gguf"
            return sessions.enter_context(cuda_session(path, context_len=CONTEXT))

        yield load


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_twenty_requests_in_a_row_equal_fresh_ones(load: Load, name: str) -> None:
    """Of another beginning each: a cache that decode steps wrote differs in its last bits."""
    lengths = [5, 700, 3, 40, 12] * 4
    check_in_a_row(load(name), load(name), [some_ids(n, i) for i, n in enumerate(lengths)])


@pytest.mark.parametrize("name", [*WINDOWED, *RECURRENT])
def test_a_regenerated_answer_computes_no_prompt_again(load: Load, name: str) -> None:
    check_regenerated(load(name))


@pytest.mark.parametrize("name", [*WINDOWED, *RECURRENT])
def test_snapshots_in_host_memory_give_the_same(
    load: Load, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_device = load(name)
    keep_snapshots_in_host_memory(monkeypatch)
    session = load(name)
    copies = session.model.state.sequences[0]._free_copies
    assert {tensor.device.type for each in copies for tensor in each} == {"cpu"}
    check_regenerated(session)
    check_turns(session, on_device)


@pytest.mark.parametrize("name", WINDOWED)
def test_a_ring_gives_what_a_whole_cache_gives(
    load: Load, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_ring(load, name, monkeypatch)


@pytest.mark.parametrize("name", [*RECURRENT, "gemma4-e4b", "laguna"])
def test_accepted_and_rejected_drafts_leave_the_state_of_plain_decoding(
    load: Load, name: str
) -> None:
    check_drafts(load(name))
