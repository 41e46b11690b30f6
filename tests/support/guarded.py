"""Memory between pages that nobody may touch, and a launcher that runs the CPU's loops on such memory.

An access before the first or beyond the last byte of an operand ends the process at once, so what uses
this is a process of its own. Not for Windows.
"""

import ctypes
import mmap
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from engine.kernels.cpu.checked_loop import CheckedLoop
from engine.kernels.cpu.launcher import CpuLauncher, argument_of
from engine.kernels.cpu.products import WEIGHTS
from engine.kernels.cpu.weights import CpuMatrix, CpuStack

Array = NDArray[Any]
Side = Literal["begin", "end"]
SIDES: tuple[Side, Side] = ("begin", "end")

_PAGE = mmap.PAGESIZE
_NO_ACCESS = 0  # PROT_NONE of mmap(2)
_POISON = 0xFF  # NaN as floats, -1 as whole numbers

_c_library = ctypes.CDLL(None, use_errno=True)
_c_library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def guarded_bytes(num_bytes: int, side: Side) -> NDArray[np.uint8]:
    """`num_bytes` bytes whose `side` is that of a page, the page before or behind which has no access."""
    num_pages = max(1, -(-num_bytes // _PAGE))
    memory = np.frombuffer(mmap.mmap(-1, (num_pages + 2) * _PAGE), np.uint8)
    inside = memory[_PAGE : (num_pages + 1) * _PAGE]
    inside[:] = _POISON
    for page in (memory.ctypes.data, inside.ctypes.data + num_pages * _PAGE):
        if _c_library.mprotect(page, _PAGE, _NO_ACCESS) != 0:
            raise OSError(ctypes.get_errno(), "mprotect failed")
    return inside[:num_bytes] if side == "begin" else inside[len(inside) - num_bytes :]


def guarded_copy(array: Array, side: Side) -> Array:
    """The same values, types and strides, of which the last row ends with its last value."""
    if array.size == 0:
        return guarded_bytes(0, side).view(array.dtype).reshape(array.shape)
    spans = zip(array.shape, array.strides, strict=True)
    num_bytes = sum((size - 1) * stride for size, stride in spans) + array.itemsize
    flat = guarded_bytes(num_bytes, side)
    copy = np.ndarray(array.shape, array.dtype, flat, strides=array.strides)
    copy[...] = array
    return copy


def _touched_part(array: Array, extent: tuple[int, ...]) -> Array:
    """What a loop touches of an operand, as a view; rows of a flat extent whole."""
    if len(extent) == array.ndim:
        return array[tuple(slice(size) for size in extent)]
    return array[: -(-extent[0] // max(1, prod(array.shape[1:])))]


def full_name(loop: CheckedLoop) -> str:
    """Its name with that of its module."""
    return f"{loop.run.__module__.rpartition('.')[2]}.{loop.name}"


class GuardedLauncher(CpuLauncher):
    """Runs each loop twice, on copies of the very part of its operands that it says it touches.

    Either side of each part is guarded in turn; both runs must leave the same bits. `loops_run` has the
    names of all that were run.
    """

    def __init__(self, num_positions: int, num_ids: int) -> None:
        super().__init__(num_positions, num_ids)
        self.loops_run: set[str] = set()
        self._weights: dict[tuple[object, Side], tuple[Array, list[Array]]] = {}

    def __call__(self, loop: CheckedLoop, *operands: object) -> None:
        if self._tape is not None or not operands:
            super().__call__(loop, *operands)
            return
        arguments = [argument_of(operand) for operand in operands]
        declared = [self._declared(o, a) for o, a in zip(operands, arguments, strict=True)]
        loop.check(declared)
        self.loops_run.add(full_name(loop))
        extents = loop.extents(declared)
        runs = []
        for side in SIDES:
            runs.append(
                [self._guarded(*each, side) for each in zip(arguments, extents, strict=True)]
            )
            loop.run(*runs[-1])
        for argument, (name, operand, extent), first, second in zip(
            arguments, extents, *runs, strict=True
        ):
            if isinstance(operand, np.ndarray) and name != "crew":
                assert first.tobytes() == second.tobytes(), f"{name} of {loop.name}"
                _touched_part(argument, extent)[...] = second

    def _guarded(
        self, argument: Any, declared: tuple[str, Any, tuple[int, ...] | None], side: Side
    ) -> Any:
        name, operand, extent = declared
        if name == "crew" or not isinstance(argument, np.ndarray):
            return argument
        if isinstance(operand, CpuMatrix | CpuStack):
            return self._guarded_table(operand, side)
        part = argument if name == "step" else _touched_part(argument, extent or ())
        return guarded_copy(part, side)

    def _guarded_table(self, weight: CpuMatrix | CpuStack, side: Side) -> Array:
        """A table of panels between guards; the panels of a weight are copied once."""
        key = weight, side
        if key not in self._weights:
            parts = weight.panels if isinstance(weight, CpuMatrix) else (weight.panels,)
            panels = [guarded_copy(part, side) for part in parts]
            table = weight.table.copy()
            rows = np.atleast_2d(table)  # of a stack there is one
            rows[:, WEIGHTS] = [part.ctypes.data for part in panels]
            self._weights[key] = guarded_copy(table, side), panels
        return self._weights[key][0]
