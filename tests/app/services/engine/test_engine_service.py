"""The service over a fake engine: merging, stopping, dying, restarting, keeping the window lively."""

import tracemalloc
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from app.domain import NoticeLevel
from app.services.engine.engine_service import FRAME_MS, IDLE_MS, EngineService
from app.services.notices import Notices
from app.viewmodels.banner import Banner
from engine.commands import Cancel, Configure, Generate, Inspect, Load, TextPrompt
from engine.config import EngineConfig, SpeculationConfig, Toggles
from engine.events import (
    Finished,
    Inspected,
    InspectFailed,
    Meter,
    MeterUpdate,
    Notice,
    ReasoningDelta,
    Started,
    TextDelta,
)
from tests.app.conftest import Services
from tests.support.fake_engine import RECORDED, FakeEngine
from tests.support.heartbeat import assert_in_time


def _question(request_id: str = "r") -> Generate:
    return Generate(request_id, TextPrompt("go"))


class _Recorder(QObject):
    """Everything the service said about answers, in order."""

    def __init__(self, service: EngineService) -> None:
        super().__init__()
        self.heard: list[tuple] = []
        service.answer_started.connect(lambda started: self.heard.append(("started",)))
        service.text_arrived.connect(lambda _id, text: self.heard.append(("text", text)))
        service.meter_arrived.connect(
            lambda _id, meter, reasons: self.heard.append(("meter", meter.new_tokens, reasons))
        )
        service.answer_finished.connect(
            lambda finished: self.heard.append(("finished", finished.reason))
        )

    def text(self) -> str:
        return "".join(entry[1] for entry in self.heard if entry[0] == "text")


class _Client:
    """A client whose events are put in by hand."""

    def __init__(self) -> None:
        self.sent: list[object] = []
        self.is_alive = True

    def connect(self, on_event, on_exit) -> "_Client":
        self.say, self.exit = on_event, on_exit
        return self

    def start(self) -> None: ...
    def close(self) -> None: ...

    def send(self, command) -> bool:
        self.sent.append(command)
        return self.is_alive


@pytest.fixture
def by_hand(qtbot: QtBot) -> tuple[_Client, EngineService, Notices]:
    client, notices = _Client(), Notices()
    service = EngineService(client.connect, notices)
    service.start()
    return client, service, notices


def _meter(recaptures: int, *reasons: str) -> MeterUpdate:
    return MeterUpdate(
        "r", Meter(new_tokens=recaptures, recaptures=recaptures), recapture_reasons=reasons
    )


def test_one_drain_joins_text_and_keeps_the_newest_meter_with_every_reason(by_hand) -> None:
    client, service, _ = by_hand
    recorder = _Recorder(service)
    client.say(Started("r", 3, 0, 0, 1))
    for event in (
        TextDelta("r", "a"),
        _meter(1, "one"),
        TextDelta("r", "b"),
        _meter(3, "two", "three"),
        TextDelta("r", "c"),
    ):
        client.say(event)
    service.drain()
    assert recorder.heard == [
        ("started",),
        ("text", "abc"),
        ("meter", 3, ("one", "two", "three")),
    ]
    client.say(_meter(4, "four"))
    service.drain()
    assert recorder.heard[-1] == ("meter", 4, ("four",))


def test_what_drafts_brought_is_known_of_the_joined_text(by_hand) -> None:
    client, service, _ = by_hand
    heard: list[tuple[str, object]] = []
    service.text_arrived.connect(lambda _id, text, drafted: heard.append((text, drafted)))
    for _ in range(2):
        client.say(TextDelta("r", "one "))
        client.say(TextDelta("r", "two three", ((4, 9),)))
        client.say(TextDelta("r", "fold", ((0, 4),)))
        service.drain()
    assert heard == [("one two threefold", ((8, 17),))] * 2


def test_texts_of_two_requests_are_never_mixed(by_hand) -> None:
    client, service, _ = by_hand
    heard: list[tuple[str, str]] = []
    service.text_arrived.connect(lambda request_id, text: heard.append((request_id, text)))
    for event in (TextDelta("a", "1"), TextDelta("b", "2"), TextDelta("b", "3")):
        client.say(event)
    service.drain()
    assert heard == [("a", "1"), ("b", "23")]


