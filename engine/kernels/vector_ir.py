"""LLVM intrinsics for the CPU kernels: dot products and scaled adds with a fixed reduction order.

Numba compiles them on the user's machine without a C compiler. A dot product always sums in the same
order, eight lanes wide, whatever tile it is part of: so a row's result never depends on its company.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

LANES = 8

_i32, _i64, _f32, _f16 = ir.IntType(32), ir.IntType(64), ir.FloatType(), ir.HalfType()
_vf32 = ir.VectorType(_f32, LANES)


def _load(builder: ir.IRBuilder, address: Any, element: ir.Type, lanes: int) -> Any:
    """Load `lanes` elements at an integer address, widened to float32."""
    kind = ir.VectorType(element, lanes) if lanes > 1 else element
    value = builder.load(builder.inttoptr(address, kind.as_pointer()))
    value.align = 2 if element is _f16 else 4
    if element is _f32:
        return value
    return builder.fpext(value, ir.VectorType(_f32, lanes) if lanes > 1 else _f32)


def _fma(builder: ir.IRBuilder, a: Any, b: Any, c: Any) -> Any:
    """a * b + c, rounded once."""
    name = f"llvm.fma.v{LANES}f32" if isinstance(a.type, ir.VectorType) else "llvm.fma.f32"
    function = builder.module.globals.get(name) or ir.Function(
        builder.module, ir.FunctionType(a.type, [a.type] * 3), name
    )
    return builder.call(function, [a, b, c])


def _sum_lanes(builder: ir.IRBuilder, vector: Any) -> Any:
    """Pairwise sum of the eight lanes."""
    parts = [builder.extract_element(vector, _i32(lane)) for lane in range(LANES)]
    while len(parts) > 1:
        parts = [builder.fadd(parts[i], parts[i + 1]) for i in range(0, len(parts), 2)]
    return parts[0]


def _tile_codegen(num_rows: int, num_columns: int, element: ir.Type, element_bytes: int) -> Any:
    """IR for a tile of dot products: `num_rows` rows of w against `num_columns` rows of x.

    Vectors of eight run first; what is left of K is added one by one, in order.
    """

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        w, w_stride, x, x_stride, y, y_row_stride, y_column_stride, size, alpha = args
        w_rows = [builder.add(w, builder.mul(w_stride, _i64(r))) for r in range(num_rows)]
        x_rows = [builder.add(x, builder.mul(x_stride, _i64(c))) for c in range(num_columns)]
        tile = [(r, c) for r in range(num_rows) for c in range(num_columns)]
        num_vectors = builder.udiv(size, _i64(LANES))

        def step(index: Any, sums: list[Any], lanes: int) -> list[Any]:
            w_offset = builder.mul(index, _i64(element_bytes))
            x_offset = builder.mul(index, _i64(4))
            ws = [_load(builder, builder.add(p, w_offset), element, lanes) for p in w_rows]
            xs = [_load(builder, builder.add(p, x_offset), _f32, lanes) for p in x_rows]
            return [_fma(builder, ws[r], xs[c], s) for (r, c), s in zip(tile, sums, strict=True)]

        def loop(first: Any, end: Any, stride: int, initial: list[Any], lanes: int) -> list[Any]:
            before = builder.block
            head = builder.append_basic_block("head")
            body = builder.append_basic_block("body")
            after = builder.append_basic_block("after")
            builder.branch(head)
            builder.position_at_end(head)
            index = builder.phi(_i64)
            index.add_incoming(first, before)
            sums = [builder.phi(value.type) for value in initial]
            for phi, value in zip(sums, initial, strict=True):
                phi.add_incoming(value, before)
            builder.cbranch(builder.icmp_signed("<", index, end), body, after)
            builder.position_at_end(body)
            updated = step(index, sums, lanes)
            index.add_incoming(builder.add(index, _i64(stride)), body)
            for phi, value in zip(sums, updated, strict=True):
                phi.add_incoming(value, body)
            builder.branch(head)
            builder.position_at_end(after)
            return sums

        whole = builder.mul(num_vectors, _i64(LANES))
        zeros = [ir.Constant(_vf32, [0.0] * LANES) for _ in tile]
        vectors = loop(_i64(0), whole, LANES, zeros, LANES)
        totals = loop(whole, size, 1, [_sum_lanes(builder, v) for v in vectors], 1)
        for (r, c), total in zip(tile, totals, strict=True):
            address = builder.add(
                builder.add(y, builder.mul(y_row_stride, _i64(r))),
                builder.mul(y_column_stride, _i64(c)),
            )
            target = builder.inttoptr(address, _f32.as_pointer())
            builder.store(builder.fmul(total, alpha), target).align = 4
        return context.get_dummy_value()

    return codegen


def _make_tile(num_rows: int, num_columns: int, element: ir.Type, element_bytes: int) -> Any:
    signature = types.void(*[types.int64] * 8, types.float32)
    codegen = _tile_codegen(num_rows, num_columns, element, element_bytes)

    @intrinsic
    def tile(
        _typing, _w, _w_stride, _x, _x_stride, _y, _y_row_stride, _y_column_stride, _size, _alpha
    ):
        return signature, codegen

    return tile


# dot_RxC(w, w_stride, x, x_stride, y, y_row_stride, y_column_stride, K, alpha): addresses and strides
# in bytes; y[r, c] = alpha * dot(w[r, :K], x[c, :K]).
dot_4x1 = _make_tile(4, 1, _f32, 4)
dot_1x1 = _make_tile(1, 1, _f32, 4)
dot_2x4 = _make_tile(2, 4, _f32, 4)
dot_1x4 = _make_tile(1, 4, _f32, 4)
dot_4x1_f16 = _make_tile(4, 1, _f16, 2)
dot_1x1_f16 = _make_tile(1, 1, _f16, 2)


def _make_axpy(element: ir.Type, element_bytes: int) -> Any:
    """y[:size] += scale * x[:size], one fused multiply-add an element."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        y, scale, x, size = args
        before = builder.block
        head = builder.append_basic_block("head")
        body = builder.append_basic_block("body")
        after = builder.append_basic_block("after")
        splat = builder.insert_element(ir.Constant(_vf32, ir.Undefined), scale, _i32(0))
        splat = builder.shuffle_vector(
            splat,
            ir.Constant(_vf32, ir.Undefined),
            ir.Constant(ir.VectorType(_i32, LANES), [0] * LANES),
        )
        builder.branch(head)
        builder.position_at_end(head)
        index = builder.phi(_i64)
        index.add_incoming(_i64(0), before)
        builder.cbranch(builder.icmp_signed("<", index, size), body, after)
        builder.position_at_end(body)
        y_address = builder.add(y, builder.mul(index, _i64(4)))
        x_address = builder.add(x, builder.mul(index, _i64(element_bytes)))
        total = _fma(
            builder,
            splat,
            _load(builder, x_address, element, LANES),
            _load(builder, y_address, _f32, LANES),
        )
        builder.store(total, builder.inttoptr(y_address, _vf32.as_pointer())).align = 4
        index.add_incoming(builder.add(index, _i64(LANES)), body)
        builder.branch(head)
        builder.position_at_end(after)
        return context.get_dummy_value()

    signature = types.void(types.int64, types.float32, types.int64, types.int64)

    @intrinsic
    def axpy(_typing, _y, _scale, _x, _size):
        return signature, codegen

    return axpy


# axpy(y, scale, x, size): addresses; size a multiple of eight.
axpy = _make_axpy(_f32, 4)
axpy_f16 = _make_axpy(_f16, 2)


@intrinsic
def float_from_bits(_typing, _bits):
    """The float32 whose bits are an int32."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], _f32)

    return types.float32(types.int32), codegen


@intrinsic
def half_bits(_typing, _value):
    """The bits, as uint16, of a float32 rounded to the nearest float16."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.bitcast(builder.fptrunc(args[0], _f16), ir.IntType(16))

    return types.uint16(types.float32), codegen
