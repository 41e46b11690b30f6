"""Whose prompt is read next."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from engine.scheduler.prompt_turns import PromptTurns

if TYPE_CHECKING:
    from engine.scheduler.generation import Generation


@dataclass(eq=False)
class Prompt:
    name: str
    num_chunks: int

    @property
    def has_prompt_left(self) -> bool:
        return self.num_chunks > 0


class Reading:
    """Prompts that arrive, and the order in which their chunks are read."""

    def __init__(self) -> None:
        self._turns = PromptTurns()

    def arrive(self, **num_chunks: int) -> None:
        for name, number in num_chunks.items():
            self._turns.join(cast("Generation", Prompt(name, number)))

    def read(self, num_chunks: int) -> str:
        names = ""
        for _ in range(num_chunks):
            prompt = cast("Prompt", self._turns.next)
            prompt.num_chunks -= 1
            self._turns.pass_on(cast("Generation", prompt))
            names += prompt.name
        return names

    @property
    def is_done(self) -> bool:
        return self._turns.next is None and not len(self._turns)


def test_prompts_that_arrive_together_are_read_in_turn() -> None:
    reading = Reading()
    reading.arrive(a=3, b=2, c=1)
    assert reading.read(6) == "abacba"
    assert reading.is_done


def test_a_short_prompt_waits_for_the_chunk_in_hand_alone() -> None:
    reading = Reading()
    reading.arrive(a=10)
    reading.read(4)
    reading.arrive(b=1)
    assert reading.read(2) == "ba"


def test_many_short_ones_leave_every_other_chunk_to_a_long_one() -> None:
    reading = Reading()
    reading.arrive(a=5)
    assert reading.read(1) == "a"
    reading.arrive(b=1, c=1, d=1)
    assert reading.read(7) == "bacadaa"
    assert reading.is_done
