"""The meter: texts, points, marks."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from app.viewmodels.formatting import UNKNOWN
from app.viewmodels.meter import (
    MAX_SAMPLES,
    Health,
    MeterTexts,
    MeterViewModel,
    RecaptureMark,
    Sample,
)
from engine.commands import Generate, TextPrompt
from engine.config import EngineConfig, Toggles
from engine.events import Meter
from tests.app.conftest import Services


class _Engine(QObject):
    """Only the signals that the meter hears."""

    answer_started = Signal(object)
    meter_arrived = Signal(str, object, object)
    answer_finished = Signal(object)
    answer_failed = Signal(object)
    activity_changed = Signal()
    configured = Signal()
    model: object = SimpleNamespace(path="a.gguf")
    toggles = Toggles()
    endpoint = ""


class _Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def engine() -> _Engine:
    return _Engine()


@pytest.fixture
def meter(engine: _Engine, clock: Callable[[], float]) -> MeterViewModel:
    meter = MeterViewModel(engine, clock)
    engine.answer_started.emit(None)
    return meter


def test_what_is_not_known_is_a_dash(meter: MeterViewModel) -> None:
    assert meter.texts == MeterTexts(health="No answer yet")
    assert meter.texts.tok_s == UNKNOWN
    assert meter.context_fraction is None
    meter.take_sample()
    assert meter.samples == ()


def test_numbers_as_text(engine: _Engine, meter: MeterViewModel) -> None:
    newest = Meter(
        tok_s=27.34,
        ttft_ms=310.0,
        recaptures=0,
        drafted=50,
        accepted=31,
        kv_used=512,
        kv_capacity=2048,
        memory_used_bytes=1_240_000_000,
    )
    engine.meter_arrived.emit("r", newest, ())
    texts = meter.texts
    assert (texts.tok_s, texts.ttft, texts.recaptures) == ("27.3 tok/s", "310 ms", "0")
    assert texts.accepted == "31 of 50 (62 %)"
    assert texts.memory == "1.2 GB"
    assert meter.context_fraction == 0.25


def test_recaptures_between_two_points_become_one_mark(
    engine: _Engine, meter: MeterViewModel, clock: _Clock
) -> None:
    engine.meter_arrived.emit("r", Meter(tok_s_now=10.0, recaptures=1), ("first",))
    engine.meter_arrived.emit("r", Meter(tok_s_now=12.0, recaptures=3), ("second", "third"))
    clock.now += 0.1
    meter.take_sample()
    clock.now += 0.1
    meter.take_sample()
    assert [round(sample.time, 1) for sample in meter.samples] == [0.1, 0.2]
    assert [sample.tok_s for sample in meter.samples] == [12.0, 12.0]
    ((mark),) = meter.marks
    assert (round(mark.time, 1), mark.reason, mark.count) == (0.1, "third", 3)
    assert meter.texts.last_reason == "third"


def test_a_minute_is_kept_and_marks_leave_with_their_points(
    engine: _Engine, meter: MeterViewModel, clock: _Clock
) -> None:
    engine.meter_arrived.emit("r", Meter(tok_s_now=10.0, recaptures=1), ("early",))
    for _ in range(MAX_SAMPLES + 5):
        clock.now += 0.1
        meter.take_sample()
    assert len(meter.samples) == MAX_SAMPLES
    assert meter.marks == ()


def test_each_answer_and_each_model_begin_anew(engine: _Engine, meter: MeterViewModel) -> None:
    model = engine.model
    for begin_anew in (lambda: engine.answer_started.emit(None), engine.activity_changed.emit):
        engine.model = model
        engine.meter_arrived.emit("r", Meter(tok_s_now=10.0, recaptures=1), ("why",))
        meter.take_sample()
        engine.model = None
        begin_anew()
        nothing = MeterTexts(health="No answer yet")
        assert (meter.texts, meter.samples, meter.marks) == (nothing, (), ())


def test_a_model_begins_anew_though_the_answer_of_another_ends(
    engine: _Engine, meter: MeterViewModel
) -> None:
    engine.model = None
    engine.activity_changed.emit()
    engine.meter_arrived.emit("r", Meter(tok_s_now=10.0, kv_used=100, kv_capacity=16_384), ())
    engine.answer_finished.emit(None)
    engine.model = SimpleNamespace(path="b.gguf")
    engine.activity_changed.emit()
    assert meter.texts == MeterTexts(health="No answer yet")
    assert meter.context_fraction is None


def test_with_padding_off_every_token_is_marked(services: Services) -> None:
    meter = MeterViewModel(services.service)
    services.engine.tokens_per_second, services.engine.num_tokens = 400.0, 120
    services.load(EngineConfig(toggles=Toggles(kvpad=False)))
    with services.qtbot.waitSignal(services.service.answer_finished):
        services.service.generate(Generate("r", TextPrompt("go")))
    assert sum(mark.count for mark in meter.marks) == 120
    assert "padded context (kvpad) is off" in meter.texts.last_reason
    services.service.configure(toggles=Toggles())
    assert meter.texts.last_reason == ""
    assert isinstance(meter.marks[0], RecaptureMark)
    assert all(isinstance(sample, Sample) for sample in meter.samples)


def answer(engine: _Engine, meter: MeterViewModel, clock: _Clock, speed: float) -> None:
    engine.answer_started.emit(None)
    for _ in range(5):
        engine.meter_arrived.emit("r", Meter(tok_s_now=speed), ())
        clock.now += 0.1
        meter.take_sample()
    engine.answer_finished.emit(None)


def test_one_scale_for_a_model_and_the_previous_answer_behind(
    engine: _Engine, meter: MeterViewModel, clock: _Clock
) -> None:
    answer(engine, meter, clock, 42.0)
    assert (meter.scale, meter.ghost) == (50.0, ())
    answer(engine, meter, clock, 12.0)
    assert meter.scale == 50.0
    assert {sample.tok_s for sample in meter.ghost} == {42.0}
    engine.model = None
    engine.activity_changed.emit()
    engine.model = SimpleNamespace(path="b.gguf")
    answer(engine, meter, clock, 1.5)
    assert (meter.scale, meter.ghost) == (2.0, ())


@pytest.mark.parametrize(
    ("reason", "toggles", "is_shown"),
    [
        ("span 9 → 10: kvpad is off", Toggles(), False),
        ("span 9 → 10: kvpad is off", Toggles(kvpad=False), True),
        ("span 9 → 10, width 2 → 3: kvpad and fixed_verify are off", Toggles(kvpad=False), False),
        ("span 9 → 10: padded context (kvpad) is off", Toggles(), False),
        ("width 4", Toggles(), True),
    ],
)
def test_a_reason_goes_with_its_cause(
    engine: _Engine, meter: MeterViewModel, reason: str, toggles: Toggles, is_shown: bool
) -> None:
    engine.meter_arrived.emit("r", Meter(recaptures=1), (reason,))
    engine.toggles = toggles
    assert meter.texts.last_reason == (reason if is_shown else "")


def test_a_mark_says_what_its_recaptures_took(
    engine: _Engine, meter: MeterViewModel, clock: _Clock
) -> None:
    engine.meter_arrived.emit("r", Meter(tok_s_now=1.0, recaptures=1, recapture_ms=4.0), ("a",))
    meter.take_sample()
    engine.meter_arrived.emit("r", Meter(tok_s_now=1.0, recaptures=3, recapture_ms=10.5), ("b",))
    meter.take_sample()
    assert [mark.milliseconds for mark in meter.marks] == [4.0, 6.5]


def test_what_drafting_gives_and_why_it_pauses(engine: _Engine, meter: MeterViewModel) -> None:
    engine.meter_arrived.emit(
        "r", Meter(new_tokens=90, drafted=60, accepted=40, drafting_pauses=False), ()
    )
    assert (meter.texts.tokens_per_step, meter.texts.drafting) == ("1.8", "")
    assert (meter.texts.gain, meter.texts.accepted_by_depth) == (UNKNOWN, UNKNOWN)
    engine.meter_arrived.emit("r", Meter(new_tokens=90, drafted=60, drafting_pauses=True), ())
    assert meter.texts.drafting.startswith("Drafting pauses")


def test_the_gain_and_the_share_of_each_depth(engine: _Engine, meter: MeterViewModel) -> None:
    newest = Meter(drafted_by_depth=(50, 40, 7), accepted_by_depth=(46, 30, 0), draft_gain=1.42)
    engine.meter_arrived.emit("r", newest, ())
    assert meter.texts.gain == "1.4×"
    assert meter.texts.accepted_by_depth == "92 · 75 · 0 %"


@pytest.mark.parametrize(
    ("newest", "words"),
    [
        (Meter(pause_reason="loss", drafting_pauses=False, drafted=4), "takes longer than they"),
        (Meter(pause_reason="reading", drafting_pauses=False), "would have to read the chat"),
        (Meter(pause_reason="nothing", drafting_pauses=False), "nothing repeats"),
    ],
)
def test_a_pause_says_why(
    engine: _Engine, meter: MeterViewModel, newest: Meter, words: str
) -> None:
    engine.meter_arrived.emit("r", newest, ())
    assert words in meter.texts.drafting


def test_a_step_without_a_repeat_is_no_pause(engine: _Engine, meter: MeterViewModel) -> None:
    newest = Meter(pause_reason="nothing", drafting_pauses=False, drafted=4)
    engine.meter_arrived.emit("r", newest, ())
    assert meter.texts.drafting == ""


@pytest.mark.parametrize(
    ("newest", "health"),
    [
        (Meter(), Health.IDLE),
        (Meter(replays=5, recaptures=0, eager=0), Health.REPLAYED),
        (Meter(replays=5, recaptures=1), Health.SLOWED),
        (Meter(eager=5), Health.SLOWED),
        (Meter(eager=5, fallbacks=1), Health.FAILED),
    ],
)
def test_one_mark_for_the_health(
    engine: _Engine, meter: MeterViewModel, newest: Meter, health: Health
) -> None:
    engine.meter_arrived.emit("r", newest, ())
    assert meter.health is health
    assert meter.texts.health
