"""Loads and stores of several bytes at once in compiled loops, at any address."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _load(bits: int) -> Any:
    kind, result = ir.IntType(bits), types.Integer.from_bitwidth(bits, signed=False)

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        value = builder.load(builder.inttoptr(args[0], kind.as_pointer()))
        value.align = 1
        return value

    def typed(_typing: Any, _address: Any) -> Any:
        return result(types.uint64), generate

    return intrinsic(typed)


def _store(bits: int) -> Any:
    kind, value = ir.IntType(bits), types.Integer.from_bitwidth(bits, signed=False)

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store(args[1], builder.inttoptr(args[0], kind.as_pointer())).align = 1
        return context.get_dummy_value()

    def typed(_typing: Any, _address: Any, _word: Any) -> Any:
        return types.void(types.uint64, value), generate

    return intrinsic(typed)


# address uint64 → the bytes from there on, the first one lowest
load_8, load_4 = _load(64), _load(32)
# address uint64, the bytes to write there
store_8, store_4 = _store(64), _store(32)
