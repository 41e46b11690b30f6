"""The interface of what proposes tokens."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams, Toggles
from engine.errors import RequestError
from engine.events import PauseReason
from engine.runtime.sequence import Rows, StepCounters

MOST_AHEAD = 2
"""Drafts that are looked ahead; a device's queue is no longer (`Executor.steps_ahead`)."""

READ_AT_ONCE = 128
"""Tokens of a text that a drafter reads between two steps; a stop waits for no more."""


class Drafter(ABC):
    """Proposes tokens. A wrong draft costs time, never correctness."""

    is_resting = False
    """Whether it drafts nothing for a while, because that would take longer than it saves."""
    pause: PauseReason | None = None
    """Why the last draft was empty, where that is known."""
    sources: tuple[bool, ...] = (False,)
    """What `is_free` may say."""
    runs_ahead = False
    """Whether its steps may run on after the call that launched them."""
    gain: float | None = None
    """How many times as fast as plain steps the answer was so far, where that is known."""
    confidences: Sequence[int] = ()
    """How sure it was of each token of the last draft, as far as it knows; more is surer."""
    goes_on: Callable[[Sequence[int]], bool] = staticmethod(lambda _confidences: True)
    """Whether another token may pay after those drafted; asked after each, where one costs time."""

    @abstractmethod
    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        """Return a draft of what follows `ids`, all tokens so far: at most `most`, maybe none."""

    def is_free(self, ids: Sequence[int]) -> bool:  # noqa: ARG002
        """Whether the next draft takes no step of its own."""
        return False

    def num_silent(self, ids: Sequence[int]) -> int:  # noqa: ARG002
        """After no draft for `ids`: how many of the next are empty too, however the text goes on.

        So many steps may run ahead of the host.
        """
        return 0

    def num_without_repeats(self, ids: Sequence[int]) -> int:  # noqa: ARG002
        """For how many of the drafts after that for `ids` `is_free` is certain to be false."""
        return MOST_AHEAD

    def num_behind(self, ids: Sequence[int]) -> int:  # noqa: ARG002
        """How many of `ids` it would have to read before the next draft."""
        return 0

    def num_steps(self, num_drafts: int) -> int:
        """How many steps of its own a draft of so many tokens takes."""
        return num_drafts

    def step_seconds(self) -> float:
        """Measure one of its steps, which the target's cached text may not survive."""
        return 0.0

    def move_to(self, sequence: int) -> None:  # noqa: B027
        """Draft for the target's sequence of this index from the next `begin` on."""

    def take_up(self, ids: Sequence[int], num_rows: int) -> bool:  # noqa: ARG002
        """Begin with the prompt `ids`, of which the target has cached the first `num_rows` rows.

        False: the target must compute them anew.
        """
        return True

    def follow(self, ids: Sequence[int], num_rows: int) -> None:  # noqa: B027
        """The target has computed the first `num_rows` rows of `ids`; called after each step."""

    def draft_behind(self, rows: Rows, most: int) -> None:  # noqa: B027
        """A verify step of the target over `rows` is launched: so may be what follows it.

        Called where another draft is likely. The drafts verified are this drafter's last. At most
        `most` of the next ones may be verified behind them, before anybody has seen them.
        """

    def num_verifying(self, ids: Sequence[int]) -> int:  # noqa: ARG002
        """How many tokens of the next draft, for `ids`, are being verified already."""
        return 0

    def start(self, ids: Sequence[int]) -> None:  # noqa: B027
        """The text has become `ids`, and another draft is likely: its first step may be launched."""

    def read_prompt(self, ids: Sequence[int], num_rows: int) -> None:  # noqa: B027
        """Read the first `num_rows` of `ids`, between two steps of the target.

        Called after each chunk of a prompt but the last, where drafts are expected to pay.
        """

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:  # noqa: B027
        """Begin an answer of the target, which samples so; `counters` counts steps."""

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:  # noqa: B027
        """Capture the steps that `toggles` need; fraction done, 0..1."""

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:  # noqa: ARG002
        """Its logits float32 [len(positions), V] for what follows ids[position].

        Raises RequestError for a drafter without a model.
        """
        raise RequestError("Repeats in the text have no logits; name a draft model.")

    def close(self) -> None:  # noqa: B027
        """Free its memory."""
