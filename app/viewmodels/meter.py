"""The replay meter as text and as a time series."""

import math
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.services.engine.lendable_engine import LendableEngine
from app.services.engine.sentences import translated
from app.viewmodels import formatting
from app.viewmodels.formatting import UNKNOWN
from engine.config import Toggles
from engine.events import Meter

SAMPLE_MS = 100
MAX_SAMPLES = 600
_MIN_GHOST = 3  # samples of an answer that is worth comparing with
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Sample:
    """`tok_s` at `time` seconds since the answer began."""

    time: float
    tok_s: float


@dataclass(frozen=True, slots=True)
class RecaptureMark:
    """`count` recaptures at `time` seconds since the answer began; `reason` is the newest one.

    They took `milliseconds` in all; None if unknown.
    """

    time: float
    reason: str
    count: int
    milliseconds: float | None = None


class Health(Enum):
    """How the steps of the answer run. IDLE: nothing is known yet."""

    IDLE = "idle"
    REPLAYED = "replayed"
    SLOWED = "slowed"  # recaptured or launched one by one
    FAILED = "failed"  # replay is off after a failure


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
    last_reason: str = ""  # newest recapture in words, "" when there was none, or its cause is over
    accepted_by_depth: str = UNKNOWN  # "92 · 81 · 70 %"
    tokens_per_step: str = UNKNOWN  # while drafting, "1.8"
    gain: str = UNKNOWN  # by drafting, "1.4×"
    drafting: str = ""  # why there are no drafts just now
    experts: str = UNKNOWN  # on the GPU where not all are, "62 %"
    expert_hits: str = UNKNOWN  # of their reads, "93 %"
    bus: str = UNKNOWN  # read from main memory, "1.2 GB"
    health: str = ""  # a sentence


