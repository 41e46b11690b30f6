"""Combines speeds, step counters and memory into the meter."""

from collections import deque
from typing import TYPE_CHECKING

from engine.events import Meter
from engine.runtime.expert_promotion import ExpertTraffic
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import MAX_REASONS, Sequence
from engine.session.speed import SpeedMeter

if TYPE_CHECKING:
    from engine.speculation.drafter import Drafter


class LiveMeter:
    """The meter of one answer."""

    def __init__(self, model: LoadedModel, sequence: Sequence) -> None:
        self.speed = SpeedMeter()
        self.prompt_tokens: int | None = None
        self.cached_tokens: int | None = None
        self.new_tokens = 0
        self.drafter: Drafter | None = None
        self._model = model
        self._sequence = sequence
        self._reasons: deque[str] = deque(maxlen=MAX_REASONS)
        self._fallbacks_before = model.runner.fallbacks
        self._memory_total = model.device.memory_total()
        self._traffic_before = self._traffic

    def add(self, num_tokens: int) -> None:
        """Count `num_tokens` answer tokens that arrived together."""
        self.new_tokens += num_tokens
        self.speed.add(num_tokens)

    def take_reasons(self) -> tuple[str, ...]:
        """The recapture reasons since the last call, newest last."""
        reasons = self._sequence.counters.reasons
        taken = tuple(reasons)
        reasons.clear()
        self._reasons.extend(taken)
        return taken

    @property
    def reasons(self) -> tuple[str, ...]:
        """The latest reasons that were taken, newest last."""
        return tuple(self._reasons)

    @property
    def _traffic(self) -> ExpertTraffic:
        promotion = self._model.promotion
        return ExpertTraffic() if promotion is None else promotion.traffic

    def read(self) -> Meter:
        """The current meter."""
        promotion, traffic = self._model.promotion, self._traffic.since(self._traffic_before)
        counters, runner, speed = self._sequence.counters, self._model.runner, self.speed
        drafter = self.drafter
        return Meter(
            tok_s=speed.tok_s,
            tok_s_now=speed.tok_s_now,
            prompt_tok_s=speed.prompt_tok_s,
            ttft_ms=speed.ttft_ms,
            prompt_tokens=self.prompt_tokens,
            cached_tokens=self.cached_tokens,
            new_tokens=self.new_tokens,
            captures=runner.captures,
            recaptures=counters.recaptures,
            recapture_ms=counters.recapture_ms,
            replays=counters.replays,
            eager=counters.eager,
            fallbacks=runner.fallbacks - self._fallbacks_before,
            drafted=counters.drafted,
            accepted=counters.accepted,
            drafting_pauses=None if drafter is None else drafter.is_resting,
            pause_reason=None if drafter is None else drafter.pause,
            drafted_by_depth=tuple(counters.drafted_by_depth),
            accepted_by_depth=tuple(counters.accepted_by_depth),
            draft_gain=None if drafter is None else drafter.gain,
            kv_used=len(self._sequence.prefix),
            kv_capacity=self._model.context_len,
            memory_used_bytes=self._model.device.memory_used(),
            memory_total_bytes=self._memory_total,
            expert_share=None if promotion is None else promotion.resident_share,
            expert_hit_rate=traffic.hits / traffic.reads if traffic.reads else None,
            bus_bytes=None if promotion is None else traffic.bus_bytes,
        )
