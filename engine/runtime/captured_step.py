"""The interface of a captured step and of the device that captures it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.kernels.operands import StepInputs
from engine.layers.buffers import StepBuffers
from engine.runtime.step_key import StepKey


class CapturedStep(Protocol):
    """A step recorded once for one key and replayed without shape logic."""

    key: StepKey

    def can_replay(self, key: StepKey) -> bool:
        """Whether this recording serves `key` and is not released."""

    def replay(self) -> None:
        """Run the recorded launches on the current contents of the static buffers."""

    def release(self) -> None:
        """Free the recording; it cannot be replayed afterwards."""


class StepDevice(Protocol):
    """The device operations of steps, besides kernels."""

    prefill_widths: tuple[int, ...]
    """Rows of prefill steps, ascending."""

    def fill(self, inputs: StepInputs, token_ids: Sequence[int], position: int) -> None:
        """Write a step's inputs: ids, positions from `position` on, number of rows."""

    def check(self, key: StepKey, launch: Callable[[], None]) -> None:
        """Raise OperandError if a launch of `launch` for `key` would leave its operands.

        The sequence state does not change.
        """

    def capture(
        self, key: StepKey, buffers: StepBuffers, launch: Callable[[], None]
    ) -> CapturedStep:
        """Check and record the launches of `launch` on `buffers`; changes no sequence state."""

    def finish(self, key: StepKey, buffers: StepBuffers) -> None:
        """Launch the end of a decode or verify step, such as sampling."""
