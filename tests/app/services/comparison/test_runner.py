"""A comparison has the engine for itself, and gives it back as it was, however it ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.comparison.runner import ComparisonRunner
from app.services.engine import lendable_engine
from app.services.engine.lendable_engine import LendableEngine
from app.services.notices import Notices
from engine.commands import Cancel, Configure, Generate, Load, TextPrompt
from engine.comparison.configuration import Configuration
from engine.comparison.measurement import Measurement
from engine.comparison.plan import ComparisonPlan
from engine.config import EngineConfig, SpeculationConfig, Toggles
from tests.support.fake_engine import FakeEngine

ON = Configuration("tiny.gguf")
OFF = Configuration("tiny.gguf", EngineConfig(toggles=Toggles(kvpad=False)))
SMALL = Configuration("tiny.gguf", EngineConfig(context_len=512))


@pytest.fixture
def fake() -> FakeEngine:
    return FakeEngine(tokens_per_second=None, num_tokens=5)


@pytest.fixture
def engine(
    qtbot: QtBot, fake: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LendableEngine]:
    """With a model loaded."""
    monkeypatch.setattr(lendable_engine, "LENT_MS", 2)
    service = LendableEngine(fake.connect, Notices())
    with qtbot.waitSignal(service.model_loaded):
        service.load(Path("tiny.gguf"), EngineConfig())
    yield service
    service.close()


@pytest.fixture
def runner(engine: LendableEngine) -> ComparisonRunner:
    return ComparisonRunner(engine)


def plan(*configurations: Configuration, num_runs: int = 2) -> ComparisonPlan:
    return ComparisonPlan(TextPrompt("Hi"), configurations, 5, num_runs)


def measure(
    runner: ComparisonRunner, qtbot: QtBot, *configurations: Configuration
) -> tuple[Measurement, ...]:
    with qtbot.waitSignal(runner.finished) as blocker:
        runner.start(plan(*configurations))
    (measurements,) = blocker.args
    return measurements


def test_runs_take_turns_and_the_model_is_as_before(
    runner: ComparisonRunner, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    began: list[int] = []
    runner.turn_began.connect(began.append)
    on, off = measure(runner, qtbot, ON, OFF)
    assert began == [0, 1, 1, 0, 0, 1]
    assert (len(on.runs), len(off.runs)) == (2, 2)
    assert (on.last.recaptures, off.last.recaptures) == (0, 5)
    assert on.ids == off.ids == tuple(range(5))
    assert on.device == "cpu"
    assert len(fake.sent_of(Load)) == 1
    assert fake.sent_of(Configure)[-1].toggles == Toggles()
    assert fake.toggles == engine.toggles == Toggles()
    assert not engine.is_lent


def test_what_needs_a_load_is_loaded_and_so_is_the_model_of_before(
    runner: ComparisonRunner, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    measure(runner, qtbot, ON, SMALL)
    qtbot.waitUntil(lambda: not engine.is_loading)
    lengths = [load.config.context_len for load in fake.sent_of(Load)]
    assert lengths == [None, 512, None, 512, None]
    assert engine.model is not None
    assert engine.model.context_len == 4096


@pytest.mark.parametrize("other", [OFF, SMALL])
def test_it_can_be_stopped_at_any_time(
    runner: ComparisonRunner,
    engine: LendableEngine,
    fake: FakeEngine,
    qtbot: QtBot,
    other: Configuration,
) -> None:
    fake.tokens_per_second = 20.0
    for turn in range(3):
        with qtbot.waitSignal(runner.turn_began, check_params_cb=lambda index: index == 1):
            runner.start(plan(ON, other))
        if turn:
            qtbot.wait(20 * turn)
        with qtbot.waitSignal(runner.stopped) as blocker:
            runner.stop()
        assert blocker.args == [""]
        assert not runner.is_running
        assert not engine.is_lent
        qtbot.waitUntil(lambda: engine.is_available and not engine.is_loading)
        assert engine.wanted == Load("tiny.gguf", EngineConfig())
    qtbot.waitUntil(lambda: fake.toggles == Toggles())


def test_nobody_else_may_ask_or_change_anything_meanwhile(
    runner: ComparisonRunner, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(runner.turn_began):
        runner.start(plan(ON, OFF))
    assert not engine.is_available
    assert not engine.generate(Generate("chat", TextPrompt("Hi")))
    engine.configure(speculation=SpeculationConfig("ngram"))
    with qtbot.waitSignal(runner.finished):
        pass
    wanted = engine.wanted
    assert wanted is not None
    assert wanted.config.speculation.kind == "ngram"
    qtbot.waitUntil(lambda: fake.speculation.kind == "ngram")


def test_no_title_is_written_meanwhile(
    runner: ComparisonRunner, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    fake.tokens_per_second = 50.0
    answers: list[object] = []
    engine.quiet.ask(Generate("title", TextPrompt("Hi")), answers.append)
    with qtbot.waitSignal(runner.turn_began):
        runner.start(plan(ON, OFF))
    assert Cancel("title") in fake.sent
    engine.quiet.ask(Generate("another", TextPrompt("Hi")), answers.append)
    assert answers == [None]
    runner.stop()
    engine.quiet.ask(Generate("later", TextPrompt("Hi")), answers.append)
    assert fake.sent_of(Generate)[-1].request_id == "later"


def test_another_model_ends_it(
    runner: ComparisonRunner, engine: LendableEngine, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(runner.turn_began):
        runner.start(plan(ON, OFF))
    with qtbot.waitSignal(runner.stopped), qtbot.waitSignal(engine.model_loaded):
        engine.load(Path("other.gguf"), EngineConfig())
    assert engine.model is not None
    assert engine.model.path == "other.gguf"


def test_unloading_the_model_ends_it(
    runner: ComparisonRunner, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    fake.tokens_per_second = 50.0
    with qtbot.waitSignal(runner.turn_began):
        runner.start(plan(ON, OFF))
    with qtbot.waitSignal(runner.stopped), qtbot.waitSignal(engine.model_unloaded):
        engine.unload()
    assert (engine.model, engine.wanted, engine.is_lent) == (None, None, False)


def test_a_configuration_that_cannot_be_loaded_ends_it_in_its_sentence(
    engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    engine.load_failed.connect(lambda: setattr(fake, "load_problem", ""))
    runner = ComparisonRunner(engine)
    fake.load_problem = "There is no such device."
    with qtbot.waitSignal(runner.stopped) as blocker:
        runner.start(plan(ON, SMALL))
    assert blocker.args == ["There is no such device."]
    qtbot.waitUntil(lambda: engine.is_available and not engine.is_loading)
    assert engine.wanted == Load("tiny.gguf", EngineConfig())


def test_an_engine_that_dies_ends_it_and_is_restarted_as_it_was(
    runner: ComparisonRunner, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    fake.tokens_per_second = 50.0
    with qtbot.waitSignal(runner.turn_began, check_params_cb=lambda index: index == 1):
        runner.start(plan(ON, OFF))
    with qtbot.waitSignal(runner.stopped) as blocker, qtbot.waitSignal(engine.model_loaded):
        fake.kill()
    assert "stopped" in blocker.args[0]
    assert engine.wanted == Load("tiny.gguf", EngineConfig())
    assert engine.is_available


def test_a_question_that_does_not_fit_ends_it(
    runner: ComparisonRunner, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    fake.answer_problem = "The prompt has 5,000 tokens; the context holds 4,096."
    with qtbot.waitSignal(runner.stopped) as blocker:
        runner.start(plan(ON, OFF))
    assert blocker.args == [fake.answer_problem]
    assert engine.is_available
