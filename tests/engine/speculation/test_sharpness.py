"""A drafter picks as sharply as had most of its drafts accepted."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import EngineConfig, SamplingParams
from engine.events import Finished
from engine.sampling.sharpness import SHARPNESSES
from engine.session.session import Session
from engine.speculation.loaded_drafter import LoadedDrafter
from engine.speculation.sharpness import SharpnessChoice
from tests.support.drafter_checks import answer, speculate, write_model


def settle(choice: SharpnessChoice, rates: tuple[float, ...], num_drafts: int) -> None:
    """Rivals that are right (token 7) at these rates."""
    chance = random.Random(1)
    for _ in range(num_drafts):
        rivals = [7 if chance.random() < rate else 8 for rate in rates]
        choice.propose(1, rivals[choice.best :][:1], [rivals])
        choice.settle([1, 7])


@pytest.mark.parametrize("best", range(len(SHARPNESSES)))
def test_the_one_that_is_right_most_often_is_chosen(best: int) -> None:
    choice = SharpnessChoice()
    settle(choice, tuple(0.9 if index == best else 0.6 for index in range(4)), 300)
    assert choice.best == best


def test_equals_change_nothing() -> None:
    choice = SharpnessChoice()
    for _ in range(500):
        choice.propose(1, [7], [[7] * 4])
        choice.settle([1, 7])
    assert choice.best == 0


def test_drafts_after_a_wrong_one_tell_nothing() -> None:
    choice = SharpnessChoice()
    for _ in range(500):
        choice.propose(1, [8, 9, 9], [[8, 8, 8, 8], [9, 7, 9, 9], [9, 7, 9, 9]])
        choice.settle([1, 7, 7, 7])
    assert choice.best == 0


def test_a_text_that_ended_or_changed_tells_nothing() -> None:
    choice = SharpnessChoice()
    for _ in range(500):
        choice.propose(1, [7, 7], [[7, 8, 8, 8], [8, 7, 8, 8]])
        choice.settle([1, 7])  # the answer ended before the second
        choice.propose(1, [8], [[8, 7, 7, 7]])
        choice.forget()
        choice.settle([1, 7])
    assert choice.best == 0


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    target = write_model(tmp_path_factory.mktemp("models") / "target.gguf")
    session = Session.load(target, EngineConfig(device="cpu", context_len=512))
    yield session
    session.close()


def test_a_drafter_that_is_less_sure_than_the_model_learns_to_pick_like_it(
    session: Session, tmp_path: Path
) -> None:
    """Its logits are half the model's: at twice the sharpness it picks the same."""
    sampling = SamplingParams(temperature=0.8, top_k=0, top_p=1, min_p=0, seed=3)
    speculate(session, "none")
    plain = answer(session, sampling, 450)
    speculate(session, str(write_model(tmp_path / "unsure.gguf", unsure=True)), 3)
    unlearned = answer(session, sampling, 100)
    drafted = answer(session, sampling, 450)
    assert unlearned.ids == plain.ids[:100]
    assert drafted.ids == plain.ids
    assert isinstance(session.drafter, LoadedDrafter)
    assert SHARPNESSES[session.drafter.sharpness.best] == 2.0
    assert share(unlearned) < 0.95 < share(drafted)
    assert drafted.meter.recaptures == 0


def share(answer: Finished) -> float:
    return (answer.meter.accepted or 0) / (answer.meter.drafted or 1)
