"""Products by tiles, whose instructions are emulated: they have the bits of dot products."""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from llvmlite import ir

from engine.gguf.types import GGMLType
from engine.kernels.cpu.ir.amx import AmxTiles
from engine.kernels.cpu.ir.integer_dots import Dots, usable_dots
from engine.kernels.cpu.ir.panel import GROUP_CODE_BYTES, GROUP_RECORD_BYTES
from engine.kernels.cpu.ir.tile_products import write_blocks
from engine.kernels.cpu.products import PANEL_BYTES, WEIGHTS, multiply
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.weight_parts import MatrixPart
from engine.quants.panels import GROUP_COLS
from tests.support.plain_tiles import PlainTiles
from tests.support.random_rows import random_rows

# Codes with and without an offset, from tables and grids; scales of 32 and of 16 columns, minima.
KINDS = [
    GGMLType.Q8_0,
    GGMLType.Q2_K,
    GGMLType.Q4_K,
    GGMLType.Q6_K,
    GGMLType.IQ4_NL,
    GGMLType.NVFP4,
    GGMLType.IQ1_M,
    GGMLType.IQ3_S,
]
DOTS = next((dots for dots in usable_dots() if dots.has_avx512 and not dots.has_tiles), None)

Floats = np.ndarray[Any, np.dtype[np.float32]]


def module_of(kind: GGMLType, tiles: Callable[[ir.IRBuilder], Any], dots: Dots) -> ir.Module:
    """A function `blocks` of the arguments of `multiply_blocks`."""
    module, word = ir.Module(), ir.IntType(64)
    module.triple = llvm.get_process_triple()
    function = ir.Function(module, ir.FunctionType(word, [word] * 10), "blocks")
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(write_blocks(builder, kind, dots, tiles(builder), list(function.args)))
    return module


@cache
def emulated(kind: GGMLType) -> Callable[..., int]:
    """`multiply_blocks` of a type with plain code in place of tiles."""
    assert DOTS is not None
    parsed = llvm.parse_assembly(str(module_of(kind, PlainTiles, DOTS)))
    parsed.verify()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2
    )
    engine = llvm.create_mcjit_compiler(parsed, machine)
    engine.finalize_object()
    kinds = [ctypes.c_int64] * 10
    call = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(engine.get_function_address("blocks"))
    call.engine = engine  # type: ignore[attr-defined]  # owns the code
    return call


@pytest.mark.skipif(DOTS is None, reason="codes are unpacked with AVX-512")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize(("rows", "num_rows", "longest"), [(70, 21, 768), (16, 16, 512)])
def test_sums_of_tiles_give_the_bits_of_dot_products(
    kind: GGMLType, rows: int, num_rows: int, longest: int
) -> None:
    num_cols = longest - kind.block_len
    weight = CpuWeights().matrix(
        [MatrixPart(random_rows(kind, num_rows, num_cols, kind), kind, num_rows, num_cols)]
    )
    x = np.random.default_rng(1).normal(size=(rows, num_cols)).astype(np.float32)
    x[0, 32:64] = 0.0
    groups = num_cols // GROUP_COLS
    codes = np.empty((rows, groups * GROUP_CODE_BYTES), np.int8)
    records = np.empty((rows, groups, GROUP_RECORD_BYTES // 4), np.float32)
    expected = np.full((rows, num_rows), np.nan, np.float32)
    crew = np.zeros(32, np.int64)
    multiply.run(x, codes, records, weight.table, expected, np.array([rows], np.int32), crew)
    found = np.full((rows, num_rows + 3), np.nan, np.float32)
    for first in range(0, num_rows, 16):
        panel = weight.table[0, WEIGHTS] + first // 16 * weight.table[0, PANEL_BYTES]
        done = emulated(kind)(
            panel, num_cols, codes.ctypes.data, codes.strides[0], records.ctypes.data,
            records.strides[0], rows, found.ctypes.data + 4 * first, found.strides[0],
            num_rows - first,
        )  # fmt: skip
        assert done == rows // 16 * 16
    np.testing.assert_array_equal(found[:done, :num_rows], expected[:done])
    assert np.isnan(found[done:]).all()
    assert np.isnan(found[:, num_rows:]).all()


@pytest.mark.skipif(DOTS is None, reason="another processor's code")
@pytest.mark.parametrize(("kind", "count"), [(GGMLType.Q4_K, 2), (GGMLType.Q6_K, 4)])
def test_the_instructions_are_assembled_for_processors_without_them(
    kind: GGMLType, count: int
) -> None:
    assert DOTS is not None
    parsed = llvm.parse_assembly(str(module_of(kind, AmxTiles, DOTS)))
    target = llvm.Target.from_triple(llvm.get_process_triple())
    machine = target.create_target_machine(cpu="x86-64-v4", features="+avx512vnni,+avx512vbmi")
    code = machine.emit_object(parsed)
    multiplied = [code.count(bytes.fromhex(f"c4e25b5e{tiles}")) for tiles in ("c2", "cb")]
    assert multiplied == [count // 2, count // 2]  # tdpbssd of both halves
