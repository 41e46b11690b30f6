"""Conversations with one session side by side, drawn at random, and each of them alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from engine.commands import Generate, IdsPrompt
from engine.config import SamplingParams
from engine.events import Event, Finished
from engine.session.session import Session

SYSTEM = tuple(range(40, 110))  # longer than two chunks of 32
LONG_SYSTEM = tuple(3 + i * i % 280 for i in range(700))  # longer than one of 512


@dataclass
class Asked:
    """A request that comes in round `begins`, and is cancelled in round `ends`, if it is."""

    command: Generate
    begins: int = 0
    ends: int | None = None
    finished: Finished | None = None
    num_rounds: int = 0
    _steps: Iterator[list[Event]] | None = None

    def advance(self, session: Session, turn: int) -> list[Event]:
        """Ask for what comes next in round `turn`."""
        if self._steps is None:
            self._steps = session.steps(self.command, lambda: self._is_cancelled)
        self._is_cancelled = self.ends is not None and turn >= self.ends
        self.num_rounds += 1
        events = next(self._steps)
        if events and isinstance(events[-1], Finished):
            self.finished = events[-1]
        return events


def draw(
    random: Random, number: int, *, alike: float = 0.5, system: Sequence[int] = SYSTEM
) -> list[Asked]:
    """Requests with settings of their own; every third is cancelled.

    The share `alike` begin with some of `system`.
    """
    return [
        _draw_one(random, index, system if random.random() < alike else ())
        for index in range(number)
    ]


def next_turns(random: Random, asked: Sequence[Asked]) -> list[Asked]:
    """What the same ask next: after what there is of their answers, once more, or a little more."""
    return [_next_turn(random, each) for each in asked]


def answer_together(session: Session, asked: Sequence[Asked]) -> None:
    """Answer all; as many run at once as there are sequences, the others wait in order."""
    waiting = sorted((each for each in asked if not each.num_rounds), key=lambda each: each.begins)
    running = [each for each in asked if each.num_rounds and each.finished is None]
    turn = 0
    while waiting or running:
        while waiting and waiting[0].begins <= turn and len(running) < session.info.num_sequences:
            running.append(waiting.pop(0))
        for each in tuple(running):
            each.advance(session, turn)
            if each.finished is not None:
                running.remove(each)
        turn += 1


def answer_alone(session: Session, command: Generate) -> Finished:
    """The whole answer, of which nothing was in the cache."""
    session.forget()
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


def check_equal(session: Session, asked: Sequence[Asked]) -> None:
    """Each answer, or what there is of it, has the ids that it has alone."""
    for each in asked:
        assert each.finished is not None
        alone = answer_alone(session, each.command).ids
        got = each.finished.ids
        assert got == alone[: len(got)]
        assert each.finished.reason == "cancelled" or len(got) == len(alone)


def ids_command(
    ids: Sequence[int], max_tokens: int, sampling: SamplingParams, request_id: str = "r"
) -> Generate:
    """Asks for `max_tokens` tokens after `ids`, whatever they are."""
    return Generate(request_id, IdsPrompt(tuple(ids)), sampling, max_tokens, ignore_end=True)


def _next_turn(random: Random, before: Asked) -> Asked:
    prompt, finished = before.command.prompt, before.finished
    assert isinstance(prompt, IdsPrompt)
    assert finished is not None
    own = [random.randint(3, 300) for _ in range(random.choice([0, 1, 2, 40]))]
    answered = random.choice([(), finished.ids, finished.ids])
    ids = (*prompt.ids, *answered, *own)
    return Asked(replace(before.command, prompt=IdsPrompt(ids)), random.randint(0, 12))


def _draw_one(random: Random, index: int, system: Sequence[int]) -> Asked:
    shared = system[: random.randint(20, len(system))] if system else ()
    own = [random.randint(3, 300) for _ in range(random.randint(1, 90))]
    sampling = SamplingParams(
        temperature=random.choice([0.0, 0.7, 1.5]),
        top_k=random.choice([0, 5, 40]),
        min_p=random.choice([0.0, 0.05]),
        repeat_penalty=random.choice([1.0, 1.3]),
        penalty_last_n=random.choice([8, 64]),
        seed=random.randint(0, 1 << 30),
    )
    begins = random.randint(0, 12)
    ends = begins + random.randint(0, 12) if index % 3 == 2 else None
    command = ids_command([*shared, *own], random.randint(1, 14), sampling, str(index))
    return Asked(command, begins, ends)
