"""Two audiences of one engine: each gets the events of its own requests, both those of the model."""

import gc
import queue
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.commands import Cancel, Configure, Generate, Inspect, Load, TextPrompt
from engine.config import EngineConfig, Toggles
from engine.dispatcher import Dispatcher
from engine.events import (
    EngineReady,
    Event,
    Failed,
    Finished,
    InspectFailed,
    Loaded,
    LoadFailed,
    Notice,
    Started,
    TextDelta,
)
from tests.support.scripted_engine import ScriptedSession
from tests.support.side_by_side import draw

_SECONDS = 20


class Watched(Generate, frozen=True, weakref=True):
    """A request that can be looked for once nobody should know it any more."""


class Audience:
    """Keeps the events that it was told."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.receive = self._events.put
        dispatcher.join(self.receive)

    def send(self, *commands: object) -> None:
        for command in commands:
            self._dispatcher.dispatch(command, self.receive)  # type: ignore[arg-type]

    def until(self, kind: type) -> list[Event]:
        seen: list[Event] = []
        while not seen or not isinstance(seen[-1], kind):
            seen.append(self._events.get(timeout=_SECONDS))
        return seen

    def is_silent(self) -> bool:
        return self._events.empty()


@pytest.fixture
def dispatcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Dispatcher]:
    monkeypatch.setattr("engine.dispatcher.find_gpu_names", lambda: ())
    dispatcher = Dispatcher(ScriptedSession.load)
    thread = threading.Thread(target=dispatcher.run)
    thread.start()
    yield dispatcher
    dispatcher.close()
    thread.join(_SECONDS)
    assert not thread.is_alive()


@pytest.fixture
def pair(dispatcher: Dispatcher) -> tuple[Audience, Audience]:
    audiences = Audience(dispatcher), Audience(dispatcher)
    audiences[0].send(Load("model.gguf"))
    for audience in audiences:
        kinds = [type(event) for event in audience.until(Notice)]
        assert kinds[0] is EngineReady
        assert Loaded in kinds
    return audiences


def generate(text: str, request_id: str = "1") -> Generate:
    return Generate(request_id, TextPrompt(text))


def test_libraries_are_imported_while_no_model_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imported = threading.Event()

    def fail() -> None:
        imported.set()
        raise ImportError("torch is broken")

    monkeypatch.setattr("engine.dispatcher.find_gpu_names", lambda: ())
    monkeypatch.setattr("engine.session_loader.import_session", fail)
    dispatcher = Dispatcher()
    thread = threading.Thread(target=dispatcher.run)
    thread.start()
    audience = Audience(dispatcher)
    assert imported.wait(_SECONDS)
    audience.send(Load("model.gguf"))  # the loop goes on, and the load tells
    assert "Loading model.gguf" in audience.until(LoadFailed)[-1].message
    dispatcher.close()
    thread.join(_SECONDS)


@pytest.mark.skipif(sys.platform != "linux", reason="only there single allocations are limited")
def test_the_limit_of_a_model_ends_with_the_engine() -> None:
    import resource

    limit = resource.getrlimit(resource.RLIMIT_DATA)
    dispatcher = Dispatcher(ScriptedSession.load)
    thread = threading.Thread(target=dispatcher.run)
    thread.start()
    audience = Audience(dispatcher)
    audience.send(Load("model.gguf"))
    audience.until(Loaded)
    limit_of_model = resource.getrlimit(resource.RLIMIT_DATA)
    dispatcher.close()
    thread.join(_SECONDS)
    assert resource.getrlimit(resource.RLIMIT_DATA) == limit != limit_of_model


def test_an_answer_goes_to_whoever_asked(pair: tuple[Audience, Audience]) -> None:
    first, second = pair
    first.send(generate("count 3"))
    assert [type(e) for e in first.until(Finished)] == [Started, *[TextDelta] * 3, Finished]
    assert second.is_silent()


def test_two_may_use_one_id(pair: tuple[Audience, Audience]) -> None:
    first, second = pair
    first.send(generate("forever"))
    first.until(TextDelta)
    second.send(generate("count 2"), Cancel("1"))
    (cancelled,) = second.until(Finished)
    assert (cancelled.request_id, cancelled.reason) == ("1", "cancelled")
    first.send(Cancel("1"))
    assert first.until(Finished)[-1].reason == "cancelled"


@pytest.mark.parametrize("end", ["count 3", "refuse", "forever"])
def test_a_request_is_freed_at_its_end(pair: tuple[Audience, Audience], end: str) -> None:
    audience, _ = pair
    watched = Watched("1", TextPrompt(end))
    freed = weakref.ref(watched)
    gc.disable()  # a collection would free it late, and with it all that its form took
    try:
        audience.send(watched)
        del watched
        if end == "forever":
            audience.until(TextDelta)
            audience.send(Cancel("1"))
        audience.until(Failed if end == "refuse" else Finished)
        audience.send(generate("count 1", "2"))
        audience.until(Finished)
        assert freed() is None
    finally:
        gc.enable()


def test_settings_changed_by_one_hold_for_the_other(pair: tuple[Audience, Audience]) -> None:
    first, second = pair
    first.send(Configure(toggles=Toggles(graph=False)))
    second.send(generate("settings"))
    assert "graph=False" in second.until(Finished)[-1].text


def test_a_report_goes_to_whoever_asked(pair: tuple[Audience, Audience]) -> None:
    first, second = pair
    second.send(Inspect("9", "/nowhere.gguf"))
    assert second.until(InspectFailed)[-1].request_id == "9"
    assert first.is_silent()


@pytest.fixture
def side_by_side(dispatcher: Dispatcher) -> tuple[Audience, Audience]:
    audiences = Audience(dispatcher), Audience(dispatcher)
    audiences[0].send(Load("model.gguf", EngineConfig(num_sequences=2)))
    for audience in audiences:
        audience.until(Notice)
    return audiences


def test_answers_of_two_run_side_by_side_and_others_wait(
    side_by_side: tuple[Audience, Audience],
) -> None:
    first, second = side_by_side
    first.send(generate("forever"))
    second.send(generate("forever"), generate("count 3", "2"))
    for audience in side_by_side:
        audience.until(TextDelta)
    second.send(Cancel("1"))
    events = [event for event in second.until(Finished) if not isinstance(event, TextDelta)]
    assert [(type(event), event.request_id) for event in events] == [(Finished, "1")]  # type: ignore[attr-defined]
    finished = second.until(Finished)[-1]
    assert isinstance(finished, Finished)
    assert (finished.request_id, finished.text) == ("2", "012")
    first.send(Cancel("1"))
    assert first.until(Finished)[-1].reason == "cancelled"


def test_the_owners_answer_begins_before_those_of_guests_that_wait(
    side_by_side: tuple[Audience, Audience],
) -> None:
    owner, guest = side_by_side
    texts = ("forever", "forever", "count 2", "count 3")
    for number, text in enumerate(texts):
        guest.send(Generate(str(number), TextPrompt(text), for_guest=True))
    guest.until(TextDelta)
    owner.send(generate("forever", "own"))
    guest.send(Cancel("0"))
    owner.until(TextDelta)
    guest.send(Cancel("1"))
    for request_id in ("0", "1", "2", "3"):
        finished = guest.until(Finished)[-1]
        assert isinstance(finished, Finished)
        assert finished.request_id == request_id
    owner.send(Cancel("own"))
    owner.until(Finished)


def test_a_failure_leaves_the_answer_beside_it_alone(
    side_by_side: tuple[Audience, Audience],
) -> None:
    first, second = side_by_side
    first.send(generate("forever"))
    first.until(TextDelta)
    second.send(generate("refuse"))
    assert "too long" in second.until(Failed)[-1].message
    first.until(TextDelta)
    first.send(Cancel("1"))
    assert first.until(Finished)[-1].reason == "cancelled"


def test_a_lost_device_ends_all_answers_with_a_sentence(
    side_by_side: tuple[Audience, Audience], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    monkeypatch.setattr("engine.dispatcher.os._exit", lambda _code: ended.set())
    first, second = side_by_side
    first.send(generate("forever"))
    first.until(TextDelta)
    second.send(generate("lose"), generate("count 1", "waits"))
    failures = [audience.until(Failed)[-1] for audience in (first, second, second)]
    assert [each.request_id for each in failures] == ["1", "1", "waits"]
    assert {each.message for each in failures} == {"The GPU failed."}
    assert ended.wait(_SECONDS)
    first.send(Cancel("1"))


def test_a_model_is_loaded_once_all_answers_before_have_ended(
    side_by_side: tuple[Audience, Audience],
) -> None:
    first, second = side_by_side
    first.send(generate("count 400"))
    first.until(Started)
    second.send(Load("other.gguf"), generate("count 1"))
    events = first.until(Loaded)
    assert any(isinstance(event, Finished) for event in events)
    second.until(Loaded)
    assert second.until(Finished)[-1].text == "0"


def test_eight_conversations_with_a_real_model_are_what_each_is_alone(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.dispatcher.find_gpu_names", lambda: ())
    dispatcher = Dispatcher()
    thread = threading.Thread(target=dispatcher.run)
    thread.start()
    first, second = Audience(dispatcher), Audience(dispatcher)
    path = str(golden_dir / "tiny-llama.gguf")
    first.send(Load(path, EngineConfig(device="cpu", context_len=256, num_sequences=8)))
    loaded = first.until(Loaded)[-1]
    assert isinstance(loaded, Loaded)
    assert loaded.model.num_sequences == 8
    asked = [each.command for each in draw(Random(1), 8)]
    for command, audience in zip(asked, (first, second) * 4, strict=True):
        audience.send(command)
    together = {}
    for audience in (first, second) * 4:
        finished = audience.until(Finished)[-1]
        assert isinstance(finished, Finished)
        together[finished.request_id] = finished.ids
    for command in asked:
        first.send(command)
        alone = first.until(Finished)[-1]
        assert isinstance(alone, Finished)
        assert together[command.request_id] == alone.ids
    dispatcher.close()
    thread.join(_SECONDS)
    assert not thread.is_alive()
