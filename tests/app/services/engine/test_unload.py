"""Unloading a model, also while the engine is lent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.engine.lendable_engine import LendableEngine
from app.services.notices import Notices
from engine.commands import Load, Unload
from engine.config import EngineConfig
from tests.support.fake_engine import FakeEngine


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def service(qtbot: QtBot, engine: FakeEngine) -> Iterator[LendableEngine]:
    service = LendableEngine(engine.connect, Notices())
    with qtbot.waitSignal(service.model_loaded):
        service.load(Path("tiny.gguf"), EngineConfig())
    yield service
    service.close()


def test_what_was_unloaded_is_not_loaded_again_after_a_crash(
    qtbot: QtBot, service: LendableEngine, engine: FakeEngine
) -> None:
    with qtbot.waitSignal(service.model_unloaded):
        service.unload()
    assert (service.model, service.wanted) == (None, None)
    with qtbot.waitSignal(service.engine_died):
        engine.kill()
    qtbot.waitUntil(lambda: engine.num_starts == 2)
    assert len(engine.sent_of(Load)) == 1


def test_unloading_ends_what_borrows_the_engine(
    qtbot: QtBot, service: LendableEngine, engine: FakeEngine
) -> None:
    service.lend()
    service.reclaimed.connect(service.take_back)
    with qtbot.waitSignal(service.model_unloaded):
        service.unload()
    assert not service.is_lent
    assert isinstance(engine.sent[-1], Unload)
    assert len(engine.sent_of(Load)) == 1
