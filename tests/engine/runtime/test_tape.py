"""The tape: recorded once, replayed on what the buffers hold then."""

import pytest
import torch

from engine.cache.arena import Arena
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.operands import Linear, Norm, Residual, StepInputs
from engine.runtime.step_key import Role, StepKey
from engine.runtime.tape import Tape
from tests.support.float_matrix import panels_of
from tests.support.shapes import plain_sizes

KEY = StepKey(Role.DECODE, 1, 256, "f32")
SIZE = 4


class Adding:
    """x += y, through the kernels."""

    def __init__(self) -> None:
        arena = Arena(torch.device("cpu"))
        self.kernels = CpuKernels(arena, plain_sizes(SIZE, SIZE, 1, 1, SIZE, SIZE, SIZE, 8), 1)
        self.weight = panels_of(torch.eye(SIZE))
        self.x, self.y = torch.zeros(1, SIZE), torch.ones(1, SIZE)

    def launch(self) -> None:
        one = torch.ones(1, dtype=torch.int32)
        self.kernels.project_add(
            DenseActivations(self.y),
            Linear(self.weight),
            Residual(self.x, Norm(torch.ones(SIZE), 1e-5), DenseActivations(torch.empty(1, SIZE))),
            StepInputs(one, one, one, one, one),
        )

    def capture(self) -> Tape:
        return Tape.capture(self.kernels, KEY, self.launch)


def test_capture_runs_nothing_and_replay_reads_the_buffers_anew() -> None:
    adding = Adding()
    tape = adding.capture()
    assert (adding.x == 0).all()
    tape.replay()
    adding.y.fill_(10)
    tape.replay()
    assert (adding.x == 11).all()


def test_replays_only_its_own_key() -> None:
    tape = Adding().capture()
    assert tape.can_replay(StepKey(Role.DECODE, 1, 256, "f32"))
    assert not tape.can_replay(StepKey(Role.DECODE, 1, 512, "f32"))
    assert not tape.can_replay(StepKey(Role.DECODE, 1, 256, "f16"))


def test_released_tape_cannot_be_replayed() -> None:
    tape = Adding().capture()
    tape.release()
    assert not tape.can_replay(KEY)
    with pytest.raises(RuntimeError, match="released"):
        tape.replay()


def test_a_failed_capture_leaves_the_kernels_running_at_once_again() -> None:
    adding = Adding()

    def fail() -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        Tape.capture(adding.kernels, KEY, fail)
    adding.launch()
    assert (adding.x == 1).all()
