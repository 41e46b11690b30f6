"""Narrow drafts on any device: tiny vocabularies, of which a part is the first ids, and what must hold."""

from pathlib import Path

import numpy as np
import pytest

from engine.commands import Configure
from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.loaded_drafter import LoadedDrafter
from engine.speculation.mtp_drafter import MtpDrafter
from engine.speculation.narrow_vocabulary import NarrowVocabulary
from tests.support.drafter_checks import answer

SIZE = 64
_NUM_TOKENS = 150


def drafting_model(session: Session) -> LoadedModel:
    """The model of a drafter with a fixed number of draft tokens."""
    assert isinstance(session.drafter, LoadedDrafter)
    return session.drafter.model


def check_answers(
    session: Session,
    drafter: str | Path,
    kind: type[MtpDrafter | BlockDrafter],
    sampling: SamplingParams,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drafts as the text says, and narrow ones alone, change no token, and no step is new."""
    plain = answer(session, sampling, _NUM_TOKENS)
    session.configure(Configure(Toggles(), SpeculationConfig(str(drafter), 3)))
    session.forget()
    assert drafting_model(session).config.narrow_vocab_size == SIZE
    assert answer(session, sampling, _NUM_TOKENS).ids == plain.ids
    drafts: list[int] = []
    propose = kind.propose
    with monkeypatch.context() as patched:
        patched.setattr(NarrowVocabulary, "suffices", lambda _self, _ids: True)
        patched.setattr(
            kind,
            "propose",
            lambda self, ids, most: drafts.extend(new := propose(self, ids, most)) or new,
        )
        session.forget()
        narrowly = answer(session, sampling, _NUM_TOKENS)
    assert narrowly.ids == plain.ids
    assert narrowly.meter.recaptures == 0
    assert drafts
    assert max(drafts) < SIZE


def check_steps(session: Session) -> None:
    """Both kinds of step have the same logits of the first ids; the wide one is captured later."""
    session.configure(Configure(Toggles(), SpeculationConfig("mtp", 3)))
    model = drafting_model(session)
    sequence, runner = model.sequences[0], model.runner
    captures = [runner.captures]
    logits = {}
    for is_narrow in (True, False, True):
        runner.is_narrow = is_narrow
        buffers = runner.run(Role.DECODE, [Rows(sequence, 0)], [5])
        captures.append(runner.captures - captures[0])
        logits[is_narrow] = buffers.logits[0].cpu().numpy().copy()
    assert captures[1:] == [0, 1, 1]
    assert sequence.counters.recaptures == 0
    np.testing.assert_array_equal(logits[True][:SIZE], logits[False][:SIZE])
    assert np.isneginf(logits[True][SIZE:]).all()
    assert np.isfinite(logits[False]).all()
    runner.is_narrow = True
    assert np.isfinite(model.logits([5], 0)).all()  # those that are compared are of all ids
