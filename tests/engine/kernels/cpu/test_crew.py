"""Shares of a loop are all done, once each, whether helpers come or not."""

import gc
import threading

import numpy as np
import pytest
from numba import njit

from engine.kernels.cpu.crew import Crew, in_shares


@njit
def _add(share, amounts, by):
    amounts[share] += by


_add_all = in_shares(_add)


@njit
def add_everywhere(state, amounts, by):
    _add_all(state, len(amounts), (amounts, by))


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("woken", [True, False])
def test_every_share_is_done_once(size: int, woken: bool) -> None:
    crew, amounts = Crew(size), np.zeros(100, np.int64)
    if woken:
        crew.wake()
    for _ in range(2000):
        add_everywhere(crew.state, amounts, 3)
    assert (amounts == 6000).all()


def test_a_loop_may_have_no_shares() -> None:
    crew = Crew(2)
    crew.wake()
    add_everywhere(crew.state, np.zeros(0, np.int64), 1)


def test_helpers_end_with_their_crew() -> None:
    before = set(threading.enumerate())
    crew = Crew(3)
    crew.wake()
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    del crew
    gc.collect()
    for helper in helpers:
        helper.join(10)
        assert not helper.is_alive()
