"""What the server counts, for Prometheus. Never what was asked or answered."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from engine.events import Finished

CONTENT_TYPE = CONTENT_TYPE_LATEST

_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_SPEEDS = (5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560)
_MS = 1000


class Metrics:
    """The counters of one server, since its start."""

    def __init__(self) -> None:
        # A second series for each counter, which says little.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        registry = CollectorRegistry()
        self._registry = registry
        self.requests = Counter(
            "encore_requests",
            "Requests, by path and status.",
            ("path", "status"),
            registry=registry,
        )
        self.answers_open = Gauge(
            "encore_answers_open", "Answers in progress or waiting.", registry=registry
        )
        self.cancelled = Counter(
            "encore_requests_cancelled", "Requests whose client went away.", registry=registry
        )
        self._tokens = {
            name: Counter(f"encore_{name}_tokens", words, registry=registry)
            for name, words in (
                ("prompt", "Tokens of prompts."),
                ("cached", "Tokens of prompts that were in the cache."),
                ("generated", "Tokens of answers."),
                ("drafted", "Tokens drafted."),
                ("accepted", "Drafted tokens that were accepted."),
            )
        }
        self._recaptures = Counter("encore_recaptures", "Recaptured steps.", registry=registry)
        self._first_token = Histogram(
            "encore_time_to_first_token_seconds",
            "From the start of an answer to its first token.",
            buckets=_SECONDS,
            registry=registry,
        )
        self._speed = Histogram(
            "encore_tokens_per_second",
            "Speed of whole answers.",
            buckets=_SPEEDS,
            registry=registry,
        )

    def count(self, finished: Finished) -> None:
        """Count one answer; numbers that are not known are left out."""
        meter = finished.meter
        for name, number in (
            ("prompt", meter.prompt_tokens),
            ("cached", meter.cached_tokens),
            ("generated", len(finished.ids)),
            ("drafted", meter.drafted),
            ("accepted", meter.accepted),
        ):
            self._tokens[name].inc(number or 0)
        self._recaptures.inc(meter.recaptures or 0)
        if meter.ttft_ms is not None:
            self._first_token.observe(meter.ttft_ms / _MS)
        if meter.tok_s is not None:
            self._speed.observe(meter.tok_s)

    def count_prompt(self, num_tokens: int) -> None:
        """Count texts that were read for their embeddings."""
        self._tokens["prompt"].inc(num_tokens)

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self._registry)
