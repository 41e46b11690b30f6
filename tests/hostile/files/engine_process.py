"""The engine's own process, asked to inspect, load and use one file after the other; measured and killable."""

import contextlib
import queue
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from engine.client import EngineClient
from engine.commands import ChatMessage, ChatPrompt, Command, Generate, Inspect, Load, TextPrompt
from engine.config import EngineConfig, SamplingParams, SpeculationConfig
from engine.events import (
    EngineReady,
    Event,
    Failed,
    Finished,
    Inspected,
    InspectFailed,
    Loaded,
    LoadFailed,
    Notice,
)

CPU_SECONDS = 10.0
_MOST_RUNS = 1000  # of one engine
# `serve-pipe`; what outlives one collection of garbage, modules above all, is left out of the next, which
# would take most of the time.
_SERVE = """
import gc
from engine.host import serve

def keep(phase, info):
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()

gc.callbacks.append(keep)
serve()
"""
_COMMAND = (sys.executable, "-P", "-c", _SERVE)
_STILL_SECONDS = 60.0  # without any work, and nothing comes: a deadlock
_STILL_WORK = 0.02
_POLL_SECONDS = 0.05
_READY_SECONDS = 120.0
_SPARE_BYTES = 1 << 30
_LONGEST_SENTENCE = 1500
_UNEXPECTED = re.compile(r"failed unexpectedly|needs more memory than|Replaying steps failed")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True)
class Outcome:
    """What came of one file: `fault` is None where it was answered, or refused in a sentence."""

    stage: str
    sentence: str
    fault: str | None
    cpu_seconds: float
    peak_bytes: int


class _FaultError(Exception):
    """Something that must not happen, said in a few words."""


class EngineProcess:
    """Runs files through one engine after the other: a new one where the last was killed or has died."""

    def __init__(self, log: Path, command: Sequence[str] = _COMMAND) -> None:
        self._log, self._command = log, tuple(command)
        self._events: queue.SimpleQueue[Event | int] = queue.SimpleQueue()
        self._client = self._create_client()
        self._process: psutil.Process | None = None
        self._num_runs = 0

    def run(self, path: Path, seed: int, cpu_seconds: float = CPU_SECONDS) -> Outcome:
        """Inspect, load and use the file at `path`; how it is loaded and asked follows from `seed`."""
        self._num_runs += 1
        if self._num_runs > _MOST_RUNS:
            self.close()
        process = self._started()
        log_end = self._log.stat().st_size if self._log.is_file() else 0
        _reset_peak(process)
        self._expect(_cpu_seconds(process), cpu_seconds)
        stage, sentence, fault = "", "", None
        try:
            stage, sentence = self._try(path, seed)
            self._check_log(log_end)
        except _FaultError as error:
            fault = str(error)
        spent, peak = self._spent(), _peak_bytes(process)
        if fault is None and peak > 2 * path.stat().st_size + _SPARE_BYTES:
            fault = f"{peak >> 20} MiB of memory"
        if fault is not None:
            self.close()
        return Outcome(stage, sentence, fault, spent, peak)

    def close(self) -> None:
        """End the engine, however busy it is."""
        self._client.kill()
        self._client.close()
        self._process, self._num_runs = None, 0
        self._events = queue.SimpleQueue()
        self._client = self._create_client()

    def _create_client(self) -> EngineClient:
        return EngineClient(
            self._events.put, self._events.put, lambda: self._command, log_path=self._log
        )

    def _started(self) -> psutil.Process:
        if self._process is None:
            before = set(psutil.Process().children())
            self._client.start()
            (self._process,) = set(psutil.Process().children()) - before
            self._expect(0.0, _READY_SECONDS)
            self._await(EngineReady)
        return self._process

    def _expect(self, begin: float, limit: float) -> None:
        """Count processor time from `begin` on, at most `limit` seconds of it."""
        self._begin, self._limit = begin, limit
        self._seen, self._moved = 0.0, time.monotonic()

    def _try(self, path: Path, seed: int) -> tuple[str, str]:
        """The stage that refused the file, and its sentence; "answered" and nothing."""
        config = _config(seed)
        self._send(Inspect("i", str(path), (config,)))
        inspected = self._await(Inspected, InspectFailed)
        if isinstance(inspected, InspectFailed):
            _checked(inspected.message)
        self._send(Load(str(path), config))
        loaded = self._await(Loaded, LoadFailed)
        if isinstance(loaded, LoadFailed):
            return "load", _checked(loaded.message)
        for command in _requests(seed):
            self._send(command)
            answer = self._await(Finished, Failed)
            if isinstance(answer, Failed):
                return "answer", _checked(answer.message)
        return "answered", ""

    def _send(self, command: Command) -> None:
        if not self._client.send(command):
            raise _FaultError("the engine is gone")

    def _await(self, *kinds: type[Event]) -> Event:
        """The next event of one of `kinds`."""
        while True:
            try:
                event = self._events.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                self._check_time()
                continue
            if isinstance(event, int):
                raise _FaultError(f"the engine died: {event}")
            if isinstance(event, Notice):
                _checked(event.message)
            if isinstance(event, kinds):
                return event

    def _check_time(self) -> None:
        if self._spent() > self._limit:
            raise _FaultError(f"more than {self._limit:.0f} s of processor time")
        if self._spent() > self._seen + _STILL_WORK:
            self._seen, self._moved = self._spent(), time.monotonic()
        if time.monotonic() - self._moved > _STILL_SECONDS:
            raise _FaultError("nothing comes any more")

    def _spent(self) -> float:
        with contextlib.suppress(psutil.Error):
            if self._process is not None:
                return _cpu_seconds(self._process) - self._begin
        return 0.0

    def _check_log(self, begin: int) -> None:
        """A traceback is a fault even where a sentence hides it."""
        if not self._log.is_file():
            return
        with self._log.open("rb") as file:
            file.seek(begin)
            text = file.read().decode("utf-8", "replace")
        if "Traceback (most recent call last)" in text:
            last = [line for line in text.splitlines() if line.strip()][-1]
            raise _FaultError(f"traceback: {last[:200]}")


