"""Answers in a form on a GPU: the next step runs before its mask is known, and waits there for it."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import torch
from msgspec.structs import replace

from engine.commands import Configure, Generate
from engine.config import SamplingParams, Toggles
from engine.events import Finished
from engine.runtime.cuda_executor import CudaExecutor
from engine.sampling.constraint import Constraint
from engine.session.session import Session
from tests.support.cuda_session import cuda_session
from tests.support.late_masks import LateMasks, count_late
from tests.support.schema_cases import SCHEMAS, command
from tests.support.side_by_side import ids_command

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(600)]

NUM_SEQUENCES = 4
LATE_SECONDS = 0.4  # more than a step waits


@pytest.fixture(scope="module")
def session(starter_model: Path) -> Iterator[Session]:
    with cuda_session(starter_model, context_len=1024, num_sequences=NUM_SEQUENCES) as session:
        yield session


@pytest.fixture
def late(session: Session) -> Iterator[LateMasks]:
    yield count_late(session.model)
    del session.model._decoding.start  # the method is there again


def requests() -> list[Generate]:
    """In forms, free, and with what else decides; some at temperature 0."""
    penalized = SamplingParams(temperature=0.9, repeat_penalty=1.2, seed=5)
    asked = [command(number) for number in range(len(SCHEMAS))]
    asked += [ids_command(range(40, 80 + n), 60, replace(penalized, seed=n)) for n in range(6)]
    asked.append(replace(command(15), sampling=SamplingParams(temperature=0.0)))
    asked.append(replace(command(17), sampling=penalized, logit_bias=((7, -3.0), (900, 2.5))))
    asked.append(replace(command(18), logprobs=2))
    return asked


def finish(session: Session, request: Generate) -> Finished:
    session.forget()
    *_, finished = session.generate(request)
    assert isinstance(finished, Finished)
    meter = finished.meter
    assert (meter.recaptures, meter.eager, meter.fallbacks) == (0, 0, 0)
    return finished


def run(session: Session, asked: list[Generate], random: Random | None = None) -> list[Finished]:
    """All answers, in some order; with `random` some are cancelled, and the next begins at once."""
    ended: dict[int, Finished] = {}
    waiting = list(range(len(asked)))
    running: dict[int, tuple[Iterator[object], list[bool]]] = {}
    while waiting or running:
        while waiting and len(running) < NUM_SEQUENCES:
            number, stop = waiting.pop(0), [False]
            steps = session.steps(asked[number], lambda stop=stop: stop[0])
            running[number] = steps, stop
        for number, (steps, stop) in tuple(running.items()):
            if random is not None and random.random() < 0.02:
                stop[0] = True
            torch.cuda.synchronize()  # waits in vain for a step that nobody lets go on
            for event in next(steps):
                if isinstance(event, Finished):
                    ended[number] = event
                    del running[number]
    return [ended[number] for number in range(len(asked))]


def test_ids_are_those_of_steps_that_wait_for_nothing(
    session: Session, late: LateMasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = requests()
    ahead = [finish(session, request) for request in asked]
    assert late.number == 0
    with monkeypatch.context() as patch:
        patch.setattr(CudaExecutor, "steps_ahead", 0)
        stepwise = [finish(session, request).ids for request in asked]
    assert [each.ids for each in ahead] == stepwise
    session.configure(Configure(Toggles(graph=False)))
    eager = [ids_of(session, request) for request in asked[::5]]
    session.configure(Configure(Toggles()))
    assert eager == stepwise[::5]
    assert late.number == 0


def ids_of(session: Session, request: Generate) -> tuple[int, ...]:
    session.forget()
    *_, finished = session.generate(request)
    assert isinstance(finished, Finished)
    return finished.ids


@pytest.mark.parametrize("seed", range(3))
def test_answers_beside_others_and_cancelled_ones_leave_no_step_waiting(
    session: Session, late: LateMasks, seed: int
) -> None:
    random, asked = Random(seed), requests()
    random.shuffle(asked)
    together = run(session, asked, random)
    assert late.number == 0
    for request, finished in zip(asked, together, strict=True):
        alone = finish(session, request).ids
        assert finished.ids == alone[: len(finished.ids)]
        assert finished.reason == "cancelled" or len(finished.ids) == len(alone)
        if finished.ids:  # else it was cancelled before its first step
            meter = finished.meter
            assert (meter.recaptures, meter.eager, meter.fallbacks) == (0, 0, 0)
    assert any(each.reason == "cancelled" for each in together)
    assert late.number == 0


def test_a_mask_that_comes_too_late_changes_nothing(
    session: Session, late: LateMasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [command(15), command(17), ids_command(range(40, 90), 40, SamplingParams(seed=3))]
    alone = [finish(session, request).ids for request in asked]
    masks, num_masks = Constraint.mask, 0

    def slow(self: Constraint) -> object:
        nonlocal num_masks
        num_masks += 1
        if num_masks % 9 == 4:
            time.sleep(LATE_SECONDS)
        return masks(self)

    monkeypatch.setattr(Constraint, "mask", slow)
    assert [each.ids for each in run(session, asked)] == alone
    assert late.number > 0
    before = late.number
    monkeypatch.undo()
    assert [each.ids for each in run(session, asked)] == alone
    assert late.number == before
