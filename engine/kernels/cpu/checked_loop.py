"""Compiled loops that declare the extents they access, which are checked before they run."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.kernels.step_bounds import OperandError

Extents = Mapping[str, tuple[int, ...]]
"""Accessed elements of each dimension by array name; see `CheckedLoop`."""

# The dtypes of arrays by name; all others are float32.
_INT32 = (
    *("ids", "positions", "kv_rows", "sequences", "history", "holders"),
    *("base", "columns", "counts", "experts", "next_ids", "slots", "starts", "tokens", "used"),
)
_DTYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(_INT32, (np.int32,)),
    **dict.fromkeys(("codes", "one_hot"), (np.int8,)),
    **dict.fromkeys(("k_cache", "v_cache"), (np.float32, np.uint16, np.int16, np.uint8, np.int8)),
}


@dataclass(frozen=True, eq=False)
class CheckedLoop:
    """`run`, and `touched`, which maps the operands by name to the extents that `run` accesses.

    `touched` gets the weight in place of a table, and its extent must equal the weight's shape. It
    gets the `StepBounds` as `step` in place of `num_rows`. An extent of one number counts the
    elements of a contiguous array of any dimension. `crew` is not checked.
    """

    run: Any
    touched: Callable[[Any], Extents]

    @property
    def name(self) -> str:
        """The name of `run`."""
        return str(self.run.__name__)

    def extents(self, operands: Sequence[Any]) -> list[tuple[str, Any, tuple[int, ...] | None]]:
        """Name, operand and extent of each operand; the extent is None where none is declared."""
        named = dict(zip(self._names, operands, strict=True))
        touched = self.touched(SimpleNamespace(**named))
        return [(name, operand, touched.get(name)) for name, operand in named.items()]

    def check(self, operands: Sequence[Any]) -> None:
        """Raise OperandError if `run` would exceed an operand, or an operand has no extent."""
        for name, operand, extent in self.extents(operands):
            if name == "crew" or not hasattr(operand, "shape"):
                continue
            if extent is None or not _fits(name, operand, extent):
                raise OperandError(
                    f"The loop {self.name} touches {extent} of {name}, "
                    f"which is {_described(operand)}."
                )

    @cached_property
    def _names(self) -> list[str]:
        parameters = inspect.signature(getattr(self.run, "py_func", self.run)).parameters
        return ["step" if name == "num_rows" else name for name in parameters]


def touches(touched: Callable[[Any], Extents]) -> Callable[[Any], CheckedLoop]:
    """Decorates a compiled loop: makes it a `CheckedLoop` with `touched`."""
    return lambda run: CheckedLoop(run, touched)


def _fits(name: str, operand: Any, extent: tuple[int, ...]) -> bool:
    if not isinstance(operand, np.ndarray):  # a weight
        return bool(operand.shape == extent)
    if operand.dtype not in _DTYPES.get(name, (np.float32,)):
        return False
    if len(extent) == 1:
        return operand.flags.c_contiguous and prod(operand.shape) >= extent[0]
    has_gaps = operand.shape[-1] > 1 and operand.strides[-1] != operand.itemsize
    return (
        not has_gaps
        and operand.ndim == len(extent)
        and all(size >= wanted for size, wanted in zip(operand.shape, extent, strict=True))
    )


def _described(operand: Any) -> str:
    if not isinstance(operand, np.ndarray):
        return f"a weight {operand.shape}"
    return f"{operand.dtype} {operand.shape} with strides {operand.strides}"
