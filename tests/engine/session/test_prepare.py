"""What is captured before the first answer, and what later."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, Toggles
from engine.events import Finished
from engine.runtime.cpu_device import CpuDevice
from engine.session.session import Session
from tests.support.prompt_steps import needs_with

NUM_SPANS = 3  # 256, 512, 600
PLANNED = 2 * NUM_SPANS  # decode and prefill


@pytest.fixture
def session(starter_model: Path) -> Iterator[Session]:
    session = Session.load(starter_model, EngineConfig(device="cpu", context_len=600))
    yield session
    session.close()


def answer(session: Session, num_ids: int) -> Finished:
    greedy = SamplingParams(temperature=0.0)
    prompt = IdsPrompt(tuple(range(100, 100 + num_ids)))
    *_, finished = session.generate(Generate("r", prompt, greedy, max_tokens=3, ignore_end=True))
    assert isinstance(finished, Finished)
    return finished


def test_the_first_answer_finds_its_steps_captured_and_no_others(session: Session) -> None:
    assert session.info.captures == 2
    meter = answer(session, 40).meter
    assert (meter.captures, meter.recaptures, meter.eager) == (2, 0, 0)


def test_the_rest_is_captured_piece_by_piece_and_changes_no_answer(session: Session) -> None:
    before = answer(session, 40)
    num_pieces = 1
    while session.prepare():
        num_pieces += 1
    assert num_pieces == PLANNED - 2
    session.forget()
    after = answer(session, 40)
    assert (after.meter.captures, after.fnv1a64) == (PLANNED, before.fnv1a64)
    assert not session.prepare()


def test_a_long_prompt_that_comes_at_once_is_no_reason_to_recapture(session: Session) -> None:
    meter = answer(session, 520).meter
    assert (meter.recaptures, meter.eager) == (0, 0)
    assert meter.captures == PLANNED - 1  # no token was decoded below 512


def test_steps_that_read_a_long_prompt_are_left_for_later(
    starter_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CpuDevice, "memory_needs", needs_with(32, 128))  # as a GPU has
    session = Session.load(starter_model, EngineConfig(device="cpu", context_len=600))
    assert session.info.captures == 2
    short = answer(session, 32).meter
    session.forget()
    long = answer(session, 150).meter
    assert (short.captures, short.recaptures, short.eager) == (2, 0, 0)
    assert (long.captures, long.recaptures, long.eager) == (3, 0, 0)
    session.close()


def test_toggles_on_again_prepare_what_is_left(session: Session) -> None:
    session.configure(Configure(Toggles(kvpad=False)))
    assert not session.prepare()
    session.configure(Configure(Toggles()))
    while session.prepare():
        pass
    assert session.model.runner.captures == PLANNED
