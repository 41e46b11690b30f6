"""LLVM IR of attention for a few queries at a time: scores, softmax weights.

A row of a cache is loaded and converted once for all of them. Each query's sums have one order,
whatever queries are beside it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.kernels.cpu.ir.integer_dots import call, splat
from engine.kernels.cpu.ir.row_formats import LANES, RowFormat, load, pointer
from engine.kernels.cpu.ir.vectors import (
    QUAD,
    emit_dots,
    emit_exp,
    emit_loop,
    shuffled,
)
from engine.quants.processor import processor_features

_i32, _i64, _f32 = ir.IntType(32), ir.IntType(64), ir.FloatType()
LINE_BYTES = 64  # of a cache
# Sums of eight values that fit in registers beside the operands.
_HAS_AVX512 = bool(processor_features().get("avx512vl"))
_REGISTER_SUMS = 16 if _HAS_AVX512 else 8
WIDE = 16 if _HAS_AVX512 else LANES  # of sums whose lanes are not added


def sums_per_query(num_queries: int) -> int:
    """The sums that each of so many queries has in registers, a power of two."""
    most = min(8, _REGISTER_SUMS // num_queries)
    return 1 << most.bit_length() - 1


def emit_scores(
    builder: ir.IRBuilder, num_keys: int, row_format: RowFormat, queries: list[Any], args: Any
) -> None:
    """scores[q][j] = scale * dot(row j, query q) for `num_keys` rows and all queries.

    `args` are rows, stride, scores, K and scale: rows and those of `queries` and `scores` are
    addresses, stride is the bytes between rows.
    """
    rows, stride, scores, size, scale = args
    keys = [builder.add(rows, builder.mul(stride, _i64(j))) for j in range(num_keys)]
    quads = emit_dots(builder, keys, row_format, queries, size)
    quads = [builder.fmul(quad, splat(builder, scale, QUAD)) for quad in quads]
    for number, to in enumerate(scores):
        first = number * num_keys
        for at in range(0, num_keys, QUAD):
            count = min(QUAD, num_keys)
            lanes = range((first + at) % QUAD, (first + at) % QUAD + count)
            quad = quads[(first + at) // QUAD]
            found = shuffled(builder, quad, quad, lanes)
            target = pointer(builder, builder.add(to, _i64(4 * at)), found.type)
            builder.store(found, target).align = 4


def emit_largest(builder: ir.IRBuilder, values: Any, count: Any, initial: Any) -> Any:
    """The largest of `initial` and `count` float32 at an address; NaN does not count."""

    def larger(a: Any, b: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", b, a), b, a)

    def take(index: Any, before: list[Any], lanes: int) -> list[Any]:
        address = builder.add(values, builder.mul(index, _i64(4 * lanes)))
        return [larger(before[0], load(builder, address, _f32, lanes, 4))]

    num_groups = builder.udiv(count, _i64(WIDE))
    most = [splat(builder, initial, WIDE)]
    (most,) = emit_loop(builder, _i64(0), num_groups, most, partial(take, lanes=WIDE))
    lanes = WIDE
    while lanes > 1:
        lanes //= 2
        parts = (shuffled(builder, most, most, range(at, at + lanes)) for at in (0, lanes))
        most = larger(*parts)
    most = builder.extract_element(most, _i32(0))
    first = builder.mul(num_groups, _i64(WIDE))
    return emit_loop(builder, first, count, [most], partial(take, lanes=1))[0]


def _emit_map(
    builder: ir.IRBuilder, values: Any, count: Any, change: Callable[[Any, Any], Any], by: Any
) -> None:
    """values[i] = change(values[i], by) for i < count; `values` is an address of float32."""

    def change_some(index: Any, _: list[Any], lanes: int) -> list[Any]:
        address = builder.add(values, builder.mul(index, _i64(4 * lanes)))
        other = splat(builder, by, lanes) if lanes > 1 else by
        changed = change(load(builder, address, _f32, lanes, 4), other)
        builder.store(changed, pointer(builder, address, changed.type)).align = 4
        return []

    num_groups = builder.udiv(count, _i64(LANES))
    first = builder.mul(num_groups, _i64(LANES))
    emit_loop(builder, _i64(0), num_groups, [], partial(change_some, lanes=LANES))
    emit_loop(builder, first, count, [], partial(change_some, lanes=1))


def _emit_highest(
    builder: ir.IRBuilder, scores: Any, totals: Any, highest: Any, weights: Any, count: Any,
    size: Any,
) -> Any:  # fmt: skip
    """The highest score so far; where it rises, the totals and the sum of weights are corrected."""
    before = load(builder, highest, _f32, 1, 4)
    found = emit_largest(builder, scores, count, before)
    with builder.if_then(builder.fcmp_ordered(">", found, before)):
        builder.store(found, pointer(builder, highest, _f32)).align = 4
        correction = emit_exp(builder, builder.fsub(before, found))
        _emit_map(builder, totals, size, builder.fmul, correction)
        _emit_map(builder, weights, _i64(1), builder.fmul, correction)
    return found


def emit_weights(builder: ir.IRBuilder, scores: list[Any], count: Any, highest: list[Any]) -> None:
    """Replaces `count` scores at each address by e**(score - highest)."""

    def weigh_some(lanes: int, done: Any, index: Any, _: list[Any]) -> list[Any]:
        offset = builder.mul(builder.add(done, builder.mul(index, _i64(lanes))), _i64(4))
        for address, most in zip(scores, highest, strict=True):
            place = builder.add(address, offset)
            subtracted = splat(builder, most, lanes) if lanes > 1 else most
            score = load(builder, place, _f32, lanes, 4)
            weight = emit_exp(builder, builder.fsub(score, subtracted))
            builder.store(weight, pointer(builder, place, weight.type)).align = 4
        return []

    done = _i64(0)
    for lanes in dict.fromkeys((WIDE, LANES, 1)):
        num_pieces = builder.udiv(builder.sub(count, done), _i64(lanes))
        emit_loop(builder, _i64(0), num_pieces, [], partial(weigh_some, lanes, done))
        done = builder.add(done, builder.mul(num_pieces, _i64(lanes)))


def emit_softmax(
    builder: ir.IRBuilder, scores: list[Any], count: Any, totals: list[Any], size: Any,
    states: list[Any],
) -> None:  # fmt: skip
    """Make `count` scores of each query softmax weights, relative to the highest score so far.

    `scores` and `totals` are addresses, and `states` those of the highest score before and of the
    sum of weights before, for each query. These and the `size` totals follow a higher score.
    """
    highest = [
        _emit_highest(builder, *each, count, size)
        for each in zip(scores, totals, states[::2], states[1::2], strict=True)
    ]
    emit_weights(builder, scores, count, highest)


def _make_map(change: Callable[[ir.IRBuilder, Any, Any], Any]) -> Any:
    @intrinsic
    def map_row(_typing, _values, _count, _by):
        def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
            values, count, by = args
            _emit_map(builder, values, count, partial(change, builder), by)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.float32), codegen

    return map_row


# fill_row(values, count, value) and divide_row(values, count, divisor): float32 at an address.
fill_row = _make_map(lambda _builder, _value, by: by)
divide_row = _make_map(ir.IRBuilder.fdiv)


def emit_fetch(builder: ir.IRBuilder, address: Any, num_bytes: Any) -> None:
    """Have `num_bytes` from an address on brought into the second cache."""

    def fetch(index: Any, _: list[Any]) -> list[Any]:
        emit_fetch_line(builder, builder.add(address, builder.mul(index, _i64(LINE_BYTES))))
        return []

    num_lines = builder.udiv(builder.add(num_bytes, _i64(LINE_BYTES - 1)), _i64(LINE_BYTES))
    emit_loop(builder, _i64(0), num_lines, [], fetch)


def emit_fetch_line(builder: ir.IRBuilder, address: Any) -> None:
    """Have the line of an address brought into the second cache."""
    operands = [pointer(builder, address, ir.IntType(8)), _i32(0), _i32(2), _i32(1)]
    call(builder, "llvm.prefetch.p0", ir.VoidType(), operands)
