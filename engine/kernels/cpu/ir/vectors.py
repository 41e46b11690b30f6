"""LLVM IR for dot products and scaled adds with a fixed order of additions.

Numba compiles them on the user's machine without a C compiler. A dot product always sums in eight
lanes in the same order, whatever its tile, so a row's result does not depend on other rows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.kernels.tq3_blocks import BLOCK_BYTES, BLOCK_LEN, CENTROIDS

LANES = 8
_REGISTER_VALUES = 64  # sums that fit in registers beside the operands

_i8, _i16, _i32, _i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_f32, _f16 = ir.FloatType(), ir.HalfType()
_vf32 = ir.VectorType(_f32, LANES)


@dataclass(frozen=True)
class RowFormat:
    """The memory format of a row: groups of `group_len` values in `group_bytes` bytes.

    `unpack(builder, address, lanes)` gives the float32 vectors of the group at an address and their
    common factor, or None. With groups of `LANES` values, `lanes` may be 1 to unpack one value.
    """

    group_len: int
    group_bytes: int
    unpack: Callable[[ir.IRBuilder, Any, int], tuple[list[Any], Any | None]]


def _pointer(builder: ir.IRBuilder, address: Any, kind: ir.Type) -> Any:
    return builder.inttoptr(address, kind.as_pointer())


def _widened(kind: ir.Type, lanes: int) -> ir.Type:
    return ir.VectorType(kind, lanes) if lanes > 1 else kind


def _load(builder: ir.IRBuilder, address: Any, element: ir.Type, lanes: int, align: int) -> Any:
    """Load `lanes` elements at an integer address."""
    value = builder.load(_pointer(builder, address, _widened(element, lanes)))
    value.align = align
    return value


def _unpack_f32(builder: ir.IRBuilder, address: Any, lanes: int) -> tuple[list[Any], None]:
    return [_load(builder, address, _f32, lanes, 4)], None


def _unpack_f16(builder: ir.IRBuilder, address: Any, lanes: int) -> tuple[list[Any], None]:
    halves = _load(builder, address, _f16, lanes, 2)
    return [builder.fpext(halves, _widened(_f32, lanes))], None


def _unpack_bf16(builder: ir.IRBuilder, address: Any, lanes: int) -> tuple[list[Any], None]:
    """A bfloat16 is the upper half of a float32."""
    bits = builder.zext(_load(builder, address, _i16, lanes, 2), _widened(_i32, lanes))
    shift = ir.Constant(bits.type, [16] * lanes if lanes > 1 else 16)
    return [builder.bitcast(builder.shl(bits, shift), _widened(_f32, lanes))], None


def _unpack_q8_0(builder: ir.IRBuilder, address: Any, _lanes: int) -> tuple[list[Any], Any]:
    """GGUF's Q8_0: a float16 scale and 32 int8."""
    scale = builder.fpext(_load(builder, address, _f16, 1, 2), _f32)
    values = []
    for first in range(0, 32, LANES):
        codes = _load(builder, builder.add(address, _i64(2 + first)), _i8, LANES, 1)
        values.append(builder.sitofp(builder.sext(codes, ir.VectorType(_i32, LANES)), _vf32))
    return values, _splat(builder, scale)


def _unpack_q4_0(builder: ir.IRBuilder, address: Any, _lanes: int) -> tuple[list[Any], Any]:
    """GGUF's Q4_0: a float16 scale and 16 bytes, code + 8 of value j below that of value j + 16."""
    scale = builder.fpext(_load(builder, address, _f16, 1, 2), _f32)
    offset = ir.Constant(ir.VectorType(_i32, LANES), [8] * LANES)
    low, shift = (ir.Constant(ir.VectorType(_i8, LANES), [each] * LANES) for each in (15, 4))
    pairs = [_load(builder, builder.add(address, _i64(2 + at)), _i8, LANES, 1) for at in (0, LANES)]
    codes = [builder.and_(pair, low) for pair in pairs]
    codes += [builder.lshr(pair, shift) for pair in pairs]
    wide = [builder.sub(builder.zext(code, offset.type), offset) for code in codes]
    return [builder.sitofp(code, _vf32) for code in wide], _splat(builder, scale)


