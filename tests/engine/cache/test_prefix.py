"""What is kept between turns: of caches that keep all positions, and of state that steps overwrite."""

from collections.abc import Callable
from copy import copy

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.prefix import CachedPrefix
from engine.cache.state import ModelState
from engine.kernels.sizes import STATE_LAG, ConvShape, KVShape, LayerShape
from tests.support.shared_rows import rows_of

FULL = KVShape(1, 8, 2048)
RING = KVShape(1, 8, 768, window=100)
RECURRENT = ConvShape(8, 3)


class Sequence:
    """A prefix and its state; `feed` is what a prompt step does, `decode` what a decode step does."""

    def __init__(
        self,
        *shapes: LayerShape,
        max_snapshots: int = 2,
        num_sequences: int = 1,
        plan_chunks: Callable[[int], list[int]] | None = None,
    ) -> None:
        self._plan_chunks = plan_chunks
        arena = Arena(torch.device("cpu"))
        self._model = ModelState(arena, shapes, 2048, "f32", max_snapshots, num_sequences)
        self._take(0)

    def beside(self, index: int) -> "Sequence":
        """Another sequence of the same model."""
        other = copy(self)
        other._take(index)
        return other

    def _take(self, index: int) -> None:
        self.layers, self.state = self._model.layers, self._model.sequences[index]
        self.prefix = CachedPrefix(self.state, self._plan_chunks)

    def feed(self, *ids: int) -> None:
        self.state.prepare(len(self.prefix), len(ids))
        self.state.wrote(len(self.prefix), len(ids), commits=True)
        self.prefix.append(ids)

    def read(self, *ids: int) -> None:
        """Compute the prompt `ids` but for the last, chunk by chunk, in a new answer."""
        first = begin = self.prefix.begin([*ids])
        for end in chunks(len(ids) - 1 - first):
            self.state.prepare(begin, first + end - begin)
            self.state.wrote(begin, first + end - begin, commits=True)
            self.prefix.append(ids[begin : first + end], is_chunk=True)
            begin = first + end
        self.prefix.remember()

    def decode(self, *ids: int) -> None:
        for token in ids:
            self.state.prepare(len(self.prefix), 1)
            self.state.wrote(len(self.prefix), 1, commits=False)
            self.prefix.append([token])


def chunks(num_tokens: int) -> list[int]:
    """Chunks of 100 tokens; 50 for the last of a prompt, if it is so short."""
    ends = [*range(100, num_tokens + 1, 100)]
    rest = range(len(ends) * 100 + 50, num_tokens, 50)
    return [*ends, *rest, *([num_tokens] if num_tokens % 100 else [])]


def holding(*ids: int) -> CachedPrefix:
    sequence = Sequence(FULL)
    sequence.feed(*ids)
    return sequence.prefix


def test_keeps_the_common_beginning_and_forgets_the_rest() -> None:
    prefix = holding(1, 2, 3, 4)
    assert prefix.keep([1, 2, 9, 9]) == 2
    assert len(prefix) == 2
    assert prefix.keep([1, 2, 3, 4]) == 2


def test_the_last_id_is_always_computed_again() -> None:
    assert holding(1, 2, 3).keep([1, 2, 3]) == 2
    assert holding(1).keep([1]) == 0


def test_nothing_in_common_keeps_nothing() -> None:
    assert holding(1, 2).keep([5, 6]) == 0
    assert Sequence(FULL).prefix.keep([5, 6]) == 0


def test_clear_keeps_nothing() -> None:
    prefix = holding(1, 2, 3)
    prefix.clear()
    assert prefix.keep([1, 2, 3]) == 0


@pytest.mark.parametrize("shape", [RING, RECURRENT])
def test_a_continued_conversation_keeps_all_of_it(shape: LayerShape) -> None:
    sequence = Sequence(FULL, shape)
    sequence.feed(*range(1000))
    sequence.decode(1000, 1001)
    assert sequence.prefix.keep([*range(1003)]) == 1002


