"""Windows and recurrent states over many requests, on the CPU."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from engine.config import EngineConfig, KVType
from engine.session.session import Session
from tests.support.golden_names import ARCHITECTURES
from tests.support.state_checks import (
    CONTEXT,
    RECURRENT,
    WINDOWED,
    Load,
    answer,
    check_drafts,
    check_in_a_row,
    check_regenerated,
    check_ring,
    some_ids,
)


@pytest.fixture
def load(golden_dir: Path) -> Iterator[Load]:
    sessions: list[Session] = []

    def load(name: str, kv_type: KVType = "auto") -> Session:
        config = EngineConfig(device="cpu", context_len=CONTEXT, kv_type=kv_type)
        sessions.append(Session.load(golden_dir / f"tiny-{name}.gguf", config))
        return sessions[-1]

    yield load
    for session in sessions:
        session.close()


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_requests_in_a_row_equal_fresh_models(load: Load, name: str) -> None:
    """Long, then short, a continued one, an edited one, the same again, a stopped answer."""
    session = load(name)
    first = some_ids(600)
    answered = list(answer(session, first).ids)
    requests = [
        some_ids(5, seed=1),
        first + answered + some_ids(3, seed=2),
        first + answered[:2] + some_ids(3, seed=3),
        first[:550] + some_ids(4, seed=4),
        first[:50],
        first[:50],
        first,
    ]
    check_in_a_row(session, load(name), requests)


@pytest.mark.parametrize("name", [*WINDOWED, *RECURRENT])
def test_a_regenerated_answer_computes_no_prompt_again(load: Load, name: str) -> None:
    check_regenerated(load(name))


@pytest.mark.parametrize("name", ["gemma4-e4b", "gpt-oss"])
def test_a_ring_gives_what_a_whole_cache_gives(
    load: Load, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_ring(load, name, monkeypatch)


@pytest.mark.parametrize("name", RECURRENT)
def test_accepted_and_rejected_drafts_leave_the_state_of_plain_decoding(
    load: Load, name: str
) -> None:
    check_drafts(load(name))


@pytest.mark.parametrize(
    ("name", "kv_type"),
    [
        ("gemma3", "q8_0"),
        ("gpt-oss", "q4_0"),
        ("qwen35", "q8_0"),
        ("gemma4-e4b", "bf16"),
        ("qwen35moe", "bf16"),
    ],
)
def test_a_smaller_cache_is_kept_and_restored_alike(
    load: Load, name: str, kv_type: KVType, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = partial(load, kv_type=kv_type)
    session, first = load(name), some_ids(600)
    answered = list(answer(session, first).ids)
    requests = [
        some_ids(5, seed=1),
        first + answered + some_ids(3, seed=2),
        first + answered[:2] + some_ids(3, seed=3),
        first[:50],
        first,
    ]
    check_in_a_row(session, load(name), requests)
    check_regenerated(session)
    check_drafts(load(name))
    if name in WINDOWED:
        check_ring(load, name, monkeypatch)
