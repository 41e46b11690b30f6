"""Steps that wait for masks: none is left waiting, and ids are those of steps one by one."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from random import Random, SystemRandom

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from engine.cache.arena import Arena
from engine.errors import NotFiniteError, TooComplexError
from engine.runtime.decode_queue import DecodeQueue
from engine.runtime.sequence import Rows, Sequence
from engine.runtime.step_key import Role
from tests.support.shapes import one_layer_state

CAPACITY, NUM_IDS, NUM_SEQUENCES = 60, 32, 3
NO_TOKEN = 31  # the row after it has no token


def picked(sequence: int, position: int, token: int, bits: int) -> int:
    """What comes after `token`, of the ids with a bit; never the same in two places."""
    allowed = [i for i in range(NUM_IDS) if bits >> i & 1]
    if token == NO_TOKEN or not allowed:
        return -1
    return allowed[(7 * sequence + 5 * position + 3 * token) % len(allowed)]


class Form:
    """A constraint to ids that depend on all before; too complex after `last` of them."""

    def __init__(self, seed: int, last: int) -> None:
        self.taken: list[int] = []
        self._seed, self._last = seed, last

    @property
    def bits(self) -> int:
        return Random(f"{self._seed} {self.taken}").getrandbits(NUM_IDS) & (1 << NO_TOKEN) - 1

    def mask(self) -> NDArray[np.int32]:
        if len(self.taken) >= self._last:
            raise TooComplexError
        return np.array([self.bits], np.uint32).view(np.int32)

    def take(self, token_id: int) -> None:
        assert self.bits >> token_id & 1
        self.taken.append(token_id)


class LaunchError(Exception):
    """Something failed after a launch."""


class Step:
    def __init__(self, rows: list[Rows]) -> None:
        self.rows = rows
        self.picks: list[int] | None = None


class Stream:
    """Runner and executor in one. Steps run in order, each as late or as early as chance has it.

    Where one runs that was not published, the host waits for it in vain, or it gives up first.
    """

    capacity = CAPACITY

    def __init__(self, random: Random, late: float) -> None:
        self.steps_ahead = random.choice([0, 1, 2])
        self.num_late = 0
        self._random, self._late = random, late
        self._masked: set[int] = set()
        self._flags = np.full((NUM_SEQUENCES, 2), -1)
        self._masks = np.zeros(NUM_SEQUENCES, np.uint32)
        self._tokens = [0] * NUM_SEQUENCES
        self._steps: deque[Step] = deque()

    def fill(self, rows: list[Rows], token_ids: list[int], masked: Collection[int] = ()) -> None:
        self.run_all()
        self._masked = set(masked)
        self._flags[list(masked)] = -1
        for row, token in zip(rows, token_ids, strict=True):
            self._tokens[row.sequence.index] = token

    def run_filled(self, role: Role, rows: list[Rows]) -> Step:
        assert role is Role.DECODE
        self.check_nothing_waits()
        step = Step(rows)
        self._steps.append(step)
        if self._random.random() < self._late:
            while self._steps:
                self._run(gives_up=True)
        if self._random.random() < 0.02:
            raise LaunchError
        return step

    def publish(self, rows: list[Rows], masks: Mapping[int, NDArray[np.int32]]) -> None:
        for row in rows:
            sequence = row.sequence.index
            if sequence in masks:
                self._masks[sequence] = masks[sequence].view(np.uint32)[0]
            self._flags[sequence, row.position % 2] = row.position
        if self._random.random() < 0.5:
            self.run_all()

    def picks(self, step: Step, rows: list[Rows]) -> Iterator[int]:
        while step.picks is None:
            self._run()
        for pick in step.picks:
            if pick < 0:
                raise NotFiniteError
            yield pick

    def run_all(self) -> None:
        while self._steps:
            self._run()

    def check_nothing_waits(self) -> None:
        assert all(self._is_published(row) for step in self._steps for row in step.rows)

    def _is_published(self, row: Rows) -> bool:
        index = row.sequence.index
        return index not in self._masked or self._flags[index, row.position % 2] == row.position

    def _run(self, *, gives_up: bool = False) -> None:
        step = self._steps.popleft()
        step.picks = []
        for row in step.rows:
            index, bits = row.sequence.index, (1 << NUM_IDS) - 1
            if index in self._masked:
                bits = int(self._masks[index])
            if not self._is_published(row):
                assert gives_up, "the host waits for a step that waits for the host"
                bits, self.num_late = 0, self.num_late + 1
            pick = picked(index, row.position, self._tokens[index], bits)
            step.picks.append(pick)
            self._tokens[index] = max(pick, 0)


class Answer:
    def __init__(self, sequence: Sequence, random: Random) -> None:
        self.sequence = sequence
        self.position = random.randrange(20)
        self.ids = [random.randrange(NO_TOKEN)]
        self.seed, self.last = random.randrange(1000), random.choice([3, 8, 1000])
        self.form = Form(self.seed, self.last) if random.random() < 0.7 else None

    @property
    def row(self) -> Rows:
        return Rows(self.sequence, self.position + len(self.ids) - 1)

    def has_ended_with(self, error: Exception) -> bool:
        """Whether there is nothing after the last id, and why."""
        if self.form is not None and len(self.form.taken) >= self.last:
            return isinstance(error, TooComplexError)
        bits = (1 << NUM_IDS) - 1 if self.form is None else self.form.bits
        return picked(self.sequence.index, self.row.position, self.ids[-1], bits) < 0

    def expected(self) -> list[int]:
        """As many ids as there are, one by one."""
        ids, form = self.ids[:1], Form(self.seed, self.last)
        for position in range(self.position, self.position + len(self.ids) - 1):
            bits = (1 << NUM_IDS) - 1 if self.form is None else form.bits
            ids.append(picked(self.sequence.index, position, ids[-1], bits))
            form.taken.append(ids[-1])
        return ids


def run(seed: int, late: float) -> tuple[int, int]:
    """Answers that come and go; returns how many steps there were, and how many rows were late."""
    random = Random(seed)
    stream = Stream(random, late)
    queue = DecodeQueue(stream, stream)  # type: ignore[arg-type]
    state = one_layer_state(Arena(torch.device("cpu")), 8, CAPACITY, num_sequences=NUM_SEQUENCES)
    sequences = [Sequence(each) for each in state.sequences]
    answers: list[Answer] = []
    num_steps = 0
    for _ in range(60):
        free = [each for each in sequences if each not in [a.sequence for a in answers]]
        if free and (not answers or random.random() < 0.2):
            queue.clear()  # as the sampling of a sequence is set
            answers.append(Answer(random.choice(free), random))
        together = [each for each in answers if random.random() < 0.95] or answers[:1]
        num_steps += 1
        ended = decode(queue, together, random.choice([0, 1, 5]))
        stream.check_nothing_waits()
        for each in answers:
            assert each.ids == each.expected(), f"seed {seed}"
        answers = [a for a in answers if a not in ended and random.random() < 0.95]
        if random.random() < 0.1:
            queue.clear()
    stream.run_all()
    return num_steps, stream.num_late


def decode(queue: DecodeQueue, together: list[Answer], ahead: int) -> list[Answer]:
    """A step of these answers, or of each alone after an error; returns those that end."""
    full = [each for each in together if each.row.end > CAPACITY]
    if full:
        return full
    rows, ids = [each.row for each in together], [each.ids[-1] for each in together]
    forms = {each.sequence.index: each.form for each in together if each.form is not None}
    try:
        picks = queue.decode(rows, ids, ahead=ahead, constraints=forms)  # type: ignore[arg-type]
    except LaunchError:
        return together
    except (NotFiniteError, TooComplexError) as error:
        problem = error
    else:
        for each, pick in zip(together, picks, strict=True):
            each.ids.append(pick)
            assert each.form is None or each.form.taken == each.ids[1:]
        return []
    if len(together) > 1:
        return [each for one in together for each in decode(queue, [one], 0)]
    assert together[0].has_ended_with(problem)
    return together


@pytest.mark.parametrize("late", [0.0, 0.2, 1.0])
def test_answers_that_come_and_go_leave_no_step_waiting(late: float) -> None:
    first = SystemRandom().randrange(1 << 31)
    runs = [run(seed, late) for seed in [*range(20), *range(first, first + 40)]]
    assert sum(steps for steps, _ in runs) > 2000
    assert (sum(rows for _, rows in runs) > 0) == (late > 0)
