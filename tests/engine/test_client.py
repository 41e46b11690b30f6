"""The client against real child processes: whatever happens to one, the listener is told exactly once."""

import os
import queue
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import engine
from engine.boot import module_command
from engine.client import EngineClient
from engine.commands import Cancel, Configure, Generate, Load, TextPrompt
from engine.config import SamplingParams, Toggles
from engine.errors import EngineError, RequestError
from engine.events import EngineReady, Failed, Finished, Loaded, Started, TextDelta

SCRIPTED = module_command("tests.support.scripted_engine")
TIMEOUT = 30


class Listener:
    """Records what a client tells, in order."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue = queue.SimpleQueue()
        self.exits: queue.SimpleQueue[int] = queue.SimpleQueue()

    def until(self, kind: type) -> list:
        """All events up to and including the first of `kind`."""
        seen = []
        while not (seen and isinstance(seen[-1], kind)):
            seen.append(self.events.get(timeout=TIMEOUT))
        return seen

    def exit(self) -> int:
        return self.exits.get(timeout=TIMEOUT)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def create_client(listener: Listener, tmp_path: Path) -> Iterator[Callable[..., EngineClient]]:
    clients = []

    def create(command=SCRIPTED, **options) -> EngineClient:
        options.setdefault("log_path", tmp_path / "engine.log")
        client = EngineClient(listener.events.put, listener.exits.put, lambda: command, **options)
        clients.append(client)
        return client

    yield create
    for client in clients:
        client.close()
        assert not client.is_running


def start_loaded(client: EngineClient, listener: Listener) -> None:
    client.start()
    assert client.send(Load("model"))
    listener.until(Loaded)


def ask(client: EngineClient, text: str, request_id: str = "1") -> bool:
    return client.send(Generate(request_id, TextPrompt(text)))


def test_an_answer_arrives_whole_and_in_order(create_client, listener) -> None:
    client = create_client()
    start_loaded(client, listener)
    ask(client, "count 100000")
    events = listener.until(Finished)
    assert [event.text for event in events if isinstance(event, TextDelta)] == [
        str(number) for number in range(100_000)
    ]


def test_frames_of_many_megabytes_pass_both_ways(create_client, listener) -> None:
    client = create_client()
    start_loaded(client, listener)
    ask(client, "big 20000000" + " " * 20_000_000)
    (delta,) = (event for event in listener.until(Finished) if isinstance(event, TextDelta))
    assert len(delta.text) == 20_000_000


def test_killed_in_the_middle_it_tells_once_and_starts_again(create_client, listener) -> None:
    client = create_client()
    start_loaded(client, listener)
    ask(client, "forever")
    listener.until(TextDelta)
    client.kill()
    assert listener.exit() != 0
    assert not client.is_running
    assert not ask(client, "count 1")

    listener.events = queue.SimpleQueue()
    client._on_event = listener.events.put
    start_loaded(client, listener)
    ask(client, "count 3")
    assert listener.until(Finished)[-1].text == "012"
    client.close()
    assert listener.exit() == 0
    assert listener.exits.empty()


def test_it_can_be_started_again_from_on_exit(create_client, listener) -> None:
    client = create_client()

    def restart(returncode: int) -> None:
        listener.exits.put(returncode)
        if returncode == 7:
            client.start()

    client._on_exit = restart
    start_loaded(client, listener)
    ask(client, "die 7")
    listener.until(EngineReady)
    assert listener.exit() == 7
    assert client.is_running


def test_close_in_the_middle_of_an_answer(create_client, listener) -> None:
    client = create_client()
    start_loaded(client, listener)
    ask(client, "forever")
    listener.until(TextDelta)
    client.close(timeout_seconds=TIMEOUT)
    assert listener.until(Finished)[-1].reason == "cancelled"
    assert listener.exit() == 0
    client.close()
    assert listener.exits.empty()


@pytest.mark.parametrize(
    "output",
    [
        b"Traceback (most recent call last)",
        b"\x05\x00\x00\x00\xff\xff\xff\xff\xff",
        b"\x01\x00\x00\x00\x07",
    ],
    ids=["text", "bytes", "a number"],
)
def test_garbage_on_the_wire_ends_the_process(create_client, listener, output: bytes) -> None:
    program = (
        f"import sys; sys.stdout.buffer.write({output!r}); sys.stdout.flush(); sys.stdin.read()"
    )
    client = create_client((sys.executable, "-c", program))
    client.start()
    assert listener.exit() != 0
    assert listener.events.empty()


def test_a_deaf_process_holds_up_nobody(create_client, listener) -> None:
    program = "import sys, threading; sys.stdout.close(); threading.Event().wait()"
    client = create_client((sys.executable, "-c", program))
    client.start()
    for number in range(100):
        client.send(Generate(str(number), TextPrompt("x" * 100_000)))
    client.close(timeout_seconds=0.1)
    assert listener.exit() != 0


def test_work_that_does_not_stop_is_left_at_close(create_client, listener) -> None:
    client = create_client()
    start_loaded(client, listener)
    ask(client, "stuck")
    listener.until(TextDelta)
    client.close(timeout_seconds=TIMEOUT)
    assert listener.exit() == 0


def test_a_failing_listener_loses_nothing_but_its_event(listener, tmp_path) -> None:
    def fail_on_text(event) -> None:
        if isinstance(event, TextDelta):
            raise ZeroDivisionError
        listener.events.put(event)

    client = EngineClient(
        fail_on_text, listener.exits.put, lambda: SCRIPTED, log_path=tmp_path / "log"
    )
    start_loaded(client, listener)
    ask(client, "count 3")
    assert [type(event) for event in listener.until(Finished)][-2:] == [Started, Finished]
    client.close()
    assert listener.exit() == 0


def test_a_program_that_is_not_there_is_named(create_client, tmp_path) -> None:
    client = create_client((str(tmp_path / "nothing"),))
    with pytest.raises(EngineError, match="nothing"):
        client.start()
    assert not client.is_running
    assert not ask(client, "count 1")


def test_an_invalid_command_is_refused_before_it_is_sent(create_client) -> None:
    client = create_client()
    with pytest.raises(RequestError):
        client.send(Generate("1", TextPrompt("x"), SamplingParams(top_p=2.0)))


def test_stderr_goes_to_the_log_and_a_long_log_is_put_aside(
    create_client, listener, tmp_path
) -> None:
    log = tmp_path / "engine.log"
    log.write_bytes(b"x" * 2_000_000)
    client = create_client()
    start_loaded(client, listener)
    ask(client, "print")
    listener.until(Finished)
    client.close()
    assert (tmp_path / "engine.log.old").stat().st_size == 2_000_000
    text = log.read_text()
    assert "a stray print" in text
    assert "a stray write" in text
    assert "the session was closed" in text


def test_the_folder_it_runs_in_shadows_nothing(listener, tmp_path, monkeypatch) -> None:
    (tmp_path / "engine.py").write_text("raise SystemExit(9)")
    (tmp_path / "msgspec.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    client = EngineClient(listener.events.put, listener.exits.put, log_path=tmp_path / "log")
    client.start()
    (ready,) = listener.until(EngineReady)
    assert {"python", "torch", "numpy", "numba"} <= ready.versions.keys()
    client.close()
    assert listener.exit() == 0
    assert Path(engine.__file__).is_relative_to(Path(__file__).parents[2])


def test_the_real_engine_answers_and_stops_when_told(listener, tmp_path, golden_dir) -> None:
    client = EngineClient(listener.events.put, listener.exits.put, log_path=tmp_path / "log")
    client.start()
    client.send(Load(str(golden_dir / "tiny-llama.gguf")))
    assert listener.until(Loaded)[-1].model.architecture == "llama"
    client.send(Generate("1", TextPrompt("one two"), ignore_end=True))
    client.send(Cancel("1"))
    client.send(Configure(toggles=Toggles(graph=False)))
    assert listener.until(Finished)[-1].reason == "cancelled"
    ask(client, "one two" * 2000, "2")
    assert "context" in listener.until(Failed)[-1].message
    client.send(Generate("3", TextPrompt("one two"), SamplingParams(temperature=0), max_tokens=5))
    finished = listener.until(Finished)[-1]
    assert (finished.reason, len(finished.ids), finished.meter.replays) == ("length", 5, 0)
    client.close(timeout_seconds=TIMEOUT)
    assert listener.exit() == 0


_TELL_ENVIRONMENT = (
    sys.executable,
    "-c",
    "import os, sys; sys.stderr.write(str(dict(os.environ)))",
)


def test_the_process_is_told_no_secrets(
    create_client, listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    monkeypatch.setenv("https_proxy", "http://me:secret@proxy")
    client = create_client(_TELL_ENVIRONMENT, environment={"WANTED": "by the caller"})
    client.start()
    listener.exit()
    told = (tmp_path / "engine.log").read_text()
    assert "secret" not in told
    assert "by the caller" in told
    assert "'PATH'" in told


@pytest.mark.skipif(os.name != "posix", reason="Windows has other means")
def test_nobody_else_may_read_the_log(create_client, listener, tmp_path: Path) -> None:
    log = tmp_path / "log" / "engine.log"
    client = create_client((sys.executable, "-c", ""), log_path=log)
    client.start()
    listener.exit()
    assert (log.stat().st_mode & 0o777, log.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_where_no_log_can_be_written_it_works_without(
    create_client, listener, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    client = create_client(log_path=tmp_path / "file" / "engine.log")
    start_loaded(client, listener)
    ask(client, "count 2")
    assert listener.until(Finished)[-1].text == "01"
