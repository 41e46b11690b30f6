"""Combines speeds, step counters and memory into the meter."""

from engine.cache.prefix import CachedPrefix
from engine.events import Meter
from engine.runtime.replay_engine import ReplayEngine
from engine.session.speed import SpeedMeter


class LiveMeter:
    """The meter of one answer."""

    def __init__(self, engine: ReplayEngine, prefix: CachedPrefix) -> None:
        self.speed = SpeedMeter()
        self.prompt_tokens: int | None = None
        self.cached_tokens: int | None = None
        self.new_tokens = 0
        self._engine = engine
        self._prefix = prefix
        self._memory_total = engine.backend.memory_total()

    def add(self, num_tokens: int) -> None:
        """Count `num_tokens` answer tokens that arrived together."""
        self.new_tokens += num_tokens
        self.speed.add(num_tokens)

    def read(self) -> Meter:
        """The current meter."""
        counters = self._engine.runner.counters
        speed = self.speed
        return Meter(
            tok_s=speed.tok_s,
            tok_s_now=speed.tok_s_now,
            prompt_tok_s=speed.prompt_tok_s,
            ttft_ms=speed.ttft_ms,
            prompt_tokens=self.prompt_tokens,
            cached_tokens=self.cached_tokens,
            new_tokens=self.new_tokens,
            captures=counters.captures,
            recaptures=counters.recaptures,
            recapture_reasons=tuple(counters.reasons),
            replays=counters.replays,
            eager=counters.eager,
            fallbacks=counters.fallbacks,
            drafted=counters.drafted,
            accepted=counters.accepted,
            kv_used=len(self._prefix),
            kv_capacity=self._engine.context_len,
            memory_used_bytes=self._engine.backend.memory_used(),
            memory_total_bytes=self._memory_total,
        )
