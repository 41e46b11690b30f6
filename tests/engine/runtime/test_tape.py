"""The tape: recorded once, replayed on what the buffers hold then."""

import pytest
import torch

from engine.kernels.cpu import CpuKernels
from engine.runtime.step_key import Role, StepKey
from engine.runtime.tape import Tape

KEY = StepKey(Role.DECODE, 1, 256, "f32")


def adding_tape(x: torch.Tensor, y: torch.Tensor) -> Tape:
    kernels = CpuKernels()
    one_row = torch.tensor([1], dtype=torch.int32)
    return Tape.capture(kernels, KEY, lambda: kernels.add(x, y, one_row))


def test_capture_runs_nothing_and_replay_reads_the_buffers_anew() -> None:
    x, y = torch.zeros(1, 4), torch.ones(1, 4)
    tape = adding_tape(x, y)
    assert (x == 0).all()
    tape.replay()
    y.fill_(10)
    tape.replay()
    assert (x == 11).all()


def test_replays_only_its_own_key() -> None:
    tape = adding_tape(torch.zeros(1, 4), torch.ones(1, 4))
    assert tape.can_replay(StepKey(Role.DECODE, 1, 256, "f32"))
    assert not tape.can_replay(StepKey(Role.DECODE, 1, 512, "f32"))
    assert not tape.can_replay(StepKey(Role.DECODE, 1, 256, "f16"))


def test_released_tape_cannot_be_replayed() -> None:
    tape = adding_tape(torch.zeros(1, 4), torch.ones(1, 4))
    tape.release()
    assert not tape.can_replay(KEY)
    with pytest.raises(RuntimeError, match="released"):
        tape.replay()


def test_a_failed_capture_leaves_the_kernels_running_at_once_again() -> None:
    kernels, x = CpuKernels(), torch.zeros(1, 4)

    def fail() -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        Tape.capture(kernels, KEY, fail)
    kernels.add(x, torch.ones(4), torch.tensor([1], dtype=torch.int32))
    assert (x == 1).all()
