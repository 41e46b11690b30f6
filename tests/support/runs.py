"""Steps over rows of several sequences: which rows there are, and their inputs."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import torch

from engine.kernels.operands import StepInputs
from engine.kernels.sizes import MAX_LOGGED_ROWS, STATE_LAG

_NOWHERE = -(2**31)  # position and sequence of rows that are not real


@dataclass(frozen=True)
class Run:
    """Rows of one sequence at positions first … first + count - 1, adjacent in a step.

    From position `noise_from` on they are others, such as a verify step's that are not accepted.
    """

    sequence: int
    first: int
    count: int
    noise_from: int | None = None

    @property
    def positions(self) -> range:
        """That of each row."""
        return range(self.first, self.first + self.count)


def inputs_of(runs: Sequence[Run], width: int, device: str | torch.device = "cpu") -> StepInputs:
    """Inputs of a step of `width` rows: those of `runs`, then rows that are not real; ids are 0."""
    positions = [position for run in runs for position in run.positions]
    sequences = [run.sequence for run in runs for _ in run.positions]
    unreal = [_NOWHERE] * (width - len(positions))

    def int32(*values: int) -> torch.Tensor:
        return torch.tensor(values, dtype=torch.int32, device=device)

    places = int32(*positions, *unreal)
    return StepInputs(
        token_ids=torch.zeros_like(places),
        positions=places,
        kv_rows=places,
        sequences=int32(*sequences, *unreal),
        num_rows=int32(len(positions)),
    )


def random_counts(random: Random, num_sequences: int) -> list[tuple[int, int]]:
    """Some sequences, in any order, with how many rows each has in a step of up to 16."""
    num_runs = random.randint(1, num_sequences)
    chosen = random.sample(range(num_sequences), num_runs)
    left, counts = MAX_LOGGED_ROWS - num_runs, []
    for sequence in chosen:
        more = min(left, random.choice([0, 0, 1, 3, 7, left]))
        counts.append((sequence, 1 + more))
        left -= more
    return counts


class SequencePlace:
    """Where the next rows of a sequence of `length` rows may stand."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._end = self._committed = 0

    def advance(self, random: Random, count: int, *, commits: bool) -> tuple[int, int, int]:
        """First position, count and `noise_from` of the next run, which may go back or begin anew."""
        first = max(self._committed, self._end - random.choice([0, 0, 1, STATE_LAG]))
        if first + count > self._length or random.random() < 0.1:
            first = self._committed = 0
        self._end = first + (count if commits else random.randint(1, count))
        self._committed = max(self._committed, self._end if commits else first - STATE_LAG)
        return first, count, self._end


def random_step(
    random: Random, places: Sequence[SequencePlace], prompt_width: int
) -> tuple[list[Run], int]:
    """The runs of a step and its width: `prompt_width`, with rows of one sequence, or up to 16."""
    counts = random_counts(random, len(places))
    if is_prompt := random.random() < 0.2:
        counts = [(random.randrange(len(places)), random.randint(1, prompt_width))]
    runs = [
        Run(sequence, *places[sequence].advance(random, count, commits=is_prompt))
        for sequence, count in counts
    ]
    num_rows = sum(run.count for run in runs)
    return runs, prompt_width if is_prompt else random.randint(num_rows, MAX_LOGGED_ROWS)