def test_thoughts_and_text_are_joined_apart_and_in_order(by_hand) -> None:
    client, service, _ = by_hand
    heard: list[tuple[str, str]] = []
    service.text_arrived.connect(lambda _id, text: heard.append(("text", text)))
    service.reasoning_arrived.connect(lambda _id, text: heard.append(("thoughts", text)))
    for event in (
        ReasoningDelta("r", "a"),
        _meter(1, "one"),
        ReasoningDelta("r", "b"),
        TextDelta("r", "c"),
        TextDelta("r", "d"),
    ):
        client.say(event)
    service.drain()
    assert heard == [("thoughts", "ab"), ("text", "cd")]


def test_text_comes_before_the_end_that_followed_it(by_hand) -> None:
    client, service, _ = by_hand
    recorder = _Recorder(service)
    client.say(TextDelta("r", "last words"))
    client.say(Finished("r", "stop", "last words", (), "", Meter(new_tokens=2)))
    service.drain()
    assert [entry[0] for entry in recorder.heard] == ["text", "meter", "finished"]


def test_stop_shows_what_has_arrived_before_it_asks_the_engine(by_hand) -> None:
    client, service, _ = by_hand
    order: list[object] = []
    service.text_arrived.connect(lambda _id, text: order.append((text, len(client.sent))))
    client.say(TextDelta("r", "shown"))
    service.cancel("r")
    assert order == [("shown", 0)]
    assert client.sent == [Cancel("r")]


def test_a_notice_of_the_engine_reaches_the_person(by_hand) -> None:
    client, service, notices = by_hand
    client.say(Notice("Graphs are off."))
    service.drain()
    assert [notice.text for notice in notices.take_unseen()] == ["Graphs are off."]


def test_each_inspection_is_answered_once_to_whoever_asked(by_hand) -> None:
    client, service, _ = by_hand
    heard: list[tuple[str, object]] = []
    configs = (EngineConfig(), EngineConfig(device="cpu"))
    for name in ("a", "b"):
        service.inspect(
            Path(f"{name}.gguf"), configs, lambda answer, name=name: heard.append((name, answer))
        )
    first, second = client.sent
    assert first == Inspect(first.request_id, "a.gguf", configs)
    answers = Inspected(second.request_id, ()), InspectFailed(first.request_id, "It is damaged.")
    for answer in (*answers, *answers):
        client.say(answer)
    service.drain()
    assert heard == [("b", answers[0]), ("a", answers[1])]


def test_an_inspection_is_waited_for_as_an_answer_is(by_hand) -> None:
    client, service, _ = by_hand
    timer = service.findChild(QTimer)
    service.inspect(Path("a.gguf"), (), lambda _: None)
    assert timer.interval() == FRAME_MS
    client.say(Inspected(client.sent[0].request_id, ()))
    service.drain()
    assert timer.interval() == IDLE_MS


def test_an_engine_that_is_gone_answers_inspections_too(by_hand, qtbot: QtBot) -> None:
    client, service, _ = by_hand
    heard: list[InspectFailed] = []
    service.inspect(Path("a.gguf"), (), heard.append)
    client.exit(-9)
    service.drain()
    assert len(heard) == 1
    client.is_alive = False
    service.inspect(Path("b.gguf"), (), heard.append)
    assert len(heard) == 1
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert {answer.message for answer in heard} == {
        "The engine that would look into the file is not running; try again."
    }
    assert not any(answer.is_unusable for answer in heard)


def test_nobody_is_told_after_the_end(by_hand) -> None:
    _, service, _ = by_hand
    heard: list[object] = []
    service.inspect(Path("a.gguf"), (), heard.append)
    service.close()
    service.drain()
    assert heard == []


def test_loading_answers_and_stops(services: Services) -> None:
    services.engine.num_tokens = 100_000
    services.load()
    assert services.service.model is not None
    recorder = _Recorder(services.service)
    services.service.generate(_question())
    services.qtbot.waitUntil(lambda: len(recorder.text()) > 20)
    with services.qtbot.waitSignal(services.service.answer_finished, timeout=1000) as finished:
        services.service.cancel("r")
    assert finished.args[0].reason == "cancelled"
    assert recorder.text() == finished.args[0].text


