"""What windows and recurrent states must give on any device: as if each request had a model of its own."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import SamplingParams, SpeculationConfig
from engine.events import Finished
from engine.models import config as model_config
from engine.session.session import Session
from tests.support.exact_drafter import ExactDrafter

WINDOWED = ["gemma3", "gemma4-e4b", "gpt-oss", "laguna", "olmo2"]
RECURRENT = ["lfm2", "qwen35", "qwen35moe"]
CONTEXT = 1200  # longer than the ring of a window

Load = Callable[[str], Session]


def answer(session: Session, ids: list[int], new_tokens: int = 12) -> Finished:
    """Sampled, so that a small difference of logits soon shows."""
    sampling = SamplingParams(temperature=0.8, seed=5)
    command = Generate("s", IdsPrompt(tuple(ids)), sampling, max_tokens=new_tokens, ignore_end=True)
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


def some_ids(length: int, seed: int = 0) -> list[int]:
    """Random ids that every tiny model has."""
    ids: list[int] = np.random.default_rng(seed).integers(3, 300, length).tolist()
    return ids


def check_in_a_row(session: Session, fresh: Session, requests: list[list[int]]) -> None:
    """What earlier requests left behind changes nothing; `fresh` forgets them."""
    in_a_row = [answer(session, request).ids for request in requests]
    for request, got in zip(requests, in_a_row, strict=True):
        fresh.forget()
        assert got == answer(fresh, request).ids


def check_regenerated(session: Session) -> None:
    """The same answer again, of which nothing of the prompt is computed again."""
    prompt = some_ids(40)
    first, again = answer(session, prompt, 30), answer(session, prompt, 30)
    assert again.ids == first.ids
    assert again.meter.cached_tokens == len(prompt) - 1


def check_turns(session: Session, other: Session) -> None:
    """A chat that goes on and back has the same answers in both."""
    found = []
    for each in (session, other):
        each.forget()
        prompt = some_ids(300, 1)
        first = answer(each, prompt, 30).ids
        longer = answer(each, [*prompt, *first, 5, 6]).ids
        found.append([first, longer, answer(each, prompt, 30).ids])
    assert found[0] == found[1]


def check_ring(load: Load, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prompt chunks and decode steps that wrap give what a cache gives that never overwrites."""
    prompt = some_ids(755)
    ringed = answer(load(name), prompt, 60)
    monkeypatch.setattr(model_config, "ring_rows", lambda _window, capacity, _slack: capacity)
    assert answer(load(name), prompt, 60).ids == ringed.ids


def check_drafts(session: Session) -> None:
    """Accepted and rejected drafts leave the state of plain decoding."""
    prompt = some_ids(30)
    plain = answer(session, prompt, 60)
    session.configure(Configure(speculation=SpeculationConfig(kind="ngram", draft_tokens=5)))
    session.drafter = ExactDrafter([*prompt, *plain.ids], every=3, draft_tokens=5)
    session.forget()
    drafted = answer(session, prompt, 60)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted is not None
    assert 0 < (drafted.meter.accepted or 0) < drafted.meter.drafted
