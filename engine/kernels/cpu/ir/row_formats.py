"""LLVM IR that loads the values of a row as float32: floats of three types, blocks of codes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from engine.kernels.cpu.ir.integer_dots import splat
from engine.kernels.tq3_blocks import BLOCK_BYTES, BLOCK_LEN, CENTROIDS

LANES = 8

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


def pointer(builder: ir.IRBuilder, address: Any, kind: ir.Type) -> Any:
    return builder.inttoptr(address, kind.as_pointer())


def _widened(kind: ir.Type, lanes: int) -> ir.Type:
    return ir.VectorType(kind, lanes) if lanes > 1 else kind


def load(builder: ir.IRBuilder, address: Any, element: ir.Type, lanes: int, align: int) -> Any:
    """Load `lanes` elements at an integer address."""
    value = builder.load(pointer(builder, address, _widened(element, lanes)))
    value.align = align
    return value


def _unpack_f32(builder: ir.IRBuilder, address: Any, lanes: int) -> tuple[list[Any], None]:
    return [load(builder, address, _f32, lanes, 4)], None


def _unpack_f16(builder: ir.IRBuilder, address: Any, lanes: int) -> tuple[list[Any], None]:
    halves = load(builder, address, _f16, lanes, 2)
    return [builder.fpext(halves, _widened(_f32, lanes))], None


def _unpack_bf16(builder: ir.IRBuilder, address: Any, lanes: int) -> tuple[list[Any], None]:
    """A bfloat16 is the upper half of a float32."""
    bits = builder.zext(load(builder, address, _i16, lanes, 2), _widened(_i32, lanes))
    shift = ir.Constant(bits.type, [16] * lanes if lanes > 1 else 16)
    return [builder.bitcast(builder.shl(bits, shift), _widened(_f32, lanes))], None


def _unpack_q8_0(builder: ir.IRBuilder, address: Any, _lanes: int) -> tuple[list[Any], Any]:
    """GGUF's Q8_0: a float16 scale and 32 int8."""
    scale = builder.fpext(load(builder, address, _f16, 1, 2), _f32)
    values = []
    for first in range(0, 32, LANES):
        codes = load(builder, builder.add(address, _i64(2 + first)), _i8, LANES, 1)
        values.append(builder.sitofp(builder.sext(codes, ir.VectorType(_i32, LANES)), _vf32))
    return values, splat(builder, scale, LANES)


def _unpack_q4_0(builder: ir.IRBuilder, address: Any, _lanes: int) -> tuple[list[Any], Any]:
    """GGUF's Q4_0: a float16 scale and 16 bytes, code + 8 of value j below that of value j + 16."""
    scale = builder.fpext(load(builder, address, _f16, 1, 2), _f32)
    offset = ir.Constant(ir.VectorType(_i32, LANES), [8] * LANES)
    low, shift = (ir.Constant(ir.VectorType(_i8, LANES), [each] * LANES) for each in (15, 4))
    pairs = [load(builder, builder.add(address, _i64(2 + at)), _i8, LANES, 1) for at in (0, LANES)]
    codes = [builder.and_(pair, low) for pair in pairs]
    codes += [builder.lshr(pair, shift) for pair in pairs]
    wide = [builder.sub(builder.zext(code, offset.type), offset) for code in codes]
    return [builder.sitofp(code, _vf32) for code in wide], splat(builder, scale, LANES)


def _unpack_tq3_0(builder: ir.IRBuilder, address: Any, _lanes: int) -> tuple[list[Any], Any]:
    """TQ3_0 (engine/kernels/tq3_blocks.py): a float16 norm, 8 bytes of lower bits, 4 of upper."""
    norm = builder.fpext(load(builder, address, _f16, 1, 2), _f32)
    kind = ir.VectorType(_i32, LANES)

    def each(*numbers: int) -> Any:
        return ir.Constant(kind, [*numbers] * (LANES // len(numbers)))

    def shifted(at: int, element: ir.Type, step: int) -> Any:
        part = builder.zext(load(builder, builder.add(address, _i64(at)), element, 1, 1), _i32)
        return builder.lshr(splat(builder, part, LANES), each(*range(0, step * LANES, step)))

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
    return values, splat(builder, norm, LANES)


F32 = RowFormat(LANES, 4 * LANES, _unpack_f32)
F16 = RowFormat(LANES, 2 * LANES, _unpack_f16)
BF16 = RowFormat(LANES, 2 * LANES, _unpack_bf16)
Q8_0 = RowFormat(32, 34, _unpack_q8_0)
Q4_0 = RowFormat(32, 18, _unpack_q4_0)
TQ3_0 = RowFormat(BLOCK_LEN, BLOCK_BYTES, _unpack_tq3_0)
ROW_FORMATS = (F32, F16, BF16, Q8_0, Q4_0, TQ3_0)
"""Compiled loops take a format as its index in this tuple."""
