"""Products with quantized weights: one compiled function per type. Knows no model.

Activations are quantized per group of 32 columns: scale = largest / 16256, code = round(x / scale),
stored as two int8 (ir/panel.py). The integer dot products of a group are exact. Panels are passed
by address.
"""

import logging
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import cfunc, njit, types
from numba.extending import intrinsic

from engine.gguf.types import GGMLType
from engine.kernels.cpu.checked_loop import Extents, touches
from engine.kernels.cpu.crew import in_shares
from engine.kernels.cpu.ir.integer_dots import Dots, call, constant, splat, usable_dots
from engine.kernels.cpu.ir.panel import (
    GROUP_CODE_BYTES,
    GROUP_RECORD_BYTES,
    LOW_BITS,
    multiply_tile,
)
from engine.kernels.cpu.ir.tile_products import multiply_blocks
from engine.kernels.cpu.ir.vectors import scale_values
from engine.quants import loop_cache
from engine.quants.block_loops import loop_part
from engine.quants.panels import FLOAT_GROUP_COLS, GROUP_COLS, PANEL_ROWS

logger = logging.getLogger(__name__)
logger.debug("Compiled loops are kept in %s", loop_cache.FOLDER)

# Columns of the int64 table of a matrix (one row per part) and of a stack of experts.
KERNEL, WEIGHTS, PANEL_BYTES, IS_FLOAT, FACTORS = range(5)
# More columns of a part.
FIRST_OUTPUT, NUM_OUTPUTS, BYTES_BEFORE, BLOCK_COLS, BLOCK_BYTES = range(5, 10)
# More columns of a stack: the panels and rows of one expert.
NUM_PANELS, NUM_ROWS = range(5, 7)

_KERNEL_ARGS = 13
_KERNEL_SIGNATURE = types.void(*[types.int64] * _KERNEL_ARGS)
_LARGEST_CODE = 127.0 * (1 << LOW_BITS)
_SHARE_BYTES = 1 << 15  # weight bytes times rows, per share
_SHARE_VALUES = 1 << 13  # activations to quantize or to add up, per share
_MOST_SHARES = 64
WIDEST_BLOCK = 256  # columns

_i8, _i32, _i64, _f32 = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.FloatType()


def _make_kernel(kind: int, dots: int) -> Any:
    """The product of panels of one type with all rows, in tiles of 16, 8, 4, 2 and 1 rows."""
    lanes = Dots(dots).lanes
    together = PANEL_ROWS // lanes

    @cfunc(_KERNEL_SIGNATURE, cache=True)
    def product(
        weights, panel_bytes, begin, end, num_cols, x, x_stride, records, records_stride, rows,
        y, y_stride, outputs,
    ):  # fmt: skip
        for panel in range(begin, end):
            w = weights + panel * panel_bytes
            left = outputs - panel * PANEL_ROWS
            y_panel = y + panel * PANEL_ROWS * 4
            row = multiply_blocks(
                kind, dots, w, num_cols, x, x_stride, records, records_stride, rows, y_panel,
                y_stride, left,
            )  # fmt: skip
            while row < rows:
                xa, ra, ya = (
                    x + row * x_stride,
                    records + row * records_stride,
                    y_panel + row * y_stride,
                )
                if rows - row >= 8:
                    for lane in range(0, PANEL_ROWS, lanes):
                        multiply_tile(
                            kind, dots, 8, 1, w, lane, num_cols, xa, x_stride, ra, records_stride,
                            ya, y_stride, left,
                        )  # fmt: skip
                    row += 8
                elif rows - row >= 4:
                    for lane in range(0, PANEL_ROWS, lanes):
                        multiply_tile(
                            kind, dots, 4, 1, w, lane, num_cols, xa, x_stride, ra, records_stride,
                            ya, y_stride, left,
                        )  # fmt: skip
                    row += 4
                elif rows - row >= 2:
                    for lane in range(0, PANEL_ROWS, lanes):
                        multiply_tile(
                            kind, dots, 2, 1, w, lane, num_cols, xa, x_stride, ra, records_stride,
                            ya, y_stride, left,
                        )  # fmt: skip
                    row += 2
                else:
                    multiply_tile(
                        kind, dots, 1, together, w, 0, num_cols, xa, x_stride, ra, records_stride,
                        ya, y_stride, left,
                    )  # fmt: skip
                    row += 1

    return product


