"""Which sequence an answer gets."""

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.kernels.sizes import KVShape
from engine.runtime.sequence import Sequence
from engine.scheduler.slots import Slots

CHAT = list(range(100))
OTHER = list(range(200, 300))


@pytest.fixture
def sequences() -> list[Sequence]:
    arena = Arena(torch.device("cpu"))
    state = ModelState(arena, [KVShape(1, 8, 512)], 512, "f32", num_sequences=3)
    return [Sequence(each) for each in state.sequences]


def answered(slots: Slots, ids: list[int]) -> int:
    """The sequence that answers `ids`, which it then holds."""
    sequence = slots.take(ids)
    sequence.prefix.keep(ids)
    sequence.prefix.append(ids[len(sequence.prefix) :])
    slots.release(sequence)
    return sequence.index


def test_a_conversation_goes_on_in_its_own_sequence(sequences: list[Sequence]) -> None:
    slots = Slots(sequences)
    assert [answered(slots, ids) for ids in (CHAT, OTHER)] == [0, 1]
    assert answered(slots, [*OTHER, 5, 6]) == 1
    assert answered(slots, [*CHAT, 5, 6]) == 0


def test_it_does_where_its_answers_are_computed_again(sequences: list[Sequence]) -> None:
    state = sequences[0].state._model.sequences
    slots = Slots([Sequence(each, lambda num_tokens: [num_tokens]) for each in state])
    assert [answered(slots, ids) for ids in (CHAT, OTHER)] == [0, 1]
    assert answered(slots, [*OTHER, 5, 6]) == 1
    assert answered(slots, [*CHAT, 5, 6]) == 0


def test_another_conversation_with_the_same_beginning_overwrites_none(
    sequences: list[Sequence],
) -> None:
    slots = Slots(sequences)
    branches = [[*CHAT[:20], number, *OTHER] for number in (1, 2, 3)]
    assert [answered(slots, branch) for branch in branches] == [0, 1, 2]
    assert answered(slots, [*branches[1], 7]) == 1


def test_the_sequence_used_longest_ago_is_overwritten(sequences: list[Sequence]) -> None:
    slots = Slots(sequences)
    for begin in (1, 2, 3):
        answered(slots, [begin, *CHAT])
    answered(slots, [1, *CHAT, 5])
    assert answered(slots, OTHER) == 1


def test_a_sequence_with_an_answer_is_not_taken(sequences: list[Sequence]) -> None:
    slots = Slots(sequences)
    answered(slots, CHAT)
    assert slots.take([*CHAT, 1]).index == 0
    assert slots.take([*CHAT, 2]).index == 1
    assert slots.take([*CHAT, 3]).index == 2
    with pytest.raises(RuntimeError, match="every sequence"):
        slots.take(CHAT)
