"""A drafter of nonsense on a real model: what it costs, by the steps that were really run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.config import AUTO_VERIFY_WIDTHS, EngineConfig
from engine.session.session import Session
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.combined_drafter import CombinedDrafter
from engine.speculation.costs import StepCosts, measure
from engine.speculation.loaded_drafter import LoadedDrafter
from tests.support.drafter_checks import SAMPLINGS, answer, speculate, write_model

NUM_TOKENS = 1000
LENGTH = {"llama.context_length": 1100}


class Clock:
    """Moved by steps alone, each of which takes what it took when the model was loaded."""

    def __init__(self, plain: float, verify: dict[int, float], draft: float) -> None:
        self.now = 0.0
        self.plain, self.verify, self.draft = plain, verify, draft

    def counting(
        self, step: Callable[..., Any], seconds: Callable[..., float]
    ) -> Callable[..., Any]:
        def run(*args: Any, **options: Any) -> Any:
            self.now += seconds(*args)
            return step(*args, **options)

        return run


class Times(StepCosts):
    def start_with(self, plain: float, verify: dict[int, float], draft: float) -> None:
        super().start_with(plain, verify, draft)
        self.known = plain, verify, draft


@pytest.fixture
def session(tmp_path: Path) -> Session:
    target = write_model(tmp_path / "target.gguf", **LENGTH)
    return Session.load(target, EngineConfig(device="cpu", context_len=1100))


@pytest.mark.parametrize("sampling", ["greedy", "1.0"])
def test_nonsense_costs_at_most_the_budget(session: Session, tmp_path: Path, sampling: str) -> None:
    plain = answer(session, SAMPLINGS[sampling], NUM_TOKENS)
    speculate(session, str(write_model(tmp_path / "noise.gguf", noise=True, **LENGTH)), None)
    assert isinstance(session.drafter, BudgetedDrafter)
    inner = session.drafter.inner
    assert isinstance(inner, CombinedDrafter)
    assert isinstance(inner.inner, LoadedDrafter)
    times = Times(AUTO_VERIFY_WIDTHS, 1100)
    measure(session.model, AUTO_VERIFY_WIDTHS, inner.step_seconds, times)
    clock = Clock(*times.known)
    session.drafter = BudgetedDrafter(inner, times, clock=lambda: clock.now)
    model, own = session.model, inner.inner.model
    model.decode = clock.counting(model.decode, lambda *_: clock.plain)
    model.verify = clock.counting(model.verify, lambda rows, _: clock.verify[_width(rows.num_rows)])
    own.decode = clock.counting(own.decode, lambda *_: clock.draft)
    drafted = answer(session, SAMPLINGS[sampling], NUM_TOKENS)
    assert drafted.ids == plain.ids
    assert clock.now / clock.plain <= 1.03 * NUM_TOKENS + 4
    gain = drafted.meter.draft_gain
    assert gain == session.drafter.gain
    assert gain is None or gain > 1 / 1.03 - 0.004
    session.close()


def _width(num_rows: int) -> int:
    return next(width for width in AUTO_VERIFY_WIDTHS if width >= num_rows)
