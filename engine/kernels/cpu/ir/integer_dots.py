"""LLVM IR for dot products of bytes, per instruction set. Knows no weight format.

All variants give the same integers; LLVM reports which the processor has. Weights are unsigned
codes, activations int8 in -127 … 127; the products of four adjacent bytes are added to one lane.
"""

import platform
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from llvmlite import ir

from engine.quants.processor import may_use_tiles, processor_features

_i8, _i16, _i32 = ir.IntType(8), ir.IntType(16), ir.IntType(32)
_LARGEST_X = 127
_LARGEST_I16 = 32767


class Dots(IntEnum):
    """Instruction sets for dot products of bytes.

    AVX512_VBMI adds lookups to AVX512_VNNI, AMX products of tiles to AVX512_VBMI.
    """

    PLAIN = 0
    AVX512_VNNI = 1
    AVX_VNNI = 2
    AVX2 = 3
    NEON = 4
    AVX512_VBMI = 5
    AMX = 6

    @property
    def has_avx512(self) -> bool:
        return self in (Dots.AVX512_VNNI, Dots.AVX512_VBMI, Dots.AMX)

    @property
    def has_lookups(self) -> bool:
        """Whether bytes are looked up in tables of 64."""
        return self in (Dots.AVX512_VBMI, Dots.AMX)

    @property
    def has_tiles(self) -> bool:
        """Whether 16 rows are multiplied at once, see tile_products.py."""
        return self is Dots.AMX

    @property
    def lanes(self) -> int:
        """The int32 lanes of a vector."""
        return 16 if self.has_avx512 else 4 if self is Dots.NEON else 8

    @property
    def wants_signed(self) -> bool:
        """Whether codes above 127 must be shifted to int8."""
        return self in (Dots.AVX2, Dots.NEON)


_NEEDED = {
    Dots.AVX512_VBMI: ("avx512f", "avx512bw", "avx512vnni", "avx512vbmi"),
    Dots.AVX512_VNNI: ("avx512f", "avx512bw", "avx512vnni"),
    Dots.AVX_VNNI: ("avx2", "avxvnni"),
    Dots.AVX2: ("avx2",),
}


def usable_dots() -> list[Dots]:
    """The variants that this processor can run, fastest first."""
    machine = platform.machine().lower()
    features = processor_features()
    if machine in ("arm64", "aarch64"):
        # Every Arm Mac has dotprod, even if LLVM does not report it.
        has_dots = features.get("dotprod") or platform.system() == "Darwin"
        return [Dots.NEON, Dots.PLAIN] if has_dots else [Dots.PLAIN]
    found = [d for d, names in _NEEDED.items() if all(features.get(name) for name in names)]
    if Dots.AVX512_VBMI in found and may_use_tiles():
        found.insert(0, Dots.AMX)
    return [*found, Dots.PLAIN]


def call(builder: ir.IRBuilder, name: str, result: ir.Type, arguments: Sequence[Any]) -> Any:
    """Call the LLVM function `name`, and declare it if necessary."""
    function = builder.module.globals.get(name) or ir.Function(
        builder.module, ir.FunctionType(result, [a.type for a in arguments]), name
    )
    return builder.call(function, list(arguments))


def constant(kind: ir.VectorType, value: float) -> ir.Constant:
    """A vector of equal elements."""
    return ir.Constant(kind, [value] * kind.count)


def splat(builder: ir.IRBuilder, value: Any, count: int) -> Any:
    """A vector of `count` copies of a scalar."""
    undefined = ir.Constant(ir.VectorType(value.type, count), ir.Undefined)
    first = builder.insert_element(undefined, value, _i32(0))
    return builder.shuffle_vector(first, undefined, constant(ir.VectorType(_i32, count), 0))


