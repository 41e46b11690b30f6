"""How many registers a thread of a quantized product may take, by shape and rows of activations.

From measurements on H100 and H200 (tests/gpu/README.md). A limit gains where all programs of a
launch are resident at once with it and would not be without it. In steps of one row others gain up
to 4.5 %, too: with them the assembler takes a few registers more or fewer. Warps with two sets of
sums have none: they need more registers, and few multiprocessors have a second program of theirs.
Nor have programs whose tiles have warps of their own, of which a multiprocessor has one. Blocks of
clusters are all resident at once, and one more of them where a row is read in rounds.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.gguf.types import GGMLType
from engine.kernels.cuda.launching.waves import MOST_REGISTERS, programs_each, registers_each
from engine.kernels.cuda.products.launch_shapes import (
    LAYER_ROWS,
    LONG_COLS,
    MANY_ROWS,
    SOME_ROWS,
    TWO_OR_THREE,
    Shape,
)

_MOST_WIDTH = 8  # wider steps need all registers
_LEAST = 64  # with fewer, weights on their way do not fit


class Product(NamedTuple):
    """The rows, columns and types of a product's weights, and its rows of activations."""

    num_rows: int
    num_cols: int
    kinds: tuple[GGMLType, ...]
    width: int


def project_limit(shape: Shape, product: Product) -> int | None:
    """The limit of a product that is stored as it is; None without one."""
    if product.width == 1:
        return _limit_of_one(shape, product)
    limits = {16: 64} | ({8: 80} if product.num_rows > LAYER_ROWS else {})
    return _limit_of_several(shape, product.width, limits)


def project_add_limit(shape: Shape, product: Product) -> int | None:
    """The limit of a product that is added to the residual stream; None without one."""
    if product.width == 1:
        return _limit_of_one(shape, product)
    limits = {16: 96 if product.num_rows <= MANY_ROWS else 64, 8: 96}
    return _limit_of_several(shape, product.width, limits)


def project_gated_limit(shape: Shape, product: Product) -> int | None:
    """The limit of two products of one size, of a gate and of what it opens; None without one."""
    programs = -(-product.num_rows // 32)
    each = programs_each(programs)
    if product.width > 1:
        limits = {8: 80 if each <= 3 else 64} | ({4: 96} if each <= 5 else {})
        return _limit_of_several(shape, product.width, limits)
    limit = registers_each(programs, shape.warps)
    return limit if shape.sets == 1 and shape.warps in (4, 8) and limit >= _LEAST else None


def _limit_in_cluster(shape: Shape, product: Product) -> int | None:
    blocks = -(-product.num_rows // 32) * shape.cluster
    is_whole = 64 * shape.warps * shape.ahead >= product.num_cols
    limit = registers_each(blocks, shape.num_warps, spare=0 if is_whole else 1)
    return limit if limit < MOST_REGISTERS else None


def _limit_of_several(shape: Shape, width: int, limits: Mapping[int, int]) -> int | None:
    """The limit of a product with several rows of activations, of `limits` by warps."""
    if shape.apart or shape.sets > 1 or width > _MOST_WIDTH:
        return None
    return limits.get(shape.warps)


def _limit_of_one(shape: Shape, product: Product) -> int | None:
    """The limit of a product with one row of activations, for the shapes that were measured."""
    if shape.cluster > 1:
        return _limit_in_cluster(shape, product)
    num_rows, num_cols, kinds, _ = product
    warps, ahead, sets, *_ = shape
    if sets > 1:
        return None
    if num_rows > LAYER_ROWS:
        return 128 if (warps, ahead) == (8, 3) else None
    if warps == 32:
        spills = GGMLType.Q8_0 in kinds and num_cols % (64 * warps) == 0
        return 56 if ahead == 1 and not spills else None
    if warps == 16:
        return _limit_of_16_warps(ahead, product)
    if warps == 8 and ahead == 4:
        if num_cols > 2048:
            return 128
        return 80 if num_rows > TWO_OR_THREE and _have_four_bits(kinds) else 112
    return 128 if (warps, ahead) == (8, 2) and num_cols <= 1024 else None


def _limit_of_16_warps(ahead: int, product: Product) -> int | None:
    num_rows, num_cols, kinds, _ = product
    if num_rows > MANY_ROWS and num_cols > LONG_COLS:
        return 64  # some multiprocessors have two programs
    if GGMLType.Q8_0 in kinds and num_cols > 3072:
        return None  # an 8B was slower with them
    if ahead == 1 or (ahead == 3 and num_rows > MANY_ROWS and _have_four_bits(kinds)):
        return 64
    limit = 96 if SOME_ROWS < num_rows <= MANY_ROWS else 112
    return limit if ahead in (3, 4) else None


def _have_four_bits(kinds: tuple[GGMLType, ...]) -> bool:
    """Whether weights on their way take so few registers that another program fits beside them."""
    return set(kinds) == {GGMLType.Q4_K}
