"""LLVM IR that multiplies a panel of weights (engine.quants.panels) with rows of activations.

A lane holds one row of weights from the first column to the last, and each group of 32 columns ends in
one fused multiply-add: so all vector widths and all numbers of activation rows give the same bits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.gguf.types import GGMLType
from engine.kernels.integer_dots import (
    Dots,
    add_products,
    call,
    constant,
    look_up,
    quads_per_step,
    splat,
)
from engine.kernels.vector_ir import emit_loop
from engine.quants.panels import LINE_BYTES, PANEL_ROWS, QUADS, PanelLayout
from engine.quants.tiles import Scales

# A group of 32 activations is 32 int8 `high`, then 32 int8 `low`, for codes of 128 high + low: 15 bits,
# since with 8 a model of few parameters says other things than it does in float32.
GROUP_CODE_BYTES = 64
LOW_BITS = 7
# Beside it, float32 scale and scale * sum of codes; int32 sums of the codes of either half.
GROUP_RECORD_BYTES = 16
PREFETCH_BYTES = 4096  # ahead of what is multiplied

_IQ4_CODEBOOK = [v + 128 for v in (
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113
)]  # fmt: skip
# Twice the E2M1 values, so that they are whole; the scale is halved.
_MXFP4_CODEBOOK = [v + 12 for v in (0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12)]
_CODEBOOKS = {
    GGMLType.IQ4_NL: _IQ4_CODEBOOK,
    GGMLType.IQ4_XS: _IQ4_CODEBOOK,
    GGMLType.MXFP4: _MXFP4_CODEBOOK,
}
# What a code is above the integer it stands for.
_OFFSETS = {
    GGMLType.Q8_0: 128,
    GGMLType.Q4_0: 8,
    GGMLType.Q5_0: 16,
    GGMLType.Q3_K: 4,
    GGMLType.Q6_K: 32,
    GGMLType.IQ4_NL: 128,
    GGMLType.IQ4_XS: 128,
    GGMLType.MXFP4: 12,
}

_i8, _i16, _i32, _i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_f32, _f16 = ir.FloatType(), ir.HalfType()


@dataclass(frozen=True)
class _Scaling:
    """Of the columns of some quads: what their codes are multiplied by, and what is added to each."""

    quads: range
    scale: Any
    minimum: Any | None
    halves: tuple[int, ...]  # of the group, whose sums of activations go with these columns


@dataclass(frozen=True)
class _Rows:
    """Addresses of what belongs to each row of activations of a tile: [rows]."""

    values: list[Any]
    records: list[Any]
    outputs: list[Any]


class _PanelCode:
    """Writes the instructions for `lanes` rows of a panel of one type."""

    def __init__(self, builder: ir.IRBuilder, kind: GGMLType, dots: Dots) -> None:
        self.builder, self.kind, self.dots, self.lanes = builder, kind, dots, dots.lanes
        self.layout = PanelLayout(kind)
        self.floats = ir.VectorType(_f32, dots.lanes)
        self.ints = ir.VectorType(_i32, dots.lanes)
        self.bytes = ir.VectorType(_i8, 4 * dots.lanes)

    def load(self, address: Any, offset: int, kind: ir.Type, alignment: int) -> Any:
        place = self.builder.add(address, _i64(offset))
        value = self.builder.load(self.builder.inttoptr(place, kind.as_pointer()), typ=kind)
        value.align = alignment
        return value

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        """a * b + c, rounded once."""
        return call(self.builder, f"llvm.fma.v{self.lanes}f32", self.floats, [a, b, c])

    def spread(self, scalar: Any) -> Any:
        return splat(self.builder, scalar, self.lanes)

    def halves(self, block: Any, index: int) -> Any:
        kind = ir.VectorType(_f16, self.lanes)
        return self.builder.fpext(self.load(block, 2 * PANEL_ROWS * index, kind, 2), self.floats)

    def scale_bytes(self, block: Any, index: Any) -> Any:
        """uint8 [lanes]: scale bytes number `index` of a block."""
        place = self.builder.add(block, self.builder.mul(index, _i64(PANEL_ROWS)))
        return self.load(place, self.layout.bytes_offset, ir.VectorType(_i8, self.lanes), 1)

    def prefetch(self, address: Any, num_bytes: int) -> None:
        """Ask for weights that are multiplied soon: many rows leave no room to run ahead to them."""
        b = self.builder
        for offset in range(0, num_bytes, LINE_BYTES):
            place = b.add(address, _i64(PREFETCH_BYTES + offset))
            pointer = b.inttoptr(place, _i8.as_pointer())
            call(b, "llvm.prefetch.p0", ir.VoidType(), [pointer, _i32(0), _i32(3), _i32(1)])

    def unsigned(self, values: Any) -> Any:
        return self.builder.uitofp(self.builder.zext(values, self.ints), self.floats)

    def signed(self, values: Any) -> Any:
        return self.builder.sitofp(self.builder.sext(values, self.ints), self.floats)

    def scalings(self, block: Any, group: Any) -> list[_Scaling]:
        """Those of group `group` of a block; `block` is the address of the first lane's half."""
        b, scales = self.builder, self.layout.format.scales
        # Halves stand 2 bytes apart, scale bytes 1: `block` and `bytes` differ by where lanes begin.
        halves, bytes_ = block
        whole = range(QUADS)
        if scales is Scales.HALF:
            return [_Scaling(whole, self.halves(halves, 0), None, (0, 1))]
        if scales is Scales.HALF_MINIMUM:
            return [_Scaling(whole, self.halves(halves, 0), self.halves(halves, 1), (0, 1))]
        if scales is Scales.E8M0:
            return [_Scaling(whole, self.powers(self.scale_bytes(bytes_, group)), None, (0, 1))]
        d = self.halves(halves, 0)
        if scales is Scales.INT8:
            scale = b.fmul(d, self.signed(self.scale_bytes(bytes_, group)))
            return [_Scaling(whole, scale, None, (0, 1))]
        if scales is Scales.SIX_BIT_MINIMUM:
            scale = b.fmul(d, self.unsigned(self.scale_bytes(bytes_, group)))
            last = self.scale_bytes(bytes_, b.add(group, _i64(8)))
            minimum = b.fneg(b.fmul(self.halves(halves, 1), self.unsigned(last)))
            return [_Scaling(whole, scale, minimum, (0, 1))]
        return [self.half_group(halves, bytes_, group, d, half) for half in (0, 1)]

    def half_group(self, halves: Any, bytes_: Any, group: Any, d: Any, half: int) -> _Scaling:
        """The scaling of 16 columns."""
        b = self.builder
        quads = range(QUADS // 2 * half, QUADS // 2 * (half + 1))
        both = self.scale_bytes(bytes_, b.add(b.mul(group, _i64(2)), _i64(half)))
        if self.layout.format.scales is Scales.INT8_PER_16:
            return _Scaling(quads, b.fmul(d, self.signed(both)), None, (half,))
        low = b.and_(both, constant(both.type, 15))
        high = b.lshr(both, constant(both.type, 4))
        minimum = b.fneg(b.fmul(self.halves(halves, 1), self.unsigned(high)))
        return _Scaling(quads, b.fmul(d, self.unsigned(low)), minimum, (half,))

    def powers(self, exponents: Any) -> Any:
        """2^(e - 128): the two smallest are below float32's normal numbers."""
        b = self.builder
        e = b.zext(exponents, self.ints)
        normal = b.shl(b.sub(e, constant(self.ints, 1)), constant(self.ints, 23))
        first = constant(self.ints, 1 << 21)
        tiny = b.shl(first, b.and_(e, constant(self.ints, 1)))
        is_tiny = b.icmp_unsigned("<", e, constant(self.ints, 2))
        return b.bitcast(b.select(is_tiny, tiny, normal), self.floats)

    def codes(self, codes: Any) -> list[Any]:
        """The codes of a group, uint8 [4 lanes] a quad; `codes` is their address."""
        b, form = self.builder, self.layout.format
        low, high = form.low_bits, form.high_bits

        def field(line: int, place: int, bits: int, shift: int) -> Any:
            """`bits` bits from bit `place` on of a line's bytes, moved up by `shift`."""
            value = lines[line]
            if place < shift:
                value = b.shl(value, constant(self.bytes, shift - place))
            elif place > shift:
                value = b.lshr(value, constant(self.bytes, place - shift))
            if bits == 8 or (place + bits == 8 and shift == 0):
                return value
            return b.and_(value, constant(self.bytes, ((1 << bits) - 1) << shift))

        lines = [self.load(codes, LINE_BYTES * line, self.bytes, 1) for line in range(low + high)]
        quads = []
        for quad in range(QUADS):
            code = field(quad % low, quad // low * low, low, 0)
            if high:
                code = b.or_(code, field(low + quad % high, quad // high * high, high, low))
            quads.append(code)
        return quads

    @property
    def largest_code(self) -> int:
        codebook = _CODEBOOKS.get(self.kind)
        form = self.layout.format
        return max(codebook) if codebook else (1 << form.low_bits + form.high_bits) - 1

    def prepared(self, quads: list[Any]) -> tuple[list[Any], int]:
        """What is multiplied instead of the codes, and how far that is above the weights' integers."""
        b, offset = self.builder, _OFFSETS.get(self.kind, 0)
        flipped = self.dots.wants_signed and self.largest_code > 127
        codebook = _CODEBOOKS.get(self.kind)
        if codebook:
            table = [value ^ 128 for value in codebook] if flipped else codebook
            quads = [look_up(b, self.dots, quad, table) for quad in quads]
        elif flipped:
            quads = [b.xor(quad, constant(self.bytes, 128)) for quad in quads]
        return quads, offset - 128 if flipped else offset

    def add_group(
        self, weights: Any, index: Any, lane: Any, totals: list[Any], rows: _Rows
    ) -> list[Any]:
        """totals [rows] + the products of group `index`, for `lanes` rows from `lane` on."""
        b, layout = self.builder, self.layout
        in_block = _i64(layout.num_groups)
        block = b.add(weights, b.mul(b.udiv(index, in_block), _i64(layout.block_bytes)))
        group = b.urem(index, in_block)
        codes = b.add(block, b.mul(group, _i64(layout.group_bytes)))
        codes = b.add(codes, b.add(b.mul(lane, _i64(4)), _i64(layout.codes_offset)))
        places = b.add(block, b.mul(lane, _i64(2))), b.add(block, lane)
        self.prefetch(codes, layout.group_bytes + layout.codes_offset // layout.num_groups)
        quads, offset = self.prepared(self.codes(codes))
        x_offset = b.mul(index, _i64(GROUP_CODE_BYTES))
        x_places = [b.add(row, x_offset) for row in rows.values]
        record_offset = b.mul(index, _i64(GROUP_RECORD_BYTES))
        records = [b.add(row, record_offset) for row in rows.records]
        scales = [self.load(record, 0, _f32, 4) for record in records]
        for scaling in self.scalings(places, group):
            sums = self.dot_quads(quads, scaling, offset, x_places, records)
            for m, total in enumerate(totals):
                factor = b.fmul(scaling.scale, self.spread(scales[m]))
                total = self.fma(b.sitofp(sums[m], self.floats), factor, total)
                if scaling.minimum is not None:
                    x_sum = self.scaled_sum(records[m], scales[m], scaling)
                    total = self.fma(scaling.minimum, self.spread(x_sum), total)
                totals[m] = total
        return totals

    def dot_quads(
        self, quads: list[Any], scaling: _Scaling, offset: int, x: list[Any], records: list[Any]
    ) -> list[Any]:
        """int32 [lanes] for each row: the dot products of the scaling's columns."""
        b = self.builder
        highs = [constant(self.ints, 0) for _ in x]
        lows = [
            self.spread(b.mul(self.code_sum(record, scaling), _i32(-offset)))
            if offset
            else constant(self.ints, 0)
            for record in records
        ]
        step = quads_per_step(self.dots, self.largest_code)
        for first in range(scaling.quads.start, scaling.quads.stop, step):
            some = range(first, min(first + step, scaling.quads.stop))
            codes = [quads[quad] for quad in some]
            for m, address in enumerate(x):
                for sums, begin in ((highs, 0), (lows, GROUP_CODE_BYTES // 2)):
                    values = [self.x_quad(address, begin + 4 * quad) for quad in some]
                    sums[m] = add_products(b, self.dots, sums[m], codes, values, self.largest_code)
        shift = constant(self.ints, LOW_BITS)
        return [b.add(b.shl(high, shift), low) for high, low in zip(highs, lows, strict=True)]

    def x_quad(self, address: Any, offset: int) -> Any:
        """Four bytes of an activation's codes, for every lane."""
        word = self.load(address, offset, _i32, 1)
        return self.builder.bitcast(self.spread(word), self.bytes)

    def code_sum(self, record: Any, scaling: _Scaling) -> Any:
        """int32: the sum of the activations' codes of the scaling's columns."""
        sums = [self.load(record, 8 + 4 * half, _i32, 4) for half in scaling.halves]
        return sums[0] if len(sums) == 1 else self.builder.add(*sums)

    def scaled_sum(self, record: Any, scale: Any, scaling: _Scaling) -> Any:
        """float32: the sum of the activations of the scaling's columns."""
        if len(scaling.halves) == 2:
            return self.load(record, 4, _f32, 4)
        total = self.builder.sitofp(self.code_sum(record, scaling), _f32)
        return self.builder.fmul(scale, total)

    def add_floats(
        self, weights: Any, index: Any, lane: Any, totals: list[Any], rows: _Rows, num_cols: int
    ) -> list[Any]:
        """totals [rows] + the products of columns `index` * `num_cols` on, so many, as `add_group`."""
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
                sums[m] = self.fma(weight, self.spread(self.load(address, 4 * k, _f32, 4)), sums[m])
        return [b.fadd(total, part) for total, part in zip(totals, sums, strict=True)]

    def float_weights(self, address: Any, offset: int) -> Any:
        """float32 [lanes] of weights of a float type."""
        if self.kind is GGMLType.F32:
            return self.load(address, offset, self.floats, 4)
        if self.kind is GGMLType.F16:
            halves = self.load(address, offset, ir.VectorType(_f16, self.lanes), 2)
            return self.builder.fpext(halves, self.floats)
        upper = self.load(address, offset, ir.VectorType(_i16, self.lanes), 2)
        bits = self.builder.shl(self.builder.zext(upper, self.ints), constant(self.ints, 16))
        return self.builder.bitcast(bits, self.floats)

    def store(self, total: Any, address: Any, lane: Any, num_left: Any) -> None:
        """Write the lanes of `total` that are among the first `num_left` rows of the panel."""
        b = self.builder
        places = [b.add(lane, _i64(i)) for i in range(self.lanes)]
        numbers: Any = ir.Constant(ir.VectorType(_i64, self.lanes), ir.Undefined)
        for i, place in enumerate(places):
            numbers = b.insert_element(numbers, place, _i32(i))
        mask = b.icmp_signed("<", numbers, splat(b, num_left, self.lanes))
        pointer = b.inttoptr(b.add(address, b.mul(lane, _i64(4))), self.floats.as_pointer())
        name = f"llvm.masked.store.v{self.lanes}f32.p0"
        call(b, name, ir.VoidType(), [total, pointer, _i32(4), mask])


def _write_loops(
    code: _PanelCode, weights: Any, num_cols: Any, lanes: list[Any], rows: _Rows
) -> list[list[Any]]:
    """The totals [lanes][rows] of all groups, and of the columns that are left of a float type."""
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
    """The instructions of `multiply_tile`; `args` are its addresses, strides and counts, int64."""
    w, lane, num_cols, x, x_stride, records, records_stride, y, y_stride, left = args
    code = _PanelCode(builder, kind, dots)
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
    """Multiply `num_parts` times `dots.lanes` rows of a panel at `w`, from row `lane` on, with `num_rows` rows.

    Addresses and strides are in bytes. x are int8 codes with `records` of each group of 32, or float32
    for weights of a float type. y[m, i] for the first `left` rows i of the panel.
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
