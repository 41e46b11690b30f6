"""Attention of a few queries over a block of positions: one compiled function per row format.

Loops call it by its address, as they call products: numba would optimize it again in each of them.
"""

from functools import cache
from typing import Any

from llvmlite import ir
from numba import cfunc, types
from numba.extending import intrinsic

from engine.kernels.cpu.ir.attention_block import Block, emit_block
from engine.kernels.cpu.ir.row_formats import ROW_FORMATS, RowFormat

MOST_TOGETHER = 4  # queries in registers
_NUM_INTEGERS = 19
_OPERANDS = *[types.int64] * _NUM_INTEGERS, types.float32

_i64, _f32 = ir.IntType(64), ir.FloatType()


@intrinsic(prefer_literal=True)
def _attend(
    _typing, number, _num_queries, _keys, _key_stride, _values, _value_stride, _ring, _size, _first,
    _count, _num_before, _num_heads, _query, _query_stride, _total, _total_stride, _score,
    _score_stride, _states, _later, _scale,
):  # fmt: skip
    """`emit_block` for 1 to `MOST_TOGETHER` queries and a format, given as its number."""
    if not isinstance(number, types.IntegerLiteral):
        return None
    row_format = ROW_FORMATS[number.literal_value]

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        _, num_queries, *operands = args
        for count in range(1, MOST_TOGETHER + 1):
            with builder.if_then(builder.icmp_signed("==", num_queries, _i64(count))):
                emit_block(builder, row_format, count, Block(*operands))
        return context.get_dummy_value()

    return types.void(number, *_OPERANDS), codegen


def _make_kernel(number: int) -> Any:
    @cfunc(types.void(*_OPERANDS), cache=True)
    def attend(
        num_queries, keys, key_stride, values, value_stride, ring, size, first, count, num_before,
        num_heads, query, query_stride, total, total_stride, score, score_stride, states, later,
        scale,
    ):  # fmt: skip
        _attend(
            number, num_queries, keys, key_stride, values, value_stride, ring, size, first, count,
            num_before, num_heads, query, query_stride, total, total_stride, score, score_stride,
            states, later, scale,
        )  # fmt: skip

    return attend


@cache
def attention_kernel(row_format: RowFormat) -> Any:
    """The compiled attention over rows of a format, an object with an `address`."""
    return _make_kernel(ROW_FORMATS.index(row_format))


@intrinsic
def call_kernel(
    _typing, _kernel, _num_queries, _keys, _key_stride, _values, _value_stride, _ring, _size,
    _first, _count, _num_before, _num_heads, _query, _query_stride, _total, _total_stride, _score,
    _score_stride, _states, _later, _scale,
):  # fmt: skip
    """Call an attention kernel at its address; see `Block` for its operands."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        kernel = ir.FunctionType(ir.VoidType(), [*[_i64] * _NUM_INTEGERS, _f32])
        builder.call(builder.inttoptr(args[0], kernel.as_pointer()), args[1:])
        return context.get_dummy_value()

    return types.void(types.int64, *_OPERANDS), codegen
