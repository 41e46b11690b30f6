"""Quantized matrix × up to 16 rows of activations, with prologue and epilogue in the same launch.

A program computes 32 outputs of every row; see tile_dot.py for the products and
residual/epilogue.py for the epilogues. Matrices are tiles (engine/quants/tiles.py) viewed as int32.
With PDL (compute capability 9.0 on) a kernel starts while the one before it ends: before the wait
it reads only what no kernel writes, weights and the number of rows.
"""

from typing import Any

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import (
    Extent,
    added_out,
    product_rows,
    read_codes,
    read_scales,
    stored_out,
    words,
)
from engine.kernels.cuda.products.tile_dot import (
    load_ahead,
    tile_dot,
    tile_dots_in_turn,
    two_tiles,
)
from engine.kernels.cuda.products.warp_sums import result_rows, words_of_terms
from engine.kernels.cuda.residual.activation import activated
from engine.kernels.cuda.residual.epilogue import (
    add_residual,
    inverse_rms,
    load_hidden,
    load_norm,
    load_squares,
    order_free_sum,
    store_activations,
    store_squares,
)

# Up to this many rows, the epilogue's operands fit in registers and are loaded before the products.
EARLY_ROWS = tl.constexpr(4)
# Up to this many, the norm's factor is computed before the products; more rows gain nothing by it.
EARLY_FACTORS = tl.constexpr(1)


@triton.jit
def _project_group(
    words, matrix_ptr, group, codes_ptr, scales_ptr, sum_squares_ptr, eps,
    K: tl.constexpr, TYPE: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr, APART: tl.constexpr,
    GROUPS: tl.constexpr, NORMED: tl.constexpr, PDL: tl.constexpr, CLUSTER: tl.constexpr,
):  # fmt: skip
    """Outputs of a matrix from 32 * group on, [R, 32]; waits for the kernel before."""
    R: tl.constexpr = result_rows(ROWS, (2 * WARPS if APART else WARPS) // CLUSTER)
    TYPES: tl.constexpr = (TYPE, TYPE)
    bases = two_tiles(matrix_ptr, group, K, TYPE, ROWS)
    ahead = load_ahead(bases, K, TYPES, ROWS, WARPS, 2, UNROLL, SETS, APART, CLUSTER)
    if PDL:
        gdc_wait()
    EARLY: tl.constexpr = NORMED and ROWS == 1
    if NORMED and ROWS <= EARLY_ROWS:
        squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, R, True)
    if NORMED and ROWS <= EARLY_FACTORS:
        factor = inverse_rms(squares, K, eps)
    x = tile_dot(
        ahead, bases, codes_ptr, scales_ptr,
        K, TYPES, WIDTH, ROWS, WARPS, 2, UNROLL, SETS, APART, True, squares if EARLY else (),
        words, CLUSTER,
    )[0]  # fmt: skip
    if NORMED and ROWS > EARLY_ROWS:
        squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, R, True)
    if NORMED and ROWS > EARLY_FACTORS:
        factor = inverse_rms(squares, K, eps)
    if NORMED:
        x *= factor[:, None]
    return x


