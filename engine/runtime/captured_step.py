"""One captured step: the interface that a CUDA graph and a CPU tape share."""

from collections.abc import Callable
from typing import Protocol

from engine.runtime.step_key import StepKey


class CapturedStep(Protocol):
    """A step recorded once for one key, and run again without any shape logic."""

    key: StepKey

    def can_replay(self, key: StepKey) -> bool:
        """Whether this recording serves `key`, and was not released."""

    def replay(self) -> None:
        """Run the recorded launches on what the static buffers hold now."""

    def release(self) -> None:
        """Free what the recording holds; it cannot be replayed any more."""


# capture(key, launch): record the launches that `launch` makes, without running them.
Capture = Callable[[StepKey, Callable[[], None]], CapturedStep]