def _unpack_tq3_0(builder: ir.IRBuilder, address: Any, _lanes: int) -> tuple[list[Any], Any]:
    """TQ3_0 (engine/kernels/tq3_blocks.py): a float16 norm, 8 bytes of lower bits, 4 of upper."""
    norm = builder.fpext(_load(builder, address, _f16, 1, 2), _f32)
    kind = ir.VectorType(_i32, LANES)

    def each(*numbers: int) -> Any:
        return ir.Constant(kind, [*numbers] * (LANES // len(numbers)))

    def shifted(at: int, element: ir.Type, step: int) -> Any:
        part = builder.zext(_load(builder, builder.add(address, _i64(at)), element, 1, 1), _i32)
        return builder.lshr(_splat(builder, part), each(*range(0, step * LANES, step)))

    values = []
    for group in range(4):
        upper = builder.and_(shifted(10 + group, _i8, 1), each(1))
        flipped = builder.and_(builder.sub(upper, each(1)), each(3))  # below zero, codes fall
        lower = builder.xor(builder.and_(shifted(2 + 2 * group, _i16, 2), each(3)), flipped)
        odd, is_far = (
            builder.icmp_unsigned("!=", builder.and_(lower, each(bit)), each(0)) for bit in (1, 2)
        )
        c4, c5, c6, c7 = (ir.Constant(_vf32, [value] * LANES) for value in CENTROIDS[4:])
        above = builder.select(is_far, builder.select(odd, c7, c6), builder.select(odd, c5, c4))
        sign = builder.shl(builder.xor(upper, each(1)), each(31))
        values.append(builder.bitcast(builder.xor(builder.bitcast(above, kind), sign), _vf32))
    return values, _splat(builder, norm)


F32 = RowFormat(LANES, 4 * LANES, _unpack_f32)
F16 = RowFormat(LANES, 2 * LANES, _unpack_f16)
BF16 = RowFormat(LANES, 2 * LANES, _unpack_bf16)
Q8_0 = RowFormat(32, 34, _unpack_q8_0)
Q4_0 = RowFormat(32, 18, _unpack_q4_0)
TQ3_0 = RowFormat(BLOCK_LEN, BLOCK_BYTES, _unpack_tq3_0)


def _splat(builder: ir.IRBuilder, value: Any) -> Any:
    """`value` in all eight lanes."""
    nothing = ir.Constant(ir.VectorType(value.type, LANES), ir.Undefined)
    first = builder.insert_element(nothing, value, _i32(0))
    lanes = ir.Constant(ir.VectorType(_i32, LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, lanes)


def _fma(builder: ir.IRBuilder, a: Any, b: Any, c: Any) -> Any:
    """a * b + c, rounded once."""
    name = f"llvm.fma.v{LANES}f32" if isinstance(a.type, ir.VectorType) else "llvm.fma.f32"
    function = builder.module.globals.get(name) or ir.Function(
        builder.module, ir.FunctionType(a.type, [a.type] * 3), name
    )
    return builder.call(function, [a, b, c])


def _sum_lanes(builder: ir.IRBuilder, vectors: list[Any]) -> list[Any]:
    """The pairwise sums of the eight lanes of each vector; their number is a power of two."""
    count, lanes = len(vectors), LANES
    while lanes > 1:
        lanes //= 2
        vectors = [_add_neighbors(builder, vectors[i : i + 2]) for i in range(0, len(vectors), 2)]
    return [builder.extract_element(vectors[0], _i32(number)) for number in range(count)]


def _add_neighbors(builder: ir.IRBuilder, vectors: list[Any]) -> Any:
    """The sums of lanes 0 and 1, 2 and 3, … of one vector or of two concatenated."""
    num_lanes = len(vectors) * vectors[0].type.count
    even, odd = (
        builder.shuffle_vector(
            vectors[0],
            vectors[-1],
            ir.Constant(ir.VectorType(_i32, num_lanes // 2), list(range(first, num_lanes, 2))),
        )
        for first in (0, 1)
    )
    return builder.fadd(even, odd)


def emit_loop(
    builder: ir.IRBuilder,
    first: Any,
    end: Any,
    initial: list[Any],
    step: Callable[[Any, list[Any]], list[Any]],
) -> list[Any]:
    """values = step(index, values) for index first … end - 1, from `initial`; the last values."""
    before = builder.block
    head, body, after = (builder.append_basic_block(name) for name in ("head", "body", "after"))
    builder.branch(head)
    builder.position_at_end(head)
    index = builder.phi(_i64)
    index.add_incoming(first, before)
    values = [builder.phi(value.type) for value in initial]
    for phi, value in zip(values, initial, strict=True):
        phi.add_incoming(value, before)
    builder.cbranch(builder.icmp_signed("<", index, end), body, after)
    builder.position_at_end(body)
    updated = step(index, values)
    following, last = builder.add(index, _i64(1)), builder.block
    index.add_incoming(following, last)
    for phi, value in zip(values, updated, strict=True):
        phi.add_incoming(value, last)
    builder.branch(head)
    builder.position_at_end(after)
    return values


def emit_dots(
    builder: ir.IRBuilder, num_rows: int, num_columns: int, w_format: RowFormat, args: Any
) -> None:
    """A tile of dot products: `num_rows` rows of w against `num_columns` float32 rows of x.

    See the comment at `dot_4x1` for `args`. Whole groups come first; the remainder of K is added
    value by value, in order. Formats with groups other than `LANES` values allow no remainder.
    """
    w, w_stride, x, x_stride, y, y_row_stride, y_column_stride, size, alpha = args
    w_rows = [builder.add(w, builder.mul(w_stride, _i64(r))) for r in range(num_rows)]
    x_rows = [builder.add(x, builder.mul(x_stride, _i64(c))) for c in range(num_columns)]
    tile = [(r, c) for r in range(num_rows) for c in range(num_columns)]
    group_len, group_bytes = w_format.group_len, w_format.group_bytes

    def add(index: Any, sums: list[Any], num_values: int) -> list[Any]:
        lanes = min(num_values, LANES)
        offset = builder.mul(index, _i64(group_bytes * num_values // group_len))
        x_offset = builder.mul(index, _i64(4 * num_values))
        ws = [w_format.unpack(builder, builder.add(row, offset), lanes) for row in w_rows]
        xs = [_load_f32(builder, builder.add(row, x_offset), num_values) for row in x_rows]
        places = zip(tile, sums, strict=True)
        return [_add_products(builder, *ws[r], xs[c], total) for (r, c), total in places]

    num_groups = builder.udiv(size, _i64(group_len))
    zeros = [ir.Constant(_vf32, [0.0] * LANES) for _ in tile]
    add_group, add_value = partial(add, num_values=group_len), partial(add, num_values=1)
    totals = _sum_lanes(builder, emit_loop(builder, _i64(0), num_groups, zeros, add_group))
    if group_len == LANES:
        whole = builder.mul(num_groups, _i64(LANES))
        totals = emit_loop(builder, whole, size, totals, add_value)
    for (r, c), total in zip(tile, totals, strict=True):
        row = builder.add(y, builder.mul(y_row_stride, _i64(r)))
        address = builder.add(row, builder.mul(y_column_stride, _i64(c)))
        target = _pointer(builder, address, _f32)
        builder.store(builder.fmul(total, alpha), target).align = 4


def _load_f32(builder: ir.IRBuilder, address: Any, num_values: int) -> list[Any]:
    """Load `num_values` float32, as vectors of eight or as one scalar."""
    lanes = min(num_values, LANES)
    offsets = range(0, 4 * num_values, 4 * lanes)
    return [_load(builder, builder.add(address, _i64(at)), _f32, lanes, 4) for at in offsets]


def _add_products(
    builder: ir.IRBuilder, values: list[Any], factor: Any | None, xs: list[Any], total: Any
) -> Any:
    """total + factor * sum of values[i] * xs[i], in order."""
    if factor is None:
        for value, x in zip(values, xs, strict=True):
            total = _fma(builder, value, x, total)
        return total
    products = builder.fmul(values[0], xs[0])
    for value, x in zip(values[1:], xs[1:], strict=True):
        products = _fma(builder, value, x, products)
    return _fma(builder, factor, products, total)


def emit_weighted_rows(builder: ir.IRBuilder, row_format: RowFormat, args: Any) -> None:
    """y[:K] += weights[j] * row j for all `count` rows in order, by fused multiply-adds.

    `args` are y, rows, stride, weights, count and K: addresses of y and weights (float32) and of
    the rows, whose stride is in bytes. The remainder of K after whole groups is added value by
    value. Formats with groups other than `LANES` values allow no remainder.
    """
    y, rows, stride, weights, count, size = args
    group_len, group_bytes = row_format.group_len, row_format.group_bytes
    together = _REGISTER_VALUES // group_len

    def add_groups(number: Any, _: list[Any], num_groups: int) -> list[Any]:
        """Add to `num_groups` groups, whose sums stay in registers."""
        group = builder.mul(number, _i64(num_groups))
        target = builder.add(y, builder.mul(group, _i64(4 * group_len)))
        first = builder.add(rows, builder.mul(group, _i64(group_bytes)))

        def add_row(j: Any, totals: list[Any]) -> list[Any]:
            row = builder.add(first, builder.mul(j, stride))
            address = builder.add(weights, builder.mul(j, _i64(4)))
            weight = _splat(builder, _load(builder, address, _f32, 1, 4))
            added: list[Any] = []
            for place in range(0, num_groups * group_bytes, group_bytes):
                values, scale = row_format.unpack(builder, builder.add(row, _i64(place)), LANES)
                factor = weight if scale is None else builder.fmul(weight, scale)
                added += [
                    _fma(builder, factor, v, totals[len(added) + i]) for i, v in enumerate(values)
                ]
            return added

        before = _load_f32(builder, target, num_groups * group_len)
        for i, total in enumerate(emit_loop(builder, _i64(0), count, before, add_row)):
            address = builder.add(target, _i64(4 * LANES * i))
            builder.store(total, _pointer(builder, address, _vf32)).align = 4
        return []

    def add_value(index: Any, _: list[Any]) -> list[Any]:
        """Add to one column."""
        target = builder.add(y, builder.mul(index, _i64(4)))
        first = builder.add(rows, builder.mul(index, _i64(group_bytes // group_len)))

        def add_row(j: Any, totals: list[Any]) -> list[Any]:
            (value,), _ = row_format.unpack(builder, builder.add(first, builder.mul(j, stride)), 1)
            weight = _load(builder, builder.add(weights, builder.mul(j, _i64(4))), _f32, 1, 4)
            return [_fma(builder, weight, value, totals[0])]

        before = [_load(builder, target, _f32, 1, 4)]
        (total,) = emit_loop(builder, _i64(0), count, before, add_row)
        builder.store(total, _pointer(builder, target, _f32)).align = 4
        return []

    num_groups = builder.udiv(size, _i64(group_len))
    num_whole = builder.udiv(num_groups, _i64(together))
    add_many, add_one = partial(add_groups, num_groups=together), partial(add_groups, num_groups=1)
    emit_loop(builder, _i64(0), num_whole, [], add_many)
    emit_loop(builder, builder.mul(num_whole, _i64(together)), num_groups, [], add_one)
    if group_len == LANES:
        emit_loop(builder, builder.mul(num_groups, _i64(LANES)), size, [], add_value)


def _make_tile(num_rows: int, num_columns: int) -> Any:
    signature = types.void(*[types.int64] * 8, types.float32)

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        emit_dots(builder, num_rows, num_columns, F32, args)
        return context.get_dummy_value()

    @intrinsic
    def tile(
        _typing, _w, _w_stride, _x, _x_stride, _y, _y_row_stride, _y_column_stride, _size, _alpha
    ):
        return signature, codegen

    return tile


# dot_RxC(w, w_stride, x, x_stride, y, y_row_stride, y_column_stride, K, alpha):
# y[r, c] = alpha * dot(w[r, :K], x[c, :K]); w, x and y are addresses, strides are in bytes.
dot_4x1 = _make_tile(4, 1)
dot_1x1 = _make_tile(1, 1)
dot_2x4 = _make_tile(2, 4)
dot_1x4 = _make_tile(1, 4)


@intrinsic
def scale_values(_typing, _y, _factors, _count):
    """y[i] *= factors[i] for i < count; y and factors are addresses of float32."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        y, factors, count = args

        def scale(index: Any, _: list[Any]) -> list[Any]:
            offset = builder.mul(index, _i64(4))
            address = builder.add(y, offset)
            factor = _load(builder, builder.add(factors, offset), _f32, 1, 4)
            value = builder.fmul(_load(builder, address, _f32, 1, 4), factor)
            builder.store(value, _pointer(builder, address, _f32)).align = 4
            return []

        emit_loop(builder, _i64(0), count, [], scale)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 3), codegen


@intrinsic
def float_from_bits(_typing, _bits):
    """The float32 with the bits of an int32."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], _f32)

    return types.float32(types.int32), codegen


@intrinsic
def half_bits(_typing, _value):
    """The float16 bits, uint16, of a float32 rounded to nearest."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.bitcast(builder.fptrunc(args[0], _f16), ir.IntType(16))

    return types.uint16(types.float32), codegen
