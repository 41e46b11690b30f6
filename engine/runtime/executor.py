"""The interfaces between steps and the device that runs them: an executor, and a captured step."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams
from engine.kernels.interface import Kernels
from engine.layers.buffers import StepBuffers
from engine.runtime.sequence import Rows
from engine.runtime.step_key import StepKey
from engine.sampling.sampler import NO_BIASES

LaterPicks = Callable[[Sequence[Rows]], Iterator[int]]
"""The ids sampled after each row of a step that was launched before its rows were known."""


@dataclass(frozen=True)
class Block:
    """`num_rows` rows of a drafter's step: a token and as many `mask_token`s as there is room."""

    mask_token: int
    num_rows: int


@dataclass(frozen=True)
class Drafts:
    """A verify step's rows: the first token of a block, and what its rows picked.

    `number` rows from `first_row` on.
    """

    first_row: int
    number: int


class Accepted(Enum):
    """What a drafter's step has of the rows that a verify step accepts."""

    ROWS = auto()
    PICKS = auto()  # what was picked after each, one position later


Behind = Accepted | Block | Drafts
"""What a step has that is launched behind another model's, with the inputs and picks of that."""


class CapturedStep(Protocol):
    """A step recorded once for one key and replayed without shape logic."""

    key: StepKey

    def can_replay(self, key: StepKey) -> bool:
        """Whether this recording serves `key` and is not released."""

    def replay(self) -> None:
        """Run the recorded launches on the current contents of the static buffers."""

    def release(self) -> None:
        """Free the recording; it cannot be replayed afterwards."""


class EarlierLayers(Protocol):
    """The layers before those of an executor, computed elsewhere: ahead of each of its steps."""

    def fill(self, rows: Sequence[Rows], token_ids: list[int]) -> None:
        """Take the inputs of the next step."""

    def check(self, key: StepKey) -> None:
        """As `Executor.check`."""

    def run(self, key: StepKey) -> None:
        """Compute the rows of the next step eagerly; its launches may follow."""

    def capture(self, key: StepKey, step: CapturedStep) -> CapturedStep:
        """A captured step that computes these layers, too, before it replays `step`."""


class Executor(Protocol):
    """Runs the steps of one model on its device: inputs, kernels, capture, sampling."""

    @property
    def kernels(self) -> Kernels:
        """The model's kernels."""

    steps_ahead: int
    """How many decode steps may be launched before the token of an earlier one is read."""

    token_offset: int
    """The token picked after a row gets the row's position plus this; usually 1."""

    moves_cache_row: bool
    """Whether the cache row of a decode step is one more than that of the step before."""

    def fill(
        self,
        buffers: StepBuffers,
        rows: Sequence[Rows],
        token_ids: list[int],
        masked: Collection[int] = (),
    ) -> None:
        """Write a step's inputs; `token_ids` are those of all `rows`.

        The rows of `masked` sequences, in this step and those ahead of the next `fill`, wait for
        `publish`, which must come before the launch of each such step, or follow it at once.
        """

    def publish(self, rows: Sequence[Rows], masks: Mapping[int, NDArray[np.int32]]) -> None:
        """Let a decode step over `rows` pick only ids with a bit in the masks of sequences.

        Masks are int32 [ceil(V / 32)]. A sequence that waits and has none here may pick anything:
        the step is not wanted.
        """

    def fill_behind(
        self,
        buffers: StepBuffers,
        other: "Executor",
        launched: StepBuffers,
        what: Behind,
    ) -> bool:
        """Write the inputs of a step behind the step of `other` over `launched`, its last.

        A drafter's are the rows that a verify step accepts, or the block after them; a target's are
        a block's drafts. False where the host samples: what is picked is not known before.
        """

    def fill_next(self, buffers: StepBuffers) -> None:
        """Write the input of a decode step behind the step just launched over `buffers`.

        It is what that step picks after its last row; only where `fill_behind` is not False.
        """

    def check(self, key: StepKey, launch: Callable[[], None]) -> None:
        """Raise OperandError if a launch of `launch` for `key` would leave its operands.

        The state does not change.
        """

    def capture(
        self, key: StepKey, buffers: StepBuffers, launch: Callable[[], None]
    ) -> CapturedStep:
        """Check and record the launches of `launch` on `buffers`; changes no state."""

    def set_sampling(
        self,
        sequence: int,
        sampling: SamplingParams,
        seed: int,
        sharpness: int | None = None,
        biases: Mapping[int, float] = NO_BIASES,
    ) -> None:
        """Sample the tokens of a sequence with `sampling` and `seed` from now on.

        A drafter picks with a sharpness, given by its index in `SHARPNESSES`. `biases` are added to
        the logits of their ids.
        """

    def rivals(self, sequence: int, position: int) -> list[int]:
        """What a drafter would have picked for `position` with each sharpness.

        `position` is one of the last few whose picks were read.
        """

    def launch_sampling(self, key: StepKey, buffers: StepBuffers) -> None:
        """Launch what ends a decode or verify step, where the device samples."""

    def picks(self, buffers: StepBuffers, rows: Sequence[Rows]) -> Iterator[int]:
        """The ids sampled after each row of the step just launched; read before the next `fill`.

        Raises NotFiniteError when a row has no finite logits, or its mask came too late.
        """

    def picks_behind(self) -> LaterPicks:
        """`picks` of a step just launched after `fill_behind`, of the rows it turns out to have."""