def test_a_window_can_go_back_as_far_as_its_ring_is_longer() -> None:
    sequence = Sequence(FULL, RING)
    sequence.feed(*range(1000))
    assert sequence.prefix.keep([*range(400), 9]) == 400
    sequence.feed(*range(400, 1000))
    assert sequence.prefix.keep([*range(300), 9]) == 0


def test_a_recurrent_state_can_take_back_a_few_tokens_of_an_answer() -> None:
    sequence = Sequence(FULL, RECURRENT)
    sequence.feed(*range(100))
    sequence.decode(*range(100, 120))
    few = 119 - STATE_LAG
    assert sequence.prefix.keep([*range(few), 9]) == few
    assert sequence.prefix.keep([*range(few - 1), 9]) == 0


@pytest.mark.parametrize(("shape", "most"), [(RECURRENT, STATE_LAG), (RING, 768 - 100 - 16)])
def test_it_is_known_what_a_later_step_would_leave(shape: LayerShape, most: int) -> None:
    sequence = Sequence(FULL, shape)
    sequence.feed(*range(1000))
    state = sequence.state
    assert state.can_begin(1000, 1000 + most, 16)
    assert not state.can_begin(1000, 1001 + most, 16)
    state.wrote(1000 + most, 16, commits=False)
    assert state.can_begin(1000)
    state.wrote(1001 + most, 16, commits=False)
    assert not state.can_begin(1000)


def test_going_back_to_a_turn_restores_its_state() -> None:
    sequence = Sequence(FULL, RECURRENT)
    state, prefix = sequence.layers[1].conv.inputs, sequence.prefix
    sequence.feed(*range(100))
    state.fill_(1.0)
    prefix.remember()
    sequence.decode(*range(100, 150))
    state.fill_(2.0)
    assert prefix.keep([*range(140), 9]) == 100
    assert (state == 1.0).all()
    assert len(prefix) == 100
    assert prefix.keep([*range(99), 9]) == 0, "the turn itself is no longer a beginning"


def test_only_so_many_turns_are_remembered_the_latest_ones() -> None:
    sequence = Sequence(RECURRENT, max_snapshots=2)
    for turn in range(4):
        sequence.feed(*range(turn * 100, turn * 100 + 100))
        sequence.prefix.remember()
        sequence.prefix.remember()  # the same again takes no room
    assert sequence.prefix.keep([*range(399), 7, 7]) == 300
    assert sequence.prefix.keep([*range(299), 7, 7]) == 0


def test_nothing_is_copied_where_nothing_is_overwritten() -> None:
    assert not Sequence(FULL).state.has_room
    assert Sequence(FULL, RING).state.has_room


def pair(*shapes: LayerShape) -> tuple[Sequence, Sequence]:
    """Two sequences of one model; rows of the first hold 1, of the second 2."""
    first = Sequence(*shapes, num_sequences=2)
    second = first.beside(1)
    for layer in first.layers:
        for tensor in layer.content.tensors:
            tensor[0].fill_(1.0)
            tensor[1].fill_(2.0)
    return first, second


def test_what_another_sequence_computed_is_taken_over_as_far_as_it_is_the_same() -> None:
    first, second = pair(FULL)
    first.feed(*range(50))
    second.feed(*range(10))
    assert second.prefix.extend_from(first.prefix, [*range(40), 9, 9]) == 40
    second.state.prepare(40, 1)  # a step writes to its own rows
    for rows in rows_of(first.layers[0].kv, 1):
        assert (rows[:, :40] == 1.0).all()
        assert (rows[:, 40:] == 2.0).all(), "what differs"
    assert len(second.prefix) == 40
    assert first.prefix.keep([*range(51)]) == 50