def quads_per_step(dots: Dots, largest_code: int) -> int:
    """The most quads that `add_products` takes at a time: AVX2 first adds them as int16."""
    if dots is not Dots.AVX2 or largest_code > _LARGEST_X:
        return 1
    return max(1, _LARGEST_I16 // (2 * _LARGEST_X * largest_code))


def add_products(
    builder: ir.IRBuilder, dots: Dots, total: Any, codes: list[Any], x: list[Any], largest_code: int
) -> Any:
    """total int32 [lanes] + dot products of four bytes of codes and x, [4 lanes] bytes per quad.

    Codes are int8 if `dots.wants_signed` and `largest_code` is above 127.
    """
    if dots is Dots.AVX2:
        return _add_avx2(builder, total, codes, x, signed=largest_code > _LARGEST_X)
    for w, v in zip(codes, x, strict=True):
        if dots.has_avx512:
            total = _add_vnni(builder, "llvm.x86.avx512.vpdpbusd.512", total, w, v)
        elif dots is Dots.AVX_VNNI:
            total = _add_vnni(builder, "llvm.x86.avx512.vpdpbusd.256", total, w, v)
        elif dots is Dots.NEON:
            total = call(builder, "llvm.aarch64.neon.sdot.v4i32.v16i8", total.type, [total, w, v])
        else:
            total = _add_plain(builder, total, w, v)
    return total


def _add_vnni(builder: ir.IRBuilder, name: str, total: Any, codes: Any, x: Any) -> Any:
    as_words = [builder.bitcast(value, total.type) for value in (codes, x)]
    return call(builder, name, total.type, [total, *as_words])


def _add_avx2(
    builder: ir.IRBuilder, total: Any, codes: list[Any], x: list[Any], *, signed: bool
) -> Any:
    """vpmaddubsw multiplies unsigned by signed: the sign of int8 codes is moved to x."""
    pairs_kind = ir.VectorType(_i16, 16)
    pairs = None
    for w, v in zip(codes, x, strict=True):
        left, right = w, v
        if signed:
            left = call(builder, "llvm.abs.v32i8", w.type, [w, ir.IntType(1)(0)])
            right = call(builder, "llvm.x86.avx2.psign.b", v.type, [v, w])
        product = call(builder, "llvm.x86.avx2.pmadd.ub.sw", pairs_kind, [left, right])
        pairs = product if pairs is None else builder.add(pairs, product)
    ones = constant(pairs_kind, 1)
    return builder.add(total, call(builder, "llvm.x86.avx2.pmadd.wd", total.type, [pairs, ones]))


def _add_plain(builder: ir.IRBuilder, total: Any, codes: Any, x: Any) -> Any:
    lanes = total.type.count
    for byte in range(4):
        every_fourth = ir.Constant(
            ir.VectorType(_i32, lanes), [4 * lane + byte for lane in range(lanes)]
        )
        w = builder.shuffle_vector(codes, codes, every_fourth)
        v = builder.shuffle_vector(x, x, every_fourth)
        product = builder.mul(builder.zext(w, total.type), builder.sext(v, total.type))
        total = builder.add(total, product)
    return total


def look_up(builder: ir.IRBuilder, dots: Dots, nibbles: Any, table: Sequence[int]) -> Any:
    """table[n] for each byte n of `nibbles`, all below 16; `table` has 16 bytes."""
    kind = nibbles.type
    if dots is Dots.PLAIN:
        found = constant(kind, table[0])
        for index, value in enumerate(table[1:], start=1):
            is_it = builder.icmp_unsigned("==", nibbles, constant(kind, index))
            found = builder.select(is_it, constant(kind, value), found)
        return found
    held = ir.Constant(kind, list(table) * (kind.count // 16))
    if dots is Dots.NEON:
        return call(builder, "llvm.aarch64.neon.tbl1.v16i8", kind, [held, nibbles])
    name = "avx512.pshuf.b.512" if dots.has_avx512 else "avx2.pshuf.b"
    return call(builder, f"llvm.x86.{name}", kind, [held, nibbles])
