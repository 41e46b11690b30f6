"""LLVM IR for vectors with one weight row per lane: types, loads, conversions."""

from typing import Any

from llvmlite import ir

from engine.kernels.cpu.ir.integer_dots import Dots, call, constant, splat

_i8, _i16, _i32, _i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_f32, _f16 = ir.FloatType(), ir.HalfType()


class Lanes:
    """Writes instructions for `lanes` rows at a time; `bytes` has four bytes per lane."""

    def __init__(self, builder: ir.IRBuilder, dots: Dots) -> None:
        self.builder, self.dots, self.lanes = builder, dots, dots.lanes
        self.floats = ir.VectorType(_f32, dots.lanes)
        self.ints = ir.VectorType(_i32, dots.lanes)
        self.bytes = ir.VectorType(_i8, 4 * dots.lanes)

    def load(self, address: Any, offset: int, kind: ir.Type, alignment: int) -> Any:
        """Load a `kind` from `address`, an int64, + `offset` bytes."""
        place = self.builder.add(address, _i64(offset))
        value = self.builder.load(self.builder.inttoptr(place, kind.as_pointer()), typ=kind)
        value.align = alignment
        return value

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        """a * b + c, rounded once."""
        return call(self.builder, f"llvm.fma.v{self.lanes}f32", self.floats, [a, b, c])

    def spread(self, scalar: Any) -> Any:
        """A scalar in all lanes."""
        return splat(self.builder, scalar, self.lanes)

    def load_bytes(self, address: Any, offset: int) -> Any:
        """Load uint8 [lanes]."""
        return self.load(address, offset, ir.VectorType(_i8, self.lanes), 1)

    def load_halves(self, address: Any, offset: int) -> Any:
        """Load float16 [lanes] as float32."""
        halves = self.load(address, offset, ir.VectorType(_f16, self.lanes), 2)
        return self.builder.fpext(halves, self.floats)

    def unsigned(self, values: Any) -> Any:
        """uint8 [lanes] as float32."""
        return self.builder.uitofp(self.builder.zext(values, self.ints), self.floats)

    def signed(self, values: Any) -> Any:
        """int8 [lanes] as float32."""
        return self.builder.sitofp(self.builder.sext(values, self.ints), self.floats)

    def powers(self, exponents: Any) -> Any:
        """2^(e - 128) of e uint8 [lanes]; 2^-128 and 2^-127 are subnormal."""
        b = self.builder
        e = b.zext(exponents, self.ints)
        normal = b.shl(b.sub(e, constant(self.ints, 1)), constant(self.ints, 23))
        first = constant(self.ints, 1 << 21)
        tiny = b.shl(first, b.and_(e, constant(self.ints, 1)))
        is_tiny = b.icmp_unsigned("<", e, constant(self.ints, 2))
        return b.bitcast(b.select(is_tiny, tiny, normal), self.floats)

    def half_e4m3(self, values: Any) -> Any:
        """Half of the unsigned E4M3 values of uint8 [lanes]; 0x7F is 0.

        Read as float16 bits, with an exponent bias larger by 8, they are 2^-8 of the value.
        """
        b = self.builder
        shorts, halves = (ir.VectorType(kind, self.lanes) for kind in (_i16, _f16))
        bits = b.and_(b.zext(values, shorts), constant(shorts, 127))
        found = b.fpext(b.bitcast(b.shl(bits, constant(shorts, 7)), halves), self.floats)
        is_nan = b.icmp_unsigned("==", values, constant(values.type, 127))
        found = b.fmul(found, constant(self.floats, 128.0))
        return b.select(is_nan, constant(self.floats, 0.0), found)