@pytest.mark.parametrize("shape", [RING, RECURRENT])
def test_a_copy_of_overwritten_state_is_as_good_as_the_first_one(shape: LayerShape) -> None:
    first, second = pair(FULL, shape)
    first.feed(*range(1000))
    assert second.prefix.extend_from(first.prefix, [*range(1000), 9]) == 1000
    for tensor in first.layers[1].content.tensors:
        assert (tensor[1] == 1.0).all()
    second.decode(1000, 1001)
    assert second.prefix.keep([*range(1003)]) == 1002


def test_a_copy_begins_where_a_turn_was_remembered() -> None:
    first, second = pair(FULL, RECURRENT)
    first.feed(*range(100))
    first.prefix.remember()
    first.feed(*range(100, 400))
    first.layers[1].conv.inputs[0].fill_(3.0)
    assert second.prefix.count_kept([*range(300)]) == 0
    assert first.prefix.count_kept([*range(300)]) == 100
    assert second.prefix.extend_from(first.prefix, [*range(300)]) == 100
    assert (first.layers[1].conv.inputs[1] == 1.0).all()
    assert len(first.prefix) == 400


def chunked(*shapes: LayerShape, num_sequences: int = 1) -> Sequence:
    """A sequence of a device whose rows depend on their chunk; it has read 260 tokens and 3 more."""
    sequence = Sequence(FULL, *shapes, num_sequences=num_sequences, plan_chunks=chunks)
    sequence.read(*range(261))
    sequence.decode(260, 261, 262)
    return sequence


def test_another_conversation_begins_with_the_chunks_that_it_has_alone() -> None:
    assert chunked().prefix.begin([*range(240), 7, 7]) == 200
    assert chunked().prefix.begin([*range(259), 7]) == 250
    assert chunked().prefix.begin([*range(230)]) == 200, "its third chunk ends at 229"
    assert chunked().prefix.begin([*range(99), 7, 7]) == 0


def test_a_conversation_that_goes_on_keeps_rows_of_its_own_chunks() -> None:
    sequence = chunked()
    sequence.read(*range(263), *range(900, 990))
    sequence.decode(990)
    assert sequence.prefix.begin([*range(263), *range(900, 980), 7]) == 343
    assert sequence.prefix.begin([*range(240), 7, 7]) == 200


@pytest.mark.parametrize("shape", [RING, RECURRENT])
def test_overwritten_state_begins_at_a_chunk_only_where_it_can(shape: LayerShape) -> None:
    assert chunked(shape).prefix.begin([*range(261)]) == 260
    assert chunked(RECURRENT).prefix.begin([*range(240), 7, 7]) == 0


def test_among_several_a_conversation_goes_on_with_the_chunks_that_it_has_alone() -> None:
    sequence = chunked(num_sequences=2)
    assert sequence.prefix.count_kept([*range(263), 7, 7]) == 250
    sequence.read(*range(263), *range(900, 990))
    assert sequence.prefix.begin([*range(263), *range(900, 980), 7]) == 300


@pytest.mark.parametrize("shape", [RING, RECURRENT])
def test_among_several_it_goes_on_from_the_last_chunk_that_a_longer_prompt_has(
    shape: LayerShape,
) -> None:
    sequence = chunked(shape, num_sequences=2)
    assert sequence.prefix.begin([*range(330)]) == 200
    assert chunked(shape, num_sequences=2).prefix.begin([*range(261)]) == 260


def test_chunks_of_another_sequence_replace_what_is_not_of_the_same() -> None:
    first = chunked(num_sequences=2)
    second = first.beside(1)
    second.read(*range(141))
    assert second.prefix.begin([*range(142)]) == 100
    second.feed(*range(100, 130))
    first.layers[0].kv.keys[0].fill_(1.0)
    first.layers[0].kv.keys[1].fill_(2.0)
    assert second.prefix.extend_from(first.prefix, [*range(261)]) == 260
    assert (rows_of(first.layers[0].kv, 1)[0][:, :260] == 1.0).all()
    assert second.prefix.begin([*range(240), 7, 7]) == 200
