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


@dataclass(frozen=True)
class RowFormat:
    """The memory format of a row: groups of `group_len` values in `group_bytes` bytes.

    `unpack(builder, address, lanes)` gives the values of the group at an address as float32 vectors,
    or as many values as a vector has lanes. With groups of `LANES` values, `lanes` may be 1 to
    unpack one. With `has_scale` a group begins with a float16, their factor.
    """

    group_len: int
    group_bytes: int
    unpack: Callable[[ir.IRBuilder, Any, int], list[Any]]
    has_scale: bool = False

    def num_bytes(self, num_values: int) -> int:
        """The bytes of so many values: of whole groups, or of floats."""
        return self.group_bytes * num_values // self.group_len


def pointer(builder: ir.IRBuilder, address: Any, kind: ir.Type) -> Any:
    return builder.inttoptr(address, kind.as_pointer())


def _widened(kind: ir.Type, lanes: int) -> ir.Type:
    return ir.VectorType(kind, lanes) if lanes > 1 else kind


def load(builder: ir.IRBuilder, address: Any, element: ir.Type, lanes: int, align: int) -> Any:
    """Load `lanes` elements at an integer address."""
    value = builder.load(pointer(builder, address, _widened(element, lanes)))
    value.align = align
    return value


def spread_scale(builder: ir.IRBuilder, address: Any, lanes: int) -> Any:
    """The scale of a group in all lanes; spread as float16, which takes one instruction less."""
    half = splat(builder, load(builder, address, _f16, 1, 2), lanes)
    return builder.fpext(half, ir.VectorType(_f32, lanes))


def load_scales(builder: ir.IRBuilder, addresses: list[Any]) -> Any:
    """The scales of groups as a vector, or that of one."""
    halves = [load(builder, address, _f16, 1, 2) for address in addresses]
    if len(halves) == 1:
        return builder.fpext(halves[0], _f32)
    found = ir.Constant(ir.VectorType(_f16, len(halves)), ir.Undefined)
    for i, half in enumerate(halves):
        found = builder.insert_element(found, half, _i32(i))
    return builder.fpext(found, ir.VectorType(_f32, len(halves)))


def _unpack_f32(builder: ir.IRBuilder, address: Any, lanes: int) -> list[Any]:
    return [load(builder, address, _f32, lanes, 4)]


def _unpack_f16(builder: ir.IRBuilder, address: Any, lanes: int) -> list[Any]:
    halves = load(builder, address, _f16, lanes, 2)
    return [builder.fpext(halves, _widened(_f32, lanes))]


def _unpack_bf16(builder: ir.IRBuilder, address: Any, lanes: int) -> list[Any]:
    """A bfloat16 is the upper half of a float32."""
    bits = builder.zext(load(builder, address, _i16, lanes, 2), _widened(_i32, lanes))
    shift = ir.Constant(bits.type, [16] * lanes if lanes > 1 else 16)
    return [builder.bitcast(builder.shl(bits, shift), _widened(_f32, lanes))]


def _unpack_q8_0(builder: ir.IRBuilder, address: Any, lanes: int) -> list[Any]:
    """GGUF's Q8_0: a scale and 32 int8."""
    values = []
    for first in range(0, 32, lanes):
        codes = load(builder, builder.add(address, _i64(2 + first)), _i8, lanes, 1)
        wide = builder.sext(codes, ir.VectorType(_i32, lanes))
        values.append(builder.sitofp(wide, ir.VectorType(_f32, lanes)))
    return values


def _unpack_q4_0(builder: ir.IRBuilder, address: Any, lanes: int) -> list[Any]:
    """GGUF's Q4_0: a scale and 16 bytes, code + 8 of value j below that of value j + 16."""
    offset = ir.Constant(ir.VectorType(_i32, lanes), [8] * lanes)
    low, shift = (ir.Constant(ir.VectorType(_i8, lanes), [each] * lanes) for each in (15, 4))
    places = [builder.add(address, _i64(2 + at)) for at in range(0, 16, lanes)]
    pairs = [load(builder, place, _i8, lanes, 1) for place in places]
    codes = [builder.and_(pair, low) for pair in pairs]
    codes += [builder.lshr(pair, shift) for pair in pairs]
    wide = [builder.sub(builder.zext(code, offset.type), offset) for code in codes]
    return [builder.sitofp(code, ir.VectorType(_f32, lanes)) for code in wide]


def _unpack_tq3_0(builder: ir.IRBuilder, address: Any, lanes: int) -> list[Any]:
    """TQ3_0 (engine/kernels/tq3_blocks.py): a norm, 8 bytes of lower bits, 4 of upper."""
    kind, floats = ir.VectorType(_i32, lanes), ir.VectorType(_f32, lanes)

    def each(*numbers: int) -> Any:
        return ir.Constant(kind, [*numbers] * (lanes // len(numbers)))

    def shifted(at: int, step: int) -> Any:
        place = builder.add(address, _i64(at))
        part = load(builder, place, ir.IntType(step * lanes), 1, 1)
        part = builder.zext(part, _i32) if step * lanes < _i32.width else part
        return builder.lshr(splat(builder, part, lanes), each(*range(0, step * lanes, step)))

    values = []
    for first in range(0, BLOCK_LEN, lanes):
        upper = builder.and_(shifted(10 + first // 8, 1), each(1))
        flipped = builder.and_(builder.sub(upper, each(1)), each(3))  # below zero, codes fall
        lower = builder.xor(builder.and_(shifted(2 + first // 4, 2), each(3)), flipped)
        odd, is_far = (
            builder.icmp_unsigned("!=", builder.and_(lower, each(bit)), each(0)) for bit in (1, 2)
        )
        c4, c5, c6, c7 = (ir.Constant(floats, [value] * lanes) for value in CENTROIDS[4:])
        above = builder.select(is_far, builder.select(odd, c7, c6), builder.select(odd, c5, c4))
        sign = builder.shl(builder.xor(upper, each(1)), each(31))
        values.append(builder.bitcast(builder.xor(builder.bitcast(above, kind), sign), floats))
    return values


F32 = RowFormat(LANES, 4 * LANES, _unpack_f32)
F16 = RowFormat(LANES, 2 * LANES, _unpack_f16)
BF16 = RowFormat(LANES, 2 * LANES, _unpack_bf16)
Q8_0 = RowFormat(32, 34, _unpack_q8_0, has_scale=True)
Q4_0 = RowFormat(32, 18, _unpack_q4_0, has_scale=True)
TQ3_0 = RowFormat(BLOCK_LEN, BLOCK_BYTES, _unpack_tq3_0, has_scale=True)
ROW_FORMATS = (F32, F16, BF16, Q8_0, Q4_0, TQ3_0)
"""Compiled loops take a format as its index in this tuple."""
