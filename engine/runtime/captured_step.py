"""One captured step, and the device that captures it: what CUDA graphs and CPU tapes share."""

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.kernels.operands import StepInputs
from engine.layers.buffers import StepBuffers
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


class StepDevice(Protocol):
    """What running steps needs of a device besides kernels."""

    prefill_widths: tuple[int, ...]
    """Rows of the steps that read a prompt, ascending."""

    def fill(self, inputs: StepInputs, token_ids: Sequence[int], position: int) -> None:
        """Write a step's data: ids, positions and cache rows from `position` on, the number of rows."""

    def check(self, key: StepKey, launch: Callable[[], None]) -> None:
        """Raise OperandError if a launch that `launch` makes for `key` would leave what it was given.

        Nothing of the sequence changes.
        """

    def capture(
        self, key: StepKey, buffers: StepBuffers, launch: Callable[[], None]
    ) -> CapturedStep:
        """Check and record the launches that `launch` makes on `buffers`; nothing of the sequence changes."""

    def finish(self, key: StepKey, buffers: StepBuffers) -> None:
        """Launch what ends a decode or verify step on this device, such as picking its tokens."""