def test_the_timer_rests_when_nothing_is_expected_or_seen(services: Services) -> None:
    timer = services.service.findChild(QTimer)
    services.load()
    assert timer.interval() == IDLE_MS
    services.engine.num_tokens = 100_000
    services.service.generate(_question())
    assert timer.interval() == FRAME_MS
    services.service.set_visible(False)
    assert timer.interval() == IDLE_MS


def test_a_failed_load_is_told_and_not_tried_again(services: Services) -> None:
    services.engine.load_problem = "tiny.gguf is not a GGUF file."
    with services.qtbot.waitSignal(services.service.load_failed) as failed:
        services.service.load(Path("tiny.gguf"), EngineConfig())
    assert failed.args == ["tiny.gguf is not a GGUF file."]
    assert not services.service.is_available
    services.engine.kill()
    services.qtbot.waitUntil(lambda: services.engine.num_starts == 2)
    assert len(services.engine.sent_of(Load)) == 1


def test_of_two_loads_only_the_last_counts(services: Services) -> None:
    loaded: list[str] = []
    services.service.model_loaded.connect(lambda model: loaded.append(model.path))
    services.service.load(Path("one.gguf"), EngineConfig())
    services.service.load(Path("two.gguf"), EngineConfig())
    services.qtbot.waitUntil(lambda: services.service.model is not None)
    assert loaded == ["two.gguf"]


def test_loading_another_model_stops_the_answer_in_progress(services: Services) -> None:
    services.engine.num_tokens = 100_000
    services.load()
    services.service.generate(_question())
    with services.qtbot.waitSignals(
        [services.service.answer_finished, services.service.model_loaded]
    ):
        services.service.load(Path("two.gguf"), EngineConfig())


def test_a_killed_engine_comes_back_with_the_same_model_and_settings(services: Services) -> None:
    config = EngineConfig(context_len=512, threads=1)
    services.load(config)
    services.service.configure(Toggles(kvpad=False))
    recorder = _Recorder(services.service)
    services.engine.num_tokens = 100_000
    services.service.generate(_question())
    services.qtbot.waitUntil(lambda: bool(recorder.text()))
    with services.qtbot.waitSignal(services.service.engine_died) as died:
        services.engine.kill()
    assert died.args == [True]
    services.qtbot.waitUntil(lambda: services.service.model is not None)
    load = services.engine.sent_of(Load)[-1]
    assert load.config == EngineConfig(context_len=512, threads=1, toggles=Toggles(kvpad=False))
    assert any("restarted" in text for text in services.texts())
    services.engine.num_tokens = 5
    with services.qtbot.waitSignal(services.service.answer_finished):
        assert services.service.generate(_question("next"))


def test_that_the_engine_stopped_is_said_until_the_model_is_back(services: Services) -> None:
    banner = Banner()
    services.notices.reported.connect(banner.show)
    services.notices.withdrawn.connect(banner.withdraw)
    services.load()
    with services.qtbot.waitSignal(services.service.engine_died):
        services.engine.kill()
    assert "It was restarted" in banner.text
    services.qtbot.waitUntil(lambda: services.service.model is not None)
    assert banner.text == ""


def test_what_configure_does_not_name_is_loaded_again_as_it_was(services: Services) -> None:
    config = EngineConfig(
        device="cpu",
        context_len=512,
        kv_type="f16",
        device_memory=3.5,
        host_layers="bus",
        threads=1,
        num_sequences=2,
        toggles=Toggles(graph=False),
        speculation=SpeculationConfig("ngram"),
    )
    default = asdict(EngineConfig())
    assert all(value != default[name] for name, value in asdict(config).items())
    services.load(config)
    changed = Toggles(kvpad=False)
    services.service.configure(changed)
    services.engine.kill()
    services.qtbot.waitUntil(lambda: len(services.engine.sent_of(Load)) == 2)
    assert services.engine.sent_of(Load)[-1].config == replace(config, toggles=changed)


