"""LLVM IR for dot products with a fixed order of additions, and for loops and bits of floats.

Numba compiles them on the user's machine without a C compiler. A dot product always sums in eight
lanes in the same order, whatever its tile, so a row's result does not depend on other rows.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.kernels.cpu.ir.integer_dots import call, constant
from engine.kernels.cpu.ir.row_formats import F32, LANES, RowFormat, load, pointer, spread_scale

QUAD = 4  # dot products in one vector
_LOG2_E = 1.4426950408889634
_LN_2 = 0.693359375, -2.12194440e-4  # their sum, so that n * the first is exact
_EXP_TERMS = 1 / 720, 1 / 120, 1 / 24, 1 / 6, 0.5, 1.0, 1.0

_i32, _i64 = ir.IntType(32), ir.IntType(64)
_f32, _f16 = ir.FloatType(), ir.HalfType()
_vf32, _quad = ir.VectorType(_f32, LANES), ir.VectorType(_f32, QUAD)


def emit_fma(builder: ir.IRBuilder, a: Any, b: Any, c: Any) -> Any:
    """a * b + c, rounded once."""
    return call(builder, f"llvm.fma.{_suffix(a.type)}", a.type, [a, b, c])


def _suffix(kind: ir.Type) -> str:
    """What names an LLVM function of this type."""
    return f"v{kind.count}f32" if isinstance(kind, ir.VectorType) else "f32"


def emit_exp(builder: ir.IRBuilder, x: Any) -> Any:
    """e**x of a float32 or of each in a vector; see `exp_f32`."""
    kind, is_vector = x.type, isinstance(x.type, ir.VectorType)
    ints = ir.VectorType(_i32, kind.count) if is_vector else _i32

    def each(value: float, of: ir.Type = kind) -> Any:
        return constant(of, value) if is_vector else of(value)

    turns = builder.fadd(builder.fmul(x, each(_LOG2_E)), each(0.5))
    n = call(builder, f"llvm.floor.{_suffix(kind)}", kind, [turns])
    r = x
    for part in _LN_2:
        r = builder.fsub(r, builder.fmul(n, each(part)))
    p = each(_EXP_TERMS[0])
    for term in _EXP_TERMS[1:]:
        p = builder.fadd(builder.fmul(p, r), each(term))
    exponent = builder.add(builder.fptosi(n, ints), each(127, ints))
    power = builder.bitcast(builder.shl(exponent, each(23, ints)), kind)
    is_low = builder.fcmp_ordered("<", x, each(-87.0))
    return builder.select(is_low, each(0.0), builder.fmul(p, power))


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
    builder: ir.IRBuilder, w_rows: list[Any], w_format: RowFormat, x_rows: list[Any], size: Any
) -> list[Any]:
    """A tile of dot products of rows of w with float32 rows of x, which are addresses.

    Gives vectors of four: those of the first row of x with all rows of w, of the second, and so on.
    Whole groups come first; the remainder of `size` is added value by value, in order. Formats with
    groups other than `LANES` values allow no remainder.
    """
    tile = [(w, x) for x in range(len(x_rows)) for w in range(len(w_rows))]
    group_len, group_bytes = w_format.group_len, w_format.group_bytes

    def add_group(index: Any, sums: list[Any]) -> list[Any]:
        offset = builder.mul(index, _i64(group_bytes))
        x_offset = builder.mul(index, _i64(4 * group_len))
        groups = [builder.add(row, offset) for row in w_rows]
        ws = [w_format.unpack(builder, group, LANES) for group in groups]
        factors = None
        if w_format.has_scale:
            factors = [spread_scale(builder, group, LANES) for group in groups]
        added: list[Any] = []
        for row in x_rows:
            xs = _load_f32(builder, builder.add(row, x_offset), group_len)
            before = sums[len(added) : len(added) + len(ws)]
            added += _add_products(builder, ws, factors, xs, before)
        return added

    def add_value(index: Any, quads: list[Any]) -> list[Any]:
        offset = builder.mul(index, _i64(group_bytes // group_len))
        x_offset = builder.mul(index, _i64(4))
        ws = [w_format.unpack(builder, builder.add(row, offset), 1)[0] for row in w_rows]
        xs = [load(builder, builder.add(row, x_offset), _f32, 1, 4) for row in x_rows]
        columns = ([ws[w] for w, _ in tile], [xs[x] for _, x in tile])
        pairs = zip(*(_quads(builder, column) for column in columns), quads, strict=True)
        return [emit_fma(builder, w, x, total) for w, x, total in pairs]

    num_groups = builder.udiv(size, _i64(group_len))
    zeros = [ir.Constant(_vf32, [0.0] * LANES) for _ in tile]
    quads = _sum_lanes(builder, emit_loop(builder, _i64(0), num_groups, zeros, add_group))
    if group_len == LANES:
        whole = builder.mul(num_groups, _i64(LANES))
        quads = emit_loop(builder, whole, size, quads, add_value)
    return quads


def _load_f32(builder: ir.IRBuilder, address: Any, num_values: int) -> list[Any]:
    """Load `num_values` float32 as vectors of eight."""
    offsets = range(0, 4 * num_values, 4 * LANES)
    return [load(builder, builder.add(address, _i64(at)), _f32, LANES, 4) for at in offsets]


def _quads(builder: ir.IRBuilder, values: list[Any]) -> list[Any]:
    """Scalars as vectors of four, the last one filled with whatever."""
    quads = []
    for first in range(0, len(values), QUAD):
        quad = ir.Constant(_quad, ir.Undefined)
        for i, value in enumerate(values[first : first + QUAD]):
            quad = builder.insert_element(quad, value, _i32(i))
        quads.append(quad)
    return quads


def _sum_lanes(builder: ir.IRBuilder, vectors: list[Any]) -> list[Any]:
    """The sums of the eight lanes of each vector, neighbors first, as vectors of four."""
    padded = [*vectors, *[vectors[-1]] * (-len(vectors) % QUAD)]
    quads = []
    for first in range(0, len(padded), QUAD):
        a, b, c, d = padded[first : first + QUAD]
        pairs = _add_neighbors(builder, a, b), _add_neighbors(builder, c, d)
        halves = _add_neighbors(builder, *pairs)
        low, high = (shuffled(builder, halves, halves, lanes) for lanes in (range(4), range(4, 8)))
        quads.append(builder.fadd(low, high))
    return quads


def _add_neighbors(builder: ir.IRBuilder, a: Any, b: Any) -> Any:
    """The sums of lanes 0 and 1, 2 and 3 of a and of b, then those of lanes 4 and 5, 6 and 7."""
    even = [0, 2, 8, 10, 4, 6, 12, 14]
    odd = [lane + 1 for lane in even]
    return builder.fadd(shuffled(builder, a, b, even), shuffled(builder, a, b, odd))


def shuffled(builder: ir.IRBuilder, a: Any, b: Any, lanes: Sequence[int]) -> Any:
    """Lanes of the vectors a and b, one after the other."""
    kind = ir.VectorType(_i32, len(lanes))
    return builder.shuffle_vector(a, b, ir.Constant(kind, list(lanes)))


def _add_products(
    builder: ir.IRBuilder, rows: list[list[Any]], factors: list[Any] | None, xs: list[Any],
    totals: list[Any],
) -> list[Any]:  # fmt: skip
    """totals[r] + factors[r] * sum of rows[r][i] * xs[i], in order of i.

    Rows take turns: instructions that wait for each other fill the processor's queue.
    """
    firsts, *others = zip(*rows, strict=True)
    if factors is None:
        sums = [emit_fma(builder, w, xs[0], s) for w, s in zip(firsts, totals, strict=True)]
    else:
        sums = [builder.fmul(w, xs[0]) for w in firsts]
    for values, x in zip(others, xs[1:], strict=True):
        sums = [emit_fma(builder, w, x, s) for w, s in zip(values, sums, strict=True)]
    if factors is None:
        return sums
    return [emit_fma(builder, *each) for each in zip(factors, sums, totals, strict=True)]


def _make_tile(num_rows: int, num_columns: int) -> Any:
    signature = types.void(*[types.int64] * 8, types.float32)

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        w, w_stride, x, x_stride, y, y_row_stride, y_column_stride, size, alpha = args
        w_rows, x_rows, outs = (
            [builder.add(first, builder.mul(stride, _i64(i))) for i in range(count)]
            for first, stride, count in (
                (w, w_stride, num_rows),
                (x, x_stride, num_columns),
                (y, y_column_stride, num_columns),
            )
        )
        quads = emit_dots(builder, w_rows, F32, x_rows, size)
        for number in range(num_rows * num_columns):
            total = builder.extract_element(quads[number // QUAD], _i32(number % QUAD))
            place = builder.mul(y_row_stride, _i64(number % num_rows))
            address = builder.add(outs[number // num_rows], place)
            target = pointer(builder, address, _f32)
            builder.store(builder.fmul(total, alpha), target).align = 4
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
            factor = load(builder, builder.add(factors, offset), _f32, 1, 4)
            value = builder.fmul(load(builder, address, _f32, 1, 4), factor)
            builder.store(value, pointer(builder, address, _f32)).align = 4
            return []

        emit_loop(builder, _i64(0), count, [], scale)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 3), codegen


@intrinsic
def address(_typing, array):
    """That of an array's first element, without counting a reference as `array.ctypes` does."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        return builder.ptrtoint(data, _i64)

    return types.int64(array), codegen


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


@intrinsic
def exp_f32(_typing, _x):
    """e**x for x ≤ 88, within 2 ulp; 0 below -87.

    Cody-Waite reduction to [-ln2/2, ln2/2] and a degree-6 Taylor polynomial.
    """

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return emit_exp(builder, args[0])

    return types.float32(types.float32), codegen