class MeterViewModel(QObject):
    """Live numbers of the replay. Resets with each answer and each model.

    Signals:
        texts_changed(): `texts`, `context_fraction` changed (at most once a frame).
        history_changed(): `samples`, `ghost`, `scale` or `marks` changed (10 times a second while
            answering).
    """

    texts_changed = Signal()
    history_changed = Signal()

    def __init__(self, engine: LendableEngine, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._began = clock()
        self._meter = Meter()
        self._reason = ""
        self._samples: deque[Sample] = deque(maxlen=MAX_SAMPLES)
        self._marks: deque[RecaptureMark] = deque(maxlen=MAX_SAMPLES)
        self._ghost: tuple[Sample, ...] = ()
        self._fastest: dict[str, float] = {}  # by model, while the window is open
        self._unmarked, self._unmarked_ms = 0, 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(SAMPLE_MS)
        self._timer.timeout.connect(self.take_sample)
        engine.answer_started.connect(self._on_answer_started)
        engine.meter_arrived.connect(self._on_meter_arrived)
        engine.answer_finished.connect(self._on_answer_ended)
        engine.answer_failed.connect(self._on_answer_ended)
        engine.activity_changed.connect(self._on_activity_changed)
        engine.configured.connect(self.texts_changed)
        self._engine = engine

    @property
    def texts(self) -> MeterTexts:
        """The newest numbers as text."""
        reason = "" if _is_over(self._reason, self._engine.toggles) else self._reason
        return replace(
            _texts(self._meter), last_reason=translated(reason), health=self._health_words
        )

    @property
    def health(self) -> Health:
        """How the steps run."""
        meter = self._meter
        if meter.fallbacks:
            return Health.FAILED
        if meter.recaptures or meter.eager:
            return Health.SLOWED
        return Health.REPLAYED if meter.replays else Health.IDLE

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
    def ghost(self) -> tuple[Sample, ...]:
        """The samples of the model's previous answer."""
        return self._ghost

    @property
    def scale(self) -> float:
        """The speed at the top of the line: one for all answers of a model."""
        return _round_up(self._fastest.get(self._model_path, 0.0))

    @property
    def marks(self) -> tuple[RecaptureMark, ...]:
        """Recaptures during the time of `samples`, oldest first."""
        return tuple(self._marks)

    @property
    def _health_words(self) -> str:
        if self._engine.endpoint and self.health is Health.IDLE:
            words = QCoreApplication.translate("Meter", "%1 answers; its steps are not known here")
            return words.replace("%1", self._engine.endpoint)
        return _HEALTH[self.health]()

    def take_sample(self) -> None:
        """Add the current speed, and the recaptures since the last sample."""
        now = self._clock() - self._began
        if self._unmarked:
            cost = self._unmarked_ms or None
            self._marks.append(RecaptureMark(now, translated(self._reason), self._unmarked, cost))
            self._unmarked, self._unmarked_ms = 0, 0.0
        if self._meter.tok_s_now is not None:
            speed = self._meter.tok_s_now
            self._samples.append(Sample(now, speed))
            path = self._model_path
            self._fastest[path] = max(speed, self._fastest.get(path, 0.0))
        while self._samples and self._marks and self._marks[0].time < self._samples[0].time:
            self._marks.popleft()
        self.history_changed.emit()

    def _begin(self) -> None:
        self._began = self._clock()
        self._meter, self._reason, self._unmarked, self._unmarked_ms = Meter(), "", 0, 0.0
        if len(self._samples) >= _MIN_GHOST:
            self._ghost = tuple(self._samples)
        self._samples.clear()
        self._marks.clear()

    def _on_answer_started(self) -> None:
        self._begin()
        self._timer.start()
        self.texts_changed.emit()
        self.history_changed.emit()

    def _on_meter_arrived(self, _request_id: str, meter: Meter, reasons: tuple[str, ...]) -> None:
        if self._engine.model is None:
            return  # the end of an answer that a switch of the model stopped
        grown = (meter.recaptures or 0) - (self._meter.recaptures or 0)
        self._unmarked += max(grown, 0)
        cost = (meter.recapture_ms or 0.0) - (self._meter.recapture_ms or 0.0)
        self._unmarked_ms += max(cost, 0.0)
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
        self._ghost = ()
        self.texts_changed.emit()
        self.history_changed.emit()

    @property
    def _model_path(self) -> str:
        model = self._engine.model
        return "" if model is None else model.path


def _is_over(reason: str, toggles: Toggles) -> bool:
    """Whether a toggle whose being off caused a recapture is on again."""
    _, _, cause = reason.rpartition(": ")
    named = set(_WORD.findall(cause)) if cause.endswith(" off") else set()
    return any(getattr(toggles, name) for name in named & set(Toggles.__struct_fields__))


def _round_up(speed: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 …, so that the scale rarely changes."""
    if speed <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(speed))
    return next(step * unit for step in (1, 2, 5, 10) if speed <= step * unit)


def _drafting(meter: Meter) -> str:
    """Why there are no drafts just now."""
    reason = "loss" if meter.drafting_pauses else meter.pause_reason
    if reason == "nothing" and meter.drafted:
        return ""
    return formatting.drafting_pause(reason)


_HEALTH = {
    Health.IDLE: lambda: QCoreApplication.translate("Meter", "No answer yet"),
    Health.REPLAYED: lambda: QCoreApplication.translate("Meter", "Every step is replayed"),
    Health.SLOWED: lambda: QCoreApplication.translate("Meter", "Some steps are not replayed"),
    Health.FAILED: lambda: QCoreApplication.translate("Meter", "Replay failed and is off"),
}


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
        accepted_by_depth=formatting.percentages(
            formatting.shares(meter.accepted_by_depth, meter.drafted_by_depth)
        ),
        tokens_per_step=(
            formatting.tokens_per_step(meter.new_tokens, meter.accepted)
            if meter.drafted
            else UNKNOWN
        ),
        gain=UNKNOWN if meter.draft_gain is None else formatting.factor(meter.draft_gain),
        drafting=_drafting(meter),
        context=_of(formatting.count, meter.kv_used, meter.kv_capacity),
        memory=_of(formatting.size, meter.memory_used_bytes, meter.memory_total_bytes),
        experts=_percentage(meter.expert_share),
        expert_hits=_percentage(meter.expert_hit_rate),
        bus=formatting.size(meter.bus_bytes),
    )


def _percentage(share: float | None) -> str:
    return formatting.percentages(() if share is None else (round(100 * share),))


def _of(words: Callable[[int | None], str], used: int | None, total: int | None) -> str:
    return words(used) if used is None or total is None else f"{words(used)} / {words(total)}"
