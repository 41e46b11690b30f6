"""Converts operands to the arguments of the CPU's loops, then runs or records the loops."""

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
"""A compiled loop and its arguments."""

_ARGUMENTS: dict[type, Callable[[Any], Any]] = {
    Tensor: as_array,
    StepInputs: lambda inputs: as_array(inputs.num_rows),
    CpuMatrix: attrgetter("table"),
    CpuStack: attrgetter("table"),
}


class CpuLauncher:
    """Launches the loops of steps with positions below `num_positions` and ids below `num_ids`.

    Loops that run directly are not checked, which would take longer than many loops: record a step
    of the same shape first.
    """

    def __init__(self, num_positions: int, num_ids: int) -> None:
        self._num_positions, self._num_ids = num_positions, num_ids
        self._tape: list[Launch] | None = None

    def __call__(self, loop: CheckedLoop, *operands: object) -> None:
        """Run `loop` with tensors, weights, numbers and step inputs, or record it.

        Raises OperandError when recording a loop that would exceed an operand.
        """
        arguments = tuple([argument_of(operand) for operand in operands])
        if self._tape is None:
            loop.run(*arguments)
            return
        declared = zip(operands, arguments, strict=True)
        loop.check([self._declared(operand, argument) for operand, argument in declared])
        self._tape.append((loop.run, arguments))

    @contextmanager
    def recording(self) -> Iterator[list[Launch]]:
        """Check and collect the launches of the `with` block, bound to their static tensors."""
        tape: list[Launch] = []
        self._tape = tape
        try:
            yield tape
        finally:
            self._tape = None

    def _declared(self, operand: object, argument: object) -> object:
        """The form of an operand that a loop's check takes."""
        match operand:
            case StepInputs():
                return StepBounds(len(operand.positions), self._num_positions, self._num_ids)
            case CpuMatrix() | CpuStack():
                return operand
        return argument


def argument_of(operand: object) -> object:
    """The argument that a compiled loop takes for an operand."""
    convert = _ARGUMENTS.get(type(operand))
    return operand if convert is None else convert(operand)
