"""The replay meter as text and as a time series."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.engine.engine_service import EngineService
from app.viewmodels import formatting
from app.viewmodels.formatting import UNKNOWN
from engine.events import Meter

SAMPLE_MS = 100
MAX_SAMPLES = 600


@dataclass(frozen=True, slots=True)
class Sample:
    """`tok_s` at `time` seconds since the answer began."""

    time: float
    tok_s: float


@dataclass(frozen=True, slots=True)
class RecaptureMark:
    """`count` recaptures at `time` seconds since the answer began; `reason` is the newest one."""

    time: float
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class MeterTexts:
    """The displayed numbers; unknown ones are a dash."""

    tok_s: str = UNKNOWN  # whole answer, "27.3 tok/s"
    tok_s_now: str = UNKNOWN  # last second
    prompt_tok_s: str = UNKNOWN
    ttft: str = UNKNOWN  # "310 ms"
    captures: str = UNKNOWN
    recaptures: str = UNKNOWN
    replays: str = UNKNOWN
    eager: str = UNKNOWN
    accepted: str = UNKNOWN  # "31 of 50 (62 %)"
    context: str = UNKNOWN  # "512 / 4,096"
    memory: str = UNKNOWN  # "1.2 GB" or "1.2 GB / 24.0 GB"
    last_reason: str = ""  # newest recapture in words, "" when there was none


class MeterViewModel(QObject):
    """Live numbers of the replay. Resets with each answer and each model.

    Signals:
        texts_changed(): `texts`, `context_fraction` changed (at most once a frame).
        history_changed(): `samples` or `marks` changed (10 times a second while answering).
    """

    texts_changed = Signal()
    history_changed = Signal()

    def __init__(self, engine: EngineService, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._began = clock()
        self._meter = Meter()
        self._reason = ""
        self._samples: deque[Sample] = deque(maxlen=MAX_SAMPLES)
        self._marks: deque[RecaptureMark] = deque(maxlen=MAX_SAMPLES)
        self._unmarked = 0
        self._timer = QTimer(self)
        self._timer.setInterval(SAMPLE_MS)
        self._timer.timeout.connect(self.take_sample)
        engine.answer_started.connect(self._on_answer_started)
        engine.meter_arrived.connect(self._on_meter_arrived)
        engine.answer_finished.connect(self._on_answer_ended)
        engine.answer_failed.connect(self._on_answer_ended)
        engine.activity_changed.connect(self._on_activity_changed)
        self._engine = engine

    @property
    def texts(self) -> MeterTexts:
        """The newest numbers as text."""
        return replace(_texts(self._meter), last_reason=self._reason)

    @property
    def context_fraction(self) -> float | None:
        """KV used / capacity, 0..1; None if unknown."""
        used, capacity = self._meter.kv_used, self._meter.kv_capacity
        return None if used is None or not capacity else used / capacity

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The latest 600 samples, oldest first."""
        return tuple(self._samples)

    @property
    def marks(self) -> tuple[RecaptureMark, ...]:
        """Recaptures during the time of `samples`, oldest first."""
        return tuple(self._marks)

    def take_sample(self) -> None:
        """Add the current speed, and the recaptures since the last sample."""
        now = self._clock() - self._began
        if self._unmarked:
            self._marks.append(RecaptureMark(now, self._reason, self._unmarked))
            self._unmarked = 0
        if self._meter.tok_s_now is not None:
            self._samples.append(Sample(now, self._meter.tok_s_now))
        while self._samples and self._marks and self._marks[0].time < self._samples[0].time:
            self._marks.popleft()
        self.history_changed.emit()

    def _begin(self) -> None:
        self._began = self._clock()
        self._meter, self._reason, self._unmarked = Meter(), "", 0
        self._samples.clear()
        self._marks.clear()

    def _on_answer_started(self) -> None:
        self._begin()
        self._timer.start()
        self.texts_changed.emit()
        self.history_changed.emit()

    def _on_meter_arrived(self, _request_id: str, meter: Meter, reasons: tuple[str, ...]) -> None:
        grown = (meter.recaptures or 0) - (self._meter.recaptures or 0)
        self._unmarked += max(grown, 0)
        self._meter = meter
        if reasons:
            self._reason = reasons[-1]
        self.texts_changed.emit()

    def _on_answer_ended(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self.take_sample()

    def _on_activity_changed(self) -> None:
        if self._engine.model is not None:
            return
        self._timer.stop()
        self._begin()
        self.texts_changed.emit()
        self.history_changed.emit()


def _texts(meter: Meter) -> MeterTexts:
    return MeterTexts(
        tok_s=formatting.rate(meter.tok_s),
        tok_s_now=formatting.rate(meter.tok_s_now),
        prompt_tok_s=formatting.rate(meter.prompt_tok_s),
        ttft=formatting.duration(meter.ttft_ms),
        captures=formatting.count(meter.captures),
        recaptures=formatting.count(meter.recaptures),
        replays=formatting.count(meter.replays),
        eager=formatting.count(meter.eager),
        accepted=formatting.share(meter.accepted, meter.drafted),
        context=_of(formatting.count, meter.kv_used, meter.kv_capacity),
        memory=_of(formatting.size, meter.memory_used_bytes, meter.memory_total_bytes),
    )


def _of(words: Callable[[int | None], str], used: int | None, total: int | None) -> str:
    return words(used) if used is None or total is None else f"{words(used)} / {words(total)}"
