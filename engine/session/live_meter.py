"""Combines speeds, step counters and memory into the meter."""

from engine.events import Meter
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Sequence
from engine.session.speed import SpeedMeter


class LiveMeter:
    """The meter of one answer."""

    def __init__(self, model: LoadedModel, sequence: Sequence) -> None:
        self.speed = SpeedMeter()
        self.prompt_tokens: int | None = None
        self.cached_tokens: int | None = None
        self.new_tokens = 0
        self._model = model
        self._sequence = sequence
        self._fallbacks_before = model.runner.fallbacks
        self._memory_total = model.device.memory_total()

    def add(self, num_tokens: int) -> None:
        """Count `num_tokens` answer tokens that arrived together."""
        self.new_tokens += num_tokens
        self.speed.add(num_tokens)

    def read(self) -> Meter:
        """The current meter."""
        counters, runner, speed = self._sequence.counters, self._model.runner, self.speed
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
            recapture_reasons=tuple(counters.reasons),
            replays=counters.replays,
            eager=counters.eager,
            fallbacks=runner.fallbacks - self._fallbacks_before,
            drafted=counters.drafted,
            accepted=counters.accepted,
            kv_used=len(self._sequence.prefix),
            kv_capacity=self._model.context_len,
            memory_used_bytes=self._model.device.memory_used(),
            memory_total_bytes=self._memory_total,
        )
