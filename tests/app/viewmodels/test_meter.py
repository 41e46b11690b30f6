"""The meter: texts, points, marks."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Signal

from app.viewmodels.formatting import UNKNOWN
from app.viewmodels.meter import MAX_SAMPLES, MeterTexts, MeterViewModel, RecaptureMark, Sample
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
    model: object = object()


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
    assert meter.texts == MeterTexts()
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
    for begin_anew in (lambda: engine.answer_started.emit(None), engine.activity_changed.emit):
        engine.meter_arrived.emit("r", Meter(tok_s_now=10.0, recaptures=1), ("why",))
        meter.take_sample()
        engine.model = None
        begin_anew()
        assert (meter.texts, meter.samples, meter.marks) == (MeterTexts(), (), ())


def test_with_padding_off_every_token_is_marked(services: Services) -> None:
    meter = MeterViewModel(services.service)
    services.engine.tokens_per_second, services.engine.num_tokens = 400.0, 120
    services.load(EngineConfig(toggles=Toggles(kvpad=False)))
    with services.qtbot.waitSignal(services.service.answer_finished):
        services.service.generate(Generate("r", TextPrompt("go")))
    assert sum(mark.count for mark in meter.marks) == 120
    assert "kvpad is off" in meter.texts.last_reason
    assert isinstance(meter.marks[0], RecaptureMark)
    assert all(isinstance(sample, Sample) for sample in meter.samples)
