"""Counts replays, recaptures and eager steps for the meter."""

from collections import deque
from dataclasses import dataclass, field

MAX_REASONS = 16


@dataclass
class StepCounters:
    """The steps of one answer: each is exactly one of replay, recapture and eager.

    `reasons` are the latest recapture reasons, newest last, until somebody takes them.
    """

    recaptures: int = 0
    replays: int = 0
    eager: int = 0
    drafted: int = 0
    accepted: int = 0
    reasons: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_REASONS))