def _multiplied(o: Any) -> dict[str, Extent | int]:
    """Extents that a product reads of its activations."""
    normed = getattr(o, "NORMED", False)
    return {
        "codes_ptr": read_codes(o.WIDTH, o.K),
        "scales_ptr": read_scales(product_rows(o.WIDTH, o.ROWS), o.K),
        "sum_squares_ptr": o.ROWS * (o.K // 32) if normed else 0,
    }


@touches(
    lambda o: {
        "a_ptr": words(o.TYPE_A, o.N_A if o.N_A < o.N else 32 * o.grid[0] // o.CLUSTER, o.K),
        "b_ptr": words(o.TYPE_B, 32 * o.grid[0] // o.CLUSTER - o.N_A if o.N_A < o.N else 0, o.K),
        **_multiplied(o),
        "bias_ptr": o.N,
        "out_ptr": Extent.rows(min(o.step.rows, o.ROWS), o.N, o.STRIDE),
        "squares_out": min(o.step.rows, o.ROWS) * (-(-o.N // 32)),
    }
)
@triton.jit
def project_kernel(
    a_ptr, b_ptr, codes_ptr, scales_ptr, sum_squares_ptr, bias_ptr, out_ptr, squares_out,
    num_rows_ptr, eps,
    K: tl.constexpr, N: tl.constexpr, N_A: tl.constexpr, STRIDE: tl.constexpr,
    TYPE_A: tl.constexpr, TYPE_B: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    SETS: tl.constexpr, APART: tl.constexpr, GROUPS: tl.constexpr, HAS_BIAS: tl.constexpr,
    NORMED: tl.constexpr, PDL: tl.constexpr, CLUSTER: tl.constexpr,
):  # fmt: skip
    """out = x @ weight.T + bias; outputs below N_A are of matrix a, the others of matrix b.

    If less than N, N_A is a multiple of 32. Rows of out are STRIDE apart. The squares of 32 columns
    each are added, if wanted.
    """
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0) // CLUSTER
    num_rows = tl.load(num_rows_ptr)
    words = words_of_terms(1, ROWS, WARPS, CLUSTER)
    if N_A < N:
        if group < N_A // 32:
            x = _project_group(
                words, a_ptr, group, codes_ptr, scales_ptr, sum_squares_ptr, eps,
                K, TYPE_A, WIDTH, ROWS, WARPS, UNROLL, SETS, APART, GROUPS, NORMED, PDL, CLUSTER,
            )  # fmt: skip
        else:
            x = _project_group(
                words, b_ptr, group - N_A // 32, codes_ptr, scales_ptr, sum_squares_ptr, eps,
                K, TYPE_B, WIDTH, ROWS, WARPS, UNROLL, SETS, APART, GROUPS, NORMED, PDL, CLUSTER,
            )  # fmt: skip
    else:
        x = _project_group(
            words, a_ptr, group, codes_ptr, scales_ptr, sum_squares_ptr, eps,
            K, TYPE_A, WIDTH, ROWS, WARPS, UNROLL, SETS, APART, GROUPS, NORMED, PDL, CLUSTER,
        )  # fmt: skip
    row = tl.arange(0, x.shape[0])
    column = group * 32 + tl.arange(0, 32)
    if HAS_BIAS:
        x += tl.load(bias_ptr + column, mask=column < N, other=0.0)[None, :]
    real = row < tl.minimum(num_rows, ROWS)
    stored = real[:, None] & (column < N)[None, :]
    tl.store(out_ptr + row[:, None].to(tl.int64) * STRIDE + column[None, :], x, mask=stored)
    if squares_out is not None:
        squares = order_free_sum((tl.where(stored, x * x, 0.0),))
        store_squares(squares_out, row * ((N + 31) // 32) + group, squares, real)


@touches(
    lambda o: {
        "a_ptr": words(o.TYPE, 32 * o.grid[0] // o.CLUSTER, o.K),
        **_multiplied(o),
        **added_out(min(o.step.rows, o.ROWS), o),
    }
)
@triton.jit
def project_add_kernel(
    a_ptr, codes_ptr, scales_ptr, bias_ptr, hidden_ptr, norm_weight_ptr,
    sum_squares_out, codes_out, scales_out, values_out, num_rows_ptr,
    K: tl.constexpr, N: tl.constexpr, SIZE: tl.constexpr, TYPE: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    SETS: tl.constexpr, APART: tl.constexpr, HAS_BIAS: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr, PDL: tl.constexpr, CLUSTER: tl.constexpr,
):  # fmt: skip
    """hidden += x @ weight.T + bias; activations of hidden * norm weight for the next matrix."""
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0) // CLUSTER
    TYPES: tl.constexpr = (TYPE, TYPE)
    bases = two_tiles(a_ptr, group, K, TYPE, ROWS)
    ahead = load_ahead(bases, K, TYPES, ROWS, WARPS, 2, UNROLL, SETS, APART, CLUSTER)
    words = words_of_terms(1, ROWS, WARPS, CLUSTER) if CLUSTER > 1 else None
    R: tl.constexpr = result_rows(ROWS, (2 * WARPS if APART else WARPS) // CLUSTER)
    real = tl.arange(0, R) < tl.minimum(tl.load(num_rows_ptr), ROWS)
    if ROWS > 1 and ROWS <= EARLY_ROWS:
        norm = load_norm(group, norm_weight_ptr, bias_ptr, SIZE, HAS_BIAS)
    if PDL:
        gdc_wait()
    if ROWS == 1:  # not before the wait: weights on their way leave too few registers
        norm = load_norm(group, norm_weight_ptr, bias_ptr, SIZE, HAS_BIAS)
    if ROWS <= EARLY_ROWS:
        hidden = load_hidden(group, real, hidden_ptr, N, ROWS, R)
    EARLY: tl.constexpr = ROWS == 1 and WARPS // CLUSTER <= 8  # more warps have no register for it
    x = tile_dot(
        ahead, bases, codes_ptr, scales_ptr,
        K, TYPES, WIDTH, ROWS, WARPS, 2, UNROLL, SETS, APART, True, (hidden,) if EARLY else (),
        words, CLUSTER,
    )[0]  # fmt: skip
    if ROWS > EARLY_ROWS:
        norm = load_norm(group, norm_weight_ptr, bias_ptr, SIZE, HAS_BIAS)
        hidden = load_hidden(group, real, hidden_ptr, N, ROWS, R)
    x = add_residual(
        x, hidden, norm, group, real, hidden_ptr, sum_squares_out, N,
        R, norm_weight_ptr is not None,
    )  # fmt: skip
    store_activations(
        x, group, real, codes_out, scales_out, values_out, N, R, WRITE_CODES, WRITE_VALUES
    )


@touches(
    lambda o: {
        "gate_ptr": words(o.TYPE_GATE, 32 * o.grid[0], o.K),
        "up_ptr": words(o.TYPE_UP, 32 * o.grid[0], o.K),
        **_multiplied(o),
        **stored_out(min(o.step.rows, o.ROWS), o.N),
    }
)
@triton.jit
def project_gated_kernel(
    gate_ptr, up_ptr, codes_ptr, scales_ptr, sum_squares_ptr,
    codes_out, scales_out, values_out, num_rows_ptr, eps,
    K: tl.constexpr, N: tl.constexpr, TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    SETS: tl.constexpr, APART: tl.constexpr, GROUPS: tl.constexpr, NORMED: tl.constexpr,
    ACTIVATION: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """Activations of activation(x @ gate.T, x @ up.T), N outputs (arXiv:2002.05202)."""
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0)
    R: tl.constexpr = result_rows(ROWS, 2 * WARPS if APART else WARPS)
    real = tl.arange(0, R) < tl.minimum(tl.load(num_rows_ptr), ROWS)
    gates = two_tiles(gate_ptr, group, K, TYPE_GATE, ROWS)
    ups = two_tiles(up_ptr, group, K, TYPE_UP, ROWS)
    if ROWS == 1:
        TYPES: tl.constexpr = (TYPE_GATE, TYPE_GATE, TYPE_UP, TYPE_UP)
        ahead = load_ahead(gates + ups, K, TYPES, ROWS, WARPS, 4, UNROLL, SETS, APART)
    else:
        ahead = load_ahead(gates, K, (TYPE_GATE, TYPE_GATE), ROWS, WARPS, 2, UNROLL, SETS, APART)
    if PDL:
        gdc_wait()
    if NORMED and ROWS <= EARLY_ROWS:
        squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, R, True)
    if NORMED and ROWS <= EARLY_FACTORS:
        factor = inverse_rms(squares, K, eps)
    if ROWS == 1:
        gate, up = tile_dot(
            ahead, gates + ups, codes_ptr, scales_ptr,
            K, TYPES, WIDTH, ROWS, WARPS, 4, UNROLL, SETS, APART, True, squares if NORMED else (),
        )  # fmt: skip
    else:
        gate, up = tile_dots_in_turn(
            ahead, gates, ups, codes_ptr, scales_ptr,
            K, TYPE_GATE, TYPE_UP, WIDTH, ROWS, WARPS, UNROLL, SETS, APART,
        )  # fmt: skip
    if NORMED and ROWS > EARLY_ROWS:
        squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, R, True)
    if NORMED and ROWS > EARLY_FACTORS:
        factor = inverse_rms(squares, K, eps)
    if NORMED:
        gate *= factor[:, None]
        up *= factor[:, None]
    gated = activated(gate, up, ACTIVATION)
    store_activations(
        gated, group, real, codes_out, scales_out, values_out, N, R, WRITE_CODES, WRITE_VALUES
    )


@touches(
    lambda o: {
        "gate_ptr": words(o.TYPE, 32 * o.grid[0], o.K),
        **_multiplied(o),
        "up_ptr": Extent.rows(min(o.step.rows, o.ROWS), o.SIZE, o.STRIDE),
        **stored_out(min(o.step.rows, o.ROWS), o.N),
    }
)
@triton.jit
def project_gate_kernel(
    gate_ptr, codes_ptr, scales_ptr, sum_squares_ptr, up_ptr,
    codes_out, scales_out, values_out, num_rows_ptr, eps,
    K: tl.constexpr, N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr,
    TYPE: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr,
    UNROLL: tl.constexpr, SETS: tl.constexpr, APART: tl.constexpr, GROUPS: tl.constexpr,
    NORMED: tl.constexpr, ACTIVATION: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Activations of activation(x @ gate.T, up), SIZE outputs; rows of up are STRIDE apart."""
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0)
    R: tl.constexpr = result_rows(ROWS, 2 * WARPS if APART else WARPS)
    row = tl.arange(0, R)
    column = group * 32 + tl.arange(0, 32)
    real = row < tl.minimum(tl.load(num_rows_ptr), ROWS)
    TYPES: tl.constexpr = (TYPE, TYPE)
    bases = two_tiles(gate_ptr, group, K, TYPE, ROWS)
    ahead = load_ahead(bases, K, TYPES, ROWS, WARPS, 2, UNROLL, SETS, APART)
    at = up_ptr + row[:, None].to(tl.int64) * STRIDE + column[None, :]
    of_up = real[:, None] & (column < SIZE)[None, :]
    if PDL:
        gdc_wait()
    if ROWS <= EARLY_ROWS:
        up = tl.load(at, mask=of_up, other=0.0)
        if NORMED:
            squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, R, True)
    x = tile_dot(
        ahead, bases, codes_ptr, scales_ptr,
        K, TYPES, WIDTH, ROWS, WARPS, 2, UNROLL, SETS, APART, True, (up,) if ROWS == 1 else (),
    )[0]  # fmt: skip
    if ROWS > EARLY_ROWS:
        up = tl.load(at, mask=of_up, other=0.0)
        if NORMED:
            squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, R, True)
    if NORMED:
        x *= inverse_rms(squares, K, eps)[:, None]
    gated = activated(x, up, ACTIVATION)
    store_activations(
        gated, group, real, codes_out, scales_out, values_out, N, R, WRITE_CODES, WRITE_VALUES
    )
