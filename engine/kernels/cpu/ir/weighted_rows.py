"""LLVM IR that adds weighted rows of values to totals, for a few queries at a time."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core.cgutils import alloca_once

from engine.kernels.cpu.ir.attention_tiles import (
    LINE_BYTES,
    WIDE,
    emit_fetch_line,
    sums_per_query,
)
from engine.kernels.cpu.ir.integer_dots import splat
from engine.kernels.cpu.ir.row_formats import LANES, RowFormat, load, load_scales, pointer
from engine.kernels.cpu.ir.vectors import emit_fma, emit_loop

_FACTOR_ROWS = 16  # whose factors are found at a time, while the products before them wait
_MOST_VECTORS = 4  # of a query's totals in registers: enough to hide how long an addition takes
_SOME_COLUMNS = 32

_i64, _f32 = ir.IntType(64), ir.FloatType()


@dataclass(frozen=True)
class ValueRows:
    """`count` rows, `stride` bytes apart, and those at `later`, fetched as these are read."""

    first: Any
    later: Any
    stride: Any
    count: Any

    def moved(self, builder: ir.IRBuilder, offset: Any) -> "ValueRows":
        """Those so many bytes further on."""
        first, later = (builder.add(at, offset) for at in (self.first, self.later))
        return replace(self, first=first, later=later)


@dataclass(frozen=True)
class Weights:
    """Of the rows for each query: addresses of float32, of their sums, and the sums before."""

    places: list[Any]
    sum_places: list[Any]
    sums: list[Any]


def emit_weighted_rows(
    builder: ir.IRBuilder, row_format: RowFormat, totals: list[Any], weights: Weights,
    rows: ValueRows, size: Any,
) -> None:  # fmt: skip
    """totals[q][:size] += weights[q][j] * row j for all j in order, by fused multiply-adds.

    `totals` are addresses. The sums of weights grow, too. The remainder of the size after whole
    groups is added value by value; formats with groups other than `LANES` values allow none.
    """
    group_len, num_queries = row_format.group_len, len(totals)
    most = max(group_len, min(sums_per_query(num_queries), _MOST_VECTORS) * WIDE)
    scratch = None
    if row_format.has_scale:
        num_factors = num_queries * (most // group_len) * _FACTOR_ROWS
        scratch = builder.ptrtoint(alloca_once(builder, _f32, num_factors), _i64)
    add = partial(_add_columns, builder, row_format, totals, weights, scratch, rows)
    done = _i64(0)
    pieces = [most, min(most, _SOME_COLUMNS), group_len, 1]
    for num_values in dict.fromkeys(pieces[:-1] if row_format.has_scale else pieces):
        num_pieces = builder.udiv(builder.sub(size, done), _i64(num_values))
        emit_loop(builder, _i64(0), num_pieces, [], partial(add, num_values, done))
        done = builder.add(done, builder.mul(num_pieces, _i64(num_values)))


def _add_columns(
    builder: ir.IRBuilder, row_format: RowFormat, totals: list[Any], weights: Weights,
    scratch: Any, rows: ValueRows, num_values: int, done: Any, index: Any, _: list[Any],
) -> list[Any]:  # fmt: skip
    """Add to some columns of each query, whose totals stay in registers, and to its sum.

    The additions to a sum wait for each other, which takes no time beside the multiply-adds. So
    they are done with any columns; the outcome is the same.
    """
    lanes = max(each for each in (1, LANES, WIDE) if num_values % each == 0)
    column = builder.add(done, builder.mul(index, _i64(num_values)))
    skipped = builder.udiv(
        builder.mul(column, _i64(row_format.group_bytes)), _i64(row_format.group_len)
    )
    rows = rows.moved(builder, skipped)
    offset = builder.mul(column, _i64(4))
    targets = [
        builder.add(total, builder.add(offset, _i64(4 * i)))
        for total in totals
        for i in range(0, num_values, lanes)
    ]
    before = [load(builder, at, _f32, lanes, 4) for at in targets] + weights.sums
    columns = _Columns(row_format, num_values, lanes)
    if scratch is None:
        found = _add_rows(builder, columns, weights.places, weights.places, rows, before)
    else:
        found = _add_scaled_rows(builder, columns, weights.places, scratch, rows, before)
    for total, at in zip(found, [*targets, *weights.sum_places], strict=True):
        builder.store(total, pointer(builder, at, total.type)).align = 4
    return []


@dataclass(frozen=True)
class _Columns:
    """Some columns of rows, in vectors of some lanes."""

    row_format: RowFormat
    num_values: int
    lanes: int

    @property
    def num_groups(self) -> int:
        """Those that have a scale."""
        return self.num_values // self.row_format.group_len


def _add_scaled_rows(
    builder: ir.IRBuilder, columns: _Columns, weights: list[Any], scratch: Any, rows: ValueRows,
    totals: list[Any],
) -> list[Any]:  # fmt: skip
    """The totals and sums after rows with scales, whose factors stand in `scratch`, some at a time.

    They stay in registers meanwhile.
    """
    most = _i64(_FACTOR_ROWS)
    num_factors = len(weights) * columns.num_groups
    factors = [builder.add(scratch, _i64(4 * _FACTOR_ROWS * i)) for i in range(num_factors)]

    def add_some(index: Any, totals: list[Any]) -> list[Any]:
        at = builder.mul(index, most)
        left = builder.sub(rows.count, at)
        count = builder.select(builder.icmp_signed("<", left, most), left, most)
        some = replace(rows.moved(builder, builder.mul(at, rows.stride)), count=count)
        places = [builder.add(each, builder.mul(at, _i64(4))) for each in weights]
        _emit_factors(builder, columns, places, factors, some)
        return _add_rows(builder, columns, places, factors, some, totals)

    num_steps = builder.udiv(builder.add(rows.count, _i64(_FACTOR_ROWS - 1)), most)
    return emit_loop(builder, _i64(0), num_steps, totals, add_some)


def _emit_factors(
    builder: ir.IRBuilder, columns: _Columns, weights: list[Any], factors: list[Any],
    rows: ValueRows,
) -> None:  # fmt: skip
    """factors[q * groups + g][j] = weights[q][j] * the scale of group g of row j."""

    def multiply_some(done: Any, index: Any, _: list[Any], lanes: int) -> list[Any]:
        j = builder.add(done, builder.mul(index, _i64(lanes)))
        places = [builder.mul(rows.stride, builder.add(j, _i64(i))) for i in range(lanes)]
        places = [builder.add(rows.first, place) for place in places]
        offset = builder.mul(j, _i64(4))
        found = [load(builder, builder.add(at, offset), _f32, lanes, 4) for at in weights]
        for group in range(columns.num_groups):
            at = _i64(group * columns.row_format.group_bytes)
            scales = load_scales(builder, [builder.add(place, at) for place in places])
            for weight, to in zip(found, factors[group :: columns.num_groups], strict=True):
                target = pointer(builder, builder.add(to, offset), weight.type)
                builder.store(builder.fmul(weight, scales), target).align = 4
        return []

    num_whole, zero = builder.udiv(rows.count, _i64(LANES)), _i64(0)
    emit_loop(builder, zero, num_whole, [], partial(multiply_some, zero, lanes=LANES))
    done = builder.mul(num_whole, _i64(LANES))
    left = builder.sub(rows.count, done)
    emit_loop(builder, zero, left, [], partial(multiply_some, done, lanes=1))


def _add_rows(
    builder: ir.IRBuilder, columns: _Columns, weights: list[Any], factors: list[Any],
    rows: ValueRows, totals: list[Any],
) -> list[Any]:  # fmt: skip
    """The totals after all rows times their factors, and behind them the sums after all weights."""
    row_format, lanes = columns.row_format, columns.lanes
    step = max(lanes, row_format.group_len) if lanes > 1 else 1
    starts = [row_format.num_bytes(i) for i in range(0, columns.num_values, step)]
    num_bytes = row_format.num_bytes(columns.num_values)

    def add_row(j: Any, before: list[Any]) -> list[Any]:
        row = rows.moved(builder, builder.mul(j, rows.stride))
        for at in range(0, num_bytes if lanes == WIDE else 0, LINE_BYTES):
            emit_fetch_line(builder, builder.add(row.later, _i64(at)))
        places = [builder.add(row.first, _i64(at)) for at in starts]
        values = [each for at in places for each in row_format.unpack(builder, at, lanes)]
        offset = builder.mul(j, _i64(4))
        added, found = (
            [load(builder, builder.add(at, offset), _f32, 1, 4) for at in places]
            for places in (weights, factors)
        )
        if lanes > 1:
            found = [splat(builder, factor, lanes) for factor in found]
        totals, sums = before[: -len(weights)], before[-len(weights) :]
        each = len(totals) // len(found)  # totals of a factor
        totals = [
            emit_fma(builder, found[i // each], values[i % len(values)], total)
            for i, total in enumerate(totals)
        ]
        return totals + [builder.fadd(a, b) for a, b in zip(sums, added, strict=True)]

    return emit_loop(builder, _i64(0), rows.count, totals, add_row)
