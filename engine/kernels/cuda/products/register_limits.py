"""How many registers a thread of a quantized product may take, by warps and rows of activations.

Chosen by shape, from measurements on H100 and H200 (tests/gpu/README.md). A limit gains where all
programs of a launch are resident at once with it and would not be without it.
"""

from collections.abc import Mapping

from engine.kernels.cuda.launching.waves import programs_each, registers_each
from engine.kernels.cuda.products.launch_shapes import LAYER_ROWS, LONG_COLS, MANY_ROWS

Limits = Mapping[int, int]  # registers of a thread, by the warps of a program

MOST_WIDTH = 8  # wider steps need all registers
_LEAST = 64  # with fewer, weights on their way do not fit


def project_limits(num_rows: int, num_cols: int, width: int) -> Limits:
    """The limits of a product that is stored as it is."""
    if width == 1:
        return _limits_of_one(num_rows, num_cols)
    return {16: 64, 8: 80} if num_rows > LAYER_ROWS else {16: 64}


def project_add_limits(num_rows: int, num_cols: int, width: int) -> Limits:
    """The limits of a product that is added to the residual stream."""
    if width == 1:
        return _limits_of_one(num_rows, num_cols)
    return {16: 96 if num_rows <= MANY_ROWS else 64, 8: 96}


def project_gated_limits(num_rows: int, width: int) -> Limits:
    """The limits of two products, of a gate and of what it opens, of `num_rows` outputs."""
    programs = -(-num_rows // 32)
    each = programs_each(programs)
    if width > 1:
        return {8: 80 if each <= 3 else 64} | ({4: 96} if each <= 5 else {})
    limits = {warps: registers_each(programs, warps) for warps in (4, 8)}
    return {warps: limit for warps, limit in limits.items() if limit >= _LEAST}


def _limits_of_one(num_rows: int, num_cols: int) -> Limits:
    """Of long rows, some multiprocessors have two programs of 16 warps."""
    return {16: 64} if num_rows > MANY_ROWS and num_cols > LONG_COLS else {}
