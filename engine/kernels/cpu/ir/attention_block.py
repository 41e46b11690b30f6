"""LLVM IR of attention for a few queries over a block of positions, whose rows are in a ring."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from engine.kernels.cpu.ir.attention_tiles import (
    emit_fetch,
    emit_scores,
    emit_softmax,
    sums_per_query,
)
from engine.kernels.cpu.ir.row_formats import RowFormat, load
from engine.kernels.cpu.ir.vectors import emit_loop
from engine.kernels.cpu.ir.weighted_rows import ValueRows, Weights, emit_weighted_rows
from engine.kernels.sizes import PAGE_ROWS

_i64, _f32 = ir.IntType(64), ir.FloatType()


@dataclass(frozen=True)
class Block:
    """Operands of a block: numbers in registers.

    `keys` and `values` are the addresses of row 0 of a ring, `query`, `total` and `score` those of
    the first query, which comes after `num_before` of its row's `num_heads`; strides are in bytes.
    `later` is the address of the values of the key head's next block, to be fetched as these are, 0
    if there is none; below that, nothing is.
    """

    keys: Any
    key_stride: Any
    values: Any
    value_stride: Any
    ring: Any
    size: Any
    first: Any
    count: Any
    num_before: Any
    num_heads: Any
    query: Any
    query_stride: Any
    total: Any
    total_stride: Any
    score: Any
    score_stride: Any
    states: Any
    later: Any
    scale: Any


def emit_block(
    builder: ir.IRBuilder, row_format: RowFormat, num_queries: int, block: Block
) -> None:
    """Let the positions of a block join the online softmax of some queries."""
    numbers = range(num_queries)
    queries = _heads(builder, block, block.query, block.query_stride, numbers)
    totals = _heads(builder, block, block.total, block.total_stride, numbers)
    scores = [builder.add(block.score, builder.mul(block.score_stride, _i64(i))) for i in numbers]
    _emit_scores(builder, row_format, block, queries, scores)
    states = [builder.add(block.states, _i64(4 * i)) for i in range(2 * num_queries)]
    emit_softmax(builder, scores, block.count, totals, block.size, states)
    _emit_sums(builder, row_format, block, totals, scores, states[1::2])


def _heads(
    builder: ir.IRBuilder, block: Block, first: Any, row_stride: Any, numbers: range
) -> list[Any]:
    """The addresses of the heads of the queries; `first` is that of the first one's."""
    stride = builder.mul(block.size, _i64(4))
    to_next_row = builder.sub(row_stride, builder.mul(block.num_heads, stride))
    found = []
    for i in numbers:
        rows = builder.udiv(builder.add(block.num_before, _i64(i)), block.num_heads)
        offset = builder.add(builder.mul(stride, _i64(i)), builder.mul(rows, to_next_row))
        found.append(builder.add(first, offset))
    return found


def _emit_runs(builder: ir.IRBuilder, block: Block, take: Callable[[Any, Any, Any], None]) -> None:
    """take(row, done, count): the positions after the first `done` are in `count` rows from `row`.

    That is done for two runs of rows, the second of which may be empty.
    """
    row = builder.urem(block.first, block.ring)
    before_end = _least(builder, block.count, builder.sub(block.ring, row))

    def take_run(_index: Any, run: list[Any]) -> list[Any]:
        take(*run)
        return [_i64(0), before_end, builder.sub(block.count, before_end)]

    emit_loop(builder, _i64(0), _i64(2), [row, _i64(0), before_end], take_run)


def _emit_scores(
    builder: ir.IRBuilder, row_format: RowFormat, block: Block, queries: list[Any],
    scores: list[Any],
) -> None:  # fmt: skip
    """scores[q][j] = scale * dot(the key of position j, query q)."""
    together, stride = sums_per_query(len(queries)), block.key_stride
    is_fetching = builder.icmp_signed(">=", block.later, _i64(0))
    fetched = builder.select(is_fetching, builder.mul(stride, _i64(together)), _i64(0))

    def take(row: Any, done: Any, count: Any) -> None:
        def score(num_keys: int, at: Any) -> None:
            key = builder.add(block.keys, builder.mul(builder.add(row, at), stride))
            offset = builder.mul(builder.add(done, at), _i64(4))
            places = [builder.add(each, offset) for each in scores]
            operands = key, stride, places, block.size, block.scale
            emit_scores(builder, num_keys, row_format, queries, operands)

        def score_tile(index: Any, _: list[Any]) -> list[Any]:
            at = builder.mul(index, _i64(together))
            value = builder.add(block.values, builder.mul(builder.add(row, at), stride))
            emit_fetch(builder, value, fetched)
            score(together, at)
            return []

        def score_row(index: Any, _: list[Any]) -> list[Any]:
            score(1, index)
            return []

        num_tiles = builder.udiv(count, _i64(together))
        emit_loop(builder, _i64(0), num_tiles, [], score_tile)
        emit_loop(builder, builder.mul(num_tiles, _i64(together)), count, [], score_row)

    _emit_runs(builder, block, take)


def _emit_sums(
    builder: ir.IRBuilder, row_format: RowFormat, block: Block, totals: list[Any],
    weights: list[Any], sums: list[Any],
) -> None:  # fmt: skip
    """totals[q] += weights[q][j] * the value of position j, in order; the sums at `sums` as well."""
    stride = block.value_stride
    is_fetching = builder.icmp_signed(">", block.later, _i64(0))

    def take(row: Any, done: Any, count: Any) -> None:
        following = builder.urem(builder.add(row, _i64(PAGE_ROWS)), block.ring)
        value = builder.add(block.values, builder.mul(row, stride))
        later = builder.add(block.later, builder.mul(following, stride))
        later = builder.select(is_fetching, later, value)
        places = [builder.add(each, builder.mul(done, _i64(4))) for each in weights]
        before = [load(builder, at, _f32, 1, 4) for at in sums]
        rows = ValueRows(value, later, stride, count)
        found = Weights(places, sums, before)
        emit_weighted_rows(builder, row_format, totals, found, rows, block.size)

    _emit_runs(builder, block, take)


def _least(builder: ir.IRBuilder, a: Any, b: Any) -> Any:
    return builder.select(builder.icmp_signed("<", a, b), a, b)
