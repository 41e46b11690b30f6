"""Runs the CPU's loops, or checks and lists them: the one place where operands become arguments."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

from torch import Tensor

from engine.kernels.cpu.checked_loop import CheckedLoop
from engine.kernels.cpu.kv_rows import as_array
from engine.kernels.cpu.weights import CpuMatrix, CpuStack
from engine.kernels.operands import StepInputs
from engine.kernels.step_bounds import StepBounds

Launch = tuple[Callable[..., None], tuple[Any, ...]]
"""A compiled loop with its arguments."""

_ARGUMENTS: dict[type, Callable[[Any], Any]] = {
    Tensor: as_array,
    StepInputs: lambda inputs: as_array(inputs.num_rows),
    CpuMatrix: attrgetter("table"),
    CpuStack: attrgetter("table"),
}


class CpuLauncher:
    """Launches loops of steps whose positions are below `num_positions`, and token ids below `num_ids`.

    What is run at once is not checked, for that takes longer than many a loop: list a step of the same
    shape before.
    """

    def __init__(self, num_positions: int, num_ids: int) -> None:
        self._num_positions, self._num_ids = num_positions, num_ids
        self._tape: list[Launch] | None = None

    def __call__(self, loop: CheckedLoop, *operands: object) -> None:
        """Run `loop` with tensors, weights, numbers, a step's inputs; or list it. Raises OperandError."""
        arguments = tuple([argument_of(operand) for operand in operands])
        if self._tape is None:
            loop.run(*arguments)
            return
        declared = zip(operands, arguments, strict=True)
        loop.check([self._declared(operand, argument) for operand, argument in declared])
        self._tape.append((loop.run, arguments))

    @contextmanager
    def recording(self) -> Iterator[list[Launch]]:
        """Check and collect the launches made inside the block, each bound to its static tensors."""
        tape: list[Launch] = []
        self._tape = tape
        try:
            yield tape
        finally:
            self._tape = None

    def _declared(self, operand: object, argument: object) -> object:
        """What the check of a loop takes for an operand."""
        match operand:
            case StepInputs():
                return StepBounds(len(operand.positions), self._num_positions, self._num_ids)
            case CpuMatrix() | CpuStack():
                return operand
        return argument


def argument_of(operand: object) -> object:
    """What a compiled loop takes for an operand."""
    convert = _ARGUMENTS.get(type(operand))
    return operand if convert is None else convert(operand)