def _checked(message: str) -> str:
    """`message`, which is one sentence for people."""
    if _UNEXPECTED.search(message):
        raise _FaultError(message)
    if not message.endswith(".") or len(message) > _LONGEST_SENTENCE or _CONTROL.search(message):
        raise _FaultError(f"no sentence: {message[:200]!r}")
    return message


def _config(seed: int) -> EngineConfig:
    """How the file is loaded: now and then not as usual."""
    drafts = SpeculationConfig(kind="ngram") if seed % 5 == 0 else SpeculationConfig()
    return EngineConfig(
        device="cpu",
        threads=1,
        context_len=None if seed % 4 == 0 else 300,
        kv_type=("auto", "q8_0", "bf16")[seed % 11 % 3] if seed % 11 < 3 else "auto",
        speculation=drafts,
    )


def _requests(seed: int) -> list[Generate]:
    sampling = SamplingParams(seed=seed, temperature=0.0 if seed % 2 else 0.7)
    text = "Once upon a time, <|im_end|> 12345 \n\n  \u2014 \u4f60\u597d </s> " * (1 + seed % 3)
    prompts = (ChatPrompt((ChatMessage("user", "Who are you?"),)), TextPrompt(text, seed % 2 == 0))
    return [
        Generate(f"{number}", prompt, sampling, max_tokens=8, ignore_end=True)
        for number, prompt in enumerate(prompts)
    ]


def _cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _reset_peak(process: psutil.Process) -> None:
    """Forget the highest memory so far, where the system keeps it."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{process.pid}/clear_refs").write_text("5")


def _peak_bytes(process: psutil.Process) -> int:
    """The most memory that was resident; what is resident now where the system does not keep it."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    with contextlib.suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0
