"""LLVM IR of attention for a few queries at a time: scores, softmax weights, weighted sums of rows.

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
    emit_fma,
    emit_loop,
    shuffled,
)
from engine.quants.processor import processor_features

_i32, _i64, _f32 = ir.IntType(32), ir.IntType(64), ir.FloatType()
_LINE_BYTES = 64  # of a cache
# Sums of eight values that fit in registers beside the operands.
_REGISTER_SUMS = 16 if processor_features().get("avx512vl") else 8


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

    num_groups = builder.udiv(count, _i64(LANES))
    most = [splat(builder, initial, LANES)]
    (most,) = emit_loop(builder, _i64(0), num_groups, most, partial(take, lanes=LANES))
    lanes = LANES
    while lanes > 1:
        lanes //= 2
        parts = (shuffled(builder, most, most, range(at, at + lanes)) for at in (0, lanes))
        most = larger(*parts)
    most = builder.extract_element(most, _i32(0))
    first = builder.mul(num_groups, _i64(LANES))
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


def emit_weights(
    builder: ir.IRBuilder, scores: list[Any], count: Any, highest: list[Any], sums: list[Any]
) -> list[Any]:
    """Replaces `count` scores at each address by e**(score - highest); `sums` plus all in order."""

    def weigh_some(index: Any, sums: list[Any], lanes: int) -> list[Any]:
        offset = builder.mul(index, _i64(4 * lanes))
        for address, most in zip(scores, highest, strict=True):
            place = builder.add(address, offset)
            subtracted = splat(builder, most, LANES) if lanes > 1 else most
            score = load(builder, place, _f32, lanes, 4)
            weight = emit_exp(builder, builder.fsub(score, subtracted))
            builder.store(weight, pointer(builder, place, weight.type)).align = 4
        return add_some(index, sums, lanes) if is_alone else []

    def add_some(index: Any, sums: list[Any], lanes: int) -> list[Any]:
        offset = builder.mul(index, _i64(4 * lanes))
        places = [builder.add(address, offset) for address in scores]
        for i in range(lanes):
            weights = [load(builder, builder.add(at, _i64(4 * i)), _f32, 1, 4) for at in places]
            sums = [builder.fadd(a, b) for a, b in zip(sums, weights, strict=True)]
        return sums

    def each(step: Callable[..., list[Any]], values: list[Any]) -> list[Any]:
        values = emit_loop(builder, _i64(0), num_groups, values, partial(step, lanes=LANES))
        return emit_loop(builder, first, count, values, partial(step, lanes=1))

    num_groups = builder.udiv(count, _i64(LANES))
    first = builder.mul(num_groups, _i64(LANES))
    is_alone = len(scores) == 1  # its additions wait for each other: beside them, weights are found
    found = each(weigh_some, sums if is_alone else [])
    return found if is_alone else each(add_some, sums)


def emit_weighted_rows(
    builder: ir.IRBuilder, row_format: RowFormat, totals: list[Any], weights: list[Any], args: Any
) -> None:
    """totals[q][:K] += weights[q][j] * row j for all `count` rows in order, by fused multiply-adds.

    `args` are rows, stride, count and K; rows, `totals` and `weights` (float32) are addresses,
    stride is the bytes between rows. The remainder of K after whole groups is added value by value.
    Formats with groups other than `LANES` values allow no remainder.
    """
    *rows, size = args
    together = max(1, sums_per_query(len(totals)) * LANES // row_format.group_len)
    add = partial(_add_columns, builder, row_format, totals, weights, rows)
    num_groups = builder.udiv(size, _i64(row_format.group_len))
    num_whole = builder.udiv(num_groups, _i64(together))
    first = builder.mul(num_whole, _i64(together))
    emit_loop(builder, _i64(0), num_whole, [], partial(add, together, LANES))
    emit_loop(builder, first, num_groups, [], partial(add, 1, LANES))
    if row_format.group_len == LANES:
        first = builder.mul(num_groups, _i64(LANES))
        emit_loop(builder, first, size, [], partial(add, 1, 1))


def _add_columns(
    builder: ir.IRBuilder, row_format: RowFormat, totals: list[Any], weights: list[Any], rows: Any,
    num_groups: int, lanes: int, index: Any, _: list[Any],
) -> list[Any]:  # fmt: skip
    """Add to some groups of each query, or to a value with one lane: sums stay in registers."""
    first, stride, count = rows
    group_len = row_format.group_len if lanes > 1 else 1
    group_bytes = row_format.group_bytes * group_len // row_format.group_len
    group = builder.mul(index, _i64(num_groups))
    first = builder.add(first, builder.mul(group, _i64(group_bytes)))

    def add_row(j: Any, sums: list[Any]) -> list[Any]:
        row = builder.add(first, builder.mul(j, stride))
        places = [builder.add(row, _i64(i * group_bytes)) for i in range(num_groups)]
        groups = [row_format.unpack(builder, place, lanes) for place in places]
        added: list[Any] = []
        for address in weights:
            weight = load(builder, builder.add(address, builder.mul(j, _i64(4))), _f32, 1, 4)
            weight = splat(builder, weight, lanes) if lanes > 1 else weight
            for values, scale in groups:
                factor = weight if scale is None else builder.fmul(weight, scale)
                for value in values:
                    added.append(emit_fma(builder, factor, value, sums[len(added)]))
        return added

    offset, steps = builder.mul(group, _i64(4 * group_len)), range(0, num_groups * group_len, lanes)
    targets = [
        builder.add(each, builder.add(offset, _i64(4 * i))) for each in totals for i in steps
    ]
    before = [load(builder, at, _f32, lanes, 4) for at in targets]
    for total, at in zip(emit_loop(builder, _i64(0), count, before, add_row), targets, strict=True):
        builder.store(total, pointer(builder, at, total.type)).align = 4
    return []


def emit_softmax(
    builder: ir.IRBuilder, scores: list[Any], count: Any, totals: list[Any], size: Any, states: Any
) -> None:
    """Make `count` scores of each query softmax weights, relative to the highest score so far.

    `scores` and `totals` are addresses. `states` is that of two float32 per query: the highest
    score before, and the sum of weights. It and the `size` totals follow a higher one.
    """
    places = [builder.add(states, _i64(4 * i)) for i in range(2 * len(scores))]
    highest = [
        _emit_highest(builder, *each, count, size)
        for each in zip(scores, totals, places[::2], places[1::2], strict=True)
    ]
    sums = [load(builder, at, _f32, 1, 4) for at in places[1::2]]
    sums = emit_weights(builder, scores, count, highest, sums)
    for total, at in zip(sums, places[1::2], strict=True):
        builder.store(total, pointer(builder, at, _f32)).align = 4


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

    def fetch_line(index: Any, _: list[Any]) -> list[Any]:
        at = builder.add(address, builder.mul(index, _i64(_LINE_BYTES)))
        operands = [pointer(builder, at, ir.IntType(8)), _i32(0), _i32(2), _i32(1)]
        call(builder, "llvm.prefetch.p0", ir.VoidType(), operands)
        return []

    num_lines = builder.udiv(builder.add(num_bytes, _i64(_LINE_BYTES - 1)), _i64(_LINE_BYTES))
    emit_loop(builder, _i64(0), num_lines, [], fetch_line)
