"""Measures a start stage by stage, from a new engine process to its first token.

The process is the one that the window starts. What this process does meanwhile is not counted.
"""

import queue
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import psutil

from engine.client import EngineClient
from engine.commands import ChatMessage, ChatPrompt, Generate, Load
from engine.config import EngineConfig, SamplingParams
from engine.errors import EngineError
from engine.events import (
    EngineReady,
    Event,
    Failed,
    Finished,
    Loaded,
    LoadFailed,
    LoadProgress,
    Started,
)
from engine.session.table import aligned

_QUESTION = ChatPrompt((ChatMessage("user", "Hello!"),))
_SECONDS = 600.0  # for one stage; the first start of a version compiles


class Stage(msgspec.Struct, frozen=True):
    """A part of a start: when it ended, what it took, and the engine's time on all cores in it."""

    name: str
    end_seconds: float
    seconds: float
    cpu_seconds: float


class StartTime(msgspec.Struct, frozen=True):
    """One start. `captures` were made by its end, and `recaptures` for the token."""

    stages: tuple[Stage, ...]
    device: str
    captures: int
    recaptures: int

    @property
    def seconds(self) -> float:
        """From the start of the process to the first token."""
        return self.stages[-1].end_seconds


def measure_start(path: Path, config: EngineConfig) -> StartTime:
    """Start an engine, load the model at `path`, and ask it for a token.

    Raises EngineError when the model cannot be loaded, or the process ends.
    """
    arrivals: queue.SimpleQueue[tuple[float, float, Event | None]] = queue.SimpleQueue()

    def note(event: Event | None) -> None:
        arrivals.put((time.perf_counter(), _cpu_seconds(client.process_id), event))

    client = EngineClient(note, lambda _code: note(None))
    began = time.perf_counter()
    client.start()
    try:
        client.send(Load(str(path), config))
        return _follow(client, arrivals, began)
    finally:
        client.close()


def _follow(
    client: EngineClient,
    arrivals: "queue.SimpleQueue[tuple[float, float, Event | None]]",
    began: float,
) -> StartTime:
    stages: list[Stage] = []
    name, before, cpu_before, device = "starting the process", began, 0.0, ""
    while True:
        now, cpu, event = arrivals.get(timeout=_SECONDS)
        following = _stage_after(event)
        if following and following != name:
            stages.append(Stage(name, now - began, now - before, cpu - cpu_before))
            name, before, cpu_before = following, now, cpu
        match event:
            case Loaded():
                device = event.model.device
                greedy = SamplingParams(temperature=0.0)
                client.send(Generate("start", _QUESTION, greedy, max_tokens=1, ignore_end=True))
            case Finished():
                meter = event.meter
                return StartTime(tuple(stages), device, meter.captures or 0, meter.recaptures or 0)


def _stage_after(event: Event | None) -> str | None:
    """What the engine does from `event` on; None if it goes on with what it did."""
    match event:
        case EngineReady():
            return "starting"
        case LoadProgress():
            return event.stage
        case Loaded():
            return "reading the question"
        case Started():
            return "computing a token"
        case Finished():
            return "done"
        case LoadFailed() | Failed():
            raise EngineError(event.message)
        case None:
            raise EngineError("The engine stopped while it was starting; its log says why.")
    return None


def _cpu_seconds(process_id: int | None) -> float:
    """What a process has used so far, without those that it started."""
    try:
        times = psutil.Process(process_id).cpu_times()
    except psutil.Error:  # it has just ended
        return 0.0
    return float(times.user + times.system)


def format_starts(starts: Sequence[StartTime]) -> str:
    """The fastest start as a table, and a line on all of them."""
    best = min(starts, key=lambda start: start.seconds)
    header = ("stage", "took s", "CPU s", "ended at s")
    rows = [
        (
            stage.name,
            f"{stage.seconds:.3f}",
            f"{stage.cpu_seconds:.2f}",
            f"{stage.end_seconds:.3f}",
        )
        for stage in best.stages
    ]
    seconds = [start.seconds for start in starts]
    return "\n".join(
        (
            aligned([header, *rows]),
            "",
            f"first token after {best.seconds:.2f} s, median of {len(starts)}: "
            f"{statistics.median(seconds):.2f} s, on {best.device}; "
            f"{best.captures} steps captured, {best.recaptures} recaptured",
        )
    )