def test_an_engine_that_keeps_dying_is_given_up_until_a_model_is_chosen(
    services: Services,
) -> None:
    services.engine.dies_on_load = True
    services.service.load(Path("tiny.gguf"), EngineConfig())
    services.qtbot.waitUntil(lambda: services.engine.num_starts == 3)
    services.qtbot.waitUntil(lambda: any("three times" in text for text in services.texts()))
    assert services.reported[-1].level is NoticeLevel.ERROR
    assert not services.service.is_available
    assert not services.service.generate(_question())
    services.engine.dies_on_load = False
    services.load()
    assert services.service.is_available


def test_deaths_far_apart_do_not_add_up(qtbot: QtBot) -> None:
    engine, now = FakeEngine(), [0.0]
    service = EngineService(engine.connect, Notices(), clock=lambda: now[0])
    service.start()
    for death in range(1, 5):
        now[0] += 61.0
        with qtbot.waitSignal(service.engine_died) as died:
            engine.kill()
        assert died.args == [True]
        assert engine.num_starts == death + 1
    service.close()


def test_closing_is_no_death(services: Services) -> None:
    services.load()
    deaths: list[bool] = []
    services.service.engine_died.connect(deaths.append)
    services.service.close()
    services.service.drain()
    assert deaths == []
    assert services.texts() == []


def test_other_libraries_start_the_engine_anew_with_its_model(services: Services) -> None:
    services.load(EngineConfig(context_len=512))
    deaths: list[bool] = []
    services.service.engine_died.connect(deaths.append)
    with services.qtbot.waitSignal(services.service.model_loaded):
        services.service.restart()
    assert services.engine.num_starts == 2
    assert services.engine.sent_of(Load)[-1].config == EngineConfig(context_len=512)
    assert deaths == []
    assert services.texts() == []


def test_an_answer_is_given_up_when_the_libraries_change(services: Services) -> None:
    services.load()
    recorder = _Recorder(services.service)
    services.engine.num_tokens = 100_000
    services.service.generate(_question())
    services.qtbot.waitUntil(lambda: bool(recorder.text()))
    with services.qtbot.waitSignal(services.service.engine_died) as died:
        services.service.restart()
    assert died.args == [True]
    services.qtbot.waitUntil(lambda: services.service.model is not None)


def test_a_stopped_engine_starts_when_a_model_is_loaded(services: Services) -> None:
    services.load()
    services.service.stop()
    assert services.service.model is None
    assert not services.service.is_available
    services.load()


def test_toggles_reach_the_engine_at_once(services: Services) -> None:
    services.load()
    services.service.configure(Toggles(graph=False))
    assert services.engine.sent_of(Configure) == [Configure(Toggles(graph=False), None)]


@pytest.mark.parametrize("tokens_per_second", [10.0, 200.0, 1000.0, 2000.0])
def test_every_character_arrives_in_order_at_any_speed(
    services: Services, tokens_per_second: float
) -> None:
    services.engine.tokens_per_second = tokens_per_second
    services.engine.num_tokens = 8 if tokens_per_second < 100 else 300
    services.load()
    recorder = _Recorder(services.service)
    with services.qtbot.waitSignal(services.service.answer_finished):
        services.service.generate(_question())
    expected = "".join(RECORDED[n % len(RECORDED)] for n in range(services.engine.num_tokens))
    assert recorder.text() == expected


@pytest.mark.alone
def test_a_thousand_tokens_a_second_never_hold_up_the_event_loop(services: Services) -> None:
    services.engine.tokens_per_second = 1000.0
    services.engine.num_tokens = 1500
    services.load()

    def answer() -> None:
        with services.qtbot.waitSignal(services.service.answer_finished):
            services.service.generate(_question())

    assert_in_time(answer)


def test_memory_stays_flat_over_a_hundred_thousand_tokens(services: Services) -> None:
    services.engine.tokens_per_second = None
    services.load()

    def answer(num_tokens: int) -> None:
        services.engine.num_tokens = num_tokens
        with services.qtbot.waitSignal(services.service.answer_finished, timeout=60_000):
            services.service.generate(_question())

    answer(1000)
    tracemalloc.start()
    answer(100_000)
    # The newest event is still in somebody's hands; a small one takes its place.
    answer(10)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after < 500_000