@cache
def product_kernel(kind: GGMLType, dots: Dots | None = None) -> Any:
    """The compiled product of a type, an object with an `address`; `dots` None: the fastest usable.

    The first use compiles it, in about a second, and caches it on disk.
    """
    return _make_kernel(int(kind), int(usable_dots()[0] if dots is None else dots))


@intrinsic
def _call_product(
    _typing, _address, _weights, _panel_bytes, _begin, _end, _num_cols, _x, _x_stride, _records,
    _records_stride, _rows, _y, _y_stride, _outputs,
):  # fmt: skip
    """Call a product kernel at its address."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        kernel = ir.FunctionType(ir.VoidType(), [_i64] * _KERNEL_ARGS)
        builder.call(builder.inttoptr(args[0], kernel.as_pointer()), args[1:])
        return context.get_dummy_value()

    return types.void(*[types.int64] * (1 + _KERNEL_ARGS)), codegen


@intrinsic
def _quantize_group(_typing, _x, _codes, _record):
    """Quantize 32 float32 to 2 * 32 int8 codes and their record; all arguments are addresses.

    A value that is not finite makes the scale, and so all products, not finite.
    """
    floats = ir.VectorType(_f32, GROUP_COLS)
    ints = ir.VectorType(_i32, GROUP_COLS)

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        b, (x, codes, record) = builder, args

        def store(value: Any, address: Any, alignment: int) -> None:
            pointer = b.inttoptr(address, value.type.as_pointer())
            b.store(value, pointer).align = alignment

        values = b.load(b.inttoptr(x, floats.as_pointer()), typ=floats)
        values.align = 4
        sizes = call(b, f"llvm.fabs.v{GROUP_COLS}f32", floats, [values])
        largest = call(b, f"llvm.vector.reduce.fmaximum.v{GROUP_COLS}f32", _f32, [sizes])
        scale = b.fmul(largest, _f32(1 / _LARGEST_CODE))
        is_zero = b.fcmp_ordered("==", largest, _f32(0.0))
        inverse = b.select(is_zero, _f32(0.0), b.fdiv(_f32(_LARGEST_CODE), largest))
        scaled = b.fmul(values, splat(b, inverse, GROUP_COLS))
        rounded = call(b, f"llvm.roundeven.v{GROUP_COLS}f32", floats, [scaled])
        q = call(b, f"llvm.fptosi.sat.v{GROUP_COLS}i32.v{GROUP_COLS}f32", ints, [rounded])
        half, low_bits = constant(ints, 1 << LOW_BITS - 1), constant(ints, LOW_BITS)
        high = b.ashr(b.add(q, half), low_bits)
        low = b.sub(q, b.shl(high, low_bits))
        for begin, part in ((0, high), (GROUP_COLS, low)):
            store(b.trunc(part, ir.VectorType(_i8, GROUP_COLS)), b.add(codes, _i64(begin)), 1)
        sums = []
        for half in range(2):
            places = ir.Constant(ir.VectorType(_i32, 16), [16 * half + lane for lane in range(16)])
            part = b.shuffle_vector(q, q, places)
            sums.append(call(b, "llvm.vector.reduce.add.v16i32", _i32, [part]))
        total = b.sitofp(b.add(*sums), _f32)
        for place, value in enumerate((scale, b.fmul(scale, total), *sums)):
            store(value, b.add(record, _i64(4 * place)), 4)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 3), codegen


@njit(cache=True, inline="always")
def quantize_row(x, codes, records, w):
    """Quantize row w of x float32 [W, K] to codes int8 [W, 2 * K] and records [W, K / 32, 4]."""
    num_groups = x.shape[1] // GROUP_COLS
    x_row = x.ctypes.data + w * x.strides[0]
    codes_row = codes.ctypes.data + w * num_groups * GROUP_CODE_BYTES
    records_row = records.ctypes.data + w * num_groups * GROUP_RECORD_BYTES
    for group in range(num_groups):
        _quantize_group(
            x_row + group * GROUP_COLS * 4,
            codes_row + group * GROUP_CODE_BYTES,
            records_row + group * GROUP_RECORD_BYTES,
        )


@loop_part
def num_shares(rows, num_cols):
    """How many shares to make of little work per value; each row is in one."""
    return max(1, min(rows, rows * num_cols // _SHARE_VALUES))


@loop_part
def _quantize_share(share, x, codes, records, rows, shares):
    """Quantize the rows w with w % shares == share."""
    for w in range(share, rows, shares):
        quantize_row(x, codes, records, w)


_quantize_shares = in_shares(_quantize_share)


@loop_part
def quantize(x, codes, records, rows, crew):
    """Quantize the first `rows` rows of x to codes and records."""
    shares = num_shares(rows, x.shape[1])
    _quantize_shares(crew, shares, (x, codes, records, rows, shares))


@njit(cache=True, inline="always")
def _scale_outputs(table, p, first, end, y, y_stride, rows):
    """Multiply outputs first … end - 1 of part p, clipped to its size, by its rows' factors."""
    count = min(end, table[p, NUM_OUTPUTS]) - first
    for row in range(rows):
        scale_values(y + row * y_stride + 4 * first, table[p, FACTORS] + 4 * first, count)


