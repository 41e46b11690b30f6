"""Decode steps ahead of the host, on an executor that only notes what is launched."""

from collections.abc import Collection, Iterator

import numpy as np
import pytest
import torch

from engine.cache.arena import Arena
from engine.runtime.decode_queue import DecodeQueue
from engine.runtime.sequence import Rows, Sequence, write_inputs
from engine.runtime.step_key import Role
from tests.support.shapes import one_layer_state

CAPACITY = 20


class Device:
    """Runner and executor in one: the token after position p is p + 100."""

    capacity = CAPACITY

    def __init__(self, steps_ahead: int) -> None:
        self.steps_ahead = steps_ahead
        self.filled: list[tuple[int, list[int]]] = []
        self.launched: list[int] = []

    def fill(self, rows: list[Rows], token_ids: list[int], masked: Collection[int] = ()) -> None:
        assert not masked
        self.filled.append((rows[0].position, token_ids))

    def run_filled(self, role: Role, rows: list[Rows]) -> None:
        assert role is Role.DECODE
        self.launched.append(rows[0].position)

    def picks(self, _buffers: None, rows: list[Rows]) -> Iterator[int]:
        return (row.position + 100 for row in rows)


class Decoding:
    def __init__(self, steps_ahead: int) -> None:
        state = one_layer_state(Arena(torch.device("cpu")), 8, CAPACITY)
        self.sequence = Sequence(state.sequences[0])
        self.device = Device(steps_ahead)
        self.queue = DecodeQueue(self.device, self.device)  # type: ignore[arg-type]

    def decode(self, token: int, position: int, *, ahead: int = 100) -> int:
        rows = [Rows(self.sequence, position)]
        (picked,) = self.queue.decode(rows, [token], ahead=ahead)
        return picked


@pytest.mark.parametrize("steps_ahead", [0, 1, 2, 5])
def test_only_the_first_step_is_filled_and_as_many_as_wanted_run_ahead(steps_ahead: int) -> None:
    decoding = Decoding(steps_ahead)
    token = 7
    for position in range(8):
        token = decoding.decode(token, position)
        assert token == position + 100
        assert decoding.device.launched == list(range(position + 1 + steps_ahead))
    wanted = [(0, [7])] if steps_ahead else [(0, [7]), *((p, [p + 99]) for p in range(1, 8))]
    assert decoding.device.filled == wanted


def test_another_token_or_place_starts_again() -> None:
    decoding = Decoding(2)
    decoding.decode(7, 0)
    assert decoding.decode(8, 1) == 101  # not the token that was sampled
    assert decoding.decode(101, 5) == 105  # not the place after it
    assert decoding.device.filled == [(0, [7]), (1, [8]), (5, [101])]


def test_after_clear_inputs_are_filled_anew() -> None:
    decoding = Decoding(2)
    token = decoding.decode(7, 0)
    decoding.queue.clear()
    decoding.decode(token, 1)
    assert decoding.device.filled == [(0, [7]), (1, [100])]


def test_no_step_runs_ahead_unannounced_or_beyond_the_cache() -> None:
    decoding = Decoding(2)
    decoding.decode(7, 3, ahead=0)
    assert decoding.device.launched == [3]
    decoding.decode(7, 3, ahead=1)
    assert decoding.device.launched == [3, 3, 4]
    decoding.decode(7, CAPACITY - 2)
    assert decoding.device.launched == [3, 3, 4, CAPACITY - 2, CAPACITY - 1]


def test_a_step_ahead_keeps_its_cache_row_and_serves_no_other() -> None:
    decoding = Decoding(2)

    def decode(position: int, cache_row: int) -> list[tuple[int, list[int]]]:
        rows = [Rows(decoding.sequence, position, cache_row=cache_row)]
        decoding.queue.decode(rows, [position + 99], ahead=2)
        return decoding.device.filled

    assert decode(5, 3) == [(5, [104])]
    assert decode(6, 3) == [(5, [104])]
    assert decode(7, 6) == [(5, [104]), (7, [106])]


def test_rows_name_their_positions_as_cache_rows_or_one_for_all() -> None:
    sequence = Decoding(0).sequence
    block = np.zeros((5, 8), np.int32)
    write_inputs(block, [Rows(sequence, 4, 2), Rows(sequence, 9, 2, cache_row=3)], [1, 2, 3, 4])
    assert block[1, :4].tolist() == [4, 5, 9, 10]
    assert block[2, :4].tolist() == [4, 5, 3, 3]
    assert block[4, 0] == 4


@pytest.mark.parametrize("steps_ahead", [0, 2])
def test_a_step_that_was_started_is_the_next_one_if_it_is_wanted(steps_ahead: int) -> None:
    decoding = Decoding(steps_ahead)
    decoding.queue.start([Rows(decoding.sequence, 3)], [7])
    assert decoding.device.launched == [3]
    assert decoding.decode(7, 3) == 103
    assert decoding.device.filled == [(3, [7])]
    assert decoding.device.launched == list(range(3, 4 + steps_ahead))
    decoding.queue.start([Rows(decoding.sequence, 9)], [7])
    assert decoding.decode(8, 9) == 109
    assert decoding.device.filled[-2:] == [(9, [7]), (9, [8])]
