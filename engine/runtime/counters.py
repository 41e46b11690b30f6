"""Counts replays, recaptures and eager steps for the meter."""

from collections import deque
from dataclasses import dataclass, field

MAX_REASONS = 16


@dataclass
class StepCounters:
    """Each step is exactly one of replay, recapture and eager; planned captures run no step.

    `reasons` holds the latest recapture reasons, newest last.
    """

    captures: int = 0
    recaptures: int = 0
    replays: int = 0
    eager: int = 0
    fallbacks: int = 0
    drafted: int = 0
    accepted: int = 0
    reasons: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_REASONS))

    def start_answer(self) -> None:
        """Reset all counters except the planned captures, which belong to the model."""
        self.recaptures = self.replays = self.eager = self.fallbacks = 0
        self.drafted = self.accepted = 0
        self.reasons.clear()
