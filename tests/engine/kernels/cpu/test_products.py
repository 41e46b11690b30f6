"""Products with quantized weights on the CPU: right, and the same bits by every instruction and width."""

import llvmlite.binding as llvm
import numpy as np
import pytest
from llvmlite import ir
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.kernels.cpu.crew import Crew
from engine.kernels.cpu.ir.integer_dots import Dots, usable_dots
from engine.kernels.cpu.ir.panel import write_tile
from engine.kernels.cpu.products import KERNEL, multiply, product_kernel, read_row
from engine.kernels.cpu.weights import CpuMatrix, CpuWeights, OneHot
from engine.kernels.weight_parts import MatrixPart
from engine.quants.tiles import TILE_FORMATS
from engine.quants.weight_types import FLOAT_TYPES
from tests.support.random_rows import random_rows, values_of
from tests.support.rounded import rounded

Floats = NDArray[np.float32]

KINDS = [*TILE_FORMATS, *FLOAT_TYPES]
# One of each way to make and to scale codes: the other types differ in what plain dots cover.
VARIED = [
    GGMLType.Q8_0,
    GGMLType.Q3_K,
    GGMLType.Q4_K,
    GGMLType.Q6_K,
    GGMLType.IQ4_NL,
    GGMLType.NVFP4,
    GGMLType.IQ1_M,
    GGMLType.IQ2_S,
    GGMLType.IQ3_S,
    GGMLType.BF16,
]
CREW = Crew(3)
N, K = 40, 512
SOME_ROWS, MANY_ROWS = 15, 39


def raw_rows(kind: GGMLType, num_rows: int = N, num_cols: int = K) -> NDArray[np.uint8]:
    return random_rows(kind, num_rows, num_cols, seed=kind)


def matrix(*kinds: GGMLType, num_rows: int = N, dots: Dots | None = None) -> CpuMatrix:
    parts = [MatrixPart(raw_rows(kind, num_rows), kind, num_rows, K) for kind in kinds]
    made = CpuWeights().matrix(parts)
    if dots is not None:
        made.table[:, KERNEL] = [product_kernel(kind, dots).address for kind in kinds]
    return made


def activations(rows: int = SOME_ROWS) -> Floats:
    x = np.random.default_rng(1).normal(size=(rows, K)).astype(np.float32)
    x[0, 32:64] = 0.0
    return x


def product(weight: CpuMatrix, x: Floats) -> Floats:
    """x times `weight`, by a step wider than x whose other rows are NaN."""
    rows, num_cols = x.shape
    x = np.concatenate([x, np.full((2, num_cols), np.nan, np.float32)])
    codes = np.empty((len(x), 2 * num_cols), np.int8)
    records = np.empty((len(x), num_cols // 32, 4), np.float32)
    out = np.full((len(x), weight.num_rows + 3), np.nan, np.float32)
    count = np.array([rows], np.int32)
    state = CREW.state
    CREW.wake()
    multiply.run(x, codes, records, weight.table, out[:, : weight.num_rows], count, state)
    assert np.isnan(out[rows:]).all()
    assert np.isnan(out[:, weight.num_rows :]).all()
    return out[:rows, : weight.num_rows]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_products_are_those_of_the_values_with_rounded_activations(kind: GGMLType) -> None:
    x = activations()
    weights = values_of(raw_rows(kind), kind, K).numpy().astype(np.float64)
    expected = (x if kind in FLOAT_TYPES else rounded(x)) @ weights.T
    # A code next to a tie may be rounded to either side of it.
    np.testing.assert_allclose(product(matrix(kind), x), expected, atol=2e-5 * expected.std())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_plain_code_gives_the_same_bits_and_no_row_depends_on_its_company(kind: GGMLType) -> None:
    x = activations(MANY_ROWS)
    plain = product(matrix(kind, dots=Dots.PLAIN), x)
    weight = matrix(kind)
    for rows in (1, 2, 3, 5, 9, 15, 16, MANY_ROWS):
        np.testing.assert_array_equal(product(weight, x[-rows:]), plain[-rows:])


@pytest.mark.parametrize("dots", usable_dots(), ids=lambda dots: dots.name)
@pytest.mark.parametrize("kind", VARIED, ids=lambda kind: kind.name)
def test_every_instruction_gives_the_same_bits(kind: GGMLType, dots: Dots) -> None:
    x = activations(MANY_ROWS)
    np.testing.assert_array_equal(product(matrix(kind, dots=dots), x), product(matrix(kind), x))


@pytest.mark.parametrize("num_cols", [1, 7, 12, 33])
@pytest.mark.parametrize("kind", FLOAT_TYPES, ids=lambda kind: kind.name)
def test_floats_may_have_any_number_of_columns(kind: GGMLType, num_cols: int) -> None:
    raw, x = raw_rows(kind, N, num_cols), activations()[:, :num_cols]
    weight = CpuWeights().matrix([MatrixPart(raw, kind, N, num_cols)])
    expected = x @ values_of(raw, kind, num_cols).numpy().astype(np.float64).T
    together = product(weight, x)
    np.testing.assert_allclose(together, expected, atol=1e-5)
    for rows in (1, 2, 5):
        np.testing.assert_array_equal(product(weight, x[:rows]), together[:rows])


@pytest.mark.parametrize("num_rows", [16, 37, 400])
def test_parts_of_several_types_stand_below_each_other(num_rows: int) -> None:
    kinds = GGMLType.Q4_K, GGMLType.F16, GGMLType.Q6_K
    x = activations(3)
    alone = [product(matrix(kind, num_rows=num_rows), x) for kind in kinds]
    together = product(matrix(*kinds, num_rows=num_rows), x)
    np.testing.assert_array_equal(together, np.concatenate(alone, axis=1))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_row_is_read_back_as_it_is_dequantized(kind: GGMLType) -> None:
    weight, one_hot = matrix(kind), OneHot()
    values = values_of(raw_rows(kind), kind, K).numpy()
    for row in (0, 17, N - 1):
        out = np.full(K, np.nan, np.float32)
        read_row(weight.table, row, *one_hot.arrays, out)
        np.testing.assert_array_equal(out, values[row])


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_what_is_not_finite_shows_in_every_output(wrong: float) -> None:
    x = activations(1)
    x[0, 100] = wrong
    assert not np.isfinite(product(matrix(GGMLType.Q4_0), x)).any()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_arm_processors_get_their_own_dot_products(kind: GGMLType) -> None:
    """Nothing here can run them; that LLVM makes instructions of them is what can be seen."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple("aarch64-unknown-linux-gnu")
    except RuntimeError:
        pytest.skip("this LLVM writes no code for ARM")
    module, word = ir.Module(), ir.IntType(64)
    module.triple = "aarch64-unknown-linux-gnu"
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [word] * 10), "tile")
    builder = ir.IRBuilder(function.append_basic_block())
    write_tile(builder, kind, Dots.NEON, 4, 1, list(function.args))
    builder.ret_void()
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    machine = target.create_target_machine(cpu="cortex-a76", features="+dotprod")
    assembly = machine.emit_assembly(parsed)
    instruction, count = ("fmla", 36) if kind in FLOAT_TYPES else ("sdot", 64)
    assert assembly.count(instruction) == count


def test_a_row_of_zeros_gives_zeros() -> None:
    x = np.zeros((1, K), np.float32)
    assert (product(matrix(GGMLType.Q4_1), x) == 0).all()