@loop_part
def _multiply_share(share, x, codes, records, table, y, y_stride, rows, shares):
    """Multiply the panels that begin in this share of the weight bytes of a matrix."""
    num_bytes = _num_bytes(table)
    begin, end = num_bytes * share // shares, num_bytes * (share + 1) // shares
    num_cols = x.shape[1]
    records_stride = num_cols // GROUP_COLS * GROUP_RECORD_BYTES
    for p in range(len(table)):
        panel_bytes, before = table[p, PANEL_BYTES], table[p, BYTES_BEFORE]
        num_panels = (table[p, NUM_OUTPUTS] + PANEL_ROWS - 1) // PANEL_ROWS
        first = max(0, (begin - before + panel_bytes - 1) // panel_bytes)
        last = min(num_panels, (end - before + panel_bytes - 1) // panel_bytes)
        if first < last:
            if table[p, IS_FLOAT]:
                values, stride = x.ctypes.data, x.strides[0]
            else:
                values, stride = codes.ctypes.data, num_cols // GROUP_COLS * GROUP_CODE_BYTES
            _call_product(
                table[p, KERNEL], table[p, WEIGHTS], panel_bytes, first, last,
                num_cols, values, stride, records.ctypes.data, records_stride, rows,
                y + 4 * table[p, FIRST_OUTPUT], y_stride, table[p, NUM_OUTPUTS],
            )  # fmt: skip
            if table[p, FACTORS]:
                _scale_outputs(
                    table, p, first * PANEL_ROWS, last * PANEL_ROWS,
                    y + 4 * table[p, FIRST_OUTPUT], y_stride, rows,
                )  # fmt: skip


_multiply_shares = in_shares(_multiply_share)


@njit(cache=True, inline="always")
def _num_bytes(table):
    last = len(table) - 1
    num_panels = (table[last, NUM_OUTPUTS] + PANEL_ROWS - 1) // PANEL_ROWS
    return table[last, BYTES_BEFORE] + num_panels * table[last, PANEL_BYTES]


@loop_part
def _takes_codes(table):
    takes_codes = False
    for p in range(len(table)):
        takes_codes |= table[p, IS_FLOAT] == 0
    return takes_codes


def quantized_extents(num_rows: int, num_cols: int, *weights: Any) -> Extents:
    """The extents of codes and records; 0 if `weights` are given and none takes codes."""
    groups = num_rows * (num_cols // GROUP_COLS)
    if weights and not any(weight.takes_codes for weight in weights):
        groups = 0
    return {"codes": (groups * GROUP_CODE_BYTES,), "records": (groups * GROUP_RECORD_BYTES // 4,)}


@touches(
    lambda o: {
        "x": (o.step.rows, o.x.shape[1]),
        **quantized_extents(o.step.rows, o.x.shape[1], o.weight),
        "weight": (o.weight.num_rows, o.x.shape[1]),
        "out": (o.step.rows, o.weight.num_rows),
    }
)
@njit(cache=True, nogil=True)
def multiply(x, codes, records, weight, out, num_rows, crew):
    """out [W, N] = x [W, K] times `weight`; codes and records are scratch."""
    rows = num_rows[0]
    if _takes_codes(weight):
        quantize(x, codes, records, rows, crew)
    shares = max(1, min(_MOST_SHARES, rows * _num_bytes(weight) // _SHARE_BYTES))
    y, y_stride = out.ctypes.data, out.strides[0]
    arguments = (x, codes, records, weight, y, y_stride, rows, shares)
    _multiply_shares(crew, shares, arguments)


@njit(cache=True, inline="always")
def multiply_expert(stack, expert, first, end, x, codes, records, row, count, out):
    """out[m, i] = dot(row first + i of an expert's matrix, row `row` + m of x), i < end - first.

    x [R, K], out [>= count, >= end - first], m < count. `stack` is the stack's table. `first` is a
    multiple of 16; codes and records are those of x.
    """
    num_cols, panel_bytes = x.shape[1], stack[PANEL_BYTES]
    num_groups = num_cols // GROUP_COLS
    panel = expert * stack[NUM_PANELS] + first // PANEL_ROWS
    if stack[IS_FLOAT]:
        values, stride = x.ctypes.data, x.strides[0]
    else:
        values, stride = codes.ctypes.data, num_groups * GROUP_CODE_BYTES
    num_panels = (end - first + PANEL_ROWS - 1) // PANEL_ROWS
    records_stride = num_groups * GROUP_RECORD_BYTES
    _call_product(
        stack[KERNEL], stack[WEIGHTS] + panel * panel_bytes, panel_bytes, 0, num_panels, num_cols,
        values + row * stride, stride, records.ctypes.data + row * records_stride, records_stride,
        count, out.ctypes.data, out.strides[0], end - first,
    )  # fmt: skip
    if stack[FACTORS]:
        factors = stack[FACTORS] + 4 * (expert * stack[NUM_ROWS] + first)
        for m in range(count):
            scale_values(out.ctypes.data + m * out.strides[0], factors, end - first)


@njit(cache=True)
def read_row(table, row, one_hot, one_hot_records, one_hot_floats, out):
    """out [K] = row `row` of the matrix of `table`, as its products with one-hot rows.

    The products are exact. One-hot rows [n, n] are given as codes with records and as float32, n
    being the columns of the largest block.
    """
    scratch = np.empty((WIDEST_BLOCK, PANEL_ROWS), np.float32)
    p = 0
    while row >= table[p, FIRST_OUTPUT] + table[p, NUM_OUTPUTS]:
        p += 1
    row -= table[p, FIRST_OUTPUT]
    panel, lane = row // PANEL_ROWS, row % PANEL_ROWS
    num_cols, block_cols = out.shape[0], table[p, BLOCK_COLS]
    weights = table[p, WEIGHTS] + panel * table[p, PANEL_BYTES]
    if table[p, IS_FLOAT]:
        x, stride = one_hot_floats.ctypes.data, one_hot_floats.strides[0]
    else:
        x, stride = one_hot.ctypes.data, one_hot.strides[0]
    for first in range(0, num_cols, block_cols):
        count = min(block_cols, num_cols - first)
        _call_product(
            table[p, KERNEL], weights + first // block_cols * table[p, BLOCK_BYTES], 0, 0, 1,
            count, x, stride, one_hot_records.ctypes.data, one_hot_records.strides[0], count,
            scratch.ctypes.data, scratch.strides[0], PANEL_ROWS,
        )  # fmt: skip
        if table[p, FACTORS]:
            for k in range(count):
                at = scratch.ctypes.data + k * scratch.strides[0] + 4 * lane
                scale_values(at, table[p, FACTORS] + 4 * row, 1)
        for k in range(count):
            out[first + k] = scratch[k, lane]


@njit(cache=True)
def _read_one(w, ids, weight, one_hot, one_hot_records, one_hot_floats, out):
    read_row(weight, ids[w], one_hot, one_hot_records, one_hot_floats, out[w])


_read_all = in_shares(_read_one)


@touches(
    lambda o: {
        "ids": (o.step.rows,),
        "weight": (o.step.ids, o.out.shape[1]),
        "one_hot": (WIDEST_BLOCK, WIDEST_BLOCK // GROUP_COLS * GROUP_CODE_BYTES),
        "one_hot_records": (WIDEST_BLOCK, WIDEST_BLOCK // GROUP_COLS, GROUP_RECORD_BYTES // 4),
        "one_hot_floats": (FLOAT_GROUP_COLS, FLOAT_GROUP_COLS),
        "out": (o.step.rows, o.out.shape[1]),
    }
)
@njit(cache=True, nogil=True)
def read_rows(ids, weight, one_hot, one_hot_records, one_hot_floats, out, num_rows, crew):
    """out [W, K] = rows `ids` of `weight`; see `read_row`."""
    _read_all(crew, num_rows[0], (ids, weight, one_hot, one_hot_records, one_hot_floats, out))
