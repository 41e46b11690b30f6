"""Requests that come at random moments to a real model: who waits, for what, and for how long."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from engine.commands import Cancel, Generate, Load
from engine.config import EngineConfig, SamplingParams
from engine.dispatcher import Dispatcher
from engine.events import Event, Failed, Finished, Loaded, LoadFailed, Started
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Sequence
from tests.support.side_by_side import ids_command

_SECONDS = 120
NUM_PLACES = 8
GREEDY = SamplingParams(temperature=0.0)

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.dispatcher.find_gpu_names", lambda: ())


@contextmanager
def running(dispatcher: Dispatcher) -> Iterator[None]:
    thread = threading.Thread(target=dispatcher.run)
    thread.start()
    try:
        yield
    finally:
        dispatcher.close()
        thread.join(_SECONDS)
        assert not thread.is_alive()


class Asker:
    """Asks, cancels, loads, and keeps what came of it; events come on the decode thread."""

    def __init__(self, path: Path) -> None:
        self.dispatcher = Dispatcher()
        self.asked: list[str] = []
        self.started: list[str] = []
        self.ended: dict[str, Finished] = {}
        self.most_open = 0
        self._path = str(path)
        self._num_loads = 0
        self._changed = threading.Condition()
        self.dispatcher.join(self._hear)

    def load(self, num_sequences: int) -> None:
        """Load the model for so many answers at once, after all that was asked before."""
        config = EngineConfig(device="cpu", context_len=1200, num_sequences=num_sequences)
        self.dispatcher.dispatch(Load(self._path, config), self._hear)

    def ask(self, command: Generate) -> None:
        self.asked.append(command.request_id)
        self.dispatcher.dispatch(command, self._hear)

    def cancel(self, request_id: str) -> None:
        self.dispatcher.dispatch(Cancel(request_id), self._hear)

    def wait_until_loaded(self, number: int) -> None:
        self._wait(lambda: self._num_loads >= number)

    def wait_for_one(self) -> None:
        """Until one more has ended, or all have."""
        before = len(self.ended)
        self._wait(lambda: len(self.ended) > before or len(self.ended) == len(self.asked))

    def wait_for_all(self) -> None:
        self._wait(lambda: len(self.ended) == len(self.asked))

    def _wait(self, is_due: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(is_due, _SECONDS)

    def _hear(self, event: Event) -> None:
        assert not isinstance(event, Failed | LoadFailed), event
        with self._changed:
            if isinstance(event, Started):
                self.started.append(event.request_id)
            if isinstance(event, Finished):
                assert event.request_id not in self.ended
                self.ended[event.request_id] = event
            self._num_loads += isinstance(event, Loaded)
            open_now = sum(name not in self.ended for name in self.started)
            self.most_open = max(self.most_open, open_now)
            self._changed.notify_all()


@pytest.mark.parametrize("seed", range(4))
def test_a_short_question_waits_for_one_chunk_of_all_long_prompts(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    random = Random(seed)
    asker = Asker(golden_dir / "tiny-llama.gguf")
    arrivals = {random.randint(1, 60): random.randint(1, 3) for _ in range(8)}
    num_long_chunks = 0
    came: dict[str, tuple[int, int]] = {}  # long chunks by then, short questions open then
    waited: dict[str, int] = {}
    prefill = LoadedModel.prefill

    def arrive() -> None:
        name = f"short {len(came)}"
        came[name] = num_long_chunks, 1 + len(came) - len(waited)
        asker.ask(ids_command([random.randint(3, 300) for _ in range(20)], 1, GREEDY, name))

    def note(model: LoadedModel, sequence: Sequence, ids: list[int], position: int) -> int:
        nonlocal num_long_chunks
        if position + len(ids) > 100:
            num_long_chunks += 1
            for _ in range(arrivals.get(num_long_chunks, 0)):
                arrive()
        return prefill(model, sequence, ids, position)

    def end(event: Event) -> None:
        if isinstance(event, Finished) and event.request_id in came:
            waited[event.request_id] = num_long_chunks - came[event.request_id][0]
        hear(event)

    hear = asker._hear
    monkeypatch.setattr(asker, "_hear", end)
    monkeypatch.setattr(LoadedModel, "prefill", note)
    with running(asker.dispatcher):
        asker.load(2 * NUM_PLACES)
        for number in range(4):
            ids = [random.randint(3, 300) for _ in range(random.randint(600, 800))]
            asker.ask(ids_command(ids, 3, GREEDY, f"long {number}"))
        asker.wait_for_all()
    assert len(waited) == len(came) >= 8
    for name, num_chunks in waited.items():
        assert num_chunks <= came[name][1], "those before it took turns with long ones"
    assert {finished.meter.recaptures for finished in asker.ended.values()} == {0}


@pytest.mark.parametrize("seed", range(3))
def test_what_waits_begins_in_order_and_each_ends_once(golden_dir: Path, seed: int) -> None:
    random = Random(seed)
    asker = Asker(golden_dir / "tiny-llama.gguf")
    commands: dict[str, Generate] = {}
    cancelled: set[str] = set()
    with running(asker.dispatcher):
        for number, num_places in enumerate((random.randint(1, 4), random.randint(1, 4))):
            asker.most_open = 0
            asker.load(num_places)
            for index in range(30):
                name = f"{number}.{index}"
                ids = [random.randint(3, 300) for _ in range(random.randint(1, 120))]
                sampling = SamplingParams(seed=index, temperature=random.choice([0.0, 1.0]))
                commands[name] = ids_command(ids, random.randint(1, 9), sampling, name)
                asker.ask(commands[name])
                if random.random() < 0.3:  # waiting, running or ended
                    cancelled.add(random.choice(list(commands)))
                    asker.cancel([*cancelled][-1])
                if random.random() < 0.3:
                    asker.wait_for_one()
            asker.wait_for_all()
            assert asker.most_open <= num_places
        never_began = {n for n, end in asker.ended.items() if n not in asker.started}
        assert asker.started == [name for name in asker.asked if name not in never_began]
        assert {asker.ended[name].reason for name in never_began} <= {"cancelled"}
        for name in never_began | {n for n, e in asker.ended.items() if e.reason == "cancelled"}:
            assert name in cancelled
        together = dict(asker.ended)
        asker.load(1)
        for name in random.sample([n for n, e in together.items() if e.reason != "cancelled"], 12):
            command = commands[name]
            alone = ids_command(
                command.prompt.ids, command.max_tokens, command.sampling, "!" + name
            )
            asker.ask(alone)
            asker.wait_for_all()
            assert asker.ended["!" + name].ids == together[name].ids
