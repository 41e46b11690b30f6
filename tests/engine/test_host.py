"""The host over pipes with a scripted session: order, cancelling, configuring, failures, the end."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import pytest

from engine.boot import module_command
from engine.commands import (
    Cancel,
    Close,
    Command,
    Configure,
    CountTokens,
    Generate,
    Inspect,
    Load,
    TextPrompt,
    Unload,
)
from engine.config import EngineConfig, SpeculationConfig, Toggles
from engine.events import (
    EngineReady,
    Event,
    Failed,
    Finished,
    GpusFound,
    Inspected,
    InspectFailed,
    Loaded,
    LoadFailed,
    LoadProgress,
    Notice,
    Started,
    TextDelta,
    TokensCounted,
    Unloaded,
)
from engine.host import Host
from engine.runtime.found_device import FoundDevice
from engine.runtime.memory import RUNTIME_BYTES
from engine.wire import FrameReader, decode_event, encode_command
from tests.support.gguf_bytes import TEXT, gguf_bytes, key_value, text
from tests.support.scripted_engine import ScriptedSession

SCRIPTED = module_command("tests.support.scripted_engine")
ROOT = Path(__file__).parents[2]


class Pipes:
    """A host in a thread of this process, and the other ends of its pipes."""

    def __init__(self) -> None:
        (command_out, command_in), (event_out, event_in) = os.pipe(), os.pipe()
        self.commands, self.events = FileIO(command_in, "wb"), FileIO(event_out, "rb")
        self._ends = FileIO(command_out, "rb"), FileIO(event_in, "wb")
        self._frames = FrameReader(self.events)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        source, sink = self._ends
        with sink:
            Host(source, sink, ScriptedSession.load).run()

    def send(self, *commands: Command) -> None:
        self.commands.write(b"".join(map(encode_command, commands)))

    def until(self, kind: type) -> list[Event]:
        """All events up to and including the first of `kind`; up to the end for `Close`."""
        seen: list[Event] = []
        while (payload := self._frames.read()) is not None:
            seen.append(decode_event(payload))
            if isinstance(seen[-1], kind):
                break
        return seen

    def close(self) -> None:
        self.commands.close()
        self.until(Close)
        self._thread.join()
        self.events.close()
        self._ends[0].close()


@pytest.fixture
def pipes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipes]:
    monkeypatch.setattr("engine.dispatcher.find_gpu_names", lambda: ())
    pipes = Pipes()
    yield pipes
    pipes.close()


@pytest.fixture
def loaded(pipes: Pipes) -> Pipes:
    pipes.send(Load("model.gguf"))
    pipes.until(Notice)
    return pipes


def generate(text: str, request_id: str = "1") -> Generate:
    return Generate(request_id, TextPrompt(text))


def test_gpus_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.dispatcher.find_gpu_names", lambda: ("NVIDIA A",))
    pipes = Pipes()
    assert pipes.until(GpusFound)[-1] == GpusFound(("NVIDIA A",))
    pipes.close()


def test_life_of_a_model(pipes: Pipes) -> None:
    pipes.send(Load("model.gguf"), generate("count 2"), Unload(), generate("count 2", "2"))
    kinds = [type(event) for event in pipes.until(Failed)]
    assert kinds == [
        *(EngineReady, LoadProgress, LoadProgress, Loaded, Notice),
        *(Started, TextDelta, TextDelta, Finished),
        *(Unloaded, Failed),
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing", "There is no file missing."),
        ("broken", "Loading broken failed unexpectedly; the engine's log says more."),
        (
            "huge",
            "Loading huge needs more memory than there is. Choose a smaller model or context.",
        ),
    ],
)
def test_a_load_that_fails_is_told_and_the_loop_lives_on(
    pipes: Pipes, name: str, sentence: str
) -> None:
    pipes.send(Load(name), Load("model.gguf"))
    assert pipes.until(LoadFailed)[-1] == LoadFailed(name, sentence)
    assert isinstance(pipes.until(Loaded)[-1], Loaded)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("refuse", "The prompt is too long."),
        ("fail", "The answer failed unexpectedly; the engine's log says more."),
        ("exhaust", "The answer needs more memory than there is. Choose a smaller context."),
    ],
)
def test_an_answer_that_fails_is_told_and_the_loop_lives_on(
    loaded: Pipes, text: str, sentence: str
) -> None:
    loaded.send(generate(text), generate("count 1", "2"))
    assert loaded.until(Failed)[-1] == Failed("1", sentence, is_refused=text == "refuse")
    assert loaded.until(Finished)[-1].request_id == "2"


def test_the_log_is_named_when_it_is_known(loaded: Pipes, monkeypatch) -> None:
    monkeypatch.setenv("ENCORE_ENGINE_LOG", "/logs/engine.log")
    loaded.send(generate("fail"))
    assert loaded.until(Failed)[-1].message.endswith("see the log at /logs/engine.log.")


def test_cancel_stops_the_running_answer(loaded: Pipes) -> None:
    loaded.send(generate("forever"))
    loaded.until(TextDelta)
    loaded.send(Cancel("other"), Cancel("1"))
    assert loaded.until(Finished)[-1].reason == "cancelled"


def test_cancel_right_behind_its_request_is_not_lost(loaded: Pipes) -> None:
    for number in range(50):
        loaded.send(generate("forever", str(number)), Cancel(str(number)))
        finished = loaded.until(Finished)[-1]
        assert (finished.request_id, finished.reason) == (str(number), "cancelled")


def test_cancel_takes_a_waiting_request_out_of_the_queue_at_once(loaded: Pipes) -> None:
    loaded.send(generate("forever", "1"), generate("count 1", "2"))
    loaded.until(TextDelta)
    loaded.send(Cancel("2"))
    finished = loaded.until(Finished)[-1]
    assert (finished.request_id, finished.reason, finished.ids) == ("2", "cancelled", ())
    loaded.send(Cancel("1"), generate("count 1", "3"))
    assert loaded.until(Finished)[-1].request_id == "1"
    started, *_ = loaded.until(Finished)
    assert started == Started("3", 1, 0, 0, 0)


def test_configure_acts_on_the_loaded_model(loaded: Pipes) -> None:
    loaded.send(Configure(toggles=Toggles(graph=False)), generate("settings"))
    assert "graph=False" in loaded.until(Finished)[-1].text


def test_configure_while_loading_acts_on_the_new_model(pipes: Pipes) -> None:
    pipes.send(
        Load("model.gguf", EngineConfig(toggles=Toggles(kvpad=False))),
        Configure(toggles=Toggles(graph=False)),
        Configure(speculation=SpeculationConfig("ngram")),
        generate("settings"),
    )
    text = pipes.until(Finished)[-1].text
    assert f"{Toggles(graph=False)} {SpeculationConfig('ngram')}" == text


def test_tokens_are_counted_beside_a_running_answer(pipes: Pipes) -> None:
    pipes.send(CountTokens("0", texts=("without a model",)))
    assert pipes.until(TokensCounted)[-1] == TokensCounted("0")
    pipes.send(Load("model.gguf"), generate("forever"), CountTokens("5", texts=("two", "")))
    events = pipes.until(TokensCounted)
    assert events[-1] == TokensCounted("5", 7, (3, 0))
    assert any(isinstance(event, Started) for event in events)
    pipes.send(Cancel("1"))
    assert pipes.until(Finished)[-1].reason == "cancelled"


def test_a_file_is_inspected_beside_a_running_answer(loaded: Pipes, golden_dir: Path) -> None:
    loaded.send(generate("forever"))
    loaded.until(TextDelta)
    path = golden_dir / "tiny-llama.gguf"
    on_cpu = EngineConfig(device="cpu", context_len=64)
    loaded.send(Inspect("7", str(path), (on_cpu, EngineConfig(device="cpu", context_len=10**9))))
    answer = loaded.until(Inspected)[-1]
    assert isinstance(answer, Inspected)
    assert answer.request_id == "7"
    assert [report.architecture for report in answer.reports] == ["llama", "llama"]
    largest = answer.reports[0].context_len
    assert [report.memory.context_len for report in answer.reports] == [64, largest]
    loaded.send(Cancel("1"))
    assert loaded.until(Finished)[-1].reason == "cancelled"


@pytest.mark.parametrize(
    ("name", "content", "sentence", "is_unusable"),
    [
        ("no.gguf", b"\x89PNG\r\n\x1a\n", "no.gguf is not a GGUF model file", True),
        ("new.gguf", gguf_bytes([key_value("general.architecture", TEXT, text("mamba"))]), "'mamba' are not supported", True),
        ("gone.gguf", None, "There is no file", True),
        ("\0", None, "cannot be read", True),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_inspected_is_told(
    pipes: Pipes, tmp_path: Path, name: str, content: bytes | None, sentence: str, is_unusable: bool
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    pipes.send(Inspect("1", str(tmp_path / name)))
    failed = pipes.until(InspectFailed)[-1]
    assert isinstance(failed, InspectFailed)
    assert sentence in failed.message
    assert failed.is_unusable is is_unusable


def test_an_unexpected_failure_to_inspect_is_told_and_the_thread_lives_on(
    pipes: Pipes, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(golden_dir / "tiny-llama.gguf")
    with monkeypatch.context() as broken:
        broken.setattr("engine.session.inspect.find_device", None)
        pipes.send(Inspect("1", path))
        failed = pipes.until(InspectFailed)[-1]
    assert failed == InspectFailed(
        "1", "Inspecting tiny-llama.gguf failed unexpectedly; the engine's log says more."
    )
    pipes.send(Inspect("2", path, (EngineConfig(device="cpu"),)))
    assert isinstance(pipes.until(Inspected)[-1], Inspected)


def test_what_the_loaded_model_occupies_counts_as_free(
    pipes: Pipes, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[int] = []

    def find(wanted: str, held_bytes: int) -> FoundDevice:
        held.append(held_bytes)
        return FoundDevice("cpu", 10**9, 10**10)

    monkeypatch.setattr("engine.session.inspect.find_device", find)
    inspect = Inspect("1", str(golden_dir / "tiny-llama.gguf"))
    pipes.send(Load("model.gguf"))
    pipes.until(Notice)
    pipes.send(inspect)
    pipes.until(Inspected)
    pipes.send(Unload())
    pipes.until(Unloaded)
    pipes.send(inspect)
    pipes.until(Inspected)
    # The scripted model says that it has a byte of weights, one of keys and values, and 40 beside.
    assert held == [42, RUNTIME_BYTES if "torch" in sys.modules else 0]


def test_a_bad_command_is_told_and_skipped(loaded: Pipes) -> None:
    loaded.commands.write(b"\x03\x00\x00\x00\x01\x02\x03")
    loaded.send(generate("count 1"))
    notice, *_, finished = loaded.until(Finished)
    assert isinstance(notice, Notice)
    assert finished.text == "0"


@pytest.mark.parametrize("busy", [generate("forever"), Load("endless")], ids=["answer", "load"])
def test_close_ends_what_is_running(loaded: Pipes, busy: Command) -> None:
    loaded.send(busy)
    loaded.until(TextDelta if isinstance(busy, Generate) else LoadProgress)
    loaded.send(generate("count 1", "never"), Close())
    assert not any(
        isinstance(event, Started) and event.request_id == "never" for event in loaded.until(Close)
    )


@pytest.mark.parametrize("closed", ["commands", "events", "both"])
def test_the_process_ends_when_the_window_is_gone(closed: str) -> None:
    with subprocess.Popen(
        SCRIPTED,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(encode_command(Load("model")) + encode_command(generate("forever")))
        reader = FrameReader(process.stdout)
        while not isinstance(decode_event(reader.read()), TextDelta):
            pass
        if closed != "commands":
            process.stdout.close()
        if closed != "events":
            process.stdin.close()
        while closed == "commands" and reader.read() is not None:
            pass
        log = process.stderr.read().decode()
        if closed == "events":
            process.stdin.close()
        assert process.wait(30) == 0
    assert "the session was closed" in log
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("commands", "busy", "warnings"),
    [
        ((Load("importing"),), LoadProgress, 0),
        ((Load("model"), generate("stuck")), TextDelta, 1),
    ],
    ids=["load", "answer"],
)
def test_only_an_answer_that_does_not_stop_is_worth_a_warning(
    commands: list[Command], busy: type, warnings: int
) -> None:
    with subprocess.Popen(
        SCRIPTED,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"".join(map(encode_command, commands)))
        reader = FrameReader(process.stdout)
        while not isinstance(decode_event(reader.read()), busy):
            pass
        process.stdin.close()
        log = process.stderr.read().decode()
        assert process.wait(30) == 0
    assert log.count("WARNING engine.host") == warnings


@pytest.mark.parametrize(
    ("commands", "last"),
    [
        ((Load("lost"),), LoadFailed("lost", "The GPU failed.")),
        ((Load("model"), generate("lose")), Failed("1", "The GPU failed.")),
    ],
    ids=["load", "answer"],
)
def test_the_process_ends_when_its_device_is_lost(commands: list[Command], last: Event) -> None:
    with subprocess.Popen(
        SCRIPTED,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"".join(map(encode_command, commands)))
        process.stdin.flush()
        reader = FrameReader(process.stdout)
        events = [decode_event(payload) for payload in iter(reader.read, None)]
        assert events[-1] == last
        assert "The device is lost." in process.stderr.read().decode()
        assert process.wait(30) == 1


def run_scripted(*commands: Command) -> tuple[list[Event], int]:
    """All events of an engine process that gets `commands` and then nothing, and its exit code."""
    with subprocess.Popen(
        SCRIPTED,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"".join(map(encode_command, commands)))
        events = []
        for payload in iter(FrameReader(process.stdout).read, None):
            events.append(decode_event(payload))
            if isinstance(events[-1], Finished):
                process.stdin.close()
        return events, process.wait(30)


@pytest.mark.parametrize(
    ("commands", "last", "subject"),
    [
        ((Load("swelling"),), LoadFailed, "Loading swelling took far more memory than"),
        (
            (Load("model"), generate("swell"), generate("count 1", "2")),
            Failed,
            "The answer took far more memory than",
        ),
    ],
    ids=["load", "answer"],
)
def test_memory_that_grows_far_beyond_the_plan_ends_the_process_with_a_sentence(
    commands: list[Command], last: type, subject: str
) -> None:
    events, code = run_scripted(*commands)
    assert isinstance(events[-1], last)
    assert events[-1].message.startswith(subject)
    assert code == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there single allocations are limited")
def test_one_allocation_far_beyond_the_plan_fails_and_the_loop_lives_on() -> None:
    events, code = run_scripted(
        Load("bloated"), Load("model"), generate("bloat"), generate("count 1", "2")
    )
    sentences = [event.message for event in events if isinstance(event, LoadFailed | Failed)]
    assert ["needs more memory than there is" in sentence for sentence in sentences] == [True, True]
    assert isinstance(events[-1], Finished)
    assert code == 0


def test_the_process_answers_before_torch_is_imported() -> None:
    program = "import engine.client, engine.host, sys; print(sorted({'torch', 'numba', 'numpy'} & {*sys.modules}))"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, cwd=ROOT
    )
    assert result.stdout.split() == [b"[]"]


def test_requests_with_one_id_are_all_answered(loaded: Pipes) -> None:
    loaded.send(*(generate(f"count {number}") for number in range(1, 6)))
    texts = [loaded.until(Finished)[-1].text for _ in range(5)]
    assert texts == ["0", "01", "012", "0123", "01234"]


def test_cancelling_an_id_ends_every_request_with_it(loaded: Pipes) -> None:
    loaded.send(generate("forever"), generate("forever"), generate("forever"), Cancel("1"))
    reasons = [loaded.until(Finished)[-1].reason for _ in range(3)]
    assert reasons == ["cancelled"] * 3
    loaded.send(generate("count 2"))
    assert loaded.until(Finished)[-1].text == "01"
