"""LLVM IR that multiplies a panel of weights (engine.quants.panels) with rows of activations.

A lane computes one weight row over all columns, and each group of 32 columns ends in one fused
multiply-add, so results do not depend on the vector width or the number of activation rows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.gguf.types import GGMLType
from engine.kernels.cpu.ir.integer_dots import (
    Dots,
    add_products,
    call,
    constant,
    quads_per_step,
    splat,
)
from engine.kernels.cpu.ir.lanes import Lanes
from engine.kernels.cpu.ir.panel_codes import CodeReader
from engine.kernels.cpu.ir.panel_scales import Place, ScaleReader, Scaling
from engine.kernels.cpu.ir.vectors import emit_loop
from engine.quants.panels import LINE_BYTES, PANEL_ROWS, PanelLayout

# A group of 32 activations is 32 int8 `high`, then 32 int8 `low`; a code is 128 high + low. Small
# models need these 15 bits: with 8, their answers differ from those in float32.
GROUP_CODE_BYTES = 64
LOW_BITS = 7
# The record of a group: float32 scale and scale * sum of codes, int32 code sums of both halves.
GROUP_RECORD_BYTES = 16
PREFETCH_BYTES = 4096  # the distance of prefetches

_i8, _i16, _i32, _i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_f32, _f16 = ir.FloatType(), ir.HalfType()


@dataclass(frozen=True)
class _Rows:
    """Addresses per activation row of a tile: [rows]."""

    values: list[Any]
    records: list[Any]
    outputs: list[Any]


class PanelCode:
    """Writes the instructions for `lanes` rows of a panel of one type."""

    def __init__(self, builder: ir.IRBuilder, kind: GGMLType, dots: Dots) -> None:
        self.builder, self.kind, self.dots = builder, kind, dots
        self.layout, self.lanes = PanelLayout(kind), Lanes(builder, dots)
        self.floats, self.ints = self.lanes.floats, self.lanes.ints
        if not self.layout.is_float:
            self.codes = CodeReader(self.lanes, self.layout)
            self.scales = ScaleReader(self.lanes, self.layout)

    def prefetch(self, address: Any, num_bytes: int) -> None:
        """Prefetch weights: with many rows, out-of-order execution does not reach them in time."""
        b = self.builder
        for offset in range(0, num_bytes, LINE_BYTES):
            place = b.add(address, _i64(PREFETCH_BYTES + offset))
            pointer = b.inttoptr(place, _i8.as_pointer())
            call(b, "llvm.prefetch.p0", ir.VoidType(), [pointer, _i32(0), _i32(3), _i32(1)])

    def add_group(
        self, weights: Any, index: Any, lane: Any, totals: list[Any], rows: _Rows
    ) -> list[Any]:
        """totals [rows] + the products of group `index`, for `lanes` rows from `lane` on."""
        b = self.builder
        place = self.place(weights, index, lane)
        quads = self.codes.bytes(place)
        x_offset = b.mul(index, _i64(GROUP_CODE_BYTES))
        x_places = [b.add(row, x_offset) for row in rows.values]
        record_offset = b.mul(index, _i64(GROUP_RECORD_BYTES))
        records = [b.add(row, record_offset) for row in rows.records]
        scales = [self.scale(record) for record in records]
        for scaling in self.scales.scalings(place):
            sums = self.dot_quads(quads, scaling, x_places, records)
            some = zip(totals, sums, records, scales, strict=True)
            totals = [self.add_scaled(*each, scaling) for each in some]
        return totals

    def place(self, weights: Any, index: Any, lane: Any) -> Place:
        """Where group `index` of a panel is; what follows it is fetched ahead."""
        b, layout = self.builder, self.layout
        in_block = _i64(layout.num_groups)
        block = b.add(weights, b.mul(b.udiv(index, in_block), _i64(layout.block_bytes)))
        place = Place(block, b.urem(index, in_block), lane)
        of_group = layout.group_bytes + layout.codes_offset // layout.num_groups
        self.prefetch(b.add(block, b.mul(place.group, _i64(of_group))), of_group)
        return place

    def scale(self, record: Any) -> Any:
        """The scale of a group of activations, float32."""
        return self.lanes.load(record, 0, _f32, 4)

    def add_scaled(self, total: Any, sums: Any, record: Any, scale: Any, scaling: Scaling) -> Any:
        """total + the products of the scaling's columns, whose dot products are `sums`."""
        b, spread, fma = self.builder, self.lanes.spread, self.lanes.fma
        factor = b.fmul(scaling.scale, spread(scale))
        total = fma(b.sitofp(sums, self.floats), factor, total)
        if scaling.minimum is None:
            return total
        return fma(scaling.minimum, spread(self.scaled_sum(record, scale, scaling)), total)

    def dot_quads(
        self, quads: list[Any], scaling: Scaling, x: list[Any], records: list[Any]
    ) -> list[Any]:
        """The dot products of the scaling's columns, int32 [lanes] per row."""
        b, offset, largest = self.builder, self.codes.offset, self.codes.largest
        highs = [constant(self.ints, 0) for _ in x]
        lows = [
            self.lanes.spread(b.mul(self.code_sum(record, scaling), _i32(-offset)))
            if offset
            else constant(self.ints, 0)
            for record in records
        ]
        step = quads_per_step(self.dots, largest)
        for first in range(scaling.quads.start, scaling.quads.stop, step):
            some = range(first, min(first + step, scaling.quads.stop))
            codes = [quads[quad] for quad in some]
            for m, address in enumerate(x):
                for sums, begin in ((highs, 0), (lows, GROUP_CODE_BYTES // 2)):
                    values = [self.x_quad(address, begin + 4 * quad) for quad in some]
                    sums[m] = add_products(b, self.dots, sums[m], codes, values, largest)
        return [self.joined(high, low) for high, low in zip(highs, lows, strict=True)]

    def joined(self, high: Any, low: Any) -> Any:
        """The sums of codes of which high and low codes have these sums."""
        return self.builder.add(self.builder.shl(high, constant(self.ints, LOW_BITS)), low)

    def x_quad(self, address: Any, offset: int) -> Any:
        """Four bytes of an activation row's codes, repeated in every lane."""
        word = self.lanes.load(address, offset, _i32, 1)
        return self.builder.bitcast(self.lanes.spread(word), self.lanes.bytes)

    def code_sum(self, record: Any, scaling: Scaling) -> Any:
        """The sum of the activation codes of the scaling's columns, int32."""
        sums = [self.lanes.load(record, 8 + 4 * half, _i32, 4) for half in scaling.halves]
        return sums[0] if len(sums) == 1 else self.builder.add(*sums)

    def scaled_sum(self, record: Any, scale: Any, scaling: Scaling) -> Any:
        """The sum of the activations of the scaling's columns, float32."""
        if len(scaling.halves) == 2:
            return self.lanes.load(record, 4, _f32, 4)
        total = self.builder.sitofp(self.code_sum(record, scaling), _f32)
        return self.builder.fmul(scale, total)

    def add_floats(
        self, weights: Any, index: Any, lane: Any, totals: list[Any], rows: _Rows, num_cols: int
    ) -> list[Any]:
        """totals [rows] + the products of `num_cols` columns from `index` * `num_cols` on."""
        b, size = self.builder, self.kind.block_bytes
        num_bytes = num_cols * PANEL_ROWS * size
        place = b.add(weights, b.mul(index, _i64(num_bytes)))
        place = b.add(place, b.mul(lane, _i64(size)))
        self.prefetch(place, num_bytes)
        x_offset = b.mul(index, _i64(4 * num_cols))
        x_places = [b.add(row, x_offset) for row in rows.values]
        sums = [constant(self.floats, 0.0) for _ in totals]
        for k in range(num_cols):
            weight = self.float_weights(place, k * PANEL_ROWS * size)
            for m, address in enumerate(x_places):
                sums[m] = self.lanes.fma(
                    weight, self.lanes.spread(self.lanes.load(address, 4 * k, _f32, 4)), sums[m]
                )
        return [b.fadd(total, part) for total, part in zip(totals, sums, strict=True)]

    def float_weights(self, address: Any, offset: int) -> Any:
        """Load weights of a float type as float32 [lanes]."""
        if self.kind is GGMLType.F32:
            return self.lanes.load(address, offset, self.floats, 4)
        if self.kind is GGMLType.F16:
            return self.lanes.load_halves(address, offset)
        upper = self.lanes.load(address, offset, ir.VectorType(_i16, self.dots.lanes), 2)
        bits = self.builder.shl(self.builder.zext(upper, self.ints), constant(self.ints, 16))
        return self.builder.bitcast(bits, self.floats)

    def store(self, total: Any, address: Any, lane: Any, num_left: Any) -> None:
        """Store the lanes of `total` that are among the first `num_left` rows of the panel."""
        b = self.builder
        places = [b.add(lane, _i64(i)) for i in range(self.dots.lanes)]
        numbers: Any = ir.Constant(ir.VectorType(_i64, self.dots.lanes), ir.Undefined)
        for i, place in enumerate(places):
            numbers = b.insert_element(numbers, place, _i32(i))
        mask = b.icmp_signed("<", numbers, splat(b, num_left, self.dots.lanes))
        pointer = b.inttoptr(b.add(address, b.mul(lane, _i64(4))), self.floats.as_pointer())
        name = f"llvm.masked.store.v{self.dots.lanes}f32.p0"
        call(b, name, ir.VoidType(), [total, pointer, _i32(4), mask])


def _write_loops(
    code: PanelCode, weights: Any, num_cols: Any, lanes: list[Any], rows: _Rows
) -> list[list[Any]]:
    """The totals [lanes][rows] over all groups and, for float types, the remaining columns."""
    b, width = code.builder, code.layout.group_cols
    num_groups = b.udiv(num_cols, _i64(width))

    def split(totals: list[Any]) -> list[list[Any]]:
        count = len(rows.values)
        return [totals[begin : begin + count] for begin in range(0, len(totals), count)]

    def added(add: Callable[..., list[Any]], index: Any, totals: list[Any]) -> list[Any]:
        some = zip(lanes, split(totals), strict=True)
        return [new for lane, part in some for new in add(weights, index, lane, part, rows)]

    totals = [constant(code.floats, 0.0)] * (len(lanes) * len(rows.values))
    if not code.layout.is_float:
        return split(emit_loop(b, _i64(0), num_groups, totals, partial(added, code.add_group)))
    several, single = (
        partial(added, partial(code.add_floats, num_cols=count)) for count in (width, 1)
    )
    totals = emit_loop(b, _i64(0), num_groups, totals, several)
    whole = b.mul(num_groups, _i64(width))
    return split(emit_loop(b, whole, num_cols, totals, single))


def write_tile(
    builder: ir.IRBuilder,
    kind: GGMLType,
    dots: Dots,
    num_rows: int,
    num_parts: int,
    args: list[Any],
) -> None:
    """Write the code of `multiply_tile`; `args` are its addresses, strides and counts, int64."""
    w, lane, num_cols, x, x_stride, records, records_stride, y, y_stride, left = args
    code = PanelCode(builder, kind, dots)
    many = range(num_rows)
    rows = _Rows(
        [builder.add(x, builder.mul(x_stride, _i64(m))) for m in many],
        [builder.add(records, builder.mul(records_stride, _i64(m))) for m in many],
        [builder.add(y, builder.mul(y_stride, _i64(m))) for m in many],
    )
    lanes = [builder.add(lane, _i64(part * dots.lanes)) for part in range(num_parts)]
    for first, totals in zip(lanes, _write_loops(code, w, num_cols, lanes, rows), strict=True):
        for total, address in zip(totals, rows.outputs, strict=True):
            code.store(total, address, first, left)


@intrinsic(prefer_literal=True)
def multiply_tile(
    _typing, kind, dots, num_rows, num_parts, _w, _lane, _num_cols, _x, _x_stride, _records,
    _records_stride, _y, _y_stride, _left,
):  # fmt: skip
    """y[m, i] = dot(panel row i, x[m]) for `num_rows` rows m and the first `left` panel rows i.

    Computes `num_parts` * `dots.lanes` rows of the panel at `w`, from row `lane` on. Strides are in
    bytes. x is int8 codes with a record per group of 32, or float32 for float weights.
    """
    if not all(
        isinstance(each, types.IntegerLiteral) for each in (kind, dots, num_rows, num_parts)
    ):
        return None
    weight_type, variant = GGMLType(kind.literal_value), Dots(dots.literal_value)
    rows, parts = num_rows.literal_value, num_parts.literal_value

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        write_tile(builder, weight_type, variant, rows, parts, args[4:])
        return context.get_dummy_value()

    return types.void(kind, dots, num_rows, num_parts, *[types.int64] * 10), codegen
