"""The interface of what proposes tokens."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from engine.config import SamplingParams, Toggles
from engine.runtime.sequence import StepCounters


class Drafter(ABC):
    """Proposes tokens. A wrong draft costs time, never correctness."""

    is_resting = False
    """Whether the next draft is certain to be empty, so that the target may run ahead."""

    @abstractmethod
    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        """Return a draft of what follows `ids`, all tokens so far: at most `most`, maybe none."""

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:  # noqa: B027
        """Begin an answer of the target, which samples so; `counters` counts steps."""

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:  # noqa: B027
        """Capture the steps that `toggles` need; fraction done, 0..1."""

    def close(self) -> None:  # noqa: B027
        """Free its memory."""
