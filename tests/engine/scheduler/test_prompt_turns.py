"""Whose prompt is read next."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from engine.scheduler.prompt_turns import PromptTurns

if TYPE_CHECKING:
    from engine.scheduler.generation import Generation


CHUNK = 300


@dataclass(eq=False)
class Prompt:
    name: str
    num_prompt_left: int

    @property
    def has_prompt_left(self) -> bool:
        return self.num_prompt_left > 0


class Reading:
    """Prompts that arrive, and the order in which their chunks are read."""

    def __init__(self) -> None:
        self._turns = PromptTurns()

    def arrive(self, **num_chunks: int) -> None:
        for name, number in num_chunks.items():
            self._turns.join(cast("Generation", Prompt(name, CHUNK * number)))

    def read(self, num_chunks: int) -> str:
        names = ""
        for _ in range(num_chunks):
            prompt = cast("Prompt", self._turns.next)
            prompt.num_prompt_left -= CHUNK
            self._turns.pass_on(cast("Generation", prompt))
            names += prompt.name
        return names

    @property
    def is_done(self) -> bool:
        return self._turns.next is None and not len(self._turns)


def test_prompts_that_arrive_together_are_read_in_turn() -> None:
    reading = Reading()
    reading.arrive(a=3, b=4, c=3)
    assert reading.read(10) == "abcabcabcb"
    assert reading.is_done


def test_a_short_prompt_waits_for_the_chunk_in_hand_alone() -> None:
    for num_read in range(12):
        reading = Reading()
        reading.arrive(a=10, b=10, c=10)
        reading.read(num_read)
        reading.arrive(d=1)
        assert reading.read(1) == "d"


def test_short_prompts_take_turns_with_long_ones() -> None:
    reading = Reading()
    reading.arrive(a=9, b=9)
    assert reading.read(1) == "a"
    reading.arrive(c=1, d=1, e=1)
    assert reading.read(6) == "cbdaeb"


def test_many_short_ones_leave_every_other_chunk_to_a_long_one() -> None:
    reading = Reading()
    reading.arrive(a=20)
    names = ""
    for _ in range(30):
        reading.arrive(b=1)
        names += reading.read(1)
    assert names == "ba" * 15
