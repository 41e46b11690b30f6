"""Quantised matrix × up to 16 rows of activations, with what comes before and after in the same launch.

A program computes 32 outputs of every row; see tile_dot.py for the products and
epilogue.py for what is done with them. Matrices are tile tensors (engine/quants/tiles.py) seen as int32.
With PDL (compute capability 9.0 on) a kernel starts while the one before it ends: it loads weights,
then waits, and reads nothing else before.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents

from engine.kernels.gpu.epilogue import (
    add_residual,
    inverse_rms,
    load_residual,
    store_activations,
)
from engine.kernels.gpu.tile_dot import tile_dot, tile_pointer


@triton.jit
def _project_group(
    matrix_ptr, group, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPE: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, UNROLL: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Outputs 32 * group on of a matrix, [ROWS, 32]."""
    bases = (
        tile_pointer(matrix_ptr, group * 2, K, TYPE),
        tile_pointer(matrix_ptr, group * 2 + 1, K, TYPE),
    )
    return tile_dot(
        bases, codes_ptr, scales_ptr, K, (TYPE, TYPE), WIDTH, ROWS, WARPS, 2, UNROLL, PDL
    )[0]


@triton.jit
def project_kernel(
    a_ptr, b_ptr, codes_ptr, scales_ptr, sum_squares_ptr, bias_ptr, out_ptr, num_rows_ptr, eps,
    K: tl.constexpr, N: tl.constexpr, N_A: tl.constexpr, STRIDE: tl.constexpr,
    TYPE_A: tl.constexpr, TYPE_B: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    GROUPS: tl.constexpr, HAS_BIAS: tl.constexpr, NORMED: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """out = x @ weight.T + bias; outputs below N_A (a multiple of 32 if less than N) are of matrix a.

    Rows of out are STRIDE apart.
    """
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0)
    if N_A < N:
        if group < N_A // 32:
            x = _project_group(
                a_ptr, group, codes_ptr, scales_ptr, K, TYPE_A, WIDTH, ROWS, WARPS, UNROLL, PDL
            )
        else:
            x = _project_group(
                b_ptr, group - N_A // 32, codes_ptr, scales_ptr,
                K, TYPE_B, WIDTH, ROWS, WARPS, UNROLL, PDL,
            )  # fmt: skip
    else:
        x = _project_group(
            a_ptr, group, codes_ptr, scales_ptr, K, TYPE_A, WIDTH, ROWS, WARPS, UNROLL, PDL
        )
    if NORMED:
        x *= inverse_rms(sum_squares_ptr, K, eps, ROWS, GROUPS)[:, None]
    row = tl.arange(0, ROWS)
    column = group * 32 + tl.arange(0, 32)
    if HAS_BIAS:
        x += tl.load(bias_ptr + column, mask=column < N, other=0.0)[None, :]
    stored = (row < tl.load(num_rows_ptr))[:, None] & (column < N)[None, :]
    tl.store(out_ptr + row[:, None].to(tl.int64) * STRIDE + column[None, :], x, mask=stored)


@triton.jit
def project_add_kernel(
    a_ptr, codes_ptr, scales_ptr, bias_ptr, hidden_ptr, norm_weight_ptr,
    sum_squares_out, codes_out, scales_out, values_out, num_rows_ptr,
    K: tl.constexpr, N: tl.constexpr, TYPE: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    HAS_BIAS: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """hidden += x @ weight.T + bias; activations of hidden * norm weight for the next matrix."""
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0)
    x = _project_group(
        a_ptr, group, codes_ptr, scales_ptr, K, TYPE, WIDTH, ROWS, WARPS, UNROLL, PDL
    )
    real = tl.arange(0, ROWS) < tl.load(num_rows_ptr)
    residual = load_residual(group, real, hidden_ptr, norm_weight_ptr, bias_ptr, N, ROWS, HAS_BIAS)
    x = add_residual(x, residual, group, real, hidden_ptr, sum_squares_out, N, ROWS)
    store_activations(
        x, group, real, codes_out, scales_out, values_out, N, ROWS, WRITE_CODES, WRITE_VALUES
    )


@triton.jit
def project_gated_kernel(
    gate_ptr, up_ptr, codes_ptr, scales_ptr, sum_squares_ptr,
    codes_out, scales_out, values_out, num_rows_ptr, eps,
    K: tl.constexpr, N: tl.constexpr, TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    GROUPS: tl.constexpr, NORMED: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Activations of silu(x @ gate.T) * (x @ up.T), N outputs (arXiv:2002.05202)."""
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0)
    gates = (
        tile_pointer(gate_ptr, group * 2, K, TYPE_GATE),
        tile_pointer(gate_ptr, group * 2 + 1, K, TYPE_GATE),
    )
    ups = (
        tile_pointer(up_ptr, group * 2, K, TYPE_UP),
        tile_pointer(up_ptr, group * 2 + 1, K, TYPE_UP),
    )
    if ROWS == 1:
        gate, up = tile_dot(
            gates + ups, codes_ptr, scales_ptr, K, (TYPE_GATE, TYPE_GATE, TYPE_UP, TYPE_UP),
            WIDTH, ROWS, WARPS, 4, UNROLL, PDL,
        )  # fmt: skip
    else:  # one after the other: more rows need more registers
        gate = tile_dot(
            gates,
            codes_ptr,
            scales_ptr,
            K,
            (TYPE_GATE, TYPE_GATE),
            WIDTH,
            ROWS,
            WARPS,
            2,
            UNROLL,
            PDL,
        )[0]
        up = tile_dot(
            ups, codes_ptr, scales_ptr, K, (TYPE_UP, TYPE_UP), WIDTH, ROWS, WARPS, 2, UNROLL, PDL
        )[0]
    if NORMED:
        inverse = inverse_rms(sum_squares_ptr, K, eps, ROWS, GROUPS)[:, None]
        gate *= inverse
        up *= inverse
    # Beyond the bound the result is as good as 0, and exp would overflow.
    gated = gate / (1.0 + tl.exp(tl.minimum(-gate, 80.0))) * up
    real = tl.arange(0, ROWS) < tl.load(num_rows_ptr)
    store_activations(
        gated, group, real, codes_out, scales_out, values_out, N, ROWS, WRITE_CODES, WRITE_VALUES
    )
