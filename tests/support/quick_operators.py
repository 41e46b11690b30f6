"""Has the operators of tensors in Triton's interpreter ask less about their operands.

What has one type, or is a number beside a tensor, needs no conversion, and numpy broadcasts shapes
as Triton does. Such operands are a call of numpy; all others go the interpreter's way.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from triton.language import core
from triton.runtime import interpreter

Function = Callable[[Any, Any], Any]
Operator = Callable[..., Any]

_NUMBERS: dict[str, Function] = {
    "__add__": np.add,
    "__radd__": np.add,
    "__sub__": np.subtract,
    "__mul__": np.multiply,
    "__rmul__": np.multiply,
}
_ORDER: dict[str, Function] = {
    "__lt__": np.less,
    "__le__": np.less_equal,
    "__gt__": np.greater,
    "__ge__": np.greater_equal,
    "__eq__": np.equal,
    "__ne__": np.not_equal,
}
_BITS = {"__and__": np.bitwise_and, "__or__": np.bitwise_or, "__xor__": np.bitwise_xor}
_FRACTIONS = {"__truediv__": np.divide}
_SHIFTS = {"__lshift__": np.left_shift, "__rshift__": np.right_shift}
ORIGINALS: dict[str, Operator] = {
    name: getattr(core.tensor, name) for name in (*_NUMBERS, *_ORDER, *_FRACTIONS, *_BITS, *_SHIFTS)
}

_FLOATS = {"fp32": np.float32, "fp64": np.float64}
_INTEGERS = {
    f"{sign}int{bits}": getattr(np, f"{sign}int{bits}")
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
}
_RANGES = {kind: (np.iinfo(kind).min, np.iinfo(kind).max) for kind in _INTEGERS.values()}


def use_quick_operators() -> None:
    """Patch the tensors of this process. Idempotent."""
    at_length = ORIGINALS | {"__add__": _move}
    for functions, kinds in (
        (_NUMBERS | _ORDER, _FLOATS | _INTEGERS),
        (_FRACTIONS, _FLOATS),
        (_BITS, _INTEGERS | {"int1": np.bool_}),
        (_SHIFTS, _INTEGERS),
    ):
        for name, function in functions.items():
            setattr(core.tensor, name, _quick(name, function, kinds, at_length[name]))


def _move(self: Any, other: Any, _semantic: Any) -> Any:
    """A sum that is not of numbers of one type: in short where a pointer is moved."""
    right = other.value if type(other) is core.constexpr else other
    if self.dtype.is_ptr():
        if type(right) is int and -(1 << 31) <= right < 1 << 31:
            right = _semantic.scalar_constant(right, core.int32)
        is_offset = type(right) is core.tensor and right.dtype.name in ("int32", "int64")
        if is_offset and _have_one_rank(self, right):
            handle = _semantic.builder.create_addptr(self.handle, right.handle)
            return core.tensor(handle, _type(self, right, handle.data.shape))
    return ORIGINALS["__add__"](self, other, _semantic=_semantic)


def _quick(name: str, function: Function, kinds: dict[str, Any], at_length: Operator) -> Operator:
    """The operator `name`: by `function` for tensors of `kinds`, else `at_length`."""
    is_order, is_shift = name in _ORDER, name in _SHIFTS

    def operate(self: Any, other: Any, _semantic: Any = None) -> Any:
        kind = kinds.get(self.dtype.name)
        right = other.value if type(other) is core.constexpr else other
        if type(right) is core.tensor:
            value = _of_tensor(self, right, kind)
        else:
            value = _of_number(right, kind, is_shift=is_shift)
        if value is None:
            return at_length(self, other, _semantic=_semantic or interpreter.interpreter_semantic)
        data = function(self.handle.data, value)
        handle = object.__new__(interpreter.TensorHandle)
        handle.__dict__ = {"data": data, "dtype": self.handle.dtype.scalar, "attr": {}}
        found = _type(self, right, data.shape)
        return core.tensor(handle, found.with_element_ty(core.int1) if is_order else found)

    return operate


def _of_tensor(left: Any, right: Any, kind: Any) -> Any:
    """What numpy takes for a tensor on the right, None if it has another type or rank."""
    if kind is None or left.dtype.name != right.dtype.name:
        return None
    if kind is np.bool_ and not left.handle.data.dtype == right.handle.data.dtype == np.bool_:
        return None
    return right.handle.data if _have_one_rank(left, right) else None


def _of_number(number: Any, kind: Any, *, is_shift: bool) -> Any:
    """What numpy takes for a number on the right, None if Triton would complain of it, or warn."""
    of = type(number)
    if kind in _RANGES and of is int:
        lowest, highest = (0, np.iinfo(kind).bits - 1) if is_shift else _RANGES[kind]
        return kind(number) if lowest <= number <= highest else None
    return kind(number) if kind in _FLOATS.values() and of in (int, float) else None


def _have_one_rank(left: Any, right: Any) -> bool:
    of_left, of_right = left.type, right.type
    are_blocks = of_left.is_block() and of_right.is_block()
    return not are_blocks or len(of_left.shape) == len(of_right.shape)


def _type(left: Any, right: Any, shape: tuple[int, ...]) -> Any:
    """The type of what has elements like those of `left`."""
    found = left.type
    if type(right) is core.tensor and right.type.is_block():
        if not found.is_block():
            return right.type.with_element_ty(left.dtype)
        if found.shape is not right.type.shape:
            return core.block_type(left.dtype, list(shape))
    return found
